//! `shans bench`: what a change of the search changed, and what it costs.

use std::io::Write;
use std::time::Instant;

use anyhow::Context;

use super::exit::Exit;
use super::score::{Score, mover};
use super::searchers;
use crate::chess::{Epd, Position};
use crate::fingerprint::Fingerprint;
use crate::game::{Game, Notation};
use crate::search::{Limits, Report, Room, Root};

/// The start and positions of the project's own making, each with its name.
const POSITIONS: &str = include_str!("bench_positions.epd");
/// Nodes spent on each.
const NODES: u64 = 300_000;
/// Enough for them, and little to set up: bytes.
const MEMORY: u64 = 64 << 20;

/// Searches the positions, a line each. The last two lines are a signature over moves, values
/// and trees, and `N nodes P nps`; all but the speed is the same for every run of the same
/// program.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn run(out: &mut dyn Write) -> anyhow::Result<Exit> {
    let searcher = searchers::by_name(searchers::DEFAULT)?;
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let room = Room::new(MEMORY);
    let mut signature = Fingerprint::new("bench");
    let mut nodes = 0;
    let started = Instant::now();
    for (line, epd) in <Epd>::read_all(POSITIONS) {
        let epd = epd.with_context(|| format!("bench position {line}"))?;
        let name = epd.id.unwrap_or_default();
        let position = epd.position;
        let mut search = searcher.build(Root::new(position.clone()), room);
        let report = search.search(&limits, &mut |_| {});
        nodes += report.counters.nodes;
        sign(&mut signature, &position, &report);
        let best = report.best_move().map(|mv| position.human_text(mv)).unwrap_or_default();
        let score = Score::new(report.value, mover(&position));
        let tree = report.tree_nodes;
        writeln!(out, "{name:<14} {best:<7} {score:>8} {:>9} {tree:>8}", report.counters.nodes)?;
    }
    let speed = nodes as f64 / started.elapsed().as_secs_f64().max(f64::EPSILON);
    writeln!(out, "signature {:016x}", signature.finish())?;
    writeln!(out, "{nodes} nodes {speed:.0} nps")?;
    out.flush()?;
    Ok(Exit::Done)
}

/// Takes in everything that a change of the search would change.
fn sign(
    signature: &mut Fingerprint,
    position: &Position,
    report: &Report<<Position as Game>::Move>,
) {
    for &mv in report.lines.iter().flat_map(|line| line.moves.first()) {
        signature.add(i32::from(position.encode(mv).0));
    }
    signature.add_real(report.value.raw());
    for count in [report.counters.nodes, report.counters.iterations, report.tree_nodes] {
        // Far below what 32 bits hold.
        signature.add(count as i32);
    }
}
