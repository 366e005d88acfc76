//! Values and chances as reports give them: from the view of the side to move at the root.

use std::fmt;

use serde::Serialize;

use crate::chess::Position;
use crate::game::Game;
use crate::value::{Chance, Player, Value};

/// The player from whose view numbers are given.
pub fn mover(position: &Position) -> Player {
    // Chance never moves in chess.
    position.turn().player().unwrap_or(Player::Max)
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i64),
    /// Mate in so many moves; negative where the side to move is mated, 0 where it is already.
    Mate(i64),
}

impl Score {
    /// The value to `mover`.
    pub fn new(value: Value, mover: Player) -> Score {
        match value.win() {
            Some((winner, plies)) => {
                let moves = i64::from(plies.div_ceil(2));
                Score::Mate(if winner == mover { moves } else { -moves })
            }
            None => Score::Cp(value.for_player(mover).round() as i64),
        }
    }
}

/// `+0.31`, `0.00`, `#3`, `#-2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => f.pad(&pawns(*cp)),
            Score::Mate(moves) => f.pad(&format!("#{moves}")),
        }
    }
}

/// The chances of both players, on the scale of the score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// That of the side to move at the root, in centipawns: greater is better for it. `None`
    /// where it has none left, or chances are not kept.
    pub own: Option<i64>,
    /// The opponent's: smaller is better for the opponent.
    pub reply: Option<i64>,
}

impl Chances {
    /// Of Max's and Min's chance, as `mover` sees them.
    pub fn new(alpha: Option<Chance>, beta: Option<Chance>, mover: Player) -> Chances {
        let seen = |chance: Option<Chance>| {
            let chance = chance.filter(|chance| chance.exists());
            chance.map(|chance| chance.for_player(mover).round() as i64)
        };
        match mover {
            Player::Max => Chances { own: seen(alpha), reply: seen(beta) },
            Player::Min => Chances { own: seen(beta), reply: seen(alpha) },
        }
    }
}

/// A chance in pawns: `-18.93`. `-` is none, and `+#` or `-#` one that rests on a mate.
pub fn chance_text(chance: Option<i64>) -> String {
    const HALF_WIN: i64 = Value::WIN as i64 / 2;
    match chance {
        None => "-".to_string(),
        Some(cp) if cp > HALF_WIN => "+#".to_string(),
        Some(cp) if cp < -HALF_WIN => "-#".to_string(),
        Some(cp) => pawns(cp),
    }
}

fn pawns(cp: i64) -> String {
    let sign = match cp.signum() {
        1 => "+",
        -1 => "-",
        _ => "",
    };
    format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_the_movers() {
        let score = |value, mover| Score::new(value, mover).to_string();
        assert_eq!(score(Value::centipawns(31.0), Player::Max), "+0.31");
        assert_eq!(score(Value::centipawns(31.0), Player::Min), "-0.31");
        assert_eq!(score(Value::centipawns(-1234.0), Player::Min), "+12.34");
        assert_eq!(score(Value::DRAW, Player::Min), "0.00");
        assert_eq!(score(Value::win_in(Player::Max, 5), Player::Max), "#3");
        assert_eq!(score(Value::win_in(Player::Max, 4), Player::Min), "#-2");
        assert_eq!(Score::new(Value::win_in(Player::Max, 0), Player::Min), Score::Mate(0));
    }

    #[test]
    fn chances_change_places_with_the_mover() {
        let alpha = Some(Chance::centipawns(-1900.0));
        let beta = Some(Chance::none(Player::Min));
        let white = Chances::new(alpha, beta, Player::Max);
        assert_eq!(white, Chances { own: Some(-1900), reply: None });
        let black = Chances::new(alpha, beta, Player::Min);
        assert_eq!(black, Chances { own: None, reply: Some(1900) });
    }

    #[test]
    fn chances_as_text() {
        assert_eq!(chance_text(Some(-1893)), "-18.93");
        assert_eq!(chance_text(Some(98_000)), "+#");
        assert_eq!(chance_text(Some(-98_000)), "-#");
        assert_eq!(chance_text(None), "-");
    }

    #[test]
    fn json_has_one_field() {
        let text = |score| serde_json::to_string(&score).unwrap_or_default();
        assert_eq!(text(Score::Cp(-5)), r#"{"cp":-5}"#);
        assert_eq!(text(Score::Mate(0)), r#"{"mate":0}"#);
    }
}
