//! What a position is worth against a player who plays as in games.

use serde::Serialize;

use super::error::IllegalMove;
use super::reader::TreeReader;
use super::score::win_draw_loss;
use crate::game::{Evaluate, Heuristics, Notation};
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
pub(super) fn in_practice<G: Heuristics + Evaluate + Notation>(
    reader: &TreeReader<'_, G>,
    before: Option<&G>,
    (id, position): (NodeId, &G),
    player: Player,
) -> Result<InPractice, IllegalMove> {
    let habits = reader.search().habits();
    if habits.is_empty() {
        return Ok(InPractice::default());
    }
    let made = reader.node(id).mv;
    let known = before.map_or(&[][..], |before| habits.at(before.key()));
    let habit: Option<&Habit> = known.iter().find(|habit| habit.mv == made);
    let practical = practical(reader, id, position)?;
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

/// The points to be expected for the opponent of the player whose habits are known ([`BestFirst::habits`]), if that
/// player goes on as in the games and the opponent plays the best moves of the tree: the mean over the moves of the games.
/// Those that the tree does not have count as the best one. `None` where nothing is known of the habits from here on.
///
/// # Errors
///
/// [`IllegalMove`] for a tree with a move that is not legal.
///
/// [`BestFirst::habits`]: crate::search::BestFirst::habits
pub fn practical<G: Heuristics + Evaluate + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    position: &G,
) -> Result<Option<f64>, IllegalMove> {
    within(reader, id, position, MOST_PLIES)
}

fn within<G: Heuristics + Evaluate + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    position: &G,
    plies: usize,
) -> Result<Option<f64>, IllegalMove> {
    let habits = reader.search().habits();
    if plies == 0 || reader.told(id).is_decided {
        return Ok(None);
    }
    if position.turn().player() == Some(habits.player()) {
        return against_habits(reader, id, position, plies);
    }
    let Some((_, best)) = reader.preferred(id) else { return Ok(None) };
    let mut next = position.clone();
    next.play(reader.move_to(best, position)?);
    within(reader, best, &next, plies - 1)
}

/// The mean over what is played, where that is known.
fn against_habits<G: Heuristics + Evaluate + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    position: &G,
    plies: usize,
) -> Result<Option<f64>, IllegalMove> {
    let known = reader.search().habits().at(position.key());
    let own = reader.search().habits().player().opponent();
    let best = expected(reader, id, position, own).filter(|_| !known.is_empty());
    let Some(best) = best else { return Ok(None) };
    let (mut sum, mut rest) = (0.0, 1.0);
    for habit in known {
        let Some(child) = reader.tree().child_behind(id, habit.mv) else { continue };
        let mut next = position.clone();
        next.play(reader.move_to(child, position)?);
        let share = f64::from(habit.share).min(rest);
        let points = match within(reader, child, &next, plies - 1)? {
            Some(points) => points,
            None => expected(reader, child, &next, own).unwrap_or(best),
        };
        sum += share * points;
        rest -= share;
    }
    Ok(Some(sum + rest * best))
}

/// The points to be expected for a player with the best play of both.
fn expected<G: Heuristics + Evaluate + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    position: &G,
    player: Player,
) -> Option<f64> {
    let told = reader.told(id);
    let chances = win_draw_loss(position, told.value, told.is_decided, player)?;
    Some(chances.expected())
}
