//! Test positions of the four-country game: a position a line, then what is expected.

use thiserror::Error;

use super::super::usage::UsageError;
use super::{Expected, GivenPosition, TestPosition};
use crate::game::Notation;
use crate::junqi::{Move, Position};

/// What can be wrong behind a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum SuiteError {
    #[error("{0:?}: use id \"NAME\", bm MOVES, am MOVES or dm N")]
    Opcode(String),
    #[error("{opcode}: {text:?} is not a legal move here")]
    Move { opcode: String, text: String },
    #[error("dm {0:?}: a number of moves is not zero")]
    Mate(String),
}

/// Reads `POSITION; id "NAME"; bm MOVE MOVE; am MOVE; dm N` from each line. Blank lines and those
/// that start with `#` are left out.
pub fn read(
    text: &str,
) -> impl Iterator<Item = (usize, Result<TestPosition<Position>, UsageError>)> {
    let lines = text.lines().map(str::trim).enumerate();
    let used = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    used.map(|(index, line)| (index + 1, read_line(line)))
}

fn read_line(line: &str) -> Result<TestPosition<Position>, UsageError> {
    let (text, operations) = line.split_once(';').unwrap_or((line, ""));
    let position = Position::from_text(text).map_err(UsageError::new)?;
    let mut given = GivenPosition::new(position, None, Vec::new());
    let mut expected =
        Expected { best: Vec::new(), avoid: Vec::new(), mate: None, points: Vec::new() };
    for operation in operations.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        add(operation, &mut given, &mut expected).map_err(UsageError::new)?;
    }
    Ok(TestPosition { given, expected })
}

fn add(
    operation: &str,
    given: &mut GivenPosition<Position>,
    expected: &mut Expected<Move>,
) -> Result<(), SuiteError> {
    let (opcode, operand) = operation.split_once(' ').unwrap_or((operation, ""));
    let moves = || operand.split_whitespace().map(|text| read_move(&given.position, opcode, text));
    match opcode {
        "id" => given.id = Some(operand.trim().trim_matches('"').to_string()),
        "bm" => expected.best = moves().collect::<Result<_, _>>()?,
        "am" => expected.avoid = moves().collect::<Result<_, _>>()?,
        "dm" => {
            let distance = operand.trim().parse().ok().filter(|&moves: &i32| moves != 0);
            expected.mate = Some(distance.ok_or_else(|| SuiteError::Mate(operand.to_string()))?);
        }
        _ => return Err(SuiteError::Opcode(operation.to_string())),
    }
    Ok(())
}

fn read_move(position: &Position, opcode: &str, text: &str) -> Result<Move, SuiteError> {
    position
        .read_move(text)
        .map_err(|_| SuiteError::Move { opcode: opcode.to_string(), text: text.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_position_and_what_is_expected() -> Result<(), UsageError> {
        let text = "# a comment\n\nstartpos; id \"first\"; bm S15xE11 S11-C31; am S15-C33; dm -3;";
        let read: Vec<_> = read(text).collect();
        let [(3, Ok(test))] = &read[..] else { panic!("{read:?}") };
        assert_eq!(test.given.id.as_deref(), Some("first"));
        let counts = (test.expected.best.len(), test.expected.avoid.len(), test.expected.mate);
        assert_eq!(counts, (2, 1, Some(-3)));
        Ok(())
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, part) in [
            ("startpos; bm S15-S25", "bm: \"S15-S25\" is not a legal move here"),
            ("startpos; dm 0", "dm \"0\""),
            ("startpos; ce 5", "\"ce 5\": use id"),
            ("nowhere; bm S15-S25", "\"nowhere\""),
        ] {
            let read: Vec<_> = read(line).collect();
            let [(1, Err(error))] = &read[..] else { panic!("{read:?}") };
            assert!(error.to_string().contains(part), "{error}");
        }
    }
}
