//! Which moves give check, found out without making them.

use shakmaty::attacks::{
    bishop_attacks, knight_attacks, pawn_attacks, queen_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, Chess, Move, Position as _, Role, Square};

use super::see::sliders_behind;

/// The squares from which a piece of the mover would give check.
pub(super) struct CheckSquares {
    by_role: [Bitboard; 7],
    king: Option<Square>,
    /// The mover's pieces that stand alone between the king and a slider of their own side: by
    /// moving away they discover a check.
    hiding: Bitboard,
}

impl CheckSquares {
    pub(super) fn of(chess: &Chess) -> CheckSquares {
        let mut checks =
            CheckSquares { by_role: [Bitboard::EMPTY; 7], king: None, hiding: Bitboard::EMPTY };
        let board = chess.board();
        let Some(king) = board.king_of(!chess.turn()) else { return checks };
        let occupied = board.occupied();
        checks.king = Some(king);
        checks.by_role[Role::Pawn as usize] = pawn_attacks(!chess.turn(), king);
        checks.by_role[Role::Knight as usize] = knight_attacks(king);
        checks.by_role[Role::Bishop as usize] = bishop_attacks(king, occupied);
        checks.by_role[Role::Rook as usize] = rook_attacks(king, occupied);
        checks.by_role[Role::Queen as usize] = queen_attacks(king, occupied);
        let own = chess.us();
        let near = queen_attacks(king, occupied) & own;
        let beyond = occupied.without(near);
        let sliders = sliders_behind(board, king, beyond);
        for slider in sliders & own & !near {
            checks.hiding |= shakmaty::attacks::between(king, slider) & near;
        }
        checks
    }

    /// Whether the move gives check. Two kinds of check are missed, because they are rare: that
    /// of a castling rook, and the one that an en passant capture discovers by removing the
    /// captured pawn.
    pub(super) fn given_by(&self, mv: Move) -> bool {
        let Some((from, king)) = mv.from().zip(self.king).filter(|_| !mv.is_castle()) else {
            return false;
        };
        let lands_as = mv.promotion().unwrap_or(mv.role());
        let attacks_from = self.by_role[lands_as as usize];
        attacks_from.contains(mv.to())
            || if ray(king, from).contains(mv.to()) {
                // A pawn that promotes no longer blocks its own way to the king.
                attacks_from.contains(from)
            } else {
                self.hiding.contains(from)
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::Game;

    /// For every move of random games, the answer is compared with the position after it.
    #[test]
    fn checks_are_foreseen() {
        let starts = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ];
        let mut random = 1_u64;
        for fen in starts.into_iter().cycle().take(300) {
            let (mut position, _) = <Position>::from_fen(fen).unwrap_or_else(|e| panic!("{e}"));
            for _ in 0..80 {
                compare(&position);
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let moves = position.chess.legal_moves();
                let choice = (random >> 33) as usize % moves.len().max(1);
                let Some(&mv) = moves.get(choice) else { break };
                position.play(mv);
            }
        }
    }

    fn compare(position: &Position) {
        let checks = CheckSquares::of(&position.chess);
        for mv in position.chess.legal_moves() {
            let child = position.after(mv);
            let may_be_missed = mv.is_castle() || mv.is_en_passant();
            match (checks.given_by(mv), child.in_check()) {
                (false, true) => assert!(may_be_missed, "{mv:?} missed in {}", position.fen()),
                (foreseen, given) => assert_eq!(foreseen, given, "{mv:?} in {}", position.fen()),
            }
        }
    }
}
