//! How much a move may gain, before anything is searched, which moves quiescence search tries, and what depth-first
//! searches order and prune moves by.
//!
//! No move is made for an estimate, so it costs no node. The constants were found by experiment,
//! together with those of the chance model (`docs/algorithm.md`).

use shakmaty::attacks::{attacks, ray};
use shakmaty::{Bitboard, Chess, Move, Position as _};

use super::capture::winning_captures;
use super::check_squares::CheckSquares;
use super::evaluation::Evaluation;
use super::position::{Position, key_of};
use super::see::{see, see_where_attacked, sliders_behind};
use crate::game::{Estimate, Heuristics, Order, probabilities};

/// The gain of a capture or promotion that loses no material, in centipawns; a fiftieth of what
/// it wins is added.
const GOOD_CAPTURE: i32 = 115;
/// What a move gains that is certainly the best one, in centipawns ...
const CERTAIN: f64 = 180.0;
/// ... and how much less one that is e times less likely.
const PER_NAT: f64 = 60.0;
/// What giving check adds to the gain of a move, in centipawns.
const CHECK: i32 = 150;

impl<E: Evaluation> Order for Position<E> {
    fn estimates(&self, out: &mut Vec<Estimate<Move>>) {
        let moves = self.chess.legal_moves();
        if let Some(model) = self.evaluator.move_model() {
            let mut log_odds = Vec::with_capacity(moves.len());
            model.log_odds(&self.chess, &moves, &mut log_odds);
            let likely = moves.iter().zip(probabilities(&log_odds));
            out.extend(
                likely.map(|(&mv, probability)| Estimate { mv, gain: promise(probability) }),
            );
            return;
        }
        let checks = CheckSquares::of(&self.chess);
        let attacked = attacked_squares(&self.chess);
        let gain = |mv| self.gain(mv, &checks, attacked);
        out.extend(moves.iter().map(|&mv| Estimate { mv, gain: gain(mv) }));
    }

    fn log_odds(&self, moves: &[Move], out: &mut Vec<i32>) {
        if let Some(model) = self.evaluator.move_model() {
            model.log_odds(&self.chess, moves, out);
        }
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
        let won = see_where_attacked(&self.chess, mv, attacked);
        if !mv.is_capture() && !mv.is_promotion() {
            let placement = self.evaluator.placement_gain(&self.state, &self.chess, mv);
            return check + placement * 3 / 4 + won * 3 / 10;
        }
        check + if won >= 0 { GOOD_CAPTURE + won / 50 } else { won * 2 / 5 }
    }
}

/// What a move promises that is the best one with this probability, in centipawns.
fn promise(probability: f64) -> i32 {
    (CERTAIN + PER_NAT * probability.max(f64::MIN_POSITIVE).ln()).round() as i32
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

impl<E: Evaluation> Heuristics for Position<E> {
    /// One for each side, kind of piece and target square.
    const SLOTS: usize = 2 * 6 * 64;

    fn is_quiet(&self, mv: Move) -> bool {
        !mv.is_capture() && !mv.is_promotion()
    }

    fn mvv_lva(&self, mv: Move) -> i32 {
        victim_first(mv)
    }

    fn see(&self, mv: Move) -> i32 {
        see(&self.chess, mv)
    }

    /// Direct and discovered checks. Those by castling and en passant are missed.
    fn forces(&self, mv: Move) -> bool {
        gives_check(&self.chess, mv)
    }

    fn slot(&self, mv: Move) -> usize {
        let side = usize::from(self.chess.turn().is_black());
        let piece = mv.role() as usize - 1;
        (side * 6 + piece) * 64 + mv.to() as usize
    }

    fn victim(&self, mv: Move) -> usize {
        mv.capture().map_or(0, usize::from)
    }

    /// The pawns, and the pieces of either side.
    fn parts(&self) -> [u64; 3] {
        let board = self.chess.board();
        let pawns = [board.white(), board.black()].map(|side| board.pawns() & side);
        let pieces = |side: Bitboard| {
            let officers = [board.knights(), board.bishops(), board.rooks(), board.queens()];
            hash(officers.into_iter().chain([board.kings()]).map(|pieces| pieces & side))
        };
        [hash(pawns), pieces(board.white()), pieces(board.black())]
    }

    /// `None` in check, and with king and pawns alone, where zugzwang is common.
    fn pass(&self) -> Option<Self> {
        let board = self.chess.board();
        let pieces = self.chess.us() & !board.pawns() & !board.kings();
        if pieces.is_empty() || self.in_check() {
            return None;
        }
        let chess = self.chess.clone().swap_turn().ok()?;
        let (key, state) = (key_of(&chess), self.state.clone());
        Some(Position { chess, key, state, evaluator: self.evaluator.clone() })
    }
}

/// A hash of sets of squares, for tables: not to be kept.
fn hash(sets: impl IntoIterator<Item = Bitboard>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, set: Bitboard| (hash ^ set.0).wrapping_mul(ODD).rotate_left(29);
    sets.into_iter().fold(ODD, mix).wrapping_mul(ODD)
}

fn gives_check(chess: &Chess, mv: Move) -> bool {
    let board = chess.board();
    let (Some(king), Some(from)) = (board.king_of(!chess.turn()), mv.from()) else {
        return false;
    };
    if mv.is_castle() {
        return false;
    }
    let to = mv.to();
    let occupied = board.occupied().without(from).with(to);
    let lands_as = mv.promotion().unwrap_or(mv.role()).of(chess.turn());
    if attacks(to, lands_as, occupied).contains(king) {
        return true;
    }
    let line = ray(king, from);
    if line.is_empty() || line.contains(to) {
        return false;
    }
    (sliders_behind(board, king, occupied) & chess.us()).without(from).any()
}
