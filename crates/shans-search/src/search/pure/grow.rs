//! The pure form: every explored position is a node, and a leaf is valued at first sight, by quiescence.
//!
//! An iteration makes the next moves of the node on whose next move the larger chance rests.

use super::parts::{Planned, Pure};
use crate::game::{Estimate, Evaluate, Heuristics, MOST_MOVES, Past};
use crate::search::best_first::{BestFirst, Change, Growth, TreeWalk};
use crate::search::budget::Budget;
use crate::search::chance::{ChanceRules, NewChild};
use crate::search::limits::Stop;
use crate::search::memory::WhenFull;
use crate::search::report::Root;
use crate::tree::{Node, Tree};
use crate::value::{Chance, Player, Value};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Walks from the position analysed to the node that grows: for a line that is wanted, to give another move a
    /// value, or else to the node whose next move the larger chance rests on.
    pub(in crate::search) fn select_pure(&mut self) {
        if let Some(included) = self.included_move() {
            self.leaves.pure.for_rival = false;
            self.go_along(&included.way);
            let mover = self.focus.walk.end().game.turn().player();
            self.leaves.pure.followed = mover.unwrap_or(Player::Max);
            return;
        }
        let rival = self.pure_rival();
        self.leaves.pure.for_rival = rival.is_some();
        self.leaves.pure.followed = self.descend_to_chance(rival);
    }

    /// The next moves of the node at the end of the path; where the tree is full, something is freed. `None` if there is
    /// room now, but nothing to put into the tree.
    ///
    /// # Errors
    ///
    /// The limit that struck.
    pub(in crate::search) fn plan_pure(&mut self) -> Result<Option<Growth>, Stop> {
        let before = self.budget.nodes();
        let wants_line = self.included_move().is_some();
        match self.plan_next_moves(self.leaves.pure.followed) {
            Err(Stop::Memory) if self.memory_limits.when_full == WhenFull::Free => {
                self.free_for_growth()
            }
            Err(stop) => Err(stop),
            Ok(growth) => {
                let is_none =
                    matches!(&growth.change, Change::Children(children, _) if children.is_empty());
                if is_none && wants_line {
                    // All its moves are made, and this one is none of them.
                    self.give_up_included_move();
                }
                if self.leaves.pure.for_rival {
                    self.stats.for_lines += self.budget.nodes() - before;
                }
                Ok(Some(growth))
            }
        }
    }

    /// In a full tree: frees something.
    ///
    /// # Errors
    ///
    /// A limit that came meanwhile, and [`Stop::Memory`] if nothing is left to be freed.
    fn free_for_growth(&mut self) -> Result<Option<Growth>, Stop> {
        if self.free_some()? {
            return Ok(None);
        }
        self.give_up_included();
        self.leaves.pure.followed = self.descend_to_chance(None);
        if self.frees_beside_path() { Ok(None) } else { Err(Stop::Memory) }
    }

    /// Frees everything below a move of the position analysed that is not on the path; `false`
    /// where there is nothing.
    fn frees_beside_path(&mut self) -> bool {
        let on_path = self.focus.walk.path.get(self.focus.walk.stem.len()).map(|level| level.id);
        let mut beside = self.tops().into_iter().filter(|&top| Some(top) != on_path);
        beside.any(|top| self.collapse(top) > 0)
    }

    /// The next moves of the path's last node, whatever they promise; `None` if all are made.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::plan_next_moves`].
    pub(in crate::search) fn plan_end(&mut self) -> Result<Option<Growth>, Stop> {
        let mover = self.focus.walk.end().game.turn().player();
        let growth = self.plan_next_moves(mover.unwrap_or(Player::Max))?;
        let is_none =
            matches!(&growth.change, Change::Children(children, _) if children.is_empty());
        Ok((!is_none).then_some(growth))
    }

    /// The next move of the path's last node, and the moves after it that belong to the same visit, each
    /// with its value. All outcomes of a random turn are made at once.
    ///
    /// # Errors
    ///
    /// The limit that struck, or [`Stop::Memory`]. The values that were found until then are in the table of leaves, and
    /// the next visit begins with them.
    fn plan_next_moves(&mut self, player: Player) -> Result<Growth, Stop> {
        let BestFirst { tree, focus, rules, root, leaves, budget, .. } = self;
        let pure = &mut leaves.pure;
        let end = EndNode { tree, walk: &focus.walk, rules, root };
        let (next, capped) = end.list(pure, budget, player)?;
        if pure.planned.len() > tree.room() {
            return Err(Stop::Memory);
        }
        let mut table_hits = 0;
        let mut planned = std::mem::take(&mut pure.planned);
        let mut children: Vec<NewChild> = Vec::with_capacity(planned.len());
        for planned in planned.drain(..) {
            table_hits += u64::from(planned.known.is_some());
            children.push((planned.rank, end.child(pure, budget, planned)?));
        }
        pure.planned = planned;
        let node = end.node();
        let next = match node.is_freed() {
            true => rules.inherit(&node, &mut children, next),
            false => (next, capped),
        };
        let effort = children.len() as u64;
        Ok(Growth::new(Change::Children(children, next), effort, table_hits))
    }
}

