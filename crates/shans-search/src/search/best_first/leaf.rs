//! What is asked about a node of the tree, and what an answer makes of it.
//!
//! What is searched is a set of moves: all moves of a leaf, or those that wait in a node with children. The answer names the best
//! of them, its value and its line. A leaf that was searched with few nodes takes the value. Otherwise the line
//! becomes a chain of nodes, each with that value and half the effort of the one before, in which the other moves wait:
//! the search has shown that they are no better.

use std::sync::Arc;

use super::change::{Change, Errand, Finding, Growth, Question};
use super::path_node::Ruled;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MOST_MOVES, MoveCode, Past};
use crate::search::depth_first::SOFT_SHARE;
use crate::search::leaf::{EstimateOrder, LeafAnswer, LeafTask};
use crate::search::limits::Stop;
use crate::tree::{Node, NodeId};
use crate::value::Value;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// A search of the moves that wait at the end of the path, with twice the nodes of the last one.
    pub(super) fn search_of_end(&self) -> (Errand, u8) {
        (Errand::Search, self.end().1.doublings().saturating_add(1))
    }

    /// The task of a question about the end of the path.
    pub(super) fn task(&self, question: &Question) -> LeafTask<G> {
        let path = self.focus.walk.path.iter().skip(1);
        let mut moves: Vec<MoveCode> = path.map(|level| self.tree.node(level.id).mv).collect();
        let (id, node) = self.end();
        let (mut left_out, mut known) = (Vec::new(), None);
        match question.errand {
            Errand::Make(mv) | Errand::Spare(mv) => moves.push(mv),
            Errand::Lengthen(_) => moves.extend(self.line_behind(id)),
            Errand::Anchor => {
                known = self.kept.anchors.get(id).and_then(|it| it.line.known(it.value));
            }
            Errand::Search if node.is_leaf() => {
                known = self.kept.lines.get(id).and_then(|line| line.known(node.value));
            }
            Errand::Search => left_out = self.tree.moves_made(id),
        }
        // A seen win is counted from the root of the tree, and a task from its position: none is handed on.
        let known = known.filter(|known| known.value.win().is_none() && !known.value.is_seen_win());
        let (ticket, grant, most) = (question.ticket, question.grant, question.most);
        LeafTask { ticket, root: Arc::clone(&self.root), moves, left_out, grant, most, known }
    }

    /// What the answer to a question makes of the node at the end of the path.
    pub(super) fn change_by(&mut self, question: &Question, answer: &LeafAnswer) -> Change {
        let (id, node) = self.end();
        // A search that was to see a win again had fewer nodes than its doublings say.
        let was_for_proof = question.errand == Errand::Search && node.value.is_seen_win();
        let doublings = if answer.is_finished && !was_for_proof {
            question.doublings
        } else {
            self.rules.doublings_of(answer.nodes).min(question.doublings)
        };
        let is_behind_move = matches!(question.errand, Errand::Make(_) | Errand::Spare(_));
        let level = self.focus.walk.level() + usize::from(is_behind_move);
        let found = Finding {
            // Counted from the root of the tree, so that the nearest win is the best of them anywhere.
            value: match answer.value.win() {
                Some((winner, plies)) => {
                    Value::seen_win(winner, plies.saturating_add(level as u16))
                }
                None => answer.value,
            },
            doublings,
            depth: answer.depth,
            line: answer.line.clone(),
            nodes: answer.nodes,
        };
        // A search begins no further depth after this share of its grant; one that ended by itself before had nothing left to see.
        let soft = SOFT_SHARE * question.grant as f64;
        // The search itself rounds down. In games grants are so small that it matters: a position with 25 moves was never
        // searched beyond the first ply. In analysis it is left as it is: every tree would differ.
        let soft = if self.budget.limits().plays { soft.floor() } else { soft };
        let has_seen_all = answer.is_finished && (answer.nodes as f64) < soft;
        match question.errand {
            // What all its searches together have found.
            Errand::Anchor => match self.note_anchor(id, answer, found, has_seen_all) {
                Some(found) => self.chain_or_all(&node, found),
                None => Change::Nothing,
            },
            Errand::Make(mv) | Errand::Spare(mv) => {
                self.made_child(id, question.errand, mv, answer, found).unwrap_or(Change::Nothing)
            }
            Errand::Lengthen(key) => self.change_by_end(id, key, answer),
            Errand::Search if answer.line.is_empty() => Change::Deeper,
            Errand::Search if !answer.is_finished && doublings <= node.doublings() => {
                Change::Nothing
            }
            Errand::Search => self.change_by_search(&node, found, has_seen_all),
        }
    }

    /// The change that makes a move of a node. `None` if it was made meanwhile, or nobody asked for it and the tree has no room or
    /// nothing was found.
    fn made_child(
        &self,
        id: NodeId,
        errand: Errand,
        mv: MoveCode,
        answer: &LeafAnswer,
        found: Finding,
    ) -> Option<Change> {
        // Cut before it had a line, it has found nothing.
        let is_found = answer.is_finished || !answer.line.is_empty();
        let is_spare = matches!(errand, Errand::Spare(_));
        let is_made = self.tree.child_behind(id, mv).is_some();
        if is_made || is_spare && (self.tree.room() == 0 || !is_found) {
            return None;
        }
        if !is_found {
            return self.child_at_first_sight(mv, found);
        }
        let leaf = self.leaf_behind(mv, Some((found.value, found.doublings.max(1))))?;
        Some(Change::Child(leaf, found))
    }

    /// A leaf is split once its search is long enough, or has seen all there is: a longer one would say nothing new.
    fn change_by_search(&self, node: &Node, found: Finding, has_seen_all: bool) -> Change {
        let is_short =
            !has_seen_all && found.doublings < self.rules.doublings_to_split(self.budget.nodes());
        if node.is_leaf() && !found.value.is_seen_win() && is_short {
            return Change::Leaf(found);
        }
        self.chain_or_all(node, found)
    }

    /// The line becomes a chain. Where even the best of the moves that wait loses, as far as was seen, so do all others: they
    /// are made, as a proof needs all of them.
    fn chain_or_all(&self, node: &Node, found: Finding) -> Change {
        let is_lost = |mover| found.value.is_seen_win() && found.value.for_player(mover) < 0.0;
        let loses = node.turn().player().is_some_and(is_lost);
        let all = if loses { self.all_moves(Some(&found)).ok() } else { None };
        all.unwrap_or(Change::Chain(found))
    }

    /// All moves that wait at the end of the path, made at once. None of them is worth more than was found; without
    /// a finding, each is worth what is known of it, or what it seems at first sight.
    ///
    /// # Errors
    ///
    /// [`Stop::TooManyMoves`], or [`Stop::Memory`] if there is no room for them.
    pub(super) fn all_moves(&self, found: Option<&Finding>) -> Result<Change, Stop> {
        let end = self.focus.walk.end();
        let moves = self.moves_that_wait()?;
        if moves.len() > self.tree.room() {
            return Err(Stop::Memory);
        }
        let made = self.tree.made(end.id);
        let found = found.map(|it| (it.value, self.rules.doublings_behind(it.doublings)));
        let child = |(rank, mv)| {
            let node = self.known_node(mv).or_else(|| self.leaf_behind(mv, found))?;
            Some((rank, node))
        };
        let children = (made..).zip(moves).filter_map(child).collect();
        Ok(Change::Children(children, (Node::no_next(end.game.turn()), false)))
    }

    /// The moves that wait at the end of the path, in the order of their estimates.
    pub(super) fn moves_that_wait(&self) -> Result<Vec<MoveCode>, Stop> {
        let end = self.focus.walk.end();
        let allowed = self.root.chosen(&end.game, self.focus.walk.level());
        let mut order = EstimateOrder::default();
        order.list(&end.game, allowed.as_deref(), 0)?;
        let made = self.tree.moves_made(end.id);
        let all = (0..MOST_MOVES).map_while(|rank| order.get(rank));
        let codes = all.map(|estimate| end.game.encode(estimate.mv));
        Ok(codes.filter(|code| !made.contains(code)).collect())
    }

    /// The position after a move of the end of the path.
    fn after(&self, code: MoveCode) -> Option<G> {
        let above = &self.focus.walk.end().game;
        let mut game = above.clone();
        game.play(above.decode(code)?);
        Some(game)
    }

    /// The node after a move of the end of the path in which the game is over, or whose value is known exactly.
    fn known_node(&self, code: MoveCode) -> Option<Node> {
        let game = self.after(code)?;
        let past = Past::new(&self.focus.walk.past, self.root.searched_from());
        let value = game.outcome(&past).or_else(|| game.exact(&past))?;
        Some(Node::finished(code, game.turn(), value))
    }

    /// The change that makes such a node.
    pub(super) fn known_child(&self, code: MoveCode) -> Option<Change> {
        self.known_node(code).map(|node| Change::Child(node, Finding::nothing()))
    }

    /// The change that makes a move of which no search has found anything: the child gets its static value.
    pub(super) fn child_at_first_sight(&self, code: MoveCode, found: Finding) -> Option<Change> {
        Some(Change::Child(self.leaf_behind(code, None)?, Finding { nodes: 0, ..found }))
    }

    /// Whether the path ends at a leaf of which no search knows the best move: it is searched before a move is made there
    /// that somebody wants.
    pub(super) fn end_was_never_searched(&self) -> bool {
        let (id, node) = self.end();
        let is_choice = node.turn().player().is_some() && !node.is_decided();
        let is_new = node.doublings() == 0 && self.kept.lines.get(id).is_none();
        node.is_leaf() && is_choice && is_new
    }

    /// What the last search of the leaf at the end of the path has found, where another move is wanted there. Its line
    /// becomes a chain first: beside a worse move alone, the node would be worth less than the leaf was.
    pub(super) fn own_best(&self, wanted: Errand) -> Option<Change> {
        let (id, node) = self.end();
        let may_split = node.is_leaf() && self.tree.room() > 1;
        let line = self.kept.lines.get(id).filter(|_| may_split)?;
        let (value, doublings, nodes) = (node.value, node.doublings(), self.tree.effort(id));
        let is_other = matches!(wanted, Errand::Make(mv) if line.moves().first() != Some(&mv));
        let (depth, line) = (line.depth(), line.moves().to_vec());
        is_other.then_some(Change::Chain(Finding { value, doublings, depth, line, nodes }))
    }

    /// The leaf behind a move of the end of the path: of the value that a search with so many doublings has found, or else of
    /// its static value.
    fn leaf_behind(&self, code: MoveCode, found: Option<(Value, u8)>) -> Option<Node> {
        let game = self.after(code)?;
        let (value, doublings) = found.unwrap_or_else(|| (game.evaluate().unproven(), 0));
        let mut leaf = self.rules.new_leaf(code, &game, value);
        self.rules.set_leaf(&mut leaf, value, doublings);
        Some(leaf)
    }

    /// Puts a change into the tree at the end of the path. The walk leads to the last node that has changed then.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if the tree has no room for it; nothing is changed then.
    pub(super) fn put(&mut self, mut growth: Growth) -> Result<Growth, Stop> {
        let (id, node) = self.end();
        growth.level = self.focus.walk.level();
        self.kept.drop_freed(&self.tree);
        match &growth.change {
            Change::Leaf(found) => {
                self.rules.set_leaf(self.tree.node_mut(id), found.value, found.doublings);
                self.kept.set_line(id, &found.line, found.depth, self.memory_limits);
            }
            Change::Chain(found) => growth.effort += self.lay_chain(found, growth.effort) as u64,
            Change::Child(child, found) => {
                self.append(&[(self.tree.made(id), *child)])?;
                if usize::from(self.tree.made(id)) >= self.moves_of_end() {
                    self.tree.node_mut(id).set_next(Node::no_next(node.turn()));
                }
                if let Some(made) = self.tree.child_behind(id, child.mv) {
                    self.tree.add_effort(made, found.nodes.saturating_sub(1));
                    self.kept.set_line(made, &found.line, found.depth, self.memory_limits);
                }
                growth.effort += 1;
            }
            Change::Children(children, next) => {
                self.append(children)?;
                match *next {
                    (next, true) => self.tree.node_mut(id).set_capped_next(next),
                    (next, false) => self.tree.node_mut(id).set_next(next),
                }
                if self.rules.searches_leaves() {
                    growth.effort += children.len() as u64;
                } else {
                    // In the pure form these bits tell how many moves a freed node had made: now they are made again.
                    self.tree.node_mut(id).set_doublings(0);
                }
            }
            Change::OtherLine(moves) => {
                let depth = self.depth_behind(id);
                self.kept.set_line(id, moves, depth, self.memory_limits);
            }
            // For good: nobody takes it back.
            Change::Deeper => drop(self.count_end_deeper()),
            Change::GiveUp => self.tree.node_mut(id).give_up_chances(),
            Change::Nothing => {}
        }
        Ok(growth)
    }

    /// Puts children behind those of the path's last node.
    fn append(&mut self, children: &[(u16, Node)]) -> Result<(), Stop> {
        if children.len() > self.tree.room() {
            return Err(Stop::Memory);
        }
        let Some(end) = self.focus.walk.path.last_mut() else { return Ok(()) };
        self.kept.lines.all.remove(&end.id);
        let mut last = self.tree.last_child(end.id);
        for &(rank, child) in children {
            let id = self.tree.append(end.id, last, child).map_err(|_| Stop::Memory)?;
            end.adopt(id, rank, Ruled { tree: &self.tree, rules: &self.rules });
            last = Some(id);
        }
        let depth = self.focus.walk.path.len();
        self.stats.note_made(children.len(), depth);
        Ok(())
    }

    /// How many moves the end of the path has.
    pub(super) fn moves_of_end(&self) -> usize {
        let level = self.focus.walk.level();
        self.root.choices(&self.focus.walk.end().game, level).len()
    }

    /// Makes the line of a finding a chain of nodes from the end of the path on, as long as doublings are left and the
    /// tree has room; how many nodes are new. What is known better in the tree stays. `not_yet_added` is the work of this change,
    /// which `result_definition` adds to the first node only afterwards.
    fn lay_chain(&mut self, found: &Finding, not_yet_added: u64) -> usize {
        let (level, before) = (self.focus.walk.level(), self.tree.len());
        let mut doublings = found.doublings;
        for (index, &code) in found.line.iter().enumerate() {
            let Some(keeps_line) = self.lay_link(code, found.value, doublings) else { break };
            doublings = self.rules.doublings_behind(doublings);
            let (child, node) = self.end();
            // Where the chain goes on below, `append` drops this line again.
            if keeps_line {
                let depth = found.depth.saturating_sub(index as u16 + 1);
                self.kept.set_line(child, &found.line[index + 1..], depth, self.memory_limits);
            }
            let ends_chain = node.is_decided() || node.value.is_seen_win();
            if ends_chain || doublings == 0 || node.is_leaf() && !keeps_line {
                break;
            }
        }
        let way = self.focus.walk.way();
        self.count_effort_of_chain(&way[level..], found.nodes, not_yet_added);
        self.tree.len() - before
    }

    /// Makes one move of a chain at the end of the path, in which what is known counts for so many doublings, and walks there.
    /// Where it was made already, the child gets the value of the chain if it knows less. Whether it is a leaf behind which the
    /// rest of the line belongs; `None` where the chain ends.
    fn lay_link(&mut self, code: MoveCode, value: Value, doublings: u8) -> Option<bool> {
        let (id, before) = self.end();
        // A chain ends at a random turn.
        before.turn().player()?;
        let (above, level) = (&self.focus.walk.end().game, self.focus.walk.level());
        above.legal(code).filter(|&mv| self.root.allows(above, level, mv))?;
        let moves = self.moves_of_end();
        if moves > usize::from(MOST_MOVES) {
            return None;
        }
        let made = self.tree.child_behind(id, code);
        let below = self.rules.doublings_behind(doublings);
        let keeps_line = match made.map(|child| self.tree.node(child)) {
            Some(node) => node.is_leaf() && !node.is_decided() && node.doublings() <= below,
            None if !before.next.exists() => return None,
            None => {
                let known = self.known_node(code);
                // A new leaf in which a win is seen is searched anew, for the proof.
                let keeps_line = known.is_none() && !value.is_seen_win();
                let leaf = known.or_else(|| self.leaf_behind(code, Some((value, below))))?;
                self.append(&[(self.tree.made(id), leaf)]).ok()?;
                keeps_line
            }
        };
        self.limit_waiting(id, &before, value, doublings, moves);
        let mut way = self.focus.walk.way();
        way.push(self.tree.child_behind(id, code)?);
        self.go_along(&way);
        if let Some(child) = made.filter(|_| keeps_line) {
            self.rules.set_leaf(self.tree.node_mut(child), value, below);
        }
        Some(keeps_line)
    }

    /// The moves of a node of a chain that wait are worth no more than the chain, as its search has shown, if that
    /// says more than what was known `before`, or is newer.
    fn limit_waiting(
        &mut self,
        id: NodeId,
        before: &Node,
        value: Value,
        doublings: u8,
        moves: usize,
    ) {
        let Some(mover) = before.turn().player().filter(|_| before.next.exists()) else { return };
        let made = usize::from(self.tree.made(id));
        if made >= moves {
            return self.tree.node_mut(id).set_next(Node::no_next(before.turn()));
        }
        let sees_win = value.is_seen_win() && value.for_player(mover) > 0.0;
        let was_searched = before.doublings() > 0 && !before.value.is_seen_win();
        // A search that sees a win has hardly looked at the other moves: what the last search has said of all of them holds.
        let (most, doublings) = match sees_win && was_searched && before.is_leaf() {
            true => (before.value, before.doublings()),
            false => (value, doublings),
        };
        let next = self.rules.hope_of_rest(mover, most, doublings);
        // Where the chain's move is the only one made, its search has looked at all that wait, and what it says is newer.
        let is_newer = made == 1 && (before.is_leaf() || !sees_win);
        if is_newer || next.for_player(mover) < before.next.for_player(mover) {
            let node = self.tree.node_mut(id);
            node.set_next(next);
            node.set_doublings(doublings);
        }
    }

    /// Each node of a chain rests on half the nodes of the one before, as far as these were spent there. `nodes` are all that the
    /// finding rests on: those of all the anchor's searches, or the effort of a leaf whose kept line is laid.
    fn count_effort_of_chain(&mut self, chain: &[NodeId], nodes: u64, mut not_yet_added: u64) {
        let mut share = nodes;
        for pair in chain.windows(2) {
            share /= 2;
            let others = self.effort_below(pair[0], Some(pair[1]));
            let there = self.tree.effort(pair[0]) + not_yet_added;
            not_yet_added = 0;
            let most = there.saturating_sub(1 + others).min(share);
            self.tree.add_effort(pair[1], most.saturating_sub(self.tree.effort(pair[1])));
        }
        for &id in chain.iter().skip(1).rev() {
            let least = 1 + self.effort_below(id, None);
            self.tree.add_effort(id, least.saturating_sub(self.tree.effort(id)));
        }
    }

    /// The effort of the children of a node, without this one.
    fn effort_below(&self, id: NodeId, without: Option<NodeId>) -> u64 {
        let others = self.tree.children(id).filter(|&(_, child, _)| Some(child) != without);
        others.map(|(_, child, _)| self.tree.effort(child)).sum()
    }
}
