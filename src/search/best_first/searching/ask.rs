//! Asking a search of leaves about a position.

use super::super::search::BestFirst;
use super::question::Question;
use crate::game::{Evaluate, Heuristics, Turn};
use crate::search::leaf::{LeafSearch, LeafTask};
use crate::search::limits::Stop;
use crate::tree::{Node, NodeId, Searched, TreeRules, ValueBound};
use crate::value::Value;

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Finding<M> {
    /// Wins count from the position; nothing is proven.
    pub(super) value: Value,
    pub(super) bound: ValueBound,
    /// The move it rests on, where one is known.
    pub(super) best: Option<M>,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The node at the end of the path.
    pub(super) fn end(&self) -> Option<(NodeId, Node)> {
        self.walk.end().map(|end| (end.id, *self.tree.node(end.id)))
    }

    /// How many plies the end of the path lies below the position analysed.
    fn plies_to_end(&self) -> u16 {
        (self.walk.path().len() - self.walk.stem().len()) as u16
    }

    /// Asks about the leaf at the end of the path, in a search this many plies deep, and takes in
    /// the answer.
    pub(super) fn ask_end(&mut self, plies: u8, question: Question) -> Result<(), Stop> {
        let Some((id, node)) = self.end() else { return Ok(()) };
        let finding = self.ask_about_end(plies, question)?;
        let searched = Searched { plies, bound: finding.bound, tactical: node.searched().tactical };
        let chances = self.rules.leaf_chances(node.forced(), finding.value, searched);
        self.tree.node_mut(id).set_leaf(finding.value, searched, chances);
        if let Some(best) = finding.best.filter(|_| id == self.at()) {
            self.answer.note_unproven(self.budget.nodes(), best);
        }
        Ok(())
    }

    /// Asks about the position at the end of the path, in a search this many plies deep.
    pub(super) fn ask_about_end(
        &mut self,
        plies: u8,
        question: Question,
    ) -> Result<Finding<G::Move>, Stop> {
        let level = self.walk.path().len() - 1;
        let game = self.walk.path()[level].game.clone();
        // The position itself is not before itself.
        let own_key = self.walk.past_mut().pop();
        let slots = [self.slot_into(level), self.slot_into(level.wrapping_sub(1))];
        let finding = self.ask(&game, level, plies, question, slots);
        self.walk.past_mut().extend(own_key);
        finding
    }

    /// Asks about a position whose past is that of the walk, `level` plies below the top of the
    /// tree. The question is the one at the position analysed.
    pub(super) fn ask(
        &mut self,
        game: &G,
        level: usize,
        plies: u8,
        question: Question,
        slots_before: [Option<usize>; 2],
    ) -> Result<Finding<G::Move>, Stop> {
        // A value that goes into a mean has to be exact.
        let question = if self.is_below_chance() { Question::Open } else { question };
        let below = (level + 1).saturating_sub(self.walk.stem().len()) as u16;
        let question = question.below(below);
        let candidates = self.root.candidates.as_deref().filter(|_| level == 0);
        let Some(leaves) = &mut self.searched_leaves else {
            return Ok(Finding { value: game.evaluate(), bound: ValueBound::Open, best: None });
        };
        let task = LeafTask {
            game,
            window: question.window(),
            plies: u16::from(plies),
            ply: level as u16,
            slots_before,
            past: self.walk.past_mut(),
            searched_from: self.root.searched_from,
            candidates,
        };
        let found = leaves.search(task, &mut self.budget);
        self.round.note_table_hits(leaves.take_table_hits());
        let found = found?;
        let (value, bound) = question.answer(found.value);
        // Counted from the top of the tree, so that the nearest win is the best of them anywhere.
        let value = match value.win() {
            Some((winner, plies)) => Value::seen_win(winner, plies.saturating_add(level as u16)),
            None => value,
        };
        Ok(Finding { value, bound, best: found.best })
    }

    /// Whether chance moves somewhere between the position analysed and the end of the path, that
    /// included.
    pub(super) fn is_below_chance(&self) -> bool {
        let path = self.walk.path().iter().skip(self.walk.stem().len() - 1);
        path.into_iter().any(|level| level.game.turn() == Turn::Random)
    }

    /// The slot of the move that led to a node of the path.
    pub(super) fn slot_into(&self, level: usize) -> Option<usize> {
        let path = self.walk.path();
        let before = &path.get(level.checked_sub(1)?)?.game;
        let mv = before.decode(self.tree.node(path.get(level)?.id).mv)?;
        Some(before.slot(mv))
    }

    /// A question about the value of the end of the path as one about the position analysed.
    pub(super) fn at_analysed(&self, value: Value) -> Value {
        value.shifted(self.plies_to_end())
    }
}
