//! Probcut: a capture that wins so much that a search four plies shallower still ends far above the window will refute the position
//! (Buro, *ProbCut*, ICCA Journal 18, 1995). For games alone.

use super::super::deepening::DepthFirst;
use super::super::transposition::{Bound, TableEntry};
use super::node::Node;
use super::numbers::PvsNumbers;
use super::{PlyState, Pvs};
use crate::game::{Estimate, Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::{Player, Value};

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// The value of a capture that refutes the position, whose static value is `stands`.
    pub(super) fn probcut(
        &mut self,
        node: &Node<'_, G>,
        stands: Value,
    ) -> Result<Option<Value>, Stop> {
        let PvsNumbers { probcut, probcut_depth, probcut_shallower, .. } = self.numbers;
        let goal = node.beta() + probcut;
        let is_tried = self.plays
            && !node.open
            && !node.forced
            && node.depth >= probcut_depth
            && node.ply > 0
            && node.beta().abs() < Value::WIN_BAND;
        // The table knows that no move is so good.
        let is_hopeless = node.entry.is_some_and(|entry| {
            entry.depth > node.depth - probcut_shallower
                && entry.value.for_player(node.mover) < goal
        });
        if !is_tried || is_hopeless {
            return Ok(None);
        }
        let at = Value::centipawns(goal * node.mover.sign());
        let window = match node.mover {
            Player::Max => Window { high: at, ..Window::FULL },
            Player::Min => Window { low: at, ..Window::FULL },
        };
        self.walk.enter(node.key, node.ply);
        let found = self.refuting_capture(node, &window, goal)?;
        self.walk.leave();
        let Some((mv, value)) = found else { return Ok(None) };
        if node.entry.is_none() {
            let bound = Bound::of(window.beta_probe(node.mover), value);
            let best = Some(node.game.encode(mv));
            let depth = node.depth - probcut_shallower + 1;
            let entry = TableEntry { value, bound, eval: stands, depth, best };
            self.store(node.key, node.ply, entry);
        }
        Ok(Some(value))
    }

    fn refuting_capture(
        &mut self,
        node: &Node<'_, G>,
        window: &Window,
        goal: f32,
    ) -> Result<Option<(G::Move, Value)>, Stop> {
        let stands = self.stack[node.frame()].eval.map_or(0.0, |eval| eval.for_player(node.mover));
        let probe = window.beta_probe(node.mover);
        let shallower = self.numbers.probcut_shallower;
        let mut captures: Vec<Estimate<G::Move>> = Vec::new();
        node.game.tactical(&mut captures);
        captures.sort_by_key(|capture| std::cmp::Reverse(capture.gain));
        for Estimate { mv, .. } in captures {
            if (node.game.see(mv) as f32) < goal - stands {
                continue;
            }
            self.table.prefetch_after(node.game, mv);
            let child = self.walk.make(node.game, mv)?;
            self.stack[node.frame()].made = Some(node.game.slot(mv));
            self.stack[node.frame() + 1] = PlyState::default();
            let mut value = self.node(&child, probe, 0, node.ply + 1)?;
            if window.is_refuted_by(node.mover, value) {
                value = self.node(&child, probe, node.depth - shallower, node.ply + 1)?;
            }
            if window.is_refuted_by(node.mover, value) && value.win().is_none() {
                return Ok(Some((mv, value)));
            }
        }
        Ok(None)
    }
}
