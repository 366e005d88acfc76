//! Where positions stand in the tree, as far as that was looked up lately.

use std::time::{Duration, Instant};

use crate::app::games::CommandLineGame;
use crate::inspect::{Transpositions, transpositions};
use crate::search::BestFirst;

/// Nodes of an index, those with most effort: it is made in some thirty milliseconds, in which no question is answered.
const MOST_NODES: usize = 4_000;
/// An index of a tree that grows is not made afresh before this time.
const LEAST_AGE: Duration = Duration::from_secs(5);

/// An index of the tree.
#[derive(Debug, Default)]
pub struct Index {
    /// Where positions stand.
    pub transpositions: Transpositions,
    /// Nodes searched when it was made, and the time.
    made: Option<(u64, Instant)>,
}

impl Index {
    /// Makes it afresh where the tree is another one than it was, and it is old.
    pub fn follow<G: CommandLineGame>(&mut self, search: &BestFirst<G>) {
        let nodes = search.nodes();
        let is_fresh =
            self.made.is_some_and(|(then, at)| then == nodes || at.elapsed() < LEAST_AGE);
        if !is_fresh {
            // A tree with an illegal move is reported elsewhere.
            self.transpositions = transpositions(search, MOST_NODES).unwrap_or_default();
            self.made = Some((nodes, Instant::now()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;

    #[test]
    fn an_index_is_made_once_for_a_tree() {
        let search = Example::start().search();
        let mut index = Index::default();
        index.follow(&search);
        let made = index.made;
        assert!(made.is_some());
        index.follow(&search);
        assert_eq!(index.made, made);
    }
}
