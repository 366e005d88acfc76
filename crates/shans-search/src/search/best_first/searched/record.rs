//! Open visits as plain data.

use serde::{Deserialize, Serialize};

use super::faster_win::FasterWin;
use super::move_work::Making;
use super::question::LeafWork;
use super::set_work::SetWork;
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

/// What it asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum WorkState {
    Leaf(LeafWork),
    Moves {
        making: Making,
        total: u16,
        moves: Vec<MoveCode>,
        children: Vec<ChildState>,
        is_counted: bool,
        spent: u64,
        is_over: bool,
    },
    FasterWin(FasterWin),
    Set(SetWork),
    /// About the position after this move.
    Candidate(MoveCode, LeafWork),
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

#[cfg(test)]
mod tests {
    use super::super::question::{Finding, Question, Then};
    use super::*;
    use crate::search::window::Window;
    use crate::value::Player;

    fn bytes(value: impl Serialize) -> Vec<u8> {
        let config = bincode::config::standard().with_fixed_int_encoding();
        bincode::serde::encode_to_vec(value, config).expect("plain data")
    }

    /// The right sides are the format: variants by their numbers, players as whether they are Max.
    #[test]
    fn what_is_asked_is_written_as_in_all_files_before() {
        let [low, high] = [-20.0, 30.0].map(Value::centipawns);
        let found = Finding { value: low, bound: ValueBound::AtMost, best: Some(MoveCode(7)) };
        let then = Then::Narrow { flattered: Player::Min, goal: low, bound: high, is_deeper: true };
        let question = Question::Exceeds(Player::Max, high);
        let leaf = LeafWork { then, found: Some(found), ..LeafWork::one(5, question) };
        let asked = (5_u8, (0_u32, true, high), (1_u32, false, low, high, true));
        let answer = Some((low, 2_u32, Some(7_u16)));
        assert_eq!(bytes(WorkState::Leaf(leaf)), bytes((0_u32, asked, answer, false)));
        let candidate = WorkState::Candidate(MoveCode(9), leaf);
        assert_eq!(bytes(candidate), bytes((4_u32, 9_u16, asked, answer, false)));
        let search = FasterWin { winner: Player::Max, plies: 8, found: None };
        assert_eq!(bytes(WorkState::FasterWin(search)), bytes((2_u32, true, 8_u8, false)));
        let set = SetWork { plies: 3, splits: true, moves: 31, found: Some(found) };
        assert_eq!(bytes(WorkState::Set(set)), bytes((3_u32, 3_u8, true, 31_u16, answer)));
        for (question, written) in [
            (Question::Near(low), bytes((1_u32, low))),
            (Question::Within(Window { low, high }), bytes((2_u32, low, high))),
            (Question::Open, bytes(3_u32)),
        ] {
            assert_eq!(bytes(question), written);
        }
        assert_eq!([Then::Done, Then::Open].map(bytes), [0_u32, 2].map(bytes));
        for (making, written) in [
            (Making::One, bytes(0_u32)),
            (Making::All(Player::Max), bytes((1_u32, true))),
            (Making::UntilRefuted(Player::Min), bytes((2_u32, false))),
        ] {
            assert_eq!(bytes(making), written);
        }
    }
}
