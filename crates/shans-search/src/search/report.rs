//! What goes into a search and what comes out, the same for every searcher.

use std::time::Duration;

use serde::Serialize;

use super::limits::{Limits, Stop};
use super::view::Bounds;
use crate::game::Game;
pub use crate::tree::Root;
use crate::value::{Chance, Player, Value};

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions reached by making a move, in any part of the search: the unit of work.
    pub nodes: u64,
    /// Rounds of the loop (best-first), or completed depths.
    pub iterations: u64,
    /// Static evaluations.
    pub evals: u64,
    /// Values taken from the table instead of being searched: of leaves, or within searches.
    pub table_hits: u64,
}

/// Memory in use, bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Nodes of the tree.
    pub tree: u64,
    /// Tables.
    pub tables: u64,
    /// What the evaluator keeps ([`Evaluate::evaluator_bytes`](crate::game::Evaluate)), which may
    /// be shared with other searches.
    pub evaluator: u64,
    /// The bound on the tree and the tables; 0 if there is none.
    pub limit: u64,
    /// Tree nodes freed to make room.
    pub freed_nodes: u64,
    /// Passes over the tree to free them.
    pub sweeps: u64,
    /// Leaves that were searched deeper because there was no room for their children.
    pub deepened: u64,
}

/// A candidate move and what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The moves, the candidate first. If leaves are searched, those behind the last node of the
    /// tree are the ones that its search has found best.
    pub moves: Vec<M>,
    /// The value at the root if it is played. It is a win only if that is proven; a win that
    /// is not is [`Value::unproven`], or [`Value::seen_win`] where the line ends in that mate.
    pub value: Value,
    /// How deep it was searched, plies from the root: the completed depth of depth-limited
    /// searchers; `None` of others.
    pub depth: Option<u32>,
    /// Whether the outcome, a win of either side or a draw, is certain if it is played.
    pub proven: bool,
    /// Whether that is proven only of the game without the moves that are left out ([`Root::leaves_moves_out`]).
    pub conditional: bool,
    /// What keeps the value from being settled: the line ends where moves that were not made may be better.
    pub unsettled_by: Option<Unsettled<M>>,
    /// How little the value rests on, if it is little beside what was searched for the move.
    pub rests_on: Option<RestsOn>,
    /// Max's chance there, as the root sees it; `None` if chances are not kept.
    pub alpha: Option<Chance>,
    /// Min's chance there.
    pub beta: Option<Chance>,
    /// Nodes in the tree below now. `None` if none is kept, and while a search runs that has
    /// freed some or searches leaves: it does not take the time to count them.
    pub tree_nodes: Option<u64>,
    /// Tree nodes ever made below; if leaves are searched, positions searched for the move.
    pub effort: u64,
}

impl<M> Line<M> {
    /// A line of a searcher that keeps no tree, nothing being proven of it.
    pub fn plain(moves: Vec<M>, value: Value) -> Line<M> {
        Line {
            moves,
            value,
            depth: None,
            proven: false,
            conditional: false,
            unsettled_by: None,
            rests_on: None,
            alpha: None,
            beta: None,
            tree_nodes: None,
            effort: 0,
        }
    }
}

/// Why a move is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerReason {
    /// No move that was tried is worth more.
    BestValue,
    /// Others have a better value at this moment, but a less certain one.
    MoreCertain,
    /// It was not searched: it is the most promising of the moves not tried yet.
    NotSearched,
}

impl AnswerReason {
    /// Centipawns: a move that looks better than the answer by less than this is about as good. One that is better by at
    /// least as much takes the place of the answer, once enough nodes were spent on it.
    pub const CLEAR_LEAD: f32 = 15.0;

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            AnswerReason::BestValue => "best-value",
            AnswerReason::MoreCertain => "more-certain",
            AnswerReason::NotSearched => "not-searched",
        }
    }
}

/// The moves of the position analysed that have no line in a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// How many there are.
    pub moves: usize,
    /// What they are worth at most, as far as was searched; `None` if that is not known.
    pub most: Option<Value>,
}

/// Moves that keep a value from being settled: the line that is told leads to a position in which they were not searched one
/// by one, and one of them may be clearly better than what was.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsettled<M> {
    /// The line to that position, from the one whose value is told.
    pub after: Vec<M>,
    /// How many moves wait there.
    pub count: usize,
    /// What they are worth at most for the player who makes them, as far as was searched: Max's view. `None` if that is not
    /// known.
    pub at_most: Option<Value>,
    /// The player who makes them.
    pub mover: Player,
}

impl<M> Unsettled<M> {
    /// Between what the value lies of which this is told.
    pub fn bounds(&self, value: Value) -> Bounds {
        Bounds::of(self.mover, Some(value), self.at_most)
    }

    /// The same as it is told of the position before a move.
    #[must_use]
    pub fn behind(mut self, mv: Option<M>) -> Unsettled<M> {
        self.after.splice(..0, mv);
        self
    }
}

/// No more changes of the answer are kept; the older half goes when there are more.
pub(super) const MOST_CHANGES: usize = 4096;

/// A change of the answer while a search ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<M> {
    /// The counter of nodes when it came.
    pub nodes: u64,
    /// The move preferred from then on.
    pub best: M,
    /// The win, and its distance in plies, that the searcher announces from then on. A best-first
    /// search announces only what it has proven; a depth-first one what its last completed depth
    /// found, which is not a proof where it prunes.
    pub win: Option<(Player, u16)>,
}

impl<M: PartialEq> Change<M> {
    /// Appends this to the changes so far, unless it is none.
    pub(super) fn note(self, changes: &mut Vec<Change<M>>) {
        let is_same = |last: &Change<M>| last.best == self.best && last.win == self.win;
        if !changes.last().is_some_and(is_same) {
            if changes.len() >= MOST_CHANGES {
                changes.drain(..changes.len() - MOST_CHANGES / 2);
            }
            changes.push(self);
        }
    }
}

