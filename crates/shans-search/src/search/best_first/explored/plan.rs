//! The next moves of a node, and what the positions behind them are worth.

use super::super::growth::{Change, Growth};
use super::super::path_node::Aim;
use super::super::search::BestFirst;
use super::super::tree_walk::TreeWalk;
use super::{Explored, Planned};
use crate::game::{Estimate, Evaluate, Heuristics, MOST_MOVES, Past};
use crate::search::budget::Budget;
use crate::search::chance::{ChanceRules, NewChild};
use crate::search::limits::Stop;
use crate::search::report::Root;
use crate::tree::{Node, NodeId, Tree};
use crate::value::{Chance, Player, Value};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Walks from the position analysed to the node whose next move the larger chance rests on,
    /// and returns the player whose chance it is. The path ends in that node.
    pub(in super::super) fn select_explored(&mut self) -> Player {
        self.select_below(None)
    }

    /// The same in a candidate that is to be searched deeper for its rank, if one is now.
    fn select_rival(&mut self) -> Option<Player> {
        let is_due = self.ranks_here() && self.has_share_left();
        let rival = is_due.then(|| self.shallowest(&self.rivals())).flatten()?;
        Some(self.select_below(Some(rival)))
    }

    fn select_below(&mut self, candidate: Option<NodeId>) -> Player {
        let player = self.rules.followed(candidate.map_or(self.node(), |id| self.tree.node(id)));
        let aim = Aim::Chance(player, self.budget.limits().narrowing);
        self.walk.descend_through(candidate, aim, &self.root.game, &self.tree, &self.rules);
        player
    }

    /// What the next iteration finds out: for a line that is wanted, for the answer, or to rank a candidate.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::plan_next_moves`].
    pub(in super::super) fn plan_iteration(&mut self) -> Result<Growth, Stop> {
        if let Some(growth) = self.plan_included()? {
            return Ok(growth);
        }
        // Where there is no room to grow, a candidate is not searched deeper in place of that.
        let rival = self.select_rival().filter(|_| !self.searches_deeper());
        let Some(player) = rival else {
            let player = self.select_explored();
            return self.plan_explored(player);
        };
        let before = self.budget.nodes();
        let growth = self.plan_next_moves(player)?;
        self.ranked += self.budget.nodes() - before;
        Ok(growth)
    }

    /// What the next iteration finds out: the next moves of the path's last node, or, where the tree is too
    /// small to grow, the value of the node itself by a deeper search.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::plan_next_moves`].
    fn plan_explored(&mut self, player: Player) -> Result<Growth, Stop> {
        if self.is_tiny && self.node().is_leaf() || self.searches_deeper() {
            return self.plan_deeper_leaf();
        }
        self.plan_next_moves(player)
    }

    /// Goes to the node that a line wants to grow, where one does, and finds out what its next moves are
    /// worth.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::plan_next_moves`].
    fn plan_included(&mut self) -> Result<Option<Growth>, Stop> {
        let Some(wanted) = self.wanted() else { return Ok(None) };
        self.walk.go_along(&wanted.way, &self.root.game, &self.tree, &self.rules);
        let growth = self.plan_end()?;
        if growth.is_none() {
            // All its moves are made, and this one is none of them.
            self.included.remove(wanted.line);
        }
        Ok(growth)
    }

    /// The next moves of the path's last node, whatever they promise; `None` if all are made.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::plan_next_moves`].
    pub(in super::super) fn plan_end(&mut self) -> Result<Option<Growth>, Stop> {
        let mover = self.walk.end().and_then(|end| end.game.turn().player());
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
    /// The limit that struck, or [`Stop::Memory`]; nothing is counted, and nothing learned then.
    fn plan_next_moves(&mut self, player: Player) -> Result<Growth, Stop> {
        // Of a plan that came to nothing.
        self.explored.leaves.roll_back();
        let before = self.budget.spent();
        let planned = self.plan_moves(player);
        if planned.is_err() {
            self.budget.take_back(before);
            self.explored.leaves.roll_back();
            self.explored.planned.clear();
        }
        planned
    }

    fn plan_moves(&mut self, player: Player) -> Result<Growth, Stop> {
        let BestFirst { tree, walk, rules, root, explored, budget, .. } = self;
        let end = EndNode { tree, walk, rules, root };
        let (next, capped) = end.list(explored, budget, player)?;
        if explored.planned.len() > tree.room() {
            return Err(Stop::Memory);
        }
        let mut table_hits = 0;
        let mut planned = std::mem::take(&mut explored.planned);
        let mut children: Vec<NewChild> = Vec::with_capacity(planned.len());
        for planned in planned.drain(..) {
            table_hits += u64::from(planned.known.is_some());
            children.push((planned.rank, end.child(explored, budget, planned)?));
        }
        explored.planned = planned;
        let Some(node) = end.node() else { return Err(Stop::Finished) };
        let next = match node.is_freed() {
            true => rules.inherit(&node, &mut children, next),
            false => (next, capped),
        };
        let effort = children.len() as u64;
        let change = Change::Children(children, Some(next));
        Ok(Growth { change, effort, table_hits, line: Vec::new(), has_no_room: false })
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
    fn node(&self) -> Option<Node> {
        self.walk.end().map(|end| *self.tree.node(end.id))
    }

    /// Plans the moves that are made now; returns the estimate of the one after them, and whether it is
    /// capped.
    fn list(
        &self,
        explored: &mut Explored<G>,
        budget: &mut Budget,
        player: Player,
    ) -> Result<(Chance, bool), Stop> {
        let Some((end, node)) = self.walk.end().zip(self.node()) else {
            return Err(Stop::Finished);
        };
        let allowed = self.root.chosen(&end.game, self.walk.path().len() - 1);
        explored.order.list(&end.game, allowed.as_deref(), node.made())?;
        explored.planned.clear();
        let sight = self.rules.sobered(&node, self.first_sight(explored, budget, &node)?);
        let mut next = (Node::no_next(node.turn()), false);
        for rank in node.made()..MOST_MOVES {
            let Some(mv) = self.missing_move(explored, rank) else { break };
            let mut game = end.game.clone();
            game.play(mv);
            let key = game.key();
            explored.planned.push(Planned { mv, rank, game, key, known: None });
            next = match explored.order.get(rank + 1) {
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
        let Explored { planned, leaves, .. } = explored;
        planned.iter_mut().for_each(|mv| mv.known = leaves.known(mv.key));
        Ok(next)
    }

    /// The value at first sight on which the estimates of the moves rest.
    fn first_sight(
        &self,
        explored: &mut Explored<G>,
        budget: &mut Budget,
        node: &Node,
    ) -> Result<Value, Stop> {
        if let Some(sight) = self.rules.first_sight(node) {
            return Ok(sight);
        }
        let Some(game) = self.walk.end().map(|end| &end.game) else { return Err(Stop::Finished) };
        let key = game.key();
        match explored.leaves.known(key) {
            Some(value) => Ok(value),
            None => explored.leaves.work_out(game, key, budget),
        }
    }

    /// The move of this rank, which the node lacks. A tree that another evaluation has ordered may
    /// hold it already: then the moves that it holds come first, and those planned.
    fn missing_move(&self, explored: &mut Explored<G>, rank: u16) -> Option<G::Move> {
        let node = self.walk.end()?;
        let Estimate { mv, .. } = explored.order.get(rank)?;
        let code = node.game.encode(mv);
        if self.tree.child_behind(node.id, code).is_none() {
            return Some(mv);
        }
        let made = self.tree.children(node.id).filter_map(|(.., child)| node.game.decode(child.mv));
        let planned = explored.planned.iter().map(|planned| planned.mv);
        explored.order.put_first(made.chain(planned));
        explored.order.get(rank).map(|estimate| estimate.mv)
    }

    /// A planned child, valued.
    fn child(
        &self,
        explored: &mut Explored<G>,
        budget: &mut Budget,
        planned: Planned<G>,
    ) -> Result<Node, Stop> {
        let Planned { mv, rank: _, game, key, known } = planned;
        budget.count_node()?;
        let code = self.walk.end().map_or_else(Default::default, |end| end.game.encode(mv));
        let past = Past::new(self.walk.past(), self.root.searched_from());
        if let Some(value) = game.outcome(&past).or_else(|| game.exact(&past)) {
            return Ok(Node::finished(code, game.turn(), value));
        }
        let value = match known {
            Some(value) => value,
            None => explored.leaves.work_out(&game, key, budget)?,
        };
        Ok(self.rules.new_leaf(code, &game, value))
    }
}
