//! One of several positions that are searched at the same time.

use super::super::answer::Answer;
use super::super::questions::Questions;
use super::super::tree_walk::TreeWalk;
use crate::game::Game;
use crate::tree::NodeId;

/// One of several positions that are searched. What the search has for the position analysed is here while another one
/// is in that place.
#[derive(Debug)]
pub struct PlaceBeside<G: Game> {
    /// The moves that lead there from the position analysed.
    pub line: Vec<G::Move>,
    /// How many of them are walked.
    pub walked: usize,
    /// The nodes that it may take, once it is reached ...
    pub granted: u64,
    /// ... and those of them that are left.
    pub left: u64,
    pub walk: TreeWalk<G>,
    pub answer: Answer<G::Move>,
    pub asked: Questions,
    pub passed: usize,
}

impl<G: Game> PlaceBeside<G> {
    /// Nothing of the line is walked yet; the walk stands where it begins.
    pub fn new(line: Vec<G::Move>, nodes: u64, walk: TreeWalk<G>) -> PlaceBeside<G> {
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

    pub fn is_reached(&self) -> bool {
        self.walked == self.line.len()
    }

    /// The ways that have to stay in the tree: to the position, and to the nodes that something is asked about.
    pub fn ways(&self) -> impl Iterator<Item = &[NodeId]> {
        self.asked.ways().chain([self.walk.stem()])
    }

    /// Whether one of both lies below the other one, or they are the same.
    pub fn is_on_line(&self, line: &[G::Move]) -> bool {
        self.line.starts_with(line) || line.starts_with(&self.line)
    }
}
