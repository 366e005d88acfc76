//! Singular extension: a best move without an alternative deserves one more ply. Without:
//! 265 / 35 / 61, and 59 instead of 63 of our own 70 tactical positions.

use super::super::deepening::DepthFirst;
use super::super::transposition::Bound;
use super::Pvs;
use super::node::Node;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::{Player, Value};

/// The least depth at which a move is tested.
const DEPTH: i32 = 6;
/// The table's value may stem from a search that is this many plies less deep.
const SLACK: i32 = 3;
/// How far the others must stay behind, centipawns per ply of depth.
const MARGIN: f32 = 2.0;

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// How many plies deeper the table's move is searched: one, if a search half as deep without
    /// it stays behind the value that the table has for it.
    pub(super) fn singular_extension(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
    ) -> Result<i32, Stop> {
        let Some(value) = self.value_to_test(node, mv) else { return Ok(0) };
        let (frame, mover) = (node.frame(), node.mover);
        let target = Value::centipawns(value.raw() - mover.sign() * MARGIN * node.depth as f32);
        let below_target = match mover {
            Player::Max => Window { high: target, ..Window::FULL },
            Player::Min => Window { low: target, ..Window::FULL },
        };
        self.stack[frame].excluded = Some(node.game.encode(mv));
        // The same position once more is not a repetition.
        self.walk.leave();
        let probe = below_target.beta_probe(mover);
        let others = self.node(node.game, probe, (node.depth - 1) / 2, node.ply)?;
        self.walk.enter(node.key, node.ply);
        self.stack[frame].excluded = None;
        self.walk.lines.clear(node.ply);
        Ok(i32::from(!below_target.is_refuted_by(mover, others)))
    }

    /// The table's value for its move, if that is worth a test.
    fn value_to_test(&self, node: &Node<'_, G>, mv: G::Move) -> Option<Value> {
        let entry = node.entry?;
        let at_least = match node.mover {
            Player::Max => Bound::Lower,
            Player::Min => Bound::Upper,
        };
        let worth_it = self.options.singular_extension
            && node.ply > 0
            && node.ply < self.longest
            && node.depth >= DEPTH
            && self.stack[node.frame()].excluded.is_none()
            && entry.best == Some(node.game.encode(mv))
            && entry.depth >= node.depth - SLACK
            && (entry.bound == at_least || entry.bound == Bound::Exact)
            && entry.value.win().is_none();
        worth_it.then_some(entry.value)
    }
}
