//! What a search knows besides its tree and its table, so that it can be saved and continue
//! later.

use thiserror::Error;

use super::anchor::Anchor;
use super::memory::pass::ReclaimState;
use crate::game::MoveCode;
use crate::search::notebook::{BadNote, Notes};
use crate::search::report::Change;
use crate::value::{Player, Value};

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
    pub sweep: ReclaimState,
    /// The rank of the preferred move.
    pub answer: Option<u16>,
    /// The winner and the plies, if the answer is a proven win.
    pub answer_win: Option<(Player, u16)>,
    /// How the answer came about, oldest first.
    pub changes: Vec<Change<MoveCode>>,
    /// Lines that are still to be made part of the tree, from the root of it.
    pub included: Vec<Vec<MoveCode>>,
    /// How many moves of the position analysed are to have a value.
    pub wanted_lines: u16,
    /// The nodes that went into their lines alone ([`BestFirst`](super::BestFirst) counts them).
    pub for_lines: u64,
    /// The last counts of nodes that were twice the one before, and the values of the position analysed then:
    /// centipawns, Max's view.
    pub marks: Vec<(u64, f32)>,
    /// What searches of whole positions have found, each with the place of its node in the order of files.
    pub anchors: Vec<(u32, Anchor)>,
    /// What is kept with the tree, and not read by the search.
    pub notes: Notes,
}

/// What a search counts and remembers beside its tree.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// The proven win of the position analysed, and `nodes` when it was found.
    pub win: Option<(Value, u64)>,
    /// The lowest value so far of the larger gap at the position analysed, centipawns; infinite
    /// before the first.
    pub least_gap: f32,
    /// Tree nodes freed to make room.
    pub freed: u64,
    /// How often the whole tree was swept to find them.
    pub sweeps: u64,
    /// Leaves that were searched deeper because there was no room for their children.
    pub deepened: u64,
    /// `made` when the tree was last looked after.
    pub swept_at: u64,
}

impl Default for Stats {
    /// Those of a search that was not started.
    fn default() -> Stats {
        Stats {
            iterations: 0,
            table_hits: 0,
            made: 0,
            depth_sum: 0,
            depth_max: 0,
            win: None,
            least_gap: f32::INFINITY,
            freed: 0,
            sweeps: 0,
            deepened: 0,
            swept_at: 0,
        }
    }
}

/// Counts that nothing depends on but reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    pub iterations: u64,
    pub table_hits: u64,
    pub made: u64,
    pub depth_sum: u64,
    pub depth_max: u32,
}

impl Counters {
    /// Nodes were made this many plies below the root of the tree.
    pub fn note_made(&mut self, nodes: usize, depth: usize) {
        self.made += nodes as u64;
        self.depth_sum += nodes as u64 * depth as u64;
        if nodes > 0 {
            self.depth_max = self.depth_max.max(depth as u32);
        }
    }
}

/// What was done to stay within the memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reclaimed {
    pub freed: u64,
    pub passes: u64,
    pub deepened: u64,
    pub kept_room_at: u64,
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
