//! Quiescence: a leaf's value after the captures and evasions that cannot wait.

use super::transposition::{Bound, Table, TableEntry};
use crate::game::{Estimate, Evaluate, Order, Past};
use crate::search::budget::Budget;
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::{Player, Value};

/// The deepest line of a quiescence search, plies. Captures run out long before.
const DEEPEST: u16 = 40;
/// A forced player must answer up to this ply and may stand pat like any other beyond. Long chains
/// of checks are left to the tree above.
const LAST_EVASION: u16 = 1;

/// A fail-soft alpha-beta search over tactical moves, in which a player may stop at the static
/// value unless forced to move. Depends on the position alone: no repetition, and a table only saves work.
#[derive(Clone, Debug)]
pub struct Quiescence<M> {
    /// The moves of all positions on the way, one after another.
    moves: Vec<Estimate<M>>,
}

impl<M> Default for Quiescence<M> {
    fn default() -> Self {
        Quiescence { moves: Vec::new() }
    }
}

/// What a search of one leaf uses. A table at every ply, not at the leaf alone: its prototype, which
/// took values whatever evasions they rest on, solved 173 of 355 positions (every fourth of the
/// suites, 20,000 nodes) in place of 166, p 0.17.
pub(in crate::search) struct Means<'a> {
    pub(in crate::search) budget: &'a mut Budget,
    /// Keeps the value of every position on the way.
    pub(in crate::search) table: Option<&'a mut Table>,
    /// How many values came from the table.
    pub(in crate::search) table_hits: u64,
}

impl Means<'_> {
    fn evaluate<G: Evaluate>(&mut self, game: &G) -> Value {
        self.budget.count_eval();
        game.evaluate()
    }

    /// The key of a position, where there is a table to ask.
    fn key<G: Order>(&self, game: &G) -> Option<u64> {
        self.table.as_ref().map(|_| game.key())
    }

    fn known(&self, key: Option<u64>, ply: u16) -> Option<TableEntry> {
        self.table.as_ref()?.get(key?, ply)
    }

    /// Keeps a value. What a deeper search found of the position stays: it says more.
    fn keep(&mut self, key: Option<u64>, ply: u16, old: Option<TableEntry>, found: TableEntry) {
        let is_better = old.is_none_or(|old| old.depth <= 0);
        if let Some((table, key)) = self.table.as_mut().zip(key).filter(|_| is_better) {
            table.put(key, ply, found);
        }
    }
}

impl<M: Copy + PartialEq> Quiescence<M> {
    /// The value of an unfinished position within the window; outside of it a bound. Wins count
    /// plies from this position.
    ///
    /// # Errors
    ///
    /// The limit that struck in the middle: the value is unknown.
    pub fn value<G>(&mut self, game: &G, window: Window, budget: &mut Budget) -> Result<Value, Stop>
    where
        G: Order<Move = M> + Evaluate,
    {
        self.value_by(game, window, &mut Means { budget, table: None, table_hits: 0 })
    }

    /// The same by these means.
    pub(in crate::search) fn value_by<G>(
        &mut self,
        game: &G,
        window: Window,
        means: &mut Means<'_>,
    ) -> Result<Value, Stop>
    where
        G: Order<Move = M> + Evaluate,
    {
        self.moves.clear();
        self.ply(game, window, 0, means)
    }

    fn ply<G>(
        &mut self,
        game: &G,
        window: Window,
        ply: u16,
        means: &mut Means<'_>,
    ) -> Result<Value, Stop>
    where
        G: Order<Move = M> + Evaluate,
    {
        let Some(mover) = game.turn().player().filter(|_| ply < DEEPEST) else {
            return Ok(means.evaluate(game));
        };
        let key = means.key(game);
        let entry = means.known(key, ply);
        let depth = depth_at(ply);
        if let Some(entry) = entry.filter(|entry| entry.depth >= depth && entry.answers(window)) {
            means.table_hits += 1;
            return Ok(entry.value);
        }
        let (start, first) = (self.moves.len(), known_move(game, entry));
        let mut so_far = SoFar { mover, best: Value::DRAW, best_move: None, first, window };
        let eval = if ply <= LAST_EVASION && game.forced() {
            game.evasions(&mut self.moves);
            if self.moves.len() == start {
                let lost = game.outcome(&Past::default());
                return Ok(lost.unwrap_or_else(|| game.evaluate()).shifted(ply));
            }
            so_far.best = Value::win_in(mover.opponent(), ply);
            Value::DRAW
        } else {
            // Not the table's, which is in whole centipawns: results may rest on this one.
            let stand = means.evaluate(game);
            so_far.best = stand;
            if !so_far.window.closes(mover, stand) {
                game.tactical(&mut self.moves);
            }
            stand
        };
        let result = self.best_of(game, &mut so_far, ply, start, means);
        self.moves.truncate(start);
        result?;
        let SoFar { best: value, best_move, .. } = so_far;
        let best = best_move.map(|mv| game.encode(mv));
        let bound = Bound::of(window, value);
        means.keep(key, ply, entry, TableEntry { value, bound, eval, depth, best });
        Ok(value)
    }

    /// Looks for a better value among those of the moves listed from `start` on.
    fn best_of<G>(
        &mut self,
        game: &G,
        so_far: &mut SoFar<M>,
        ply: u16,
        start: usize,
        means: &mut Means<'_>,
    ) -> Result<(), Stop>
    where
        G: Order<Move = M> + Evaluate,
    {
        let mover = so_far.mover;
        for next in start..self.moves.len() {
            let mv = self.pick(next, so_far.first);
            means.budget.count_node()?;
            let mut child = game.clone();
            child.play(mv);
            let value = self.ply(&child, so_far.window, ply + 1, means)?;
            if value.for_player(mover) > so_far.best.for_player(mover) {
                so_far.best = value;
                if so_far.window.is_raised_by(mover, value) {
                    so_far.best_move = Some(mv);
                }
                if so_far.window.closes(mover, value) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Brings the most promising of the moves from `from` on to that place.
    fn pick(&mut self, from: usize, first: Option<M>) -> M {
        let mut best = from;
        for index in from..self.moves.len() {
            if Some(self.moves[index].mv) == first {
                best = index;
                break;
            }
            if self.moves[index].gain > self.moves[best].gain {
                best = index;
            }
        }
        self.moves.swap(from, best);
        self.moves[from].mv
    }
}

/// What a player is sure of.
struct SoFar<M> {
    mover: Player,
    best: Value,
    /// The move behind it, if he was sure of less before.
    best_move: Option<M>,
    /// The best move known: it is tried first.
    first: Option<M>,
    window: Window,
}

/// The move that a table has for a position.
fn known_move<G: Order>(game: &G, entry: Option<TableEntry>) -> Option<G::Move> {
    game.decode(entry?.best?)
}

/// The depth of a quiescence search that begins at this ply: below 0 where fewer evasions are
/// looked at than from the leaf on.
fn depth_at(ply: u16) -> i32 {
    -i32::from(ply.min(LAST_EVASION + 1))
}
