//! The searchers by name.

use thiserror::Error;

use crate::chess::Position;
use crate::search::{BestFirst, ChanceModel, Room, Root, Searcher};

/// What makes the default searcher; it has the name without a colon, too.
pub const DEFAULT: &str = "best-first";

/// A searcher of chess positions.
pub type ChessSearcher = Box<dyn Searcher<Position>>;

/// A way to search that can be asked for by name.
#[derive(Debug)]
pub struct SearcherKind {
    /// Its full name, which reports give.
    pub name: &'static str,
    /// What it limits itself by.
    pub bound: Bound,
    build: fn(Root<Position>, Room) -> ChessSearcher,
}

/// What options a searcher understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A tree that is kept: `--tree-nodes` and `--settle`.
    Tree,
}

impl SearcherKind {
    /// A searcher of this root that keeps to this room.
    pub fn build(&self, root: Root<Position>, room: Room) -> ChessSearcher {
        (self.build)(root, room)
    }
}

static ALL: &[SearcherKind] = &[SearcherKind {
    name: "best-first:quiescence",
    bound: Bound::Tree,
    build: |root, room| Box::new(BestFirst::new(root, ChanceModel::default(), room)),
}];

/// There is no searcher of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no searcher {given:?}; there are {known}")]
pub struct UnknownSearcher {
    given: String,
    known: String,
}

/// The searcher of a name.
///
/// # Errors
///
/// [`UnknownSearcher`] lists the names there are.
pub fn by_name(name: &str) -> Result<&'static SearcherKind, UnknownSearcher> {
    let full = if name == DEFAULT { "best-first:quiescence" } else { name };
    ALL.iter().find(|kind| kind.name == full).ok_or_else(|| {
        let names: Vec<&str> = [DEFAULT].into_iter().chain(ALL.iter().map(|k| k.name)).collect();
        UnknownSearcher { given: name.to_string(), known: names.join(", ") }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known_and_others_get_the_list() {
        assert!(by_name(DEFAULT).is_ok());
        for kind in ALL {
            assert_eq!(by_name(kind.name).map(|found| found.name), Ok(kind.name));
        }
        let message = by_name("mcts").map(|kind| kind.name).expect_err("mcts").to_string();
        assert!(message.contains("mcts") && message.contains("best-first:quiescence"), "{message}");
    }
}
