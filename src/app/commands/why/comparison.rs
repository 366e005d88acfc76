//! How two scores compare, in words.

use crate::app::reporting::score::{BoundedScore, in_words};

/// What a move is worth by a search of its own, beside its value in the tree.
pub(super) fn anew(
    san: &str,
    fresh: BoundedScore,
    tree: Option<BoundedScore>,
    difference: Option<i64>,
) -> String {
    let comparison = match (tree, difference) {
        (None, _) => "; the tree has no value for it yet".to_string(),
        (Some(tree), _) if tree == fresh => ", the same as in the tree".to_string(),
        (Some(tree), Some(cp)) if tree.bound.is_some() && agrees(cp, fresh, tree) => {
            format!(", which agrees with the tree ({})", in_words(tree))
        }
        (Some(tree), Some(cp)) => {
            let direction = if cp > 0 { "more" } else { "less" };
            format!(", {} {direction} than in the tree ({})", pawns(cp), in_words(tree))
        }
        (Some(tree), None) => format!("; the tree has {}", in_words(tree)),
    };
    format!("{san} {}{comparison}", in_words(fresh))
}

/// Whether a score that is `difference` more than a bound of the tree is within it.
fn agrees(difference: i64, fresh: BoundedScore, tree: BoundedScore) -> bool {
    (tree.is_limit() && difference <= 0 && fresh.is_limit())
        || (tree.is_reached() && difference >= 0 && fresh.is_reached())
}

/// How two scores of the same number compare.
pub(super) enum Equal {
    /// They are the same.
    Exactly,
    /// The first is no less.
    NoLess,
    /// The first is no more.
    NoMore,
    /// Either may be more.
    Nearly,
}

pub(super) fn equal(first: BoundedScore, second: BoundedScore) -> Equal {
    match () {
        () if first.bound.is_none() && second.bound.is_none() => Equal::Exactly,
        () if first.is_reached() && second.is_limit() => Equal::NoLess,
        () if first.is_limit() && second.is_reached() => Equal::NoMore,
        () => Equal::Nearly,
    }
}

/// How much more the first of two scores is, which may be bounds; `None` if bounds do not tell.
pub(super) fn difference(cp: i64, more: BoundedScore, less: BoundedScore) -> Option<String> {
    let distance = pawns(cp);
    match equal(more, less) {
        Equal::Exactly => Some(distance),
        Equal::NoLess => Some(format!("at least {distance}")),
        Equal::NoMore => Some(format!("at most {distance}")),
        Equal::Nearly => None,
    }
}

/// A distance.
pub(super) fn pawns(cp: i64) -> String {
    format!("{}.{:02}", cp.abs() / 100, cp.abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::reporting::score::{Score, ScoreBound};

    fn score(cp: i64, bound: Option<ScoreBound>) -> BoundedScore {
        BoundedScore { score: Score::Cp(cp), bound }
    }

    #[test]
    fn differences_of_bounds_are_bounds() {
        let (upper, lower) = (Some(ScoreBound::Upper), Some(ScoreBound::Lower));
        let of = |more, less| difference(50, score(30, more), score(-20, less));
        assert_eq!(of(None, None).as_deref(), Some("0.50"));
        assert_eq!(of(None, upper).as_deref(), Some("at least 0.50"));
        assert_eq!(of(lower, upper).as_deref(), Some("at least 0.50"));
        assert_eq!(of(upper, lower).as_deref(), Some("at most 0.50"));
        assert_eq!(of(upper, upper), None);
        assert_eq!(of(None, Some(ScoreBound::Open)), None);
    }

    #[test]
    fn a_value_within_a_bound_agrees_with_it() {
        let upper = score(26, Some(ScoreBound::Upper));
        let told = |cp| anew("c4", score(cp, None), Some(upper), Some(cp - 26));
        assert_eq!(told(5), "c4 +0.05, which agrees with the tree (no better than +0.26)");
        assert_eq!(told(26), "c4 +0.26, which agrees with the tree (no better than +0.26)");
        assert_eq!(told(36), "c4 +0.36, 0.10 more than in the tree (no better than +0.26)");
        assert_eq!(
            anew("c4", upper, Some(upper), Some(0)),
            "c4 no better than +0.26, the same as in the tree"
        );
    }
}
