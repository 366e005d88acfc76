//! Tables are tried before a search rests on them: the beginnings of their files are read, so that
//! what cannot be read is reported at once.

use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup as _, Role, Setup, Square};

use super::material::Men;
use crate::random::Random;

/// This many placements are tried: nearly every second one is a position.
const TRIES: usize = 1_000;

/// Any position with these men.
pub(super) fn position_of(men: &Men) -> Option<Chess> {
    let mut random = Random::new(1);
    (0..TRIES).find_map(|_| placed(men, &mut random))
}

fn placed(men: &Men, random: &mut Random) -> Option<Chess> {
    let squares: Vec<Square> = Square::ALL.into_iter().collect();
    let mut board = Board::empty();
    for (side, color) in men.sides().into_iter().zip(Color::ALL) {
        for &role in side {
            let square = random.pick(&squares)?;
            let is_edge = square.rank().distance(shakmaty::Rank::First) % 7 == 0;
            if board.piece_at(square).is_some() || (role == Role::Pawn && is_edge) {
                return None;
            }
            board.set_piece_at(square, role.of(color));
        }
    }
    let setup = Setup { board, ..Setup::empty() };
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_position_of_any_men() {
        for name in ["KPvK", "KQQvKQ", "KPPPvKPP", "KBNvK"] {
            let men = Men::from_name(name);
            let position = men.as_ref().and_then(position_of);
            assert_eq!(position.map(|chess| Men::of(&chess)), men, "{name}");
        }
    }
}
