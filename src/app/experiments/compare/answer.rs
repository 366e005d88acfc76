//! What a searcher made of a position.

use std::time::Duration;

use super::expected::SolvedHistory;
use super::suite::SuitePosition;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{Score, mover, report_score};
use crate::inspect::MoveText;
use crate::search::{Change, Report, Stop};
use crate::value::{Player, Value};

/// The answer of one searcher to one position.
pub struct SearcherAnswer {
    /// The move; `None` if the limits were too small for any.
    pub best: Option<MoveText>,
    /// What the position is worth, to the side to move.
    pub score: Score,
    /// Whether the outcome, a win of either side or a draw, is certain.
    pub proven: bool,
    /// The mate that the searcher announces with its final answer, in moves as in
    /// [`Score::Mate`]: it counts for what is expected, proven or not.
    pub announced_mate: Option<i64>,
    /// When the answer was right.
    pub history: SolvedHistory,
    /// Points for the move; `None` if the position gives none.
    pub points: Option<u32>,
    /// Positions reached by making a move.
    pub nodes: u64,
    /// Nodes of the tree, where one is kept.
    pub tree_nodes: u64,
    /// The last depth that was searched, or the depth of the best line, where there are depths.
    pub depth: Option<u32>,
    /// Mean depth of the tree's nodes, plies below the root; 0 if none is kept.
    pub depth_mean: f64,
    /// Greatest depth of a tree node, or greatest depth searched: plies.
    pub depth_max: u32,
    /// CPU time of the search.
    pub cpu: Duration,
    /// Why the search stopped.
    pub stop: Option<Stop>,
}

impl SearcherAnswer {
    /// What a search reported of a position.
    pub fn new<G: CommandLineGame>(
        position: &SuitePosition<G>,
        report: &Report<G::Move>,
    ) -> SearcherAnswer {
        let SuitePosition { position, expected, .. } = position;
        let changes = announced(report);
        let win = changes.last().and_then(|last| last.win);
        SearcherAnswer {
            best: report.best_move().map(|mv| MoveText::new(position, mv)),
            score: report_score(report, mover(position)),
            proven: report.proven,
            announced_mate: win.and_then(|win| mate_of(win, mover(position))),
            history: expected.history(&changes, mover(position)),
            points: expected.points(report.best_move()),
            nodes: report.counters.nodes,
            tree_nodes: report.tree_nodes,
            depth: report.depth,
            depth_mean: report.depth_mean,
            depth_max: report.depth_max,
            cpu: report.cpu,
            stop: report.stop,
        }
    }

    /// Whether the final answer is right.
    pub fn is_solved(&self) -> bool {
        self.history.solved_at().is_some()
    }
}

/// How the answer changed; last, where the line that is told ends in a mate that is not proven, with that mate.
fn announced<M: Copy>(report: &Report<M>) -> Vec<Change<M>> {
    let mut changes = report.changes.clone();
    if let (Some(&last), Some(seen)) = (changes.last(), report.value.seen_in())
        && last.win.is_none()
    {
        changes.push(Change { nodes: report.counters.nodes, win: Some(seen), ..last });
    }
    changes
}

fn mate_of((winner, plies): (Player, u16), mover: Player) -> Option<i64> {
    match Score::new(Value::win_in(winner, plies), mover) {
        Score::Mate(moves) => Some(moves),
        Score::Cp(_) | Score::Seen { .. } | Score::Table { .. } => None,
    }
}
