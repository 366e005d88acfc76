//! Positions in which few moves keep the result.

use serde::Serialize;

use super::move_text::MoveText;
use super::reader::TreeReader;
use super::trials::points;
use super::untried::moves_by_promise;
use crate::game::{Heuristics, Notation};

/// So many moves are few ...
const FEW: usize = 3;
/// ... where at least so many others do not keep the result.
const MOST: usize = 5;
/// The points, from 0 to 1, that a move wins with, and those that are no win: 3.00 and 1.10.
const WINS: [f64; 2] = [0.75, 0.6];
/// The points that a move holds with, and those that lose: -0.90 and -2.30.
const HOLDS: [f64; 2] = [0.42, 0.3];
/// A position is won for the side to move from these points on, 4.70.
const WON: f64 = 0.85;

/// The moves of a position that keep its result, where all others lose it, as far as the tree knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FewMoves {
    /// Whether they win; otherwise they hold.
    pub wins: bool,
    /// At most three, the best one first.
    #[serde(serialize_with = "super::move_text::machine_only")]
    pub moves: Vec<MoveText>,
    /// How many other moves there are, at least five.
    pub others: usize,
}

/// The moves of the position that is read which keep its result. `None` where they are not few, where it is lost, or where a move
/// lies between, or may.
pub(super) fn few_moves<G: Heuristics + Notation>(reader: &TreeReader<'_, G>) -> Option<FewMoves> {
    let (at, position) = (reader.at(), reader.position());
    let mover = position.turn().player()?;
    let mut tried = Vec::new();
    for (_, id) in reader.ranked(at) {
        let mv = position.legal(reader.node(id).mv)?;
        tried.push((mv, points(reader.worth_of_move(id, position), mover)));
    }
    let best = tried.iter().map(|&(_, points)| points).fold(0.0, f64::max);
    let wins = best >= WON;
    if !wins && best >= WINS[0] {
        return None;
    }
    let [keeps, loses] = if wins { WINS } else { HOLDS };
    let (kept, lost): (Vec<_>, Vec<_>) = tried.iter().partition(|&&(_, points)| points >= keeps);
    let waiting = moves_by_promise(reader, at, position).len().saturating_sub(tried.len());
    let most = reader.search().rules().most_of_rest(reader.node(at));
    let is_lost = |points: f64| points <= loses;
    let others = lost.len() + waiting;
    let is_clear = lost.iter().all(|&&(_, points)| is_lost(points))
        && (waiting == 0 || most.is_some_and(|most| is_lost(points(most, mover))));
    let moves = kept.iter().map(|&&(mv, _)| MoveText::new(position, mv)).collect();
    ((1..=FEW).contains(&kept.len()) && others >= MOST && is_clear).then_some(FewMoves {
        wins,
        moves,
        others,
    })
}
