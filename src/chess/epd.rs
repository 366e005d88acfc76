//! Test positions as text: EPD, a position and what is known about it, one a line.

use shakmaty::Move;
use thiserror::Error;

use super::evaluation::{Evaluation, Tapered};
use super::fen::{FenError, FenWarning};
use super::position::Position;
use super::quote::quoted;
use crate::game::Notation;

/// A position and what is expected of whoever analyses it.
pub struct Epd<E: Evaluation = Tapered> {
    /// The position.
    pub position: Position<E>,
    /// What was ignored to make sense of the position.
    pub warnings: Vec<FenWarning>,
    /// The name (`id`).
    pub id: Option<String>,
    /// The best moves (`bm`); the position is solved by any of them.
    pub best: Vec<Move>,
    /// The moves to avoid (`am`).
    pub avoid: Vec<Move>,
    /// The mate (`dm 4`, `bm #4` or `ce +M4`): moves until the side to move mates, or, negative,
    /// is mated.
    pub mate: Option<i32>,
    /// What moves are worth, in the points of the test suite: `c8` with `c9`, or `c0`.
    pub points: Vec<(Move, u32)>,
    /// All other opcodes with their operands as they were written, in that order. Quotes
    /// around a whole operand are taken off.
    pub others: Vec<(String, String)>,
}

/// Why a line of EPD cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The position is none.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A move that is not legal there, or could be several.
    #[error("{opcode} names {text}, which is no legal move here, or more than one")]
    Move {
        /// The opcode that has the move for an operand.
        opcode: String,
        /// The move as written.
        text: String,
    },
    /// An opcode that needs an operand and has none.
    #[error("{opcode} needs a move or a number after it")]
    Nothing {
        /// The opcode.
        opcode: String,
    },
    /// An operand that is no number of moves.
    #[error("{opcode} has {text} where a number of moves other than 0 must be")]
    Number {
        /// The opcode.
        opcode: String,
        /// The operand as written.
        text: String,
    },
    /// No depth and count of a move generator's test.
    #[error("{text} must be a depth from 1 to 100 and the count of move sequences that long")]
    Count {
        /// Both as written.
        text: String,
    },
    /// A quotation without an end.
    #[error("the quotation {text} has no end; close it with \"")]
    OpenQuote {
        /// From the quotation mark on.
        text: String,
    },
}

impl<E: Evaluation> Epd<E> {
    /// Reads one line: four fields of a FEN, perhaps its two clocks, then opcodes with their
    /// operands, each ended by `;`. A plain FEN, or `startpos`, is a line as well.
    ///
    /// # Errors
    ///
    /// [`EpdError`] where the position or an opcode that this type knows cannot be read.
    /// `c0`, `c8` and `c9` are comments by the standard: unless they read as points, they stay
    /// among the others.
    pub fn parse(line: &str) -> Result<Epd<E>, EpdError> {
        let (fen, operations) = split(line)?;
        let (position, warnings) = Position::from_fen(&fen)?;
        let mut epd = Epd {
            position,
            warnings,
            id: None,
            best: Vec::new(),
            avoid: Vec::new(),
            mate: None,
            points: Vec::new(),
            others: Vec::new(),
        };
        for Operation { opcode, operand } in operations {
            epd.take(opcode, operand)?;
        }
        epd.take_points();
        Ok(epd)
    }

    /// Reads every line of a file, each with its number from 1 on. Blank lines and those that
    /// start with `#` are left out.
    pub fn read_all(text: &str) -> impl Iterator<Item = (usize, Result<Epd<E>, EpdError>)> {
        lines(text).map(|(number, line)| (number, Epd::parse(line)))
    }

    fn take(&mut self, opcode: String, operand: String) -> Result<(), EpdError> {
        match opcode.as_str() {
            "id" => self.id = Some(operand),
            "bm" | "am" => self.take_moves(&opcode, &operand)?,
            "dm" => self.mate = Some(moves_to_mate(&opcode, &operand, &operand)?),
            "ce" if operand.contains(['M', '#']) => {
                let distance = operand.replace(['M', '#'], "");
                self.mate = Some(moves_to_mate(&opcode, &operand, &distance)?);
            }
            _ => self.others.push((opcode, operand)),
        }
        Ok(())
    }

    fn take_moves(&mut self, opcode: &str, operand: &str) -> Result<(), EpdError> {
        // A well-known file has a line with `bm bm`.
        let words = operand.split_whitespace().skip_while(|&word| word == opcode);
        let mut found_any = false;
        for word in words {
            found_any = true;
            if let Some(distance) = word.strip_prefix('#').filter(|_| opcode == "bm") {
                self.mate = Some(moves_to_mate(opcode, word, distance)?);
                continue;
            }
            let mv = self
                .position
                .parse_move(word)
                .ok_or_else(|| EpdError::Move { opcode: opcode.to_string(), text: quoted(word) })?;
            let list = if opcode == "bm" { &mut self.best } else { &mut self.avoid };
            list.push(mv);
        }
        if found_any { Ok(()) } else { Err(EpdError::Nothing { opcode: opcode.to_string() }) }
    }

