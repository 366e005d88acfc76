//! Games in PGN. [`written_games`] reads them as they are written, so that they can be written again. From that come
//! one game up to the position that is to be analysed, the lines of all with their variations, and main lines.
//!
//! The reader takes what is found in the wild: moves in any notation that fits one legal move,
//! missing tags, results and blank lines, several tags in a line, old line ends. But nothing is
//! skipped that may be a move: that would analyse another game. A line is read up to its first fault, and all
//! other lines are read whatever is wrong with that one.
//!
//! | file | what it does |
//! |---|---|
//! | `scanner`, `tags` | the parts of a text: tags, comments, brackets, words |
//! | `reader`, `split`, `written` | the parts put together: games as they are written |
//! | `stream`, `clean` | the same from an input of any length, and faster where nothing is unusual |
//! | `main_line`, `lines`, `played`, `move_tree` | games as they are played: the main line, and all lines |
//! | `read` | one game up to a place |
//! | `comments` | what people say in a game |
//! | `noted` | a game with its variations and all that is said in it |
//! | `told` | what the tree of a position keeps of its game |
//! | `recognize` | what is a game, and what is not |

mod clean;
mod comments;
mod error;
mod lines;
mod main_line;
mod move_tree;
mod noted;
mod played;
mod read;
mod reader;
mod recognize;
mod scanner;
mod split;
mod stream;
mod tags;
mod told;
mod written;

pub use clean::CleanGame;
pub use comments::without_commands;
pub use error::GameFileError;
pub use lines::{FoundLines, GameLines, LineCounts, lines_in, read_lines, ways_in_tree};
pub use main_line::{MainLine, ReadGame, main_line};
pub use noted::{Noted, NotedGame, noted};
pub use read::{ReadPosition, cannot_read, open_games, read, text_of};
pub use recognize::{begins_like_a_game, is_named_like_games};
pub use split::written_games;
pub use stream::{GameStream, StreamedGame};
pub use told::ToldGame;
pub use written::{Tagged, WrittenGame, WrittenMove};
