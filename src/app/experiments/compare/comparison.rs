//! What is compared, and what came of it: the answers of searchers, sums over them, and McNemar's test.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::suite::{SolvedHistory, Suite, SuitePosition};
use crate::app::games::CommandLineGame;
use crate::app::reporting::report_json::{milliseconds, thousandths};
use crate::app::reporting::score::{Score, mover, report_score};
use crate::app::searchers::{CannotStart, SearcherKind};
use crate::search::{Change, Limits, MemoryLimits, Report, Root, Stop};
use crate::value::{Player, Value};

/// Searchers, positions and answers.
pub struct Comparison<G: CommandLineGame> {
    /// The searchers.
    pub searchers: Vec<SearcherKind>,
    /// When each of them stops, for each position.
    pub limits: Limits,
    /// What each of them may keep.
    pub room: MemoryLimits,
    /// The files of test positions.
    pub suites: Vec<Suite<G>>,
    /// The answers of all searchers, in their order, to the first positions, in the order of
    /// the suites.
    pub answers: Vec<Vec<SearcherAnswer>>,
}

impl<G: CommandLineGame> Comparison<G> {
    /// All positions that are to be searched.
    pub fn positions(&self) -> impl Iterator<Item = &SuitePosition<G>> {
        self.suites.iter().flat_map(|suite| &suite.positions)
    }

    /// The positions that every searcher has answered.
    pub fn results(&self) -> impl Iterator<Item = (&SuitePosition<G>, &[SearcherAnswer])> {
        self.positions().zip(self.answers.iter().map(Vec::as_slice))
    }

    /// The answers of all searchers to a position; `None` after an interrupt. `tick` is called a
    /// few times a second.
    ///
    /// # Errors
    ///
    /// [`CannotStart`] if there is nobody to search, or an engine answers no longer.
    pub fn search(
        &self,
        position: &SuitePosition<G>,
        tick: &mut dyn FnMut(),
    ) -> Result<Option<Vec<SearcherAnswer>>, CannotStart> {
        let search_by = |kind: &SearcherKind| {
            if self.limits.interrupt.is_thrown() {
                return Ok(None);
            }
            let mut searcher = kind.build(Root::new(position.position.clone()), self.room)?;
            let report = searcher.search(&self.limits, &mut |_| tick());
            if report.stop == Some(Stop::Unanswered)
                && let (_, Some(failure)) = kind.troubles_of(report.stop)
            {
                return Err(failure.into());
            }
            let is_whole = report.stop != Some(Stop::Interrupted);
            Ok(is_whole.then(|| SearcherAnswer::new(position, &report)))
        };
        self.searchers.iter().map(search_by).collect()
    }

    /// How many positions an interrupt left undone.
    pub fn positions_left(&self) -> usize {
        self.positions().count() - self.answers.len()
    }
}

/// The answer of one searcher to one position. Scripts rely on the names in JSON: add to them, do not rename.
#[derive(Serialize)]
pub struct SearcherAnswer {
    /// The move as machines write it; `None` if the limits were too small for any.
    #[serde(rename = "move")]
    pub uci: Option<String>,
    /// The same as people write it.
    pub san: Option<String>,
    /// What the position is worth, to the side to move.
    pub score: Score,
    /// Whether the outcome, a win of either side or a draw, is certain.
    pub proven: bool,
    /// The mate that the searcher announces with its final answer, in moves as in
    /// [`Score::Mate`]: it counts for what is expected, proven or not.
    pub announced_mate: Option<i64>,
    /// When the answer was right.
    #[serde(skip)]
    pub history: SolvedHistory,
    /// Whether the final answer is right.
    pub solved: bool,
    /// The nodes spent until the answer was right for good.
    pub solved_at_nodes: Option<u64>,
    /// Points for the move; `None` if the position gives none.
    pub points: Option<u32>,
    /// Positions reached by making a move.
    pub nodes: u64,
    /// CPU time of the search.
    #[serde(rename = "cpu_ms", serialize_with = "in_milliseconds")]
    pub cpu: Duration,
    /// Nodes of the tree, where one is kept.
    pub tree_nodes: u64,
    /// The last depth that was searched, or the depth of the best line, where there are depths.
    pub depth: Option<u32>,
    /// Mean depth of the tree's nodes, plies below the root; 0 if none is kept.
    #[serde(serialize_with = "in_thousandths")]
    pub depth_mean: f64,
    /// Greatest depth of a tree node, or greatest depth searched: plies.
    pub depth_max: u32,
    /// Why the search stopped; empty if it has not.
    pub stop: &'static str,
}

