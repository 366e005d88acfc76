//! Lines in arguments that are to be searched before anything else.

use thiserror::Error;

use crate::app::args::line_argument;
use crate::app::games::CommandLineGame;
use crate::app::usage::UsageError;
use crate::search::{BestFirst, CannotStep};

/// A line that cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("--include {line:?}: {why}")]
pub struct CannotInclude {
    line: String,
    why: CannotStep,
}

/// Has these lines searched first, each from the position analysed.
///
/// # Errors
///
/// [`UsageError`] for a move that is not legal, or is left out.
pub fn include<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    texts: &[String],
) -> Result<(), UsageError> {
    let lines = line_argument::lines(search.position(), "--include", texts);
    for (line, text) in lines.map_err(UsageError::new)?.iter().zip(texts) {
        let cannot = |why| UsageError::new(CannotInclude { line: text.clone(), why });
        search.include(line).map_err(cannot)?;
    }
    Ok(())
}
