//! What is known about endings: some exactly, from tables of distances to mate, others by rules.

mod adjust;
mod drawish;
mod layout;
mod mop_up;
mod race;
mod retrograde;
mod tables;

pub(super) use adjust::{adjusted, weights};
pub use tables::Endgames;