/// The node at the end of the path, whose moves are planned.
struct EndNode<'a, G: Heuristics> {
    tree: &'a Tree,
    walk: &'a TreeWalk<G>,
    rules: &'a ChanceRules,
    root: &'a Root<G>,
}

impl<G: Heuristics + Evaluate> EndNode<'_, G> {
    fn node(&self) -> Node {
        *self.tree.node(self.walk.end().id)
    }

    /// Plans the moves that are made now; returns the estimate of the one after them, and whether it is
    /// capped.
    fn list(
        &self,
        pure: &mut Pure<G>,
        budget: &mut Budget,
        player: Player,
    ) -> Result<(Chance, bool), Stop> {
        let (end, node) = (self.walk.end(), self.node());
        let allowed = self.root.chosen(&end.game, self.walk.level());
        let made = self.tree.made(end.id);
        pure.order.list(&end.game, allowed.as_deref(), made)?;
        pure.planned.clear();
        let sight = self.rules.sobered(&node, self.first_sight(pure, budget, &node)?);
        let mut next = (Node::no_next(node.turn()), false);
        for rank in made..MOST_MOVES {
            let Some(mv) = self.missing_move(pure, rank) else { break };
            let mut game = end.game.clone();
            game.play(mv);
            let key = game.key();
            pure.planned.push(Planned { mv, rank, game, key, known: None });
            next = match pure.order.get(rank + 1) {
                Some(Estimate { gain, .. }) => {
                    let estimate = self.rules.estimate(&node, sight, gain, rank + 1);
                    self.rules.capped_estimate(&node, estimate)
                }
                None => (Node::no_next(node.turn()), false),
            };
            // What was freed comes back as a whole.
            let was_made = rank + 1 < node.made_before();
            // All outcomes of a random turn are made.
            let chooses = node.turn().player().is_some();
            let is_full = chooses && budget.limits().narrowing.is_full(rank + 1);
            if !was_made && (is_full || !self.rules.continues_visit(&node, player, next.0)) {
                break;
            }
        }
        // All at once, so that the memory can fetch them side by side.
        let Pure { planned, table, .. } = pure;
        planned.iter_mut().for_each(|mv| mv.known = table.get(mv.key));
        Ok(next)
    }

    /// The value at first sight on which the estimates of the moves rest.
    fn first_sight(
        &self,
        pure: &mut Pure<G>,
        budget: &mut Budget,
        node: &Node,
    ) -> Result<Value, Stop> {
        if let Some(sight) = self.rules.first_sight(node) {
            return Ok(sight);
        }
        let game = &self.walk.end().game;
        let key = game.key();
        match pure.table.get(key) {
            Some(value) => Ok(value),
            None => pure.work_out(game, key, budget),
        }
    }

    /// The move of this rank, which the node lacks. A tree that another evaluation has ordered may
    /// hold it already: then the moves that it holds come first, and those planned.
    fn missing_move(&self, pure: &mut Pure<G>, rank: u16) -> Option<G::Move> {
        let node = self.walk.end();
        let Estimate { mv, .. } = pure.order.get(rank)?;
        let code = node.game.encode(mv);
        if self.tree.child_behind(node.id, code).is_none() {
            return Some(mv);
        }
        let made = self.tree.children(node.id).filter_map(|(.., child)| node.game.decode(child.mv));
        let planned = pure.planned.iter().map(|planned| planned.mv);
        pure.order.put_first(made.chain(planned));
        pure.order.get(rank).map(|estimate| estimate.mv)
    }

    /// A planned child, valued.
    fn child(
        &self,
        pure: &mut Pure<G>,
        budget: &mut Budget,
        planned: Planned<G>,
    ) -> Result<Node, Stop> {
        let Planned { mv, rank: _, game, key, known } = planned;
        budget.count_node()?;
        let code = self.walk.end().game.encode(mv);
        let past = Past::new(&self.walk.past, self.root.searched_from());
        if let Some(value) = game.outcome(&past).or_else(|| game.exact(&past)) {
            return Ok(Node::finished(code, game.turn(), value));
        }
        let value = match known {
            Some(value) => value,
            None => pure.work_out(&game, key, budget)?,
        };
        Ok(self.rules.new_leaf(code, &game, value))
    }
}
