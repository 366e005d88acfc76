//! Trees for unit tests.

use super::reader::TreeReader;
use crate::game::{Game, Notation};
use crate::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
use crate::testing::{Duel, Step};
use crate::value::Player;

/// A position, and how long to search it.
pub struct Example {
    pub position: Duel,
    pub nodes: u64,
    /// Choose among these only; among all if there are none.
    pub only: Vec<Step>,
}

impl Example {
    /// At the start most moves lose nothing, and 10 loses at once.
    pub fn start() -> Example {
        Example { position: Duel::start(), nodes: 2_000, only: Vec::new() }
    }

    /// Without those that lose at once.
    pub fn safe() -> Example {
        Example { only: Duel::start().safe_steps(), ..Example::start() }
    }

    pub fn search(&self) -> BestFirst<Duel> {
        let mut root = Root::new(self.position);
        root.candidates = (!self.only.is_empty()).then(|| self.only.clone());
        let room = MemoryLimits::new(16 << 20);
        let mut search = BestFirst::new(root, ChanceModel::default(), room);
        search.search(&Limits { nodes: Some(self.nodes), ..Limits::default() }, &mut |_| {});
        search
    }
}

/// A move, as programs write it, behind which some replies were tried, and some not.
pub fn half_tried(search: &BestFirst<Duel>) -> String {
    let tree = search.tree();
    let is_half = |id| (1..20).contains(&tree.children(id).count());
    let mut tried = tree.children(search.at());
    let found = tried.find(|&(_, id, node)| !node.is_decided() && is_half(id));
    let mv = found.and_then(|(.., node)| search.position().decode(node.mv));
    search.position().machine_text(mv.unwrap_or_else(|| panic!("all or none were tried")))
}

/// A tree of the initial position that claims to be one of another: not one of its moves is
/// legal.
pub fn damaged(search: &BestFirst<Duel>) -> TreeReader<'_, Duel> {
    let mut reader = TreeReader::new(search);
    let other = Duel::of(7, 18, Player::Max);
    let first = reader.ranked(reader.at())[0].1;
    assert!(other.decode(reader.node(first).mv).is_none());
    reader.position = other;
    reader
}
