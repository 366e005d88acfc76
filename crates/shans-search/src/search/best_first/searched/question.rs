//! What a search of a leaf is asked, and what its answer says.

use crate::search::window::Window;
use crate::tree::ValueBound;
use crate::value::{Player, Value};

/// Half the width of the window in which an exact value is looked for first, centipawns.
const ASPIRATION: f32 = 25.0;
/// What a player does not reach counts as worth at least this much less, so that equals do not
/// decide: centipawns.
const SHORT: f32 = 1.0;

/// What a search of a position is to find out. The narrower the window that answers, the sooner it
/// is answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Question {
    /// Can this player reach more than this?
    Exceeds(Player, Value),
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
