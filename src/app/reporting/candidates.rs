//! Which candidates a report lists, and what it says of the others together.

use super::score::{Others, Score};
use crate::search::{Line, Report};
use crate::value::{Player, Value};

/// The candidates of a report, as they are shown.
#[derive(Clone, Debug)]
pub struct Candidates<'a, M> {
    /// Those that are listed, the answer first, then by value.
    pub listed: &'a [Line<M>],
    /// The others together; `None` if there are none, and if nothing is known of some of them.
    pub others: Option<Others>,
}

/// The candidates of a report, no more than `most` of them listed.
pub fn candidates<M>(report: &Report<M>, mover: Player, most: usize) -> Candidates<'_, M> {
    let (listed, rest) = report.lines.split_at(most.min(report.lines.len()));
    Candidates { listed, others: others(report, rest, mover) }
}

/// The moves that are not listed: these, and those that were never tried.
fn others<M>(report: &Report<M>, rest: &[Line<M>], mover: Player) -> Option<Others> {
    // Searchers without a tree do not say what other moves are worth.
    report.alpha?;
    let (waiting, most) = match report.waiting {
        Some(waiting) => (waiting.moves, Some(waiting.most?)),
        None => (0, None),
    };
    let own = |value: &Value| value.for_player(mover);
    let values = rest.iter().map(|line| line.value).chain(most);
    let most = values.max_by(|a, b| own(a).total_cmp(&own(b)))?;
    Some(Others { count: waiting + rest.len(), at_most: Score::new(most, mover) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Waiting;
    use crate::value::Chance;

    fn report(values: &[f32], waiting: Option<Waiting>) -> Report<usize> {
        let line = |(mv, &cp)| Line::plain(vec![mv], Value::centipawns(cp));
        Report {
            stop: None,
            value: Value::DRAW,
            proven: false,
            conditional: false,
            unsettled_by: None,
            rests_on: None,
            answer_reason: None,
            alpha: Some(Chance::none(Player::Max)),
            beta: Some(Chance::none(Player::Min)),
            answer_holds: None,
            no_progress: None,
            lines: values.iter().enumerate().map(line).collect(),
            waiting,
            changes: Vec::new(),
            counters: Default::default(),
            tree_nodes: 0,
            depth_mean: 0.0,
            depth_max: 0,
            depth: None,
            elapsed: Default::default(),
            cpu: Default::default(),
            threads: 1,
            memory: Default::default(),
        }
    }

    #[test]
    fn the_others_are_worth_at_most_the_best_of_them() {
        let told = |report: &Report<usize>, mover, most| {
            let Candidates { listed, others } = candidates(report, mover, most);
            (listed.len(), others.map(|others| (others.count, others.at_most)))
        };
        let waiting = |moves, cp: f32| Some(Waiting { moves, most: Some(Value::centipawns(cp)) });
        let known = report(&[40.0, 30.0, 20.0], waiting(17, 25.0));
        assert_eq!(told(&known, Player::Max, 3), (3, Some((17, Score::Cp(25)))));
        assert_eq!(told(&known, Player::Max, 1), (1, Some((19, Score::Cp(30)))));
        let lost = report(&[-40.0, -30.0], waiting(5, -20.0));
        assert_eq!(told(&lost, Player::Min, 1), (1, Some((6, Score::Cp(30)))));
        assert_eq!(told(&report(&[40.0, 30.0], None), Player::Max, 9), (2, None));
        let unknown = report(&[40.0, 30.0], Some(Waiting { moves: 3, most: None }));
        assert_eq!(told(&unknown, Player::Max, 1), (1, None));
        assert_eq!(told(&report(&[], None), Player::Max, 3), (0, None));
    }
}
