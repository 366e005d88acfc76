//! Values and chances as one player sees them: whole centipawns, or moves to a win.

use serde::Serialize;

use crate::game::Game;
use crate::value::{Chance, Player, Value};

/// The player from whose view the numbers of a position are given: the one to move, or Max
/// where chance decides.
pub fn mover<G: Game>(game: &G) -> Player {
    game.turn().player().unwrap_or(Player::Max)
}

/// What a position is worth to one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i64),
    /// A win in this number of moves; negative where the player loses, 0 where the game is over
    /// already.
    Mate(i64),
}

impl Score {
    /// The value as `viewer` sees it.
    pub fn new(value: Value, viewer: Player) -> Score {
        match value.win() {
            Some((winner, plies)) => {
                let moves = i64::from(plies.div_ceil(2));
                Score::Mate(if winner == viewer { moves } else { -moves })
            }
            None => Score::Cp(value.for_player(viewer).round() as i64),
        }
    }

    /// The centipawns; `None` for a win or a loss.
    pub fn centipawns(self) -> Option<i64> {
        match self {
            Score::Cp(cp) => Some(cp),
            Score::Mate(_) => None,
        }
    }
}

/// The chances of both players, on the scale of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Chances {
    /// The chance of the player from whose view it is, in centipawns: greater is better for that
    /// player. `None` where there is none left, or chances are not kept.
    #[serde(rename = "alpha_chance_cp")]
    pub own: Option<i64>,
    /// The opponent's: smaller is better for the opponent.
    #[serde(rename = "beta_chance_cp")]
    pub reply: Option<i64>,
}

impl Chances {
    /// Max's and Min's chance, as `viewer` sees them.
    pub fn new(alpha: Option<Chance>, beta: Option<Chance>, viewer: Player) -> Chances {
        let seen = |chance: Option<Chance>| {
            let chance = chance.filter(|chance| chance.exists());
            chance.map(|chance| chance.for_player(viewer).round() as i64)
        };
        match viewer {
            Player::Max => Chances { own: seen(alpha), reply: seen(beta) },
            Player::Min => Chances { own: seen(beta), reply: seen(alpha) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_the_viewers() {
        assert_eq!(Score::new(Value::centipawns(31.0), Player::Max), Score::Cp(31));
        assert_eq!(Score::new(Value::centipawns(31.0), Player::Min), Score::Cp(-31));
        assert_eq!(Score::new(Value::win_in(Player::Max, 5), Player::Max), Score::Mate(3));
        assert_eq!(Score::new(Value::win_in(Player::Max, 4), Player::Min), Score::Mate(-2));
        assert_eq!(Score::new(Value::win_in(Player::Max, 0), Player::Min), Score::Mate(0));
        assert_eq!((Score::Cp(5).centipawns(), Score::Mate(5).centipawns()), (Some(5), None));
    }

    #[test]
    fn chances_change_places_with_the_viewer() {
        let alpha = Some(Chance::centipawns(-1900.0));
        let beta = Some(Chance::none(Player::Min));
        let max = Chances::new(alpha, beta, Player::Max);
        assert_eq!(max, Chances { own: Some(-1900), reply: None });
        let min = Chances::new(alpha, beta, Player::Min);
        assert_eq!(min, Chances { own: None, reply: Some(1900) });
    }

    #[test]
    fn json_has_one_field() {
        let text = |score| serde_json::to_string(&score).unwrap_or_default();
        assert_eq!(text(Score::Cp(-5)), r#"{"cp":-5}"#);
        assert_eq!(text(Score::Mate(0)), r#"{"mate":0}"#);
    }
}
