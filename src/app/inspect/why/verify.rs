//! A second opinion: fresh searches of the positions behind a move and its rival.

use shakmaty::Move;

use super::super::study::Study;
use super::{Case, Verdict};
use crate::app::{exit, memory, plan};
use crate::search::{BestFirst, Interrupt, Limits, Room, Searcher, Stop};
use crate::value::Value;

/// What the fresh searches say. Values are as the position sees them, from Max's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verified {
    /// The most nodes of each.
    pub nodes: u64,
    /// The value of the move asked about.
    pub asked: Value,
    /// The value of its rival.
    pub rival: Value,
    /// Whether the better one of the two is the one that the tree prefers.
    pub holds: bool,
}

/// Searches both positions anew. `None`, and a warning, where there is nothing to compare with,
/// and where somebody interrupts.
///
/// # Errors
///
/// Too little memory for a search.
pub fn verify(
    case: &Case<'_>,
    nodes: u64,
    interrupt: Interrupt,
) -> anyhow::Result<Option<Verified>> {
    let Some(rival) = &case.rival else {
        exit::warn(&"no other move was tried here: there is nothing to verify against");
        return Ok(None);
    };
    let limits = Limits { nodes: Some(nodes), interrupt, ..Limits::default() };
    let asked = search(case.study, case.mv, &limits)?;
    let rival = search(case.study, rival.mv, &limits)?;
    let (Some(asked), Some(rival)) = (asked, rival) else {
        exit::warn(&"interrupted: nothing was verified");
        return Ok(None);
    };
    let (preferred, other) = match case.verdict {
        Verdict::Preferred(_) => (asked, rival),
        _ => (rival, asked),
    };
    Ok(Some(Verified { nodes, asked, rival, holds: case.own(preferred) >= case.own(other) }))
}

/// The value of a move by a search of its own; `None` where it was interrupted.
fn search(study: &Study, mv: Move, limits: &Limits) -> anyhow::Result<Option<Value>> {
    let mut root = study.root.clone();
    root.step(mv);
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let tree_nodes = usize::try_from(nodes.saturating_add(1)).unwrap_or(usize::MAX);
    let memory = plan::possible_memory(memory::default_limit())?;
    let room = Room { tree_nodes: Some(tree_nodes), ..Room::new(memory) };
    let report = BestFirst::new(root, study.model, room).search(limits, &mut |_| {});
    let is_whole = report.stop != Some(Stop::Interrupted);
    Ok(is_whole.then(|| report.value.one_ply_up()))
}
