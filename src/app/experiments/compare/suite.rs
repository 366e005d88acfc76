//! The files of test positions, and whether a search gave the answer that is expected.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use thiserror::Error;

use crate::app::exit;
use crate::app::games::{CommandLineGame, Expected, GivenPosition, TestPosition};
use crate::app::reporting::score::Score;
use crate::game::{Game, Notation, Past};
use crate::search::Change;
use crate::value::{Player, Value};

/// A file of test positions.
#[derive(Clone)]
pub struct Suite<G: Game> {
    /// The file as it was named.
    pub name: String,
    /// The positions to be searched.
    pub positions: Vec<SuitePosition<G>>,
    /// The lines that cannot be used.
    pub unusable: Vec<UnusableLine>,
}

/// A position of a suite, and what is expected there.
#[derive(Clone)]
pub struct SuitePosition<G: Game> {
    /// The file.
    pub suite: String,
    /// The number of its line, from 1 on.
    pub line: usize,
    /// Its name, where it has one.
    pub id: Option<String>,
    /// The position.
    pub position: G,
    /// What is expected.
    pub expected: Expected<G::Move>,
}

/// A line without a position, or with one that tests nothing.
#[derive(Clone, Debug, Serialize)]
pub struct UnusableLine {
    suite: String,
    line: usize,
    error: String,
}

impl<G: CommandLineGame> Suite<G> {
    /// Reads a file and takes each `every`-th of its positions, which `evaluator` evaluates. Lines
    /// that cannot be used are named on standard error.
    ///
    /// # Errors
    ///
    /// A file that cannot be read.
    pub fn read(path: &Path, every: u64, evaluator: G::Evaluator) -> anyhow::Result<Suite<G>> {
        let name = path.display().to_string();
        let bytes =
            fs::read(path).with_context(|| format!("cannot read the test positions {name}"))?;
        let mut suite = Suite { name, positions: Vec::new(), unusable: Vec::new() };
        for (line, read) in G::read_lines(&String::from_utf8_lossy(&bytes), evaluator) {
            let read = read.map_err(|error| error.to_string());
            match read.and_then(|test| suite.position(line, test)) {
                Ok(position) => suite.positions.push(position),
                Err(error) => suite.refuse(line, error),
            }
        }
        let every = usize::try_from(every).unwrap_or(usize::MAX);
        suite.positions = suite.positions.into_iter().step_by(every).collect();
        Ok(suite)
    }

    fn position(&self, line: usize, test: TestPosition<G>) -> Result<SuitePosition<G>, String> {
        refuse_pointless(&test).map_err(|error| error.to_string())?;
        let TestPosition { given: GivenPosition { position, id, warnings, .. }, expected } = test;
        for warning in warnings {
            exit::warn(&format_args!("{}:{line}: {warning}", self.name));
        }
        Ok(SuitePosition { suite: self.name.clone(), line, id, position, expected })
    }

    fn refuse(&mut self, line: usize, error: String) {
        exit::complain(&format_args!("{}:{line}: {error}", self.name));
        self.unusable.push(UnusableLine { suite: self.name.clone(), line, error });
    }
}

/// When an answer became right, wrong, right again, and so on: the nodes spent until then, and
/// whether it was right from then on. The first change is to right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolvedHistory(Vec<(u64, bool)>);

impl SolvedHistory {
    /// A history of these changes, the earliest first.
    pub fn new(changes: Vec<(u64, bool)>) -> SolvedHistory {
        SolvedHistory(changes)
    }

    /// After how many nodes the answer was right for good; `None` if it is wrong in the end.
    pub fn solved_at(&self) -> Option<u64> {
        self.0.last().filter(|(_, is_right)| *is_right).map(|&(nodes, _)| nodes)
    }

    /// Whether it was right once `nodes` had been spent.
    pub fn is_right_after(&self, nodes: u64) -> bool {
        let changes = self.0.partition_point(|&(changed_at, _)| changed_at <= nodes);
        changes.checked_sub(1).is_some_and(|last| self.0[last].1)
    }
}