impl SearcherAnswer {
    /// What a search reported of a position.
    pub fn new<G: CommandLineGame>(
        position: &SuitePosition<G>,
        report: &Report<G::Move>,
    ) -> SearcherAnswer {
        let SuitePosition { position, expected, .. } = position;
        let changes = announced(report);
        let win = changes.last().and_then(|last| last.win);
        let history = expected.history(&changes, mover(position));
        let solved_at_nodes = history.solved_at();
        SearcherAnswer {
            uci: report.best_move().map(|mv| position.machine_text(mv)),
            san: report.best_move().map(|mv| position.human_text(mv)),
            score: report_score(report, mover(position)),
            proven: report.proven,
            announced_mate: win.and_then(|win| mate_of(win, mover(position))),
            history,
            solved: solved_at_nodes.is_some(),
            solved_at_nodes,
            points: expected.points(report.best_move()),
            nodes: report.counters.nodes,
            tree_nodes: report.tree_nodes,
            depth: report.depth,
            depth_mean: report.depth_mean,
            depth_max: report.depth_max,
            cpu: report.cpu,
            stop: report.stop.map_or("", Stop::name),
        }
    }
}

/// Serializes a time in milliseconds.
pub(super) fn in_milliseconds<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(milliseconds(*time))
}

fn in_thousandths<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(thousandths(*number))
}

/// How the answer changed; last, where the line that is told ends in a mate that is not proven, with that mate.
fn announced<M: Copy>(report: &Report<M>) -> Vec<Change<M>> {
    let mut changes = report.changes.clone();
    if let (Some(&last), Some(seen)) = (changes.last(), report.value.seen_in())
        && last.win.is_none()
    {
        changes.push(Change { nodes: report.counters.nodes, win: Some(seen), ..last });
    }
    changes
}

fn mate_of((winner, plies): (Player, u16), mover: Player) -> Option<i64> {
    match Score::new(Value::win_in(winner, plies), mover) {
        Score::Mate(moves) => Some(moves),
        Score::Cp(_) | Score::Seen { .. } | Score::Table { .. } => None,
    }
}

/// The sums over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Total {
    /// Positions solved.
    pub solved: u64,
    /// Points, where positions give some.
    pub points: u64,
    /// Positions.
    pub positions: u64,
    /// Positions reached by making a move.
    pub nodes: u64,
    /// CPU time of the searches.
    #[serde(rename = "cpu_ms", serialize_with = "in_milliseconds")]
    pub cpu: Duration,
    /// Nodes in the trees at the end of the searches.
    pub tree_nodes: u64,
}

impl Total {
    /// The sums over these answers.
    pub fn new<'a>(answers: impl Iterator<Item = &'a SearcherAnswer>) -> Total {
        let mut total = Total::default();
        for answer in answers {
            total.solved += u64::from(answer.solved);
            total.points += u64::from(answer.points.unwrap_or_default());
            total.positions += 1;
            total.nodes += answer.nodes;
            total.cpu += answer.cpu;
            total.tree_nodes += answer.tree_nodes;
        }
        total
    }

    /// Nodes per second of CPU time.
    pub fn speed(&self) -> u64 {
        let seconds = self.cpu.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}

