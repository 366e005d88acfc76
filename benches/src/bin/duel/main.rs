//! Two searchers or two evaluations against each other, in one process.
//!
//! `cargo run --release -p shans-benches --bin duel -- [--first NAME] [--second NAME]
//! [--first-evaluation NAME|FILE] [--second-evaluation NAME|FILE] [--nodes N | --time T]
//! [--plays WHO] [--pairs N] [--sprt LOW,HIGH] BOOK...`: the result, the Elo difference with its 95 % interval, and how fast
//! either player was. `--tune NUMBERS` tunes numbers of the selective search in place of that.

mod args;
mod game;
mod tally;
mod tune;

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Context as _, Result, ensure};
use clap::Parser as _;
use shans::app::games::CommandLineGame as _;
use shans::chess::{Epd, Position, Tapered};
use shans::random::{Random, mix};
use shans::search::Limits;

use args::Arguments;
use game::{Competitor, Work, play};
use tally::{Sprt, Tally};
use tune::{Trial, Tuning};

/// Pairs between two lines of progress.
const TOLD_EVERY: u32 = 10;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let players = [
        (&arguments.first, &arguments.first_evaluation),
        (&arguments.second, &arguments.second_evaluation),
    ]
    .map(|(kind, evaluation)| Competitor {
        kind: kind.clone(),
        evaluator: Position::evaluator_of(evaluation),
    });
    let tuning = Tuning { numbers: arguments.tune.clone(), pairs: arguments.pairs };
    let tuning = (!tuning.numbers.is_empty()).then_some(tuning);
    let found = Found { tuning, ..Found::default() };
    let openings = openings(&arguments)?;
    let found = Match { openings, players, arguments: &arguments }.play(found)?;
    println!("{}", found.text(&arguments));
    Ok(())
}

/// The positions of all books.
fn openings(arguments: &Arguments) -> Result<Vec<Position>> {
    let mut openings = Vec::new();
    for book in &arguments.books {
        let name = book.display();
        let text = fs::read_to_string(book).with_context(|| format!("cannot read {name}"))?;
        for (line, epd) in Epd::read_all_with(&text, Tapered::default()) {
            openings.push(epd.with_context(|| format!("{name}, line {line}"))?.position);
        }
    }
    ensure!(!openings.is_empty(), "there are no openings in the books");
    Ok(openings)
}

/// Both games of a pair: the half points of the first player, and what either did.
type Played = ([u8; 2], [Work; 2]);

/// What is played.
struct Match<'a> {
    openings: Vec<Position>,
    players: [Competitor; 2],
    arguments: &'a Arguments,
}

/// What came of it so far.
#[derive(Clone, Debug, Default)]
struct Found {
    tally: Tally,
    work: [Work; 2],
    /// The numbers that are tuned, as far as they are.
    tuning: Option<Tuning>,
}

impl Found {
    fn text(&self, arguments: &Arguments) -> String {
        if let Some(tuning) = &self.tuning {
            return format!("{} pairs: {}", self.tally.pairs(), tuning.text());
        }
        let mut text = self.tally.to_string();
        if let Some(sprt) = arguments.sprt {
            let (Sprt { low, high }, bound) = (sprt, Sprt::bound());
            let ratio = self.tally.likelihood_ratio(sprt);
            text +=
                &format!("\nsprt {low} against {high}: {ratio:.2} in {:.2} .. {bound:.2}", -bound);
        }
        let [first, second] =
            self.work.map(|work| work.nodes as f64 / work.cpu.as_secs_f64().max(1e-9));
        text + &format!(
            "\nnodes a second: {first:.0} and {second:.0}, {:.3} times as many",
            first / second
        )
    }

    /// Whether nothing more needs to be known.
    fn is_decided(&self, arguments: &Arguments) -> bool {
        let ratio = arguments.sprt.map(|sprt| self.tally.likelihood_ratio(sprt));
        ratio.is_some_and(|ratio| ratio.abs() >= Sprt::bound())
    }
}

impl Match<'_> {
    /// Plays all pairs, or until the sequential test ends.
    fn play(&self, found: Found) -> Result<Found> {
        let found = Mutex::new(found);
        let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            let work = || -> Result<()> {
                while !is_over.load(Ordering::Relaxed) {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= self.arguments.pairs {
                        break;
                    }
                    let (players, trial) = self.players_of(pair, &lock(&found));
                    let played = self
                        .pair(pair, &players)
                        .inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
                    let mut found = lock(&found);
                    if let (Some(tuning), Some(trial)) = (&mut found.tuning, &trial) {
                        tuning.learn(pair, trial, f64::from(played.0.iter().sum::<u8>()) - 2.0);
                    }
                    self.take_in(played, &mut found);
                    is_over.fetch_or(found.is_decided(self.arguments), Ordering::Relaxed);
                }
                Ok(())
            };
            let threads: Vec<_> = (0..self.arguments.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })?;
        Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn take_in(&self, (games, work): Played, found: &mut Found) {
        found.tally.add(games);
        for (all, more) in found.work.iter_mut().zip(work) {
            all.nodes += more.nodes;
            all.cpu += more.cpu;
        }
        if found.tally.pairs().is_multiple_of(TOLD_EVERY) {
            eprintln!("{}", found.text(self.arguments).replace('\n', "; "));
        }
    }

    /// Who plays a pair, and what that tries where numbers are tuned.
    fn players_of(&self, pair: u64, found: &Found) -> ([Competitor; 2], Option<Trial>) {
        let mut players = self.players.clone();
        // Not the numbers that choose the opening.
        let mut random = Random::new(mix(self.seed(pair)));
        let trial = found.tuning.as_ref().map(|tuning| tuning.trial(pair, &mut random));
        let kinds = trial.iter().flat_map(|trial| trial.kinds.clone());
        players.iter_mut().zip(kinds).for_each(|(player, kind)| player.kind = kind);
        (players, trial)
    }

    fn seed(&self, pair: u64) -> u64 {
        mix(self.arguments.seed).wrapping_add(pair)
    }

    /// Both games of a pair.
    fn pair(&self, pair: u64, [first, second]: &[Competitor; 2]) -> Result<Played> {
        let start = &self.openings[Random::new(self.seed(pair)).below(self.openings.len())];
        let [limits, other]: &[Limits; 2] = &self.arguments.limits();
        let memory = self.arguments.memory;
        let mut work = [Work::default(); 2];
        let [by_first, by_second] = &mut work;
        let with_white =
            play([first, second], start, [limits, other], memory, [by_first, by_second])?;
        let [by_first, by_second] = &mut work;
        let with_black =
            play([second, first], start, [other, limits], memory, [by_second, by_first])?;
        Ok(([with_white, 2 - with_black], work))
    }
}

fn lock(found: &Mutex<Found>) -> MutexGuard<'_, Found> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}
