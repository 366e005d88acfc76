//! What many workers are worth for one position, by virtual time.
//!
//! `cargo run --release -p shans-benches --bin workers -- [workers=1,8] [nodes=600000] [times=1] [total=N] [latency=0]
//! [ahead=0] [affinity=no] [anchor=SPEED] [engine=stockfish] [option=Hash=64] [searcher=best-first] [list=yes]
//! [repertoire=FILE] [game=FILE] SUITE[:K]...`: each position of EPD files is searched by that many workers until each of them has
//! had that many nodes, `latency` nodes a task among them. An engine searches the leaves, a process for each worker, or this
//! program with a table for each. `workers=0` is one of them that searches the position by itself, without a tree; with
//! `times=1,2,4` also with twice and four times the nodes, from which follows what the rows after it are worth: how many times
//! the nodes one takes to solve as many. With `ahead=1` a second task waits at each worker. With `affinity=no` a task goes to
//! the first free worker, as over a broker. With `anchor=3` the first worker searches the position analysed alone, three times
//! as fast as the others. With `total=N` a search ends after N nodes of all workers, and how long that takes is what is
//! measured. With `repertoire=FILE total=N` the positions of a repertoire (`repertoires/schedule.py --tasks FILE`) are searched
//! in one tree, an answer with N nodes; with `game=FILE total=N` those of a game, whose moves the file holds, each with as
//! many.
//!
//! Prints the positions solved, their points, and the share of time in which workers were busy; for a position the tasks, those that
//! the end left unanswered, looks (positions that were asked about with nothing known of them) and the share of looks
//! that were used (asked about later, or a position behind them), nodes of the tree and the time, thousands of nodes.
//! With `list=yes` also each answer, and what anchor and tree know of its moves. The same on every run, with an engine
//! that is the same on every run.

mod curve;
mod found;
mod game;
mod repertoire;
#[cfg(test)]
mod tests;
mod virtual_time;

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::sync::Arc;

use shans::app::engines::{EngineScores, EngineSettings, EngineWorkers, Troubles};
use shans::app::searchers::{self, SearcherKind};
use shans::chess::Position;
use shans::game::{Game, Notation};
use shans::search::{
    BestFirst, Interrupt, LeafTask, Limits, MemoryLimits, Root, SearchTable, Searcher, Threads,
    Ticket,
};
use shans::value::Player;
use shans_benches::solves;
use uci_engine::Command;

use curve::Curve;
use found::{Found, HEADING};
use virtual_time::{Inner, VirtualClock, VirtualWorkers};

type Move = <Position as Game>::Move;

/// Of the tree, and of the table of each worker that is this program, bytes.
const MEMORY: u64 = 64 << 20;

struct Settings {
    counts: Vec<usize>,
    times: Vec<u64>,
    clock: VirtualClock,
    total: Option<u64>,
    engine: Option<Command>,
    searcher: String,
    lists: bool,
    repertoire: Option<String>,
    game: Option<String>,
    suites: Vec<(String, usize)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let settings = settings()?;
    if let (Some(path), Some(nodes)) = (&settings.repertoire, settings.total) {
        return repertoire::measure(&settings, path, nodes);
    }
    if let (Some(path), Some(nodes)) = (&settings.game, settings.total) {
        return game::measure(&settings, path, nodes);
    }
    let most = settings.counts.iter().copied().max().unwrap_or(1).max(1);
    let engines = settings.engine.as_ref().map(|command| engines(command, most));
    println!("{HEADING}");
    let mut curve = Curve::default();
    for &count in &settings.counts {
        let once = [1];
        for &times in if count == 0 { &settings.times[..] } else { &once } {
            let found = found_by((count, times), engines.as_deref(), &settings)?;
            if count == 0 {
                curve.add(times, found.solved);
            }
            let worth = curve.worth(found.solved);
            println!("{}", found.row((count, times), &worth, &settings));
        }
    }
    Ok(())
}

/// What this many workers find in all positions; 0: one of them alone, `times` as long.
fn found_by(
    (count, times): (usize, u64),
    engines: Option<&[EngineSettings]>,
    settings: &Settings,
) -> Result<Found, Box<dyn Error>> {
    let mut found = Found::default();
    for (suite, every) in &settings.suites {
        for epd in shans_benches::suite(suite, *every)? {
            let workers = workers(&epd.position, engines, count.max(1))?;
            let answer = found.add(&epd, (count, times), workers, settings)?;
            if settings.lists {
                let is_solved = u8::from(solves(&epd, answer.best));
                let said = answer.best.map(|mv| epd.position.machine_text(mv)).unwrap_or_default();
                println!("{is_solved} {}; {said}{}", epd.position.fen(), answer.moves);
            }
        }
    }
    Ok(found)
}

