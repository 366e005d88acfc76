//! Growing the tree at the end of the path.

use super::planned::Planned;
use super::search::BestFirst;
use crate::game::{Estimate, Evaluate, Heuristics, MOST_MOVES, Past};
use crate::search::budget::Spent;
use crate::search::chance::NewChild;
use crate::search::leaf::LeafSearch;
use crate::search::limits::Stop;
use crate::tree::{Node, NodeId};
use crate::value::{Chance, Player, Value};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// An iteration begins at the end of the path.
    pub(super) fn begin_round(&mut self) {
        self.begin_round_from(self.budget.spent());
    }

    /// An iteration before which this had been spent goes on at the end of the path.
    pub(super) fn begin_round_from(&mut self, spent: Spent) {
        let Some(end) = self.walk.path_mut().last_mut() else { return };
        let last = end.find_last(&self.tree);
        self.round.begin(end.id, *self.tree.node(end.id), last, spent);
    }

    /// It ends well.
    pub(super) fn end_round(&mut self) {
        self.keep_what_leaves_taught();
        let total = self.round.end();
        self.counters.add(total);
    }

    /// What was learnt from leaves since the last time stays. The table of searches grows with
    /// the work: between iterations alone, so that it is the same wherever a limit strikes.
    pub(super) fn keep_what_leaves_taught(&mut self) {
        let nodes = self.budget.nodes();
        LeafSearch::<G>::commit(&mut self.leaves);
        if let Some(searches) = &mut self.searched_leaves {
            searches.commit();
            searches.make_room_for(nodes);
        }
    }

    /// Undoes an iteration that could not be finished.
    pub(super) fn take_back(&mut self) {
        let spent = self.round.take_back(&mut self.tree);
        self.budget.take_back(spent);
        LeafSearch::<G>::roll_back(&mut self.leaves);
        self.searched_leaves.iter_mut().for_each(LeafSearch::roll_back);
        self.walk.leave_path(&self.tree);
    }

    /// Makes the next move of the path's last node, and the moves after it that belong to the same
    /// visit. All outcomes of chance are made at once. Returns the newest child.
    pub(super) fn make_moves(&mut self, player: Player) -> Result<Option<NodeId>, Stop> {
        let level = self.walk.path().len() - 1;
        let id = self.walk.path()[level].id;
        let (next, capped) = self.plan_moves(level, player)?;
        // All at once, so that the memory can fetch them side by side.
        self.expansion.moves.iter_mut().for_each(|mv| mv.known = self.leaves.known(mv.key));
        if self.expansion.moves.len() > self.tree.room() {
            self.expansion.moves.clear();
            return Err(Stop::Memory);
        }
        let mut planned = std::mem::take(&mut self.expansion.moves);
        let mut children: Vec<NewChild> = Vec::with_capacity(planned.len());
        for planned in planned.drain(..) {
            children.push((planned.rank, self.child(level, planned)?));
        }
        self.expansion.moves = planned;
        let node = *self.tree.node(id);
        let (next, capped) = match node.is_freed() {
            true => self.rules.inherit(&node, &mut children, next),
            false => (next, capped),
        };
        let mut newest = None;
        for (rank, child) in children {
            newest = Some(self.append(level, rank, child)?);
        }
        self.tree.node_mut(id).set_next(next, capped);
        Ok(newest)
    }

    /// Plans the moves that the path's last node makes now; returns the estimate of the one after
    /// them, and whether it is capped.
    fn plan_moves(&mut self, level: usize, player: Player) -> Result<(Chance, bool), Stop> {
        let end = &self.walk.path()[level];
        let node = *self.tree.node(end.id);
        let allowed = if level == 0 { self.root.candidates.as_deref() } else { None };
        self.expansion.order.list(&end.game, allowed, node.made())?;
        self.expansion.moves.clear();
        let sight = self.first_sight(level, &node)?;
        let sight = self.rules.sobered(&node, sight);
        let mut next = (Node::no_next(node.turn()), false);
        for rank in node.made()..MOST_MOVES {
            let Some(mv) = self.missing_move(level, rank) else { break };
            let mut game = self.walk.path()[level].game.clone();
            game.play(mv);
            let key = game.key();
            self.expansion.moves.push(Planned { mv, rank, game, key, known: None });
            next = match self.expansion.order.get(rank + 1) {
                Some(Estimate { gain, .. }) => {
                    let estimate = self.rules.estimate(&node, sight, gain, rank + 1);
                    self.rules.capped_estimate(&node, estimate)
                }
                None => (Node::no_next(node.turn()), false),
            };
            // What was freed comes back as a whole.
            let was_made = rank + 1 < node.made_before();
            if !was_made && !self.rules.continues_visit(&node, player, next.0) {
                break;
            }
        }
        Ok(next)
    }

    /// The value at first sight on which the estimates of a node's moves rest.
    fn first_sight(&mut self, level: usize, node: &Node) -> Result<Value, Stop> {
        if let Some(sight) = self.rules.first_sight(node) {
            return Ok(sight);
        }
        let game = &self.walk.path()[level].game;
        let key = game.key();
        match self.leaves.known(key) {
            Some(value) => Ok(value),
            None => self.leaves.work_out(game, key, &mut self.budget),
        }
    }

    /// The move of this rank, which the node lacks. A tree that another evaluation has ordered may
    /// hold it already: then the moves that it holds come first, and those planned.
    fn missing_move(&mut self, level: usize, rank: u16) -> Option<G::Move> {
        let (node, expansion) = (&self.walk.path()[level], &mut self.expansion);
        let Estimate { mv, .. } = expansion.order.get(rank)?;
        let code = node.game.encode(mv);
        if !self.tree.children(node.id).any(|(.., child)| child.mv == code) {
            return Some(mv);
        }
        let made = self.tree.children(node.id).filter_map(|(.., child)| node.game.decode(child.mv));
        let planned = expansion.moves.iter().map(|planned| planned.mv);
        expansion.order.put_first(made.chain(planned));
        expansion.order.get(rank).map(|estimate| estimate.mv)
    }

    /// A planned child, valued.
    fn child(&mut self, level: usize, planned: Planned<G>) -> Result<Node, Stop> {
        let Planned { mv, rank: _, game, key, known } = planned;
        self.budget.count_node()?;
        let code = self.walk.path()[level].game.encode(mv);
        let past = Past::new(self.walk.past(), self.root.searched_from);
        if let Some(value) = game.outcome(&past).or_else(|| game.exact(&past)) {
            return Ok(Node::finished(code, game.turn(), value));
        }
        let value = match known {
            Some(value) => {
                self.round.note_table_hits(1);
                value
            }
            None => self.leaves.work_out(&game, key, &mut self.budget)?,
        };
        Ok(self.leaf(code, &game, value))
    }

    /// Puts a child at the end of the path's last node.
    pub(super) fn append(&mut self, level: usize, rank: u16, child: Node) -> Result<NodeId, Stop> {
        let parent = &mut self.walk.path_mut()[level];
        let id = self.tree.append(parent.id, parent.last(), child).map_err(|_| Stop::Memory)?;
        parent.adopt(&self.tree, id, rank, &self.rules);
        self.round.note_created(id, level as u32 + 1);
        Ok(id)
    }
}
