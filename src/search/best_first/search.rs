//! The search and its loop.

use super::answer::{Answer, ONLY_MOVE_NODES};
use super::leaf_memory::LeafMemory;
use super::path_node::Aim;
use super::planned::Expansion;
use super::reclaim_pass::ReclaimPass;
use super::round::Round;
use super::state::{Counters, Reclaimed};
use super::tree_walk::TreeWalk;
use crate::game::{Evaluate, Heuristics, MoveCode, Order};
use crate::search::budget::Budget;
use crate::search::chance::{ChanceModel, ChanceRules};
use crate::search::depth_first::PvsLeaves;
use crate::search::leaf::{CachedQuiescence, FixedDepth, LeafTable};
use crate::search::limits::{Limits, Stop};
use crate::search::memory::{MemoryLimits, TooMuchMemory, WhenFull};
use crate::search::report::Root;
use crate::tree::{
    Broken, Node, NodeForm, NodeId, Searched, Top, Tree, TreeRules, Watch, check_watched,
};
use crate::value::{Player, Value};

/// A best-first search and its tree. It can be asked to search again and goes on where it
/// stopped.
#[derive(Debug)]
pub struct BestFirst<G: Heuristics> {
    /// The position at the top of the tree, and the game before it.
    pub(super) root: Root<G>,
    pub(super) rules: ChanceRules,
    pub(super) room: MemoryLimits,
    pub(super) tree: Tree,
    pub(super) walk: TreeWalk<G>,
    pub(super) expansion: Expansion<G>,
    pub(super) round: Round,
    /// Where the values of new leaves come from ...
    pub(super) leaves: CachedQuiescence<G::Move>,
    /// ... where they are valued at first sight, and those of leaves that have no room to grow.
    pub(super) deep_leaves: FixedDepth<G::Move>,
    /// Where values come from in a tree of searched nodes; `None` in any other.
    pub(super) searched_leaves: Option<PvsLeaves<G>>,
    pub(super) answer: Answer<G::Move>,
    /// In a tree of searched nodes: the value of the position analysed when it last rested on
    /// nothing but exact values.
    pub(super) anchor: Value,
    pub(super) reclaim_pass: ReclaimPass,
    pub(super) reclaimed: Reclaimed,
    pub(super) counters: Counters,
    pub(super) budget: Budget,
    /// Nodes that limits have allowed so far: an iteration that did not fit into the rest is
    /// made when more are.
    pub(super) granted: u64,
    /// Nodes that went into iterations without finishing one, since the last that was finished.
    pub(super) unfinished: u64,
}

