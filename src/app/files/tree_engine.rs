//! The engine that searches for a tree: the one that it was made with.

use std::path::Path;

use thiserror::Error;

use crate::app::engines::NoEngines;
use crate::app::printable::printable_path;
use crate::app::searchers::{self, SearcherKind};

/// A tree over another engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{file} was made with {made_with}, and {present} gives different values; name that engine \
     with --engine and --engine-option, or take the tree over with shans resume --force"
)]
pub struct OtherEngine {
    /// The file.
    file: String,
    /// The engine that it was made with.
    made_with: String,
    /// The engine that is to continue with it.
    present: String,
}

impl OtherEngine {
    /// What comes of it where the tree is continued all the same.
    pub fn taken_over(&self) -> String {
        let OtherEngine { file, made_with, present } = self;
        format!(
            "{file} was made with {made_with}; its values are mixed with those of {present} from now on, whose name it \
             bears"
        )
    }
}

/// The difference between the engine that has made a tree, by the full name of its searcher, and the one
/// that is to continue with it; `None` if there is none.
///
/// # Errors
///
/// [`NoEngines`] if the engine cannot be started.
pub fn other_engine(
    file: &Path,
    made_by: &str,
    searcher: &SearcherKind,
) -> Result<Option<OtherEngine>, NoEngines> {
    let present = searcher.full_name()?;
    let engine_of = |name| searchers::engine_of(name).map(|(_, engine)| engine);
    let (made_with, present) = (engine_of(made_by), engine_of(&present));
    let name = |engine: Option<&str>| engine.unwrap_or("the search of this program").to_string();
    Ok((made_with != present).then(|| OtherEngine {
        file: printable_path(file).to_string(),
        made_with: name(made_with),
        present: name(present),
    }))
}
