//! A small network that corrects the tables: what pieces are worth on their squares together, and
//! not each by itself.
//!
//! It has one hidden layer, seen from both sides. What pieces add up to there is kept for the board that
//! each thread has evaluated last, and brought up to date from it. All numbers are whole, so a
//! value is the same on every machine, and it does not matter what was evaluated before.
//! `docs/network-file.md` describes its file and what is computed, `tools/README.md` how it is trained, and
//! `trained.json` beside this file what the embedded one was trained on.

mod file;
mod sums;
mod value;

pub use sums::{differences, place_of_king};
pub use value::Network;