/// Between looks at the clock, and at what is due.
const ITERATIONS_A_LOOK: u64 = 64;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// A search of this root, nothing explored yet.
    ///
    /// # Panics
    ///
    /// Where this machine does not give the memory; [`BestFirst::try_new`] returns that as an
    /// error.
    pub fn new(root: Root<G>, model: ChanceModel, room: MemoryLimits) -> BestFirst<G> {
        BestFirst::try_new(root, model, room).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A search of this root, nothing explored yet.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] where this machine does not give the memory.
    pub fn try_new(
        root: Root<G>,
        model: ChanceModel,
        room: MemoryLimits,
    ) -> Result<BestFirst<G>, TooMuchMemory> {
        let rules = ChanceRules::new(model).around(&root.game);
        let form = rules.node_form();
        room.check(form)?;
        let node = root_node(&root, &rules);
        let tree = Tree::of_form(form, node, room.tree_capacity(form));
        let memory = LeafMemory::new(&root, form, room);
        Ok(BestFirst::over(tree, memory, root, rules, room))
    }

    /// A search that goes on with this tree of the root.
    pub(super) fn over(
        tree: Tree,
        memory: LeafMemory<G>,
        root: Root<G>,
        rules: ChanceRules,
        room: MemoryLimits,
    ) -> BestFirst<G> {
        BestFirst {
            walk: TreeWalk::new(&root, &tree),
            root,
            rules,
            room,
            tree,
            expansion: Expansion::default(),
            round: Round::default(),
            leaves: CachedQuiescence::new(memory.values),
            deep_leaves: FixedDepth::default(),
            searched_leaves: memory.searches,
            answer: Answer::default(),
            anchor: Value::DRAW,
            reclaim_pass: ReclaimPass::default(),
            reclaimed: Reclaimed::default(),
            counters: Counters::default(),
            budget: Budget::default(),
            granted: 0,
            unfinished: 0,
        }
    }

    /// The explored tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The chance model that its numbers follow from.
    pub fn rules(&self) -> &ChanceRules {
        &self.rules
    }

    /// The table of leaf values; empty where leaves are searched.
    pub fn table(&self) -> &LeafTable {
        self.leaves.table()
    }

    /// What the searches of leaves know; `None` where leaves are valued at first sight.
    pub fn searched_leaves(&self) -> Option<&PvsLeaves<G>> {
        self.searched_leaves.as_ref()
    }

    /// Bytes of all tables.
    pub fn table_bytes(&self) -> u64 {
        self.table().bytes() + self.searched_leaves().map_or(0, PvsLeaves::table_bytes)
    }

    /// Bytes that all tables may grow to.
    pub(super) fn most_table_bytes(&self) -> u64 {
        self.table().bytes() + self.searched_leaves().map_or(0, PvsLeaves::most_table_bytes)
    }

    /// The bounds on what is kept.
    pub fn memory_limits(&self) -> MemoryLimits {
        self.room
    }

    /// The position at the top of the tree, and the game before it.
    pub fn root(&self) -> &Root<G> {
        &self.root
    }

    /// The position analysed.
    pub fn position(&self) -> &G {
        self.walk.position()
    }

    /// The node of the position analysed.
    pub fn at(&self) -> NodeId {
        self.walk.analysed(self.tree.root())
    }

    /// Nodes that limits have allowed so far; `Limits::nodes` goes on from here.
    pub fn granted(&self) -> u64 {
        // Steps grow the tree without a limit.
        self.granted.max(self.budget.nodes())
    }

    /// The node behind the preferred move: what has withstood most, and not always the best one
    /// of the moment.
    pub fn answer(&self) -> Option<NodeId> {
        self.answer.id
    }

    /// Recomputes every number of the tree, and looks whether all nodes that the search names are
    /// linked in it; returns how many were checked.
    ///
    /// # Errors
    ///
    /// [`Broken`] names the first node with a fault.
    pub fn check(&self) -> Result<usize, Broken> {
        let checked = self.check_watched(|_| Watch::GoOn)?;
        Ok(checked.unwrap_or(self.tree.len()))
    }

    /// [`BestFirst::check`] that tells `watch` now and then how many nodes are checked, and ends
    /// when `watch` says so: with `None`, as what is left may be wrong.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::check`].
    pub fn check_watched(
        &self,
        watch: impl FnMut(usize) -> Watch,
    ) -> Result<Option<usize>, Broken> {
        let is_child = |answer| self.tree.children(self.at()).any(|(_, id, _)| id == answer);
        if !self.walk.is_linked(&self.tree) || !self.answer.id.is_none_or(is_child) {
            let what = "the search names a node that is not linked there".to_string();
            return Err(Broken { path: Vec::new(), what });
        }
        check_watched(&self.tree, &top(&self.root), &self.rules, watch)
    }

    /// The moves to choose from in the position analysed, where they are restricted.
    pub(super) fn candidates(&self) -> Option<&[G::Move]> {
        self.root.candidates.as_deref().filter(|_| self.walk.stem().len() == 1)
    }

    /// The node of the position analysed.
    pub(super) fn node(&self) -> &Node {
        self.walk.node(&self.tree)
    }

    /// A leaf of this value.
    pub(super) fn leaf(&self, mv: MoveCode, game: &G, value: Value) -> Node {
        leaf(mv, game, value, &self.rules)
    }

    /// Whether the search is over: the rule that says so.
    pub(super) fn stop_variations(&self) -> Option<Stop> {
        let (node, nodes) = (self.node(), self.budget.nodes());
        if node.is_finished() {
            return Some(Stop::Finished);
        }
        if node.is_proven()
            || self.answer.win_is_fast_enough(nodes)
            || self.has_looked_for_faster_win()
        {
            return Some(Stop::Proven);
        }
        if self.is_settled() {
            return Some(Stop::Settled);
        }
        if self.budget.is_out_of_nodes() {
            return Some(Stop::Nodes);
        }
        let is_lazy = !self.budget.limits().beyond_only_move;
        if is_lazy && nodes >= ONLY_MOVE_NODES && self.walk.has_only_move() {
            return Some(Stop::OnlyMove);
        }
        let look = self.is_time_to_look();
        if look { self.budget.stop() } else { None }
    }

    /// Walks from the position analysed to the node whose next move the larger chance rests on,
    /// and returns the player whose chance it is. The path ends in that node.
    pub(super) fn find_next_variation(&mut self) -> Player {
        let player = self.rules.followed(self.node());
        self.walk.descend(Aim::Chance(player), &self.root.game, &self.tree, &self.rules);
        player
    }

    /// Makes the next moves of the node at the end of the path: those for which the player's chance
    /// is worth one visit.
    fn make_variation(&mut self, player: Player) -> Result<(), Stop> {
        self.begin_round();
        self.make_moves(player)?;
        Ok(())
    }

    /// Carries the new numbers back to the root.
    pub(super) fn result_definition(&mut self) {
        let mut fresh = 0;
        let is_searched = self.tree.form() == NodeForm::Searched;
        for level in self.walk.path_mut().iter_mut().rev() {
            let all = level.all(&self.tree, &self.rules);
            let node = self.tree.node_mut(level.id);
            fresh += std::mem::take(&mut level.fresh);
            node.effort = node.effort.saturating_add(fresh);
            if let Some(numbers) = all.numbers(node.next) {
                self.tree.set_numbers(level.id, &numbers);
            }
        }
        self.end_round();
        self.note_win();
        if !is_searched {
            self.note_answer();
        }
    }

    /// Whether the clock is looked at now: an iteration that searches leaves takes long.
    pub(super) fn is_time_to_look(&self) -> bool {
        self.searched_leaves.is_some() || self.counters.iterations.is_multiple_of(ITERATIONS_A_LOOK)
    }

    /// One iteration. Where the tree is full, something is freed, or the node that was to grow is
    /// searched deeper instead.
    ///
    /// # Errors
    ///
    /// The limit that ended it; everything is as before then.
    pub(super) fn iterate(&mut self, is_tiny: bool) -> Result<(), Stop> {
        if self.searched_leaves.is_some() {
            return self.iterate_searching(is_tiny);
        }
        let player = self.find_next_variation();
        if is_tiny && self.node().is_leaf() || self.searches_deeper() {
            return self.deepen();
        }
        if let Err(stop) = self.make_variation(player) {
            self.take_back();
            let frees = stop == Stop::Memory && self.room.when_full == WhenFull::Free;
            return if frees { self.make_room() } else { Err(stop) };
        }
        self.result_definition();
        self.keep_room();
        Ok(())
    }

    /// The search begins, or goes on.
    pub(super) fn begin(&mut self, limits: &Limits) {
        self.budget.begin(limits);
        self.note_untried();
    }
}

/// What the tree has to know of its top.
pub(super) fn top<G: Order>(root: &Root<G>) -> Top<'_, G> {
    Top {
        game: &root.game,
        past: &root.history,
        searched_from: root.searched_from,
        candidates: root.candidates.as_deref(),
    }
}

fn leaf<G: Order>(mv: MoveCode, game: &G, value: Value, rules: &ChanceRules) -> Node {
    // What a leaf search sees is not proven until the tree has the moves.
    let (forced, value) = (game.forced(), value.unproven());
    let chances = rules.leaf_chances(forced, value, Searched::default());
    Node::leaf(mv, game.turn(), forced, value, chances)
}

pub(super) fn root_node<G: Heuristics + Evaluate>(root: &Root<G>, rules: &ChanceRules) -> Node {
    let (game, none) = (&root.game, MoveCode::default());
    match game.outcome(&root.past()) {
        Some(value) => Node::finished(none, game.turn(), value),
        None => leaf(none, game, game.evaluate(), rules),
    }
}
