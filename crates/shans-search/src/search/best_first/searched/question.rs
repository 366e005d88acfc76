//! What a search of a leaf is asked, what its answer says, and what is asked after it.
//!
//! Tree files hold these as they are, while a visit waits: another order of fields or variants is another
//! format.

use serde::{Deserialize, Serialize};

use crate::game::MoveCode;
use crate::search::window::Window;
use crate::tree::{Searched, ValueBound};
use crate::value::{Player, Value};

/// Half the width of the window in which an exact value is looked for first, centipawns.
const ASPIRATION: f32 = 25.0;
/// What a player does not reach counts as worth at least this much less, so that equals do not
/// decide: centipawns.
const SHORT: f32 = 1.0;

/// What a search of a position is to find out. The narrower the window that answers, the sooner it
/// is answered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Question {
    /// Can this player reach more than this?
    Exceeds(#[serde(with = "is_max")] Player, Value),
    /// What is it worth, this being expected? Far from that a bound will do.
    Near(Value),
    /// What is it worth? It is known to lie between these two.
    Within(Window),
    /// What is it worth?
    Open,
}

impl Question {
    /// The window that answers.
    pub(super) fn window(self) -> Window {
        match self {
            Question::Exceeds(player, value) => Window { low: value, high: value }.probe(player),
            Question::Near(value) => value.evaluation().map_or(Window::FULL, |cp| {
                let edge = |far: f32| Value::centipawns(cp + far);
                Window { low: edge(-ASPIRATION), high: edge(ASPIRATION) }
            }),
            Question::Open => Window::FULL,
            Question::Within(window) => window,
        }
    }

    /// What the answer `found` to it says. A win that was seen is not a bound: the tree has to prove
    /// it.
    pub(super) fn answer(self, found: Value) -> (Value, ValueBound) {
        if found.win().is_some() {
            return (found, ValueBound::Exact);
        }
        match self {
            Question::Exceeds(player, value) => {
                if found.for_player(player) > value.for_player(player) {
                    return (found, at_least_for(player));
                }
                let short = match value.evaluation() {
                    Some(cp) => Value::centipawns(cp - player.sign() * SHORT),
                    None => value,
                };
                let is_shorter = found.for_player(player) < short.for_player(player);
                (if is_shorter { found } else { short }, at_least_for(player.opponent()))
            }
            Question::Near(_) => {
                let window = self.window();
                (found, ValueBound::new(found > window.low, found < window.high))
            }
            Question::Within(_) | Question::Open => (found, ValueBound::Exact),
        }
    }

    /// The same question about a position `plies` below.
    pub(super) fn below(self, plies: u16) -> Question {
        match self {
            Question::Exceeds(player, value) => Question::Exceeds(player, value.unshifted(plies)),
            Question::Near(value) => Question::Near(value.unshifted(plies)),
            Question::Within(window) => Question::Within(window.unshifted(plies)),
            Question::Open => Question::Open,
        }
    }
}

/// The bound of a value that this player is sure of.
fn at_least_for(player: Player) -> ValueBound {
    match player {
        Player::Max => ValueBound::AtLeast,
        Player::Min => ValueBound::AtMost,
    }
}

/// A question about the end of a path, or about the position after a move from there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Asked {
    pub(super) mv: Option<MoveCode>,
    /// How deep to search.
    pub(super) plies: u8,
    /// As it is asked at the position analysed.
    pub(super) question: Question,
    /// Moves that were made are searched like the others, where searches give exact values.
    pub(super) with_made: bool,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Finding {
    /// The value. Wins count from the position; nothing is proven.
    pub(super) value: Value,
    pub(super) bound: ValueBound,
    /// The move it rests on, where one is known.
    pub(super) best: Option<MoveCode>,
}

/// What is asked about a leaf, and what was found so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Then {
    /// Nothing.
    Done,
    /// Where this player, whom the bound flatters, reaches the goal: what it is worth between the two.
    Narrow {
        #[serde(with = "is_max")]
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
        LeafWork { then: Then::Open, ..LeafWork::one(plies, Question::Near(near)) }
    }

    pub(super) fn asked(&self) -> Asked {
        Asked { mv: None, plies: self.plies, question: self.question, with_made: false }
    }

    /// Takes an answer; `found` is its value at the position analysed.
    pub(super) fn take(&mut self, finding: Finding, found: Value) {
        self.found = Some(finding);
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

/// How files hold a player: whether it is Max.
pub(super) mod is_max {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::value::Player;

    pub fn serialize<S: Serializer>(player: &Player, to: S) -> Result<S::Ok, S::Error> {
        (*player == Player::Max).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Player, D::Error> {
        bool::deserialize(from).map(|is_max| if is_max { Player::Max } else { Player::Min })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn cp(cp: f32) -> Value {
        Value::centipawns(cp)
    }

    #[test]
    fn who_does_not_exceed_falls_short() {
        let max = Question::Exceeds(Player::Max, cp(30.0));
        assert_eq!(max.answer(cp(30.0)), (cp(29.0), ValueBound::AtMost));
        assert_eq!(max.answer(cp(-80.0)), (cp(-80.0), ValueBound::AtMost));
        assert_eq!(max.answer(cp(31.0)), (cp(31.0), ValueBound::AtLeast));
        let min = Question::Exceeds(Player::Min, cp(30.0));
        assert_eq!(min.answer(cp(30.0)), (cp(31.0), ValueBound::AtLeast));
        assert_eq!(min.answer(cp(29.0)), (cp(29.0), ValueBound::AtMost));
        assert!(!max.window().is_open() && !min.window().is_open());
    }

    #[test]
    fn near_what_was_expected_the_answer_is_exact() {
        let near = Question::Near(cp(10.0));
        assert_eq!(near.answer(cp(-14.0)), (cp(-14.0), ValueBound::Exact));
        assert_eq!(near.answer(cp(-15.0)), (cp(-15.0), ValueBound::AtMost));
        assert_eq!(near.answer(cp(99.0)), (cp(99.0), ValueBound::AtLeast));
        assert_eq!(Question::Near(cp(1e9)).window(), Window::FULL);
    }

    #[test]
    fn wins_are_seen_or_not() {
        let mate = Value::win_in(Player::Max, 5);
        let exceeds = Question::Exceeds(Player::Max, cp(0.0));
        assert_eq!(exceeds.answer(mate), (mate, ValueBound::Exact));
        let faster = Question::Exceeds(Player::Max, mate).below(2);
        assert_eq!(faster, Question::Exceeds(Player::Max, Value::win_in(Player::Max, 3)));
        assert_eq!(faster.answer(cp(3.0)), (cp(3.0), ValueBound::AtMost));
    }
}
