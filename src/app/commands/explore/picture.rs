//! The picture of the tree below a position: the nodes into which most effort went.

use serde::Serialize;

use crate::app::games::CommandLineGame;
use crate::inspect::{IllegalMove, MoveText, Score, TreeReader, TreeSelection};

/// Nodes of a picture: more would be too small to be seen. That many are found in milliseconds,
/// however large the tree is.
pub const MOST_NODES: usize = 300;

/// A node of the picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PictureNode {
    /// The place of the node above in the list; the position itself has none, and is the first.
    pub parent: Option<usize>,
    /// The move that leads here.
    #[serde(flatten)]
    pub mv: Option<MoveText>,
    /// The work that went into it.
    pub effort: u64,
    /// What it is worth to the side to move in the position.
    pub score: Score,
}

/// The most important nodes from the place of the reader on, `most` of them, each after the one above it.
///
/// # Errors
///
/// [`IllegalMove`] if the tree holds one.
pub fn picture<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    most: usize,
) -> Result<Vec<PictureNode>, IllegalMove> {
    let selection = TreeSelection::most_important(reader, most)?;
    let node = |index: usize| PictureNode {
        parent: selection.node(index).parent,
        mv: selection.move_text(index),
        effort: selection.told(index).effort,
        score: selection.score(index),
    };
    Ok((0..selection.nodes().len()).map(node).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;

    #[test]
    fn children_take_no_more_than_their_parent() -> anyhow::Result<()> {
        let search = Example::start().search();
        let nodes = picture(&TreeReader::new(&search), MOST_NODES)?;
        assert_eq!(nodes.len(), MOST_NODES);
        for (index, node) in nodes.iter().enumerate() {
            let children = nodes.iter().filter(|child| child.parent == Some(index));
            assert!(children.map(|child| child.effort).sum::<u64>() <= node.effort);
            assert!(node.parent.is_none_or(|parent| parent < index));
            assert_eq!(node.parent.is_none(), node.mv.is_none());
        }
        Ok(())
    }
}
