//! Putting a search away, and taking it up again.

use super::answer::Answer;
use super::leaf_lines::{LeafLine, LeafLines};
use super::memory::leaf_memory::LeafMemory;
use super::memory::pass::ReclaimPass;
use super::memory::reclaim::TooLarge;
use super::search::{BestFirst, tree_root};
use super::state::{Counters, Reclaimed, SearchState, Stats, Unfit};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::budget::Spent;
use crate::search::chance::{ChanceModel, ChanceRules};
use crate::search::memory::MemoryLimits;
use crate::search::notebook::Notebook;
use crate::search::report::{Change, Root};
use crate::tree::{self, Tree, Watch};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What has to be kept besides the tree and the table.
    pub fn state(&self) -> SearchState {
        let answer = self.focus.answer.id.and_then(|answer| self.tree.rank_of(self.at(), answer));
        let change = |change: &Change<G::Move>| Change {
            nodes: change.nodes,
            best: self.position().encode(change.best),
            win: change.win,
        };
        SearchState {
            line: self.moves_to_position(),
            included: self.included.clone(),
            wanted_lines: self.wanted_lines,
            for_lines: self.for_lines,
            anchors: self.anchors(),
            marks: self.focus.answer.marks.clone(),
            notes: self.notes.all().clone(),
            nodes: self.budget.nodes(),
            evals: self.budget.evals(),
            centre: self.rules.centre(),
            stats: self.stats(),
            sweep: self.reclaim_pass.state(),
            answer,
            answer_win: self.focus.answer.win,
            changes: self.focus.answer.changes.iter().map(change).collect(),
        }
    }

    fn stats(&self) -> Stats {
        let (counters, reclaimed) = (self.counters, self.reclaimed);
        Stats {
            iterations: counters.iterations,
            table_hits: counters.table_hits,
            made: counters.made,
            depth_sum: counters.depth_sum,
            depth_max: counters.depth_max,
            win: self.focus.answer.proven_win,
            least_gap: self.focus.answer.least_gap,
            freed: reclaimed.freed,
            sweeps: reclaimed.passes,
            deepened: reclaimed.deepened,
            swept_at: reclaimed.kept_room_at,
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
        let mut search = BestFirst::over(tree, memory, root, rules, room);
        for (index, &code) in state.line.iter().enumerate() {
            let mv = search.position().legal(code).ok_or(Unfit::Line(index + 1))?;
            if !search.focus.walk.follow(mv, &search.tree) {
                return Err(Unfit::Line(index + 1));
            }
        }
        search.focus.answer = search.restored_answer(&state)?;
        search.restore_counters(&state);
        (search.wanted_lines, search.for_lines) = (state.wanted_lines.max(1), state.for_lines);
        search.put_back_anchors(&state.anchors);
        search.included = search.restored_lines(state.included)?;
        search.notes = Notebook::restored(search.root.game.clone(), state.notes)?;
        search.reclaim_pass = ReclaimPass::resumed(state.sweep);
        Ok(search)
    }

    /// The lines behind leaves that are kept with the tree, each with the place of its leaf in the order
    /// of files.
    pub fn leaf_lines(&self) -> impl Iterator<Item = (u32, LeafLine)> + '_ {
        self.lines.in_file_order(&self.tree)
    }

    /// Puts back the lines behind leaves that [`BestFirst::leaf_lines`] gave. Only for a tree that was just
    /// built in the order of files. Lines are not trusted: illegal moves are not shown.
    pub fn put_back_lines(&mut self, lines: Vec<(u32, LeafLine)>) {
        self.lines = LeafLines::loaded(lines, &self.tree);
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
            self.room = room;
            // Nothing was freed: no node moves, and a pass that is under way continues.
            let pass = self.reclaim_pass.clone();
            self.refit(capacity);
            self.reclaim_pass = pass;
            self.fit_beside();
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
        let changed = tree::recompute(&mut self.tree, &tree_root(&self.root), &self.rules, watch)?;
        if changed > 0 {
            self.begin_anew();
        }
        Some(changed)
    }

    fn restored_answer(&self, state: &SearchState) -> Result<Answer<G::Move>, Unfit> {
        let ranked = |rank: u16| {
            let mut children = self.tree.children(self.at());
            children.nth(usize::from(rank)).map(|(_, id, _)| id).ok_or(Unfit::Answer)
        };
        let change = |(index, change): (usize, &Change<MoveCode>)| -> Result<_, Unfit> {
            let best = self.position().legal(change.best).ok_or(Unfit::Change(index + 1))?;
            Ok(Change { nodes: change.nodes, best, win: change.win })
        };
        Ok(Answer {
            id: state.answer.map(ranked).transpose()?,
            win: state.answer_win,
            changes: state.changes.iter().enumerate().map(change).collect::<Result<_, _>>()?,
            least_gap: state.stats.least_gap,
            proven_win: state.stats.win,
            marks: state.marks.clone(),
        })
    }

    fn restored_lines(&self, lines: Vec<Vec<MoveCode>>) -> Result<Vec<Vec<MoveCode>>, Unfit> {
        let is_legal = |line: &Vec<MoveCode>| {
            let mut game = self.root.game.clone();
            line.iter().all(|&code| game.legal(code).map(|mv| game.play(mv)).is_some())
        };
        match lines.iter().position(|line| !is_legal(line)) {
            Some(index) => Err(Unfit::Included(index + 1)),
            None => Ok(lines),
        }
    }

    fn restore_counters(&mut self, state: &SearchState) {
        let stats = &state.stats;
        self.budget.set_spent(Spent { nodes: state.nodes, evals: state.evals });
        self.counters = Counters {
            iterations: stats.iterations,
            table_hits: stats.table_hits,
            made: stats.made,
            depth_sum: stats.depth_sum,
            depth_max: stats.depth_max,
        };
        self.reclaimed = Reclaimed {
            freed: stats.freed,
            passes: stats.sweeps,
            deepened: stats.deepened,
            kept_room_at: stats.swept_at,
        };
    }
}
