//! What a game must provide so that it can be searched, saved and printed.
//!
//! There are two sides ([`Player`]), but nothing here assumes that turns alternate or that the
//! result of a move is certain: partners may share a side, a side may move twice in a row, and a
//! turn may belong to [`Turn::Random`]. All numbers are from Max's point of view
//! unless the documentation says "for the mover".
//!
//! The rules alone are the trait [`Game`]. A pile of stones, from which the players take one or
//! two in turn, and anyone who takes the last one wins:
//!
//! ```
//! use shans_search::game::{Game, MoveCode, Past, Turn};
//! use shans_search::value::{Player, Value};
//!
//! #[derive(Clone)]
//! struct Stones {
//!     left: u16,
//!     mover: Player,
//! }
//!
//! impl Game for Stones {
//!     type Move = u16;
//!
//!     fn turn(&self) -> Turn {
//!         self.mover.into()
//!     }
//!
//!     fn moves(&self, out: &mut Vec<u16>) {
//!         out.extend(1..=self.left.min(2));
//!     }
//!
//!     fn play(&mut self, taken: u16) {
//!         self.left -= taken;
//!         self.mover = self.mover.opponent();
//!     }
//!
//!     fn outcome(&self, _past: &Past<'_>) -> Option<Value> {
//!         (self.left == 0).then(|| Value::win_in(self.mover.opponent(), 0))
//!     }
//!
//!     fn key(&self) -> u64 {
//!         u64::from(self.left) << 1 | u64::from(self.mover == Player::Min)
//!     }
//!
//!     fn encode(&self, taken: u16) -> MoveCode {
//!         MoveCode(taken)
//!     }
//!
//!     fn decode(&self, code: MoveCode) -> Option<u16> {
//!         Some(code.0)
//!     }
//! }
//!
//! let mut game = Stones { left: 3, mover: Player::Max };
//! game.play(2);
//! assert_eq!((game.turn(), game.legal(MoveCode(2))), (Turn::Min, None));
//! game.play(1);
//! assert_eq!(game.outcome(&Past::default()), Some(Value::win_in(Player::Min, 0)));
//! ```

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::standing::Standing;
use crate::value::{Player, Value};
use crate::win_draw_loss::WinDrawLoss;

/// Who decides what happens next.
///
/// ```
/// use shans_search::game::Turn;
/// use shans_search::value::Player;
///
/// assert_eq!(Turn::from(Player::Min), Turn::Min);
/// // Dice and cards belong to neither player.
/// assert_eq!((Turn::Max.player(), Turn::Random.player()), (Some(Player::Max), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Max's side.
    Max,
    /// Min's side.
    Min,
    /// Neither side: one of several outcomes is drawn at random, weighted by [`Game::odds`].
    Random,
}

