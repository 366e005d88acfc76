//! Which moves of a node are searched less deep, and how deep again.

use super::Pvs;
use super::moves::{ListedMove, Progress};
use super::node::Node;
use super::numbers::PvsNumbers;
use super::order::Rank;
use crate::game::{Evaluate, Heuristics};
use crate::value::Value;

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// Late-move reduction: the later in the order the less a quiet move promises. Less for open
    /// windows and moves with a good history, none for checks; and none for captures, losing
    /// ones included: what looks like a sacrifice is one often enough (wac300 / iq4 244 / 49, with
    /// losing captures left alone 258 / 61). Without reductions: 257 / 33 / 56.
    pub(super) fn reduction(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
        child: &G,
    ) -> i32 {
        let applies = self.options.late_move_reduction
            && node.depth >= 3
            && so_far.tried >= 2
            && self.is_reducible(listed)
            && !node.forced
            && !child.forced();
        if !applies {
            return 0;
        }
        let mut reduction = self.plies_reduced(node, so_far);
        reduction -= i32::from(node.open) + self.plies_for_history(listed);
        reduction += i32::from(!node.improving);
        reduction += if self.plays && node.cut { self.numbers.cut_reduction } else { 0 };
        reduction.clamp(0, node.depth - 2)
    }

    fn is_reducible(&self, listed: &ListedMove<G::Move>) -> bool {
        listed.rank == Rank::Quiet || self.plays && (listed.rank == Rank::Losing || listed.quiet)
    }

    /// By depth and place in the order alone.
    pub(super) fn plies_reduced(&self, node: &Node<'_, G>, so_far: &Progress<G::Move>) -> i32 {
        let PvsNumbers { reduction, reduction_divisor, .. } = self.numbers;
        // In f64, so that no library's last bit decides: the same search on every machine.
        let product = f64::from(node.depth).ln() * (so_far.tried.max(1) as f64).ln();
        (product / reduction_divisor + reduction) as i32
    }

    /// How much less the history of a move lets it be reduced; a ply where another reason than history ordered it.
    pub(super) fn plies_for_history(&self, listed: &ListedMove<G::Move>) -> i32 {
        if listed.rank == Rank::Quiet { listed.score / self.numbers.history_ply } else { 1 }
    }

    /// In games, how many plies deeper a move is searched again that was better than expected in the reduced search: one where it is much
    /// better than the best so far, one less where it hardly is.
    pub(super) fn adjustment(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        value: Value,
        reduction: i32,
    ) -> i32 {
        if !self.plays || node.ply == 0 {
            return 0;
        }
        let above = value.for_player(node.mover) - so_far.value.for_player(node.mover);
        let PvsNumbers { much_better, much_better_ply, hardly_better, .. } = self.numbers;
        if above > much_better + much_better_ply * (node.depth - 1) as f32 {
            1
        } else {
            -i32::from(above < hardly_better && reduction > 1)
        }
    }
}
