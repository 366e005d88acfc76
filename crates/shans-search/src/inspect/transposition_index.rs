//! An index of the positions of a tree.

use super::error::IllegalMove;
use super::reader::TreeReader;
use super::selection::TreeSelection;
use super::transpositions::Transpositions;
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::BestFirst;

/// Where the positions of a tree stand: those of the `most` nodes with most effort.
///
/// # Errors
///
/// [`IllegalMove`] if the tree holds one.
pub fn transpositions<G: Heuristics + Evaluate + Notation>(
    search: &BestFirst<G>,
    most: usize,
) -> Result<Transpositions, IllegalMove> {
    let reader = TreeReader::from_root(search);
    let selection = TreeSelection::most_important(&reader, most)?;
    let mut index = Transpositions::default();
    for (place, node) in selection.nodes().iter().enumerate() {
        index.note(node.parent, selection.tree_node(place).mv, node.position.key());
    }
    index.keep_repeated();
    Ok(index)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Example;
    use super::super::transpositions::Standing;
    use super::*;
    use crate::game::Game as _;
    use crate::value::Player;

    #[test]
    fn other_ways_to_a_position_are_found_and_checked() -> anyhow::Result<()> {
        let search = Example::start().search();
        let index = transpositions(&search, 5_000)?;
        let reader = TreeReader::from_root(&search);
        let selection = TreeSelection::most_important(&reader, 5_000)?;
        let mut found = 0;
        for node in selection.nodes() {
            let standing = Standing { viewer: Player::Max, plies: 0 };
            for other in index.others(&search, &node.position, Some(node.id), standing) {
                found += 1;
                let mut there = TreeReader::from_root(&search);
                there.follow(other.path.iter().map(|mv| mv.machine.as_str()))?;
                assert_eq!(there.position().key(), node.position.key());
                assert_ne!(there.at(), node.id);
                assert_eq!(other.effort, u64::from(there.node(there.at()).effort));
            }
        }
        assert!(found > 0, "the example has transpositions");
        Ok(())
    }

    #[test]
    fn a_small_index_names_nothing_beyond_it() -> anyhow::Result<()> {
        let search = Example::start().search();
        let index = transpositions(&search, 1)?;
        let reader = TreeReader::from_root(&search);
        let standing = Standing { viewer: Player::Max, plies: 0 };
        assert_eq!(index.others(&search, reader.position(), None, standing), []);
        Ok(())
    }
}
