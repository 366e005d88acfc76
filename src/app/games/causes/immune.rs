//! A piece that cannot be taken.

use shakmaty::{Move, Square};

use crate::chess::Position;
use crate::chess::cause::victim_square;
use crate::inspect::Rule;

/// The piece that stands on this square, wherever it goes; `None` where it is there no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Immune(pub(super) Option<Square>);

impl Rule<Position> for Immune {
    fn allows(&self, _game: &Position, mv: Move) -> bool {
        !mv.is_capture() || Some(victim_square(mv)) != self.0
    }

    fn played(&mut self, _game: &Position, mv: Move) {
        let Some(square) = self.0 else { return };
        if mv.is_castle() && (mv.from() == Some(square) || mv.to() == square) {
            // King and rook both move. Neither of them falls soon after.
            self.0 = None;
        } else if mv.from() == Some(square) {
            self.0 = Some(mv.to());
        } else if mv.is_capture() && victim_square(mv) == square {
            self.0 = None;
        }
    }

    fn key(&self) -> u64 {
        // Any odd number spreads the 64 squares.
        self.0.map_or(0, |square| (square as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game as _, Notation as _};
    use crate::inspect::Altered;

    #[test]
    fn the_piece_is_followed_and_never_taken() -> anyhow::Result<()> {
        let fen = "4k3/8/8/3n4/8/8/6B1/3RK3 b - - 0 1";
        let (position, _) = Position::from_fen(fen)?;
        let mut altered = Altered::new(position.clone(), Immune(Some(Square::D5)));
        let away = position.read_move("Nf4")?;
        altered.play(away);
        let behind = position.after(away);
        let mut moves = Vec::new();
        altered.moves(&mut moves);
        let mut all = Vec::new();
        behind.moves(&mut all);
        assert_eq!(moves.len(), all.len(), "nothing attacks f4");
        Ok(())
    }

    #[test]
    fn captures_of_the_piece_alone_are_gone() -> anyhow::Result<()> {
        let fen = "4k3/8/8/3n3r/8/8/6B1/3RK2R w - - 0 1";
        let (position, _) = Position::from_fen(fen)?;
        let altered = Altered::new(position.clone(), Immune(Some(Square::D5)));
        let mut moves = Vec::new();
        altered.moves(&mut moves);
        let texts: Vec<String> = moves.iter().map(|&mv| position.human_text(mv)).collect();
        assert!(texts.contains(&"Rxh5".to_string()), "{texts:?}");
        assert!(!texts.iter().any(|text| text.ends_with("xd5")), "{texts:?}");
        Ok(())
    }
}