impl Turn {
    /// The side to move; `None` at a random turn.
    pub fn player(self) -> Option<Player> {
        match self {
            Turn::Max => Some(Player::Max),
            Turn::Min => Some(Player::Min),
            Turn::Random => None,
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

/// The positions that led to the current one, oldest first, for rules such as repetition that
/// depend on more than the position itself. The current position is not among them.
///
/// ```
/// use shans_search::game::Past;
///
/// // Two positions of the game that was played, then two of the search.
/// let past = Past::new(&[10, 20, 10, 20], 2);
/// assert_eq!(past.occurrences(10, 100), (1, 1));
/// assert_eq!(past.occurrences(10, 2), (0, 1), "of the last two plies");
/// assert!(past.was_repeated(4));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Past<'a> {
    keys: &'a [u64],
    played: usize,
}

impl<'a> Past<'a> {
    /// The keys ([`Game::key`]) of the earlier positions. The first `played` of them belong to the
    /// game that was played; the search reached the others.
    pub fn new(keys: &'a [u64], played: usize) -> Past<'a> {
        Past { keys, played }
    }

    /// How often the position with this key occurred within the last `plies` plies: in the game
    /// that was played, and in the search.
    pub fn occurrences(&self, key: u64, plies: usize) -> (usize, usize) {
        let from = self.keys.len().saturating_sub(plies);
        let mut seen = (0, 0);
        for (index, &earlier) in self.keys.iter().enumerate().skip(from) {
            if earlier == key {
                if index < self.played {
                    seen.0 += 1;
                } else {
                    seen.1 += 1;
                }
            }
        }
        seen
    }

    /// Whether a position occurred more than once within the last `plies` plies.
    pub fn was_repeated(&self, plies: usize) -> bool {
        let recent = &self.keys[self.keys.len().saturating_sub(plies)..];
        recent.iter().enumerate().any(|(index, key)| recent[..index].contains(key))
    }
}

/// A move in two bytes, the form in which trees and tree files keep it. It has a meaning only
/// together with the position in which the move is made.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, PartialOrd, Ord,
)]
pub struct MoveCode(pub u16);

/// The maximum number of moves that a position may have, or random outcomes: a node of a tree cannot count
/// more. A search that meets a position with more ends there ([`TooManyMoves`]); none of them is left
/// out.
pub const MOST_MOVES: u16 = 2_047;

/// A position has more moves than [`MOST_MOVES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a position has more than {MOST_MOVES} moves, which is the most that a tree can hold")]
pub struct TooManyMoves;

/// The rules of a game. A value of this type is a position.
///
/// Equal positions must have equal keys, and must list their moves in the same order every time.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::{Game, MoveCode, Turn};
///
/// let mut position = Nim::new(&[2, 1]);
/// let mut moves = Vec::new();
/// position.moves(&mut moves);
/// assert_eq!(moves.len(), 3);
/// // A move goes into two bytes and back. Codes of unknown origin are checked.
/// let code = position.encode(moves[0]);
/// assert_eq!(position.legal(code), Some(moves[0]));
/// assert_eq!(position.legal(MoveCode(0xffff)), None);
/// position.play(moves[0]);
/// assert_eq!(position.turn(), Turn::Min);
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// A move, or an outcome at a [`Turn::Random`].
    type Move: Copy + PartialEq + Debug + Send + Sync;

    /// Whether a player's own move can lose the game at once. Where it cannot, as in chess, the
    /// search needs less work to prove that a short win is the fastest one.
    const MOVES_MAY_LOSE: bool = true;

    /// Who decides what happens next.
    fn turn(&self) -> Turn;

    /// Appends every legal move of an unfinished position, or every possible outcome at a
    /// [`Turn::Random`]: at least one and at most [`MOST_MOVES`].
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Makes a legal move. A move that is not legal here may give any position, or panic; check
    /// an untrusted move first, for example with [`Game::legal`].
    fn play(&mut self, mv: Self::Move);

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut after = self.clone();
        after.play(mv);
        after
    }

    /// The position after legal moves that follow one another from here on.
    #[must_use]
    fn after_line(&self, line: &[Self::Move]) -> Self {
        let mut at = self.clone();
        line.iter().for_each(|&mv| at.play(mv));
        at
    }

    /// The value of a finished position; `None` while the game continues.
    fn outcome(&self, past: &Past<'_>) -> Option<Value>;

    /// Whether a legal move changes the position for good, as a capture does: what was before it never comes back. By
    /// default every move does, and of no search it is said that it makes no progress.
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        true
    }

    /// The weight of an outcome at a [`Turn::Random`], greater than zero. An outcome has the
    /// probability of its weight divided by the sum of the weights of all outcomes.
    fn odds(&self, _outcome: Self::Move) -> f32 {
        1.0
    }

    /// A hash of everything that the rule of repetition compares. Positions with equal keys have
    /// the same moves; they may differ in their past and in counters such as that of the
    /// fifty-move rule.
    fn key(&self) -> u64;

    /// [`Game::key`] after a legal move, where it is known before the move is made: what is stored under it is brought into the
    /// cache meanwhile. `None` by default.
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// The two-byte code of a legal move. Different moves of a position have different codes.
    fn encode(&self, mv: Self::Move) -> MoveCode;

    /// The move whose code [`Game::encode`] made in this position. For any other code: `None`, or
    /// a move that is not legal.
    fn decode(&self, code: MoveCode) -> Option<Self::Move>;

    /// The legal move with this code; `None` if there is none. Safe for any code, whatever its
    /// source.
    fn legal(&self, code: MoveCode) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        self.decode(code).filter(|mv| moves.contains(mv))
    }

    /// The codes of legal moves that follow one another from here on.
    fn encode_line(&self, line: &[Self::Move]) -> Vec<MoveCode> {
        let mut at = self.clone();
        let code = |&mv: &Self::Move| {
            let code = at.encode(mv);
            at.play(mv);
            code
        };
        line.iter().map(code).collect()
    }

    /// The moves with these codes, which follow one another from here on, as far as they are legal. Safe for any
    /// codes, whatever their source.
    fn legal_line(&self, codes: &[MoveCode]) -> Vec<Self::Move> {
        let mut at = self.clone();
        let legal = |&code: &MoveCode| {
            let mv = at.legal(code)?;
            at.play(mv);
            Some(mv)
        };
        codes.iter().map_while(legal).collect()
    }
}

