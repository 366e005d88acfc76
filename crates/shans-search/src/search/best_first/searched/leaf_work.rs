//! Asking about the leaf at the end of the path, in one question or two.

use super::place::{Asked, Finding, Place};
use super::question::Question;
use crate::game::{Evaluate, Heuristics};
use crate::search::window::Window;
use crate::tree::{Searched, ValueBound};
use crate::value::{Player, Value};

/// What is asked about a leaf, and what was found so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct LeafWork {
    /// How deep to search.
    pub(super) plies: u8,
    /// The question that comes next.
    pub(super) question: Question,
    /// What may be asked after it.
    pub(super) then: Then,
    /// The answer so far.
    pub(super) found: Option<Finding>,
    /// Nothing is left to ask.
    pub(super) is_over: bool,
}

/// What may follow a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Then {
    /// Nothing.
    Done,
    /// Where this player, whom the bound flatters, reaches the goal: what it is worth between the two.
    Narrow {
        flattered: Player,
        goal: Value,
        bound: Value,
        /// The search is deeper than the last one, and may go beyond the bound.
        is_deeper: bool,
    },
    /// Where the answer is a bound: what it is worth beyond.
    Open,
}

impl LeafWork {
    /// One question.
    pub(super) fn one(plies: u8, question: Question) -> LeafWork {
        LeafWork { plies, question, then: Then::Done, found: None, is_over: false }
    }

    /// Asks for the value, near the present one first.
    pub(super) fn value(plies: u8, near: Value) -> LeafWork {
        LeafWork {
            plies,
            question: Question::Near(near),
            then: Then::Open,
            found: None,
            is_over: false,
        }
    }

    pub(super) fn asked(&self) -> Asked {
        Asked { mv: None, plies: self.plies, question: self.question, with_made: false }
    }

    /// Takes an answer.
    pub(super) fn take<G: Heuristics + Evaluate>(
        &mut self,
        place: &Place<'_, G>,
        finding: Finding,
    ) {
        self.found = Some(finding);
        let found = place.at_analysed(finding.value);
        let next = match self.then {
            _ if finding.bound == ValueBound::Exact => None,
            Then::Done => None,
            Then::Narrow { flattered, goal, bound, is_deeper } => {
                let is_reached = found.for_player(flattered) > goal.for_player(flattered);
                is_reached.then(|| match is_deeper {
                    true => Question::Near(found),
                    false => Question::Within(up_to_bound(flattered, goal, bound)),
                })
            }
            Then::Open => Some(Question::Within(match finding.bound {
                ValueBound::AtMost => up_to_bound(Player::Max, Value::LEAST, found),
                ValueBound::AtLeast => up_to_bound(Player::Min, Value::GREATEST, found),
                _ => Window::FULL,
            })),
        };
        self.then = Then::Done;
        match next {
            Some(question) => self.question = question,
            None => self.is_over = true,
        }
    }

    /// What the leaf keeps of it.
    pub(super) fn searched(&self, finding: Finding, tactical: bool) -> Searched {
        Searched { plies: self.plies, bound: finding.bound, tactical }
    }
}

/// The values between a goal that this player reaches and the bound that flatters him.
fn up_to_bound(flattered: Player, goal: Value, bound: Value) -> Window {
    let beyond = Value::centipawns(bound.raw() + flattered.sign());
    match flattered {
        Player::Max => Window { low: goal, high: beyond },
        Player::Min => Window { low: beyond, high: goal },
    }
}
