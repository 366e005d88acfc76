//! What a value means: how often games were won, drawn and lost that had it.

use shakmaty::{Board, Role};

use super::cause::worth;
use crate::win_draw_loss::WinDrawLoss;

/// All pieces and pawns at the start of a game.
const FULL: u32 = 78;
/// With less material than this there are too few games to fit anything to.
const LEAST: u32 = 8;

/// The pieces and pawns of both sides by the usual count: one, three, three, five and nine.
pub fn material(board: &Board) -> u32 {
    let men = board.iter().map(|(_, piece)| piece.role).filter(|&role| role != Role::King);
    men.map(|role| worth(role).unsigned_abs()).sum()
}

/// How values were related to results in games, as `tools/win_draw_loss.py` fits it.
///
/// A side wins with the chance `1 / (1 + exp((even - value) / spread))`, the value being its own, in
/// centipawns. Both numbers depend on the material that is left: they are polynomials of its share
/// of [`FULL`], coefficients of the lowest power first.
#[derive(Debug)]
pub struct Fit {
    /// At this value a win is as likely as not, centipawns.
    even: [f64; 4],
    /// This much more multiplies the odds of a win by e, centipawns.
    spread: [f64; 4],
}

impl Fit {
    /// Of values of tables that a network corrects.
    pub const NETWORK: Fit =
        Fit { even: [261.5, -594.3, 693.7, -258.4], spread: [19.5, 268.2, -533.3, 354.8] };
    /// Of values of the tables alone.
    pub const TABLES: Fit =
        Fit { even: [355.1, -1325.7, 1988.5, -950.6], spread: [102.8, -87.2, 82.2, 22.1] };

    /// White's chances where a search finds this value, in centipawns for White.
    pub fn win_draw_loss(&self, material: u32, cp: f32) -> WinDrawLoss {
        let share = f64::from(material.clamp(LEAST, FULL)) / f64::from(FULL);
        let at = |coefficients: [f64; 4]| {
            coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * share + coefficient)
        };
        let (even, spread) = (at(self.even), at(self.spread));
        let win_at = |cp: f64| 1.0 / (1.0 + ((even - cp) / spread).exp());
        WinDrawLoss::new(win_at(f64::from(cp)), win_at(f64::from(-cp)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{Chess, Position as _};

    use super::*;

    const FITS: [Fit; 2] = [Fit::NETWORK, Fit::TABLES];

    proptest! {
        #[test]
        fn more_is_better_and_sides_mirror_each_other(
            cp in -3000.0_f32..3000.0,
            more in 0.0_f32..500.0,
            material in 0_u32..=206,
        ) {
            for fit in FITS {
                let parts = |cp| fit.win_draw_loss(material, cp).in_parts_of(1000);
                let [win, draw, loss] = parts(cp);
                prop_assert_eq!(win + draw + loss, 1000);
                prop_assert_eq!(parts(-cp), [loss, draw, win]);
                let better = parts(cp + more);
                prop_assert!(better[0] >= win && better[2] <= loss);
            }
        }
    }

    #[test]
    fn there_are_draws_whatever_the_material() {
        for fit in FITS {
            for material in 0..=FULL {
                let [win, draw, loss] = fit.win_draw_loss(material, 0.0).in_parts_of(1000);
                assert!(win == loss && draw >= 100, "{material}: {win} {draw} {loss}");
            }
        }
    }

    #[test]
    fn great_values_are_wins() {
        for fit in FITS {
            for material in [0, LEAST, 40, FULL, 206] {
                assert!(fit.win_draw_loss(material, 2000.0).in_parts_of(1000)[0] >= 999);
                assert_eq!(fit.win_draw_loss(material, 95_000.0).in_parts_of(1000), [1000, 0, 0]);
            }
        }
    }

    #[test]
    fn a_pawn_ahead_wins_half_of_the_games_in_the_middle() {
        let [win, _, loss] = Fit::NETWORK.win_draw_loss(40, 100.0).in_parts_of(100);
        assert!((45..=55).contains(&win) && loss < 20, "{win} {loss}");
    }

    #[test]
    fn a_game_begins_with_all_material() {
        assert_eq!(material(Chess::default().board()), FULL);
    }
}
