//! What every depth-first searcher carries along: root, path, limits, counters, leaves.

use std::cmp::Reverse;

use super::lines::Lines;
use super::quiescence::Quiescence;
use super::transposition::SearchTable;
use crate::game::{Evaluate, Order, Past};
use crate::search::budget::{Budget, Spent};
use crate::search::limits::{Limits, Stop};
use crate::search::report::{Change, Root};
use crate::search::window::Window;
use crate::tree::leave_out;
use crate::value::{Player, Value};

/// How positions at the depth limit are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Leaf {
    /// By the quiescence search that all searchers share.
    #[default]
    Quiescence,
    /// By the static evaluation.
    Static,
}

/// The score of the best move of an earlier search.
pub(in crate::search) const KNOWN: i32 = 1 << 30;
/// The least score of moves that take or promote.
pub(in crate::search) const NOISY: i32 = 1 << 20;

/// A move with the number that orders it.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Scored<M> {
    pub(in crate::search) mv: M,
    pub(in crate::search) score: i32,
}

/// This many moves of a node are selected one by one before the rest is sorted.
const SELECTED: usize = 3;

/// The state of a depth-first walk from one root.
#[derive(Debug)]
pub(in crate::search) struct DepthFirstWalk<G: Order> {
    pub(in crate::search) root: Root<G>,
    pub(in crate::search) lines: Lines<G::Move>,
    /// The principal variation of the last completed iteration.
    pub(in crate::search) carried: Vec<G::Move>,
    /// The moves of all nodes on the path, one after another.
    pub(in crate::search) moves: Vec<Scored<G::Move>>,
    pub(in crate::search) budget: Budget,
    /// Whether a value in this iteration rests on a position at the depth limit.
    pub(in crate::search) met_horizon: bool,
    /// Whether chance had a turn in this iteration: a win may be a mean then.
    pub(in crate::search) met_chance: bool,
    /// The deepest ply of this search, quiescence excluded.
    pub(in crate::search) deepest: u16,
    /// Iterations try the best move of the one before first, so that what an unfinished one
    /// found is an answer, too.
    pub(in crate::search) begins_with_best: bool,
    /// The best line at the root of the iteration that runs, and its value (or a bound on the
    /// better side of it), once something raised the window.
    pub(in crate::search) root_line: Option<(Vec<G::Move>, Value)>,
    pub(in crate::search) table_hits: u64,
    /// How the answer came about.
    pub(in crate::search) changes: Vec<Change<G::Move>>,
    leaf: Leaf,
    quiescence: Quiescence<G::Move>,
    generated: Vec<G::Move>,
    /// Keys of the game's history and of the positions on the path.
    pub(in crate::search) past: Vec<u64>,
}

impl<G: Order + Evaluate> DepthFirstWalk<G> {
    pub(in crate::search) fn new(root: Root<G>, leaf: Leaf) -> DepthFirstWalk<G> {
        DepthFirstWalk {
            root,
            leaf,
            quiescence: Quiescence::default(),
            lines: Lines::default(),
            carried: Vec::new(),
            moves: Vec::new(),
            budget: Budget::default(),
            met_horizon: false,
            met_chance: false,
            deepest: 0,
            begins_with_best: true,
            root_line: None,
            table_hits: 0,
            changes: Vec::new(),
            generated: Vec::new(),
            past: Vec::new(),
        }
    }

    /// Lets quiescence ask this table from now on, and tell it; none if `None`.
    pub(in crate::search) fn set_quiescence_table(&mut self, table: Option<SearchTable>) {
        self.quiescence.table = table;
    }

    /// A search begins: counters and clocks start afresh.
    pub(in crate::search) fn begin(&mut self, limits: &Limits) {
        self.budget.set_spent(Spent::default());
        self.budget.begin(limits);
        self.deepest = 0;
        self.table_hits = 0;
        self.changes.clear();
        self.carried.clear();
    }

    /// An iteration begins, whatever ended the one before.
    pub(in crate::search) fn begin_iteration(&mut self) {
        self.moves.clear();
        self.past.clone_from(&self.root.history);
        self.met_horizon = false;
        self.met_chance = false;
        self.root_line = None;
        self.lines.clear(0);
    }

    /// Makes a move: the only way to a new position.
    pub(in crate::search) fn make(&mut self, game: &G, mv: G::Move) -> Result<G, Stop> {
        self.budget.count_node()?;
        let child = game.after(mv);
        Ok(child)
    }

    /// Puts a position on the path, below which moves are made.
    pub(in crate::search) fn enter(&mut self, key: u64, ply: u16) {
        self.past.push(key);
        self.deepest = self.deepest.max(ply + 1);
    }

    /// Takes it off again.
    pub(in crate::search) fn leave(&mut self) {
        self.past.pop();
    }

    /// The value of a finished position, or one whose value is known exactly, wins counted from
    /// here. The root is never asked.
    pub(in crate::search) fn finished(&self, game: &G, ply: u16) -> Option<Value> {
        if ply == 0 {
            return None;
        }
        let past = Past::new(&self.past, self.root.searched_from);
        game.outcome(&past).or_else(|| match ply {
            // A root has few moves, and its answer rests on them.
            1 => game.exact(&past),
            _ => game.exact_at_once(&past),
        })
    }