/// Why a position tests nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TestsNothing {
    /// Nothing is expected.
    #[error("no answer is expected; give bm, am, dm, ce +MN, c0, or c8 and c9")]
    Open,
    /// The game is over: there is nothing to search.
    #[error("the game is over in this position; remove the line")]
    Finished,
}

/// [`Expected`] in JSON: opcodes of EPD, with moves as programs write them.
#[derive(Serialize)]
pub struct ExpectedRecord {
    bm: Vec<String>,
    am: Vec<String>,
    mate: Option<i32>,
    points: Vec<Points>,
}

#[derive(Serialize)]
struct Points {
    #[serde(rename = "move")]
    uci: String,
    points: u32,
}

/// Refuses a position that cannot be solved.
///
/// # Errors
///
/// [`TestsNothing`] says why.
pub fn refuse_pointless<G: Game>(test: &TestPosition<G>) -> Result<(), TestsNothing> {
    let Expected { best, avoid, mate, points } = &test.expected;
    if test.given.position.outcome(&Past::default()).is_some() {
        return Err(TestsNothing::Finished);
    }
    let is_open = best.is_empty() && avoid.is_empty() && mate.is_none() && points.is_empty();
    if is_open { Err(TestsNothing::Open) } else { Ok(()) }
}

impl<M: Copy + PartialEq> Expected<M> {
    /// Whether this answer meets every demand: the move, and a mate that is fast enough. A mate
    /// counts where the searcher announces it: a best-first search only what is proven, a searcher
    /// that prunes also what it has merely found.
    pub fn is_met(&self, answer: &Change<M>, mover: Player) -> bool {
        self.is_right_move(answer.best) && self.is_right_mate(answer.win, mover)
    }

    /// When the answer became right or wrong.
    pub fn history(&self, answers: &[Change<M>], mover: Player) -> SolvedHistory {
        let mut changes = Vec::new();
        for answer in answers {
            let is_right = self.is_met(answer, mover);
            // Before the first answer there is none that could be right.
            if is_right != changes.last().is_some_and(|&(_, was_right)| was_right) {
                changes.push((answer.nodes, is_right));
            }
        }
        SolvedHistory::new(changes)
    }

    /// What a move is worth; `None` if the position gives no points.
    pub fn points(&self, best: Option<M>) -> Option<u32> {
        let worth = |best| self.points.iter().find(|(mv, _)| *mv == best).map(|&(_, n)| n);
        (!self.points.is_empty()).then(|| best.and_then(worth).unwrap_or_default())
    }

    /// For reports.
    pub fn record<G: Notation<Move = M>>(&self, position: &G) -> ExpectedRecord {
        let uci = |moves: &[M]| moves.iter().map(|&mv| position.machine_text(mv)).collect();
        let points = |&(mv, points)| Points { uci: position.machine_text(mv), points };
        ExpectedRecord {
            bm: uci(&self.best),
            am: uci(&self.avoid),
            mate: self.mate,
            points: self.points.iter().map(points).collect(),
        }
    }

    fn is_right_move(&self, best: M) -> bool {
        if self.best.is_empty() && self.avoid.is_empty() && self.mate.is_none() {
            let most = self.points.iter().map(|&(_, points)| points).max();
            return self.points(Some(best)) == most;
        }
        (self.best.is_empty() || self.best.contains(&best)) && !self.avoid.contains(&best)
    }

