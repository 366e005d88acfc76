//! Games in PGN: one of them is read, up to the position that is to be analysed; or all of them, with their
//! variations. [`written_games`] keeps them as they are written, so that they can be written again.
//!
//! The reader takes what is found in the wild: moves in any notation that fits one legal move,
//! missing tags, results and blank lines, several tags in a line, old line ends. But nothing is
//! passed over that may be a move: that would analyse another game.

mod error;
mod games;
mod lexer;
mod lines;
mod read;
mod recognize;
mod scanner;
mod written;

pub use lines::read_lines;
pub use read::{cannot_read, open, read};
pub use recognize::{begins_like_a_game, is_named_like_games};
pub use scanner::TextPlace;
pub use written::{WrittenGame, written_games};
