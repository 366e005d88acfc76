//! Growing the tree at the end of the path.

use super::BestFirst;
use super::path::Frame;
use crate::game::{Estimate, Evaluate, Game, Order, Past};
use crate::search::limits::Stop;
use crate::search::quiescence::OutOfNodes;
use crate::tree::{Full, Node, NodeId};
use crate::value::{Chance, Player, Value};

/// What one iteration has done so far, so that it can be taken back as a whole: an iteration
/// that a limit cuts off leaves no trace, and going on later gives the same tree as never
/// having stopped.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    /// The node that grows as it was before, and its last child then.
    before: Option<(NodeId, Node, Option<NodeId>)>,
    created: Vec<NodeId>,
    depth_sum: u64,
    depth_max: u32,
    table_hits: u64,
    nodes_before: u64,
    evals_before: u64,
    /// Leaf values to be put into the table.
    values: Vec<(u64, Value)>,
}

/// A move about to be made, the position behind it, and its value where the table has it.
#[derive(Clone, Debug)]
pub(super) struct Planned<G: Game> {
    mv: G::Move,
    rank: u16,
    game: G,
    key: u64,
    known: Option<Value>,
}

impl From<OutOfNodes> for Stop {
    fn from(_: OutOfNodes) -> Stop {
        Stop::Nodes
    }
}

impl From<Full> for Stop {
    fn from(_: Full) -> Stop {
        Stop::Memory
    }
}

impl<G: Order + Evaluate> BestFirst<G> {
    /// Puts a node at the end of the path.
    pub(super) fn enter(&mut self, id: NodeId, game: G) {
        self.past.push(game.key());
        self.path.push(Frame::new(&self.tree, id, game, &self.prices));
    }

    /// Puts the line to the position analysed on the path, which is empty.
    pub(super) fn enter_line(&mut self) {
        self.enter(self.tree.root(), self.root.game.clone());
        for index in 1..self.line.len() {
            let id = self.line[index];
            let Some(frame) = self.path.last_mut() else { return };
            let child = self.tree.children(frame.id).find(|&(_, child, _)| child == id);
            let child = child.map(|(rank, id, _)| (id, rank));
            frame.set_child(&self.tree, child, &self.prices);
            self.enter_child(id);
        }
    }

    /// Follows the path's last node to its child.
    pub(super) fn enter_child(&mut self, id: NodeId) {
        let code = self.tree.node(id).mv;
        if let Some(frame) = self.path.last() {
            let mut game = frame.game.clone();
            if let Some(mv) = game.decode(code) {
                game.play(mv);
            }
            self.enter(id, game);
        }
    }

    /// Follows the move that was just made.
    pub(super) fn enter_newest(&mut self, id: NodeId) {
        if let Some(frame) = self.path.last_mut() {
            let rank = self.tree.node(frame.id).made().saturating_sub(1);
            frame.set_child(&self.tree, Some((id, rank)), &self.prices);
        }
        self.enter_child(id);
    }

    pub(super) fn begin_round(&mut self) {
        let Some(frame) = self.path.last() else { return };
        self.round.before = Some((frame.id, *self.tree.node(frame.id), frame.last));
        self.round.nodes_before = self.quiescence.nodes;
        self.round.evals_before = self.quiescence.evals;
    }

    pub(super) fn end_round(&mut self) {
        let round = &mut self.round;
        for (key, value) in round.values.drain(..) {
            self.table.put(key, value);
        }
        self.stats.made += round.created.len() as u64;
        round.created.clear();
        self.stats.iterations += 1;
        self.stats.depth_sum += std::mem::take(&mut round.depth_sum);
        self.stats.depth_max = self.stats.depth_max.max(std::mem::take(&mut round.depth_max));
        self.stats.table_hits += std::mem::take(&mut round.table_hits);
    }

    /// Undoes an iteration that could not be finished.
    pub(super) fn take_back(&mut self) {
        let round = std::mem::take(&mut self.round);
        if let Some((id, before, last)) = round.before {
            self.tree.take_back(id, before, last, &round.created);
        }
        self.quiescence.nodes = round.nodes_before;
        self.quiescence.evals = round.evals_before;
        self.leave_path();
    }

    /// Makes the next move of the path's last node, and more of them while their estimates are
    /// no more than the burst below the first. All outcomes of chance are made at once.
    /// Returns the newest child.
    pub(super) fn make_moves(&mut self, player: Player) -> Result<Option<NodeId>, Stop> {
        let level = self.path.len() - 1;
        let id = self.path[level].id;
        let next = self.plan_moves(level, player);
        // All at once, so that the memory can fetch them side by side.
        self.planned.iter_mut().for_each(|planned| planned.known = self.table.get(planned.key));
        let room = self.tree.capacity() - self.tree.len();
        if self.planned.len() > room {
            self.planned.clear();
            return Err(Stop::Memory);
        }
        let mut children = Vec::with_capacity(self.planned.len());
        let mut planned = std::mem::take(&mut self.planned);
        for planned in planned.drain(..) {
            children.push((planned.rank, self.child(level, planned)?));
        }
        self.planned = planned;
        let node = *self.tree.node(id);
        let next = if node.is_freed() { self.remember(&node, &mut children, next) } else { next };
        let mut newest = None;
        for (rank, child) in children {
            newest = Some(self.append(level, rank, child)?);
        }
        self.tree.node_mut(id).next = next;
        Ok(newest)
    }