/// Static evaluation: what a position is worth without looking ahead.
///
/// Every position carries its evaluator and keeps it when a move is made. A searcher therefore
/// gets the evaluator together with the position from which it starts, and searches with
/// different evaluators can run side by side.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::{Evaluate, Past};
/// use shans_search::value::Value;
///
/// // Nim has nothing to say about a position before the game is over: every value is that of a draw.
/// let position = Nim::new(&[3, 4, 5]);
/// assert_eq!(position.evaluate(), Value::DRAW);
/// // So nothing is known exactly either, and no statistics of games are attached to values.
/// assert_eq!(position.exact(&Past::default()), None);
/// assert_eq!(position.win_draw_loss(Value::DRAW), None);
/// ```
pub trait Evaluate: Game {
    /// What turns a position into a value. Cheap to clone: a type without data, or a reference
    /// to weights.
    type Evaluator: Clone + Send + Sync;

    /// The evaluator that this position carries.
    fn evaluator(&self) -> &Self::Evaluator;

    /// The static value of an unfinished position, from Max's point of view. Quiescence may ask for
    /// that of a finished one, too. Values within 1,000 centipawns of [`Value::EVAL_LIMIT`] are for
    /// wins that a search has seen; an evaluation stays below them.
    fn evaluate(&self) -> Value;

    /// The exact value of an unfinished position where it is known without a search: a draw, or a
    /// win and its distance with the best play of both sides. It is a proof: a search need not
    /// look any further. `None` if it is not known for certain, as by default.
    ///
    /// `past` leads to this position, as in [`Game::outcome`].
    fn exact(&self, _past: &Past<'_>) -> Option<Value> {
        None
    }

    /// The same where it takes hardly any time to tell: what searches to a depth ask at every position.
    /// It may be known for fewer positions; by default it is [`Evaluate::exact`].
    fn exact_at_once(&self, past: &Past<'_>) -> Option<Value> {
        self.exact(past)
    }

    /// Whether a node of a tree may rightly have this exact value of an unfinished position, though
    /// [`Evaluate::exact`] does not know it: from tables that were available when it was made, and are
    /// not now. `false` by default.
    fn was_exact(&self, _value: Value) -> bool {
        false
    }

    /// Whether the positions after all moves are likely to be known exactly, so that a tree makes all
    /// of them at once. `false` by default.
    fn knows_moves(&self) -> bool {
        false
    }

    /// The maximum number of pieces of a position that endgame tables from outside this program know, or knew
    /// of a tree that was loaded; 0, as by default, without any. A tree file records it.
    fn table_pieces(_evaluator: &Self::Evaluator) -> u8 {
        0
    }

    /// How often such tables were asked, since there are any.
    fn table_probes(_evaluator: &Self::Evaluator) -> u64 {
        0
    }

    /// Max's chances to win, draw and lose an unfinished position that a search values like this, not
    /// being proven: as games went that had such values. `None`, as by default, if that is not
    /// known about the evaluator.
    fn win_draw_loss(&self, _value: Value) -> Option<WinDrawLoss> {
        None
    }

    /// The probability, from 0 to 1, that the answer of a search of this unfinished position holds:
    /// searched with ten times the work, it is still the answer or loses no more than 30
    /// centipawns. `None`, as by default, where that was not measured with the evaluator.
    fn answer_holds(&self, _standing: &Standing) -> Option<f64> {
        None
    }

    /// Whether a search without other limits may end where its answer is nearly certain to hold:
    /// not, as it may by default, where such answers were found to be wrong too often.
    fn may_settle(&self) -> bool {
        true
    }

    /// Bytes that the evaluator has taken so far beside the positions: none, as by default, or what
    /// all positions with this evaluator share. No memory limit of a search bounds them.
    fn evaluator_bytes(_evaluator: &Self::Evaluator) -> u64 {
        0
    }

