//! What many workers are worth for one position, by virtual time.
//!
//! `cargo run --release -p shans-benches --bin workers -- [workers=1,8] [nodes=600000] [total=N] [latency=0] [ahead=0]
//! [engine=stockfish] [option=Hash=64] [searcher=best-first] [list=yes] [repertoire=FILE] SUITE[:K]...`: each position of EPD files is searched by so many
//! workers until each of them has had that many nodes, `latency` nodes a task among them. An engine searches the leaves, a
//! process for each worker, or this program with a table for each. `workers=0` is one of them that searches the
//! position by itself, without a tree. With `ahead=1` a second task waits at each worker. With `total=N` a search ends after
//! so many nodes of all workers, and how long that takes is what is measured. With `repertoire=FILE total=N` the positions of a
//! repertoire (`repertoires/schedule.py --tasks FILE`) are searched in one tree, an answer with so many nodes. Prints the positions solved, the share of
//! time in which workers were busy, and tasks, nodes of the tree and the time, thousands of nodes, for a position. The
//! same on every run, with an engine that is the same on every run.

mod repertoire;
mod virtual_time;

use std::cell::RefCell;
use std::env;
use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;

use shans::app::engines::{EngineScores, EngineSettings, EngineWorkers, Troubles};
use shans::app::searchers::{self, SearcherKind};
use shans::chess::{Epd, Position};
use shans::game::Game;
use shans::search::{
    Interrupt, LeafTask, Limits, MemoryLimits, Root, SearchTable, Searcher, Threads, Ticket,
};
use shans_benches::solves;
use uci_engine::Command;
use virtual_time::{Inner, VirtualClock, VirtualWorkers, Work, answer_of};

type Move = <Position as Game>::Move;

/// Of the tree, and of the table of each worker that is this program, bytes.
const MEMORY: u64 = 64 << 20;

struct Settings {
    counts: Vec<usize>,
    clock: VirtualClock,
    total: Option<u64>,
    engine: Option<Command>,
    searcher: String,
    lists: bool,
    repertoire: Option<String>,
    suites: Vec<(String, usize)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let settings = settings()?;
    if let (Some(path), Some(nodes)) = (&settings.repertoire, settings.total) {
        return repertoire::measure(&settings, path, nodes);
    }
    let most = settings.counts.iter().copied().max().unwrap_or(1).max(1);
    let engines = settings.engine.as_ref().map(|command| engines(command, most));
    println!("workers  positions  solved  busy %  tasks  tree nodes    time");
    for &count in &settings.counts {
        let mut found = Found::default();
        for (suite, every) in &settings.suites {
            for epd in shans_benches::suite(suite, *every)? {
                let workers = workers(&epd.position, engines.as_deref(), count.max(1))?;
                found.add(&epd, count, workers, &settings)?;
            }
        }
        found.print(count, &settings);
    }
    Ok(())
}

fn settings() -> Result<Settings, Box<dyn Error>> {
    let mut settings = Settings {
        counts: vec![1, 8],
        clock: VirtualClock { end: 600_000, latency: 0, ahead: 0 },
        total: None,
        engine: None,
        searcher: "best-first".to_string(),
        lists: false,
        repertoire: None,
        suites: Vec::new(),
    };
    let mut options = Vec::new();
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("workers", list)) => {
                settings.counts = list.split(',').map(str::parse).collect::<Result<_, _>>()?;
            }
            Some(("nodes", number)) => settings.clock.end = number.parse()?,
            Some(("total", number)) => settings.total = Some(number.parse()?),
            Some(("latency", number)) => settings.clock.latency = number.parse()?,
            Some(("ahead", number)) => settings.clock.ahead = number.parse()?,
            Some(("engine", program)) => settings.engine = Some(program.parse()?),
            Some(("option", option)) => options.push(option.parse()?),
            Some(("searcher", name)) => settings.searcher = name.to_string(),
            Some(("repertoire", path)) => settings.repertoire = Some(path.to_string()),
            Some(("list", answer)) => settings.lists = answer == "yes",
            _ => settings.suites.push(match word.split_once(':') {
                Some((suite, every)) => (suite.to_string(), every.parse()?),
                None => (word, 1),
            }),
        }
    }
    if let Some(engine) = &mut settings.engine {
        engine.options = options;
    }
    if settings.total.is_some() {
        settings.clock.end = u64::MAX / 2;
    }
    Ok(settings)
}

