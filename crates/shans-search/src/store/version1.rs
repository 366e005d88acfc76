//! Headers of version 1: the fields of one struct in a fixed order. Read, never written.

use serde::Deserialize;

use super::compression::Compression;
use super::encoding;
use super::error::BadHeader;
use super::header::{
    BlockKind, Blocks, Header, MemoryRecord, ModelRecord, OriginRecord, RootRecord, StateRecord,
    WinRecord,
};
use super::numbers::{Number, Numbers};
use super::record::{NODE_BYTES, NodeEncoding, SLOT_BYTES};

/// The number of this version.
pub const VERSION: u16 = 1;
/// The blocks are compressed.
const FLAG_COMPRESSED: u16 = 1;

/// Everything in the order in which it is encoded.
#[derive(Debug, Deserialize)]
struct Fields {
    program: String,
    game: String,
    searcher: String,
    evaluation: u64,
    search: u64,
    model: Model,
    root: Root,
    room: MemoryRecord,
    state: State,
    tree_nodes: u64,
    table_slots: u64,
    table_used: u64,
}

#[derive(Debug, Deserialize)]
struct Model {
    ply: f32,
    late: f32,
    forced_share: f32,
    burst: f32,
    chain: Option<u16>,
    settle: f32,
}

#[derive(Debug, Deserialize)]
struct Root {
    position: String,
    moves: Vec<u16>,
    searched_from: u32,
    candidates: Option<Vec<u16>>,
}

#[derive(Debug, Deserialize)]
struct State {
    line: Vec<u16>,
    granted: u64,
    nodes: u64,
    evals: u64,
    iterations: u64,
    table_hits: u64,
    made: u64,
    depth_sum: u64,
    depth_max: u32,
    win: Option<(f32, u64)>,
    least_gap: f32,
    freed: u64,
    sweeps: u64,
    deepened: u64,
    deep_nodes: u64,
    swept_at: u64,
    threshold: f32,
    cursor: Option<Vec<u16>>,
    families: Vec<u32>,
    answer: Option<u16>,
    answer_win: Option<WinRecord>,
    changes: Vec<(u64, u16, Option<WinRecord>)>,
}

/// The header of these bytes.
///
/// # Errors
///
/// [`BadHeader`] if they are something else.
pub fn decode(flags: u16, bytes: &[u8]) -> Result<Header, BadHeader> {
    if flags & !FLAG_COMPRESSED != 0 {
        return Err(BadHeader::Unknown { what: "flag", name: format!("{flags:#06x}") });
    }
    let fields: Fields =
        encoding::decode(bytes).ok_or_else(|| BadHeader::damaged("it cannot be decoded"))?;
    let is_compressed = flags & FLAG_COMPRESSED != 0;
    let compression = if is_compressed { Compression::Zstd } else { Compression::None };
    let blocks = |kind, record_bytes, records| Blocks { kind, record_bytes, records, compression };
    let slots = fields.table_slots;
    let nodes = BlockKind::Nodes(NodeEncoding::Plain);
    Ok(Header {
        origin: OriginRecord {
            program: fields.program,
            searcher: fields.searcher,
            evaluation: fields.evaluation,
            search: fields.search,
        },
        root: fields.root.record(fields.game),
        model: fields.model.record(),
        room: fields.room,
        state: fields.state.record(),
        leaf_search: None,
        best_line: Vec::new(),
        visits: Vec::new(),
        included: Vec::new(),
        left_out: Vec::new(),
        ranking: None,
        memo: Vec::new(),
        comments: Vec::new(),
        table_pieces: 0,
        blocks: vec![
            blocks(nodes, NODE_BYTES, fields.tree_nodes),
            blocks(BlockKind::LeafValues { slots }, SLOT_BYTES, fields.table_used),
        ],
        skipped: Vec::new(),
    })
}

impl Root {
    fn record(self, game: String) -> RootRecord {
        let Root { position, moves, searched_from, candidates } = self;
        RootRecord { game, position, moves, searched_from, candidates }
    }
}

impl Model {
    fn record(self) -> ModelRecord {
        let reals = [
            ("ply", self.ply),
            ("late", self.late),
            ("forced_share", self.forced_share),
            ("burst", self.burst),
            ("settle", self.settle),
        ];
        ModelRecord { numbers: named(&reals, Number::Real), chain: self.chain }
    }
}

impl State {
    fn record(self) -> StateRecord {
        let counts = [
            ("granted", self.granted),
            ("nodes", self.nodes),
            ("evals", self.evals),
            ("iterations", self.iterations),
            ("table_hits", self.table_hits),
            ("made", self.made),
            ("depth_sum", self.depth_sum),
            ("depth_max", self.depth_max.into()),
            ("freed", self.freed),
            ("sweeps", self.sweeps),
            ("deepened", self.deepened),
            ("deep_nodes", self.deep_nodes),
            ("swept_at", self.swept_at),
        ];
        let reals = [("least_gap", self.least_gap), ("sweep_threshold", self.threshold)];
        StateRecord {
            numbers: [named(&counts, Number::Count), named(&reals, Number::Real)].concat(),
            line: self.line,
            answer: self.answer,
            answer_win: self.answer_win,
            changes: self.changes,
            win: self.win,
            sweep_cursor: self.cursor,
            sweep_families: self.families,
        }
    }
}

/// The numbers under the names that version 2 gives them.
fn named<T: Copy>(numbers: &[(&str, T)], number: fn(T) -> Number) -> Numbers {
    numbers.iter().map(|&(name, value)| (name.to_string(), number(value))).collect()
}
