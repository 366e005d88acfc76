//! The work that a search does most, each part of it as a setup and a run that gives a number.
//! The number is the same every time, so a measurement can check that it measures the same
//! work.

use std::error::Error;
use std::fs;

use shans::app::evaluations::EvaluationKind;
use shans::app::games::CommandLineGame as _;
use shans::chess::{Epd, Position};
use shans::game::{Estimate, Game, Order};
use shans::search::{
    BestFirst, Budget, ChanceModel, Limits, MemoryLimits, Quiescence, Report, Root, Searcher,
    Window,
};
use shans::tree::summary;

type Move = <Position as Game>::Move;

/// Nodes searched before the iterations that are measured.
const GROWN: u64 = 20_000;
/// Nodes that the measured iterations take together.
const MEASURED: u64 = 2_000;

/// The project's own test positions.
pub fn positions() -> Vec<Position> {
    let text = include_str!("../../tests/data/mixed.epd");
    let read = |epd: Result<Epd, _>| epd.unwrap_or_else(|error| panic!("{error}")).position;
    <Epd>::read_all(text).map(|(_, epd)| read(epd)).collect()
}

/// Every `every`-th position of a file in EPD, from the first on, valued as the program does it
/// where nothing else is asked for.
///
/// # Errors
///
/// Where the file, or one of its lines, cannot be read.
pub fn suite(file: &str, every: usize) -> Result<Vec<Epd>, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let evaluator = Position::evaluator_of(&EvaluationKind::default());
    let records = Epd::read_all_with(&text, evaluator).step_by(every.max(1));
    Ok(records.map(|(_, epd)| epd).collect::<Result<_, _>>()?)
}

/// Whether this answer solves a position by its `bm` and `am`.
pub fn solves(epd: &Epd, answer: Option<Move>) -> bool {
    let is_right = |mv| (epd.best.is_empty() || epd.best.contains(&mv)) && !epd.avoid.contains(&mv);
    answer.is_some_and(is_right)
}

/// All positions one move after the test positions.
pub fn successors() -> Vec<Position> {
    let mut successors = Vec::new();
    for position in positions() {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        successors.extend(moves.into_iter().map(|mv| {
            let mut successor = position.clone();
            successor.play(mv);
            successor
        }));
    }
    successors
}

/// A best-first search of the first position, stopped at `nodes`.
pub fn grown(nodes: u64) -> BestFirst<Position> {
    let root = positions().into_iter().next().unwrap_or_default();
    let room = MemoryLimits::new(64 << 20);
    let mut search = BestFirst::new(Root::new(root), ChanceModel::default(), room);
    let report = to(&mut search, nodes);
    assert!(report.counters.iterations > 0 && report.counters.nodes <= nodes);
    search
}

/// Continues until the search has counted `nodes` in all.
pub fn to(search: &mut dyn Searcher<Position>, nodes: u64) -> Report<Move> {
    search.search(&Limits { nodes: Some(nodes), ..Limits::default() }, &mut |_| {})
}

/// A search whose next iterations are to be measured.
pub fn before_iterations() -> BestFirst<Position> {
    grown(GROWN)
}

/// Iterations of the loop; gives how many there have been.
pub fn iterations(mut search: BestFirst<Position>) -> u64 {
    to(&mut search, GROWN + MEASURED).counters.iterations
}

/// A quiescence search of each position with the full window; gives the nodes.
pub fn quiescence(positions: Vec<Position>) -> u64 {
    let mut quiescence = Quiescence::default();
    let mut budget = Budget::default();
    for position in &positions {
        let value = quiescence.value(position, Window::FULL, &mut budget);
        assert!(value.is_ok(), "nothing limits this search");
    }
    budget.nodes()
}

/// The estimates of all moves of each position; gives how many moves.
pub fn estimates(positions: Vec<Position>) -> u64 {
    let mut estimates: Vec<Estimate<Move>> = Vec::new();
    for position in &positions {
        position.estimates(&mut estimates);
    }
    estimates.len() as u64
}

/// A tree whose root is to be backed up.
pub fn before_backup() -> BestFirst<Position> {
    grown(5_000)
}

/// The numbers of the root from all its children; gives the bits of its value.
pub fn backup(search: &BestFirst<Position>) -> u64 {
    let (tree, root) = (search.tree(), search.tree().root());
    let children = summary(tree, root, search.position(), search.rules());
    children
        .numbers(tree.node(root).next)
        .map_or(0, |numbers| u64::from(numbers.value.raw().to_bits()))
}
