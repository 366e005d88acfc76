//! Candidates that rank: part of the effort goes to moves that are not the best one, so that the report
//! has a value for each, and no mere bound.
//!
//! What the search needs for its answer is that no other move is better; how much worse they are it
//! does not ask. If several lines are wanted, it does: then a share of all nodes goes to the best
//! candidates. If leaves are searched, each has a search of its own, of the position after the move and
//! deeper from time to time ([`Rank`]); elsewhere the tree grows below those that were searched least.

use crate::game::MoveCode;
use crate::tree::ValueBound;
use crate::value::Value;

/// The default share of the effort for each line but the first ...
const SHARE_A_LINE: f32 = 0.125;
/// ... and for all of them at most.
const MOST_SHARE: f32 = 0.5;

/// How many candidates are to have a value, and how much of the effort that may take.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Ranking, Root, Searcher};
///
/// let root = Root::new(Nim::new(&[3, 5, 7]));
/// let mut search = BestFirst::new(root, ChanceModel::searching(), MemoryLimits::new(8 << 20));
/// // Values for the three best moves; a quarter of the nodes goes to the second and the third.
/// search.rank(Ranking { share: 0.25, ..Ranking::of(3) });
/// let limits = Limits { nodes: Some(5_000), ..Limits::default() };
/// let report = search.search(&limits, &mut |_| {});
/// assert!(report.counters.ranking <= 5_000 / 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranking {
    /// How many, the best one among them: at least 1.
    pub lines: u16,
    /// The part of all nodes that may go to that, from 0 to 1.
    pub share: f32,
}

/// What a search of its own has found of a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    /// The candidate.
    pub mv: MoveCode,
    /// The value of the position after it, Max's view.
    pub value: Value,
    /// What that says.
    pub bound: ValueBound,
    /// How deep that position was searched, plies.
    pub plies: u8,
    /// Positions searched for it.
    pub nodes: u64,
}

impl Default for Ranking {
    /// One line, which takes no effort but the search's own.
    fn default() -> Ranking {
        Ranking::of(1)
    }
}

impl Ranking {
    /// This many lines, each but the first with an eighth of the effort; half of it together at most.
    pub fn of(lines: u16) -> Ranking {
        let lines = lines.max(1);
        let share = (SHARE_A_LINE * f32::from(lines - 1)).min(MOST_SHARE);
        Ranking { lines, share }
    }

    /// Whether anything is searched for it.
    pub fn takes_effort(self) -> bool {
        self.lines > 1 && self.share > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_grows_with_the_lines() {
        let shares = [0, 1, 2, 3, 5, 9, 300].map(|lines| Ranking::of(lines).share);
        assert_eq!(shares, [0.0, 0.0, 0.125, 0.25, 0.5, 0.5, 0.5]);
        assert!(!Ranking::default().takes_effort() && Ranking::of(2).takes_effort());
        assert!(!Ranking { share: 0.0, ..Ranking::of(9) }.takes_effort());
    }
}
