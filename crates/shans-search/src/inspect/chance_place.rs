//! Where the chance of a player below a move comes from.

use super::error::IllegalMove;
use super::move_text::variation_text;
use super::reader::TreeReader;
use super::untried::untried;
use crate::game::{Heuristics, Notation};
use crate::tree::{Holder, NodeId};
use crate::value::Player;

/// The position in which a chance lies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ChancePlace<G, M> {
    /// The moves that lead there from the position looked at.
    pub(super) variation: Vec<M>,
    /// The position.
    pub(super) position: G,
    /// The move that waits there; `None` if the tree does not tell.
    pub(super) untried: Option<M>,
}

/// Follows a player's chance from the child `id` of the position looked at down to the untried
/// move on which it rests. At each node the holder is the one that the search itself would
/// follow.
///
/// # Errors
///
/// [`IllegalMove`] if the tree holds one.
pub(super) fn chance_place<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    player: Player,
) -> Result<ChancePlace<G, G::Move>, IllegalMove> {
    let position = reader.position().clone();
    let mut place = ChancePlace { variation: Vec::new(), position, untried: None };
    let mut next = Some(id);
    while let Some(id) = next {
        let mv = reader.move_to(id, &place.position).map_err(|illegal| {
            illegal.after(&variation_text(reader.position(), &place.variation)).after(reader.path())
        })?;
        place.variation.push(mv);
        place.position.play(mv);
        next = match reader.holder(id, &place.position, player) {
            Holder::Child(child, _) => Some(child),
            Holder::Next | Holder::Nobody => None,
        };
        // Without children both players' chances rest on the first move, unless there was more
        // below before. Where leaves are searched, the tree does not tell which move comes next.
        let has_children = reader.tree().children(id).next().is_some();
        let tells = !reader.search().rules().searches_leaves();
        if next.is_none() && tells && (has_children || reader.tree().effort(id) <= 1) {
            let waiting = untried(reader, id, &place.position);
            place.untried = waiting.first().map(|first| first.mv);
        }
    }
    Ok(place)
}

/// The chances of a player behind the moves of the position looked at, their prices paid: own
/// view, centipawns.
pub(super) fn chances_of_moves<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    player: Player,
) -> Vec<(NodeId, f32)> {
    let children = reader.tree().children(reader.at());
    let own = |(rank, id, _)| {
        let paid = reader.price(reader.at(), (rank, id));
        (id, reader.node(id).chance(player).for_player(player) - paid)
    };
    children.map(own).collect()
}

#[cfg(test)]
mod tests {
    use super::super::perspective::Perspective;
    use super::super::tests::Example;
    use super::*;

    /// The chance of a move lies where the walk of the search would look for it.
    #[test]
    fn the_chance_lies_at_the_end_of_its_variation() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = TreeReader::new(&search);
        let mv = reader.child(reader.legal_move("7")?).unwrap_or_else(|| panic!("not tried"));
        let place = chance_place(&reader, mv, Player::Max)?;
        assert!(place.variation.len() > 1, "nothing below it");
        // The chance as it is seen at both ends, every price on the way paid.
        let mut perspective = Perspective::new(reader.position());
        let mut seen = Vec::new();
        let mut down = TreeReader::new(&search);
        for &mv in &place.variation {
            let id = down.child(mv).unwrap_or_else(|| panic!("{mv:?} was not tried"));
            let rank = down.tree().children(down.at()).find(|&(_, child, _)| child == id);
            perspective =
                perspective.down(down.price(down.at(), (rank.map_or(0, |(rank, ..)| rank), id)));
            seen.push(perspective.chance(Player::Max, down.node(id).chance(Player::Max)));
            down.step(mv)?;
        }
        assert!(seen[0].is_some() && seen.iter().all(|chance| *chance == seen[0]), "{seen:?}");
        assert_eq!(&place.position, down.position());
        let waiting = untried(&down, down.at(), down.position());
        assert_eq!(place.untried, waiting.first().map(|first| first.mv));
        Ok(())
    }
}
