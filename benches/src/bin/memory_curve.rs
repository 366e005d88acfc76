//! What a limit on the tree costs: positions solved with a fraction of the tree nodes that the
//! search without a limit ends with.
//!
//! `cargo run --release -p shans-benches --bin memory_curve -- [nodes=1000000] [every=1]
//! [shares=2,4,16,64] SUITE...`: suites are EPD with `bm` or `am`, every `every`-th position of them. Prints a table; the
//! counts are the same on every machine.

use std::env;
use std::error::Error;

use shans::chess::{Epd, Position};
use shans::game::Game;
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Report, Root, Searcher};
use shans_benches::solves;

type Found = Report<<Position as Game>::Move>;

/// In bytes; enough for any tree that is searched here.
const MEMORY: u64 = 512 << 20;
/// The same for trees whose leaves are searched, which are small; their table is a quarter of it.
const SEARCHED_MEMORY: u64 = 64 << 20;

struct Settings {
    nodes: u64,
    every: usize,
    model: ChanceModel,
    memory: u64,
    shares: Vec<usize>,
    suites: Vec<String>,
}

#[derive(Default)]
struct Row {
    solved: usize,
    kept: u64,
    freed: u64,
    sweeps: u64,
    deepened: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let settings = settings()?;
    println!(
        "{:<12} {:>6} {:>9} {:>9} {:>7} {:>8} {:>6}",
        "suite", "share", "solved", "kept", "freed", "deepened", "sweeps"
    );
    for suite in &settings.suites {
        measure(suite, &shans_benches::suite(suite, settings.every)?, &settings);
    }
    Ok(())
}

fn settings() -> Result<Settings, Box<dyn Error>> {
    let shares = vec![2, 4, 16, 64];
    let mut settings = Settings {
        nodes: 1_000_000,
        every: 1,
        model: ChanceModel::searching(),
        memory: SEARCHED_MEMORY,
        shares,
        suites: Vec::new(),
    };
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("nodes", number)) => settings.nodes = number.parse()?,
            Some(("every", number)) => settings.every = number.parse::<usize>()?.max(1),
            Some(("leaves", "search")) => {}
            Some(("leaves", "quiescence")) => {
                (settings.model, settings.memory) = (ChanceModel::default(), MEMORY);
            }
            Some(("shares", numbers)) => {
                let numbers: Result<_, _> = numbers.split(',').map(str::parse).collect();
                settings.shares = numbers?;
            }
            _ => settings.suites.push(word),
        }
    }
    Ok(settings)
}

fn measure(suite: &str, cases: &[Epd], settings: &Settings) {
    let mut rows: Vec<Row> = settings.shares.iter().map(|_| Row::default()).collect();
    let mut whole = Row::default();
    for epd in cases {
        let report = search(&epd.position, settings, None);
        whole.add(epd, &report);
        for (row, share) in rows.iter_mut().zip(&settings.shares) {
            let limit = (report.tree_nodes as usize / share).max(2);
            row.add(epd, &search(&epd.position, settings, Some(limit)));
        }
    }
    let name = suite.rsplit('/').next().unwrap_or(suite);
    whole.print(name, "1", cases.len());
    for (row, share) in rows.iter().zip(&settings.shares) {
        row.print(name, &format!("1/{share}"), cases.len());
    }
}

fn search(position: &Position, settings: &Settings, tree_nodes: Option<usize>) -> Found {
    let room = MemoryLimits { tree_nodes, ..MemoryLimits::new(settings.memory) };
    let mut search = BestFirst::new(Root::new(position.clone()), settings.model, room);
    search.search(&Limits { nodes: Some(settings.nodes), ..Limits::default() }, &mut |_| {})
}

impl Row {
    fn add(&mut self, epd: &Epd, report: &Found) {
        self.solved += usize::from(solves(epd, report.best_move()));
        self.kept += report.tree_nodes;
        self.freed += report.memory.freed_nodes;
        self.sweeps += report.memory.sweeps;
        self.deepened += report.memory.deepened;
    }

    fn print(&self, suite: &str, share: &str, positions: usize) {
        let mean = |sum: u64| sum / positions.max(1) as u64;
        println!(
            "{suite:<12} {share:>6} {:>4}/{positions:<4} {:>9} {:>9} {:>8} {:>6}",
            self.solved,
            mean(self.kept),
            mean(self.freed),
            mean(self.deepened),
            mean(self.sweeps),
        );
    }
}
