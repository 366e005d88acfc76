//! The header of a tree file, everything but the records in blocks, in plain numbers and texts.
//!
//! The structs that can be serialised are the sections as they are encoded; a change of their fields is a change of the
//! format.

use std::iter::Peekable;
use std::slice::Iter;

use serde::{Deserialize, Serialize};

use super::compression::Compression;
use super::numbers::Numbers;
use crate::game::MoveCode;
use crate::search::{Comment, Habit};

/// A header.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Who made it.
    pub origin: OriginRecord,
    /// The game and the position at the root of the tree.
    pub root: RootRecord,
    /// The parameters of the search.
    pub model: Numbers,
    /// What the search may keep.
    pub room: MemoryRecord,
    /// What the search knows beside tree and table.
    pub state: StateRecord,
    /// What is there only if leaves are searched.
    pub leaf_search: Option<LeafSearchRecord>,
    /// Section `included`: lines that are still to be searched first, from the root of the tree.
    pub included: Vec<Vec<MoveCode>>,
    /// Section `left-out`: lines from the root of the tree whose last moves are not considered.
    pub left_out: Vec<Vec<MoveCode>>,
    /// Section `anchors`: what searches of whole positions have found.
    pub anchors: Vec<AnchorRecord>,
    /// Section `efforts`.
    pub efforts: EffortsRecord,
    /// Section `memo`: numbers of the caller of the search.
    pub memo: Vec<u64>,
    /// Section `habits`.
    pub habits: HabitsRecord,
    /// Section `comments`: what people say about positions.
    pub comments: Vec<Comment>,
    /// Section `game`.
    pub game: GameRecord,
    /// Section `game-line`: the moves of the game from the root of the tree on.
    pub game_line: Vec<MoveCode>,
    /// Section `ending-tables`: the most pieces of a position that endgame tables knew, 0 without.
    pub table_pieces: u8,
    /// The records behind the header, in the order of the file.
    pub blocks: Vec<Blocks>,
    /// Names of optional sections that this program does not know.
    pub skipped: Vec<String>,
}

/// Records in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// What they are.
    pub kind: BlockKind,
    /// Bytes of a record.
    pub record_bytes: usize,
    /// How many there are.
    pub records: u64,
    /// How their blocks are compressed.
    pub compression: Compression,
}

/// A kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Nodes of the tree.
    Nodes,
    /// Used slots of the table of leaf values.
    LeafValues {
        /// Slots of the table, used or not.
        slots: u64,
    },
    /// Positions in the table of searches.
    Positions {
        /// Places of the table, used or not.
        places: u64,
    },
    /// Lines behind leaves, each with the place of its leaf among the nodes.
    Lines,
    /// Those of an optional section that this program does not know.
    Skipped,
}

/// Section `origin`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OriginRecord {
    /// The program that wrote the file, with its version.
    pub program: String,
    /// The searcher's full name.
    pub searcher: String,
    /// The fingerprint of the evaluation.
    pub evaluation: u64,
    /// The fingerprint of the search and its parameters.
    pub search: u64,
}

/// Section `root`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RootRecord {
    /// The name of the game.
    pub game: String,
    /// Where the game began.
    pub position: String,
    /// The moves from there to the root of the tree.
    pub moves: Vec<MoveCode>,
    /// How many of them were played before the analysis began.
    pub searched_from: u32,
    /// The moves to choose from at the root, where they are restricted.
    pub candidates: Option<Vec<MoveCode>>,
}

/// Section `memory`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryRecord {
    /// Bytes.
    pub memory: u64,
    /// The maximum number of nodes, where it is bounded beside the memory.
    pub tree_nodes: Option<u64>,
    /// Whether the search stops when the tree is full.
    pub stops_when_full: bool,
}

/// Section `state`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateRecord {
    /// All that is counted or measured.
    pub numbers: Numbers,
    /// The moves from the root of the tree to the position analysed.
    pub line: Vec<MoveCode>,
    /// The rank of the preferred move.
    pub answer: Option<u16>,
    /// The win that is proven for it.
    pub answer_win: Option<WinRecord>,
    /// How the answer came about: the work done then, the move, and the win proven for it.
    pub changes: Vec<(u64, MoveCode, Option<WinRecord>)>,
    /// The value of the position analysed, if it is a proven win, and the work done when it was.
    pub win: Option<(f32, u64)>,
    /// The last counts of nodes that were twice the one before, and the values then.
    pub marks: Vec<(u64, f32)>,
    /// Where the sweep continues, if one is under way: ranks from the root.
    pub sweep_cursor: Option<Vec<u16>>,
    /// How many nodes the sweep met by what they lack; zeros at the end are left out.
    pub sweep_families: Vec<u32>,
}

/// Section `leaf-search`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeafSearchRecord {
    /// The parameters.
    pub model: Numbers,
    /// Numbers of the search's state.
    pub state: Numbers,
}

/// One of section `anchors`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnchorRecord {
    /// The place of the position among the nodes.
    pub place: u32,
    /// The line.
    pub line: Vec<MoveCode>,
    /// How deep the search was, plies.
    pub depth: u16,
    /// The value, Max's view.
    pub value: f32,
    /// Nodes that the search has had.
    pub nodes: u64,
    /// The effort below the position when it began there, its low word.
    pub began_at: u32,
    /// It has seen all there is.
    pub is_final: bool,
}

/// Section `efforts`: the high words of counts that have one. Each with its place among the nodes, in increasing
/// order; no word is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffortsRecord {
    /// Of the effort of nodes.
    pub nodes: Vec<(u32, u32)>,
    /// Of the effort at which searches of whole positions began.
    pub began_at: Vec<(u32, u32)>,
}

/// High words by their places, which come in increasing order. All are to be used.
pub type HighWords<'a> = Peekable<Iter<'a, (u32, u32)>>;

/// The word at this place, 0 if there is none that says anything.
pub fn high_word(words: &mut HighWords<'_>, place: u32) -> u32 {
    words.next_if(|&&(next, high)| next == place && high > 0).map_or(0, |&(_, high)| high)
}

/// Section `habits`: what one of the players does in games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HabitsRecord {
    /// Whether that player is Max.
    pub of_max: bool,
    /// Positions by their keys, and the moves that are played there.
    pub positions: Vec<(u64, Vec<Habit>)>,
}

/// Section `game`: what is known of the game that leads to the root of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its tags: names and values.
    pub tags: Vec<(String, String)>,
    /// What people say about its positions, each with the number of moves before it.
    pub said: Vec<(u32, String)>,
}

/// Whether Max wins, and in how many plies.
pub type WinRecord = (bool, u16);
