//! What is kept with a tree and not read by the search: what people say, the game, and what one of the players does.

pub(super) mod comment;
pub(super) mod comments;
pub(super) mod habits;
pub(super) mod source_game;
