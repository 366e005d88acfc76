//! What a search in another thread begins with.

use super::super::transposition::Table;
use super::history::History;
use super::{Pvs, PvsOptions};
use crate::game::{Evaluate, Heuristics};
use crate::search::report::Root;

/// The table, which is shared, and as much about moves as the first thread knows.
#[derive(Debug)]
pub(super) struct Beside<G: Heuristics> {
    root: Root<G>,
    options: PvsOptions,
    table: Table,
    history: History,
}

impl<G: Heuristics + Evaluate> Beside<G> {
    pub(super) fn into_pvs(self) -> Pvs<G> {
        let Beside { root, options, table, history } = self;
        Pvs { history, ..Pvs::with_table(root, options, table) }
    }
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// The same for another thread.
    pub(super) fn beside(&self) -> Beside<G> {
        Beside {
            root: self.walk.root.clone(),
            options: self.options,
            table: self.table.sharing(),
            history: self.history.clone(),
        }
    }
}
