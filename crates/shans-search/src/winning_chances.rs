//! What a loss of centipawns costs a player, by the formulas that lichess.org has published: winning chances, and
//! how accurate moves and games were.
//!
//! The sources are the page <https://lichess.org/page/accuracy> and the program itself
//! (`WinPercent.scala`, `AccuracyPercent.scala` and `Advice.scala` of <https://github.com/lichess-org/lila>
//! and `scalachess`), which adds one point to the accuracy of a move that the page does not tell of.
//!
//! ```
//! use shans_search::winning_chances::{move_accuracy, win_percent, winning_chances};
//!
//! assert_eq!(winning_chances(0.0), 0.0);
//! assert!((winning_chances(100.0) - 0.182_051_794).abs() < 1e-6);
//! assert!((win_percent(100.0) - 59.102_589_719).abs() < 1e-6);
//! assert_eq!(move_accuracy(50.0, 60.0), 100.0);
//! ```

use crate::value::Player;

/// The slope of winning chances at zero, times two: per centipawn.
const SLOPE: f64 = 0.003_682_08;
/// For accuracies no position is worth more centipawns, and a mate is worth this many.
pub const CEILING: f64 = 1_000.0;
/// The fewest and the most positions that are looked at together to tell how lively a game is.
const WINDOW: [usize; 2] = [2, 8];
/// The least and the greatest weight of a move.
const WEIGHT: [f64; 2] = [0.5, 12.0];

/// A player's winning chances, from -1 (lost) to 1 (won), in a position that is worth this many of his
/// centipawns.
pub fn winning_chances(cp: f64) -> f64 {
    2.0 / (1.0 + (-SLOPE * cp).exp()) - 1.0
}

/// The same as a percentage from 0 to 100, the centipawns limited to [`CEILING`] on both sides: what
/// accuracies are made of.
pub fn win_percent(cp: f64) -> f64 {
    50.0 + 50.0 * winning_chances(cp.clamp(-CEILING, CEILING))
}

/// How accurate a move was, from 0 to 100: by the mover's percentages ([`win_percent`]) before and
/// after it.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let lost = before - after;
    let raw =
        103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * lost).exp() - 3.166_924_740_191_411;
    // The bonus is for errors of the analysis itself.
    (raw + 1.0).clamp(0.0, 100.0)
}

/// How accurate a player was over a game: from 0 to 100, or `None` if he made no move.
///
/// `percents` are Max's percentages in all positions, the first one included; `movers` who made the
/// move behind each, one less. It is the mean of two means: one that gives weight to moves in lively parts of
/// the game, and the harmonic one, which a few bad moves pull down.
pub fn game_accuracy(percents: &[f64], movers: &[Player], player: Player) -> Option<f64> {
    let weights = weights(percents);
    let moves = percents.windows(2).zip(movers).zip(&weights);
    let own: Vec<(f64, f64)> = moves
        .filter(|((_, mover), _)| **mover == player)
        .map(|((pair, _), &weight)| {
            let (before, after) = match player {
                Player::Max => (pair[0], pair[1]),
                Player::Min => (100.0 - pair[0], 100.0 - pair[1]),
            };
            (move_accuracy(before, after), weight)
        })
        .collect();
    if own.is_empty() {
        return None;
    }
    let weight: f64 = own.iter().map(|(_, weight)| weight).sum();
    let weighted = own.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weight;
    let inverse: f64 = own.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    Some((weighted + own.len() as f64 / inverse) / 2.0)
}

/// The weight of each move: how much the percentages differ around it.
fn weights(percents: &[f64]) -> Vec<f64> {
    let [least, most] = WINDOW;
    let size = (percents.len().saturating_sub(1) / 10).clamp(least, most);
    let first = &percents[..size.min(percents.len())];
    let repeated = std::iter::repeat_n(first, first.len().saturating_sub(least));
    let windows = repeated.chain(percents.windows(size));
    windows.map(|window| deviation(window).clamp(WEIGHT[0], WEIGHT[1])).collect()
}

/// The standard deviation of all these numbers.
fn deviation(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6
    }

    /// The numbers are those of `docs/guide/games.md`, where a few lines of Python compute them.
    #[test]
    fn they_are_those_of_an_independent_calculation() {
        for (cp, chances, percent) in CHANCES {
            assert!(near(winning_chances(cp), chances), "{cp}: {}", winning_chances(cp));
            assert!(near(win_percent(cp), percent), "{cp}: {}", win_percent(cp));
        }
        for (before, after, accuracy) in ACCURACIES {
            let told = move_accuracy(before, after);
            assert!(near(told, accuracy), "{before} to {after}: {told}");
        }
        let percents = GAME.map(win_percent);
        let movers: Vec<_> =
            (0..GAME.len() - 1).map(|ply| [Player::Max, Player::Min][ply % 2]).collect();
        let told =
            [Player::Max, Player::Min].map(|player| game_accuracy(&percents, &movers, player));
        let expected = ACCURACY_OF_GAME;
        for (told, expected) in told.iter().zip(expected) {
            assert!(told.is_some_and(|told| near(told, expected)), "{told:?}, not {expected}");
        }
    }

    #[test]
    fn who_made_no_move_was_neither_accurate_nor_not() {
        assert_eq!(game_accuracy(&[50.0], &[], Player::Max), None);
        assert_eq!(game_accuracy(&[], &[], Player::Max), None);
        assert_eq!(game_accuracy(&[50.0, 50.0], &[Player::Max], Player::Max), Some(100.0));
        assert_eq!(game_accuracy(&[50.0, 50.0], &[Player::Max], Player::Min), None);
    }

    const CHANCES: [(f64, f64, f64); 6] = [
        (0.0, 0.000000000, 50.000000000),
        (100.0, 0.182051794, 59.102589719),
        (-35.0, -0.064347367, 46.782631659),
        (450.0, 0.679652537, 83.982626861),
        (-1000.0, -0.950894873, 2.455256366),
        (2500.0, 0.999798989, 97.544743634),
    ];
    const ACCURACIES: [(f64, f64, f64); 4] = [
        (50.0, 60.0, 100.000000000),
        (60.0, 50.0, 64.579828454),
        (97.5, 2.5, 0.000000000),
        (55.5, 52.25, 87.385901942),
    ];
    const GAME: [f64; 35] = [
        15.0, 20.0, -5.0, 30.0, -250.0, -240.0, -600.0, -100.0, 40.0, 900.0, 1500.0, 300.0, 310.0,
        -20.0, -20.0, 5.0, 0.0, 0.0, -350.0, -340.0, -2000.0, -1000.0, -900.0, 14.0, 17.0, 4.0,
        22.0, -118.0, -113.0, -293.0, -43.0, 27.0, 457.0, 757.0, 157.0,
    ];
    const ACCURACY_OF_GAME: [f64; 2] = [79.278509825, 80.273066596];
}
