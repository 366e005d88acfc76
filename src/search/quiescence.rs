//! Quiescence: a leaf's value after the captures and evasions that cannot wait.

use super::window::Window;
use crate::game::{Estimate, Evaluate, Order, Past};
use crate::value::{Player, Value};

/// The deepest line of a quiescence search, plies. Captures run out long before.
const DEEPEST: u16 = 40;
/// A forced player must answer up to this ply; beyond, he may stand pat like any other. Long
/// chains of checks are left to the tree above.
const LAST_EVASION: u16 = 1;

/// The node limit was reached in the middle: the value is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfNodes;

/// A fail-soft alpha-beta search over tactical moves, in which a player may stop at the static
/// value unless he is forced to move. Depends on the position alone: no repetition, no tables.
#[derive(Clone, Debug)]
pub struct Quiescence<M> {
    /// Positions reached by making a move.
    pub nodes: u64,
    /// Static evaluations.
    pub evals: u64,
    /// `nodes` may not exceed this.
    pub node_limit: u64,
    moves: Vec<Estimate<M>>,
}

impl<M> Default for Quiescence<M> {
    fn default() -> Self {
        Quiescence { nodes: 0, evals: 0, node_limit: u64::MAX, moves: Vec::new() }
    }
}

impl<M: Copy> Quiescence<M> {
    /// The value of an unfinished position within `(low, high)`; outside of it a bound. Wins
    /// count plies from this position.
    pub fn search<G>(&mut self, game: &G, low: Value, high: Value) -> Result<Value, OutOfNodes>
    where
        G: Order<Move = M> + Evaluate,
    {
        self.moves.clear();
        self.ply(game, low, high, 0)
    }

    /// Counts a move that is about to be made.
    pub fn count_node(&mut self) -> Result<(), OutOfNodes> {
        if self.nodes >= self.node_limit {
            return Err(OutOfNodes);
        }
        self.nodes += 1;
        Ok(())
    }

    fn ply<G>(&mut self, game: &G, low: Value, high: Value, ply: u16) -> Result<Value, OutOfNodes>
    where
        G: Order<Move = M> + Evaluate,
    {
        let Some(mover) = game.turn().player() else {
            return Ok(self.evaluate(game));
        };
        if ply >= DEEPEST {
            return Ok(self.evaluate(game));
        }
        let mut window = Window { low, high };
        let start = self.moves.len();
        let best = if ply <= LAST_EVASION && game.forced() {
            game.evasions(&mut self.moves);
            if self.moves.len() == start {
                let lost = game.outcome(&Past::default());
                return Ok(lost.unwrap_or_else(|| game.evaluate()).shifted(ply));
            }
            Value::win_in(mover.opponent(), ply)
        } else {
            let stand = self.evaluate(game);
            if window.closes(mover, stand) {
                return Ok(stand);
            }
            game.tactical(&mut self.moves);
            stand
        };
        let result = self.best_of(game, mover, best, window, ply, start);
        self.moves.truncate(start);
        result
    }

    /// The best value among `best` and the moves listed from `start` on.
    fn best_of<G>(
        &mut self,
        game: &G,
        mover: Player,
        mut best: Value,
        mut window: Window,
        ply: u16,
        start: usize,
    ) -> Result<Value, OutOfNodes>
    where
        G: Order<Move = M> + Evaluate,
    {
        for next in start..self.moves.len() {
            let mv = self.pick(next);
            self.count_node()?;
            let mut child = game.clone();
            child.play(mv);
            let value = self.ply(&child, window.low, window.high, ply + 1)?;
            if value.for_player(mover) > best.for_player(mover) {
                best = value;
                if window.closes(mover, best) {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Brings the most promising of the moves from `from` on to that place.
    fn pick(&mut self, from: usize) -> M {
        let mut best = from;
        for index in from + 1..self.moves.len() {
            if self.moves[index].gain > self.moves[best].gain {
                best = index;
            }
        }
        self.moves.swap(from, best);
        self.moves[from].mv
    }

    fn evaluate<G: Evaluate>(&mut self, game: &G) -> Value {
        self.evals += 1;
        game.evaluate()
    }
}
