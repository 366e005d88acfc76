//! Data as one line of JSON.

use std::io::{self, Write};

use serde::Serialize;

/// Writes an object and a new line.
///
/// # Errors
///
/// Data that cannot be serialized; `out` that cannot be written.
pub fn write(object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}
