//! The moves of a position that were never tried, in the order in which they wait.

use serde::Serialize;

use super::move_text::MoveText;
use super::perspective::Perspective;
use super::reader::TreeReader;
use super::refutation::first_sight;
use super::score::mover;
use crate::game::{Estimate, Heuristics, Notation};
use crate::tree::NodeId;
use crate::value::Chance;

/// A move that was never tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UntriedMove {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// What its place in the order rests on: what it promises over the value that the position had before any move was
    /// tried, in centipawns of the side to move.
    pub gain_cp: i32,
    /// When its turn comes, and what it promises then; no fields if leaves are searched: the next one is what a search of
    /// all of them finds best.
    #[serde(flatten)]
    pub turn: Option<UntriedTurn>,
}

/// When the turn of an untried move comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UntriedTurn {
    /// Its place in the order of trying, 1 first, the moves that were tried among them.
    pub rank: u16,
    /// What the side to move may reach by it, its ply paid; `None` without a chance.
    pub chance_cp: Option<i64>,
}

/// The moves that were never tried in the position looked at, by their estimates: the next one first, if leaves are
/// valued at first sight. Empty if the game is over.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// # let root = Root::new(Nim::new(&[7, 8, 9]));
/// # let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
/// # search.search(&Limits { nodes: Some(10), ..Limits::default() }, &mut |_| {});
/// use shans_search::inspect::{TreeReader, untried_moves};
///
/// // Ten positions are not enough for 24 moves.
/// let waiting = untried_moves(&TreeReader::new(&search));
/// assert!(waiting.len() >= 14);
/// let ranks: Vec<u16> = waiting.iter().filter_map(|mv| Some(mv.turn?.rank)).collect();
/// assert!(ranks.is_sorted(), "in the order of trying");
/// ```
pub fn untried_moves<G: Heuristics + Notation>(reader: &TreeReader<'_, G>) -> Vec<UntriedMove> {
    let position = reader.position();
    let waiting = untried(reader, reader.at(), position);
    waiting.iter().map(|untried| untried.to_data(position)).collect()
}

/// An untried move as the search knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Untried<M> {
    pub(super) mv: M,
    /// See [`UntriedMove::gain_cp`].
    pub(super) gain: i32,
    /// Its place in the order of trying, 0 first, and what the mover may hope for by it, its ply paid; `None` if leaves
    /// are searched.
    pub(super) turn: Option<(u16, Chance)>,
}

impl<M: Copy> Untried<M> {
    /// As data, from the point of view of the side to move in its position.
    pub(super) fn to_data<G: Notation<Move = M>>(self, position: &G) -> UntriedMove {
        let turn = |(rank, chance)| UntriedTurn {
            rank: rank + 1,
            chance_cp: Perspective::new(position).chance(mover(position), chance),
        };
        UntriedMove {
            mv: MoveText::new(position, self.mv),
            gain_cp: self.gain,
            turn: self.turn.map(turn),
        }
    }
}

/// The moves that may be tried in a node, in the order of trying; `position` is the node's.
pub(super) fn moves_by_promise<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    position: &G,
) -> Vec<Estimate<G::Move>> {
    let mut moves = Vec::new();
    if reader.node(id).is_finished() {
        return moves;
    }
    position.estimates(&mut moves);
    let level = usize::from(id != reader.tree().root());
    moves.retain(|estimate| reader.search().root().allows(position, level, estimate.mv));
    // If leaves are searched, the first one is what a search of the position found best.
    let is_first = reader.tree().children(id).next().is_none();
    let known = reader.search().view().first_move(id, position).filter(|_| is_first);
    moves.sort_by_cached_key(|estimate| (Some(estimate.mv) != known, -estimate.gain));
    moves
}

/// Those of them that are not in the tree.
pub(super) fn untried<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    position: &G,
) -> Vec<Untried<G::Move>> {
    let node = reader.node(id);
    let tried: Vec<_> = reader.tree().children(id).map(|(.., child)| child.mv).collect();
    let is_missing = |mv: G::Move| !tried.contains(&position.encode(mv));
    let moves = moves_by_promise(reader, id, position);
    if reader.search().rules().searches_leaves() {
        let missing = moves.into_iter().filter(|estimate| is_missing(estimate.mv));
        return missing.map(|Estimate { mv, gain }| Untried { mv, gain, turn: None }).collect();
    }
    let missing = (0..).zip(moves).filter(|(_, estimate)| is_missing(estimate.mv));
    let missing: Vec<(u16, Estimate<G::Move>)> = missing.collect();
    let gains: Vec<(u16, i32)> = missing.iter().map(|(rank, mv)| (*rank, mv.gain)).collect();
    let sight = || first_sight(reader, id, position);
    let chances = reader.search().rules().untried(node, &gains, sight);
    let untried = missing.into_iter().zip(chances);
    let with_turn =
        |((rank, Estimate { mv, gain }), chance)| Untried { mv, gain, turn: Some((rank, chance)) };
    untried.map(with_turn).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Example, half_tried};
    use super::*;
    use crate::game::Game;
    use crate::value::Player;

    #[test]
    fn moves_wait_in_the_order_of_the_search() -> anyhow::Result<()> {
        let search = Example::start().search();
        let mut reader = TreeReader::new(&search);
        reader.follow([half_tried(&search).as_str()])?;
        let position = reader.position();
        let moves = moves_by_promise(&reader, reader.at(), position);
        let children = reader.tree().children(reader.at());
        let tried: Vec<_> = children.map(|(.., child)| position.decode(child.mv)).collect();
        assert!((1..moves.len()).contains(&tried.len()), "{} tried", tried.len());
        assert!(moves.iter().map(|estimate| Some(estimate.mv)).zip(&tried).all(|(a, &b)| a == b));
        let waiting = untried(&reader, reader.at(), position);
        assert_eq!(waiting.len() + tried.len(), moves.len());
        let turns: Vec<(u16, Chance)> = waiting.iter().filter_map(|untried| untried.turn).collect();
        assert_eq!((turns.len(), usize::from(turns[0].0)), (waiting.len(), tried.len()));
        assert_eq!(turns[0].1, reader.node(reader.at()).next);
        let own = |chance: Chance| chance.for_player(Player::Min);
        assert!(turns.is_sorted_by(|a, b| own(a.1) >= own(b.1)));
        let listed = untried_moves(&reader);
        let first =
            UntriedTurn { rank: turns[0].0 + 1, chance_cp: Some(own(turns[0].1).round() as i64) };
        assert_eq!((listed.len(), listed[0].turn), (waiting.len(), Some(first)));
        Ok(())
    }

    #[test]
    fn only_candidates_wait() {
        let search = Example::safe().search();
        let reader = TreeReader::new(&search);
        assert_eq!(moves_by_promise(&reader, reader.at(), reader.position()).len(), 16);
    }
}
