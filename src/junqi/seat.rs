//! The four seats and their two sides.

use std::fmt;

use crate::value::Player;

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
