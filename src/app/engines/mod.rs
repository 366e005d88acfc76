//! Positions searched by UCI engines: processes that other people have written.

mod bare;
mod people;
mod question;
mod second;
mod settings;
mod workers;

pub use bare::BareEngine;
pub use people::{NotTold, PeopleEngine};
pub use second::{Said, SecondEngine};
pub use settings::{
    EngineScores, EngineSettings, Engines, NoEngines, PATIENCE_ON_THE_CLOCK, Troubles, command_of,
    installed, known_as,
};
pub use workers::EngineWorkers;
