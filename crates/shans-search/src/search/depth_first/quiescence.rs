//! Quiescence: a leaf's value after the captures and evasions that cannot wait.

use super::transposition::{Bound, SearchTable, TableEntry};
use crate::game::{Estimate, Evaluate, Order, Past};
use crate::search::budget::Budget;
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::Value;

/// The deepest line of a quiescence search, plies. Captures run out long before.
const DEEPEST: u16 = 40;
/// A forced player must answer up to this ply and may stand pat like any other beyond. Long chains
/// of checks are left to the tree above.
const LAST_EVASION: u16 = 1;
/// The depth of what quiescence knows of the positions behind the one asked about.
const BEHIND_LIMIT: i32 = -1;

/// A fail-soft alpha-beta search over tactical moves, in which a player may stop at the static
/// value unless forced to move. Without a table it depends on the position alone, and on no repetition.
#[derive(Debug)]
pub struct Quiescence<M> {
    /// The moves of all positions on the way, one after another.
    moves: Vec<Estimate<M>>,
    /// The best move of the position asked about ...
    best: Option<M>,
    /// ... and its static value, if that was looked at.
    stand: Option<Value>,
    /// What positions behind the one asked about are worth, where those who ask know the table and do not mind that a value may come from
    /// a deeper search.
    pub(super) table: Option<SearchTable>,
}

impl<M> Default for Quiescence<M> {
    fn default() -> Self {
        Quiescence { moves: Vec::new(), best: None, stand: None, table: None }
    }
}

impl<M: Copy> Quiescence<M> {
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
        Ok(self.value_and_stand(game, window, None, budget)?.0)
    }

    /// The same, and the static value of the position, if that was looked at: not where its player must move. What is known of it
    /// is not worked out again.
    ///
    /// # Errors
    ///
    /// As [`Quiescence::value`].
    pub fn value_and_stand<G>(
        &mut self,
        game: &G,
        window: Window,
        known: Option<Value>,
        budget: &mut Budget,
    ) -> Result<(Value, Option<Value>), Stop>
    where
        G: Order<Move = M> + Evaluate,
    {
        self.moves.clear();
        self.stand = known;
        let value = self.ply(game, window, 0, budget)?;
        Ok((value, self.stand))
    }

    /// The move on which the value of an unfinished position rests; `None` where that is the value of standing pat.
    ///
    /// # Errors
    ///
    /// As [`Quiescence::value`].
    pub fn best<G>(&mut self, game: &G, budget: &mut Budget) -> Result<Option<M>, Stop>
    where
        G: Order<Move = M> + Evaluate,
    {
        self.moves.clear();
        (self.best, self.stand) = (None, None);
        self.ply(game, Window::FULL, 0, budget)?;
        Ok(self.best)
    }

    fn ply<G>(
        &mut self,
        game: &G,
        mut window: Window,
        ply: u16,
        budget: &mut Budget,
    ) -> Result<Value, Stop>
    where
        G: Order<Move = M> + Evaluate,
    {
        let Some(mover) = game.turn().player() else {
            return Ok(evaluate(game, budget));
        };
        if ply >= DEEPEST {
            return Ok(evaluate(game, budget));
        }
        let start = self.moves.len();
        let forced = (ply <= LAST_EVASION || self.table.is_some()) && game.forced();
        let asks = self.table.is_some() && ply > 0 && !forced;
        let key = if asks { game.key() } else { 0 };
        let entry = self.table.as_ref().filter(|_| asks).and_then(|table| table.get(key, 0));
        if let Some(entry) =
            entry.filter(|entry| entry.answers(window) && entry.value.win().is_none())
        {
            return Ok(entry.value);
        }
        let asked = window;
        let mut stands = None;
        let mut best = if ply <= LAST_EVASION && forced {
            game.evasions(&mut self.moves);
            if self.moves.len() == start {
                let lost = game.outcome(&Past::default());
                return Ok(lost.unwrap_or_else(|| game.evaluate()).shifted(ply));
            }
            Value::win_in(mover.opponent(), ply)
        } else {
            let known = if ply == 0 { self.stand } else { entry.map(|entry| entry.eval) };
            let stand = known.unwrap_or_else(|| evaluate(game, budget));
            stands = Some(stand);
            if ply == 0 {
                self.stand = Some(stand);
            }
            if window.closes(mover, stand) {
                if let (true, None, Some(table)) = (asks, entry, &mut self.table) {
                    table.put_static(key, mover, stand);
                }
                return Ok(stand);
            }
            game.tactical(&mut self.moves);
            stand
        };
        for next in start..self.moves.len() {
            let mv = self.pick(next);
            if let Some(table) = &self.table {
                table.prefetch_after(game, mv);
            }
            budget.count_node()?;
            let child = game.after(mv);
            let value = self.ply(&child, window, ply + 1, budget)?;
            if value.for_player(mover) > best.for_player(mover) {
                best = value;
                if ply == 0 {
                    self.best = Some(mv);
                }
                if window.closes(mover, best) {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        let is_news = asks && entry.is_none_or(|entry| entry.depth <= 0);
        if let (true, Some(eval), Some(table)) = (is_news, stands, &mut self.table)
            && best.win().is_none()
        {
            let (value, bound) = (best, Bound::of(asked, best));
            table.put(key, 0, TableEntry { value, bound, eval, depth: BEHIND_LIMIT, best: None });
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
}

fn evaluate<G: Evaluate>(game: &G, budget: &mut Budget) -> Value {
    budget.count_eval();
    game.evaluate()
}
