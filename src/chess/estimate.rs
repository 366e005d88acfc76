//! How much a move may gain, before anything is searched, and which moves quiescence search
//! tries.
//!
//! No move is made for an estimate, so it costs no node. The constants were found by experiment,
//! together with those of the chance model (`docs/algorithm.md`).

use shakmaty::attacks::{
    attacks, bishop_attacks, knight_attacks, pawn_attacks, queen_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, Chess, Move, Position as _, Role, Square};

use super::capture::winning_captures;
use super::evaluation::Evaluation;
use super::exchange::{exchange, worth};
use super::position::Position;
use crate::game::{Estimate, Order};

/// The gain of a capture or promotion that loses no material, in centipawns; a fiftieth of what
/// it wins is added.
const GOOD_CAPTURE: i32 = 115;
/// What giving check adds to the gain of a move, in centipawns.
const CHECK: i32 = 150;

impl<E: Evaluation> Order for Position<E> {
    fn estimates(&self, out: &mut Vec<Estimate<Move>>) {
        let checks = CheckSquares::of(&self.chess);
        let attacked = attacked_squares(&self.chess);
        let moves = self.chess.legal_moves();
        let gain = |mv| self.gain(mv, &checks, attacked);
        out.extend(moves.iter().map(|&mv| Estimate { mv, gain: gain(mv) }));
    }

    fn forced(&self) -> bool {
        self.in_check()
    }

    /// Captures and queen promotions that win material.
    fn tactical(&self, out: &mut Vec<Estimate<Move>>) {
        winning_captures(&self.chess, |mv| out.push(Estimate { mv, gain: victim_first(mv) }));
    }

    fn evasions(&self, out: &mut Vec<Estimate<Move>>) {
        let moves = self.chess.legal_moves();
        out.extend(moves.iter().map(|&mv| Estimate { mv, gain: victim_first(mv) }));
    }
}

impl<E: Evaluation> Position<E> {
    /// What a move may gain for the mover, in centipawns.
    fn gain(&self, mv: Move, checks: &CheckSquares, attacked: Bitboard) -> i32 {
        let check = if checks.given_by(mv) { CHECK } else { 0 };
        let won = self.material_gain(mv, attacked);
        if !mv.is_capture() && !mv.is_promotion() {
            let placement = self.evaluator.placement_gain(&self.state, &self.chess, mv);
            return check + placement * 3 / 4 + won * 3 / 10;
        }
        check + if won >= 0 { GOOD_CAPTURE + won / 50 } else { won * 2 / 5 }
    }

    /// What the move wins or loses in exchanges. They are only played out where the opponent can
    /// take back.
    fn material_gain(&self, mv: Move, attacked: Bitboard) -> i32 {
        if attacked.contains(mv.to()) || mv.is_promotion() || mv.is_en_passant() {
            exchange(&self.chess, mv)
        } else {
            mv.capture().map_or(0, worth)
        }
    }
}

/// The squares that the opponent attacks now. Attacks that a move would uncover are missing.
fn attacked_squares(chess: &Chess) -> Bitboard {
    let board = chess.board();
    let occupied = board.occupied();
    chess.them().into_iter().fold(Bitboard::EMPTY, |all, square| {
        let piece = board.piece_at(square);
        all | piece.map_or(Bitboard::EMPTY, |piece| attacks(square, piece, occupied))
    })
}

/// Orders captures and promotions by most valuable victim, then least valuable attacker; quiet
/// moves come last.
fn victim_first(mv: Move) -> i32 {
    let victim =
        mv.capture().map_or(0, |role| role as i32) + mv.promotion().map_or(0, |role| role as i32);
    8 * victim - mv.role() as i32
}

/// The squares from which a piece of the mover would give check.
struct CheckSquares {
    by_role: [Bitboard; 7],
    king: Option<Square>,
    /// The mover's pieces that stand alone between the king and a slider of their own side: by
    /// moving away they discover a check.
    hiding: Bitboard,
}

impl CheckSquares {
    fn of(chess: &Chess) -> CheckSquares {
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
        let sliders = (bishop_attacks(king, beyond) & board.bishops_and_queens())
            | (rook_attacks(king, beyond) & board.rooks_and_queens());
        for slider in sliders & own & !near {
            checks.hiding |= shakmaty::attacks::between(king, slider) & near;
        }
        checks
    }

    /// Whether the move gives check. Two kinds of check are missed, because they are rare: that
    /// of a castling rook, and the one that an en passant capture discovers by removing the
    /// captured pawn.
    fn given_by(&self, mv: Move) -> bool {
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
            let mut child = position.clone();
            child.play(mv);
            let may_be_missed = mv.is_castle() || mv.is_en_passant();
            match (checks.given_by(mv), child.in_check()) {
                (false, true) => assert!(may_be_missed, "{mv:?} missed in {}", position.fen()),
                (foreseen, given) => assert_eq!(foreseen, given, "{mv:?} in {}", position.fen()),
            }
        }
    }
}
