//! Lines in arguments that are to be searched before anything else, or not at all.

use thiserror::Error;

use crate::app::args::line_argument;
use crate::app::games::CommandLineGame;
use crate::app::usage::UsageError;
use crate::search::{BestFirst, CannotLeaveOut, CannotStep};

/// A line that cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("--include {line:?}: {why}")]
pub struct CannotInclude {
    line: String,
    why: CannotStep,
}

/// A move that cannot be left out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("--exclude {line:?}: {why}")]
pub struct CannotExclude {
    line: String,
    why: CannotLeaveOut,
}

/// Leaves the last moves of these lines out, each from the position analysed.
///
/// # Errors
///
/// [`UsageError`] for a move that is not legal, and for one besides which there is none.
pub fn leave_out<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    texts: &[String],
) -> Result<(), UsageError> {
    let lines = line_argument::lines(search.position(), "--exclude", texts);
    for (line, text) in lines.map_err(UsageError::new)?.iter().zip(texts) {
        let cannot = |why| UsageError::new(CannotExclude { line: text.clone(), why });
        search.leave_out(line).map_err(cannot)?;
    }
    Ok(())
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
