//! A thousand histories.
//!
//! `cargo test --lib simulation -- --nocapture` also says what has happened in them, and how often.

use std::env;
use std::thread;

use super::dice::{Kind, Weather};
use super::history::{History, history};
use super::known::Undisturbed;
use super::world::Tally;

/// How many histories there are, unless the environment variable `SHANS_HISTORIES` says how many.
const HISTORIES: u64 = 1_000;

fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// Adds one history to all.
fn add(all: &mut Tally, one: &Tally) {
    all.lost += one.lost;
    all.doubled += one.doubled;
    all.refused += one.refused;
    all.forgotten += one.forgotten;
    all.restarts += one.restarts;
    all.put_aside += one.put_aside;
    all.answers += one.answers;
    all.twice += one.twice;
    all.failures += one.failures;
    all.events += one.events;
    for (&kind, count) in &one.faults {
        *all.faults.entry(kind).or_default() += count;
    }
}

/// A history that runs. Wherever it fails, its seed is told.
struct Running(u64);

impl Drop for Running {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("history {0} fails; SHANS_HISTORY={0} shows it", self.0);
        }
    }
}

/// One history by itself, with all that happens in it, is that of `SHANS_HISTORY=SEED`.
#[test]
fn the_tree_is_the_same_in_every_history() {
    let undisturbed = Undisturbed::new();
    let one = number("SHANS_HISTORY");
    let seeds = match one {
        Some(seed) => seed..seed + 1,
        None => 0..number("SHANS_HISTORIES").unwrap_or(HISTORIES),
    };
    let count = seeds.end - seeds.start;
    let mut all = Tally::default();
    for seed in seeds {
        let running = Running(seed);
        let History { tally, log, wrong } = history(seed, &undisturbed, |_| {}, one.is_some());
        log.iter().for_each(|line| println!("{line}"));
        assert_eq!(wrong, None);
        drop(running);
        add(&mut all, &tally);
    }
    println!("{all:#?}");
    if count >= HISTORIES {
        // Whatever is survived has happened.
        let Tally { lost, doubled, refused, forgotten, put_aside, twice, failures, .. } = all;
        let counts = [lost, doubled, refused, forgotten, put_aside, twice, failures];
        assert!(counts.into_iter().all(|count| count > 0), "{all:?}");
        assert!(Kind::ALL.iter().all(|kind| all.faults.contains_key(kind)), "{all:?}");
    }
}

/// Tasks are in its memory, and the search sends them again.
#[test]
fn the_disk_of_the_broker_does_not_matter() {
    let undisturbed = Undisturbed::new();
    let mut all = Tally::default();
    for seed in 0..50 {
        let dies = |weather: &mut Weather| {
            (weather.kinds, weather.faults) = (vec![Kind::BrokerDies], 20);
        };
        let History { tally, wrong, .. } = history(seed, &undisturbed, dies, false);
        assert_eq!(wrong, None, "history {seed} of a broker that dies");
        add(&mut all, &tally);
    }
    assert!(all.faults.get(&Kind::BrokerDies).is_some_and(|&count| count > 50), "{all:?}");
    assert!(all.forgotten > 50, "{all:?}");
}

#[test]
fn a_seed_is_a_history() {
    let undisturbed = Undisturbed::new();
    let told = |seed| {
        let History { tally, log, wrong } = history(seed, &undisturbed, |_| {}, true);
        assert_eq!(wrong, None);
        (tally, log)
    };
    let (first, second) = (told(7), told(8));
    assert!(first.1.len() > 100 && first != second);
    assert_eq!((told(7), told(8)), (first, second));
}
