//! A judge for claims about a chess position: what the rules say is proven, what a search finds holds, and what neither says is unknown.
//!
//! | file | what it is for |
//! |---|---|
//! | `read` | claims as they are written |
//! | `mate` | mates that are proven |
//! | `judge` | what is said of each |

mod judge;
mod mate;
mod read;

#[cfg(test)]
mod tests;

pub use read::UnreadableClaim;

use super::command_line_game::GivenPosition;
use super::judgement::Judgement;
use crate::chess::Position;
use crate::inspect::Trials;

/// What is to be said of a claim.
///
/// # Errors
///
/// A text that is no claim, or that names a move that is not legal.
pub(super) fn check(
    given: &GivenPosition<Position>,
    claim: &str,
    trials: &mut Trials,
) -> Result<Judgement, UnreadableClaim> {
    let GivenPosition { position, is_claimable, .. } = given;
    let claim = read::read(position, claim)?;
    Ok(judge::Judge { position, is_claimable: *is_claimable, trials }.judge(claim))
}
