//! Causes: why a line wins something, as far as positions and lines show it. Nothing here searches; whether a cause is *the* cause is
//! for others to find out by taking it away.
//!
//! | file | what it is for |
//! |---|---|
//! | `board` | facts of one position: exchanges, guards, pins, what would be taken after a pass |
//! | `line` | a line as its attacker sees it, and where it wins something for good |
//! | `detect` | why a capture of a line is possible, and what the move before the line has to do with it |
//! | `edit` | positions with one thing changed; pawns that run |
//! | `kind` | the causes by name |
//! | `words` | the causes in English: a file like it is another language |

mod board;
mod detect;
mod edit;
mod kind;
mod line;
mod words;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use board::{
    Stood, attackers, balance, is_back_rank, is_passed, mate_in_one, passed, pinned_to_king,
    takes_on, victim_square, wins_on, worth,
};
pub use detect::{Candidate, capture_causes, first_square, given_up, opened, origin};
pub use edit::{castled, pawn_back, runs, with_exit};
pub use kind::{Cause, Origin, Saving};
pub use line::{Event, EventKind, Line};
pub use words::piece;