    /// Moves points from the comments to where they belong.
    fn take_points(&mut self) {
        let comment = |name: &str| {
            self.others.iter().find(|(opcode, _)| opcode == name).map(|(_, text)| text.as_str())
        };
        let listed = match (comment("c8"), comment("c9")) {
            (Some(numbers), Some(moves)) => self.paired_points(numbers, moves),
            _ => None,
        };
        let (points, used): (_, &[&str]) = match listed {
            Some(points) => (points, &["c8", "c9"]),
            None => match comment("c0").and_then(|text| self.inline_points(text)) {
                Some(points) => (points, &["c0"]),
                None => return,
            },
        };
        self.points = points;
        self.others.retain(|(opcode, _)| !used.contains(&opcode.as_str()));
    }

    /// `100 46` and `f4f5 d4f2`.
    fn paired_points(&self, numbers: &str, moves: &str) -> Option<Vec<(Move, u32)>> {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let numbers: Vec<&str> = numbers.split_whitespace().collect();
        if moves.len() != numbers.len() {
            return None;
        }
        moves.iter().zip(numbers).map(|(mv, number)| self.point(mv, number)).collect()
    }

    /// `f5=100, Bf2=46`.
    fn inline_points(&self, text: &str) -> Option<Vec<(Move, u32)>> {
        let point = |item: &str| {
            let (mv, number) = item.trim().rsplit_once('=')?;
            self.point(mv, number)
        };
        text.split(',').map(point).collect()
    }

    fn point(&self, mv: &str, number: &str) -> Option<(Move, u32)> {
        Some((self.position.parse_move(mv)?, number.parse().ok()?))
    }
}

fn moves_to_mate(opcode: &str, operand: &str, distance: &str) -> Result<i32, EpdError> {
    let parsed = distance.parse().ok().filter(|&moves| moves != 0);
    parsed.ok_or_else(|| EpdError::Number { opcode: opcode.to_string(), text: quoted(operand) })
}

/// Numbered from 1 on, without blank lines and comments.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}');
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// An opcode and all its operands as one text.
pub(super) struct Operation {
    pub opcode: String,
    pub operand: String,
}

/// Splits a line into a FEN and the operations behind it.
pub(super) fn split(line: &str) -> Result<(String, Vec<Operation>), EpdError> {
    let (mut fen, rest) = fen_fields(line);
    let mut operations = operations(rest)?;
    // The standard's own way to give the clocks.
    let clock = |name: &str| {
        let found = operations.iter().find(|operation| operation.opcode == name);
        found.map(|operation| operation.operand.as_str())
    };
    let (halfmoves, number) = (clock("hmvc"), clock("fmvn"));
    let is_given = halfmoves.is_some() || number.is_some();
    if is_given && fen.split(' ').count() == 4 {
        fen = format!("{fen} {} {}", halfmoves.unwrap_or("0"), number.unwrap_or("1"));
    }
    operations.retain(|operation| !matches!(operation.opcode.as_str(), "hmvc" | "fmvn"));
    Ok((fen, operations))
}

/// Splits off the four fields of the position, and one or two numbers that may follow.
fn fen_fields(line: &str) -> (String, &str) {
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = line.trim_start();
    while fields.len() < 6 && fields != ["startpos"] {
        let end = rest.find(|letter: char| letter.is_whitespace() || letter == ';');
        let (field, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let is_clock = field.bytes().all(|byte| byte.is_ascii_digit());
        if field.is_empty() || (fields.len() >= 4 && !is_clock) {
            break;
        }
        fields.push(field);
        rest = behind.trim_start();
    }
    (fields.join(" "), rest)
}

fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = operation_end(rest)?;
        let (operation, behind) = rest.split_at(end);
        rest = behind.strip_prefix(';').unwrap_or(behind);
        let operation = operation.trim();
        let (opcode, operand) =
            operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        if !opcode.is_empty() {
            let operand = unquoted(operand.trim()).to_string();
            operations.push(Operation { opcode: opcode.to_string(), operand });
        }
    }
    Ok(operations)
}

/// Where the next `;` outside quotation marks is, or the text ends. A quotation begins only
/// where a word does.
fn operation_end(text: &str) -> Result<usize, EpdError> {
    let mut quote_start = None;
    let mut at_word_start = true;
    for (index, letter) in text.char_indices() {
        match (letter, quote_start) {
            ('"', Some(_)) => quote_start = None,
            ('"', None) if at_word_start => quote_start = Some(index),
            (';', None) => return Ok(index),
            _ => {}
        }
        at_word_start = letter.is_whitespace();
    }
    match quote_start {
        Some(start) => Err(EpdError::OpenQuote { text: quoted(&text[start..]) }),
        None => Ok(text.len()),
    }
}

