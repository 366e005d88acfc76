//! Two searches of one game become one: what each knows of a position that the other does not, or less deep.

use std::cmp::Ordering;
use std::collections::HashSet;

use thiserror::Error;

use super::best_first::{Anchors, AnchorsByLine, BestFirst, LeafLines, TreeWalk};
use super::room::ReclaimPass;
use crate::game::{Evaluate, Heuristics, MoveCode, Notation};
use crate::search::chance::ChanceModel;
use crate::search::memory::{MemoryLimits, WhenFull, can_be_reserved};
use crate::search::report::Root;
use crate::tree::{FileOrder, Merge, MergeSide, NODE_BYTES, Origin, Tree, Watch, left_out_behind};

/// Why two searches cannot become one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CannotMerge {
    /// Neither root is below the other.
    #[error("neither tree contains the root of the other")]
    Roots,
    /// The moves to choose from at the root are not the same.
    #[error("they choose from different moves at the root (--only, --exclude)")]
    Candidates,
    /// Moves that are not considered are not the same.
    #[error("they leave different moves out (--exclude)")]
    LeftOut,
    /// The root of one tree is behind a move that the other has not made.
    #[error(
        "the root of one tree is not in the other one yet: its move {0} from there was not made; search that \
         line first (resume --include)"
    )]
    NotReached(usize),
    /// A parameter of the search is not the same.
    #[error("they were searched with different parameters: {0}")]
    Parameter(&'static str),
    /// The new tree does not fit beside the two.
    #[error("cannot allocate {} MiB for the new tree", bytes >> 20)]
    Memory {
        /// What was asked for.
        bytes: u64,
    },
}

/// What became of two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merged {
    /// The other one knew nothing more.
    AsItWas,
    /// The tree is a new one, and its answer was chosen afresh. This many moves of the line to the position analysed
    /// are not in it, since what they are played in is decided: that position is analysed instead.
    Anew {
        /// How many.
        moves_lost: usize,
    },
    /// `watch` ended it: the search is as it was.
    Stopped,
}

impl<G: Heuristics + Evaluate + Notation> BestFirst<G> {
    /// Whether this search is the one that another is merged into: the one with the higher root, or else the
    /// one with more work. Of two with the same work it is the same one, whichever is asked.
    ///
    /// # Errors
    ///
    /// [`CannotMerge::Roots`].
    pub fn goes_before(&self, other: &BestFirst<G>) -> Result<bool, CannotMerge> {
        let rank = |search: &BestFirst<G>| {
            let stats = search.state().stats;
            let work = (search.budget.nodes(), search.budget.evals());
            let made = (stats.iterations, stats.made, stats.depth_sum, stats.table_hits);
            (work, made, search.tree.len(), search.rules.centre().to_bits())
        };
        let way = way_between(&self.root, &other.root);
        match (way, way_between(&other.root, &self.root)) {
            (None, None) => Err(CannotMerge::Roots),
            (Some(way), _) if !way.is_empty() => Ok(true),
            (None, Some(_)) => Ok(false),
            _ => {
                let order = rank(self).cmp(&rank(other));
                Ok(order.then_with(|| compare_all(self, other)).is_ge())
            }
        }
    }