impl<G: CommandLineGame> Comparison<G> {
    /// The sums of a searcher over a suite, or over all.
    pub fn total(&self, searcher: usize, suite: Option<&str>) -> Total {
        let counts = |name: &str| suite.is_none_or(|suite| suite == name);
        let results = self.results().filter(|(position, _)| counts(&position.suite));
        Total::new(results.filter_map(|(_, answers)| answers.get(searcher)))
    }

    /// How many positions were solved by one, both or none of two searchers.
    pub fn pairs(&self, first: usize, second: usize) -> Pairs {
        let solved = |answers: &[SearcherAnswer]| {
            Some((answers.get(first)?.solved, answers.get(second)?.solved))
        };
        Pairs::count(self.results().filter_map(|(_, answers)| solved(answers)))
    }

    /// All pairs of searchers, the first two first.
    pub(super) fn all_pairs(&self) -> Vec<(usize, usize)> {
        let count = self.searchers.len();
        let with = |first| (first + 1..count).map(move |second| (first, second));
        (0..count).flat_map(with).collect()
    }
}

/// How many positions were solved by which of two searchers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Positions solved by both.
    pub both: u64,
    /// Positions solved by the first alone.
    pub only_first: u64,
    /// Positions solved by the second alone.
    pub only_second: u64,
    /// Positions solved by neither.
    pub neither: u64,
}

impl Pairs {
    /// Counts positions: for each, whether the first and the second have solved it.
    pub fn count(solved: impl Iterator<Item = (bool, bool)>) -> Pairs {
        let mut pairs = Pairs::default();
        for position in solved {
            *match position {
                (true, true) => &mut pairs.both,
                (true, false) => &mut pairs.only_first,
                (false, true) => &mut pairs.only_second,
                (false, false) => &mut pairs.neither,
            } += 1;
        }
        pairs
    }

    /// McNemar's test, exact and two-sided: the probability that two equally good searchers
    /// differ at least this much. For them, each position that only one has solved is the toss of
    /// a fair coin.
    pub fn p_value(&self) -> f64 {
        let tosses = self.only_first + self.only_second;
        let fewer = self.only_first.min(self.only_second);
        // Logarithms, because 2^-tosses underflows to zero for thousands of tosses. This is the
        // largest term of the sum; each smaller one follows from the one before.
        let mut log_term = -(tosses as f64) * std::f64::consts::LN_2;
        for drawn in 1..=fewer {
            log_term += ((tosses - fewer + drawn) as f64 / drawn as f64).ln();
        }
        let (mut term, mut sum) = (1.0, 1.0);
        for heads in (1..=fewer).rev() {
            term *= heads as f64 / (tosses - heads + 1) as f64;
            sum += term;
        }
        (2.0 * sum * log_term.exp()).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p_value(only_first: u64, only_second: u64) -> f64 {
        Pairs { only_first, only_second, ..Pairs::default() }.p_value()
    }

    #[test]
    fn known_values() {
        for (first, second, expected) in [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (5, 0, 0.0625),
            (10, 2, 0.038_574_218_75),
            (2, 10, 0.038_574_218_75),
            (7, 7, 1.0),
            (8, 7, 1.0),
            (25, 12, 0.047_031_027_439_516_04),
        ] {
            let found = p_value(first, second);
            assert!((found - expected).abs() < 1e-12, "{first} and {second}: {found}");
        }
    }

    #[test]
    fn thousands_of_positions_are_no_problem() {
        assert_eq!(p_value(5000, 5000), 1.0);
        let p = p_value(5200, 4800);
        // The normal approximation, corrected for continuity, gives 6.6e-5.
        assert!((6.0e-5..7.0e-5).contains(&p), "{p}");
        assert_eq!(p_value(1_000_000, 0), 0.0);
    }

    #[test]
    fn positions_are_counted_by_who_solved_them() {
        let solved = [(true, true), (true, false), (false, true), (false, true), (false, false)];
        let expected = Pairs { both: 1, only_first: 1, only_second: 2, neither: 1 };
        assert_eq!(Pairs::count(solved.into_iter()), expected);
    }
}
