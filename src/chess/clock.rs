//! The clock of the fifty-move rule.

/// The game is drawn after this many plies without a capture or a pawn move.
pub(super) const FIFTY_MOVES: u32 = 100;
