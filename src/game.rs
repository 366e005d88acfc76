//! The contract between a game and everything above it.
//!
//! Nothing here assumes that turns alternate, that there are only two players, or that moves
//! are certain: several seats may share a side ([`Player`]), a side may move twice in a row, and
//! a turn may belong to [`Turn::Chance`]. All numbers are from Max's view unless a line says
//! "the mover's".

use std::fmt::Debug;

use crate::value::{Player, Value};

/// Who decides what happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A seat of Max's side moves.
    Max,
    /// A seat of Min's side moves.
    Min,
    /// Nobody moves: an outcome is drawn, by [`Game::odds`].
    Chance,
}

impl Turn {
    /// The side that moves, or `None` where chance does.
    pub fn player(self) -> Option<Player> {
        match self {
            Turn::Max => Some(Player::Max),
            Turn::Min => Some(Player::Min),
            Turn::Chance => None,
        }
    }
}

impl From<Player> for Turn {
    fn from(player: Player) -> Turn {
        match player {
            Player::Max => Turn::Max,
            Player::Min => Turn::Min,
        }
    }
}

/// The positions that came before on the real path, oldest first, the present one excluded.
/// Rules that depend on the past (repetition) are judged by it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Past<'a> {
    keys: &'a [u64],
    root: usize,
}

impl<'a> Past<'a> {
    /// Keys ([`Game::key`]) of the earlier positions. The first `root` of them are game history,
    /// before the position that is analysed; the rest were reached by the search.
    pub fn new(keys: &'a [u64], root: usize) -> Past<'a> {
        Past { keys, root }
    }

    /// How often the position with this key occurred within the last `plies` plies: in the
    /// game's history, and from the root on.
    pub fn occurrences(&self, key: u64, plies: usize) -> (usize, usize) {
        let from = self.keys.len().saturating_sub(plies);
        let mut seen = (0, 0);
        for (index, &earlier) in self.keys.iter().enumerate().skip(from) {
            if earlier == key {
                if index < self.root {
                    seen.0 += 1;
                } else {
                    seen.1 += 1;
                }
            }
        }
        seen
    }
}

/// A move in two bytes, as trees and their files keep it. Only the position in which the move
/// is made gives it a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct MoveCode(pub u16);

/// The rules of a game: a position that can be played on.
///
/// Equal positions have equal keys, and the moves of a position come in the same order every
/// time.
pub trait Game: Clone {
    /// A move, or an outcome of a [`Turn::Chance`].
    type Move: Copy + PartialEq + Debug;

    /// Whether a player's own move can end the game in his loss. Where it cannot, as in chess, a
    /// short win is proven to be the fastest sooner.
    const MOVES_MAY_LOSE: bool = true;

    /// Who decides here.
    fn turn(&self) -> Turn;

    /// Appends every legal move (or possible outcome) of an unfinished position; at most 4,095.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Makes a legal move. With a move of another position the result is unspecified (no panic
    /// is promised either way), so untrusted moves are checked with [`Game::moves`] first.
    fn play(&mut self, mv: Self::Move);

    /// The value of a finished position, `None` while the game goes on. An unfinished position
    /// has at least one move.
    fn outcome(&self, past: &Past<'_>) -> Option<Value>;

    /// The weight of an outcome at a [`Turn::Chance`], greater than zero; weights need not sum
    /// up to anything.
    fn odds(&self, _outcome: Self::Move) -> f32 {
        1.0
    }

    /// A hash of what makes two positions the same for the rule of repetition: equal keys can go
    /// on in the same way, but for the past and for counters such as that of the fifty-move rule.
    fn key(&self) -> u64;

    /// The two-byte code of a legal move; different moves of a position have different codes.
    fn encode(&self, mv: Self::Move) -> MoveCode;

    /// The move of a code that [`Game::encode`] made in this position. `None`, or a move that is
    /// not legal, for any other code.
    fn decode(&self, code: MoveCode) -> Option<Self::Move>;

    /// The legal move of a code that nobody vouches for.
    fn legal(&self, code: MoveCode) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        self.decode(code).filter(|mv| moves.contains(mv))
    }
}

/// What a position is worth without looking ahead.
pub trait Evaluate: Game {
    /// The static value of an unfinished position, from Max's view.
    fn evaluate(&self) -> Value;

    /// Changes whenever [`Evaluate::evaluate`] does: a tree that was made with another
    /// evaluation can be told by it.
    fn fingerprint() -> u64;
}

/// A move and what it promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate<M> {
    /// The move.
    pub mv: M,
    /// What the mover may gain by it over the value of the position, in whole centipawns,
    /// before anything is searched. Also the order in which moves are tried.
    pub gain: i32,
}

/// Knowledge that guides a search without being a rule: the promise of moves, and which of
/// them quiescence looks at.
pub trait Order: Game {
    /// Appends every legal move with its promise, in any order. The same position always gives
    /// the same numbers.
    fn estimates(&self, out: &mut Vec<Estimate<Self::Move>>);

    /// Whether the move about to be made is forced (out of check): such plies cost a search
    /// almost nothing.
    fn forced(&self) -> bool;

    /// Appends the moves that quiescence looks at after a player declined to stand pat, in any
    /// order, with an order of trying as their gain.
    fn tactical(&self, out: &mut Vec<Estimate<Self::Move>>);

    /// Appends every legal move of a forced position, likewise.
    fn evasions(&self, out: &mut Vec<Estimate<Self::Move>>);
}

/// Knowledge of moves with which depth-first searches order and prune. None of it is a rule: a
/// wrong answer costs time or, where moves are pruned, strength, and a plain search ignores it.
pub trait Heuristics: Order {
    /// How many slots a table of history has.
    const SLOTS: usize;

    /// Whether a legal move neither takes nor promotes anything, so that what it is worth
    /// depends on little else on the board.
    fn is_quiet(&self, mv: Self::Move) -> bool;

    /// The order among moves that are not quiet, greatest first: most valuable victim, then
    /// least valuable attacker.
    fn victim_attacker(&self, mv: Self::Move) -> i32;

    /// What exchanges on its target win for the mover of a legal move, in centipawns.
    fn exchange(&self, mv: Self::Move) -> i32;

    /// Whether a legal move leaves the opponent forced ([`Order::forced`]): a check. May miss
    /// rare ones.
    fn forces(&self, mv: Self::Move) -> bool;

    /// Where the history of a legal move is kept, less than [`Heuristics::SLOTS`]: moves with
    /// the same idea share a slot in all positions.
    fn slot(&self, mv: Self::Move) -> usize;

    /// The position with the turn passed to the opponent, `None` where that would be pointless:
    /// in forced positions, and where having to move is likely a disadvantage.
    fn pass(&self) -> Option<Self>;
}

/// Moves and positions as people, protocols and files write them.
pub trait Notation: Game {
    /// The name of the game, by which files of different games are told apart.
    const NAME: &'static str;

    /// The move as machines write it (UCI in chess).
    fn machine_text(&self, mv: Self::Move) -> String;

    /// The move as people write it (SAN in chess).
    fn human_text(&self, mv: Self::Move) -> String;

    /// The legal move that a text names, in either form; `None` if there is none, or more than
    /// one.
    fn parse_move(&self, text: &str) -> Option<Self::Move>;

    /// The whole position in one line, readable again by the same program.
    fn describe(&self) -> String;

    /// The position that [`Notation::describe`] gave; `None` for any other text that is none.
    fn read(text: &str) -> Option<Self>;
}
