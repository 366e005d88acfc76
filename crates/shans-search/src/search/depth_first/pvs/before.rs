//! What may decide a node before its moves are looked at.

use super::super::deepening::DepthFirst;
use super::node::Node;
use super::{PlyState, Pvs};
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::value::Value;

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// The value of a node that needs no look at its moves.
    pub(super) fn before_moves(&mut self, node: &mut Node<'_, G>) -> Result<Option<Value>, Stop> {
        if !node.open && !node.forced {
            if self.is_futile_for_opponent(node) {
                return Ok(Some(Value::centipawns(node.eval * node.mover.sign())));
            }
            if let Some(value) = self.null_move(node)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Reverse futility: the position is so far above the window that the opponent will not
    /// bring it down in the plies left. Dear where tactics count: at 7 plies and 85 centipawns it
    /// cost 15 positions against 5 and 110; at 3 and 150 263 / 45 / 61, without it 265 / 46 / 69.
    fn is_futile_for_opponent(&self, node: &Node<'_, G>) -> bool {
        let plies = node.depth - i32::from(node.improving);
        self.options.reverse_futility
            && node.depth <= self.numbers.reverse_depth
            && node.beta().abs() < Value::WIN_BAND
            && node.eval - self.numbers.reverse_margin * plies as f32 >= node.beta()
    }

    /// Null move: if even passing, with a search much less deep, holds the window, a move will.
    /// Not where having to move may be what loses; at high depth a search without passing has
    /// to agree. Without: 257 / 39 / 55.
    fn null_move(&mut self, node: &mut Node<'_, G>) -> Result<Option<Value>, Stop> {
        let frame = node.frame();
        let beta = node.beta();
        let tried = self.options.null_move
            && node.depth >= self.numbers.pass_depth
            && node.eval >= beta
            && beta.abs() < Value::WIN_BAND
            && node.ply > 0
            && !self.stack[frame].no_pass;
        if !tried {
            return Ok(None);
        }
        let Some(passed) = node.game.pass() else { return Ok(None) };
        let reduction = 3 + node.depth / 3 + ((node.eval - beta) / 200.0).min(3.0) as i32;
        let depth = node.depth - reduction;
        let probe = node.window.beta_probe(node.mover);
        self.walk.budget.count_node()?;
        self.stack[frame].made = None;
        self.stack[frame + 1] = PlyState { no_pass: true, ..PlyState::default() };
        self.walk.enter(node.key, node.ply);
        let value = self.node(&passed, probe, depth, node.ply + 1)?;
        self.walk.leave();
        self.stack[frame + 1] = PlyState::default();
        if !node.window.is_refuted_by(node.mover, value) {
            return Ok(None);
        }
        // A win seen after a pass is not a win.
        let value = if value.win().is_some() { node.window.beta(node.mover) } else { value };
        let holds = node.depth < self.numbers.verified_depth || self.verified(node, depth)?;
        Ok(holds.then_some(value))
    }

    /// Searches the node itself, without passing here.
    fn verified(&mut self, node: &Node<'_, G>, depth: i32) -> Result<bool, Stop> {
        let frame = node.frame();
        self.stack[frame].no_pass = true;
        let probe = node.window.beta_probe(node.mover);
        let value = self.node(node.game, probe, depth.max(1), node.ply)?;
        self.stack[frame].no_pass = false;
        Ok(node.window.is_refuted_by(node.mover, value))
    }
}