/// The state of a search, while it runs and at its end.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
///
/// let root = Root::new(Nim::new(&[1, 2, 4]));
/// let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
/// let report = search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
/// for line in &report.lines {
///     println!("{} moves, worth {:?}", line.moves.len(), line.value);
/// }
/// assert_eq!(report.lines.first().and_then(|line| line.moves.first().copied()), report.best_move());
/// assert!(report.counters.nodes <= 5_000);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The rule that ended it; `None` while it runs.
    pub stop: Option<Stop>,
    /// The value of the answer. It is a win only if that is proven; a win that is not is [`Value::unproven`],
    /// or [`Value::seen_win`] where the line ends in that mate.
    pub value: Value,
    /// Whether the outcome, a win of either side or a draw, is certain: nothing that was not searched could
    /// change it.
    pub proven: bool,
    /// Whether that is proven only of the game without the moves that are left out ([`Root::leaves_moves_out`]).
    pub conditional: bool,
    /// Which moves that were not made may still change the value ([`Line::unsettled_by`]).
    pub unsettled_by: Option<Unsettled<M>>,
    /// How little the value rests on, if it is little beside all that was searched for the position analysed.
    pub rests_on: Option<RestsOn>,
    /// Why the answer is the answer; `None` if there is none.
    pub answer_reason: Option<AnswerReason>,
    /// Max's chance at the root; `None` if chances are not kept.
    pub alpha: Option<Chance>,
    /// Min's chance at the root.
    pub beta: Option<Chance>,
    /// The probability that the answer, searched with ten times the work, is still the answer or
    /// loses no more than 30 centipawns; 1 where the result is proven or there is one move to
    /// choose from. `None` where the value is unsettled or rests on little, and where it
    /// was not measured: of searchers that keep no chances, for other parameters, games and evaluations.
    pub answer_holds: Option<f64>,
    /// The nodes in which no progress was found, if it looks so: one side is better, but neither its value nor the kind
    /// of lines changes the more is searched. It proves nothing. `None` of searchers that keep no tree, too.
    pub no_progress: Option<u64>,
    /// Candidates, the answer first, then by value; those never tried are missing. Empty if the
    /// game is over.
    pub lines: Vec<Line<M>>,
    /// The moves that were never tried; `None` if there are none, and of searchers that keep no tree.
    pub waiting: Option<Waiting>,
    /// How the answer came about, oldest first, the newest few thousand changes; the last one is
    /// the present answer.
    pub changes: Vec<Change<M>>,
    /// Work done.
    pub counters: Counters,
    /// Nodes in the tree now; 0 if none is kept.
    pub tree_nodes: u64,
    /// Mean depth of the tree's nodes, plies below the root.
    pub depth_mean: f64,
    /// Greatest depth of a tree node, or greatest depth searched.
    pub depth_max: u32,
    /// The completed depth of depth-limited searchers.
    pub depth: Option<u32>,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// CPU time of the searching threads.
    pub cpu: Duration,
    /// How many threads searched.
    pub threads: usize,
    /// Memory in use.
    pub memory: Memory,
}

impl<M: Copy> Report<M> {
    /// The preferred move, if there is any.
    pub fn best_move(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }
}

/// Hears of the progress of a search, a few times a second.
pub type Observer<'a, M> = &'a mut dyn FnMut(&Report<M>);

/// A way to search.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::search::{Limits, Pvs, PvsOptions, Root, Searcher, Stop};
///
/// let mut searcher = Pvs::new(Root::new(Nim::new(&[3, 4])), PvsOptions::default());
/// let mut heard = 0;
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let report = searcher.search(&limits, &mut |_progress| heard += 1);
/// assert!(matches!(report.stop, Some(Stop::Depth | Stop::Settled | Stop::Proven)));
/// // Another position of the same game; what the tables know is kept until `clear`.
/// searcher.go_to(Root::new(Nim::new(&[2, 4])));
/// searcher.clear();
/// ```
pub trait Searcher<G: Game> {
    /// Searches within the limits and blocks until one of them, or the search itself, says
    /// stop. The observer is called from this thread.
    fn search(&mut self, limits: &Limits, observer: Observer<'_, G::Move>) -> Report<G::Move>;

    /// Goes to another root, usually a move or two later in the game, and keeps what tables know:
    /// the next search is faster, and depends on those before it.
    fn go_to(&mut self, root: Root<G>);

    /// Forgets everything: the next search depends on nothing but its root.
    fn clear(&mut self);
}

/// A value rests on little if its ground has less than this part of the nodes of the position.
pub(in crate::search) const LITTLE: u64 = 64;

/// How much work a value rests on, where that is little beside all the work that went into its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RestsOn {
    /// The positions searched for its [`Ground`](super::Ground).
    pub nodes: u64,
    /// Those searched for the position.
    pub of: u64,
}

impl RestsOn {
    /// `None` where it is not little.
    pub(in crate::search) fn little(nodes: u64, of: u64) -> Option<RestsOn> {
        (nodes.saturating_mul(LITTLE) < of).then_some(RestsOn { nodes, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_changes_are_kept() {
        let mut changes = Vec::new();
        for nodes in 0..20_000 {
            Change { nodes, best: nodes % 2, win: None }.note(&mut changes);
            assert!(changes.len() <= MOST_CHANGES);
        }
        let newest = 20_000 - changes.len() as u64..20_000;
        assert!(changes.len() >= MOST_CHANGES / 2);
        assert!(changes.iter().map(|change| change.nodes).eq(newest));
    }
}
