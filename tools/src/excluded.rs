//! The positions of test suites, which must not be in the data.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use shakmaty::fen::{Epd, Fen};
use shakmaty::{Chess, EnPassantMode};

/// Positions to be left out, by board and side to move.
#[derive(Default)]
pub struct Excluded(HashSet<String>);

impl Excluded {
    /// Reads files of test positions: what stands at the beginning of a line, of FEN or EPD, counts.
    pub fn read(files: &[PathBuf]) -> Result<Excluded> {
        let mut excluded = Excluded::default();
        for file in files {
            let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            excluded.0.extend(String::from_utf8_lossy(&text).lines().filter_map(key));
        }
        Ok(excluded)
    }

    /// Whether a position is one of them.
    pub fn contains(&self, chess: &Chess) -> bool {
        let epd = Epd::from_position(chess, EnPassantMode::Legal).to_string();
        key(&epd).is_some_and(|key| self.0.contains(&key))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// Board and side to move; `None` where the line has none.
fn key(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (board, turn) = (words.next()?, words.next()?);
    let key = format!("{board} {turn}");
    Fen::from_ascii(key.as_bytes()).ok().map(|_| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_boards_count() {
        let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;";
        assert_eq!(key(line).as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w"));
        assert_eq!(key("# a comment"), None);
        assert_eq!(key(""), None);
    }
}
