//! One of several positions that are searched at the same time.

use super::super::answer::Answer;
use super::super::questions::Questions;
use super::super::tree_walk::TreeWalk;
use crate::game::Game;
use crate::tree::NodeId;

/// One of several positions that are searched. What the search has for the position analysed is here while another one
/// is in that place.
#[derive(Debug)]
pub(in super::super) struct PlaceBeside<G: Game> {
    /// The moves that lead there from the position analysed.
    pub(in super::super) line: Vec<G::Move>,
    /// How many of them are walked.
    pub(in super::super) walked: usize,
    /// The nodes that it may take, once it is reached ...
    pub(in super::super) granted: u64,
    /// ... and those of them that are left.
    pub(in super::super) left: u64,
    pub(in super::super) walk: TreeWalk<G>,
    pub(in super::super) answer: Answer<G::Move>,
    pub(in super::super) asked: Questions,
    pub(in super::super) passed: usize,
}

impl<G: Game> PlaceBeside<G> {
    /// Nothing of the line is walked yet; the walk stands where it begins.
    pub(in super::super) fn new(
        line: Vec<G::Move>,
        nodes: u64,
        walk: TreeWalk<G>,
    ) -> PlaceBeside<G> {
        PlaceBeside {
            line,
            walked: 0,
            granted: nodes,
            left: nodes,
            walk,
            answer: Answer::default(),
            asked: Questions::default(),
            passed: 0,
        }
    }

    pub(super) fn is_reached(&self) -> bool {
        self.walked == self.line.len()
    }

    /// The ways that have to stay in the tree: to the position, and to the nodes that something is asked about.
    pub(in super::super) fn ways(&self) -> impl Iterator<Item = &[NodeId]> {
        self.asked.ways().chain([self.walk.stem()])
    }

    /// Whether one of both lies below the other one, or they are the same.
    pub(super) fn is_on_line(&self, line: &[G::Move]) -> bool {
        self.line.starts_with(line) || line.starts_with(&self.line)
    }
}
