//! A leaf searched deeper and deeper, as a whole position is, until its grant is spent.

use super::super::deepening::DEEPEST;
use super::PvsLeaves;
use super::leaf::{LeafPosition, LeafValue};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::Budget;
use crate::search::limits::Stop;
use crate::value::Value;

/// What a leaf is worth, and how deep the last search was that was finished, plies.
pub(in crate::search) type Deepened<M> = (LeafValue<M>, u16);

/// The answer that there is so far.
struct Found<M> {
    leaf: LeafValue<M>,
    depth: u16,
    /// A deeper search would find the same.
    is_final: bool,
}

impl<G: Heuristics + Evaluate> PvsLeaves<G> {
    /// The value of a leaf, its best line and the depth of the last iteration that was finished, as
    /// deep as the grant of the budget lets it. The position counts as the top of its search, whatever
    /// lies before it. `None` if the grant was too small for any answer.
    ///
    /// # Errors
    ///
    /// The limit that struck in the middle, if it was not the grant.
    pub(in crate::search) fn deepen(
        &mut self,
        leaf: &LeafPosition<'_, G>,
        budget: &mut Budget,
    ) -> Result<Option<Deepened<G::Move>>, Stop> {
        self.forget_killers();
        std::mem::swap(budget, &mut self.pvs.walk.budget);
        self.pvs.walk.begins_with_best = true;
        let found = self.deepened(leaf);
        self.pvs.walk.begins_with_best = false;
        self.pvs.walk.carried.clear();
        self.pvs.walk.changes.clear();
        std::mem::swap(budget, &mut self.pvs.walk.budget);
        Ok(found?.map(|found| (found.leaf, found.depth)))
    }

    fn deepened(&mut self, leaf: &LeafPosition<'_, G>) -> Result<Option<Found<G::Move>>, Stop> {
        let mut found: Option<Found<G::Move>> = None;
        for depth in 1..=DEEPEST {
            let previous = match &found {
                Some(Found { is_final: true, .. }) => break,
                Some(found) => found.leaf.value,
                None => Value::DRAW,
            };
            self.begin_leaf(&LeafPosition { plies: depth as u16, ply: 0, ..*leaf });
            let walk = &mut self.pvs.walk;
            (walk.root_line, walk.met_horizon, walk.met_chance) = (None, false, false);
            walk.lines.clear(0);
            match self.pvs.iteration(leaf.game, depth, previous) {
                Ok(value) => found = Some(self.finished(value, depth)),
                Err(stop) if self.pvs.walk.budget.is_grant_spent(stop) => {
                    self.improve(&mut found);
                    break;
                }
                Err(stop) => return Err(stop),
            }
        }
        Ok(found)
    }

    /// What an iteration has found that was finished.
    fn finished(&mut self, value: Value, depth: u32) -> Found<G::Move> {
        let walk = &mut self.pvs.walk;
        let line = walk.lines.root_line().to_vec();
        walk.carried.clone_from(&line);
        // A win has been seen often enough, as it has at the root ([`deepen`](super::super::deepening)).
        let win = value.win().filter(|_| !walk.met_chance);
        let is_final =
            !walk.met_horizon || win.is_some_and(|(_, plies)| 2 * u32::from(plies) + 10 <= depth);
        Found { leaf: LeafValue { value, line }, depth: depth as u16, is_final }
    }

    /// Takes over what the last iteration, unfinished, has found: it began with the best move.
    fn improve(&self, found: &mut Option<Found<G::Move>>) {
        if let Some((found, (line, value))) = found.as_mut().zip(self.pvs.walk.root_line.as_ref()) {
            found.leaf = LeafValue { value: *value, line: line.clone() };
        }
    }
}
