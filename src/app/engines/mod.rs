//! Positions searched by UCI engines: processes that other people have written.

mod bare;
mod known;
mod people;
mod question;
mod scores;
mod second;
mod settings;
mod troubles;
mod workers;

pub use bare::BareEngine;
pub use known::{command_of, installed, known_as};
pub use people::{NotTold, PeopleEngine};
pub use scores::EngineScores;
pub use second::{Said, SecondEngine};
pub use settings::{EngineSettings, Engines, NoEngines, PATIENCE_ON_THE_CLOCK};
pub use troubles::Troubles;
pub use workers::EngineWorkers;
