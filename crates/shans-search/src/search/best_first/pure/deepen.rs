//! Searching leaves deeper without growing the tree: what is left where there is no room.

use super::super::change::{Change, Growth};
use super::super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::leaf::FixedLeaf;
use crate::search::limits::Stop;
use crate::tree::{NodeId, TreeRules};
use crate::value::Value;

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
    /// small tree growing again what was freed would continue for ever.
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

    /// Searches the node at the end of the path to a fixed depth, a ply deeper than what its
    /// chances say of it. They fall by that ply's price, so that others come first the next time.
    ///
    /// # Errors
    ///
    /// The limit that ended it.
    pub(super) fn plan_deeper_leaf(&mut self) -> Result<Growth, Stop> {
        let Some(end) = self.walk.end() else { return Err(Stop::Finished) };
        let plies = self.rules.plies_searched(self.tree.node(end.id)).clamp(1, DEEPEST);
        let before = self.budget.nodes();
        let (value, best) = self.search_end(plies)?;
        let game = self.walk.end().map(|end| &end.game);
        let best = game.zip(best).map(|(game, mv)| game.encode(mv));
        self.reclaimed.deep_nodes += self.budget.nodes() - before;
        self.reclaimed.deepened += 1;
        // Effort is counted in nodes of the tree.
        Ok(Growth::new(Change::DeeperLeaf(value, plies, best), 0, 0))
    }

    /// What a search of the node at the end of the path finds.
    fn search_end(&mut self, plies: u16) -> Result<(Value, Option<G::Move>), Stop> {
        let BestFirst { walk, root, pure, budget, .. } = self;
        let Some(end) = walk.end() else { return Err(Stop::Finished) };
        let candidates = root.chosen(&end.game, walk.path().len() - 1);
        // The node itself is the last of the past.
        let past = walk.past().split_last().map_or(&[][..], |(_, before)| before);
        let leaf = FixedLeaf {
            game: &end.game,
            plies,
            past,
            searched_from: root.searched_from(),
            candidates: candidates.as_deref(),
            left_out: root.left_out(),
        };
        pure.deep_leaves.search(leaf, budget)
    }

    /// The node at the end of the path, `id`, takes in what a deeper search without growing has found, and becomes a
    /// leaf if it was none. Its chances say how deep the search was.
    pub(in super::super) fn put_deeper(
        &mut self,
        id: NodeId,
        value: Value,
        plies: u16,
        best: Option<MoveCode>,
    ) {
        self.shed_children();
        let chances = self.rules.chances_after(value, plies);
        let mut searched = *self.tree.node(id);
        (searched.value, searched.alpha, searched.beta) = (value, chances.alpha, chances.beta);
        *self.tree.node_mut(id) = self.rules.after_freeing(&searched, searched.made_before());
        let best = best.filter(|_| id == self.at());
        if let Some(best) = best.and_then(|code| self.position().decode(code)) {
            self.answer.note_unproven(self.budget.nodes(), best);
        }
    }
}
