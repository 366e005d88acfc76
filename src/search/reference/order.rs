//! The move order of the plain searchers: captures by victim and attacker, then the rest.

use crate::game::Heuristics;

/// The best move of an earlier search.
pub(super) const KNOWN: i32 = 1 << 30;
/// Moves that take or promote.
pub(super) const NOISY: i32 = 1 << 20;

/// The score of a move: a known best one first, then moves that are not quiet, the most
/// valuable victim and the least valuable attacker first, then quiet ones as the game lists
/// them.
pub(super) fn captures_first<G: Heuristics>(game: &G, mv: G::Move, known: Option<G::Move>) -> i32 {
    if Some(mv) == known {
        KNOWN
    } else if game.is_quiet(mv) {
        0
    } else {
        NOISY + game.victim_attacker(mv)
    }
}
