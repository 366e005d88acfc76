//! Tags of games in PGN, as they are written.

use std::io::{self, Write};

use crate::value::Player;

/// Writes a tag.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write_tag(name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "[{name} \"{value}\"]")
}

/// The result of a game that somebody has won.
pub fn won_by(winner: Player) -> &'static str {
    match winner {
        Player::Max => "1-0",
        Player::Min => "0-1",
    }
}
