//! What a search in another thread begins with.

use super::super::transposition::Table;
use super::learned::Learned;
use super::{Pvs, PvsOptions};
use crate::game::{Evaluate, Heuristics};
use crate::search::report::Root;

/// The table, which is shared, and as much about moves as the first thread knows.
#[derive(Debug)]
pub(super) struct Beside<G: Heuristics> {
    root: Root<G>,
    options: PvsOptions,
    plays: bool,
    table: Table,
    learned: Learned,
}

impl<G: Heuristics + Evaluate> Beside<G> {
    pub(super) fn into_pvs(self) -> Pvs<G> {
        let Beside { root, options, plays, table, learned } = self;
        let mut pvs = Pvs { learned, ..Pvs::with_table(root, options, table) };
        pvs.set_plays(plays);
        pvs
    }
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// The same for another thread.
    pub(super) fn beside(&self) -> Beside<G> {
        Beside {
            root: self.walk.root.clone(),
            options: self.options,
            plays: self.plays,
            table: self.table.sharing(),
            learned: self.learned.clone(),
        }
    }
}
