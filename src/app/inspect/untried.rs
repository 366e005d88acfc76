//! The moves of a position that were never tried, in the order in which they wait.

use shakmaty::Move;

use super::study::Study;
use crate::chess::Position;
use crate::game::{Estimate, Game, Order};
use crate::tree::NodeId;
use crate::value::{Chance, Player};

/// A move that waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Untried {
    /// The move.
    pub mv: Move,
    /// Its place in the order of the position, 0 first.
    pub rank: u16,
    /// What it promises over the value that the position had at first sight, centipawns of the
    /// mover.
    pub gain: i32,
    /// What the mover may hope for by it, its ply paid.
    pub chance: Chance,
}

/// The moves that may be tried in a position, the most promising first.
pub fn order(study: &Study, id: NodeId, position: &Position) -> Vec<Estimate<Move>> {
    let mut order = Vec::new();
    if study.node(id).is_finished() {
        return order;
    }
    position.estimates(&mut order);
    let candidates = study.search.root().candidates.as_ref();
    if let Some(candidates) = candidates.filter(|_| id == study.tree().root()) {
        order.retain(|estimate| candidates.contains(&estimate.mv));
    }
    order.sort_by_key(|estimate| -estimate.gain);
    order
}

/// Those of them that are not in the tree.
pub fn untried(study: &Study, id: NodeId, position: &Position) -> Vec<Untried> {
    let node = study.node(id);
    let tried: Vec<_> = study.tree().children(id).map(|(.., child)| child.mv).collect();
    let mover = node.turn().player().unwrap_or(Player::Max);
    let price = |rank| study.price(id, rank);
    let mut first_sight = None;
    let mut waiting = Vec::new();
    for (rank, Estimate { mv, gain }) in (0..).zip(order(study, id, position)) {
        if tried.contains(&position.encode(mv)) {
            continue;
        }
        // As the search does it: the estimate of the next move gives back the value at first
        // sight, except in a leaf, where that value is there and the gain is left out.
        let next = node.next.for_player(mover);
        let sight = *first_sight.get_or_insert(if tried.is_empty() {
            node.value.for_player(mover)
        } else {
            next - gain as f32 + price(rank)
        });
        let own = if waiting.is_empty() { next } else { sight + gain as f32 - price(rank) };
        waiting.push(Untried { mv, rank, gain, chance: Chance::from_player(mover, own) });
    }
    waiting
}

#[cfg(test)]
mod tests {
    use super::super::example::Example;
    use super::*;

    #[test]
    fn moves_wait_in_the_order_of_the_search() -> anyhow::Result<()> {
        let mut study = Example::start().study();
        study.follow(&["a3".to_string()])?;
        let order = order(&study, study.at, &study.position);
        let tried: Vec<_> = study
            .tree()
            .children(study.at)
            .map(|(.., child)| study.position.decode(child.mv))
            .collect();
        assert!((1..order.len()).contains(&tried.len()), "{} tried", tried.len());
        assert!(order.iter().map(|estimate| Some(estimate.mv)).zip(&tried).all(|(a, &b)| a == b));
        let waiting = untried(&study, study.at, &study.position);
        assert_eq!(waiting.len() + tried.len(), order.len());
        assert_eq!(usize::from(waiting[0].rank), tried.len());
        assert_eq!(waiting[0].chance, study.node(study.at).next);
        let own = |untried: &Untried| untried.chance.for_player(Player::Min);
        assert!(waiting.is_sorted_by(|a, b| own(a) >= own(b)));
        Ok(())
    }

    #[test]
    fn only_candidates_wait() {
        let example = Example { only: &["a3", "h3", "e4"], ..Example::start() };
        let study = example.study();
        assert_eq!(order(&study, study.at, &study.position).len(), 3);
    }
}
