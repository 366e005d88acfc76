//! Why a reply wins material, or what it threatens, where the board shows it at a glance.

use shakmaty::attacks::between;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Rank, Role, Square};

use super::see::{see, worth};

/// What the board shows of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motif {
    /// It takes a piece that nothing protects.
    Unprotected(Role, Square),
    /// It takes a piece with one that is worth less.
    Cheaper {
        /// What takes.
        by: Role,
        /// What is taken.
        taken: Role,
    },
    /// The piece moved attacks these at once: the king, pieces worth more than itself, pieces that nothing protects.
    Fork(Vec<(Role, Square)>),
    /// A piece cannot move for its king stands behind it.
    Pin(Role, Square),
    /// If nothing were done about it, the next move would mate on this square.
    MateThreat(Square),
    /// A pawn that no other pawn can stop or take any more has come here, in its opponent's half.
    PassedPawn(Square),
}

impl Motif {
    /// Its name in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Motif::Unprotected(..) => "unprotected",
            Motif::Cheaper { .. } => "cheaper-attacker",
            Motif::Fork(_) => "fork",
            Motif::Pin(..) => "pin",
            Motif::MateThreat(_) => "mate-threat",
            Motif::PassedPawn(_) => "passed-pawn",
        }
    }

    /// What it does, to be said of the move: "forks the king on g1 and the rook on a1".
    pub fn words(&self) -> String {
        let on = |&(role, square): &(Role, Square)| format!("the {} on {square}", name(role));
        match self {
            Motif::Unprotected(role, square) => {
                format!("takes {}, which nothing protects", on(&(*role, *square)))
            }
            Motif::Cheaper { by, taken } => {
                format!("takes a {} with a {}", name(*taken), name(*by))
            }
            Motif::Fork(targets) => {
                format!("forks {}", targets.iter().map(on).collect::<Vec<_>>().join(" and "))
            }
            Motif::Pin(role, square) => format!("pins {} to the king", on(&(*role, *square))),
            Motif::MateThreat(square) => format!("threatens mate on {square}"),
            Motif::PassedPawn(square) => format!("brings a passed pawn to {square}"),
        }
    }
}

const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Why a legal move wins material; `None` where it takes more than a glance.
pub fn motif_of(chess: &Chess, mv: Move) -> Option<Motif> {
    let mut after = chess.clone();
    after.play_unchecked(mv);
    taking(chess, mv).or_else(|| fork(&after, mv)).or_else(|| pin(&after, mv))
}

/// What a legal move threatens beside material: mate with the next move, or a passed pawn.
pub fn threat_of(chess: &Chess, mv: Move) -> Option<Motif> {
    let mut after = chess.clone();
    after.play_unchecked(mv);
    mate_threat(&after).or_else(|| passed_pawn(&after, mv))
}

fn taking(chess: &Chess, mv: Move) -> Option<Motif> {
    let taken = mv.capture().filter(|_| !mv.is_en_passant())?;
    let board = chess.board();
    let occupied = board.occupied().without(mv.from()?);
    let protectors = board.attacks_to(mv.to(), !chess.turn(), occupied);
    if protectors.is_empty() {
        Some(Motif::Unprotected(taken, mv.to()))
    } else if worth(mv.role()) + 100 < worth(taken) {
        Some(Motif::Cheaper { by: mv.role(), taken })
    } else {
        None
    }
}

/// A fork by the piece moved, if it is not taken for it.
fn fork(after: &Chess, mv: Move) -> Option<Motif> {
    if mv.is_castle() || mv.is_promotion() {
        return None;
    }
    let is_taken = after
        .legal_moves()
        .iter()
        .any(|&reply| reply.is_capture() && reply.to() == mv.to() && see(after, reply) > 0);
    let board = after.board();
    let attacked = board.attacks_from(mv.to()) & board.by_color(after.turn());
    let mut targets: Vec<(Role, Square)> = attacked
        .into_iter()
        .filter_map(|square| Some((board.role_at(square)?, square)))
        .filter(|&target| is_target(board, after.turn(), mv, target))
        .collect();
    targets.sort_by_key(|&(role, _)| std::cmp::Reverse(worth(role)));
    (!is_taken && targets.len() > 1).then_some(Motif::Fork(targets))
}

fn is_target(board: &Board, side: Color, mv: Move, (role, square): (Role, Square)) -> bool {
    let protectors = board.attacks_to(square, side, board.occupied());
    let is_free = protectors.is_empty() && role != Role::Pawn;
    role == Role::King || worth(role) > worth(mv.role()) + 100 || is_free
}

