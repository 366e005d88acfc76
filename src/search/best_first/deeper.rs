//! Looking deeper below a leaf without growing the tree: what is left where there is no room.

use super::BestFirst;
use super::order::MoveOrder;
use crate::game::{Estimate, Evaluate, Order, Past};
use crate::search::limits::Stop;
use crate::search::report::Change;
use crate::search::window::Window;
use crate::tree::Node;
use crate::value::{Mean, Value};

/// No leaf is searched deeper than this, plies.
const DEEPEST: u16 = 12;

/// A freed leaf is searched deeper, instead of growing again, up to so many plies ...
const REGROWS_BEYOND: u16 = 5;
/// ... while no more than one in so many nodes goes there ...
const SHARE: u64 = 4;
/// ... and once this many times as many nodes were freed as the tree has room for: before that
/// it does not go round in circles.
const ROUNDS: u64 = 16;

/// When to give up: asked between moves.
pub(super) type Halt<'a> = &'a dyn Fn() -> Option<Stop>;

impl<G: Order + Evaluate> BestFirst<G> {
    /// Whether the leaf at the end of the path is to be searched deeper rather than to grow: in
    /// a small tree growing again what was freed would go on for ever.
    pub(super) fn looks_deeper(&self) -> bool {
        let rounds = (self.tree.capacity() as u64).saturating_mul(ROUNDS);
        let deep = self.stats.deep_nodes.saturating_mul(SHARE);
        if self.stats.freed <= rounds || deep > self.quiescence.nodes {
            return false;
        }
        let node = self.path.last().map(|frame| self.tree.node(frame.id));
        let plies = |node: &Node| node.plies_looked_at(self.prices.of(false, 0));
        node.is_some_and(|node| node.is_freed() && plies(node) <= REGROWS_BEYOND)
    }

    /// Whether the tree cannot even hold the position analysed with all its moves. It stays a
    /// leaf then, and is searched deeper and deeper.
    pub(super) fn is_tiny(&self) -> bool {
        let mut moves = Vec::new();
        match self.candidates() {
            Some(candidates) => moves.extend_from_slice(candidates),
            None => self.position.moves(&mut moves),
        }
        self.tree.capacity() < self.line.len() + moves.len()
    }

    /// Searches the node at the end of the path by alpha-beta, a ply deeper than what its chances
    /// say of it. They fall by that ply's price, so that others come first the next time.
    ///
    /// # Errors
    ///
    /// The limit that ended it; everything is as before then.
    pub(super) fn deepen(&mut self, halt: Halt<'_>) -> Result<(), Stop> {
        let Some(frame) = self.path.last() else { return Ok(()) };
        let (id, game) = (frame.id, frame.game.clone());
        let node = *self.tree.node(id);
        // A forced ply is a whole one here.
        let price = self.prices.of(false, 0);
        let plies = node.plies_looked_at(price).clamp(1, DEEPEST);
        let before = (self.quiescence.nodes, self.quiescence.evals);
        let mut best = None;
        // The node itself is the last of the past.
        self.past.pop();
        let value = self.best_below(&game, (0, plies), Window::FULL, &mut best, halt);
        let value = value.inspect_err(|_| {
            (self.quiescence.nodes, self.quiescence.evals) = before;
            self.leave_path();
        })?;
        self.past.push(game.key());
        if self.collapse(id) > 0 {
            // The walk knew its children.
            self.find_next_variation();
        }
        self.begin_round();
        let first_price = self.prices.of(node.forced(), 0);
        self.tree.node_mut(id).look_again(value, plies, price, first_price);
        self.stats.deepened += 1;
        self.stats.deep_nodes += self.quiescence.nodes - before.0;
        let best = best.filter(|_| id == self.at());
        if let Some(best) = best {
            Change { nodes: self.quiescence.nodes, best, win: None }.note(&mut self.changes);
        }
        self.result_definition();
        Ok(())
    }

    /// The value of an unfinished position after `plies` moves and quiescence behind them, and
    /// the move it rests on. The position is `ply` plies below the leaf, from where wins count.
    fn best_below(
        &mut self,
        game: &G,
        (ply, plies): (u16, u16),
        mut window: Window,
        chosen: &mut Option<G::Move>,
        halt: Halt<'_>,
    ) -> Result<Value, Stop> {
        let is_top = self.past.len() == self.root.history.len();
        let allowed = self.root.candidates.as_deref().filter(|_| is_top);
        let mut order = MoveOrder::default();
        order.list(game, allowed, 0);
        self.past.push(game.key());
        let mut best: Option<Value> = None;
        let mut mean = Mean::default();
        for rank in 0.. {
            let Some(Estimate { mv, .. }) = order.get(rank) else { break };
            let Some(mover) = game.turn().player() else {
                // Bounds are of no use behind a turn of chance.
                let value = self.value_behind(game, mv, (ply, plies), Window::FULL, halt)?;
                mean.add(value, f64::from(game.odds(mv)));
                continue;
            };
            let value = self.value_behind(game, mv, (ply, plies), window, halt)?;
            if best.is_none_or(|best| value.for_player(mover) > best.for_player(mover)) {
                best = Some(value);
                *chosen = Some(mv);
                if window.closes(mover, value) {
                    break;
                }
            }
        }
        self.past.pop();
        Ok(best.or(mean.value()).unwrap_or_else(|| game.evaluate()))
    }

    /// The value of the position behind a move.
    fn value_behind(
        &mut self,
        game: &G,
        mv: G::Move,
        (ply, plies): (u16, u16),
        window: Window,
        halt: Halt<'_>,
    ) -> Result<Value, Stop> {
        self.quiescence.count_node()?;
        if let Some(stop) = halt() {
            return Err(stop);
        }
        let mut child = game.clone();
        child.play(mv);
        let (ply, plies) = (ply + 1, plies - 1);
        let past = Past::new(&self.past, self.root.searched_from);
        if let Some(value) = child.outcome(&past) {
            return Ok(value.shifted(ply));
        }
        if plies > 0 {
            return self.best_below(&child, (ply, plies), window, &mut None, halt);
        }
        let (low, high) = (window.low.unshifted(ply), window.high.unshifted(ply));
        Ok(self.quiescence.search(&child, low, high)?.shifted(ply))
    }
}
