//! The positions that are searched: each is a value, with all that belongs to it alone.
//!
//! The first one is the position analysed. Others are searched at the same time; they take turns with it, and whatever
//! says "the position analysed" means the one whose turn it is.

use std::ops::{Deref, DerefMut};

use super::answer::Answer;
use super::change::Questions;
use super::tree_walk::TreeWalk;
use crate::game::Game;
use crate::tree::NodeId;

/// A position that is searched.
#[derive(Debug)]
pub struct Focus<G: Game> {
    pub walk: TreeWalk<G>,
    pub answer: Answer<G::Move>,
    /// The questions that are out about it.
    pub asked: Questions,
    /// How many of the first of the lines that are to be in the tree are known to lie beside it.
    pub lines_passed: usize,
    /// The count of nodes when its last iteration began.
    pub nodes_at_iteration: u64,
    /// The moves that lead there from the position analysed; none of that itself.
    pub line: Vec<G::Move>,
    /// How many of them are walked.
    pub walked: usize,
    /// Its part of the nodes; `None` where all that the limits leave are for it.
    pub part: Option<Part>,
}

/// A part of the nodes.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub granted: u64,
    pub left: u64,
}

impl<G: Game> Focus<G> {
    /// The position at which this walk stands, nothing known of it yet.
    pub fn new(walk: TreeWalk<G>) -> Focus<G> {
        Focus {
            walk,
            answer: Answer::default(),
            asked: Questions::default(),
            lines_passed: 0,
            nodes_at_iteration: 0,
            line: Vec::new(),
            walked: 0,
            part: None,
        }
    }

    pub fn is_reached(&self) -> bool {
        self.walked == self.line.len()
    }

    /// The ways that have to stay in the tree: to the position, and to the nodes that something is asked about.
    pub fn ways(&self) -> impl Iterator<Item = &[NodeId]> {
        self.asked.out.iter().map(|it| &it.way).chain([&self.walk.stem]).map(Vec::as_slice)
    }
}

/// All positions that are searched: the position analysed, and those beside it. By itself it is the one whose turn it is.
#[derive(Debug)]
pub struct Foci<G: Game> {
    pub all: Vec<Focus<G>>,
    /// Whose turn it is.
    pub turn: usize,
}

impl<G: Game> Foci<G> {
    /// Those beside the position analysed.
    pub fn beside(&self) -> &[Focus<G>] {
        &self.all[1..]
    }
}

impl<G: Game> Deref for Foci<G> {
    type Target = Focus<G>;

    fn deref(&self) -> &Focus<G> {
        &self.all[self.turn]
    }
}

impl<G: Game> DerefMut for Foci<G> {
    fn deref_mut(&mut self) -> &mut Focus<G> {
        &mut self.all[self.turn]
    }
}
