//! A faster win than the one that is proven.
//!
//! The first win that is proven need not be the shortest: a proof takes the moves that look best. So the anchor goes on
//! for a while, and what it sees is proven in turn.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::depth_first::BEYOND_WIN;
use crate::tree::{Node, NodeId};
use crate::value::{Player, Value};

/// A mate in one is seen by every search: a longer win than this may not be the shortest, plies.
const SHORT: u16 = 3;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether leaves are searched, and the mover of the position analysed has a proven win that may not be the shortest. The
    /// search ends once its nodes are many times those of the proof, whether one was found or not.
    pub(super) fn wants_faster_win(&self) -> bool {
        let Some((_, plies)) = self.own_win().filter(|&(_, plies)| plies > SHORT) else {
            return false;
        };
        let is_deep = |depth: u16| u32::from(depth) >= u32::from(plies) + BEYOND_WIN;
        let is_over = self.anchor().is_some_and(|it| it.is_final || is_deep(it.line.depth()));
        self.rules.searches_leaves()
            && !self.budget.limits().plays
            && (!is_over || self.faster_win_seen().is_some())
    }

    /// The proven win of the position analysed, if the mover is the winner.
    fn own_win(&self) -> Option<(Player, u16)> {
        let node = self.node();
        node.proven_win().filter(|&(winner, _)| Some(winner) == node.turn().player())
    }

    /// The move with the fastest win that was seen and is not proven, if it is faster than the proven one.
    pub(super) fn faster_win_seen(&self) -> Option<NodeId> {
        let (winner, plies) = self.own_win()?;
        let above = self.focus.walk.stem.len() - 1;
        // Wins that were seen are counted from the root of the tree.
        let proven = Value::seen_win(winner, plies.saturating_add(above as u16));
        let own = |node: &Node| node.value.for_player(winner);
        let is_faster = |node: &Node| own(node) > proven.for_player(winner);
        let children = self.tree.children(self.at());
        let faster = children.filter(|child| child.2.value.is_seen_win() && is_faster(child.2));
        faster.max_by(|a, b| own(a.2).total_cmp(&own(b.2))).map(|(_, id, _)| id)
    }
}
