//! Quiet positions a move away from recorded ones. Nobody has said what they are worth: a larger network
//! does, and so a smaller one learns from more positions than an engine has looked at.

use anyhow::Result;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position as _};
use shans::chess::{Tapered, see};

use super::samples::Sample;
use crate::random::Random;
use crate::record::Record;

/// The seed of the moves that are taken.
const SEED: u64 = 77;

/// Up to `count` positions after random moves, none for positions that are held out. Which they are
/// depends on the position alone.
pub fn quiet_children(record: &Record, count: usize, tables: &Tapered) -> Result<Vec<Sample>> {
    if record.is_held_out() {
        return Ok(Vec::new());
    }
    let chess = record.chess()?;
    let Zobrist64(key) = chess.zobrist_hash(EnPassantMode::Legal);
    let mut random = Random::new(SEED, key);
    let mut moves = chess.legal_moves();
    let mut children = Vec::new();
    for _ in 0..count.min(moves.len()) {
        let mut child = chess.clone();
        child.play_unchecked(moves.swap_remove(random.below(moves.len())));
        if is_quiet(&child) {
            children.push(Sample::new(tables, &child, 0));
        }
    }
    Ok(children)
}

/// Whether nobody is in check, and the side to move wins nothing by a capture or a promotion. The first one
/// only asks for what is on the board: a threat does not make a position loud.
fn is_quiet(chess: &Chess) -> bool {
    let moves = chess.legal_moves();
    let loud = |mv: &shakmaty::Move| mv.is_capture() || mv.is_promotion();
    !chess.is_check()
        && !moves.is_empty()
        && moves.iter().filter(|mv| loud(mv)).all(|&mv| see(chess, mv) <= 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::samples::tests::records;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    #[test]
    fn loud_positions_are_no_children() -> Result<()> {
        for (fen, quiet) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
            // In check; a queen to be taken; a pawn to be promoted; stalemate; a pawn that is protected.
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", false),
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", false),
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false),
            ("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1", false),
            ("4k3/3p4/4p3/8/8/8/4R3/4K3 w - - 0 1", true),
        ] {
            let chess: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
            assert_eq!(is_quiet(&chess), quiet, "{fen}");
        }
        Ok(())
    }

    #[test]
    fn children_are_a_move_away_and_always_the_same() -> Result<()> {
        let tables = Tapered::default();
        let mut found = 0;
        for record in records(300)? {
            let children = quiet_children(&record, 3, &tables)?;
            assert_eq!(children, quiet_children(&record, 3, &tables)?);
            assert!(children.is_empty() || !record.is_held_out());
            let own = Sample::new(&tables, &record.chess()?, 0);
            for child in &children {
                assert_eq!(child.mover(), -own.mover());
                assert!([0, 1].contains(&(own.pieces() - child.pieces())));
                assert_eq!(child.label(), 0.0);
            }
            found += children.len();
        }
        assert!(found > 100, "{found}");
        Ok(())
    }
}
