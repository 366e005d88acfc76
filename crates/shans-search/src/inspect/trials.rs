//! Small searches that answer what a position would be worth if something were otherwise.

use std::panic::resume_unwind;
use std::thread;

use crate::game::{Evaluate, Heuristics, Past};
use crate::search::{Interrupt, Limits, Pvs, PvsOptions, Root, Searcher, Stop};
use crate::value::{Player, Value};
use crate::winning_chances::winning_chances;

/// Bytes of the table of one search: more than 50,000 nodes fill.
const TABLE: u64 = 2 << 20;

/// Searches of equal size, as many as a number of nodes allows. Each depends on nothing but its position: tables are not
/// shared, so that the answer does not depend on what was asked before.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::Notation;
/// use shans_search::inspect::{Trials, points};
/// use shans_search::search::Interrupt;
/// use shans_search::value::Player;
///
/// let mut trials = Trials::new(2_000, 10_000, Interrupt::default());
/// let position = Nim::new(&[3, 2]);
/// let found = trials.look(&position, None).ok_or("no nodes left")?;
/// assert_eq!(position.human_text(found.line[0]), "1-1");
/// assert_eq!(points(found.value, Player::Max), 1.0);
/// assert!(trials.searches() == 1 && trials.spent() <= 2_000);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trials {
    nodes: u64,
    left: u64,
    spent: u64,
    searches: u32,
    interrupt: Interrupt,
}

/// What a small search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The value of the position, from Max's point of view.
    pub value: Value,
    /// The best moves of both sides; empty where the game is over.
    pub line: Vec<M>,
}

impl Trials {
    /// Searches of at most `nodes` nodes each and `most` together.
    pub fn new(nodes: u64, most: u64, interrupt: Interrupt) -> Trials {
        Trials { nodes, left: most, spent: 0, searches: 0, interrupt }
    }

    /// How many nodes were searched.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// How many searches there were.
    pub fn searches(&self) -> u32 {
        self.searches
    }

    /// Nodes of one search at most.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches two positions at once, each on a thread of its own: what two calls of [`look`](Self::look) find, in half the time.
    pub fn look_at_both<G: Heuristics + Evaluate>(
        &mut self,
        (one, of_one): (&G, Option<Vec<G::Move>>),
        (two, of_two): (&G, Option<Vec<G::Move>>),
    ) -> [Option<Found<G::Move>>; 2] {
        if self.left < self.nodes.saturating_mul(2) {
            return [self.look(one, of_one), self.look(two, of_two)];
        }
        let mut other = Trials::new(self.nodes, self.nodes, self.interrupt.clone());
        let found = thread::scope(|scope| {
            let second = scope.spawn(|| other.look(two, of_two));
            [self.look(one, of_one), second.join().unwrap_or_else(|panic| resume_unwind(panic))]
        });
        self.searches += other.searches;
        self.spent += other.spent;
        self.left = self.left.saturating_sub(other.spent);
        found
    }

    /// Searches a position, of whose moves only some may be chosen from if they are given. The past of the position is not
    /// known, so that only positions of the search itself count as repeated. `None` where nothing may be chosen, where the nodes are used
    /// up, and where the search was interrupted.
    pub fn look<G: Heuristics + Evaluate>(
        &mut self,
        game: &G,
        candidates: Option<Vec<G::Move>>,
    ) -> Option<Found<G::Move>> {
        if let Some(value) = game.outcome(&Past::default()) {
            return Some(Found { value, line: Vec::new() });
        }
        if candidates.as_ref().is_some_and(Vec::is_empty) || self.left < self.nodes {
            return None;
        }
        let mut root = Root::new(game.clone());
        root.candidates = candidates;
        let options = PvsOptions { table_bytes: TABLE, ..PvsOptions::default() };
        let mut search = Pvs::try_new(root, options).ok()?;
        let interrupt = self.interrupt.clone();
        let limits = Limits {
            nodes: Some(self.nodes),
            beyond_only_move: true,
            interrupt,
            ..Limits::default()
        };
        let report = search.search(&limits, &mut |_| {});
        self.searches += 1;
        self.spent += report.counters.nodes;
        self.left = self.left.saturating_sub(report.counters.nodes);
        let is_whole = report.stop != Some(Stop::Interrupted);
        let line = report.lines.into_iter().next().map(|line| line.moves).unwrap_or_default();
        is_whole.then_some(Found { value: report.value, line })
    }
}

/// The points that a player may expect with such a value, from 0 to 1, by the formula of lichess.org: a scale on which a mate is
/// not worth a hundred pawns.
pub fn points(value: Value, player: Player) -> f64 {
    let chances = winning_chances(f64::from(value.in_centipawns() * player.sign()));
    (1.0 + chances) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::testing::Duel;

    #[test]
    fn no_more_nodes_are_spent_than_there_are() {
        let mut trials = Trials::new(500, 1_200, Interrupt::default());
        let found = (0..5).filter_map(|_| trials.look(&Duel::start(), None)).count();
        assert_eq!((found, trials.searches()), (2, 2));
        assert!(trials.spent() <= 1_200);
    }

    #[test]
    fn only_what_may_be_chosen_is() {
        let duel = Duel::of(0, 1, Player::Max);
        let mut trials = Trials::new(500, 5_000, Interrupt::default());
        let free = trials.look(&duel, None);
        assert_eq!(free.map(|found| points(found.value, Player::Max)), Some(1.0));
        let mut moves = Vec::new();
        duel.moves(&mut moves);
        let wins = |mv| {
            let after = duel.after(mv);
            after.outcome(&Past::default()).is_some()
        };
        moves.retain(|&mv| !wins(mv));
        let bound = trials.look(&duel, Some(moves));
        assert!(bound.is_some_and(|found| points(found.value, Player::Max) < 1.0));
        assert_eq!(trials.look(&duel, Some(Vec::new())), None);
    }

    #[test]
    fn two_at_once_are_what_one_after_the_other_is() {
        let (near, far) = (Duel::of(0, 1, Player::Max), Duel::start());
        for most in [5_000, 700] {
            let mut apart = Trials::new(500, most, Interrupt::default());
            let both = [apart.look(&near, None), apart.look(&far, None)];
            let mut at_once = Trials::new(500, most, Interrupt::default());
            assert_eq!(at_once.look_at_both((&near, None), (&far, None)), both);
            assert_eq!((at_once.spent(), at_once.searches()), (apart.spent(), apart.searches()));
            assert_eq!(at_once.left, apart.left);
        }
    }

    #[test]
    fn points_are_on_one_scale() {
        let of = |cp| points(Value::centipawns(cp), Player::Max);
        assert!((of(100.0) - 0.591).abs() < 0.001 && of(0.0) == 0.5);
        assert!(of(-900.0) > 0.03 && points(Value::win_in(Player::Min, 3), Player::Max) < 1e-9);
    }
}
