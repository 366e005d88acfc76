//! Our searchers beside the crate `minimax`, which gets our rules, evaluation and order of moves.
//!
//! `cargo run --release -p shans-benches --bin peer -- [nodes=100000 | ms=100] [every=1] SUITE...`:
//! counts the solved positions of EPD files (`bm` or `am`), every `every`-th of them, within a
//! limit of nodes or CPU time for each. The crate shuffles the moves of the first position, so that
//! its counts differ a little from run to run.

mod game;

use std::env;
use std::error::Error;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::time::Duration;

use game::{LimitReached, OurEvaluation, PeerMove, PeerState, Work};
use minimax::{IterativeOptions, IterativeSearch, Strategy};
use shans::app::searchers;
use shans::chess::{Epd, Position};
use shans::game::Game;
use shans::search::{Limits, MemoryLimits, Root};
use shans_benches::solves;

type Move = <Position as Game>::Move;
/// What is changed in the crate's options.
type Options = fn(IterativeOptions) -> IterativeOptions;

/// For each search of ours, bytes.
const MEMORY: u64 = 64 << 20;
const OURS: [&str; 3] = ["best-first", "pvs", "pvs-classic"];
/// The crate's searches, each with what it adds to the one before.
const PEERS: [(&str, Options); 3] = [
    ("minimax", |options| options),
    ("minimax, null move, countermoves", |options| {
        options.with_null_move_depth(3).with_countermoves().with_countermove_history()
    }),
    ("minimax, the same, aspiration", |options| {
        let options = options.with_null_move_depth(3).with_countermoves();
        options.with_countermove_history().with_aspiration_window(25)
    }),
];
/// As deep as the crate's quiescence may go, plies; ours goes as deep as it takes.
const QUIESCENCE_PLIES: u8 = 16;

#[derive(Clone, Copy, Default)]
struct Row {
    solved: usize,
    nodes: u64,
    cpu: Duration,
}

fn main() -> Result<(), Box<dyn Error>> {
    let (limits, every, suites) = arguments()?;
    for suite in &suites {
        let cases = shans_benches::suite(suite, every)?;
        println!("{suite}: {} positions", cases.len());
        for name in OURS {
            let kind = searchers::by_name(name)?;
            print(
                name,
                row(&cases, |position| {
                    let room = MemoryLimits::new(MEMORY);
                    let mut search = kind
                        .build_alone(Root::new(position.clone()), room)
                        .expect("none of these is an engine");
                    let report = search.search(&limits, &mut |_| {});
                    (report.best_move(), report.counters.nodes, report.cpu)
                }),
            );
        }
        for (name, options) in PEERS {
            print(name, row(&cases, |position| peer(position, &limits, options)));
        }
    }
    Ok(())
}

fn arguments() -> Result<(Limits, usize, Vec<String>), Box<dyn Error>> {
    let mut limits = Limits::default();
    let (mut every, mut suites) = (1, Vec::new());
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("nodes", number)) => limits.nodes = Some(number.parse()?),
            Some(("ms", number)) => limits.cpu_time = Some(Duration::from_millis(number.parse()?)),
            Some(("every", number)) => every = number.parse::<usize>()?.max(1),
            _ => suites.push(word),
        }
    }
    if limits.nodes.is_none() && limits.cpu_time.is_none() {
        limits.nodes = Some(100_000);
    }
    Ok((limits, every, suites))
}

/// What a search makes of all positions: its move, nodes and CPU time for each.
fn row(cases: &[Epd], search: impl Fn(&Position) -> (Option<Move>, u64, Duration)) -> Row {
    let mut row = Row::default();
    for epd in cases {
        let (best, nodes, cpu) = search(&epd.position);
        row.solved += usize::from(solves(epd, best));
        row.nodes += nodes;
        row.cpu += cpu;
    }
    row
}

fn print(name: &str, Row { solved, nodes, cpu }: Row) {
    let millions = nodes as f64 / 1e6;
    let speed = millions / cpu.as_secs_f64().max(1e-9);
    println!("{name:<34} {solved:>4} solved, {millions:>6.1} M nodes, {speed:.2} M/s");
}

/// What the crate makes of a position: the first move of the line of its last completed depth.
fn peer(position: &Position, limits: &Limits, options: Options) -> (Option<Move>, u64, Duration) {
    let table = MemoryLimits::new(MEMORY).search_table_bytes() as usize;
    let basis = IterativeOptions::new()
        .with_table_byte_size(table)
        .with_quiescence_search_depth(QUIESCENCE_PLIES);
    let mut search = IterativeSearch::new(OurEvaluation, options(basis));
    search.set_max_depth(u8::MAX);
    let work = Rc::new(Work::new(limits));
    let state = PeerState::new(position.clone(), Rc::clone(&work));
    let ended = panic::catch_unwind(AssertUnwindSafe(|| search.choose_move(&state)));
    if let Err(cause) = ended
        && !cause.is::<LimitReached>()
    {
        panic::resume_unwind(cause);
    }
    let best = search.principal_variation().first().and_then(|mv| match *mv {
        PeerMove::Make(mv, _) => Some(mv),
        PeerMove::Pass | PeerMove::Stand => None,
    });
    (best, work.nodes.get(), work.cpu())
}