    /// Takes over what another search knows that this one does not, or less deep ([`Merge`]). The other one has
    /// the same root or one below it. The room is that of the new search from now on; until it is loaded afresh in
    /// that, it can be looked into and saved.
    ///
    /// Work is not counted twice: it is that of the search that has more. Lines that are to be searched first are
    /// those of both, and of what searches of whole positions have found that with more nodes. The answer is chosen afresh
    /// where the tree is a new one.
    ///
    /// # Errors
    ///
    /// [`CannotMerge`]; nothing changes then.
    pub fn merge(
        &mut self,
        other: &BestFirst<G>,
        room: MemoryLimits,
        watch: impl FnMut(usize) -> Watch,
    ) -> Result<Merged, CannotMerge> {
        let way = self.way_to(other)?;
        let bytes = ((self.tree.len() + other.tree.len()) * NODE_BYTES) as u64;
        let no_memory = CannotMerge::Memory { bytes };
        if !can_be_reserved(bytes) {
            return Err(no_memory);
        }
        self.come_to_rest();
        let anchors = self.anchors_of_both(other, &way);
        let mut lines = Vec::new();
        let line_of = |place, origin| {
            let line = match origin {
                Origin::Top(id) => self.kept.lines.get(id),
                Origin::Other(id) => other.kept.lines.get(id),
            };
            lines.extend(line.map(|&line| (place, line)));
        };
        let merge = Merge {
            top: MergeSide { tree: &self.tree, rules: &self.rules },
            other: MergeSide { tree: &other.tree, rules: &other.rules },
            way: &way,
            root: &self.root,
            other_past: self.root.searched_from != other.root.searched_from,
            is_searched: self.rules.searches_leaves(),
        };
        let Some(tree) = merge.make(line_of, watch).map_err(|_| no_memory)? else {
            return Ok(Merged::Stopped);
        };
        self.memory_limits = room;
        // The lines that the other search has not made yet.
        let mut known: HashSet<Vec<MoveCode>> = self.included.iter().cloned().collect();
        let included = other.included.iter().map(|line| [&way[..], line].concat());
        self.included.extend(included.filter(|line| known.insert(line.clone())));
        self.notes.take_in(other.notes.all(), &way, self.root.moves().len());
        if is_same(&tree, &self.tree) {
            self.put_anchors(&anchors);
            return Ok(Merged::AsItWas);
        }
        self.kept.lines = LeafLines::loaded(lines, &tree);
        // Where the other search has done more, that is what was done.
        if other.budget.nodes() > self.budget.nodes() {
            self.budget.set_spent(other.budget.spent());
        }
        Ok(Merged::Anew { moves_lost: self.take_over(tree, &anchors) })
    }

    /// The moves to the root of the other search, if that can go into this one.
    fn way_to(&self, other: &BestFirst<G>) -> Result<Vec<MoveCode>, CannotMerge> {
        let way = way_between(&self.root, &other.root).ok_or(CannotMerge::Roots)?;
        if let Some(parameter) = difference(self.rules.model(), other.rules.model()) {
            return Err(CannotMerge::Parameter(parameter));
        }
        let (own, others) = (&self.root.candidates, &other.root.candidates);
        let is_same = |(a, b): (&Vec<G::Move>, &Vec<G::Move>)| {
            a.len() == b.len() && a.iter().all(|mv| b.contains(mv))
        };
        let are_same = match (own, others) {
            (None, None) => true,
            (_, None) => !way.is_empty(),
            (own, others) => {
                way.is_empty() && own.as_ref().zip(others.as_ref()).is_some_and(is_same)
            }
        };
        if !are_same {
            return Err(CannotMerge::Candidates);
        }
        let mut left_out = self.root.left_out().to_vec();
        let mut at = self.tree.root();
        for (index, &code) in way.iter().enumerate() {
            let kept = left_out_behind(&left_out, code);
            if kept.len() < left_out.len() {
                return Err(CannotMerge::LeftOut);
            }
            left_out = kept;
            let child = self.tree.child_behind(at, code);
            at = child.ok_or(CannotMerge::NotReached(index + 1))?;
        }
        let others = other.root.left_out();
        let is_same = left_out.len() == others.len()
            && left_out.iter().all(|left_out| others.contains(left_out));
        if is_same { Ok(way) } else { Err(CannotMerge::LeftOut) }
    }

    /// The anchors of both searches by the moves to their positions; of one position that with more nodes.
    fn anchors_of_both(&self, other: &BestFirst<G>, way: &[MoveCode]) -> AnchorsByLine {
        let mut anchors = self.kept.anchors.by_line(&self.tree);
        for (line, anchor) in other.kept.anchors.by_line(&other.tree) {
            let line = [way, &line].concat();
            let known = anchors.entry(line).or_insert(anchor);
            if known.key() < anchor.key() {
                *known = anchor;
            }
        }
        anchors
    }

