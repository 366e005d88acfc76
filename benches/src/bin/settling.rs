//! What stopping at a settled result saves, and what it costs: where the default search settles
//! before a limit, is its answer that of the whole limit?
//!
//! `cargo run --release -p shans-benches --bin settling -- [nodes=1000000] [every=1]
//! [leaves=search|quiescence] [answers=FILE] SUITE...`: suites are EPD, every `every`-th position of
//! them. Prints a table; the counts are the same on every machine. `answers` writes what settled: a
//! line with FEN, move, nodes and how likely the answer holds, for `tools/loss.py`.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, Write as _};

use shans::chess::Position;
use shans::game::Notation as _;
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher, Stop};

const MEMORY: u64 = 64 << 20;

struct Settings {
    nodes: u64,
    every: usize,
    model: ChanceModel,
    suites: Vec<String>,
    answers: Option<File>,
}

/// What became of the positions of a suite.
#[derive(Default)]
struct Count {
    positions: u32,
    proven: u32,
    settled: u32,
    same: u32,
    spent: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut settings = settings()?;
    println!("suite               positions  proven  settled  same answer   %  nodes saved %");
    let mut all = Count::default();
    for suite in std::mem::take(&mut settings.suites) {
        let mut count = Count::default();
        for epd in shans_benches::suite(&suite, settings.every)? {
            count.add(&epd.position, &mut settings)?;
        }
        count.print(suite.rsplit('/').next().unwrap_or(&suite), settings.nodes);
        all.join(&count);
    }
    all.print("all", settings.nodes);
    Ok(())
}

fn settings() -> Result<Settings, Box<dyn Error>> {
    let (nodes, every, model) = (1_000_000, 1, ChanceModel::searching());
    let mut settings = Settings { nodes, every, model, suites: Vec::new(), answers: None };
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("nodes", number)) => settings.nodes = number.parse()?,
            Some(("every", number)) => settings.every = number.parse::<usize>()?.max(1),
            Some(("answers", file)) => settings.answers = Some(File::create(file)?),
            Some(("leaves", "search")) => {}
            Some(("leaves", "quiescence")) => settings.model = ChanceModel::default(),
            _ => settings.suites.push(word),
        }
    }
    Ok(settings)
}

impl Count {
    fn add(&mut self, position: &Position, settings: &mut Settings) -> io::Result<()> {
        let root = Root::new(position.clone());
        let mut search = BestFirst::new(root, settings.model, MemoryLimits::new(MEMORY));
        let limits = Limits { nodes: Some(settings.nodes), settles: true, ..Limits::default() };
        let first = search.search(&limits, &mut |_| {});
        self.positions += 1;
        self.proven += u32::from(first.proven);
        if first.stop != Some(Stop::Settled) {
            // A proof ends the search with or without the rule.
            self.spent += if first.proven { settings.nodes } else { first.counters.nodes };
            return Ok(());
        }
        if let (Some(file), Some(best)) = (&mut settings.answers, first.best_move()) {
            let (mv, holds) = (position.machine_text(best), first.answer_holds.unwrap_or_default());
            writeln!(file, "{}\t{mv}\t{}\t{holds:.4}", position.fen(), first.counters.nodes)?;
        }
        let whole = search.search(&Limits { settles: false, ..limits }, &mut |_| {});
        self.settled += 1;
        self.same += u32::from(first.best_move() == whole.best_move());
        self.spent += first.counters.nodes;
        Ok(())
    }

    fn join(&mut self, other: &Count) {
        self.positions += other.positions;
        self.proven += other.proven;
        self.settled += other.settled;
        self.same += other.same;
        self.spent += other.spent;
    }

    fn print(&self, suite: &str, nodes: u64) {
        let percent = |part: f64, whole: f64| 100.0 * part / whole.max(1.0);
        let whole = f64::from(self.positions) * nodes as f64;
        println!(
            "{suite:<20} {:>8}  {:>6}  {:>7}  {:>11}  {:>4.1}  {:>8.1}",
            self.positions,
            self.proven,
            self.settled,
            self.same,
            percent(f64::from(self.same), f64::from(self.settled)),
            percent(whole - self.spent as f64, whole),
        );
    }
}
