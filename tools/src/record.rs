//! A recorded position: one line of text with fields between tabs.

use std::fmt;

use anyhow::{Context as _, Result, bail};
use shans_tools::engine::Score;

/// A position of a game with what an engine says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the game.
    pub game: u64,
    /// Plies played since the position from the book.
    pub ply: u32,
    /// The result of the game for White: 1, 0 or -1.
    pub result: i32,
    /// Whether the side to move is not in check, its best move is neither a capture nor a promotion,
    /// and the value is not a mate.
    pub quiet: bool,
    /// The value for the side to move.
    pub score: Score,
    /// The best move in UCI form.
    pub best: String,
    /// The position in FEN.
    pub fen: String,
}

/// One game in this many is held out: nothing is fitted on it.
const HELD_OUT_EVERY: u64 = 10;

/// Whether nothing may be fitted on positions of this game.
pub fn is_held_out(game: u64) -> bool {
    game % HELD_OUT_EVERY == HELD_OUT_EVERY - 1
}

impl Record {
    /// Whether nothing may be fitted on this position. Positions of a game stay together, because
    /// they are alike.
    pub fn is_held_out(&self) -> bool {
        is_held_out(self.game)
    }

    /// Reads a line that [`Record`] has written.
    pub fn read(line: &str) -> Result<Record> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, ply, result, quiet, score, best, fen] = fields[..] else {
            bail!("expected 7 fields between tabs");
        };
        let score = match score.strip_prefix('#') {
            Some(moves) => Score::Mate(moves.parse().context("the mate")?),
            None => Score::Centipawns(score.parse().context("the value")?),
        };
        Ok(Record {
            game: game.parse().context("the number of the game")?,
            ply: ply.parse().context("the ply")?,
            result: result.parse().context("the result")?,
            quiet: quiet == "q",
            score,
            best: best.to_string(),
            fen: fen.to_string(),
        })
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { game, ply, result, quiet, score, best, fen } = self;
        let quiet = if *quiet { "q" } else { "-" };
        write!(f, "{game}\t{ply}\t{result}\t{quiet}\t{score}\t{best}\t{fen}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() -> Result<()> {
        for (score, quiet) in [(Score::Centipawns(-31), true), (Score::Mate(-2), false)] {
            let (best, fen) = ("e2e4".to_string(), "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1".to_string());
            let record = Record { game: 19, ply: 4, result: -1, quiet, score, best, fen };
            assert_eq!(Record::read(&record.to_string())?, record);
            assert!(record.is_held_out());
        }
        assert!(Record::read("1\t2").is_err());
        Ok(())
    }
}