    /// Puts anchors behind the positions that are in the tree.
    fn put_anchors(&mut self, anchors: &AnchorsByLine) {
        self.kept.anchors = Anchors::default();
        self.kept.anchors.drop_freed(&self.tree);
        for (line, &anchor) in anchors {
            let mut steps = line.iter();
            let end = steps.try_fold(self.tree.root(), |at, &mv| self.tree.child_behind(at, mv));
            end.into_iter().for_each(|id| self.kept.anchors.set(id, anchor, usize::MAX));
        }
    }

    /// Puts another tree of the root in place of this one; returns how many moves of the line to the position
    /// analysed are not in it.
    fn take_over(&mut self, tree: Tree, anchors: &AnchorsByLine) -> usize {
        let line = self.moves_to_position();
        self.tree = tree;
        self.focus.walk = TreeWalk::new(&self.root, &self.tree);
        self.reclaim_pass = ReclaimPass::default();
        self.put_anchors(anchors);
        let follows = |&code: &MoveCode| {
            let mv = self.focus.walk.position.legal(code);
            mv.is_some_and(|mv| self.focus.walk.follow(mv, &self.tree))
        };
        let followed = line.iter().copied().take_while(follows).count();
        self.begin_anew();
        line.len() - followed
    }
}

impl MemoryLimits {
    /// The room for what has grown in this room and in another one: the larger of both.
    #[must_use]
    pub fn or_larger(self, other: MemoryLimits) -> MemoryLimits {
        let both_stop = [self, other].iter().all(|room| room.when_full == WhenFull::Stop);
        MemoryLimits {
            memory: self.memory.max(other.memory),
            tree_nodes: self.tree_nodes.zip(other.tree_nodes).map(|(one, two)| one.max(two)),
            when_full: if both_stop { WhenFull::Stop } else { WhenFull::Free },
            threads: self.threads.max(other.threads),
        }
    }
}

/// The moves from one root to another one of the same game below it, or the same; `None` if it is elsewhere.
fn way_between<G: Notation + Heuristics>(top: &Root<G>, below: &Root<G>) -> Option<Vec<MoveCode>> {
    if top.start().describe() != below.start().describe() {
        return None;
    }
    below.moves().starts_with(top.moves()).then(|| top.line_to(below)).flatten()
}

/// Some order of searches that differ in anything.
fn compare_all<G: Heuristics + Evaluate>(one: &BestFirst<G>, two: &BestFirst<G>) -> Ordering {
    let told = |search: &BestFirst<G>| format!("{:?} {:?}", search.state(), search.rules.model());
    let parts = |search: &BestFirst<G>, id| format!("{:?}", search.tree.parts(id));
    let nodes = FileOrder::new(&one.tree).zip(FileOrder::new(&two.tree));
    let mut orders = nodes.map(|(a, b)| parts(one, a).cmp(&parts(two, b)));
    told(one)
        .cmp(&told(two))
        .then_with(|| orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
}

/// Whether two trees have the same nodes, with the same numbers.
fn is_same(one: &Tree, two: &Tree) -> bool {
    let mut nodes = FileOrder::new(one).zip(FileOrder::new(two));
    one.len() == two.len() && nodes.all(|(a, b)| one.parts(a) == two.parts(b))
}

/// A parameter that shapes values or chances and is not the same in both.
fn difference(one: &ChanceModel, two: &ChanceModel) -> Option<&'static str> {
    if one.leaf_search.is_some() != two.leaf_search.is_some() {
        return Some("whether leaves are searched");
    }
    let numbers = |model: &ChanceModel| match model.leaf_search {
        None => vec![
            ("ply", model.ply),
            ("late", model.late),
            ("forced", model.forced_share),
            ("forcing", model.forcing_share),
            ("fallen", model.fallen_share),
            ("burst", model.burst),
        ],
        // The others say where nodes go, and nothing about what is found.
        Some(leaves) => vec![
            ("ply", model.ply),
            ("spread", leaves.spread),
            ("first", leaves.first),
            ("halvings", leaves.halvings),
            ("edge", leaves.edge),
        ],
    };
    let mut pairs = numbers(one).into_iter().zip(numbers(two));
    pairs.find(|(own, other)| own != other).map(|((name, _), _)| name)
}
