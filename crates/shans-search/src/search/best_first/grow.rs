//! Changing the tree: what an iteration has found out goes into the node at the end of the path, and
//! from there up to the root.

use super::growth::{Change, Growth};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::tree::{Node, Searched, TreeRules};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Applies a growth to the node at the end of the path.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if the tree has no room for it; nothing is changed then.
    pub(super) fn apply(&mut self, growth: &Growth) -> Result<(), Stop> {
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

    /// Carries the numbers of the path's last node, and the work that went into them, up to the root.
    pub(super) fn back_up(&mut self, growth: &Growth) {
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
    }
}
