//! Claims as they are written.

use shakmaty::{Move, Square};
use thiserror::Error;

use crate::chess::Position;
use crate::chess::cause::passed;
use crate::game::{Evaluate as _, MoveTextError, Notation as _};

/// A claim about a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Claim {
    /// `legal MOVE`, with the move where it is legal.
    Legal(Result<Move, MoveTextError>),
    /// `attacks FROM TO`
    Attacks(Square, Square),
    /// `protects FROM TO`
    Protects(Square, Square),
    /// `pinned SQUARE`
    Pinned(Square),
    /// `passed SQUARE`
    Passed(Square),
    /// `draw`
    Draw,
    /// `mate N`
    Mate(u32),
    /// `only MOVE`
    Only(Move),
    /// `better MOVE MOVE`
    Better(Move, Move),
    /// `wins MOVE`
    Wins(Move),
    /// `threatens MOVE`: a move of the side that is not to move.
    Threatens(Position, Move),
    /// `cause MOVE KIND`
    Cause(Move, String),
}

/// A claim that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnreadableClaim {
    /// It is not written like one.
    #[error(
        "\"{0}\" is no claim; claims are: legal MOVE, attacks SQUARE SQUARE, protects SQUARE SQUARE, pinned SQUARE, passed SQUARE, \
         draw, mate N, only MOVE, better MOVE MOVE, wins MOVE, threatens MOVE, cause MOVE KIND"
    )]
    Form(String),
    /// It names a move that cannot be made.
    #[error("\"{mv}\" in \"{claim}\" {error}")]
    Move {
        /// The claim.
        claim: String,
        /// The move.
        mv: String,
        /// What is wrong with it.
        error: MoveTextError,
    },
    /// Nobody can pass in check, so that nothing can be threatened.
    #[error("\"{0}\": the side to move is in check, so that a threat does not show")]
    InCheck(String),
}

/// More moves to mate are not asked for.
const MOST_MOVES: u32 = 100;

pub(super) fn read(position: &Position, text: &str) -> Result<Claim, UnreadableClaim> {
    let unread = || UnreadableClaim::Form(text.to_string());
    let mv = |there: &Position, mv: &str| {
        there.read_move(mv).map_err(|error| {
            let (claim, mv) = (text.to_string(), mv.to_string());
            UnreadableClaim::Move { claim, mv, error }
        })
    };
    let square = |word: &str| word.parse::<Square>().map_err(|_| unread());
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words[..] {
        ["legal", word] => Claim::Legal(position.read_move(word)),
        ["attacks", from, to] => Claim::Attacks(square(from)?, square(to)?),
        ["protects", from, to] => Claim::Protects(square(from)?, square(to)?),
        ["pinned", on] => Claim::Pinned(square(on)?),
        ["passed", on] => Claim::Passed(square(on)?),
        ["draw"] => Claim::Draw,
        ["mate", moves] => {
            let moves = moves.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves));
            Claim::Mate(moves.ok_or_else(unread)?)
        }
        ["only", word] => Claim::Only(mv(position, word)?),
        ["better", one, two] => Claim::Better(mv(position, one)?, mv(position, two)?),
        ["wins", word] => Claim::Wins(mv(position, word)?),
        ["threatens", word] => {
            let chess = passed(position.chess());
            let chess = chess.ok_or_else(|| UnreadableClaim::InCheck(text.to_string()))?;
            let there = Position::new(chess, position.evaluator().clone());
            let mv = mv(&there, word)?;
            Claim::Threatens(there, mv)
        }
        ["cause", word, kind] => Claim::Cause(mv(position, word)?, kind.to_string()),
        _ => return Err(unread()),
    })
}