/// Without the quotation marks around the whole of it.
fn unquoted(operand: &str) -> &str {
    let inner = operand.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.filter(|text| !text.contains('"')).unwrap_or(operand)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epd(line: &str) -> Epd {
        Epd::parse(line).unwrap_or_else(|error| panic!("{error}"))
    }

    fn error(line: &str) -> EpdError {
        Epd::<Tapered>::parse(line).err().unwrap_or_else(|| panic!("{line} was read"))
    }

    fn written(epd: &Epd, moves: &[Move]) -> String {
        moves.iter().map(|&mv| epd.position.machine_text(mv)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn reads_moves_names_and_unknown_opcodes() {
        let epd =
            epd("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm Ra1xa8+ 0-0; am e1c1; id \"a; b\"; acd 7; c1");
        assert_eq!(written(&epd, &epd.best), "a1a8 e1g1");
        assert_eq!(written(&epd, &epd.avoid), "e1c1");
        assert_eq!(epd.id.as_deref(), Some("a; b"));
        let others = [("acd", "7"), ("c1", "")].map(|(a, b)| (a.to_string(), b.to_string()));
        assert_eq!(epd.others, others);
        assert_eq!((epd.mate, epd.points.len(), epd.warnings.len()), (None, 0, 0));
    }

    #[test]
    fn a_repeated_opcode_counts_once() {
        let epd = epd("4k3/8/8/8/8/8/8/4K2R w K - bm bm Rh1-h8+;");
        assert_eq!(written(&epd, &epd.best), "h1h8");
    }

    #[test]
    fn mates_are_read_in_three_ways() {
        let mate = |operation: &str| epd(&format!("8/8/8/8/8/1k6/7r/K7 b - - {operation};")).mate;
        assert_eq!(mate("dm 1"), Some(1));
        assert_eq!(mate("bm #12"), Some(12));
        assert_eq!(mate("bm #-3"), Some(-3));
        assert_eq!(mate("ce +M1"), Some(1));
        assert_eq!(mate("ce -M4"), Some(-4));
        assert_eq!(mate("ce 95"), None);
    }

    #[test]
    fn points_are_read_in_two_ways() {
        let points = |operations: &str| {
            let epd = epd(&format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}"));
            let points = epd.points.iter().map(|&(mv, n)| (epd.position.machine_text(mv), n));
            (points.collect::<Vec<_>>(), epd.others.len())
        };
        let expected = vec![("e2e4".to_string(), 100), ("e1d1".to_string(), 46)];
        assert_eq!(points("c0 \"e4=100, Kd1=46\";"), (expected.clone(), 0));
        assert_eq!(points("c8 \"100 46\"; c9 \"e2e4 e1d1\";"), (expected, 0));
        assert_eq!(points("c0 \"best=+57 second=0\";"), (vec![], 1));
        assert_eq!(points("c8 \"100\"; c9 \"e2e4 e1d1\";"), (vec![], 2));
    }

    #[test]
    fn clocks_follow_the_position_or_are_opcodes() {
        for line in [
            "4k3/8/8/8/8/8/8/4K2R w - - 7 31",
            "4k3/8/8/8/8/8/8/4K2R w - - 7 31; id x;",
            "4k3/8/8/8/8/8/8/4K2R w - - hmvc 7; fmvn 31;",
        ] {
            assert_eq!(epd(line).position.fen(), "4k3/8/8/8/8/8/8/4K2R w - - 7 31");
        }
        assert_eq!(epd("startpos bm e4").best.len(), 1);
    }

    #[test]
    fn faults_are_named() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        assert!(matches!(error("4k3/8 w"), EpdError::Position(FenError::Fields(_))));
        assert!(matches!(error(&format!("{fen} bm e5;")), EpdError::Move { .. }));
        assert!(matches!(error(&format!("{fen} am ;")), EpdError::Nothing { .. }));
        assert!(matches!(error(&format!("{fen} dm 0;")), EpdError::Number { .. }));
        assert!(matches!(error(&format!("{fen} bm #x;")), EpdError::Number { .. }));
        assert!(matches!(error(&format!("{fen} id \"x;")), EpdError::OpenQuote { .. }));
    }

    #[test]
    fn a_file_is_read_past_its_bad_lines() {
        let text = "\u{feff}# comment\r\n\r\nstartpos\r\nnonsense\nstartpos bm e4";
        let read: Vec<_> =
            Epd::<Tapered>::read_all(text).map(|(number, epd)| (number, epd.is_ok())).collect();
        assert_eq!(read, [(3, true), (4, false), (5, true)]);
    }
}
