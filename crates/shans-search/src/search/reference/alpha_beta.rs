//! Alpha-beta and nothing else: lines are left as soon as they are worse than what a player is
//! sure of elsewhere.

use super::order::{MoveOrder, Ordering};
use crate::game::{Evaluate, Heuristics};
use crate::search::depth_first::deepening::{DepthFirst, deepen};
use crate::search::depth_first::walk::{DepthFirstWalk, Leaf, out_of_reach};
use crate::search::limits::{Limits, Stop};
use crate::search::report::{Observer, Report, Root, Searcher};
use crate::search::window::Window;
use crate::value::Value;

/// What a node returns whose value lies outside of its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fail {
    /// The best bound that was found, outside of the window.
    #[default]
    Soft,
    /// The edge of the window.
    Hard,
}

/// The parts of the plain search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct AlphaBetaOptions {
    /// How positions at the depth limit are valued.
    pub leaf: Leaf,
    /// What is returned from outside of the window.
    pub fail: Fail,
    /// In which order moves are tried: changes the nodes, never the value.
    pub order: MoveOrder,
}

/// Plain alpha-beta by iterative deepening.
#[derive(Debug)]
pub struct AlphaBeta<G: Heuristics> {
    walk: DepthFirstWalk<G>,
    options: AlphaBetaOptions,
    ordering: Ordering<G::Move>,
}

impl<G: Heuristics + Evaluate> AlphaBeta<G> {
    /// A search of this root.
    pub fn new(root: Root<G>, options: AlphaBetaOptions) -> AlphaBeta<G> {
        let mut walk = DepthFirstWalk::new(root, options.leaf);
        walk.begins_with_best = options.order.begins_with_best();
        AlphaBeta { walk, options, ordering: Ordering::new(options.order) }
    }

    fn bound(&self, window: Window, value: Value) -> Value {
        match self.options.fail {
            Fail::Soft => value,
            Fail::Hard => window.clamp(value),
        }
    }
}

impl<G: Heuristics + Evaluate> DepthFirst<G> for AlphaBeta<G> {
    fn walk(&self) -> &DepthFirstWalk<G> {
        &self.walk
    }

    fn walk_mut(&mut self) -> &mut DepthFirstWalk<G> {
        &mut self.walk
    }

    fn node(&mut self, game: &G, window: Window, depth: i32, ply: u16) -> Result<Value, Stop> {
        self.walk.lines.clear(ply);
        if let Some(value) = self.walk.finished(game, ply) {
            return Ok(self.bound(window, value.shifted(ply)));
        }
        if depth == 0 {
            let (value, _) = self.walk.leaf(game, window, ply, None)?;
            return Ok(self.bound(window, value));
        }
        let Some(mover) = game.turn().player() else {
            let mean = self.mean(game, depth, ply)?;
            return Ok(self.bound(window, mean));
        };
        if let Some(bound) = out_of_reach(window, ply) {
            return Ok(self.bound(window, bound));
        }
        self.walk.enter(game.key(), ply);
        let known = self.walk.known_best(ply);
        self.ordering.prepare(game);
        let start = self.walk.list(game, ply, |mv| self.ordering.score(game, mv, known));
        let mut left = window;
        let mut best = Window::FULL.alpha(mover);
        for index in start.. {
            let Some(scored) = self.walk.pick(start, index) else { break };
            let child = self.walk.make(game, scored.mv)?;
            let value = self.node(&child, left, depth - 1, ply + 1)?;
            if value.for_player(mover) > best.for_player(mover) {
                best = value;
                if left.is_raised_by(mover, value) {
                    self.walk.lead(ply, scored.mv, value);
                }
                if left.closes(mover, value) {
                    break;
                }
            }
        }
        self.walk.forget(start);
        self.walk.leave();
        Ok(self.bound(window, best))
    }

    fn proves(&self) -> bool {
        true
    }
}

impl<G: Heuristics + Evaluate> Searcher<G> for AlphaBeta<G> {
    fn search(&mut self, limits: &Limits, observer: Observer<'_, G::Move>) -> Report<G::Move> {
        deepen(self, limits, observer)
    }

    fn go_to(&mut self, root: Root<G>) {
        self.walk.root = root;
    }

    /// Nothing is kept from one search to the next.
    fn clear(&mut self) {}
}
