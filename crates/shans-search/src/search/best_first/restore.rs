//! Putting a search away, and taking it up again.

use std::convert::Infallible;

use super::anchor::Anchors;
use super::answer::Answer;
use super::leaf_lines::{LeafLine, LeafLines};
use super::search::BestFirst;
use super::state::{SearchState, Unfit};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::budget::Spent;
use crate::search::chance::{ChanceModel, ChanceRules};
use crate::search::memory::MemoryLimits;
use crate::search::notebook::Notebook;
use crate::search::report::Root;
use crate::search::room::{LeafMemory, TooLarge};
use crate::tree::{self, Tree, Watch};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What has to be kept besides the tree and the table.
    pub fn state(&self) -> SearchState {
        let code = |_, mv| Ok::<_, Infallible>(self.position().encode(mv));
        let rank = |id| Ok(self.tree.rank_of(self.at(), id));
        let Ok(answer) = self.focus.answer.renamed(rank, code);
        SearchState {
            line: self.moves_to_position(),
            included: self.included.clone(),
            wanted_lines: self.wanted_lines,
            anchors: self.anchors(),
            notes: self.notes.all().clone(),
            nodes: self.budget.nodes(),
            evals: self.budget.evals(),
            centre: self.rules.centre(),
            stats: self.stats,
            sweep: self.reclaim_pass.clone(),
            answer,
        }
    }

    /// A search that continues where another one stopped. The tree is trusted: call [`BestFirst::check`] before
    /// searching a tree from outside.
    ///
    /// # Errors
    ///
    /// [`Unfit`] if the state names what is not there.
    pub fn restore(
        root: Root<G>,
        tree: Tree,
        memory: LeafMemory,
        model: ChanceModel,
        room: MemoryLimits,
        state: SearchState,
    ) -> Result<BestFirst<G>, Unfit> {
        let rules = ChanceRules::new(model).with_centre(state.centre);
        let mut search = BestFirst::over(tree, root, rules, room);
        search.put_memory(memory);
        for (index, &code) in state.line.iter().enumerate() {
            let mv = search.position().legal(code).ok_or(Unfit::Line(index + 1))?;
            if !search.focus.walk.follow(mv, &search.tree) {
                return Err(Unfit::Line(index + 1));
            }
        }
        search.focus.answer = search.restored_answer(&state.answer)?;
        search.budget.set_spent(Spent { nodes: state.nodes, evals: state.evals });
        search.stats = state.stats;
        search.wanted_lines = state.wanted_lines.max(1);
        search.kept.anchors = Anchors::loaded(state.anchors, &search.tree);
        let is_legal = |line: &[MoveCode]| search.root.game.legal_line(line).len() == line.len();
        if let Some(index) = state.included.iter().position(|line| !is_legal(line)) {
            return Err(Unfit::Included(index + 1));
        }
        search.included = state.included;
        search.notes = Notebook::restored(search.root.game.clone(), state.notes)?;
        search.reclaim_pass = state.sweep.resumed();
        Ok(search)
    }

    /// The lines behind leaves that are kept with the tree, each with the place of its leaf in the order
    /// of files.
    pub fn leaf_lines(&self) -> impl Iterator<Item = (u32, LeafLine)> + '_ {
        self.kept.lines.in_file_order(&self.tree)
    }

    /// Puts back the lines behind leaves that [`BestFirst::leaf_lines`] gave. Only for a tree that was just
    /// built in the order of files. Lines are not trusted: illegal moves are not shown.
    pub fn put_back_lines(&mut self, lines: Vec<(u32, LeafLine)>) {
        self.kept.lines = LeafLines::loaded(lines, &self.tree);
    }

    /// Lets a search that was restored without tables and without room to grow continue with these tables in
    /// this room. If the tree is larger, its least important nodes are freed.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if what has to stay is larger than the room.
    pub fn go_on_in(&mut self, room: MemoryLimits, memory: LeafMemory) -> Result<(), TooLarge> {
        let capacity = room.tree_capacity(self.rules.searches_leaves());
        if self.tree.len() > capacity {
            self.fit_into(room)?;
        } else {
            self.memory_limits = room;
            // Nothing was freed: no node moves, and a pass that is under way continues.
            let pass = self.reclaim_pass.clone();
            self.refit(capacity);
            self.reclaim_pass = pass;
            self.fit_kept();
        }
        self.put_memory(memory);
        Ok(())
    }

    /// Takes over a tree that an older search has made, or another evaluator: numbers that do not
    /// follow from the leaves by the rules of this search are recomputed, as told at
    /// [`tree::recompute`]. [`BestFirst::check`] finds the tree right then, if nothing else is
    /// wrong. The answer and how it came about start afresh where anything has changed.
    ///
    /// Returns how many nodes have changed; `None` if `watch` ended it, which leaves a tree that
    /// is neither the old one nor right.
    pub fn recompute(&mut self, watch: impl FnMut(usize) -> Watch) -> Option<usize> {
        self.come_to_rest();
        let changed = tree::recompute(&mut self.tree, &self.root, &self.rules, watch)?;
        if changed > 0 {
            self.begin_anew();
        }
        Some(changed)
    }

    fn restored_answer(&self, answer: &Answer<MoveCode, u16>) -> Result<Answer<G::Move>, Unfit> {
        let node = |rank| {
            let child = self.tree.children(self.at()).nth(usize::from(rank));
            child.map(|(_, id, _)| Some(id)).ok_or(Unfit::Answer)
        };
        answer
            .renamed(node, |number, code| self.position().legal(code).ok_or(Unfit::Change(number)))
    }
}
