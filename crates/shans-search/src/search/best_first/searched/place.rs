//! A node and all that may be asked about it: what a visit sees of the search, and may not change.

use std::sync::Arc;

use super::super::tree_walk::TreeWalk;
use super::question::{Asked, Finding, Question};
use crate::game::{Evaluate, Game, Heuristics, MoveCode, Past, Turn};
use crate::search::budget::Spent;
use crate::search::chance::ChanceRules;
use crate::search::depth_first::PvsLeaves;
use crate::search::leaf::{LeafAnswer, LeafTask, Ticket};
use crate::search::report::Root;
use crate::tree::{Node, NodeId, Searched, Tree, TreeRules, ValueBound};
use crate::value::{Player, Value};

/// The end of a path. Nothing of the tree changes while a visit asks.
#[derive(Debug)]
pub(super) struct Place<'a, G: Heuristics> {
    pub(super) tree: &'a Tree,
    /// The path to the node, which is its end.
    pub(super) walk: &'a TreeWalk<G>,
    pub(super) rules: &'a ChanceRules,
    pub(super) root: &'a Arc<Root<G>>,
    /// What searches of leaves have learned, if that is known here.
    pub(super) shared: Option<&'a PvsLeaves<G>>,
    /// The value of the position analysed when the visit began: what has to be exceeded.
    pub(super) aim: Value,
}

/// A position after a move of the end of a path.
#[derive(Debug)]
pub(super) struct After<G> {
    pub(super) code: MoveCode,
    pub(super) game: G,
    /// The move is not a quiet one.
    pub(super) tactical: bool,
}

impl<G: Game> After<G> {
    /// Its node, nothing being left to search there.
    pub(super) fn finished(&self, value: Value) -> Node {
        let mut node = Node::finished(self.code, self.game.turn(), value);
        node.set_searched(Searched { tactical: self.tactical, ..Searched::default() });
        node
    }
}

impl<G: Heuristics + Evaluate> Place<'_, G> {
    /// The node at the end of the path.
    pub(super) fn end(&self) -> Option<(NodeId, Node)> {
        self.walk.end().map(|end| (end.id, *self.tree.node(end.id)))
    }

    /// Whether the node is that of the position analysed.
    pub(super) fn is_analysed(&self) -> bool {
        self.walk.path().len() == self.walk.stem().len()
    }

    /// How many plies below the root of the tree it lies.
    pub(super) fn level(&self) -> usize {
        self.walk.path().len().saturating_sub(1)
    }

    /// A value at the node as one at the position analysed.
    pub(super) fn at_analysed(&self, value: Value) -> Value {
        value.shifted((self.walk.path().len() - self.walk.stem().len()) as u16)
    }

    /// Whether the path goes from the best move to the best move.
    pub(super) fn is_on_best_line(&self) -> bool {
        self.walk.is_best_line(self.tree, self.rules)
    }

    /// Whether a player has more here than the position analysed is worth. Where a win is proven there,
    /// a nearer one that was seen is more: it is worth proving.
    pub(super) fn exceeds(&self, player: Player, value: Value) -> bool {
        let known = match self.aim.win() {
            Some((winner, plies)) if winner == player && value.is_unproven_win() => {
                Value::seen_win(player, plies + self.walk.stem().len() as u16 - 1)
            }
            _ => self.aim,
        };
        value.for_player(player) > known.for_player(player)
    }

    /// Whether chance moves somewhere between the position analysed and the node, that included.
    fn is_below_random_turn(&self) -> bool {
        let path = self.walk.path().iter().skip(self.walk.stem().len() - 1);
        path.into_iter().any(|level| level.game.turn() == Turn::Random)
    }

    /// The position after a move of the node; `None` if that is not a move there.
    pub(super) fn after(&self, code: MoveCode) -> Option<After<G>> {
        let above = &self.walk.end()?.game;
        let mv = above.decode(code)?;
        let tactical = !above.is_quiet(mv) || above.forces(mv);
        let mut game = above.clone();
        game.play(mv);
        Some(After { code, game, tactical })
    }

    /// The node of a position after a move in which the game is over, or whose value is known exactly.
    pub(super) fn known_child(&self, after: &After<G>) -> Option<Node> {
        let past = Past::new(self.walk.past(), self.root.searched_from());
        let value = after.game.outcome(&past).or_else(|| after.game.exact(&past))?;
        Some(after.finished(value))
    }

    /// The node of a position after a move that was searched.
    pub(super) fn searched_child(
        &self,
        after: &After<G>,
        value: Value,
        bound: ValueBound,
        plies: u8,
    ) -> Node {
        let searched = Searched { plies, bound, tactical: after.tactical };
        let (turn, forced) = (after.game.turn(), after.game.forced());
        let chances = self.rules.leaf_chances(forced, value, searched);
        let mut node = Node::leaf(after.code, turn, forced, value, chances);
        node.set_searched(searched);
        node
    }

    /// The moves of the node that are in the tree.
    pub(super) fn moves_made(&self) -> impl Iterator<Item = MoveCode> {
        let end = self.walk.end().map(|end| end.id);
        let children = end.into_iter().flat_map(|id| self.tree.children(id));
        children.map(|(.., child)| child.mv)
    }

    /// What is really asked about a position this many plies below the position analysed.
    fn question(&self, asked: Asked) -> Question {
        // A value that goes into a mean has to be exact; some searches give no others.
        let is_open = self.is_below_random_turn() || self.rules.exact_leaves().is_some();
        let question = if is_open { Question::Open } else { asked.question };
        let plies = self.walk.path().len() - self.walk.stem().len();
        question.below(plies as u16 + u16::from(asked.mv.is_some()))
    }

    /// The task that asks it. It is granted nodes only where their number belongs to the question.
    pub(super) fn task(&self, asked: Asked, ticket: Ticket) -> LeafTask<G> {
        let path = self.walk.path().iter().skip(1);
        let mut moves: Vec<MoveCode> = path.map(|level| self.tree.node(level.id).mv).collect();
        moves.extend(asked.mv);
        let grant = self.rules.grant(asked.plies);
        let leaves_out = grant.is_some() && asked.mv.is_none() && !asked.with_made;
        let left_out = self.moves_made().filter(|_| leaves_out);
        LeafTask {
            ticket,
            root: Arc::clone(self.root),
            moves,
            window: self.question(asked).window(),
            left_out: left_out.collect(),
            is_exact: grant.is_some(),
            plies: if grant.is_some() { 0 } else { u16::from(asked.plies) },
            grant: grant.unwrap_or_default(),
            counted: Spent::default(),
            is_aside: false,
        }
    }

    /// What an answer to it says.
    pub(super) fn finding(&self, asked: Asked, answer: &LeafAnswer) -> Finding {
        let (value, bound) = self.question(asked).answer(answer.value);
        let level = self.level() as u16 + u16::from(asked.mv.is_some());
        // Counted from the root of the tree, so that the nearest win is the best of them anywhere.
        let value = match value.win() {
            Some((winner, plies)) => Value::seen_win(winner, plies.saturating_add(level)),
            None => value,
        };
        Finding { value, bound, best: answer.line.first().copied() }
    }
}
