//! Singular extension: a best move without an alternative deserves one more ply. Without:
//! 265 / 35 / 61, and 59 instead of 63 of our own 70 tactical positions.

use super::super::deepening::DepthFirst;
use super::super::transposition::Bound;
use super::Pvs;
use super::node::Node;
use super::numbers::PvsNumbers;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::{Player, Value};

/// What the test of the table's move has shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extension {
    /// The move is searched this much deeper.
    Plies(i32),
    /// The other moves refute, too: the value of the position.
    Refuted(Value),
}

impl Extension {
    pub(super) const NONE: Extension = Extension::Plies(0);
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// How many plies deeper the table's move is searched: one, if a search half as deep without
    /// it stays behind the value that the table has for it.
    pub(super) fn singular_extension(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
    ) -> Result<Extension, Stop> {
        let Some(value) = self.value_to_test(node, mv) else { return Ok(Extension::NONE) };
        let (frame, mover) = (node.frame(), node.mover);
        let margin = self.numbers.singular_margin * node.depth as f32;
        let target = Value::centipawns(value.raw() - mover.sign() * margin);
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
        let is_singular = !below_target.is_refuted_by(mover, others);
        if !self.plays {
            return Ok(Extension::Plies(i32::from(is_singular)));
        }
        Ok(self.extension(node, [value, target, others], is_singular))
    }

    /// In games: two plies if the others stay far behind; where they hold the window too, the position is refuted ("multicut"); and
    /// one ply less where the table's move is expected to, but is not the only one.
    fn extension(&self, node: &Node<'_, G>, values: [Value; 3], is_singular: bool) -> Extension {
        let [value, target, others] = values.map(|value| value.for_player(node.mover));
        let beta = node.beta();
        if is_singular {
            let doubled = self.stack[node.frame()].doubled;
            let PvsNumbers { far_behind, most_doubled, .. } = self.numbers;
            let is_double = !node.open && target - others > far_behind && doubled < most_doubled;
            return Extension::Plies(1 + i32::from(is_double));
        }
        if !node.open && target >= beta && beta.abs() < Value::WIN_BAND {
            return Extension::Refuted(Value::centipawns(target * node.mover.sign()));
        }
        Extension::Plies(-i32::from(value >= beta))
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
            && node.depth >= self.numbers.singular_depth
            && self.stack[node.frame()].excluded.is_none()
            && entry.best == Some(node.game.encode(mv))
            && entry.depth >= node.depth - self.numbers.singular_slack
            && (entry.bound == at_least || entry.bound == Bound::Exact)
            && entry.value.win().is_none();
        worth_it.then_some(entry.value)
    }
}
