//! Counting the move sequences of a given length, the usual check of a move generator, and the
//! files of well-known counts.

use shakmaty::{Chess, Move, Position as _};

use super::epd::{EpdError, Operation, lines, split};
use super::fen::{self, ImpossibleCheck};
use super::quote::quoted;

/// The greatest depth that is counted.
pub const MAX_DEPTH: u8 = 100;

/// How many sequences of `depth` legal moves there are. No rule but mate and stalemate ends a
/// sequence. Depths beyond [`MAX_DEPTH`] count as that.
pub fn perft(chess: &Chess, depth: u8) -> u64 {
    shakmaty::perft(chess, u32::from(depth.min(MAX_DEPTH)))
}

/// The same count, split by the first move. Empty for depth 0.
pub fn divide(chess: &Chess, depth: u8) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let count = |mv: &Move| {
        let mut child = chess.clone();
        child.play_unchecked(*mv);
        (*mv, perft(&child, rest))
    };
    chess.legal_moves().iter().map(count).collect()
}

/// A position and its known counts.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position as the file writes it.
    pub fen: String,
    /// Depths, and how many sequences there are of each length.
    pub counts: Vec<(u8, u64)>,
    chess: Chess,
}

/// One count made over again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Length of the sequences.
    pub depth: u8,
    /// How many the file says there are.
    pub expected: u64,
    /// How many there are.
    pub got: u64,
}

impl Count {
    /// Whether the file and this program agree.
    pub fn is_right(&self) -> bool {
        self.expected == self.got
    }
}

impl Case {
    /// Counts again, one depth after the other, leaving out what is expected to exceed
    /// `max_nodes`.
    pub fn run(&self, max_nodes: u64) -> impl Iterator<Item = Count> {
        let small = self.counts.iter().filter(move |&&(_, expected)| expected <= max_nodes);
        small.map(|&(depth, expected)| Count { depth, expected, got: perft(&self.chess, depth) })
    }

    /// Positions that only test a move generator are welcome here, so checks that no move can
    /// have given are allowed.
    fn new(fen: String) -> Result<Case, EpdError> {
        let (chess, _) = fen::read(&fen, ImpossibleCheck::Allowed)?;
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

/// Reads a file of known counts, each case with the number of its line; blank lines and those
/// that start with `#` are left out. A case is either one line, a FEN with operations for its
/// depths (`;D1 20 ;D2 400` or `D1 20; D2 400;`), or a block of lines: perhaps `id` and a name,
/// `epd` and a FEN, then `perft`, a depth and a count for each.
pub fn read_suite(text: &str) -> Vec<(usize, Result<Case, EpdError>)> {
    let mut cases: Vec<(usize, Result<Case, EpdError>)> = Vec::new();
    for (number, line) in lines(text) {
        match line.split_once(char::is_whitespace) {
            Some(("id", _)) => {}
            Some(("epd", fen)) => cases.push((number, Case::new(fen.trim().to_string()))),
            Some(("perft", counts)) => {
                let (depth, count) = counts.trim().split_once(' ').unwrap_or((counts, ""));
                // A block whose position was bad has been reported once already.
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
    for Operation { opcode, operand } in operations {
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

    #[test]
    fn divided_counts_sum_up() {
        let split = divide(&Chess::default(), 3);
        assert_eq!(split.len(), 20);
        assert_eq!(split.iter().map(|(_, count)| count).sum::<u64>(), 8902);
        assert_eq!(perft(&Chess::default(), 0), 1);
    }
}