fn settings() -> Result<Settings, Box<dyn Error>> {
    let mut settings = Settings {
        counts: vec![1, 8],
        times: vec![1],
        clock: VirtualClock { end: 600_000, ..VirtualClock::default() },
        total: None,
        engine: None,
        searcher: "best-first".to_string(),
        lists: false,
        repertoire: None,
        game: None,
        suites: Vec::new(),
    };
    let mut options = Vec::new();
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("workers", list)) => {
                settings.counts = list.split(',').map(str::parse).collect::<Result<_, _>>()?;
            }
            Some(("times", list)) => {
                settings.times = list.split(',').map(str::parse).collect::<Result<_, _>>()?;
            }
            Some(("nodes", number)) => settings.clock.end = number.parse()?,
            Some(("total", number)) => settings.total = Some(number.parse()?),
            Some(("latency", number)) => settings.clock.latency = number.parse()?,
            Some(("ahead", number)) => settings.clock.ahead = number.parse()?,
            Some(("engine", program)) => settings.engine = Some(program.parse()?),
            Some(("option", option)) => options.push(option.parse()?),
            Some(("affinity", answer)) => settings.clock.is_blind = answer == "no",
            Some(("anchor", speed)) => settings.clock.anchor_speed = Some(speed.parse()?),
            Some(("searcher", name)) => settings.searcher = name.to_string(),
            Some(("repertoire", path)) => settings.repertoire = Some(path.to_string()),
            Some(("game", path)) => settings.game = Some(path.to_string()),
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
        let table = SearchTable::try_with_bytes(MEMORY)?;
        Ok(Inner::new(Box::new(Threads::new(&root, &table, 1)), Some(table)))
    };
    let engine = |engine: &EngineSettings| -> Result<Inner, Box<dyn Error>> {
        let asked = EngineWorkers::<Position>::new(engine.take()?, Troubles::default());
        Ok(Inner::new(Box::new(asked), None))
    };
    match engines {
        Some(engines) => engines.iter().take(count).map(engine).collect(),
        None => (0..count).map(own).collect(),
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

/// What a search answers.
#[derive(Default)]
struct Answer {
    best: Option<Move>,
    tree_nodes: u64,
    /// The anchor's move, and all that the tree has tried: value for the mover, nodes, and whether it is unsettled.
    moves: String,
}

/// The answer of the tree.
fn searched(
    position: &Position,
    workers: VirtualWorkers,
    settings: &Settings,
) -> Result<Answer, Box<dyn Error>> {
    let search =
        kind(settings)?.build_tree_alone(Root::new(position.clone()), MemoryLimits::new(MEMORY));
    let search = search.ok_or("this searcher keeps no tree")?;
    let limits = Limits {
        nodes: settings.total,
        settles: false,
        beyond_only_move: true,
        ..Limits::default()
    };
    let mut search = search.with_workers(Box::new(workers));
    let report = search.search(&limits, &mut |_| {});
    let moves = moves_of(&search);
    Ok(Answer { best: report.best_move(), tree_nodes: report.tree_nodes, moves })
}

/// The moves of the position analysed: first what its anchor has found, then what the tree has.
fn moves_of(search: &BestFirst<Position>) -> String {
    let position = search.position();
    let sign = position.turn().player().map_or(1.0, Player::sign);
    let name = |code| position.decode(code).map(|mv| position.machine_text(mv)).unwrap_or_default();
    let mut text = String::new();
    if let Some(anchor) = search.anchor()
        && let Some(&code) = anchor.line.moves().first()
    {
        let value = sign * anchor.value.in_centipawns();
        let _ = write!(text, "; anchor {} {value:.0} {}", name(code), anchor.nodes);
    }
    for (_, id, node) in search.tree().children(search.at()) {
        let value = sign * node.value.in_centipawns();
        let unsure = if search.rules().is_unsettled(search.tree(), id) { " unsettled" } else { "" };
        let _ = write!(text, "; {} {value:.0} {}{unsure}", name(node.mv), search.tree().effort(id));
    }
    text
}

/// The answer of one that searches the position by itself.
fn alone(position: &Position, worker: &mut Inner, nodes: u64) -> Answer {
    let task = LeafTask {
        ticket: Ticket(1),
        root: Arc::new(Root::new(position.clone())),
        moves: Vec::new(),
        left_out: Vec::new(),
        grant: nodes,
        most: nodes,
        known: None,
    };
    let found = worker.answer(task);
    let best = found.and_then(|found| position.decode(found.best()?));
    Answer { best, ..Answer::default() }
}
