//! What all moves of a position are judged against, worked out once.

use shakmaty::attacks::{
    attacks, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board, Chess, Color, File, Position as _, Role, Square};

use super::super::check_squares::CheckSquares;

/// Kinds of attackers, the least valuable first: none, pawn, minor piece, rook, queen, king.
pub(super) const ATTACKERS: usize = 6;

/// With this many pieces or fewer, kings included, it is an endgame.
const ENDGAME_PIECES: usize = 8;

/// A position as its mover sees it.
pub(super) struct Scene<'a> {
    pub(super) chess: &'a Chess,
    board: &'a Board,
    pub(super) us: Color,
    their: Bitboard,
    /// Squares attacked by the opponent's pieces of each kind, without "none".
    threats: [Bitboard; ATTACKERS - 1],
    /// Squares attacked by any of the opponent's pieces or pawns.
    pub(super) attacked: Bitboard,
    pub(super) guards: Guards,
    pub(super) checks: CheckSquares,
    pub(super) in_check: bool,
    pub(super) their_king: Option<Square>,
    pub(super) own_king: Option<Square>,
    /// The mover's pieces that are attacked by something worth less, or attacked and not guarded.
    pub(super) hanging: Bitboard,
    /// The dearest of them, as [`Scene::dearest`] has it.
    pub(super) dearest_hanging: usize,
    /// The opponent's pieces that a piece of each role attacks with profit: those worth more, and
    /// those not guarded.
    pub(super) worth_attacking: [Bitboard; 6],
    pub(super) endgame: bool,
}

/// Squares that the mover's pieces and pawns attack.
#[derive(Default)]
pub(super) struct Guards {
    pub(super) any: Bitboard,
    pub(super) pawn: Bitboard,
    /// By two of them or more.
    pub(super) twice: Bitboard,
}

impl<'a> Scene<'a> {
    pub(super) fn of(chess: &'a Chess) -> Scene<'a> {
        let (board, us, their) = (chess.board(), chess.turn(), chess.them());
        let threats = threats(board, their);
        let attacked = threats.into_iter().fold(Bitboard::EMPTY, |all, some| all | some);
        let guards = Guards::of(board, chess.us());
        let hanging = hanging(board, chess.us(), threats, attacked & !guards.any);
        let pieces = board.occupied() & !board.pawns();
        Scene {
            chess,
            board,
            us,
            their,
            threats,
            attacked,
            guards,
            checks: CheckSquares::of(chess),
            in_check: chess.is_check(),
            their_king: board.king_of(!us),
            own_king: board.king_of(us),
            hanging,
            dearest_hanging: dearest(board, hanging),
            worth_attacking: worth_attacking(board, their, attacked),
            endgame: pieces.count() <= ENDGAME_PIECES,
        }
    }

    /// The number of a square in the mover's view: the own side of the board first.
    pub(super) fn seen(&self, square: Square) -> usize {
        self.us.fold_wb(square, square.flip_vertical()) as usize
    }

    /// The least valuable attacker of a square, below [`ATTACKERS`].
    pub(super) fn attacker(&self, square: Square) -> usize {
        let found = self.threats.iter().position(|threat| threat.contains(square));
        found.map_or(0, |place| place + 1)
    }

    /// The dearest kind among these pieces, as a role's number; 0 for none.
    pub(super) fn dearest(&self, pieces: Bitboard) -> usize {
        dearest(self.board, pieces)
    }

    /// What a piece of the mover would attack from a square that it moves to.
    pub(super) fn reach(&self, role: Role, from: Square, to: Square) -> Bitboard {
        let occupied = self.board.occupied().without(from).with(to);
        match role {
            Role::Pawn => pawn_attacks(self.us, to),
            Role::Knight => knight_attacks(to),
            Role::Bishop => bishop_attacks(to, occupied),
            Role::Rook => rook_attacks(to, occupied),
            Role::Queen => bishop_attacks(to, occupied) | rook_attacks(to, occupied),
            Role::King => king_attacks(to),
        }
    }

    /// Whether a pawn of the mover on this square has none of the opponent's before it, by itself
    /// file or beside.
    pub(super) fn is_passed(&self, square: Square) -> bool {
        let file = Bitboard::from_file(square.file());
        let west = (file & !Bitboard::from_file(File::A)).shift(-1);
        let east = (file & !Bitboard::from_file(File::H)).shift(1);
        let below = 8 * square.rank() as u32;
        let ahead = match self.us {
            Color::White => Bitboard(!0 << 8 << below),
            Color::Black => Bitboard((1 << below) - 1),
        };
        (self.their & self.board.pawns() & ahead & (west | file | east)).is_empty()
    }
}

impl Guards {
    fn of(board: &Board, own: Bitboard) -> Guards {
        let mut guards = Guards::default();
        for square in own {
            let Some(piece) = board.piece_at(square) else { continue };
            let reach = attacks(square, piece, board.occupied());
            if piece.role == Role::Pawn {
                guards.pawn |= reach;
            }
            guards.twice |= guards.any & reach;
            guards.any |= reach;
        }
        guards
    }
}

/// The squares that these pieces attack, by kind.
fn threats(board: &Board, pieces: Bitboard) -> [Bitboard; ATTACKERS - 1] {
    let mut threats = [Bitboard::EMPTY; ATTACKERS - 1];
    for square in pieces {
        let Some(piece) = board.piece_at(square) else { continue };
        let kind = match piece.role {
            Role::Pawn => 0,
            Role::Knight | Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen => 3,
            Role::King => 4,
        };
        threats[kind] |= attacks(square, piece, board.occupied());
    }
    threats
}

/// The own pieces that are attacked by something worth less, or stand on one of the `loose` squares:
/// attacked and not guarded.
fn hanging(
    board: &Board,
    own: Bitboard,
    [by_pawn, by_minor, by_rook, ..]: [Bitboard; ATTACKERS - 1],
    loose: Bitboard,
) -> Bitboard {
    let minors = board.knights() | board.bishops();
    let major = board.rooks_and_queens();
    let by_less = (by_pawn & (minors | major)) | (by_minor & major) | (by_rook & board.queens());
    own & !board.kings() & (by_less | loose)
}

fn worth_attacking(board: &Board, their: Bitboard, guarded: Bitboard) -> [Bitboard; 6] {
    let pieces = their & !board.kings();
    let (major, queens) = (pieces & board.rooks_and_queens(), pieces & board.queens());
    // For pawn, knight, bishop, rook, queen and king.
    let dearer = [pieces & !board.pawns(), major, major, queens, Bitboard::EMPTY, Bitboard::EMPTY];
    dearer.map(|dearer| dearer | (pieces & !guarded))
}

/// The dearest kind among these pieces, as a role's number; 0 for none.
fn dearest(board: &Board, pieces: Bitboard) -> usize {
    let present = |role: &Role| (pieces & board.by_role(*role)).any();
    if pieces.is_empty() {
        return 0;
    }
    Role::ALL.into_iter().rev().find(present).map_or(0, |role| role as usize)
}
