//! `shans prepare`: a repertoire that grows in a tree, where games come most often.
//!
//! | file | what it does |
//! |---|---|
//! | `command` | from the arguments to the outputs |
//! | `databases` | which games are counted, and what was read of them |
//! | `grow` | searches the positions that games come to, the most frequent first |
//! | `repertoire` | the positions of a repertoire in the tree, and how often games come there |
//! | `text`, `study`, `json` | the repertoire as text, as annotated games, as JSON |

mod command;
mod databases;
mod grow;
mod json;
mod repertoire;
mod study;
mod text;

pub use command::run;
