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

/// In games: the others stay so far behind that two plies are added, centipawns ...
const FAR_BEHIND: f32 = 20.0;
/// ... no more often than this on the way to a position.
const MOST_DOUBLED: u8 = 6;

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
        let is_singular = !below_target.is_refuted_by(mover, others);
        if !self.profile.extends_more {
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
            let is_double = !node.open && target - others > FAR_BEHIND && doubled < MOST_DOUBLED;
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
            && node.depth >= DEPTH
            && self.stack[node.frame()].excluded.is_none()
            && entry.best == Some(node.game.encode(mv))
            && entry.depth >= node.depth - SLACK
            && (entry.bound == at_least || entry.bound == Bound::Exact)
            && entry.value.win().is_none();
        worth_it.then_some(entry.value)
    }
}
