//! Which evaluation has made a tree.

use std::io::Read;

use crate::app::evaluations::EvaluationKind;
use crate::app::games::{CommandLineGame, EndingTables};
use crate::store::TreeFile;

/// The evaluation that has made a tree; `None` if it is none of this program, as with the
/// network of a file.
pub fn evaluation_of<G: CommandLineGame>(file: &TreeFile<impl Read>) -> Option<EvaluationKind> {
    let has_made = |kind: &EvaluationKind| {
        let evaluator = G::evaluator_of(kind);
        file.info::<G>(&evaluator).same_evaluation
    };
    EvaluationKind::NAMED.into_iter().find(has_made)
}

/// The evaluator to look into a tree with: the one that has made it, or else the default; with these
/// endgame tables.
pub fn evaluator_for<G: CommandLineGame>(
    file: &TreeFile<impl Read>,
    tables: EndingTables,
) -> G::Evaluator {
    let evaluator = G::evaluator_of(&evaluation_of::<G>(file).unwrap_or_default());
    G::with_tables(evaluator, tables.for_tree(file.table_pieces()))
}
