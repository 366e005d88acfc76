//! What a search knows besides its tree and its table, so that it can be saved and continue
//! later.

use thiserror::Error;

use super::anchor::Anchor;
use super::answer::Answer;
use crate::game::MoveCode;
use crate::search::notebook::{BadNote, Notes};
use crate::search::room::ReclaimPass;

/// The state of a search at rest. Moves are codes, the nodes that it points to are named by
/// their places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchState {
    /// The moves from the root of the tree to the position analysed.
    pub line: Vec<MoveCode>,
    /// Positions reached by making a move.
    pub nodes: u64,
    /// Static evaluations.
    pub evals: u64,
    /// The value around which the chance model spreads values out: that of the first position,
    /// centipawns.
    pub centre: f32,
    /// What is counted beside them.
    pub stats: Stats,
    /// The freeing under way, if there is one.
    pub sweep: ReclaimPass,
    /// The answer, by the rank of its node.
    pub answer: Answer<MoveCode, u16>,
    /// Lines that are still to be made part of the tree, from the root of it.
    pub included: Vec<Vec<MoveCode>>,
    /// How many moves of the position analysed are to have a value.
    pub wanted_lines: u16,
    /// What searches of whole positions have found, each with the place of its node in the order of files.
    pub anchors: Vec<(u32, Anchor)>,
    /// What is kept with the tree, and not read by the search.
    pub notes: Notes,
}

/// What a search counts beside its tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Rounds of the loop.
    pub iterations: u64,
    /// Values taken from the table: of leaves, or within searches of them.
    pub table_hits: u64,
    /// Tree nodes ever made.
    pub made: u64,
    /// Sum of the depths at which they were made, plies below the root.
    pub depth_sum: u64,
    /// The greatest of them.
    pub depth_max: u32,
    /// Tree nodes freed to make room.
    pub freed: u64,
    /// How often the whole tree was swept to find them.
    pub sweeps: u64,
    /// Leaves that were searched deeper because there was no room for their children.
    pub deepened: u64,
    /// `made` when the tree was last looked after.
    pub swept_at: u64,
    /// The nodes that went into lines alone: into other moves than the best one where leaves are valued at first sight, into
    /// the ends of short lines where they are searched.
    pub for_lines: u64,
}

impl Stats {
    /// Nodes were made this many plies below the root of the tree.
    pub(in crate::search) fn note_made(&mut self, nodes: usize, depth: usize) {
        self.made += nodes as u64;
        self.depth_sum += nodes as u64 * depth as u64;
        if nodes > 0 {
            self.depth_max = self.depth_max.max(depth as u32);
        }
    }
}

/// Why a state does not fit its tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unfit {
    /// The line to the position analysed leaves the tree.
    #[error("move {0} of the line to the position analysed is not in the tree")]
    Line(usize),
    /// There is no such child.
    #[error("the preferred move is not in the tree")]
    Answer,
    /// A line to be searched that has a move that is not legal.
    #[error("line {0} of those to be searched first has an illegal move")]
    Included(usize),
    /// A note.
    #[error(transparent)]
    Note(#[from] BadNote),
    /// A move that is not legal.
    #[error("change {0} of the preferred move names an illegal move")]
    Change(usize),
}
