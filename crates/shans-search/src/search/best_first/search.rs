//! The search: what it owns, and what can be asked about it.

use std::sync::Arc;
use std::time::Duration;

use super::anchor::Anchor;
use super::focus::{Foci, Focus};
use super::kept::Kept;
use super::leaves::Leaves;
use super::path_node::{Aim, Ruled};
use super::state::Stats;
use super::tree_walk::TreeWalk;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::budget::Budget;
use crate::search::chance::{ChanceModel, ChanceRules};
use crate::search::depth_first::SearchTable;
use crate::search::leaf::LeafTable;
use crate::search::memory::{MemoryLimits, TooMuchMemory};
use crate::search::notebook::Notebook;
use crate::search::report::{Change, Root};
use crate::search::room::{LeafMemory, ReclaimPass};
use crate::tree::{Broken, Node, NodeId, Tree, Watch, check};
use crate::value::Player;

/// A best-first search and its tree. It can be asked to search again and continues where it
/// stopped.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::Notation;
/// use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
///
/// let root = Root::new(Nim::new(&[3, 4, 5]));
/// let mut search = BestFirst::new(root, ChanceModel::searching(), MemoryLimits::new(8 << 20));
/// search.search(&Limits { nodes: Some(1_000), ..Limits::default() }, &mut |_| {});
///
/// // One move further on, with all that is known about it; then back, and on with the first question.
/// let mv = search.position().read_move("1-2")?;
/// search.step(mv)?;
/// let more = Limits { nodes: Some(search.nodes() + 1_000), ..Limits::default() };
/// search.search(&more, &mut |_| {});
/// search.step_back()?;
/// assert_eq!(search.check()?, search.tree().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BestFirst<G: Heuristics> {
    /// The position at the root of the tree, and the game before it.
    pub(in crate::search) root: Arc<Root<G>>,
    pub(in crate::search) rules: ChanceRules,
    pub(in crate::search) memory_limits: MemoryLimits,
    pub(in crate::search) tree: Tree,
    /// The positions that are searched; by itself that whose turn it is, which nearly always is the position analysed.
    pub(in crate::search) focus: Foci<G>,
    /// Who values leaves, and the tables beside the tree.
    pub(in crate::search) leaves: Leaves<G>,
    /// What is kept for single nodes beside it.
    pub(in crate::search) kept: Kept,
    /// Lines that are to be in the tree before anything else is searched, from the root of it.
    pub(in crate::search) included: Vec<Vec<MoveCode>>,
    /// How many moves of the position analysed are to have a value, at least 1.
    pub(in crate::search) wanted_lines: u16,
    /// What is kept with the tree, and not read by the search.
    pub(in crate::search) notes: Notebook<G>,
    pub(in crate::search) reclaim_pass: ReclaimPass,
    pub(in crate::search) stats: Stats,
    pub(in crate::search) budget: Budget,
}

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
        let searches = rules.searches_leaves();
        room.check(searches)?;
        let node = root_node(&root, &rules);
        let tree = Tree::new(node, room.tree_capacity(searches));
        let memory = LeafMemory::try_with_bytes(searches, room.table_bytes(searches))?;
        let mut search = BestFirst::over(tree, root, rules, room);
        search.leaves.put_memory(memory, &search.root, &search.rules, room.threads);
        Ok(search)
    }

    /// A search that continues with this tree of the root. Nobody values its leaves yet.
    pub(super) fn over(tree: Tree, root: Root<G>, rules: ChanceRules, room: MemoryLimits) -> Self {
        BestFirst {
            focus: Foci { all: vec![Focus::new(TreeWalk::new(&root, &tree))], turn: 0 },
            notes: Notebook::new(root.game.clone()),
            root: Arc::new(root),
            rules,
            memory_limits: room,
            tree,
            leaves: Leaves::of_nobody(),
            kept: Kept::default(),
            included: Vec::new(),
            wanted_lines: 1,
            reclaim_pass: ReclaimPass::default(),
            stats: Stats::default(),
            budget: Budget::default(),
        }
    }

    /// What is kept with the tree, and not read by the search.
    pub fn notes(&self) -> &Notebook<G> {
        &self.notes
    }

    /// The same, to be changed.
    pub fn notes_mut(&mut self) -> &mut Notebook<G> {
        &mut self.notes
    }

    /// The explored tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The chance model that its numbers follow from.
    pub fn rules(&self) -> &ChanceRules {
        &self.rules
    }

    /// The table of leaf values; `None` where leaves are searched.
    pub fn table(&self) -> Option<&LeafTable> {
        (!self.rules.searches_leaves()).then_some(&self.leaves.pure.table)
    }

    /// The table of searches of leaves; `None` where leaves are valued at first sight, or searched by others.
    pub fn search_table(&self) -> Option<&SearchTable> {
        self.leaves.table.as_ref()
    }

    /// Bytes of all tables.
    pub fn table_bytes(&self) -> u64 {
        let values = self.table().map_or(0, LeafTable::bytes);
        values + self.leaves.table.as_ref().map_or(0, SearchTable::bytes)
    }

    /// The bounds on what is kept.
    pub fn memory_limits(&self) -> MemoryLimits {
        self.memory_limits
    }

    /// The position at the root of the tree, and the game before it.
    pub fn root(&self) -> &Root<G> {
        &self.root
    }

    /// The position analysed.
    pub fn position(&self) -> &G {
        &self.focus.walk.position
    }

    /// The node of the position analysed.
    pub fn at(&self) -> NodeId {
        self.focus.walk.analysed()
    }

    /// Nodes spent so far; `Limits::nodes` counts on from here.
    pub fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Wall-clock time since the search last began.
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// The node behind the preferred move.
    pub fn answer(&self) -> Option<NodeId> {
        self.focus.answer.id
    }

    /// The anchor of the position analysed.
    pub fn anchor(&self) -> Option<&Anchor> {
        self.anchor_of(self.at())
    }

    /// The anchor of a position of the tree, if that was searched as a whole.
    pub fn anchor_of(&self, id: NodeId) -> Option<&Anchor> {
        self.kept.anchors.get(id)
    }

    /// How the answer came about, oldest first.
    pub fn changes(&self) -> &[Change<G::Move>] {
        &self.focus.answer.changes
    }

    /// Recomputes every number of the tree, and looks whether all nodes that the search names are
    /// linked in it; returns how many were checked. The search is at rest.
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
        let is_child = |answer| self.tree.rank_of(self.at(), answer).is_some();
        if !self.focus.walk.is_linked(&self.tree) || !self.focus.answer.id.is_none_or(is_child) {
            let what = "the search names a node that is not linked there".to_string();
            return Err(Broken { path: Vec::new(), what });
        }
        check(&self.tree, &self.root, &self.rules, watch)
    }

    /// The node of the position analysed.
    pub(in crate::search) fn node(&self) -> &Node {
        self.tree.node(self.at())
    }

    /// The node at the end of the path, after a walk.
    pub(super) fn end(&self) -> (NodeId, Node) {
        let id = self.focus.walk.end().id;
        (id, *self.tree.node(id))
    }

    /// [`TreeWalk::descend_through`].
    pub(super) fn descend_through(&mut self, first: Option<NodeId>, aim: Aim) {
        self.focus.walk.descend_through(first, aim, Ruled { tree: &self.tree, rules: &self.rules });
    }

    /// Walks to the node on which the larger chance rests, below this child of the position analysed or in all; whose chance
    /// that is.
    pub(in crate::search) fn descend_to_chance(&mut self, first: Option<NodeId>) -> Player {
        let player = self.rules.followed(first.map_or(self.node(), |id| self.tree.node(id)));
        self.descend_through(first, Aim::Chance(player, self.budget.limits().narrowing));
        player
    }

    /// [`TreeWalk::go_along`].
    pub(in crate::search) fn go_along(&mut self, way: &[NodeId]) {
        self.focus.walk.go_along(way, Ruled { tree: &self.tree, rules: &self.rules });
    }

    /// [`TreeWalk::return_to_stem`].
    pub(in crate::search) fn return_to_stem(&mut self) {
        self.focus.walk.return_to_stem(Ruled { tree: &self.tree, rules: &self.rules });
    }

    /// Backs up: gives every node of the path, from its end to the root, the numbers that follow from its children.
    pub(in crate::search) fn back_up(&mut self) {
        self.focus.walk.back_up(&mut self.tree, &self.rules);
    }

    /// [`TreeWalk::leave_path`].
    pub(in crate::search) fn leave_path(&mut self) {
        self.focus.walk.leave_path(&self.tree);
    }
}

pub(in crate::search) fn root_node<G: Heuristics + Evaluate>(
    root: &Root<G>,
    rules: &ChanceRules,
) -> Node {
    let (game, none) = (&root.game, MoveCode::default());
    match game.outcome(&root.past()) {
        Some(value) => Node::finished(none, game.turn(), value),
        None => rules.new_leaf(none, game, game.evaluate()),
    }
}