    /// The value of a position at the depth limit, wins counted from here, a bound outside of the window; and its static value,
    /// if that was looked at.
    pub(in crate::search) fn leaf_here(
        &mut self,
        game: &G,
        window: Window,
        known: Option<Value>,
    ) -> Result<(Value, Option<Value>), Stop> {
        self.met_horizon = true;
        match self.leaf {
            Leaf::Quiescence => {
                self.quiescence.value_and_stand(game, window, known, &mut self.budget)
            }
            Leaf::Static => {
                let stand = self.evaluate(game);
                Ok((stand, Some(stand)))
            }
        }
    }

    /// The capture or evasion on which the value of a position at the depth limit rests, if any.
    pub(in crate::search) fn best_at_limit(&mut self, game: &G) -> Option<G::Move> {
        match self.leaf {
            Leaf::Quiescence => self.quiescence.best(game, &mut self.budget).ok()?,
            Leaf::Static => None,
        }
    }

    /// The same in a search that counts wins from the root. What is known of the static value is not worked out again.
    pub(in crate::search) fn leaf(
        &mut self,
        game: &G,
        window: Window,
        ply: u16,
        known: Option<Value>,
    ) -> Result<(Value, Option<Value>), Stop> {
        if let Some(bound) = out_of_reach(window, ply) {
            return Ok((bound, None));
        }
        let (value, stand) = self.leaf_here(game, window.unshifted(ply), known)?;
        Ok((value.shifted(ply), stand))
    }

    /// The static value.
    pub(in crate::search) fn evaluate(&mut self, game: &G) -> Value {
        self.budget.count_eval();
        game.evaluate()
    }

    /// Appends the moves of a position, at the root the candidates only, and gives each its
    /// score. Returns where they start; [`DepthFirstWalk::forget`] takes them off again.
    pub(in crate::search) fn list(
        &mut self,
        game: &G,
        ply: u16,
        mut score: impl FnMut(G::Move) -> i32,
    ) -> usize {
        self.generated.clear();
        game.moves(&mut self.generated);
        if ply == 0
            && let Some(allowed) = &self.root.candidates
        {
            self.generated.retain(|mv| allowed.contains(mv));
        }
        leave_out(self.root.left_out(), game, &mut self.generated);
        let start = self.moves.len();
        self.moves.extend(self.generated.iter().map(|&mv| Scored { mv, score: score(mv) }));
        start
    }

    /// The `index`-th move in the order of scores, of those listed from `start` on; `None` after
    /// the last. Equals stay in the order of the game. To be asked with each index in turn: the
    /// first few moves are selected, since they often suffice, then the rest is sorted.
    pub(in crate::search) fn pick(
        &mut self,
        start: usize,
        index: usize,
    ) -> Option<Scored<G::Move>> {
        let rest = self.moves.get_mut(index..)?;
        match index - start {
            0..SELECTED => {
                let mut best = 0;
                for other in 1..rest.len() {
                    if rest[other].score > rest[best].score {
                        best = other;
                    }
                }
                rest.get_mut(..=best)?.rotate_right(1);
            }
            SELECTED => rest.sort_by_key(|scored| Reverse(scored.score)),
            _ => {}
        }
        rest.first().copied()
    }

    /// Drops the moves of a node.
    pub(in crate::search) fn forget(&mut self, start: usize) {
        self.moves.truncate(start);
    }

    /// A move became the best of its node, inside the window.
    pub(in crate::search) fn lead(&mut self, ply: u16, mv: G::Move, value: Value) {
        self.lines.lead(ply, mv);
        if ply == 0 && self.begins_with_best {
            self.root_line = Some((self.lines.root_line().to_vec(), value));
            let loser = value.win().map(|(winner, _)| winner.opponent());
            let is_lost = loser.is_some() && loser == self.root.game.turn().player();
            // One lost move does not lose: only the moves that follow it could tell.
            let known = self.changes.last().and_then(|last| last.win);
            let known = known.filter(|(winner, _)| Some(winner.opponent()) == loser);
            self.note(mv, if is_lost { known } else { value.win() });
        }
    }

    /// Notes the answer where it is another than before.
    pub(in crate::search) fn note(&mut self, best: G::Move, win: Option<(Player, u16)>) {
        Change { nodes: self.budget.nodes(), best, win }.note(&mut self.changes);
    }

    /// The best move of the last iteration, at the root.
    pub(in crate::search) fn known_best(&self, ply: u16) -> Option<G::Move> {
        if ply == 0 { self.carried.first().copied() } else { None }
    }
}

/// Mate-distance pruning: where a player is sure of a win (or a loss) so near that nothing
/// `ply` plies from the root can be nearer, the bound that follows; wins counted from the root.
pub(in crate::search) fn out_of_reach(window: Window, ply: u16) -> Option<Value> {
    let most = Value::win_in(Player::Max, ply);
    let least = Value::win_in(Player::Min, ply);
    if window.low >= most {
        Some(most)
    } else if window.high <= least {
        Some(least)
    } else {
        None
    }
}
