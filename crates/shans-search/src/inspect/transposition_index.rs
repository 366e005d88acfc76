//! An index of the positions of a tree.

use super::error::IllegalMove;
use super::reader::TreeReader;
use super::selection::TreeSelection;
use super::transpositions::Transpositions;
use crate::game::{Heuristics, Notation};
use crate::search::BestFirst;

/// Nodes of an index that is made for a report: more would take longer than the report.
pub const MOST_INDEXED: usize = 20_000;

/// Where the positions of a tree stand: those of the `most` nodes with most effort.
///
/// # Errors
///
/// [`IllegalMove`] if the tree holds one.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// # let root = Root::new(Nim::new(&[7, 8, 9]));
/// # let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
/// # search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
/// use shans_search::game::Game;
/// use shans_search::inspect::{Perspective, TreeReader, transpositions};
///
/// // Where else the position after the preferred move stands, among the 1,000 nodes with most effort.
/// let index = transpositions(&search, 1_000)?;
/// let mut reader = TreeReader::new(&search).with_transpositions(&index);
/// let (_, best) = reader.preferred(reader.at()).expect("moves were tried");
/// let mut position = reader.position().clone();
/// position.play(reader.move_to(best, &position)?);
/// let perspective = Perspective::new(search.position()).down(0.0);
/// for place in reader.elsewhere(&position, Some(best), &perspective) {
///     println!("{} plies from the root, worth {:?}", place.path.len(), place.score);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transpositions<G: Heuristics + Notation>(
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
    use super::super::perspective::Perspective;
    use super::super::tests::Example;
    use super::*;
    use crate::game::Game as _;

    #[test]
    fn other_ways_to_a_position_are_found_and_checked() -> anyhow::Result<()> {
        let search = Example::start().search();
        let index = transpositions(&search, 5_000)?;
        let reader = TreeReader::from_root(&search).with_transpositions(&index);
        let selection = TreeSelection::most_important(&reader, 5_000)?;
        let mut found = 0;
        for node in selection.nodes() {
            let perspective = Perspective::new(reader.position());
            for other in reader.elsewhere(&node.position, Some(node.id), &perspective) {
                found += 1;
                let mut there = TreeReader::from_root(&search);
                there.follow(other.path.iter().map(|mv| mv.machine.as_str()))?;
                assert_eq!(there.position().key(), node.position.key());
                assert_ne!(there.at(), node.id);
                assert_eq!(other.effort, there.tree().effort(there.at()));
            }
        }
        assert!(found > 0, "the example has transpositions");
        Ok(())
    }

    #[test]
    fn a_small_index_names_nothing_beyond_it() -> anyhow::Result<()> {
        let search = Example::start().search();
        let index = transpositions(&search, 1)?;
        let reader = TreeReader::from_root(&search).with_transpositions(&index);
        let perspective = Perspective::new(reader.position());
        assert_eq!(reader.elsewhere(reader.position(), None, &perspective), []);
        Ok(())
    }
}
