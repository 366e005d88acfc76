//! Open visits as plain data.

use serde::{Deserialize, Serialize};

use crate::game::MoveCode;
use crate::tree::ValueBound;
use crate::value::Value;

/// A visit that waits for an answer: nothing of it is in the tree yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VisitState {
    /// The ranks of the moves from the root of the tree to the node that it is about.
    pub(super) way: Vec<u16>,
    /// The value of the position analysed when it began.
    pub(super) aim: Value,
    pub(super) spent: u64,
    pub(super) unfinished: u64,
    /// Positions and evaluations.
    pub(super) counted: (u64, u64),
    pub(super) table_hits: u64,
    pub(super) has_no_room: bool,
    pub(super) work: WorkState,
}

/// What it asks. Players are stored as whether they are Max.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum WorkState {
    Leaf {
        plies: u8,
        question: QuestionState,
        then: ThenState,
        found: Option<FindingState>,
        is_over: bool,
    },
    Moves {
        making: MakingState,
        total: u16,
        moves: Vec<MoveCode>,
        children: Vec<ChildState>,
        is_counted: bool,
        spent: u64,
        is_over: bool,
    },
    FasterWin {
        is_max: bool,
        plies: u8,
        found: Option<FindingState>,
    },
    Set {
        plies: u8,
        splits: bool,
        moves: u16,
        found: Option<FindingState>,
    },
    /// About the position after this move: the rest is as of `Leaf`.
    Candidate {
        mv: MoveCode,
        plies: u8,
        question: QuestionState,
        then: ThenState,
        found: Option<FindingState>,
        is_over: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum QuestionState {
    Exceeds(bool, Value),
    Near(Value),
    Within(Value, Value),
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum ThenState {
    Done,
    Narrow { is_max: bool, goal: Value, bound: Value, is_deeper: bool },
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum MakingState {
    One,
    All(bool),
    UntilRefuted(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FindingState {
    pub(super) value: Value,
    pub(super) bound: ValueBound,
    pub(super) best: Option<MoveCode>,
}

/// A node behind a move, which the tree lacks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ChildState {
    pub(super) value: Value,
    pub(super) is_finished: bool,
    pub(super) bound: ValueBound,
    pub(super) plies: u8,
    pub(super) effort: u32,
}
