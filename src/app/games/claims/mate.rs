//! Mates that are proven: every answer is tried.

use shakmaty::{Chess, Move, Position as _};

/// What a proof may take, in positions.
const MOST: u32 = 300_000;

/// Whether the side to move mates in so many moves: the first move of the shortest mate that is tried, or none where it is certain that
/// there is no mate. `None` where that would take too long.
pub(super) fn mate_in(chess: &Chess, moves: u32) -> Option<Option<Move>> {
    let mut left = MOST;
    for moves in 1..=moves {
        if let Some(mv) = attack(chess, moves, &mut left)? {
            return Some(Some(mv));
        }
    }
    Some(None)
}

/// A move after which every answer is mated in time.
fn attack(chess: &Chess, moves: u32, left: &mut u32) -> Option<Option<Move>> {
    for mv in chess.legal_moves() {
        *left = left.checked_sub(1)?;
        let mut next = chess.clone();
        next.play_unchecked(mv);
        let is_mated = match moves {
            1 => next.is_checkmate(),
            _ => is_mated(&next, moves - 1, left)?,
        };
        if is_mated {
            return Some(Some(mv));
        }
    }
    Some(None)
}

fn is_mated(chess: &Chess, moves: u32, left: &mut u32) -> Option<bool> {
    let answers = chess.legal_moves();
    if answers.is_empty() {
        return Some(chess.is_check());
    }
    for mv in answers {
        let mut next = chess.clone();
        next.play_unchecked(mv);
        if attack(&next, moves, left)?.is_none() {
            return Some(false);
        }
    }
    Some(true)
}
