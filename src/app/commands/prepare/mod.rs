//! `shans prepare`: a repertoire that grows in a tree, where games come most often.
//!
//! | file | what it does |
//! |---|---|
//! | `command` | from the arguments to the outputs |
//! | `databases` | which games are counted, and what was read of them |
//! | `grow` | searches the positions that games come to, the most frequent first |
//! | `opponent` | what the opponent plays: as in games, or as an engine tells |
//! | `own_lines` | the lines that one plays whatever the tree says |
//! | `place`, `repertoire` | the positions of a repertoire in the tree, and how often games come there |
//! | `reports` | what stands out: traps, poisoned moves, changes |
//! | `due` | what is due to be drilled |
//! | `check` | where games left the repertoire |
//! | `errors` | moves that come to mind and lose, of both sides |
//! | `reasons` | why such moves are bad, and how they are refuted |
//! | `rare` | what hardly any game comes to, and a study need not have |
//! | `text`, `study`, `json`, `polyglot`, `epd` | the repertoire as text, as annotated games, as JSON, as an opening book, as positions |

mod check;
mod command;
mod databases;
mod due;
mod epd;
mod errors;
mod grow;
mod json;
mod opponent;
mod own_lines;
mod place;
mod polyglot;
mod rare;
mod reasons;
mod repertoire;
mod reports;
mod study;
mod text;

pub use command::run;
