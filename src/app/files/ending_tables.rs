//! Endgame tables that a command is given, and the messages about them.

use std::path::Path;

use crate::app::args::TableArgs;
use crate::app::evaluations::EvaluationKind;
use crate::app::exit;
use crate::app::games::{CommandLineGame, EndingTables};

/// Opens the tables of the arguments. A warning tells what cannot be used.
pub fn open(args: &TableArgs) -> EndingTables {
    let folders = args.syzygy.as_ref().map_or(&[][..], |folders| &folders.0);
    let (tables, troubles) = EndingTables::open(folders, args.syzygy_probe_limit);
    troubles.iter().for_each(|trouble| exit::warn(trouble));
    tables
}

/// The evaluator of this name with the tables of the arguments.
pub fn evaluator<G: CommandLineGame>(kind: &EvaluationKind, args: &TableArgs) -> G::Evaluator {
    G::with_tables(G::evaluator_of(kind), open(args))
}

/// Tells what went wrong with tables since the last time.
pub fn warn_of<G: CommandLineGame>(evaluator: &G::Evaluator) {
    G::table_troubles(evaluator).iter().for_each(|trouble| exit::warn(trouble));
}

/// The message about a tree that continues without the tables that made it; `None` if they are available.
pub fn lacking(file: &Path, tables: &EndingTables) -> Option<String> {
    tables.lack_some().then(|| {
        format!(
            "{} was made with endgame tables of up to {} pieces, which are missing here: their \
             proofs are believed, and other endgames are searched",
            file.display(),
            tables.remembered,
        )
    })
}
