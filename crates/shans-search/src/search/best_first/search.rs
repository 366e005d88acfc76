//! The search: what it owns, and what can be asked about it.

use std::mem;
use std::sync::Arc;

use super::answer::Answer;
use super::comment::Comment;
use super::explored::Explored;
use super::leaf_lines::LeafLines;
use super::leaf_memory::LeafMemory;
use super::ranking::{Rank, Ranking};
use super::reclaim_pass::ReclaimPass;
use super::searched::Searched;
use super::state::{Counters, Reclaimed};
use super::tree_walk::TreeWalk;
use crate::game::{Evaluate, Heuristics, MoveCode, Order};
use crate::search::budget::Budget;
use crate::search::chance::{ChanceModel, ChanceRules, LeafSearchModel};
use crate::search::depth_first::PvsLeaves;
use crate::search::leaf::LeafTable;
use crate::search::memory::{MemoryLimits, TooMuchMemory};
use crate::search::report::Root;
use crate::tree::{Broken, Node, NodeId, Tree, TreeRoot, Watch, check_watched};

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
/// let more = Limits { nodes: Some(search.granted() + 1_000), ..Limits::default() };
/// search.search(&more, &mut |_| {});
/// search.step_back()?;
/// assert_eq!(search.check()?, search.tree().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BestFirst<G: Heuristics> {
    /// The position at the root of the tree, and the game before it.
    pub(super) root: Arc<Root<G>>,
    pub(super) rules: ChanceRules,
    pub(super) room: MemoryLimits,
    pub(super) tree: Tree,
    pub(super) walk: TreeWalk<G>,
    /// What it has beside the tree if every explored position is a node; idle otherwise.
    pub(super) explored: Explored<G>,
    /// The same if leaves are searched.
    pub(super) searched: Searched<G>,
    pub(super) answer: Answer<G::Move>,
    /// The lines behind leaves.
    pub(super) lines: LeafLines,
    /// Lines that are to be in the tree before anything else is searched, from the root of it.
    pub(super) included: Vec<Vec<MoveCode>>,
    /// How many candidates are to have a value ...
    pub(super) ranking: Ranking,
    /// ... and the nodes that went into that.
    pub(super) ranked: u64,
    /// What searches of their own have found of candidates, in the position analysed. Over exact leaves, which
    /// rank candidates in the tree: what searches of the whole position have found best, the newest last.
    pub(super) ranks: Vec<Rank>,
    /// Numbers of whoever drives the search.
    pub(super) memo: Vec<u64>,
    /// What people say about positions.
    pub(super) comments: Vec<Comment>,
    pub(super) reclaim_pass: ReclaimPass,
    pub(super) reclaimed: Reclaimed,
    pub(super) counters: Counters,
    pub(super) budget: Budget,
    /// Nodes that limits have allowed so far: an iteration that did not fit into the rest is
    /// made when more are.
    pub(super) granted: u64,
    /// The count of nodes when the last iteration began.
    pub(super) nodes_before: u64,
    /// The tree cannot even hold the position analysed with all its moves.
    pub(super) is_tiny: bool,
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
        let form = rules.node_form();
        room.check(form)?;
        let node = root_node(&root, &rules);
        let tree = Tree::of_form(form, node, room.tree_capacity(form));
        let memory = LeafMemory::new(&root, form, room);
        Ok(BestFirst::over(tree, memory, root, rules, room))
    }

    /// A search that continues with this tree of the root.
    pub(super) fn over(
        tree: Tree,
        memory: LeafMemory<G>,
        root: Root<G>,
        rules: ChanceRules,
        room: MemoryLimits,
    ) -> BestFirst<G> {
        let growers = memory.into_growers(&rules, room.threads);
        BestFirst::with_growers(tree, growers, root, rules, room)
    }

    /// The same with what grows a tree of either form.
    pub(super) fn with_growers(
        tree: Tree,
        (explored, searched): (Explored<G>, Searched<G>),
        root: Root<G>,
        rules: ChanceRules,
        room: MemoryLimits,
    ) -> BestFirst<G> {
        BestFirst {
            walk: TreeWalk::new(&root, &tree),
            root: Arc::new(root),
            rules,
            room,
            tree,
            explored,
            searched,
            answer: Answer::default(),
            lines: LeafLines::default(),
            included: Vec::new(),
            ranking: Ranking::default(),
            ranked: 0,
            ranks: Vec::new(),
            memo: Vec::new(),
            comments: Vec::new(),
            reclaim_pass: ReclaimPass::default(),
            reclaimed: Reclaimed::default(),
            counters: Counters::default(),
            budget: Budget::default(),
            granted: 0,
            nodes_before: 0,
            is_tiny: false,
        }
    }

    /// Numbers that whoever drives the search keeps with it, in its file, too: how far a plan is that
    /// takes many runs. The search does not look at them.
    pub fn memo(&self) -> &[u64] {
        &self.memo
    }

    /// Keeps these numbers in place of those of [`BestFirst::memo`].
    pub fn set_memo(&mut self, memo: Vec<u64>) {
        self.memo = memo;
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
        (!self.tree.leaves_are_searched()).then(|| self.explored.leaves.table())
    }

    /// What the searches of leaves know; `None` where leaves are valued at first sight.
    pub fn searched_leaves(&self) -> Option<&PvsLeaves<G>> {
        self.searched.shared()
    }

    /// Bytes of all tables.
    pub fn table_bytes(&self) -> u64 {
        let values = self.table().map_or(0, LeafTable::bytes);
        values + self.searched_leaves().map_or(0, PvsLeaves::table_bytes)
    }

    /// Bytes that all tables may grow to.
    pub(super) fn most_table_bytes(&self) -> u64 {
        let values = self.table().map_or(0, LeafTable::bytes);
        values + self.searched_leaves().map_or(0, PvsLeaves::most_table_bytes)
    }

    /// The bounds on what is kept.
    pub fn memory_limits(&self) -> MemoryLimits {
        self.room
    }

    /// The position at the root of the tree, and the game before it.
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

    /// Nodes that limits have allowed so far; `Limits::nodes` counts on from here.
    pub fn granted(&self) -> u64 {
        // Steps grow the tree without a limit.
        self.granted.max(self.budget.nodes())
    }

    /// The node behind the preferred move: what has withstood most, and not always the best one
    /// of the moment.
    pub fn answer(&self) -> Option<NodeId> {
        self.answer.id
    }

    /// What a search of its own has found of the candidate that leads to this child of the position
    /// analysed.
    pub fn rank_of(&self, id: NodeId) -> Option<&Rank> {
        let mv = self.tree.node(id).mv;
        self.ranks.iter().find(|rank| rank.mv == mv)
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
        let is_child = |answer| self.tree.rank_of(self.at(), answer).is_some();
        if !self.walk.is_linked(&self.tree) || !self.answer.id.is_none_or(is_child) {
            let what = "the search names a node that is not linked there".to_string();
            return Err(Broken { path: Vec::new(), what });
        }
        check_watched(&self.tree, &tree_root(&self.root), &self.rules, watch)
    }

    /// The node of the position analysed.
    pub(super) fn node(&self) -> &Node {
        self.walk.node(&self.tree)
    }

    /// Leaves at least so many questions about leaves open at a time from now on: fewer would leave
    /// threads without work. Not where the tree is the same for any number of threads.
    pub fn ask_at_least(&mut self, jobs: u16) {
        let leaves = self.rules.model().leaf_search.filter(|leaves| !leaves.apart);
        if let Some(leaves) = leaves {
            self.set_jobs(leaves.jobs.max(jobs.min(LeafSearchModel::MOST_JOBS)));
        }
    }

    /// Lets so many questions be open at a time; how many it were before.
    pub(super) fn set_jobs(&mut self, jobs: u16) -> u16 {
        let mut model = *self.rules.model();
        let Some(leaves) = &mut model.leaf_search else { return jobs };
        let before = mem::replace(&mut leaves.jobs, jobs);
        self.rules = ChanceRules::new(model).with_centre(self.rules.centre());
        before
    }

    /// How many questions about leaves are out at a time.
    pub(super) fn jobs(&self) -> usize {
        self.rules.model().leaf_search.map_or(1, |model| usize::from(model.jobs.max(1)))
    }
}

/// What the tree has to know of its root.
pub(super) fn tree_root<G: Order>(root: &Root<G>) -> TreeRoot<'_, G> {
    TreeRoot {
        game: &root.game,
        past: &root.history,
        searched_from: root.searched_from,
        candidates: root.candidates.as_deref(),
        left_out: root.left_out(),
    }
}

pub(super) fn root_node<G: Heuristics + Evaluate>(root: &Root<G>, rules: &ChanceRules) -> Node {
    let (game, none) = (&root.game, MoveCode::default());
    match game.outcome(&root.past()) {
        Some(value) => Node::finished(none, game.turn(), value),
        None => rules.new_leaf(none, game, game.evaluate()),
    }
}