/// One process each: they are taken up again for the next position.
fn engines(command: &Command, count: usize) -> Vec<EngineSettings> {
    let interrupt = Interrupt::default();
    let one = || EngineSettings::new(command.clone(), 1, EngineScores::default(), &interrupt);
    (0..count).map(|_| one()).collect()
}

fn workers(
    position: &Position,
    engines: Option<&[EngineSettings]>,
    count: usize,
) -> Result<Vec<Inner>, Box<dyn Error>> {
    let root = Root::new(position.clone());
    let own = |_| -> Result<Inner, Box<dyn Error>> {
        Ok(Box::new(Threads::new(&root, &SearchTable::try_with_bytes(MEMORY / 4)?, 1)))
    };
    let engine = |engine: &EngineSettings| -> Result<Inner, Box<dyn Error>> {
        Ok(Box::new(EngineWorkers::<Position>::new(engine.take()?, Troubles::default())))
    };
    match engines {
        Some(engines) => engines.iter().take(count).map(engine).collect(),
        None => (0..count).map(own).collect(),
    }
}

/// What was found with one number of workers.
#[derive(Default)]
struct Found {
    positions: u64,
    solved: u64,
    work: Work,
    tree_nodes: u64,
}

impl Found {
    fn add(
        &mut self,
        epd: &Epd,
        count: usize,
        mut workers: Vec<Inner>,
        settings: &Settings,
    ) -> Result<(), Box<dyn Error>> {
        let work = Rc::new(RefCell::new(Work::default()));
        let answer = if count == 0 {
            alone(&epd.position, &mut workers[0], settings.clock.end)
        } else {
            let workers = VirtualWorkers::new(workers, settings.clock, Rc::clone(&work));
            let (answer, tree_nodes) = searched(&epd.position, workers, settings)?;
            self.tree_nodes += tree_nodes;
            answer
        };
        let is_solved = solves(epd, answer);
        if settings.lists {
            println!("{} {}", u8::from(is_solved), epd.position.fen());
        }
        self.positions += 1;
        self.solved += u64::from(is_solved);
        self.work.tasks += work.borrow().tasks;
        self.work.nodes += work.borrow().nodes;
        self.work.time += work.borrow().time;
        Ok(())
    }

    fn print(&self, count: usize, settings: &Settings) {
        let positions = self.positions.max(1);
        let time =
            if settings.total.is_some() { self.work.time } else { positions * settings.clock.end };
        let busy = 100.0 * self.work.nodes as f64 / (count as u64 * time).max(1) as f64;
        println!(
            "{count:>7}  {:>9}  {:>6}  {busy:>6.1}  {:>5}  {:>10}  {:>6}",
            self.positions,
            self.solved,
            self.work.tasks / positions,
            self.tree_nodes / positions,
            time / positions / 1_000
        );
    }
}

/// The searcher; with the numbers for engines, where one searches.
fn kind(settings: &Settings) -> Result<SearcherKind, Box<dyn Error>> {
    let kind: SearcherKind = searchers::by_name(&settings.searcher)?;
    match &settings.engine {
        Some(command) => {
            let engine = engines(command, 1).remove(0);
            Ok(kind.over(engine).ok_or("this searcher asks no engine")?)
        }
        None => Ok(kind),
    }
}

/// The answer of the tree, and how large that is.
fn searched(
    position: &Position,
    workers: VirtualWorkers,
    settings: &Settings,
) -> Result<(Option<Move>, u64), Box<dyn Error>> {
    let search =
        kind(settings)?.build_tree_alone(Root::new(position.clone()), MemoryLimits::new(MEMORY));
    let search = search.ok_or("this searcher keeps no tree")?;
    let limits = Limits {
        nodes: settings.total,
        settles: false,
        beyond_only_move: true,
        ..Limits::default()
    };
    let report = search.with_workers(Box::new(workers)).search(&limits, &mut |_| {});
    Ok((report.best_move(), report.tree_nodes))
}

/// The answer of one that searches the position by itself.
fn alone(position: &Position, worker: &mut Inner, nodes: u64) -> Option<Move> {
    let task = LeafTask {
        ticket: Ticket(1),
        root: Arc::new(Root::new(position.clone())),
        moves: Vec::new(),
        left_out: Vec::new(),
        grant: nodes,
        most: nodes,
        known: None,
    };
    position.decode(answer_of(worker, task)?.best()?)
}
