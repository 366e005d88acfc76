//! Positions as text. The format is described in `docs/junqi.md`.

mod error;
mod fields;
mod read;
mod zone;

pub use error::PositionError;
