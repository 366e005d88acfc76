//! What a line of EPD says about its position.

use shakmaty::Move;

use super::super::castling::CastlingRules;
use super::super::evaluation::Evaluation;
use super::super::fen::{FenError, FenWarning};
use super::super::position::Position;
use super::super::quote::quoted;
use super::super::tapered::Tapered;
use super::line::{EpdError, MOVES, Operation, lines, refuse_other_text, split};
use crate::game::{Game as _, Notation};

/// A test position: a line of EPD.
///
/// ```
/// use shans::chess::Epd;
/// use shans::game::Notation;
///
/// let line = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; dm 1; id \"back rank\";";
/// let epd = <Epd>::parse(line)?;
/// assert_eq!(epd.id.as_deref(), Some("back rank"));
/// assert_eq!(epd.mate, Some(1));
/// assert_eq!(epd.position.machine_text(epd.best[0]), "a1a8");
/// # Ok::<(), shans::chess::EpdError>(())
/// ```
pub struct Epd<E: Evaluation = Tapered> {
    /// The position, after the moves that the line has.
    pub position: Position<E>,
    /// The position before these moves.
    pub start: Position<E>,
    /// The moves (`moves e2e4 e7e5;`), as programs add them to a position.
    pub moves: Vec<Move>,
    /// Mistakes in the position that were tolerated.
    pub warnings: Vec<FenWarning>,
    /// The name of the test (`id`).
    pub id: Option<String>,
    /// The best moves (`bm`). Any of them solves the test.
    pub best: Vec<Move>,
    /// The moves to avoid (`am`).
    pub avoid: Vec<Move>,
    /// The distance to mate in moves (`dm 4`, `bm #4` or `ce +M4`): positive if the side to move
    /// mates, negative if it is mated.
    pub mate: Option<i32>,
    /// The points that the test suite gives for moves: from `c8` with `c9`, or from `c0`.
    pub points: Vec<(Move, u32)>,
    /// All other opcodes with their operands, in the order of the line. Quotation marks around a
    /// whole operand are removed.
    pub others: Vec<(String, String)>,
}

/// A line as [`Epd::parse_position`] reads it.
type ReadPosition<E> = Result<(Epd<E>, Vec<EpdError>), EpdError>;

impl<E: Evaluation> Epd<E> {
    /// Reads one line: the first four fields of a FEN, optionally its two clocks, then opcodes
    /// with their operands, each ended by `;`. A plain FEN, or `startpos`, is also accepted, and
    /// positions as programs and sites write them: `position fen ... moves ...`, addresses that
    /// carry a FEN, rows of the puzzles of lichess.org.
    ///
    /// # Errors
    ///
    /// [`EpdError`] if the position, or the operand of a known opcode, cannot be read. The
    /// standard has `c0`, `c8` and `c9` for comments: if they cannot be read as points, they are
    /// kept among [`Epd::others`].
    pub fn parse(line: &str) -> Result<Epd<E>, EpdError>
    where
        E: Default,
    {
        Epd::parse_with(line, E::default())
    }

    /// Reads as [`Epd::parse`] does; the position is evaluated by `evaluator`.
    ///
    /// # Errors
    ///
    /// As [`Epd::parse`].
    pub fn parse_with(line: &str, evaluator: E) -> Result<Epd<E>, EpdError> {
        let (epd, faults) = Epd::parse_position(line, CastlingRules::Unknown, evaluator)?;
        faults.into_iter().next().map_or(Ok(epd), Err)
    }

    /// Reads as [`Epd::parse_with`] does, under these rules of castling, for callers that want the position, whatever is
    /// wrong with what is known about it: operations with operands that cannot be read are left out, each with its error.
    ///
    /// # Errors
    ///
    /// [`EpdError`] if the position cannot be read, or what follows is no EPD.
    pub fn parse_position(line: &str, rules: CastlingRules, evaluator: E) -> ReadPosition<E> {
        let (fen, mut operations) = split(line)?;
        let as_given = |error| match error {
            FenError::NoBoard(_) => FenError::NoBoard(quoted(line)),
            error => error,
        };
        let (position, warnings) =
            Position::from_fen_under(&fen, rules, evaluator).map_err(as_given)?;
        let mut epd = Epd {
            start: position.clone(),
            moves: Vec::new(),
            position,
            warnings,
            id: None,
            best: Vec::new(),
            avoid: Vec::new(),
            mate: None,
            points: Vec::new(),
            others: Vec::new(),
        };
        refuse_other_text(&operations)?;
        // What is said of the position is about the one behind them.
        for Operation { operand, .. } in operations.extract_if(.., |it| it.opcode == MOVES) {
            epd.play(&operand)?;
        }
        let mut faults = Vec::new();
        for Operation { opcode, operand, .. } in operations {
            faults.extend(epd.take(opcode, operand).err());
        }
        epd.take_points();
        Ok((epd, faults))
    }

    /// Reads every line of a file, and gives each with its number, counted from 1. Blank lines
    /// and those that start with `#` are skipped.
    pub fn read_all(text: &str) -> impl Iterator<Item = (usize, Result<Epd<E>, EpdError>)>
    where
        E: Default,
    {
        Epd::read_all_with(text, E::default())
    }

    /// Reads as [`Epd::read_all`] does; all positions are evaluated by `evaluator`.
    pub fn read_all_with(
        text: &str,
        evaluator: E,
    ) -> impl Iterator<Item = (usize, Result<Epd<E>, EpdError>)> {
        lines(text).map(move |(number, line)| (number, Epd::parse_with(line, evaluator.clone())))
    }

