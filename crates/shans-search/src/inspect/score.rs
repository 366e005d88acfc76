//! Values and chances as one player sees them: whole centipawns, or moves to a win.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::move_text::{MoveText, machine_only};
use crate::game::{Evaluate, Game};
use crate::value::{Chance, Player, Value};
use crate::win_draw_loss::WinDrawLoss;

/// The player from whose view the numbers of a position are given: the one to move, or Max
/// where chance decides.
pub fn mover<G: Game>(game: &G) -> Player {
    game.turn().player().unwrap_or(Player::Max)
}

/// What a position is worth to one player. A win is one only where it is proven: so whatever makes a
/// score makes sure of that (see [`Node::reported_value`](crate::tree::Node::reported_value)).
///
/// In JSON it is `{"cp": 31}`, `{"mate": 3}`, `{"won": true, "proven": false, "mate_seen": 4}`, or
/// `{"won": true, "proven": true, "tb": 12}`.
///
/// ```
/// use shans_search::inspect::Score;
/// use shans_search::value::{Player, Value};
///
/// // Values are Max's; a score is that of the player who looks.
/// assert_eq!(Score::new(Value::centipawns(31.0), Player::Min), Score::Cp(-31));
/// // Wins count moves, not plies.
/// let win = Value::win_in(Player::Max, 5);
/// assert_eq!(Score::new(win, Player::Max), Score::Mate(3));
/// assert_eq!(serde_json::to_string(&Score::new(win, Player::Min))?, r#"{"mate":-3}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns, between `-`[`Score::WON`] and [`Score::WON`].
    Cp(i64),
    /// The player wins, or loses, as far as was searched; nothing is proven.
    Seen {
        /// Whether the player wins.
        won: bool,
        /// The moves to the mate in which the line ends, if it does; negative where the player loses.
        mate: Option<i64>,
    },
    /// A proven win in this number of moves; negative where the player loses, 0 where the game is over
    /// already.
    Mate(i64),
    /// A proven win, or loss, that rests on endgame tables, not on a mate
    /// ([`Value::table_win`]).
    Table {
        /// Whether the player wins.
        won: bool,
        /// Plies until the next move that cannot be taken back, after which the win continues.
        plies: u16,
    },
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Score::Cp(cp) => map.serialize_entry("cp", cp)?,
            Score::Mate(moves) => map.serialize_entry("mate", moves)?,
            Score::Seen { won, mate } => {
                map.serialize_entry("won", won)?;
                map.serialize_entry("proven", &false)?;
                if let Some(moves) = mate {
                    map.serialize_entry("mate_seen", moves)?;
                }
            }
            Score::Table { won, plies } => {
                map.serialize_entry("won", won)?;
                map.serialize_entry("proven", &true)?;
                map.serialize_entry("tb", plies)?;
            }
        }
        map.end()
    }
}

impl Score {
    /// Evaluations are less, in centipawns; where only a number will do, a win that is not proven is
    /// this much.
    pub const WON: i64 = 20_000;

    /// The same as the other player sees it.
    #[must_use]
    pub fn of_opponent(self) -> Score {
        match self {
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Seen { won, mate } => Score::Seen { won: !won, mate: mate.map(|moves| -moves) },
            Score::Mate(moves) => Score::Mate(-moves),
            Score::Table { won, plies } => Score::Table { won: !won, plies },
        }
    }

    /// The value as `viewer` sees it.
    pub fn new(value: Value, viewer: Player) -> Score {
        match value.win() {
            Some((winner, distance)) => Score::of_win(winner == viewer, distance),
            None if value.is_seen_win() => {
                let won = value.for_player(viewer) > 0.0;
                let mate = value.seen_in().map(|(_, plies)| moves_of(won, plies));
                Score::Seen { won, mate }
            }
            None => Score::Cp(limited(value.for_player(viewer), Score::WON - 1)),
        }
    }

    /// Whether it rests on endgame tables, not on a mate.
    pub fn is_of_tables(self) -> bool {
        matches!(self, Score::Table { .. })
    }

    /// A proven win, or loss, in this number of plies.
    pub fn of_win(won: bool, distance: u16) -> Score {
        match Value::plies_of_table(distance) {
            Some(plies) => Score::Table { won, plies },
            None => Score::Mate(moves_of(won, distance)),
        }
    }

    /// The centipawns of an evaluation; `None` for a win or a loss, proven or not.
    pub fn evaluation(self) -> Option<i64> {
        match self {
            Score::Cp(cp) => Some(cp),
            Score::Seen { .. } | Score::Mate(_) | Score::Table { .. } => None,
        }
    }
}

/// The moves of a mate in so many plies, as a player sees them who wins it or not.
fn moves_of(won: bool, plies: u16) -> i64 {
    let moves = i64::from(plies.div_ceil(2));
    if won { moves } else { -moves }
}

/// Moves that keep a score from being settled: they were not searched one by one, and one of them may be clearly better than
/// those that were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnsettledBy {
    /// The line to the position in which they wait, from the one whose score it is.
    #[serde(serialize_with = "machine_only")]
    pub after: Vec<MoveText>,
    /// How many there are.
    pub count: usize,
    /// What one of them may be worth at most for the side that makes it, as far as was searched; a score of the side to move
    /// at the top like all others. `None` if that is not known.
    pub at_most: Option<Score>,
    /// Whether it is that side that makes them.
    #[serde(skip)]
    pub is_own: bool,
    /// The last move of that line with its number, `3... exd4`; `None` where the position itself has these moves.
    #[serde(skip)]
    pub last: Option<String>,
}

