//! A small network that corrects the tables: what pieces are worth on their squares together, and
//! not each by itself.
//!
//! It has one hidden layer, seen from both sides ([`Accumulator`]), which follows the game move by
//! move. All its numbers are whole, so a value is the same on every machine and whether a position
//! was reached by moves or set up. `tools/README.md` tells how it is trained, and `trained.json`
//! beside this file what the embedded one was trained on.

mod accumulator;
mod file;
mod weights;

pub use accumulator::Accumulator;
pub use weights::Network;
