//! The four-country game on the command line.

use super::super::evaluations::EvaluationKind;
use super::super::usage::UsageError;
use super::{CommandLineGame, GivenLine, GivenPosition, TestPosition, junqi_suite};
use crate::game::Notation;
use crate::junqi::{Move, Position, Rules};
use crate::random::Random;

impl CommandLineGame for Position {
    const MOVE_EXAMPLES: &'static str = "S15-E11 or S15xE11";
    const SEATS: &'static [&'static str] = &["South", "East", "North", "West"];
    const BENCH_POSITIONS: &'static str = include_str!("bench_junqi.txt");

    fn evaluator_of(_kind: &EvaluationKind) {}

    fn evaluation_name(_kind: &EvaluationKind) -> String {
        "junqi".to_string()
    }

    fn prepare((): &()) {}

    /// Zones and fields, or `startpos`.
    fn read_line(text: &str, (): ()) -> Result<GivenLine<Position>, UsageError> {
        let position = Position::from_text(text).map_err(UsageError::new)?;
        Ok(GivenPosition::new(position, None, Vec::new()).into())
    }

    fn game_file_tags(&self) -> Vec<(&'static str, String)> {
        vec![("Variant", VARIANT.to_string()), ("SetUp", "1".to_string()), ("FEN", self.text())]
    }

    fn read_game_start(
        tags: &[(String, String)],
        (): (),
    ) -> Result<GivenPosition<Position>, UsageError> {
        let fen = tags.iter().find(|(name, _)| name == "FEN");
        Position::read_position(fen.map_or("startpos", |(_, text)| text), ())
    }

    fn engine_text(&self, mv: Move, _chess960: bool) -> String {
        self.machine_text(mv)
    }

    fn drawing(&self) -> String {
        Position::drawing(self)
    }

    fn heading(&self) -> String {
        format!("{}\n\n{}", Position::drawing(self), self.text())
    }

    fn seat(&self) -> usize {
        Position::seat(self).index()
    }

    fn random_start(seed: u64, (): ()) -> Position {
        Position::random_start(&mut Random::new(seed), &Rules::STANDARD)
    }

    fn read_lines(
        text: &str,
        (): (),
    ) -> impl Iterator<Item = (usize, Result<TestPosition<Position>, UsageError>)> {
        junqi_suite::read(text)
    }
}

/// What game files call the game.
const VARIANT: &str = "Siguo Junqi";
