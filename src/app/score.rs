//! Scores, chances and efforts as text.

use std::fmt;

use indicatif::HumanCount;

pub use crate::inspect::{Chances, Score, mover};
use crate::value::Value;

/// `+0.31`, `0.00`, `#3`, `#-2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => f.pad(&pawns(*cp)),
            Score::Mate(moves) => f.pad(&format!("#{moves}")),
        }
    }
}

/// A chance in pawns: `-18.93`. `-` is none, and `+#` or `-#` one that rests on a mate.
pub fn chance_text(chance: Option<i64>) -> String {
    const HALF_WIN: i64 = Value::WIN as i64 / 2;
    match chance {
        None => "-".to_string(),
        Some(cp) if cp > HALF_WIN => "+#".to_string(),
        Some(cp) if cp < -HALF_WIN => "-#".to_string(),
        Some(cp) => pawns(cp),
    }
}

/// `1 tree node`, `41,649 tree nodes`.
pub fn tree_nodes(effort: u64) -> String {
    let plural = if effort == 1 { "" } else { "s" };
    format!("{} tree node{plural}", HumanCount(effort))
}

fn pawns(cp: i64) -> String {
    let sign = match cp.signum() {
        1 => "+",
        -1 => "-",
        _ => "",
    };
    format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_as_text() {
        let text = |score: Score| score.to_string();
        assert_eq!(text(Score::Cp(31)), "+0.31");
        assert_eq!(text(Score::Cp(-31)), "-0.31");
        assert_eq!(text(Score::Cp(1234)), "+12.34");
        assert_eq!(text(Score::Cp(0)), "0.00");
        assert_eq!(text(Score::Mate(3)), "#3");
        assert_eq!(text(Score::Mate(-2)), "#-2");
    }

    #[test]
    fn chances_as_text() {
        assert_eq!(chance_text(Some(-1893)), "-18.93");
        assert_eq!(chance_text(Some(98_000)), "+#");
        assert_eq!(chance_text(Some(-98_000)), "-#");
        assert_eq!(chance_text(None), "-");
    }

    #[test]
    fn one_node_is_no_plural() {
        assert_eq!(tree_nodes(1), "1 tree node");
        assert_eq!(tree_nodes(41_649), "41,649 tree nodes");
    }
}
