//! Data as one line of JSON. `docs/json.md` tells every field.

use std::io::{self, Write};

use serde::Serialize;

use crate::app::printable::printable_json;

/// Counts the changes by which a program that reads the objects could be misled: a field that is
/// renamed, removed, or means something else. New fields do not count.
const SCHEMA_VERSION: u32 = 3;
const PROGRAM: &str = concat!("shans ", env!("CARGO_PKG_VERSION"));

/// What every object begins with.
#[derive(Serialize)]
struct Signed<'a, T> {
    schema_version: u32,
    program: &'static str,
    #[serde(flatten)]
    object: &'a T,
}

/// Writes an object, which says which program made it and in which form, and a new line.
///
/// # Errors
///
/// Data that cannot be serialized; `out` that cannot be written.
pub fn write(object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let signed = Signed { schema_version: SCHEMA_VERSION, program: PROGRAM, object };
    // Names and comments may come from anywhere.
    writeln!(out, "{}", printable_json(&serde_json::to_string(&signed)?))
}
