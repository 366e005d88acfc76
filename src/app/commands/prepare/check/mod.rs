//! Where games left the repertoire.
//!
//! | file | what it does |
//! |---|---|
//! | `find` | the move with which each game left, by position and not by the order of the moves |
//! | `loss` | what such moves lose, searched where the tree does not know it |
//! | `tell` | the same as text, as JSON, and as comments in a copy of the games |

mod find;
mod loss;
mod tell;

use shakmaty::Move;

pub use find::{fill, find, read};
pub use loss::weigh;
pub use tell::{CheckJson, annotated, json, write};

use crate::app::files::game_file::{MainLine, WrittenGame};
use crate::chess::Position;
use crate::value::Value;

/// The games of a file.
#[derive(Debug)]
pub struct Games {
    /// The file as it is.
    pub text: Vec<u8>,
    /// Its games.
    pub written: Vec<WrittenGame>,
    /// The place of each in the file, from 0 on, and its moves, where they can be read.
    lines: Vec<(usize, Option<MainLine<Position>>)>,
    /// Whether all of them could be read.
    pub is_whole: bool,
}

/// What became of games in the repertoire.
#[derive(Debug, Default)]
pub struct Found {
    /// How many never come to it.
    pub elsewhere: usize,
    /// How many stay in it to their end.
    pub kept: usize,
    /// Where the others left it, in the order of the games.
    pub departures: Vec<Departure>,
}

/// The games of a file, against the repertoire.
#[derive(Debug)]
pub struct Checked {
    /// The games.
    pub games: Games,
    /// What became of them.
    pub found: Found,
}

/// A game leaves the repertoire.
#[derive(Clone, Debug)]
pub struct Departure {
    /// Which game of the file, from 0 on.
    pub game: usize,
    /// How many moves of the game come before.
    pub ply: usize,
    /// The first position of the repertoire.
    pub start: Position,
    /// The moves of the repertoire to the position.
    pub line: Vec<Move>,
    /// The position.
    pub position: Position,
    /// The move that is not in the repertoire.
    pub mv: Move,
    /// Whether one's own side made it.
    pub is_own: bool,
    /// The moves that are, the most important one first; none where the repertoire ends.
    pub prepared: Vec<Move>,
    /// What is known of the move; `None` where it was not searched.
    pub loss: Option<Loss>,
}

/// What a move loses for the side that made it.
#[derive(Clone, Debug)]
pub struct Loss {
    /// The value of the best move, and that of the move made, for White.
    pub values: [Value; 2],
    /// Centipawns; below 0 where it is better than what is prepared.
    pub cp: i64,
    /// Points that are to be expected with the best play of both, from -1 to 1.
    pub points: f64,
    /// Why, in a sentence, where a reason was found that holds.
    pub why: Option<String>,
}
