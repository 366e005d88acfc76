//! The four functions of the search, for both of its forms: whether it is over, and an iteration as data that passes
//! through the other three.

use super::answer::ONLY_MOVE_NODES;
use super::growth::{Change, Growth};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::memory::WhenFull;
use crate::tree::{Node, Searched, TreeRules};

/// Between looks at the clock, if leaves are valued at first sight.
const ITERATIONS_A_LOOK: u64 = 64;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether the search is over: the rule that says so.
    pub(super) fn stop_variations(&mut self) -> Option<Stop> {
        if self.node().is_finished() {
            return Some(Stop::Finished);
        }
        // Lines that are wanted are searched.
        let stop = self.needs_no_more().filter(|_| self.wanted().is_none());
        // Nor does a search end before each of the candidates that are wanted has a value.
        if stop.is_some() && !self.lacks_values() {
            return stop;
        }
        if self.budget.is_out_of_nodes() {
            return Some(Stop::Nodes);
        }
        let look = self.is_time_to_look();
        if look { self.budget.stop() } else { None }
    }

    /// One iteration, or a question and its answer on the way to the end of one. Where the tree is full,
    /// something is freed, or a leaf is searched deeper in place of growing.
    ///
    /// # Errors
    ///
    /// The limit that ended it. The tree is as before then, and what was found out so far is kept.
    pub(super) fn iterate(&mut self) -> Result<(), Stop> {
        let found = self.find_next_variation();
        self.take_in(found)
    }

    /// The rest of an iteration that has found this out.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::iterate`].
    pub(super) fn take_in(&mut self, found: Result<Option<Growth>, Stop>) -> Result<(), Stop> {
        let done = match found {
            Ok(Some(growth)) => self.apply(&growth).map(|()| self.keep_room()),
            Ok(None) => Ok(()),
            Err(stop) => Err(stop),
        };
        match done {
            Err(Stop::Memory) if self.room.when_full == WhenFull::Free => match self.make_room()? {
                Some(growth) => self.apply(&growth),
                None => Ok(()),
            },
            done => done,
        }
    }

    /// Selects the node that grows, plans what must be known about it, and finds that out. `None` if
    /// another question has to be answered first. Nothing that is found goes into the tree.
    fn find_next_variation(&mut self) -> Result<Option<Growth>, Stop> {
        if self.tree.leaves_are_searched() {
            self.send_out(self.jobs())?;
            self.next_growth()
        } else {
            self.plan_iteration().map(Some)
        }
    }

    /// Puts what was found out into the tree, by the last two of the four functions.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::make_variation`].
    pub(super) fn apply(&mut self, growth: &Growth) -> Result<(), Stop> {
        self.make_variation(growth)?;
        self.result_definition(growth);
        Ok(())
    }

    /// Applies what was found out to the node at the end of the path.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if the tree has no room for it; nothing is changed then.
    fn make_variation(&mut self, growth: &Growth) -> Result<(), Stop> {
        let Some(end) = self.walk.end().map(|end| end.id) else { return Ok(()) };
        self.lines.follow(&self.tree);
        let best = match &growth.change {
            Change::Children(children, next) => {
                self.append(children)?;
                if let Some((next, capped)) = *next {
                    self.tree.node_mut(end).set_next(next, capped);
                }
                None
            }
            Change::Split(split) => {
                self.append(&split.children)?;
                let node = self.tree.node_mut(end);
                node.set_next(split.next, false);
                node.set_searched(Searched { plies: split.plies, ..node.searched() });
                None
            }
            &Change::Leaf(value, searched, best) => {
                let forced = self.tree.node(end).forced();
                let chances = self.rules.leaf_chances(forced, value, searched);
                self.tree.node_mut(end).set_leaf(value, searched, chances);
                best
            }
            &Change::DeeperLeaf(value, plies, best) => {
                self.shed_children();
                let chances = self.rules.chances_after(value, plies);
                self.tree.search_again(end, value, chances, &self.rules);
                best
            }
            Change::GiveUp => {
                self.tree.node_mut(end).give_up_chances();
                None
            }
            Change::Nothing => None,
            Change::Rank(rank) => {
                self.note_rank(*rank);
                None
            }
            &Change::Looked(plies) => {
                let analysed = self.tree.node_mut(self.walk.analysed(self.tree.root()));
                analysed.set_searched(Searched { plies, ..analysed.searched() });
                None
            }
        };
        self.keep_line(end, growth);
        self.note_best_of_leaf(best.filter(|_| end == self.at()));
        Ok(())
    }

    /// Puts children behind those of the path's last node.
    fn append(&mut self, children: &[(u16, Node)]) -> Result<(), Stop> {
        if children.len() > self.tree.room() {
            return Err(Stop::Memory);
        }
        let Some(end) = self.walk.path_mut().last_mut() else { return Ok(()) };
        let mut last = self.tree.children(end.id).last().map(|(_, id, _)| id);
        for &(rank, child) in children {
            let id = self.tree.append(end.id, last, child).map_err(|_| Stop::Memory)?;
            end.adopt(&self.tree, id, rank, &self.rules);
            last = Some(id);
        }
        let depth = self.walk.path().len();
        self.counters.note_made(children.len(), depth);
        Ok(())
    }

    /// Backs the new numbers and the work up to the root, and notes what follows for the answer.
    fn result_definition(&mut self, growth: &Growth) {
        let effort = u32::try_from(growth.effort).unwrap_or(u32::MAX);
        for level in self.walk.path() {
            let node = self.tree.node_mut(level.id);
            node.effort = node.effort.saturating_add(effort);
        }
        self.walk.carry_numbers_up(&mut self.tree, &self.rules);
        self.counters.iterations += 1;
        self.counters.table_hits += growth.table_hits;
        if growth.has_no_room {
            self.reclaimed.deepened += 1;
            self.reclaimed.deep_nodes += growth.effort;
        }
        self.explored.leaves.commit();
        self.note_result();
    }

    /// The rule that ends the search because enough is known.
    fn needs_no_more(&mut self) -> Option<Stop> {
        let nodes = self.budget.nodes();
        if self.is_over() {
            return Some(Stop::Proven);
        }
        if self.is_settled() && self.as_if_nothing_were_asked(|search| search.is_settled()) {
            return Some(Stop::Settled);
        }
        let is_lazy = !self.budget.limits().beyond_only_move;
        let is_looked_at = nodes >= ONLY_MOVE_NODES && !self.budget.is_out_of_nodes();
        (is_lazy && is_looked_at && self.walk.has_only_move()).then_some(Stop::OnlyMove)
    }

    /// Whether the clock is looked at now: an iteration that searches leaves takes long.
    pub(super) fn is_time_to_look(&self) -> bool {
        self.tree.leaves_are_searched()
            || self.counters.iterations.is_multiple_of(ITERATIONS_A_LOOK)
    }
}