    /// A number that identifies the evaluator, and that a tree file records. Evaluators that
    /// disagree about the value of any position have different fingerprints.
    fn fingerprint(evaluator: &Self::Evaluator) -> u64;
}

/// The probability of each move of a position to be the best one, from the log odds of all of them
/// ([`Order::log_odds`]). They add up to one.
///
/// ```
/// use shans_search::game::probabilities;
///
/// let [likely, unlikely] = probabilities(&[256, 0])[..] else { panic!("as many as moves") };
/// assert!((likely / unlikely - 1_f64.exp()).abs() < 1e-9 && likely + unlikely == 1.0);
/// ```
pub fn probabilities(log_odds: &[i32]) -> Vec<f64> {
    let most = log_odds.iter().copied().max().unwrap_or_default();
    let mut shares: Vec<f64> =
        log_odds.iter().map(|&odds| (f64::from(odds - most) / ODDS_UNIT).exp()).collect();
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

/// The unit of log odds: a part of the natural logarithm.
const ODDS_UNIT: f64 = 256.0;

/// A move and how much it is expected to gain.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::{Estimate, Order};
///
/// let mut estimates: Vec<Estimate<_>> = Vec::new();
/// Nim::new(&[1, 2]).estimates(&mut estimates);
/// // All three moves, none of which looks better than the others.
/// assert_eq!(estimates.len(), 3);
/// assert!(estimates.iter().all(|estimate| estimate.gain == 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate<M> {
    /// The move.
    pub mv: M,
    /// How much better than the static value the position may become by this move, for the
    /// mover, in centipawns. Moves with greater gains are tried first.
    pub gain: i32,
}

/// Knowledge about moves that guides a search: what each may gain, and which of them quiescence
/// search looks at. None of it is a rule of the game.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::Order;
///
/// let position = Nim::new(&[3, 4, 5]);
/// let mut estimates = Vec::new();
/// position.estimates(&mut estimates);
/// assert_eq!(estimates.len(), 12, "every legal move once");
/// // Quiescence has nothing to look at: it stops at the static value.
/// let mut tactical = Vec::new();
/// position.tactical(&mut tactical);
/// assert!(tactical.is_empty() && !position.forced());
/// ```
pub trait Order: Game {
    /// Appends every legal move of an unfinished position once, with its estimate, in any order.
    /// The same position always gives the same estimates.
    fn estimates(&self, out: &mut Vec<Estimate<Self::Move>>);

    /// Appends the log odds of each of these legal moves to be the best one, in 1/256: what they
    /// mean follows only from their differences within one position. Nothing where nothing is known
    /// about that, as by default.
    fn log_odds(&self, _moves: &[Self::Move], _out: &mut Vec<i32>) {}

    /// Whether the mover's choice is forced, as it is in check in chess. Such a ply hardly
    /// lowers a chance, so forced lines are searched further.
    fn forced(&self) -> bool;

    /// Appends the moves that quiescence search tries in a position that is not forced, in any
    /// order. Here a gain only says which move to try first; it has no unit.
    fn tactical(&self, out: &mut Vec<Estimate<Self::Move>>);

    /// Appends every legal move of a forced position, in any order, with gains as in
    /// [`Order::tactical`].
    fn evasions(&self, out: &mut Vec<Estimate<Self::Move>>);
}

/// Knowledge about moves by which depth-first searches order and prune. None of it is a rule of
/// the game: a wrong answer costs time or, where moves are pruned, strength.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::{Game, Heuristics};
///
/// let position = Nim::new(&[3, 4, 5]);
/// let mut moves = Vec::new();
/// position.moves(&mut moves);
/// // Nothing captures, nothing forces; each move has a slot of its own in the history table.
/// assert!(moves.iter().all(|&mv| position.is_quiet(mv) && !position.forces(mv)));
/// assert!(moves.iter().all(|&mv| position.slot(mv) < Nim::SLOTS));
/// ```
pub trait Heuristics: Order {
    /// The number of slots in a history table.
    const SLOTS: usize;

    /// Whether a legal move neither captures nor promotes.
    fn is_quiet(&self, mv: Self::Move) -> bool;

    /// Orders moves that are not quiet, greatest first: most valuable victim, then least
    /// valuable attacker. The number has no unit.
    fn mvv_lva(&self, mv: Self::Move) -> i32;

    /// What a legal move wins in the exchanges on its target square, for the mover, in
    /// centipawns; negative if it loses material there.
    fn see(&self, mv: Self::Move) -> i32;