    /// Reads every line as [`Epd::parse_position`] does.
    pub fn read_positions(
        text: &str,
        rules: CastlingRules,
        evaluator: E,
    ) -> impl Iterator<Item = (usize, ReadPosition<E>)> {
        lines(text).map(move |(number, line)| {
            (number, Epd::parse_position(line, rules, evaluator.clone()))
        })
    }

    /// Plays moves; they may have numbers.
    fn play(&mut self, moves: &str) -> Result<(), EpdError> {
        for word in moves.split_whitespace() {
            let text = without_number(word);
            if text.is_empty() {
                continue;
            }
            let mv = self.position.read_move(text).map_err(|why| EpdError::Move {
                opcode: MOVES.to_string(),
                text: quoted(text),
                why,
            })?;
            self.moves.push(mv);
            self.position.play(mv);
        }
        Ok(())
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
        // A widely used test suite has a line with `bm bm`.
        let words = operand.split_whitespace().skip_while(|&word| word == opcode);
        let mut found_any = false;
        for word in words {
            found_any = true;
            if let Some(distance) = word.strip_prefix('#').filter(|_| opcode == "bm") {
                self.mate = Some(moves_to_mate(opcode, word, distance)?);
                continue;
            }
            let mv = self.position.read_move(word).map_err(|why| EpdError::Move {
                opcode: opcode.to_string(),
                text: quoted(word),
                why,
            })?;
            let list = if opcode == "bm" { &mut self.best } else { &mut self.avoid };
            list.push(mv);
        }
        if found_any { Ok(()) } else { Err(EpdError::NoOperand { opcode: opcode.to_string() }) }
    }

    /// Reads points out of the comments, and removes the comments that had them.
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

/// A move without its number: `12.e4`, `12...e5`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if behind.starts_with('.') { behind.trim_start_matches('.') } else { word }
}

fn moves_to_mate(opcode: &str, operand: &str, distance: &str) -> Result<i32, EpdError> {
    let parsed = distance.parse().ok().filter(|&moves| moves != 0);
    parsed.ok_or_else(|| EpdError::Number { opcode: opcode.to_string(), text: quoted(operand) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::FenError;

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
        let epd = epd(
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm Ra1xa8+ 0-0; am e1c1; id \"a; b\"; acd 7; own x; c1",
        );
        assert_eq!(written(&epd, &epd.best), "a1a8 e1g1");
        assert_eq!(written(&epd, &epd.avoid), "e1c1");
        assert_eq!(epd.id.as_deref(), Some("a; b"));
        let others =
            [("acd", "7"), ("own", "x"), ("c1", "")].map(|(a, b)| (a.to_string(), b.to_string()));
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
        assert!(matches!(error("4k3/8 w"), EpdError::Position(FenError::Board { .. })));
        assert!(matches!(error(&format!("{fen} bm e5;")), EpdError::Move { .. }));
        assert!(matches!(error(&format!("{fen} am ;")), EpdError::NoOperand { .. }));
        assert!(matches!(error(&format!("{fen} dm 0;")), EpdError::Number { .. }));
        assert!(matches!(error(&format!("{fen} bm #x;")), EpdError::Number { .. }));
        assert!(matches!(error(&format!("{fen} id \"x;")), EpdError::OpenQuote { .. }));
        assert_eq!(error(&format!("{fen} 0 1\r{fen} 0 1")), EpdError::CarriageReturn);
        for text in ["0 1 7", "hello", "0 1 bm e4; hello", "!;"] {
            let error = error(&format!("{fen} {text}"));
            assert!(matches!(error, EpdError::OtherText { .. }), "{text}: {error}");
        }
    }

    #[test]
    fn moves_lead_to_the_position() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        for line in [
            format!("{fen} moves e2e4 e8d7"),
            format!("{fen} - - moves 1. e4 Kd7; bm Kd2;"),
            format!("{fen} 0 1 bm Kd2; moves 1.e4 Kd7;"),
            format!("position fen {fen} 0 1 moves e2e4 e8d7"),
            format!("x1,{fen} 0 1,e2e4 e8d7,9").replace("e2e4 ", "e2e4 ").replace(",9", " e1d2,9"),
        ] {
            let epd = epd(&line);
            let expected = match line.starts_with("x1") {
                true => ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", 1),
                false => ("8/3k4/8/8/4P3/8/8/4K3 w - - 1 2", 2),
            };
            assert_eq!((epd.position.fen().as_str(), epd.moves.len()), expected, "{line}");
            assert_eq!(epd.start.fen(), format!("{fen} 0 1"));
        }
        assert_eq!(epd("startpos moves e2e4 e7e5").moves.len(), 2);
        let wrong = error(&format!("{fen} moves e2e4 e2e4;"));
        assert_eq!(wrong.to_string(), "moves names \"e2e4\", which is not legal here");
    }

    #[test]
    fn a_position_is_read_whatever_is_said_of_it() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e5; am e4; dm x; id \"one\";";
        let read = Epd::parse_position(line, CastlingRules::Unknown, Tapered::default());
        let (epd, faults) = read.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((epd.best.len(), epd.avoid.len(), epd.id.as_deref()), (0, 1, Some("one")));
        assert!(matches!(faults[..], [EpdError::Move { .. }, EpdError::Number { .. }]));
    }

    #[test]
    fn a_file_is_read_past_its_bad_lines() {
        let text = "\u{feff}# comment\r\n\r\nstartpos\r\nnonsense\nstartpos bm e4";
        let read: Vec<_> =
            Epd::<Tapered>::read_all(text).map(|(number, epd)| (number, epd.is_ok())).collect();
        assert_eq!(read, [(3, true), (4, false), (5, true)]);
    }
}
