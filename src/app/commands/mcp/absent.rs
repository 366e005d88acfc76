//! Stands in for the server if the program is built without it.

use thiserror::Error;

use crate::app::exit::Exit;
use crate::app::usage::UsageError;

/// The feature is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "this program is built without the tools for language models; build it with them: cargo install --locked --path . \
     --features mcp"
)]
struct NotBuilt;

/// Not available.
///
/// # Errors
///
/// [`UsageError`], which says how to build it.
pub fn run() -> anyhow::Result<Exit> {
    Err(UsageError::new(NotBuilt).into())
}
