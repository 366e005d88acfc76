//! Perft, the usual test of a move generator: counts the move sequences of a given length, and
//! compares with files of known counts.
//!
//! ```
//! use shakmaty::Chess;
//! use shans::chess::perft::{divide, perft, read_suite};
//!
//! let start = Chess::default();
//! assert_eq!(perft(&start, 3), 8_902);
//! assert_eq!(divide(&start, 3).len(), 20);
//!
//! for (line, case) in read_suite("startpos D1 20; D2 400; D6 119060324;") {
//!     for count in case?.run(1_000) {
//!         assert!(count.is_right(), "line {line}, depth {}", count.depth);
//!     }
//! }
//! # Ok::<(), shans::chess::EpdError>(())
//! ```

use shakmaty::{Chess, Move, Position as _};

use super::castling::CastlingRules;
use super::epd::{EpdError, Operation, lines, refuse_other_text, split};
use super::fen::{self, ImpossibleCheck};
use super::quote::quoted;

/// The greatest depth that can be counted, in plies.
pub const MAX_DEPTH: u8 = 100;

/// The number of sequences of `depth` legal moves. Draws by rule do not end a sequence. Depths
/// beyond [`MAX_DEPTH`] are cut down to it.
pub fn perft(chess: &Chess, depth: u8) -> u64 {
    shakmaty::perft(chess, u32::from(depth.min(MAX_DEPTH)))
}

/// The same number for each first move separately. Empty for depth 0.
pub fn divide(chess: &Chess, depth: u8) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let count = |mv: &Move| {
        let mut child = chess.clone();
        child.play_unchecked(*mv);
        (*mv, perft(&child, rest))
    };
    chess.legal_moves().iter().map(count).collect()
}

/// A position with its known counts.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position as the file writes it.
    pub fen: String,
    /// Depths in plies, each with the known number of sequences.
    pub counts: Vec<(u8, u64)>,
    chess: Chess,
}

/// A count that was repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The length of the sequences, in plies.
    pub depth: u8,
    /// The number in the file.
    pub expected: u64,
    /// The number that was counted now.
    pub got: u64,
}

impl Count {
    /// Whether both numbers are equal.
    pub fn is_right(&self) -> bool {
        self.expected == self.got
    }
}

impl Case {
    /// Repeats the counts, one depth after the other, except those for which the file expects
    /// more than `max_nodes`.
    pub fn run(&self, max_nodes: u64) -> impl Iterator<Item = Count> {
        let small = self.counts.iter().filter(move |&&(_, expected)| expected <= max_nodes);
        small.map(|&(depth, expected)| Count { depth, expected, got: perft(&self.chess, depth) })
    }

    /// Some suites have positions with checks that no move can have given, so these are allowed. Their castling rights
    /// are those of X-FEN: `K` is the outermost rook, wherever the king stands.
    fn new(fen: String) -> Result<Case, EpdError> {
        let (chess, _) = fen::read(&fen, CastlingRules::Chess960, ImpossibleCheck::Allowed)?;
        Ok(Case { fen, counts: Vec::new(), chess })
    }

    fn add(&mut self, depth: &str, count: &str) -> Result<(), EpdError> {
        let number = depth.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
        match (number, count.parse()) {
            (Some(depth), Ok(count)) => {
                self.counts.push((depth, count));
                Ok(())
            }
            _ => Err(EpdError::Count { text: quoted(&format!("{depth} {count}")) }),
        }
    }
}

/// Reads a file of known counts, and gives each case with the number of its line. Blank lines and
/// those that start with `#` are skipped.
///
/// A case is either one line, a FEN with an operation for each depth (`;D1 20 ;D2 400` or
/// `D1 20; D2 400;`), or a block of lines: optionally `id` and a name, then `epd` and a FEN, then
/// for each depth `perft`, the depth and the count.
pub fn read_suite(text: &str) -> Vec<(usize, Result<Case, EpdError>)> {
    let mut cases: Vec<(usize, Result<Case, EpdError>)> = Vec::new();
    for (number, line) in lines(text) {
        match line.split_once(char::is_whitespace) {
            Some(("id", _)) => {}
            Some(("epd", fen)) => cases.push((number, Case::new(fen.trim().to_string()))),
            Some(("perft", counts)) => {
                let (depth, count) = counts.trim().split_once(' ').unwrap_or((counts, ""));
                // If the position could not be read, that error is reported already.
                if let Some((_, Ok(case))) = cases.last_mut()
                    && let Err(error) = case.add(depth, count.trim())
                {
                    cases.push((number, Err(error)));
                }
            }
            _ => cases.push((number, one_line(line))),
        }
    }
    cases
}

fn one_line(line: &str) -> Result<Case, EpdError> {
    let (fen, operations) = split(line)?;
    let mut case = Case::new(fen)?;
    refuse_other_text(&operations)?;
    for Operation { opcode, operand, .. } in operations {
        if let Some(depth) = opcode.strip_prefix('D') {
            case.add(depth, &operand)?;
        }
    }
    Ok(case)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Counts = Vec<(u8, u64)>;

    fn counts(text: &str) -> Vec<(usize, Option<Counts>)> {
        let cases = read_suite(text).into_iter();
        cases.map(|(line, case)| (line, case.ok().map(|case| case.counts))).collect()
    }

    #[test]
    fn four_ways_to_write_counts() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let expected = Some(vec![(1, 20), (2, 400)]);
        assert_eq!(counts(&format!("{fen} 0 1 ;D1 20 ;D2 400")), [(1, expected.clone())]);
        assert_eq!(counts(&format!("{fen} D1 20; D2 400;")), [(1, expected.clone())]);
        let shredder = fen.replace("KQkq", "HAha");
        assert_eq!(counts(&format!("\n{shredder} 2 9 ;D1 20 ;D2 400")), [(2, expected.clone())]);
        let block = format!("# x\nid start\nepd {fen}\nperft 1 20\nperft 2 400\n\n");
        assert_eq!(counts(&block), [(3, expected)]);
    }

    #[test]
    fn bad_lines_are_told_by_number() {
        let text = "epd nonsense\nperft 1 20\nstartpos D1 x;\nstartpos D0 1;\nepd startpos\nperft";
        let lines: Vec<_> = counts(text).into_iter().map(|(line, c)| (line, c.is_some())).collect();
        assert_eq!(lines, [(1, false), (3, false), (4, false), (5, true), (6, false)]);
    }

    #[test]
    fn a_wrong_count_is_found_and_a_great_one_left_out() {
        let cases = read_suite("startpos D1 20; D2 401; D6 119060324;");
        let [(1, Ok(case))] = &cases[..] else { panic!("{cases:?}") };
        let counts: Vec<_> = case.run(1000).map(|count| (count.depth, count.is_right())).collect();
        assert_eq!(counts, [(1, true), (2, false)]);
    }

    /// 5 moves of the king, 12 of the rook, and castling with it.
    #[test]
    fn rights_are_those_of_x_fen() {
        let cases = read_suite("4k3/8/8/8/8/8/8/1K3R2 w K - ;D1 18");
        let [(1, Ok(case))] = &cases[..] else { panic!("{cases:?}") };
        assert!(case.run(1000).all(|count| count.is_right()));
    }

    #[test]
    fn divided_counts_sum_up() {
        let split = divide(&Chess::default(), 3);
        assert_eq!(split.len(), 20);
        assert_eq!(split.iter().map(|(_, count)| count).sum::<u64>(), 8902);
        assert_eq!(perft(&Chess::default(), 0), 1);
    }
}
