//! Making moves, each searched at once, so that nothing is lost that was known about their node: a
//! child is searched as deep as its parent was, less the price of the move.

use serde::{Deserialize, Serialize};

use super::super::growth::Change;
use super::place::{After, Place};
use super::question::{Asked, Finding, Question, is_max};
use crate::game::{Evaluate, Heuristics, MoveCode, Turn};
use crate::search::budget::Budget;
use crate::search::limits::Stop;
use crate::tree::Node;
use crate::value::{Player, Value};

/// Which moves of a node are made, and what is asked about each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) enum Making {
    /// The next one: what is it worth, if it is the first, or is it better for the mover than all before? On the
    /// best line, and for moves that are wanted.
    One,
    /// All: can this player, the mover, exceed the value of the position analysed?
    All(#[serde(with = "is_max")] Player),
    /// All up to the first that keeps this player, the mover's opponent, from exceeding that value.
    /// The others wait.
    UntilRefuted(#[serde(with = "is_max")] Player),
}

/// Moves to be made, and what was found out about them so far.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct MoveWork {
    pub(super) making: Making,
    /// How many moves the node has, made or not.
    pub(super) total: u16,
    /// How many of them are made.
    pub(super) made: u16,
    /// Those to be made now, in order.
    pub(super) moves: Vec<MoveCode>,
    /// The nodes behind the first of them.
    pub(super) children: Vec<Node>,
    /// The next move is counted among the positions searched.
    pub(super) is_counted: bool,
    /// Positions searched for the next move so far.
    pub(super) spent: u64,
    /// No more moves are needed.
    pub(super) is_over: bool,
}

impl MoveWork {
    /// The moves of this list, behind as many as are made, of as many as there are.
    pub(super) fn new(making: Making, made: u16, total: u16, moves: Vec<MoveCode>) -> MoveWork {
        MoveWork {
            making,
            total,
            made,
            moves,
            children: Vec::new(),
            is_counted: false,
            spent: 0,
            is_over: false,
        }
    }

    /// The next question; `None` if all is known that was wanted. What needs no search is found out
    /// on the way.
    ///
    /// # Errors
    ///
    /// The limit that forbids the next move.
    pub(super) fn asked<G: Heuristics + Evaluate>(
        &mut self,
        place: &Place<'_, G>,
        budget: &mut Budget,
    ) -> Result<Option<Asked>, Stop> {
        while let Some(mv) = self.next_move() {
            if !self.is_counted {
                budget.count_node()?;
                self.spent += 1;
                self.is_counted = true;
            }
            let Some((_, parent)) = place.end() else { break };
            let Some(after) = place.after(mv) else { break };
            let Some(node) = place.known_child(&after) else {
                let plies = self.plies(place, &parent, &after);
                let question = self.question(place, &parent);
                return Ok(Some(Asked { mv: Some(mv), plies, question, with_made: false }));
            };
            self.add(place, &parent, node);
        }
        Ok(None)
    }

    /// Takes the answer to the last question.
    pub(super) fn take<G: Heuristics + Evaluate>(
        &mut self,
        place: &Place<'_, G>,
        finding: Finding,
    ) {
        let Some((mv, (_, parent))) = self.next_move().zip(place.end()) else { return };
        let Some(after) = place.after(mv) else { return };
        let plies = self.plies(place, &parent, &after);
        let mut node = place.searched_child(&after, finding.value, finding.bound, plies);
        node.effort = u32::try_from(self.spent).unwrap_or(u32::MAX).max(1);
        self.add(place, &parent, node);
    }

    /// What becomes of the node: it has these children, and whether others wait behind them.
    pub(super) fn change<G: Heuristics + Evaluate>(&self, place: &Place<'_, G>) -> Change {
        let children: Vec<_> = (self.made..).zip(self.children.iter().copied()).collect();
        let is_complete = usize::from(self.made) + children.len() >= usize::from(self.total);
        let none = place.end().map(|(_, node)| (Node::no_next(node.turn()), false));
        Change::Children(children, none.filter(|_| is_complete))
    }

    fn next_move(&self) -> Option<MoveCode> {
        self.moves.get(self.children.len()).copied().filter(|_| !self.is_over)
    }

    /// How deep the position after the next move is searched.
    fn plies<G: Heuristics + Evaluate>(
        &self,
        place: &Place<'_, G>,
        parent: &Node,
        after: &After<G>,
    ) -> u8 {
        let above = place.walk.end().map(|end| &end.game);
        let probability = match above.filter(|above| above.turn() == Turn::Random) {
            Some(above) => above
                .decode(after.code)
                .map_or(1.0, |mv| f64::from(above.odds(mv)) / sum_of_odds(above)),
            None => 1.0,
        };
        let rank = self.made + self.children.len() as u16;
        place.rules.plies_of_child(parent, after.tactical, rank, probability)
    }

    fn add<G: Heuristics + Evaluate>(&mut self, place: &Place<'_, G>, parent: &Node, child: Node) {
        let value = place.at_analysed(child.value.one_ply_up());
        self.children.push(child);
        (self.is_counted, self.spent) = (false, 0);
        // Outcomes of a random turn are made all at once.
        self.is_over = parent.turn().player().is_some()
            && match self.making {
                Making::One => true,
                Making::UntilRefuted(player) => !place.exceeds(player, value),
                Making::All(_) => false,
            };
    }

    /// What is asked about the next move.
    fn question<G: Heuristics + Evaluate>(&self, place: &Place<'_, G>, parent: &Node) -> Question {
        let Some(mover) = parent.turn().player() else { return Question::Open };
        match self.making {
            Making::All(player) | Making::UntilRefuted(player) => {
                Question::Exceeds(player, place.aim)
            }
            Making::One => match self.best(place, mover) {
                Some(best) => Question::Exceeds(mover, best),
                None => Question::Near(place.at_analysed(parent.value)),
            },
        }
    }

    /// The best value of the moves made so far, seen from the position analysed.
    fn best<G: Heuristics + Evaluate>(&self, place: &Place<'_, G>, mover: Player) -> Option<Value> {
        let (id, _) = place.end()?;
        let made = place.tree.children(id).map(|(.., child)| child.value);
        let values = made.chain(self.children.iter().map(|child| child.value));
        let own = |value: &Value| value.for_player(mover);
        let best = values.max_by(|a, b| own(a).total_cmp(&own(b)))?;
        Some(place.at_analysed(best.one_ply_up()))
    }
}

/// The weights of all outcomes of a random turn.
fn sum_of_odds<G: Heuristics>(game: &G) -> f64 {
    let mut outcomes = Vec::new();
    game.moves(&mut outcomes);
    outcomes.into_iter().map(|outcome| f64::from(game.odds(outcome))).sum()
}
