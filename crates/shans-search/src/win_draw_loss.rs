//! How likely a game is won, drawn and lost.
//!
//! ```
//! use shans_search::value::Player;
//! use shans_search::win_draw_loss::WinDrawLoss;
//!
//! let chances = WinDrawLoss::new(0.312, 0.168);
//! assert_eq!(chances.in_parts_of(1000), [312, 520, 168]);
//! assert_eq!(chances.of_opponent().in_parts_of(100), [17, 52, 31]);
//! assert_eq!(WinDrawLoss::certain(Some(Player::Max)), WinDrawLoss::new(1.0, 0.0));
//! ```

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::value::Player;

/// A result that is not proven has no greater chance.
const MOST_UNPROVEN: f64 = 0.99;

/// Chances to win, draw and lose, as one player sees them: each from 0 to 1, and 1 together.
///
/// Serialized, they are whole thousandths, as `win`, `draw` and `loss`: 1,000 together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinDrawLoss {
    win: f64,
    loss: f64,
}

impl WinDrawLoss {
    /// The rest is drawn. What is not from 0 to 1 is limited to that, and NaN counts as 0; where the
    /// two are more than 1 together, there is so much less to lose.
    pub fn new(win: f64, loss: f64) -> WinDrawLoss {
        let limited =
            |chance: f64, most| if chance.is_nan() { 0.0 } else { chance.clamp(0.0, most) };
        let win = limited(win, 1.0);
        WinDrawLoss { win, loss: limited(loss, 1.0 - win) }
    }

    /// Max's chances where it is certain who wins, or that nobody does.
    pub fn certain(winner: Option<Player>) -> WinDrawLoss {
        match winner {
            Some(Player::Max) => WinDrawLoss::new(1.0, 0.0),
            Some(Player::Min) => WinDrawLoss::new(0.0, 1.0),
            None => WinDrawLoss::new(0.0, 0.0),
        }
    }

    /// The same where nothing is proven: no result has more than 99 in 100.
    #[must_use]
    pub fn uncertain(self) -> WinDrawLoss {
        let [win, loss] = [self.win, self.loss].map(|chance| chance.min(MOST_UNPROVEN));
        let missing = (win + loss - (1.0 - MOST_UNPROVEN)).min(0.0) / 2.0;
        WinDrawLoss { win: win - missing, loss: loss - missing }
    }

    /// The same as the other side sees them.
    #[must_use]
    pub fn of_opponent(self) -> WinDrawLoss {
        WinDrawLoss { win: self.loss, loss: self.win }
    }

    /// What Max sees, as `viewer` sees it.
    #[must_use]
    pub fn for_player(self, viewer: Player) -> WinDrawLoss {
        match viewer {
            Player::Max => self,
            Player::Min => self.of_opponent(),
        }
    }

    /// The points to be expected, from 0 to 1: a win counts one, a draw a half.
    pub fn expected(self) -> f64 {
        (1.0 + self.win - self.loss) / 2.0
    }

    /// Win, draw and loss in whole parts, `whole` of them together: 100 or 1,000. Hundredths are rounded from thousandths,
    /// so that a reader of these comes to the same.
    pub fn in_parts_of(self, whole: u16) -> [u16; 3] {
        let thousandths = |share: f64| (share * 1000.0).round();
        let parts = |share: f64| (thousandths(share) * f64::from(whole) / 1000.0).round() as u16;
        let win = parts(self.win);
        let loss = parts(self.loss).min(whole - win);
        [win, whole - win - loss, loss]
    }
}

impl Serialize for WinDrawLoss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [win, draw, loss] = self.in_parts_of(1000);
        let mut object = serializer.serialize_struct("WinDrawLoss", 3)?;
        object.serialize_field("win", &win)?;
        object.serialize_field("draw", &draw)?;
        object.serialize_field("loss", &loss)?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whole_parts_sum_up(win in any::<f64>(), loss in any::<f64>(), even in 0.0..=1.0) {
            for chances in [WinDrawLoss::new(win, loss), WinDrawLoss::new(even, 1.0 - even)] {
                for whole in [100, 1000] {
                    let [win, draw, loss] = chances.in_parts_of(whole);
                    prop_assert_eq!(win + draw + loss, whole);
                }
            }
        }
    }

    #[test]
    fn they_change_places_with_the_viewer() {
        let chances = WinDrawLoss::new(0.25, 0.5);
        assert_eq!(chances.for_player(Player::Max), chances);
        assert_eq!(chances.for_player(Player::Min), WinDrawLoss::new(0.5, 0.25));
        assert_eq!(WinDrawLoss::certain(Some(Player::Min)).in_parts_of(1000), [0, 0, 1000]);
        assert_eq!(WinDrawLoss::certain(None).in_parts_of(1000), [0, 1000, 0]);
        assert_eq!(chances.expected(), 0.375);
    }

    #[test]
    fn they_are_written_in_thousandths() -> anyhow::Result<()> {
        let text = serde_json::to_string(&WinDrawLoss::new(0.3124, 0.1675))?;
        assert_eq!(text, r#"{"win":312,"draw":520,"loss":168}"#);
        assert_eq!(WinDrawLoss::new(f64::NAN, 2.0), WinDrawLoss::new(0.0, 1.0));
        Ok(())
    }
}
