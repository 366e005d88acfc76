//! The four seats and their two sides, and what rule sets disagree about.

use std::fmt;

use crate::value::Player;

/// When a team has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defeat {
    /// When both its seats are out.
    BothSeats,
    /// When the flag of one of its seats is captured, or both its seats are out.
    FirstFlag,
}

/// A rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name in the text of positions.
    pub name: &'static str,
    /// The game is drawn after this many plies without a battle; never where `None`.
    pub quiet_plies: Option<u16>,
    /// The game is drawn after this many plies in all; never where `None`.
    pub total_plies: Option<u16>,
    /// When a team has lost.
    pub defeat: Defeat,
}

impl Rules {
    /// The default. A team plays on with one seat, as nearly all rule sets have it. 200 plies are
    /// fifty moves of each seat, the patience of chess: fewer (48, 70) end games in which an
    /// attack is being prepared.
    pub const STANDARD: Rules = Rules {
        name: "standard",
        quiet_plies: Some(200),
        total_plies: Some(4_000),
        defeat: Defeat::BothSeats,
    };
    /// 70 plies without a battle draw, as in several rooms on the net.
    pub const ROOMS: Rules =
        Rules { name: "rooms", quiet_plies: Some(70), total_plies: None, ..Rules::STANDARD };
    /// More than 48 plies without a battle draw.
    pub const SHORT: Rules =
        Rules { name: "short", quiet_plies: Some(49), total_plies: None, ..Rules::STANDARD };
    /// The first captured flag ends the game.
    pub const FIRST_FLAG: Rules =
        Rules { name: "first-flag", defeat: Defeat::FirstFlag, ..Rules::STANDARD };
    /// All of them, the default first.
    pub const ALL: [&'static Rules; 4] =
        [&Rules::STANDARD, &Rules::ROOMS, &Rules::SHORT, &Rules::FIRST_FLAG];

    /// The rule set with this name.
    pub fn by_name(name: &str) -> Option<&'static Rules> {
        Rules::ALL.into_iter().find(|rules| rules.name == name)
    }
}

/// A seat at the board. Opposite seats are partners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Moves first; one of Max's seats.
    South,
    /// One of Min's seats.
    East,
    /// South's partner.
    North,
    /// East's partner.
    West,
}

impl Seat {
    /// How many there are.
    pub const COUNT: usize = 4;
    /// All of them, in the order in which they move.
    pub const ALL: [Seat; 4] = [Seat::South, Seat::East, Seat::North, Seat::West];

    /// Its place in the order of moving, from 0.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side it belongs to.
    pub fn player(self) -> Player {
        match self {
            Seat::South | Seat::North => Player::Max,
            Seat::East | Seat::West => Player::Min,
        }
    }

    /// The seat opposite.
    pub fn partner(self) -> Seat {
        self.next().next()
    }

    /// The seat that moves after this one, where it is not out.
    pub fn next(self) -> Seat {
        Seat::ALL[(self.index() + 1) % Seat::COUNT]
    }

    /// Whether the two seats are on different sides.
    pub fn is_enemy_of(self, other: Seat) -> bool {
        self.player() != other.player()
    }

    /// The first letter of its name.
    pub fn letter(self) -> char {
        match self {
            Seat::South => 'S',
            Seat::East => 'E',
            Seat::North => 'N',
            Seat::West => 'W',
        }
    }

    /// The seat with this letter, small or capital.
    pub fn by_letter(letter: char) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| seat.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::South => "South",
            Seat::East => "East",
            Seat::North => "North",
            Seat::West => "West",
        })
    }
}
