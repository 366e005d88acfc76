//! Searching leaves deeper without growing the tree: what is left where there is no room.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::{LeafSearch, LeafTask, LeafValue};
use crate::search::limits::Stop;
use crate::search::window::Window;

/// No leaf is searched deeper than this, plies.
const DEEPEST: u16 = 12;

/// A freed leaf is searched deeper, instead of growing again, up to this many plies ...
const REGROWS_BEYOND: u16 = 5;
/// ... while no more than one in this many nodes goes there ...
const DEEP_SHARE: u64 = 4;
/// ... and once this many times as many nodes were freed as the tree has room for: before that it
/// does not go round in circles.
const ROUNDS: u64 = 16;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether the leaf at the end of the path is to be searched deeper rather than to grow: in a
    /// small tree growing again what was freed would go on for ever.
    pub(super) fn searches_deeper(&self) -> bool {
        let rounds = (self.tree.capacity() as u64).saturating_mul(ROUNDS);
        let deep = self.reclaimed.deep_nodes.saturating_mul(DEEP_SHARE);
        if self.reclaimed.freed <= rounds || deep > self.budget.nodes() {
            return false;
        }
        let node = self.walk.end().map(|end| self.tree.node(end.id));
        node.is_some_and(|node| {
            node.is_freed() && self.rules.plies_searched(node) <= REGROWS_BEYOND
        })
    }

    /// Whether the tree cannot even hold the position analysed with all its moves. It stays a
    /// leaf then, and is searched deeper and deeper.
    pub(super) fn is_tiny(&self) -> bool {
        let mut moves = Vec::new();
        match self.candidates() {
            Some(candidates) => moves.extend_from_slice(candidates),
            None => self.position().moves(&mut moves),
        }
        self.tree.capacity() < self.walk.stem().len() + moves.len()
    }

    /// Searches the node at the end of the path to a fixed depth, a ply deeper than what its
    /// chances say of it. They fall by that ply's price, so that others come first the next time.
    ///
    /// # Errors
    ///
    /// The limit that ended it; everything is as before then.
    pub(super) fn deepen(&mut self) -> Result<(), Stop> {
        let Some(end) = self.walk.end() else { return Ok(()) };
        let (id, game) = (end.id, end.game.clone());
        let plies = self.rules.plies_searched(self.tree.node(id)).clamp(1, DEEPEST);
        let before = self.budget.spent();
        let LeafValue { value, best } = self.search_leaf(&game, plies).inspect_err(|_| {
            self.budget.take_back(before);
            self.walk.leave_path(&self.tree);
        })?;
        if self.collapse(id) > 0 {
            // The walk knew its children.
            self.find_next_variation();
        }
        self.begin_round();
        let chances = self.rules.chances_after(value, plies);
        self.tree.search_again(id, value, chances, &self.rules);
        self.reclaimed.deepened += 1;
        self.reclaimed.deep_nodes += self.budget.nodes() - before.nodes;
        if let Some(best) = best.filter(|_| id == self.at()) {
            self.answer.note_unproven(self.budget.nodes(), best);
        }
        self.result_definition();
        Ok(())
    }

    /// What a search of the node at the end of the path finds.
    fn search_leaf(&mut self, game: &G, plies: u16) -> Result<LeafValue<G::Move>, Stop> {
        let is_top = self.walk.path().len() == 1;
        // The node itself is the last of the past.
        let past = self.walk.past_mut();
        let own_key = past.pop();
        let task = LeafTask {
            game,
            window: Window::FULL,
            plies,
            ply: 0,
            slots_before: [None; 2],
            past,
            searched_from: self.root.searched_from,
            candidates: self.root.candidates.as_deref().filter(|_| is_top),
        };
        let found = self.deep_leaves.search(task, &mut self.budget)?;
        self.walk.past_mut().extend(own_key);
        Ok(found)
    }
}
