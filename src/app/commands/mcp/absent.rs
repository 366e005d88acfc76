//! Stands in for the server if the program is built without it.

use crate::app::exit::Exit;
use crate::app::usage::UsageError;

/// Not available.
///
/// # Errors
///
/// [`UsageError`], which says how to build it.
pub fn run() -> anyhow::Result<Exit> {
    let message = "this program is built without the tools for language models; build it with them: \
                   cargo install --locked --path . --features mcp";
    Err(UsageError::new(message).into())
}
