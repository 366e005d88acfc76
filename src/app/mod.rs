//! The commands: the only code that prints, parses arguments or reads an environment.

mod analysis;
pub mod analyze;
pub mod args;
mod batch;
pub mod bench;
pub mod compare;
pub mod exit;
pub mod inspect;
mod live;
mod memory;
pub mod number;
pub mod output;
pub mod perft;
pub mod plan;
mod report_json;
mod report_text;
pub mod resume;
mod saving;
mod score;
mod searchers;
mod signals;
mod text_table;
mod variation;
pub mod verify;
