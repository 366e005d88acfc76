//! Visits that are made outside the loop: for a step, and where the tree is full.

use super::super::growth::Growth;
use super::super::search::BestFirst;
use super::move_work::Making;
use super::visit::Work;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::limits::Stop;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What making this move of the position analysed, where the path ends, before its turn finds out; `None`
    /// if all are made.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::send_out`] and [`BestFirst::next_growth`].
    pub(in super::super) fn make_before_turn(
        &mut self,
        mv: MoveCode,
    ) -> Result<Option<Growth>, Stop> {
        if !self.node().next.exists() {
            return Ok(None);
        }
        let work = Work::Moves(self.list_moves(Making::One, Some(mv))?);
        self.begin_visit(self.visit_of_end(work), false)?;
        loop {
            if let Some(growth) = self.next_growth()? {
                return Ok(Some(growth));
            }
        }
    }

    /// The node at the end of the path becomes a leaf, if it is none, and the next visit searches it
    /// deeper: the tree has no room for its moves.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::send_out`].
    pub(in super::super) fn deepen_searched(&mut self) -> Result<(), Stop> {
        if let Some(end) = self.walk.end().map(|end| end.id) {
            self.collapse(end);
        }
        match self.select_without_room()? {
            Some(visit) => self.begin_visit(visit, false),
            None => Ok(()),
        }
    }
}