    /// Lists what the path's last node does next: the moves to be made now, as `planned`, and
    /// the estimate of the one after them.
    fn plan_moves(&mut self, level: usize, player: Player) -> Chance {
        let frame = &self.path[level];
        let node = *self.tree.node(frame.id);
        let allowed = if level == 0 { self.root.candidates.as_deref() } else { None };
        self.order.list(&frame.game, allowed, node.made());
        let base = self.leaf_value(&node);
        let wanted = node.next.for_player(player) - self.model.burst;
        let mut next = Node::no_next(node.turn());
        for rank in node.made().. {
            let Some(mv) = self.missing(level, rank) else { break };
            let mut game = self.path[level].game.clone();
            game.play(mv);
            let key = game.key();
            self.planned.push(Planned { mv, rank, game, key, known: None });
            next = self.estimate(&node, base, rank + 1);
            // What was freed comes back as a whole.
            let was_made = rank + 1 < node.made_before();
            let goes_on = match node.turn().player() {
                Some(mover) => mover == player && next.for_player(player) >= wanted,
                None => true,
            };
            if !was_made && !goes_on {
                break;
            }
        }
        next
    }

    /// The move of this rank, which the node lacks. A tree that another evaluation has ordered may
    /// hold it already: then the moves that it holds come first, and those planned.
    fn missing(&mut self, level: usize, rank: u16) -> Option<G::Move> {
        let Frame { id, game, .. } = &self.path[level];
        let Estimate { mv, .. } = self.order.get(rank)?;
        let code = game.encode(mv);
        if !self.tree.children(*id).any(|(.., child)| child.mv == code) {
            return Some(mv);
        }
        let made = self.tree.children(*id).filter_map(|(.., child)| game.decode(child.mv));
        self.order.put_first(made.chain(self.planned.iter().map(|planned| planned.mv)));
        self.order.get(rank).map(|estimate| estimate.mv)
    }

    /// Whether the newest move leaves the followed player better off than the root's result, so
    /// that it deserves an answer at once.
    pub(super) fn keeps_hope(&self, player: Player, newest: NodeId) -> bool {
        let child = self.tree.node(newest);
        let root = self.node();
        child.is_leaf() && child.value.for_player(player) > root.value.for_player(player)
    }

    /// A planned child, evaluated.
    fn child(&mut self, level: usize, planned: Planned<G>) -> Result<Node, Stop> {
        let Planned { mv, rank: _, game, key, known } = planned;
        self.quiescence.count_node()?;
        let code = self.path[level].game.encode(mv);
        let past = Past::new(&self.past, self.root.searched_from);
        Ok(match game.outcome(&past) {
            Some(value) => Node::finished(code, game.turn(), value),
            None => {
                let forced = game.forced();
                let value = self.leaf_search(&game, key, known)?;
                Node::leaf(code, game.turn(), forced, value, self.prices.of(forced, 0))
            }
        })
    }

    /// Puts a child at the end of the path's last node.
    fn append(&mut self, level: usize, rank: u16, child: Node) -> Result<NodeId, Stop> {
        let frame = &mut self.path[level];
        let id = self.tree.append(frame.id, frame.last, child)?;
        frame.adopt(&self.tree, id, rank, &self.prices);
        self.round.created.push(id);
        let depth = level as u32 + 1;
        self.round.depth_sum += u64::from(depth);
        self.round.depth_max = self.round.depth_max.max(depth);
        Ok(id)
    }

    /// A leaf's value: the one that is `known`, or that of a quiescence search.
    fn leaf_search(&mut self, game: &G, key: u64, known: Option<Value>) -> Result<Value, Stop> {
        if let Some(value) = known {
            self.round.table_hits += 1;
            return Ok(value);
        }
        let value = self.quiescence.search(game, Value::LEAST, Value::GREATEST)?;
        self.round.values.push((key, value));
        Ok(value)
    }

    /// The value that a node had as a leaf, from its mover's view, on which the estimates of its
    /// moves rest. It is not stored: the estimate of the next move gives it back.
    fn leaf_value(&mut self, node: &Node) -> f32 {
        match node.turn().player() {
            Some(mover) if node.made() > 0 => {
                let rank = node.made();
                let gain = self.order.get(rank).map_or(0.0, |estimate| estimate.gain as f32);
                let price = self.prices.of(node.forced(), rank);
                node.next.for_player(mover) - gain + price
            }
            Some(mover) => node.value.for_player(mover),
            None => node.value.raw(),
        }
    }

    /// What the mover may hope for from the `rank`-th move; none where there is no such move,
    /// and where chance moves.
    fn estimate(&mut self, node: &Node, leaf_value: f32, rank: u16) -> Chance {
        match (node.turn().player(), self.order.get(rank)) {
            (Some(mover), Some(Estimate { gain, .. })) => {
                let price = self.prices.of(node.forced(), rank);
                Chance::from_player(mover, leaf_value + gain as f32 - price)
            }
            _ => Node::no_next(node.turn()),
        }
    }
}