    fn is_right_mate(&self, win: Option<(Player, u16)>, mover: Player) -> bool {
        let Some(demanded) = self.mate.map(i64::from) else { return true };
        let found = win.map(|(winner, plies)| Score::new(Value::win_in(winner, plies), mover));
        match found {
            Some(Score::Mate(moves)) => {
                moves.signum() == demanded.signum() && moves.abs() <= demanded.abs()
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Move;

    use super::*;
    use crate::app::games::CommandLineGame;
    use crate::chess::{Position, Tapered};

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K2R w K -";

    fn test_position(line: &str) -> TestPosition<Position> {
        let (_, test) = Position::read_lines(line, Tapered::default())
            .next()
            .unwrap_or_else(|| panic!("{line}"));
        test.unwrap_or_else(|error| panic!("{error}"))
    }

    fn read(operations: &str) -> (Position, Expected<Move>) {
        let test = test_position(&format!("{KINGS} {operations}"));
        assert_eq!(refuse_pointless(&test), Ok(()), "{operations}");
        (test.given.position, test.expected)
    }

    fn change(position: &Position, mv: &str, win: Option<(Player, u16)>) -> Change<Move> {
        let best = position.parse_move(mv).unwrap_or_else(|| panic!("{mv}"));
        Change { nodes: 1, best, win }
    }

    fn is_met(operations: &str, mv: &str, win: Option<(Player, u16)>) -> bool {
        let (position, expected) = read(operations);
        expected.is_met(&change(&position, mv, win), Player::Max)
    }

    #[test]
    fn best_moves_and_moves_to_avoid() {
        assert!(is_met("bm e4 O-O;", "e1g1", None));
        assert!(!is_met("bm e4 O-O;", "e3", None));
        assert!(is_met("am e4;", "e3", None) && !is_met("am e4;", "e4", None));
        assert!(!is_met("bm e4; am e4;", "e4", None));
    }

    #[test]
    fn mates_must_be_fast_enough_and_for_the_right_side() {
        let wins = |plies| Some((Player::Max, plies));
        let loses = |plies| Some((Player::Min, plies));
        for operations in ["dm 3;", "bm #3;", "ce +M3;"] {
            assert!(is_met(operations, "e4", wins(5)) && is_met(operations, "e4", wins(1)));
            for found in [None, wins(7), loses(4)] {
                assert!(!is_met(operations, "e4", found), "{operations} {found:?}");
            }
        }
        assert!(is_met("bm #-2;", "e4", loses(4)) && is_met("dm -2;", "e4", loses(2)));
        assert!(!is_met("bm #-2;", "e4", loses(6)) && !is_met("bm #-2;", "e4", wins(3)));
        assert!(is_met("bm e4; dm 3;", "e4", wins(5)));
        assert!(!is_met("bm e4; dm 3;", "e3", wins(5)) && !is_met("bm e4; dm 3;", "e4", None));
    }

    #[test]
    fn points_are_given_for_the_move() {
        let (position, expected) = read("bm e4; c0 \"e4=100, O-O=40\";");
        let points = |mv: &str| expected.points(position.parse_move(mv));
        assert_eq!([points("e4"), points("O-O"), points("Kd1")], [Some(100), Some(40), Some(0)]);
        assert_eq!(expected.points(None), Some(0));
        assert_eq!(read("bm e4;").1.points(None), None);
        assert!(is_met("c0 \"e4=9, O-O=9, e3=2\";", "e1g1", None));
        assert!(!is_met("c0 \"e4=9, O-O=9, e3=2\";", "e3", None));
    }

    #[test]
    fn the_solution_is_where_the_answer_became_right_for_good() {
        let (position, expected) = read("bm e4;");
        let history = |moves: &[&str]| {
            let numbered = moves.iter().zip(1..);
            let changes: Vec<_> = numbered
                .map(|(mv, nodes)| Change { nodes, ..change(&position, mv, None) })
                .collect();
            expected.history(&changes, Player::Max)
        };
        assert_eq!(history(&["e4"]).solved_at(), Some(1));
        assert_eq!(history(&["e4", "e3", "e4", "e4"]).solved_at(), Some(3));
        assert_eq!(history(&["e4", "e3"]).solved_at(), None);
        assert_eq!(history(&[]).solved_at(), None);
        let right = |nodes| history(&["e3", "e4", "e3"]).is_right_after(nodes);
        assert_eq!([0, 1, 2, 3, 9].map(right), [false, false, true, false, false]);
    }

    #[test]
    fn what_cannot_be_solved_is_said() {
        let refused = |line: &str| refuse_pointless(&test_position(line)).err();
        let open = format!("{KINGS} acd 5; c0 \"no points\";");
        assert_eq!(refused(&open), Some(TestsNothing::Open));
        assert_eq!(refused("8/8/8/8/8/1k6/8/K6r w - - dm 1;"), Some(TestsNothing::Finished));
    }
}
