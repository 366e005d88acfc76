//! Plain minimax and expectimax: every move of every position, to a fixed depth.
//!
//! The oracle: the other searchers must give its value. It is written to be checked by reading,
//! and shares as little with them as it can: no window, no distances from the root.

use crate::game::{Evaluate, Order};
use crate::search::depth_first::deepening::{DepthFirst, deepen};
use crate::search::depth_first::walk::{DepthFirstWalk, Leaf};
use crate::search::limits::{Limits, Stop};
use crate::search::report::{Line, Observer, Report, Root, Searcher};
use crate::search::window::Window;
use crate::value::{Mean, Player, Value};

/// The un-pruned search. (The name is the usual one for a minimax in one function; nothing is
/// negated here, so partners and chance have their turns too.)
#[derive(Debug)]
pub struct Negamax<G: Order> {
    walk: DepthFirstWalk<G>,
    candidates: Vec<Line<G::Move>>,
}

impl<G: Order + Evaluate> Negamax<G> {
    /// A search of this root.
    pub fn new(root: Root<G>, leaf: Leaf) -> Negamax<G> {
        Negamax { walk: DepthFirstWalk::new(root, leaf), candidates: Vec::new() }
    }

    /// The value, wins counted from this position.
    fn value(&mut self, game: &G, depth: i32, ply: u16) -> Result<Value, Stop> {
        self.walk.lines.clear(ply);
        if let Some(value) = self.walk.finished(game, ply) {
            return Ok(value);
        }
        if depth == 0 {
            return Ok(self.walk.leaf_here(game, Window::FULL, None)?.0);
        }
        self.walk.enter(game.key(), ply);
        let value = match game.turn().player() {
            Some(mover) => self.best(game, mover, depth, ply),
            None => self.average(game, depth, ply),
        };
        self.walk.leave();
        value
    }

    fn best(&mut self, game: &G, mover: Player, depth: i32, ply: u16) -> Result<Value, Stop> {
        let first = self.walk.known_best(ply);
        let start = self.walk.list(game, ply, |mv| i32::from(Some(mv) == first));
        let mut best = Window::FULL.alpha(mover);
        for index in start.. {
            let Some(scored) = self.walk.pick(start, index) else { break };
            let value = self.child(game, scored.mv, depth, ply)?;
            if value.for_player(mover) > best.for_player(mover) {
                best = value;
                self.walk.lead(ply, scored.mv, value);
            }
        }
        self.walk.forget(start);
        Ok(best)
    }

    fn average(&mut self, game: &G, depth: i32, ply: u16) -> Result<Value, Stop> {
        self.walk.met_chance = true;
        let start = self.walk.list(game, ply, |_| 0);
        let mut mean = Mean::default();
        for index in start..self.walk.moves.len() {
            let outcome = self.walk.moves[index].mv;
            let value = self.child(game, outcome, depth, ply)?;
            mean.add(value, f64::from(game.odds(outcome)));
        }
        self.walk.forget(start);
        Ok(mean.value().unwrap_or_else(|| game.evaluate()))
    }

    /// The value of a move, as seen from before it.
    fn child(&mut self, game: &G, mv: G::Move, depth: i32, ply: u16) -> Result<Value, Stop> {
        let child = self.walk.make(game, mv)?;
        let value = self.value(&child, depth - 1, ply + 1)?.one_ply_up();
        if ply == 0 && game.turn().player().is_some() {
            let mut moves = vec![mv];
            moves.extend_from_slice(self.walk.lines.below_root());
            self.candidates.push(Line::plain(moves, value));
        }
        Ok(value)
    }
}

impl<G: Order + Evaluate> DepthFirst<G> for Negamax<G> {
    fn walk(&self) -> &DepthFirstWalk<G> {
        &self.walk
    }

    fn walk_mut(&mut self) -> &mut DepthFirstWalk<G> {
        &mut self.walk
    }

    fn node(&mut self, game: &G, _window: Window, depth: i32, ply: u16) -> Result<Value, Stop> {
        self.candidates.clear();
        let value = self.value(game, depth, ply)?;
        if let Some(mover) = game.turn().player() {
            // Stable: the move that was found best stays before its equals.
            self.candidates
                .sort_by(|a, b| b.value.for_player(mover).total_cmp(&a.value.for_player(mover)));
        }
        Ok(value)
    }

    fn candidates(&self) -> Vec<Line<G::Move>> {
        self.candidates.clone()
    }

    fn proves(&self) -> bool {
        true
    }
}

impl<G: Order + Evaluate> Searcher<G> for Negamax<G> {
    fn search(&mut self, limits: &Limits, observer: Observer<'_, G::Move>) -> Report<G::Move> {
        deepen(self, limits, observer)
    }

    fn go_to(&mut self, root: Root<G>) {
        self.walk.root = root;
    }

    /// Nothing is kept from one search to the next.
    fn clear(&mut self) {}
}
