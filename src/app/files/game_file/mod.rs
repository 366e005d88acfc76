//! Games in PGN. [`written_games`] reads them as they are written, so that they can be written again. From that come
//! one game up to the position that is to be analysed, the lines of all with their variations, and main lines.
//!
//! The reader takes what is found in the wild: moves in any notation that fits one legal move,
//! missing tags, results and blank lines, several tags in a line, old line ends. But nothing is
//! skipped that may be a move: that would analyse another game.

mod error;
mod lines;
mod main_line;
mod read;
mod recognize;
mod scanner;
mod written;

pub use error::GameFileError;
pub use lines::{Found as FoundLines, GameLines, lines_in, read_lines};
pub use main_line::{MainLine, main_line, read_move, refuse_open, start};
pub use read::{read, text_of};
pub use recognize::{begins_like_a_game, is_named_like_games};
pub use written::{WrittenGame, written_games};
