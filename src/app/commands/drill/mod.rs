//! The drill: positions as questions that come again when they are about to be forgotten.
//!
//! | file | what it is for |
//! |---|---|
//! | `repertoire` | the positions of a repertoire as questions, found in its tree |
//! | `puzzles` | those of a file of puzzles |
//! | `question` | a question, and which one is asked next |
//! | `judge` | what an answer is worth, and how a wrong one is refuted |
//! | `memory` | when a question comes again (FSRS) |
//! | `progress` | the answers that were given, in a file beside the tree |
//!
//! The page of `explore` asks, and `prepare --due` says what is due. Nothing of it is in the tree. No clock is read here: whoever
//! asks says what time it is.

mod judge;
mod memory;
mod progress;
mod puzzles;
mod question;
mod repertoire;

pub use judge::{Judged, Verdict, judge};
pub use memory::{Grade, Memory, time};
pub use progress::Progress;
pub use puzzles::Puzzles;
pub use question::{Next, Question, next};
pub use repertoire::questions;
