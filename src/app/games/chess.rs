//! Chess on the command line: FEN and EPD.

use super::super::usage::UsageError;
use super::{CommandLineGame, Expected, GivenPosition, TestPosition};
use crate::chess::{Epd, FenWarning, Position, Tapered};

impl CommandLineGame for Position {
    const MOVE_EXAMPLES: &'static str = "e2e4 or Nf3";
    const BENCH_POSITIONS: &'static str = include_str!("../bench_positions.epd");

    fn default_evaluator() -> Tapered {
        Tapered
    }

    /// FEN, or `startpos`.
    fn read_position(text: &str) -> Result<GivenPosition<Position>, UsageError> {
        let (position, warnings) = Position::from_fen(text).map_err(UsageError::new)?;
        Ok(GivenPosition { position, id: None, warnings: texts(&warnings) })
    }

    fn game_file_tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = Vec::new();
        if self.castling_mode().is_chess960() {
            tags.push(("Variant", "Chess960".to_string()));
        }
        let fen = self.fen();
        if fen != <Position>::default().fen() {
            tags.extend([("SetUp", "1".to_string()), ("FEN", fen)]);
        }
        tags
    }

    /// EPD; a FEN, or `startpos`, is one too. Lines that start with `#` are comments.
    fn read_lines(
        text: &str,
    ) -> impl Iterator<Item = (usize, Result<TestPosition<Position>, UsageError>)> {
        let read = <Epd>::read_all(text);
        read.map(|(number, epd)| (number, epd.map(TestPosition::from).map_err(UsageError::new)))
    }
}

impl From<Epd> for TestPosition<Position> {
    fn from(epd: Epd) -> TestPosition<Position> {
        let Epd { position, warnings, id, best, avoid, mate, points, .. } = epd;
        let given = GivenPosition { position, id, warnings: texts(&warnings) };
        TestPosition { given, expected: Expected { best, avoid, mate, points } }
    }
}

fn texts(warnings: &[FenWarning]) -> Vec<String> {
    warnings.iter().map(FenWarning::to_string).collect()
}
