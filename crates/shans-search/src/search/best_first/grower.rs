//! The two forms of the search: what each has beside the tree.

use super::explored::Explored;
use super::searched::Searched;
use crate::game::Heuristics;
use crate::tree::NodeId;

/// The two forms of the search.
#[derive(Debug)]
pub(super) enum Grower<G: Heuristics> {
    /// Every explored position is a node.
    Explored(Explored<G>),
    /// Leaves are searched.
    Searched(Searched<G>),
}

impl<G: Heuristics> Grower<G> {
    pub(super) fn searched(&self) -> Option<&Searched<G>> {
        match self {
            Grower::Searched(searched) => Some(searched),
            Grower::Explored(_) => None,
        }
    }

    pub(super) fn searched_mut(&mut self) -> Option<&mut Searched<G>> {
        match self {
            Grower::Searched(searched) => Some(searched),
            Grower::Explored(_) => None,
        }
    }

    /// The ways to nodes that somebody is asked about.
    pub(super) fn open_ways(&self) -> Vec<&[NodeId]> {
        let visits = self.searched().into_iter().flat_map(|searched| &searched.visits);
        visits.map(|visit| visit.way.as_slice()).collect()
    }

    pub(super) fn explored_mut(&mut self) -> Option<&mut Explored<G>> {
        match self {
            Grower::Explored(explored) => Some(explored),
            Grower::Searched(_) => None,
        }
    }

    /// Another tree begins: nothing is asked about it yet.
    pub(super) fn forget_tree(&mut self) {
        if let Grower::Searched(searched) = self {
            searched.forget_tree();
        }
    }
}
