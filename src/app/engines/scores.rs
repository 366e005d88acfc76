//! How an engine's numbers are read.

use clap::ValueEnum;
use uci_engine::{Found, Score};

/// Which of an engine's numbers are its scores.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EngineScores {
    /// Its centipawns
    #[default]
    Cp,
    /// Its chances to win, draw and lose, if it reports them (UCI_ShowWDL); otherwise its
    /// centipawns
    Wdl,
}

/// The option with which an engine tells its chances.
pub(super) const SHOW_WDL: &str = "UCI_ShowWDL";

/// A position that is won more often than lost by half of all games has some 90 centipawns: what Lc0
/// takes it for, too (its score type `centipawn`).
const SCALE: f64 = 90.0;
/// Somewhat less than a quarter of a circle, so that what is won for certain has a number, too: 12,780.
const QUARTER: f64 = 1.563_754_189_7;

impl EngineScores {
    /// What was found, with the score that counts. A mate stays one.
    pub(super) fn of(self, found: Found) -> Found {
        match (self, found.score, found.wdl) {
            (EngineScores::Wdl, Some(Score::Centipawns(_)), Some(wdl)) => {
                Found { score: Some(Score::Centipawns(centipawns(wdl))), ..found }
            }
            _ => found,
        }
    }
}

/// Centipawns of chances to win, draw and lose in thousandths: by how much it wins more often than it
/// loses, on the scale of Lc0.
fn centipawns([win, draw, loss]: [u16; 3]) -> i32 {
    let [win, draw, loss] = [win, draw, loss].map(f64::from);
    let all = (win + draw + loss).max(1.0);
    (SCALE * (QUARTER * (win - loss) / all).tan()).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_centipawns_where_they_are_told() {
        assert_eq!([[0, 1000, 0], [300, 400, 300], [0, 0, 0]].map(centipawns), [0; 3]);
        assert_eq!(centipawns([640, 220, 140]), 89);
        assert_eq!(centipawns([140, 220, 640]), -89);
        assert_eq!(centipawns([1000, 0, 0]), 12_780);
        let found = |score, wdl| Found { score: Some(score), wdl, ..Found::default() };
        let told = found(Score::Centipawns(7), Some([640, 220, 140]));
        assert_eq!(EngineScores::Wdl.of(told.clone()).score, Some(Score::Centipawns(89)));
        assert_eq!(EngineScores::Cp.of(told).score, Some(Score::Centipawns(7)));
        for kept in [found(Score::Mate(3), Some([1000, 0, 0])), found(Score::Centipawns(7), None)] {
            assert_eq!(EngineScores::Wdl.of(kept.clone()), kept);
        }
    }
}
