//! Which candidates a report lists: those with a value first. What is only known to be no better than
//! something does not show how moves rank; together such moves are one line.

use serde::Serialize;

use super::score::BoundedScore;
use crate::search::{Line, Report};
use crate::tree::ValueBound;
use crate::value::Player;

/// The candidates of a report, as they are shown.
#[derive(Clone, Debug)]
pub struct Candidates<'a, M> {
    /// Those that are listed, the answer first.
    pub listed: Vec<&'a Line<M>>,
    /// The others together; `None` if there are none, and where candidates are not ranked.
    pub others: Option<Others>,
}

/// Candidates that are not listed one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Others {
    /// How many there are.
    pub count: usize,
    /// What none of them is better than, as far as is known.
    pub score: BoundedScore,
}

/// The candidates of a report, no more than `most` of them listed: where they were `ranked`, those with
/// a value, and the others together.
pub fn candidates<M>(
    report: &Report<M>,
    mover: Player,
    most: usize,
    ranked: bool,
) -> Candidates<'_, M> {
    if !ranked {
        return Candidates { listed: report.lines.iter().take(most).collect(), others: None };
    }
    let mut listed = with_values_first(report, mover);
    let values = listed.iter().skip(1).take_while(|line| !is_limit(line, mover)).count();
    let rest = listed.split_off((values + 1).min(most).min(listed.len()));
    Candidates { listed, others: others(&rest, mover) }
}

/// All candidates: the answer, then those with a value, then those of which only a limit is known; both by
/// value.
pub fn with_values_first<M>(report: &Report<M>, mover: Player) -> Vec<&Line<M>> {
    let mut lines: Vec<&Line<M>> = report.lines.iter().collect();
    if let Some((_, others)) = lines.split_first_mut() {
        others.sort_by_key(|line| is_limit(line, mover));
    }
    lines
}

/// Whether the value is only a limit of what the mover may have.
fn is_limit<M>(line: &Line<M>, mover: Player) -> bool {
    line.bound != ValueBound::Exact && line.bound.limits(mover)
}

fn others<M>(rest: &[&Line<M>], mover: Player) -> Option<Others> {
    let own = |line: &Line<M>| line.value.for_player(mover);
    let best = rest.iter().copied().max_by(|a, b| own(a).total_cmp(&own(b)))?;
    let is_limited = rest.iter().all(|line| line.bound.limits(mover));
    let limit = if mover == Player::Max { ValueBound::AtMost } else { ValueBound::AtLeast };
    let bound = if is_limited { limit } else { ValueBound::Open };
    Some(Others { count: rest.len(), score: BoundedScore::new(best.value, bound, mover) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    fn line(mv: char, cp: f32, bound: ValueBound) -> Line<char> {
        Line { bound, ..Line::plain(vec![mv], Value::centipawns(cp)) }
    }

    /// What is listed, and the rest in words.
    fn told(
        lines: Vec<Line<char>>,
        mover: Player,
        most: usize,
    ) -> (String, Option<(usize, String)>) {
        let report = report(lines);
        let Candidates { listed, others } = candidates(&report, mover, most, true);
        let moves = listed.iter().map(|line| line.moves[0]).collect();
        (moves, others.map(|others| (others.count, others.score.to_string())))
    }

    fn report(lines: Vec<Line<char>>) -> Report<char> {
        Report {
            stop: None,
            value: Value::DRAW,
            bound: ValueBound::Exact,
            proven: false,
            answer_reason: None,
            alpha: None,
            beta: None,
            checked: None,
            answer_holds: None,
            lines,
            changes: Vec::new(),
            counters: Default::default(),
            tree_nodes: 0,
            depth_mean: 0.0,
            depth_max: 0,
            depth: None,
            elapsed: Default::default(),
            cpu: Default::default(),
            threads: 1,
            jobs: None,
            memory: Default::default(),
        }
    }

    #[test]
    fn values_come_before_limits_which_are_told_together() {
        use ValueBound::{AtLeast, AtMost, Exact, Open};
        let lines = || {
            vec![
                line('a', 40.0, Exact),
                line('b', 30.0, AtMost),
                line('c', 20.0, Exact),
                line('d', 10.0, AtLeast),
                line('e', -5.0, AtMost),
                line('f', -9.0, Open),
            ]
        };
        let of = |count, text: &str| Some((count, text.to_string()));
        assert_eq!(told(lines(), Player::Max, 9), ("acdf".into(), of(2, "≤ +0.30")));
        assert_eq!(told(lines(), Player::Max, 3), ("acd".into(), of(3, "~ +0.30")));
        assert_eq!(told(lines(), Player::Max, 1), ("a".into(), of(5, "~ +0.30")));
        // For Min "at least" is the limit; the answer stays the first, whatever is known about it.
        let mut lines = lines();
        lines.reverse();
        assert_eq!(told(lines, Player::Min, 9), ("fecba".into(), of(1, "≤ -0.10")));
        assert_eq!(told(vec![line('a', 1.0, AtMost)], Player::Max, 3), ("a".into(), None));
        assert_eq!(told(Vec::new(), Player::Max, 3), (String::new(), None));
    }
}
