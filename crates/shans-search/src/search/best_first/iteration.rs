//! One iteration: data that passes through four functions, for both forms of the search.

use super::growth::Growth;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::memory::WhenFull;
use crate::tree::NodeForm;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// One iteration, or a question and its answer on the way to the end of one. Where the tree is full,
    /// something is freed, or a leaf is searched deeper in place of growing.
    ///
    /// # Errors
    ///
    /// The limit that ended it. The tree is as before then, and what was found out so far is kept.
    pub(super) fn iterate(&mut self) -> Result<(), Stop> {
        let found = self.find_next_variation();
        self.take_in(found)
    }

    /// The rest of an iteration that has found this out.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::iterate`].
    pub(super) fn take_in(&mut self, found: Result<Option<Growth>, Stop>) -> Result<(), Stop> {
        let done = match found {
            Ok(Some(growth)) => self.make_variation(&growth).map(|()| {
                self.result_definition(&growth);
                self.keep_room();
            }),
            asked => asked.map(|_| ()),
        };
        match done {
            Err(Stop::Memory) if self.room.when_full == WhenFull::Free => self.make_room(),
            done => done,
        }
    }

    /// Selects the node that grows, plans what must be known about it, and finds that out. `None` if
    /// another question has to be answered first. Nothing of the tree changes.
    fn find_next_variation(&mut self) -> Result<Option<Growth>, Stop> {
        match self.tree.form() {
            NodeForm::Explored => match self.plan_included()? {
                Some(growth) => Ok(Some(growth)),
                None => self.plan_iteration().map(Some),
            },
            NodeForm::Searched => {
                self.send_out(self.jobs())?;
                self.next_growth()
            }
        }
    }

    /// Applies what was found out to the node at the end of the path.
    fn make_variation(&mut self, growth: &Growth) -> Result<(), Stop> {
        self.apply(growth)
    }

    /// Backs the new numbers and the work up to the root, and notes what follows for the answer.
    pub(super) fn result_definition(&mut self, growth: &Growth) {
        self.back_up(growth);
        self.note_result();
    }
}
