//! Making moves, each searched at once, so that nothing is lost that was known of their node: a
//! child is searched as deep as its parent was, less the price of the move.

use super::super::planned::Listed;
use super::super::search::BestFirst;
use super::question::Question;
use crate::game::{Estimate, Evaluate, Heuristics, Past, TooManyMoves};
use crate::search::limits::Stop;
use crate::tree::{Node, NodeId, Searched, TreeRules};
use crate::value::{Player, Value};

/// Which moves of a node are made, and what is asked about each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Making {
    /// The next one, of a node on the best line: what is it worth, if it is the first, or is it
    /// better for the mover than all before?
    One,
    /// All: can this player, the mover, exceed the value of the position analysed?
    All(Player),
    /// All up to the first that keeps this player, the mover's opponent, from exceeding that value.
    /// The others wait.
    UntilRefuted(Player),
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Makes a move of the path's last node before its turn, or the next one where it is none of
    /// those that wait; returns the node behind it, if there is one to make.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::make_searched_moves`].
    pub(in super::super) fn make_wanted(&mut self, mv: G::Move) -> Result<Option<NodeId>, Stop> {
        let has_next = self.end().is_some_and(|(_, node)| node.next.exists());
        self.make_ordered(Making::One, Some(mv))?;
        Ok(self.walk.end().and_then(|end| end.last()).filter(|_| has_next))
    }

    /// Makes moves of the path's last node.
    ///
    /// # Errors
    ///
    /// The limit that struck, or [`Stop::Memory`] where there is no room for all of its moves.
    pub(super) fn make_searched_moves(&mut self, making: Making) -> Result<(), Stop> {
        self.make_ordered(making, None)
    }

    fn make_ordered(&mut self, making: Making, wanted: Option<G::Move>) -> Result<(), Stop> {
        let Some((id, node)) = self.end() else { return Ok(()) };
        let made = self.tree.made(id);
        let listed = Listed { id, generation: self.tree.generation(), made };
        if self.expansion.listed.take() != Some(listed) || wanted.is_some() {
            self.order_moves(id, made, wanted)?;
        }
        let moves = self.expansion.order.len();
        if moves - usize::from(made) > self.tree.room() {
            return Err(Stop::Memory);
        }
        // Outcomes of chance are made all at once.
        let may_wait = node.turn().player().is_some();
        let making = if node.turn().player().is_none() { Making::All(Player::Max) } else { making };
        let odds = self.sum_of_odds(&node);
        let mut best = self.best_made(id, &node);
        for rank in made..moves as u16 {
            let Some(Estimate { mv, .. }) = self.expansion.order.get(rank) else { break };
            let question = self.question(making, &node, best);
            let child = match self.searched_child(&node, (rank, mv), odds, question) {
                // What was made stays, and the others wait.
                Err(stop) if rank > made && may_wait && self.budget.is_grant_spent(stop) => break,
                child => child?,
            };
            let value = self.at_analysed(child.value.one_ply_up());
            self.append(self.walk.path().len() - 1, rank, child)?;
            if usize::from(rank) + 1 == moves {
                self.tree.node_mut(id).set_next(Node::no_next(node.turn()), false);
            }
            best = self.better_of(&node, best, value);
            let is_refuted = match making {
                Making::One => true,
                Making::UntilRefuted(player) => !self.exceeds(player, value),
                Making::All(_) => false,
            };
            if is_refuted {
                break;
            }
        }
        // After a move made before its turn the others would be listed in another order.
        let is_in_turn = wanted.is_none();
        self.expansion.listed = is_in_turn.then(|| Listed { made: self.tree.made(id), ..listed });
        Ok(())
    }

    /// Whether a player has more here than in the position analysed. Where a win is proven there, a
    /// nearer one that was seen is more: it is worth proving.
    pub(super) fn exceeds(&self, player: Player, value: Value) -> bool {
        let known = match self.node().value.win() {
            Some((winner, plies)) if winner == player && value.is_unproven_win() => {
                Value::seen_win(player, plies + self.walk.stem().len() as u16 - 1)
            }
            _ => self.node().value,
        };
        value.for_player(player) > known.for_player(player)
    }

    /// Orders the moves of the path's last node: those made, then the one that is wanted, or the one
    /// that the table knows where none is made; then by estimate.
    fn order_moves(
        &mut self,
        id: NodeId,
        made: u16,
        wanted: Option<G::Move>,
    ) -> Result<(), TooManyMoves> {
        let level = self.walk.path().len() - 1;
        let game = &self.walk.path()[level].game;
        let allowed = self.root.candidates.as_deref().filter(|_| level == 0);
        let mut first = self.first_moves(id, game);
        if let Some(mv) = wanted.filter(|mv| !first.contains(mv)) {
            first.insert(usize::from(made).min(first.len()), mv);
        }
        self.expansion.order.list(game, allowed, 0)?;
        self.expansion.order.put_first(first.into_iter());
        Ok(())
    }

    /// The moves of a node that come before all estimates: those made, in this order, or the one
    /// that the table knows where none is.
    pub(in super::super) fn first_moves(&self, id: NodeId, game: &G) -> Vec<G::Move> {
        let children = self.tree.children(id);
        let made: Vec<G::Move> = children.filter_map(|(.., child)| game.decode(child.mv)).collect();
        if made.is_empty() { self.table_move(game).into_iter().collect() } else { made }
    }

    /// The best value of the moves made so far, seen from the position analysed.
    fn best_made(&self, id: NodeId, node: &Node) -> Option<Value> {
        let values = self.tree.children(id).map(|(.., child)| child.value.one_ply_up());
        values.fold(None, |best, value| self.better_of(node, best, self.at_analysed(value)))
    }

    fn better_of(&self, node: &Node, best: Option<Value>, value: Value) -> Option<Value> {
        let mover = node.turn().player().unwrap_or(Player::Max);
        let is_better = |best: Value| value.for_player(mover) > best.for_player(mover);
        Some(best.filter(|&best| !is_better(best)).unwrap_or(value))
    }

    /// What is asked about the next move of a node.
    fn question(&self, making: Making, node: &Node, best: Option<Value>) -> Question {
        let mover = node.turn().player().unwrap_or(Player::Max);
        match (making, best) {
            (Making::One, Some(best)) => Question::Exceeds(mover, best),
            (Making::One, None) => Question::Near(self.at_analysed(node.value)),
            (Making::All(player) | Making::UntilRefuted(player), _) => {
                Question::Exceeds(player, self.node().value)
            }
        }
    }

    /// The weights of all outcomes where chance moves at the end of the path; `None` where a player
    /// does.
    fn sum_of_odds(&mut self, node: &Node) -> Option<f64> {
        let game = &self.walk.end().filter(|_| node.turn().player().is_none())?.game;
        let mut outcomes = Vec::new();
        game.moves(&mut outcomes);
        Some(outcomes.into_iter().map(|outcome| f64::from(game.odds(outcome))).sum())
    }

    /// The node behind a move of the path's last node, with its rank, searched; `odds` are the weights
    /// of all outcomes where the move is one.
    fn searched_child(
        &mut self,
        parent: &Node,
        (rank, mv): (u16, G::Move),
        odds: Option<f64>,
        question: Question,
    ) -> Result<Node, Stop> {
        let before = self.budget.nodes();
        self.budget.count_node()?;
        let level = self.walk.path().len() - 1;
        let above = &self.walk.path()[level].game;
        let (code, slot) = (above.encode(mv), above.slot(mv));
        let tactical = !above.is_quiet(mv) || above.forces(mv);
        let probability = odds.map_or(1.0, |sum| f64::from(above.odds(mv)) / sum);
        let mut game = above.clone();
        game.play(mv);
        let (turn, forced) = (game.turn(), game.forced());
        let past = Past::new(self.walk.past(), self.root.searched_from);
        if let Some(value) = game.outcome(&past).or_else(|| game.exact(&past)) {
            let mut node = Node::finished(code, turn, value);
            node.set_searched(Searched { tactical, ..Searched::default() });
            return Ok(node);
        }
        let plies = self.rules.plies_of_child(parent, tactical, rank, probability);
        let slots = [Some(slot), self.slot_into(level)];
        let finding = self.ask(&game, level + 1, plies, question, slots)?;
        let searched = Searched { plies, bound: finding.bound, tactical };
        let chances = self.rules.leaf_chances(forced, finding.value, searched);
        let mut node = Node::leaf(code, turn, forced, finding.value, chances);
        node.set_searched(searched);
        node.effort = u32::try_from(self.budget.nodes() - before).unwrap_or(u32::MAX).max(1);
        Ok(node)
    }
}
