//! Places in a game.

use std::fmt;
use std::str::FromStr;

use crate::game::{Evaluate, Notation};
use crate::value::Player;

/// A position of a game, by the move that is to be made there: `23w` is the position in which Max
/// makes move 23, `23b` that in which Min does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    number: u32,
    player: Player,
}

impl Place {
    /// The place of a position. If no side is to move or moves have no number, it is that of no
    /// move: `0w`.
    pub fn of<G: Notation + Evaluate>(position: &G) -> Place {
        let number = position.move_number(true);
        let digits = number.as_deref().and_then(|text| text.split('.').next());
        Place {
            number: digits.and_then(|digits| digits.parse().ok()).unwrap_or_default(),
            player: position.turn().player().unwrap_or(Player::Max),
        }
    }
}

impl FromStr for Place {
    type Err = String;

    /// `23w` or `23b`; also `23.` and `23...`, as move numbers are written, and `23` for `23w`.
    fn from_str(text: &str) -> Result<Place, String> {
        let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let player = match &text[digits.len()..] {
            "" | "w" | "W" | "." => Some(Player::Max),
            "b" | "B" | "..." => Some(Player::Min),
            _ => None,
        };
        let place = digits.parse().ok().zip(player);
        let place = place.map(|(number, player)| Place { number, player });
        place.ok_or_else(|| {
            format!(
                "{text:?} is not a place in a game; write 23w (or 23) or 23b for the side that \
                 plays move 23"
            )
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.player {
            Player::Max => 'w',
            Player::Min => 'b',
        };
        write!(f, "{}{letter}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::Game;

    #[test]
    fn places_are_read_and_written() {
        for (text, expected) in
            [("23w", "23w"), ("7B", "7b"), ("1.", "1w"), ("1...", "1b"), ("24", "24w")]
        {
            let place = text.parse::<Place>().map(|place| place.to_string());
            assert_eq!(place.as_deref(), Ok(expected));
        }
        for text in ["", "w", "23x", "w23", "-1w", "1..", "99999999999w", "1é"] {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_position_has_its_place() {
        let mut position = <Position>::default();
        assert_eq!(Place::of(&position).to_string(), "1w");
        let first = position.parse_move("e4").unwrap_or_else(|| panic!("e4 is legal"));
        position.play(first);
        assert_eq!(Place::of(&position).to_string(), "1b");
    }
}
