//! What a tree knows of a move, as data.
//!
//! Scripts rely on the names in JSON: add to them, do not rename.

use serde::{Serialize, Serializer};

use super::few_moves::FewMoves;
use super::move_text::{MoveText, machine_only};
use super::refutation::VariationStep;
use super::score::{Chances, Score, UnsettledBy};
use super::second_opinion::SecondOpinion;
use super::transpositions::Elsewhere;
use crate::search::RestsOn;

/// Why a move is not preferred, or is, as far as the tree knows.
///
/// All numbers are those of the side to move in the position, mates count from there, and chances
/// have paid for every ply from there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveExplanation {
    /// The position ([`Notation::describe`](crate::game::Notation::describe)).
    #[serde(rename = "fen")]
    pub position: String,
    /// The moves that lead to it from the position analysed.
    #[serde(rename = "moves", serialize_with = "machine_only")]
    pub path: Vec<MoveText>,
    /// Whether leaves are searched.
    #[serde(skip)]
    pub is_searched: bool,
    /// The move asked about.
    #[serde(flatten)]
    pub mv: MoveText,
    /// How it stands.
    pub verdict: Verdict,
    /// What the tree knows of the move; `None` if it was not tried.
    pub candidate: Option<TriedMove>,
    /// The preferred move, or the second best where the preferred one is asked about; `None`
    /// where no other was tried.
    pub rival: Option<TriedMove>,
    /// How much more the rival is worth in centipawns, negative where it is less; `None` if
    /// one of the two wins, proven or not, or is not there.
    pub behind_cp: Option<i64>,
    /// The move's part of the effort below the position, 0 to 1. Four decimals in JSON.
    #[serde(serialize_with = "four_decimals")]
    pub effort_share: Option<f64>,
    /// Where the chance of the side to move lies below the move; `None` if there is none.
    pub chance: Option<ChanceSource>,
    /// What the position was worth before any move was tried: its quiescence value. `None` if
    /// the move was not tried.
    pub first_sight: Option<Score>,
    /// The move and the variation of both players' preferred moves behind it.
    pub refutation: Vec<VariationStep>,
    /// What a move waits for that was never tried.
    pub waiting: Option<WaitingMove>,
    /// The moves that keep the result of the position, where they are few, and the preferred one is asked about; no field
    /// otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub few_moves: Option<FewMoves>,
    /// Where else in the tree the position after the move stands, and more work went into it; no field where
    /// that is nowhere, or was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Elsewhere>,
    /// What searches of their own say, where they were asked for.
    pub verified: Option<SecondOpinion>,
}

/// How a move stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is the answer.
    Preferred,
    /// Its value is better than that of the answer, but less certain.
    Ahead,
    /// Another move is worth more, or as much.
    Rejected,
    /// It waits for its turn.
    Untried,
    /// The search was told to leave it out.
    Excluded,
    /// It is a random outcome, which neither side chooses.
    Outcome,
}

/// What the tree knows of a move that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TriedMove {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// What it is worth.
    pub score: Score,
    /// Whether that may still fall: its line ends where moves that were not made may be better.
    pub unsettled: bool,
    /// Which moves these are; no field if it is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsettled_by: Option<UnsettledBy>,
    /// How little the score rests on; no field if that is not little.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests_on: Option<RestsOn>,
    /// What both players may still reach behind it.
    #[serde(flatten)]
    pub chances: Chances,
    /// Nodes in the tree now behind it; `None`, and no field, where they were not to be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree_nodes: Option<u64>,
    /// Tree nodes ever made behind it; if leaves are searched, positions searched for it.
    pub effort: u64,
    /// Whether the outcome, a win of either side or a draw, is certain.
    pub proven: bool,
    /// Whether that is proven only of the game without the moves that were left out; no field if it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub conditional: bool,
    /// The move, and the best ones behind it.
    #[serde(serialize_with = "machine_only")]
    pub pv: Vec<MoveText>,
}

/// What the chance of the side to move rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ChanceSource {
    /// What the side to move may still reach, in centipawns.
    pub cp: i64,
    /// How far that lies below the rival's value; `None` if the rival wins or loses, proven or
    /// not, or there is none.
    pub short_cp: Option<i64>,
    /// How many moves tried in the position hold a greater chance.
    pub greater: usize,
    /// The moves from the position to the one where it lies, the move asked about first.
    #[serde(rename = "line", serialize_with = "machine_only")]
    pub variation: Vec<MoveText>,
    /// The move that waits there; `None` if the tree does not tell.
    pub untried: Option<MoveText>,
}

/// What is known about a move that was never tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WaitingMove {
    /// How many moves may be tried in the position.
    pub moves_legal: usize,
    /// What its place in the order of estimates rests on: what it promises over the value that the position had
    /// before any move was tried, centipawns.
    pub gain_cp: i32,
    /// What the moves that wait in the position are worth at most, as far as was searched; no field if leaves are valued
    /// at first sight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Score>,
    /// When its turn comes; no fields if leaves are searched: what is tried next is what a search of the moves that wait
    /// finds best.
    #[serde(flatten)]
    pub turn: Option<WaitingTurn>,
}

/// When the turn of a move comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WaitingTurn {
    /// Its place among the moves that may be tried, 1 first.
    pub rank: u16,
    /// What the side to move may reach by it, its ply paid.
    pub chance_cp: Option<i64>,
    /// Untried moves that come before it.
    pub before: usize,
    /// The one that comes next.
    pub next_untried: MoveText,
    /// What the side to move may reach by the next one.
    pub next_chance_cp: Option<i64>,
    /// The greatest chance of the side to move behind the moves that were tried; `None` without
    /// any.
    pub tried_chance_cp: Option<i64>,
    /// The move that holds that chance. JSON goes without.
    #[serde(skip)]
    pub best_tried: Option<MoveText>,
}

fn four_decimals<S: Serializer>(share: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    share.map(|share| (share * 10_000.0).round() / 10_000.0).serialize(to)
}