/// A pin to the king by the piece moved.
fn pin(after: &Chess, mv: Move) -> Option<Motif> {
    let board = after.board();
    if !matches!(mv.role(), Role::Bishop | Role::Rook | Role::Queen) {
        return None;
    }
    let king = board.king_of(after.turn())?;
    let attacked = board.attacks_from(mv.to());
    let way = between(mv.to(), king);
    let mut pinned: Bitboard = way & board.occupied();
    let square = pinned.pop_front().filter(|_| pinned.is_empty())?;
    let role = board.role_at(square)?;
    // On a line with the king, and one that the piece attacks along.
    let is_seen = attacked.contains(square) && board.by_color(after.turn()).contains(square);
    (is_seen && role != Role::Pawn).then_some(Motif::Pin(role, square))
}

/// The mate that would follow if the side to move could pass.
fn mate_threat(after: &Chess) -> Option<Motif> {
    if after.is_check() || after.is_game_over() {
        return None;
    }
    let passed = after.clone().swap_turn().ok()?;
    let mates = |&mv: &Move| {
        let mut next = passed.clone();
        next.play_unchecked(mv);
        next.is_checkmate()
    };
    passed.legal_moves().into_iter().find(mates).map(|mv| Motif::MateThreat(mv.to()))
}

/// The pawn moved, if no pawn of the other side stands before it on its file or beside that.
fn passed_pawn(after: &Chess, mv: Move) -> Option<Motif> {
    let (side, to) = (!after.turn(), mv.to());
    let is_far = side.relative_rank(to.rank()) >= Rank::Fifth;
    if mv.role() != Role::Pawn || mv.is_promotion() || !is_far {
        return None;
    }
    let others = after.board().by_piece(Role::Pawn.of(!side));
    let before = |square: &Square| {
        let is_beside = square.file().distance(to.file()) <= 1;
        is_beside && side.relative_rank(square.rank()) > side.relative_rank(to.rank())
    };
    let is_passed = !others.into_iter().any(|square| before(&square));
    is_passed.then_some(Motif::PassedPawn(to))
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    use super::*;

    fn told(fen: &str, mv: &str) -> anyhow::Result<Option<String>> {
        let chess: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let mv = mv.parse::<UciMove>()?.to_move(&chess)?;
        let motif = motif_of(&chess, mv).or_else(|| threat_of(&chess, mv));
        Ok(motif.map(|motif| motif.words()))
    }

    #[test]
    fn what_the_board_shows_is_said() -> anyhow::Result<()> {
        let free = told("4k3/8/8/3n4/8/8/6B1/4K3 w - - 0 1", "g2d5")?;
        assert_eq!(free.as_deref(), Some("takes the knight on d5, which nothing protects"));
        let cheap = told("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5")?;
        assert_eq!(cheap.as_deref(), Some("takes a knight with a pawn"));
        let fork = told("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7")?;
        assert_eq!(fork.as_deref(), Some("forks the king on e8 and the rook on a8"));
        let pin = told("4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", "f1b5")?;
        assert_eq!(pin.as_deref(), Some("pins the knight on c6 to the king"));
        let mate = told("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "e1e2")?;
        assert_eq!(mate.as_deref(), Some("threatens mate on a8"));
        let passed = told("4k3/p7/8/4P2p/8/8/8/4K3 w - - 0 1", "e5e6")?;
        assert_eq!(passed.as_deref(), Some("brings a passed pawn to e6"));
        let black = told("4k3/8/8/8/p7/8/6P1/4K3 b - - 0 1", "a4a3")?;
        assert_eq!(black.as_deref(), Some("brings a passed pawn to a3"));
        Ok(())
    }

    #[test]
    fn what_it_does_not_show_is_not_said() -> anyhow::Result<()> {
        // The knight that forks is taken.
        assert_eq!(told("r1qnk3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7")?, None);
        // Two knights stand before the king.
        assert_eq!(told("4k3/3n4/2n5/8/8/8/8/4KB2 w - - 0 1", "f1b5")?, None);
        // The back rank has an exit; the mate is there already; another pawn can take; the pawn is at home.
        assert_eq!(told("6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1", "e1e2")?, None);
        assert_eq!(told("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8")?, None);
        assert_eq!(told("4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6")?, None);
        assert_eq!(told("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3")?, None);
        // An even exchange, and a quiet move.
        assert_eq!(told("4k3/8/4p3/3n4/8/8/6B1/4K3 w - - 0 1", "g2d5")?, None);
        assert_eq!(told("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1")?, None);
        Ok(())
    }
}