impl UnsettledBy {
    /// The same as the other side sees it.
    #[must_use]
    pub fn of_opponent(self) -> UnsettledBy {
        UnsettledBy { at_most: self.at_most.map(Score::of_opponent), is_own: !self.is_own, ..self }
    }
}

/// Moves that are not listed one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Others {
    /// How many there are.
    pub count: usize,
    /// What none of them is better than, as far as was searched, for the side to move.
    pub at_most: Score,
}

/// A player's chances to win, draw and lose a position of this value: as games went
/// ([`Evaluate::win_draw_loss`]), and certain only where `is_proven` or the value says so. `None` if
/// nothing is known about the game.
pub fn win_draw_loss<G: Evaluate>(
    position: &G,
    value: Value,
    is_proven: bool,
    viewer: Player,
) -> Option<WinDrawLoss> {
    let likely = position.win_draw_loss(value)?;
    let winner = value.win().map(|(winner, _)| winner);
    let is_certain = winner.is_some() || (is_proven && value == Value::DRAW);
    let chances = if is_certain { WinDrawLoss::certain(winner) } else { likely.uncertain() };
    Some(chances.for_player(viewer))
}

/// The chances of both players, on the scale of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Chances {
    /// The chance of the player from whose view it is, in centipawns: greater is better for that
    /// player. `None` if there is none left. No more than [`Score::WON`] on both sides: such
    /// a chance rests on a won or lost position.
    #[serde(rename = "own_chance_cp")]
    pub own: Option<i64>,
    /// The opponent's: smaller is better for the opponent.
    #[serde(rename = "opponent_chance_cp")]
    pub opponent: Option<i64>,
}

impl Chances {
    /// Max's and Min's chance, as `viewer` sees them.
    pub fn new(alpha: Chance, beta: Chance, viewer: Player) -> Chances {
        let (own, opponent) = match viewer {
            Player::Max => (alpha, beta),
            Player::Min => (beta, alpha),
        };
        Chances { own: chance_cp(own, viewer), opponent: chance_cp(opponent, viewer) }
    }
}

/// A chance in whole centipawns, as `viewer` sees it; `None` if there is none.
pub(super) fn chance_cp(chance: Chance, viewer: Player) -> Option<i64> {
    chance.exists().then(|| limited(chance.for_player(viewer), Score::WON))
}

fn limited(cp: f32, most: i64) -> i64 {
    (cp.round() as i64).clamp(-most, most)
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
        assert_eq!((Score::Cp(5).evaluation(), Score::Mate(5).evaluation()), (Some(5), None));
    }

    #[test]
    fn chances_change_places_with_the_viewer() {
        let (alpha, beta) = (Chance::centipawns(-1900.0), Chance::none(Player::Min));
        let seen_by = |viewer| {
            let chances = Chances::new(alpha, beta, viewer);
            (chances.own, chances.opponent)
        };
        assert_eq!(seen_by(Player::Max), (Some(-1900), None));
        assert_eq!(seen_by(Player::Min), (None, Some(1900)));
    }

    #[test]
    fn no_number_of_a_win_is_told_as_centipawns() {
        let unproven = Value::win_in(Player::Max, 5).unproven();
        assert_eq!(Score::new(unproven, Player::Max), Score::Seen { won: true, mate: None });
        assert_eq!(Score::new(unproven, Player::Min), Score::Seen { won: false, mate: None });
        assert_eq!(Score::new(unproven, Player::Min).evaluation(), None);
        let almost = Score::new(Value::centipawns(90_000.0), Player::Max);
        assert_eq!(almost.evaluation(), Some(Score::WON - 1));
        assert_eq!(chance_cp(Chance::centipawns(-98_000.0), Player::Max), Some(-Score::WON));
    }

    #[test]
    fn json_has_one_field() {
        let text = |score| serde_json::to_string(&score).unwrap_or_default();
        assert_eq!(text(Score::Cp(-5)), r#"{"cp":-5}"#);
        assert_eq!(text(Score::Mate(0)), r#"{"mate":0}"#);
    }

    #[test]
    fn a_win_that_is_not_proven_has_no_number() {
        let text = |score| serde_json::to_string(&score).unwrap_or_default();
        assert_eq!(text(Score::Seen { won: true, mate: None }), r#"{"won":true,"proven":false}"#);
        assert_eq!(text(Score::Seen { won: false, mate: None }), r#"{"won":false,"proven":false}"#);
    }

    #[test]
    fn a_win_of_tables_is_no_mate() {
        let win = Value::table_win(Player::Min, 12);
        assert_eq!(Score::new(win, Player::Min), Score::Table { won: true, plies: 12 });
        let lost = Score::new(win, Player::Max);
        assert_eq!(lost.evaluation(), None);
        assert!(lost.is_of_tables() && !Score::Mate(3).is_of_tables());
        let text = serde_json::to_string(&lost).unwrap_or_default();
        assert_eq!(text, r#"{"won":false,"proven":true,"tb":12}"#);
    }
}