    /// Whether the position after a legal move is forced ([`Order::forced`]), as after a check in
    /// chess. It may answer `false` if finding out would take too long.
    fn forces(&self, mv: Self::Move) -> bool;

    /// The slot of the history table that a legal move uses, below [`Heuristics::SLOTS`].
    /// Similar moves in different positions share a slot.
    fn slot(&self, mv: Self::Move) -> usize;

    /// The kind of piece that a legal move takes, below 8; 0 for none.
    fn victim(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Hashes of three parts of the position, well mixed in the upper bits: the static values of positions that have a part in common
    /// tend to be wrong alike. All the same where the game has no such parts.
    fn parts(&self) -> [u64; 3] {
        [0; 3]
    }

    /// The position after the mover passes. `None` if passing tells nothing about the
    /// position: where it is forced, and where having to move is often a disadvantage.
    fn pass(&self) -> Option<Self>;
}

/// Why a text does not name one legal move. The message is the predicate of a sentence about the
/// text: "is not legal".
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::{MoveTextError, Notation};
///
/// let error = Nim::new(&[3]).read_move("1-4").expect_err("only three stones are left");
/// assert_eq!(error, MoveTextError::Illegal);
/// assert_eq!(format!("1-4 {error}"), "1-4 is not legal");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// It is not written like a move.
    #[error("is not written like a move")]
    Unreadable,
    /// No legal move is meant by it.
    #[error("is not legal")]
    Illegal,
    /// It is written wrongly, and this legal move is probably meant.
    #[error("is not a move (did you mean {0}?)")]
    Probably(String),
    /// It may mean any of these legal moves, as people write them.
    #[error("may be {}", alternatives(.0))]
    Ambiguous(Vec<String>),
}

/// `Nbd2 or Nfd2`; `g8=Q, g8=R or g8=N`.
fn alternatives(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// Moves, positions and players as people and programs write them.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::{Game, Notation};
///
/// let mut position = Nim::new(&[3, 4, 5]);
/// let mv = position.read_move("1-3")?;
/// assert_eq!(position.machine_text(mv), "1-3");
/// position.play(mv);
/// // A position survives being written and read.
/// let text = position.describe();
/// assert_eq!(text, "0 4 5 Min");
/// assert_eq!(Nim::read(&text, ()), Some(position));
/// # Ok::<(), shans_search::game::MoveTextError>(())
/// ```
pub trait Notation: Evaluate {
    /// The name of the game, by which files of different games are told apart.
    const NAME: &'static str;

    /// What people call a side: White and Black in chess.
    fn player_name(player: Player) -> &'static str;

    /// A legal move as programs write it (UCI in chess).
    fn machine_text(&self, mv: Self::Move) -> String;

    /// Whether programs have to be told that this game is a variant, in which they write moves otherwise (in chess,
    /// by the option `UCI_Chess960`).
    fn is_variant(&self) -> bool {
        false
    }

    /// A legal move as people write it (SAN in chess).
    fn human_text(&self, mv: Self::Move) -> String;

    /// The number that people write before the next move in a line of moves; `None` if they
    /// write none. `starts_line` is whether the line starts with this move: in chess, Black's
    /// moves have a number (`1...`) only there.
    fn move_number(&self, starts_line: bool) -> Option<String>;

    /// Why the game is over in this position, and who has won, as part of a sentence: "checkmate,
    /// White has won". With this past the position must be finished ([`Game::outcome`]), or known
    /// exactly ([`Evaluate::exact`]), which is reported only where no rule has ended the game.
    fn ending(&self, past: &Past<'_>) -> String;

    /// The legal move that a text names, in either form.
    ///
    /// # Errors
    ///
    /// [`MoveTextError`] if the text fits no legal move, or more than one.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveTextError>;

    /// The legal move that a text names, in either form. `None` if the text fits no legal move,
    /// or more than one; [`Notation::read_move`] says which.
    fn parse_move(&self, text: &str) -> Option<Self::Move> {
        self.read_move(text).ok()
    }

    /// The whole position in one line, to be read by [`Notation::read`].
    fn describe(&self) -> String;

    /// The position that [`Notation::describe`] wrote, with this evaluator. `None` if the text is
    /// not a position.
    fn read(text: &str, evaluator: Self::Evaluator) -> Option<Self>;
}
