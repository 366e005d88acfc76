//! Lines in arguments that are to be searched before anything else, or not at all.

use std::error::Error;

use thiserror::Error;

use crate::app::args::move_argument;
use crate::app::games::CommandLineGame;
use crate::app::usage::UsageError;
use crate::search::BestFirst;

/// A line that cannot be searched, or a move that cannot be left out.
#[derive(Debug, Error)]
#[error("{option} {line:?}: {why}")]
struct CannotFollow {
    option: &'static str,
    line: String,
    why: Box<dyn Error + Send + Sync>,
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
    follow(search, "--exclude", texts, BestFirst::leave_out)
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
    follow(search, "--include", texts, BestFirst::include)
}

fn follow<G: CommandLineGame, E: Error + Send + Sync + 'static>(
    search: &mut BestFirst<G>,
    option: &'static str,
    texts: &[String],
    tell: impl Fn(&mut BestFirst<G>, &[G::Move]) -> Result<(), E>,
) -> Result<(), UsageError> {
    let lines = move_argument::lines(search.position(), option, texts);
    for (line, text) in lines.map_err(UsageError::new)?.iter().zip(texts) {
        let cannot = |why: E| CannotFollow { option, line: text.clone(), why: why.into() };
        tell(search, line).map_err(|why| UsageError::new(cannot(why)))?;
    }
    Ok(())
}
