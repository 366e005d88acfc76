//! How two scores compare, in words.

use crate::app::reporting::score::{Score, in_words};

/// What a move is worth by a search of its own, beside its value in the tree.
pub(super) fn anew(
    san: &str,
    fresh: Score,
    tree: Option<Score>,
    difference: Option<i64>,
) -> String {
    let comparison = match (tree, difference) {
        (None, _) => "; the tree has no value for it yet".to_string(),
        (Some(tree), _) if tree == fresh => ", the same as in the tree".to_string(),
        (Some(tree), Some(cp)) => {
            let direction = if cp > 0 { "more" } else { "less" };
            format!(", {} {direction} than in the tree ({})", pawns(cp), in_words(tree))
        }
        (Some(tree), None) => format!("; the tree has {}", in_words(tree)),
    };
    format!("{san} {}{comparison}", in_words(fresh))
}

/// A distance.
pub(super) fn pawns(cp: i64) -> String {
    format!("{}.{:02}", cp.abs() / 100, cp.abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fresh_value_stands_beside_that_of_the_tree() {
        let tree = Score::Cp(26);
        let told = |cp| anew("c4", Score::Cp(cp), Some(tree), Some(cp - 26));
        assert_eq!(told(26), "c4 +0.26, the same as in the tree");
        assert_eq!(told(5), "c4 +0.05, 0.21 less than in the tree (+0.26)");
        assert_eq!(told(36), "c4 +0.36, 0.10 more than in the tree (+0.26)");
        assert_eq!(anew("c4", Score::Mate(3), Some(tree), None), "c4 #3; the tree has +0.26");
    }
}
