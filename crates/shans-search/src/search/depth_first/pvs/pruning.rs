//! Which moves of a node are left out near the depth limit.

use super::Pvs;
use super::moves::{ListedMove, Progress};
use super::node::Node;
use super::numbers::PvsNumbers;
use super::order::Rank;
use crate::game::{Evaluate, Heuristics};
use crate::value::Value;

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// Whether a move is not worth a look near the depth limit. Never the first one, never
    /// while the mover is losing or forced, never a check.
    pub(super) fn is_left_out(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
    ) -> bool {
        let safe = so_far.tried > 0
            && node.ply > 0
            && node.depth <= self.numbers.pruned_depth
            && !node.forced
            && so_far.value.for_player(node.mover) > -Value::WIN_BAND;
        safe && listed.rank != Rank::Trusted
            && (self.comes_too_late(node, so_far, listed)
                || self.is_futile(node, so_far, listed)
                || self.has_failed_often(node, listed)
                || self.loses_too_much(node, listed))
            && !node.game.forces(listed.mv)
    }

    /// Late-move pruning: by now the history would have put a good quiet move earlier.
    /// Without: 249 / 24 / 50.
    fn comes_too_late(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
    ) -> bool {
        let enough = 4 + (node.depth * node.depth) as usize;
        let enough = if node.improving { enough } else { enough.div_ceil(2) };
        self.options.late_move_pruning && listed.rank == Rank::Quiet && so_far.quiet >= enough
    }

    /// Futility: a quiet move will not gain what is missing. Without: 259 / 33 / 58.
    fn is_futile(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
    ) -> bool {
        if !self.options.futility || listed.rank != Rank::Quiet || node.open {
            return false;
        }
        let depth = self.depth_left(node, so_far, listed);
        let hoped = node.eval + self.numbers.futility + self.numbers.futility_ply * depth as f32;
        hoped <= so_far.left.alpha(node.mover).for_player(node.mover)
    }

    /// A move that hangs more than the plies left could win back. Without: 261 / 40 / 54.
    fn loses_too_much(&self, node: &Node<'_, G>, listed: &ListedMove<G::Move>) -> bool {
        if !self.options.see_pruning || node.open {
            return false;
        }
        let PvsNumbers { quiet_loss, capture_loss, .. } = self.numbers;
        let allowed = if listed.quiet { quiet_loss } else { capture_loss };
        node.game.see(listed.mv) < -allowed * node.depth
    }

    /// The depth of a quiet move: in games, without what it is going to be reduced.
    fn depth_left(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
    ) -> i32 {
        if !self.plays || node.depth < 3 {
            return node.depth;
        }
        let reduction = self.plies_reduced(node, so_far) - self.plies_for_history(listed)
            + i32::from(!node.improving);
        (node.depth - reduction.max(0)).max(1)
    }

    /// In games: a quiet move that has failed again and again.
    fn has_failed_often(&self, node: &Node<'_, G>, listed: &ListedMove<G::Move>) -> bool {
        self.options.late_move_pruning
            && listed.rank == Rank::Quiet
            && self.plays
            && !node.open
            && node.depth <= self.numbers.failed_depth
            && listed.score < self.numbers.least_history * node.depth
    }
}
