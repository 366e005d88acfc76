//! The commands: the only code that prints, parses arguments or reads an environment.
//!
//! What all of it shares is here. The rest has four rooms, each naming none behind it: [`reporting`],
//! [`files`], [`experiments`], [`commands`].

mod analysis;
pub mod args;
pub mod commands;
pub mod engines;
pub mod evaluations;
pub mod exit;
pub mod experiments;
pub mod files;
pub mod games;
mod memory;
pub mod net;
pub mod players;
mod printable;
pub mod reporting;
pub mod searchers;
pub mod settings;
pub mod signals;
pub mod usage;

#[cfg(test)]
mod tests;
