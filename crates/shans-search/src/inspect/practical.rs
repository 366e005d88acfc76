//! What a position is worth against a player who plays as in games.

use serde::Serialize;

use super::error::IllegalMove;
use super::reader::TreeReader;
use super::score::win_draw_loss;
use crate::game::{Heuristics, Notation};
use crate::search::Habit;
use crate::tree::NodeId;
use crate::value::Player;

/// No deeper: plies. Games that tell more are too few.
const MOST_PLIES: usize = 60;

/// What games say of a move, and what they make of the position behind it. Points are from 0 to 1, a draw being a half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct InPractice {
    /// How often it is played in its position, from 0 to 1; no field where nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_share: Option<f64>,
    /// The games that say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_games: Option<u32>,
    /// The points that were made in these games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_points: Option<f64>,
    /// The points to be expected if the player whose habits are known goes on like that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub practical: Option<f64>,
}

/// What games say of the move from one node to another, for a player.
///
/// # Errors
///
/// [`IllegalMove`] for a tree with a move that is not legal.
pub(super) fn in_practice<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    before: Option<&G>,
    (id, position): (NodeId, &G),
    player: Player,
) -> Result<InPractice, IllegalMove> {
    let habits = reader.search().notes().habits();
    if habits.is_empty() {
        return Ok(InPractice::default());
    }
    let made = reader.node(id).mv;
    let known = before.map_or(&[][..], |before| habits.at(before.key()));
    let habit: Option<&Habit> = known.iter().find(|habit| habit.mv == made);
    let practical = practical(reader, id, position, MOST_PLIES)?;
    let own = habits.player().opponent();
    // Nobody counts games to more than a thousandth.
    let rounded = |share: f64| (1000.0 * share).round() / 1000.0;
    let practical = practical.map(rounded);
    Ok(InPractice {
        played_share: habit.map(|habit| rounded(habit.share.into())),
        played_games: habit.map(|habit| habit.games),
        played_points: habit.and_then(|habit| habit.points(player)).map(rounded),
        practical: practical.map(|points| if player == own { points } else { 1.0 - points }),
    })
}

/// The points to be expected for the opponent of the player whose habits are known, if that player goes on as in the
/// games and the opponent plays the best moves of the tree. `None` where nothing is known of the habits from here on.
fn practical<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    position: &G,
    plies: usize,
) -> Result<Option<f64>, IllegalMove> {
    let habits = reader.search().notes().habits();
    if plies == 0 || reader.node(id).is_decided() {
        return Ok(None);
    }
    let behind = |child| {
        let next = position.after(reader.move_to(child, position)?);
        Ok((practical(reader, child, &next, plies - 1)?, next))
    };
    if position.turn().player() != Some(habits.player()) {
        let best = reader.preferred(id);
        return best.map_or(Ok(None), |(_, best)| Ok(behind(best)?.0));
    }
    let (known, own) = (habits.at(position.key()), habits.player().opponent());
    let best = expected(reader, id, position, own).filter(|_| !known.is_empty());
    let Some(best) = best else { return Ok(None) };
    let games = known.iter().map(|habit| u64::from(habit.games)).sum();
    let mut played = Vec::new();
    for habit in known {
        let Some(child) = reader.tree().child_behind(id, habit.mv) else { continue };
        let (points, next) = behind(child)?;
        let points = points.or_else(|| expected(reader, child, &next, own)).unwrap_or(best);
        played.push((likely(habit.share.into(), games), points));
    }
    Ok(mean_points(played, Some(best)))
}

/// How many more games with the best move are imagined.
const IMAGINED: f64 = 2.0;

/// How likely a move is to be played again that was played in this share of these games, from 0 to 1: less than the
/// share where they are few, for then it was chance that it was this move. The share itself where no games tell.
///
/// ```
/// use shans_search::inspect::likely;
///
/// assert_eq!([likely(1.0, 1), likely(0.5, 2), likely(0.5, 6)], [1.0 / 3.0, 0.25, 0.375]);
/// assert_eq!(likely(0.5, 0), 0.5);
/// ```
pub fn likely(share: f64, games: u64) -> f64 {
    match games as f64 {
        0.0 => share,
        games => share * games / (games + IMAGINED),
    }
}

/// The mean of the points behind moves that are played: of each its share, from 0 to 1, and the points. What is missing of
/// the whole counts as the best move; `None` where that matters and is not known.
pub fn mean_points(played: impl IntoIterator<Item = (f64, f64)>, best: Option<f64>) -> Option<f64> {
    let (mut sum, mut rest) = (0.0, 1.0_f64);
    for (share, points) in played {
        let share = share.min(rest);
        sum += share * points;
        rest -= share;
    }
    match best {
        Some(best) => Some(sum + rest * best),
        None => (rest < 1e-9).then_some(sum),
    }
}

/// The points to be expected for a player with the best play of both.
fn expected<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    position: &G,
    player: Player,
) -> Option<f64> {
    let told = reader.told(id, position);
    let chances = win_draw_loss(position, told.value, told.is_decided, player)?;
    Some(chances.expected())
}
