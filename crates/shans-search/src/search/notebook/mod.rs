//! What is kept with a tree and never read by the search: what people say about positions, the game, what one of the
//! players does, and numbers of whoever drives the search.

mod comment;
mod habits;
mod notes;
mod source_game;

pub use comment::{CannotComment, Comment};
pub use habits::{Habit, Habits};
pub use notes::{BadNote, Notebook, Notes};
pub use source_game::SourceGame;
