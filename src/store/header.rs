//! The header of a tree file: everything but the nodes and the table.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::record;
use crate::game::{Evaluate, MoveCode, Notation, Order};
use crate::search::{
    BestFirst, ChanceModel, Change, Growth, Room, Root, SearchState, Stats, WhenFull,
};
use crate::tree::SweepState;
use crate::value::{Player, Value};

/// No header is longer: bytes.
pub const LONGEST: usize = 16 << 20;
/// No parameter of the search is greater. A chance that pays it on every edge of the deepest tree
/// is far from [`record::GREATEST_CHANCE`].
const GREATEST_PARAMETER: f32 = 1e6;
/// No count is greater: it can go on counting.
const GREATEST_COUNT: u64 = 1 << 62;

/// Everything in plain numbers and texts, in the order in which it is encoded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The program that wrote it, with its version.
    pub program: String,
    /// [`Notation::NAME`].
    pub game: String,
    /// The searcher's full name.
    pub searcher: String,
    /// [`Evaluate::fingerprint`].
    pub evaluation: u64,
    /// [`ChanceModel::fingerprint`].
    pub parameters: u64,
    pub model: Model,
    pub root: Start,
    pub room: Bounds,
    pub state: State,
    /// Records of nodes.
    pub tree_nodes: u64,
    /// Slots of the table, and how many of them are in use: records of slots.
    pub table_slots: u64,
    pub table_used: u64,
}

/// [`ChanceModel`]; `chain` is the length of [`Growth::Chain`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    ply: f32,
    late: f32,
    forced_share: f32,
    burst: f32,
    chain: Option<u16>,
    settle: f32,
}

/// [`Root`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    position: String,
    moves: Vec<u16>,
    searched_from: u32,
    candidates: Option<Vec<u16>>,
}

/// [`Room`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    memory: u64,
    tree_nodes: Option<u64>,
    stops_when_full: bool,
}

/// [`SearchState`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    line: Vec<u16>,
    granted: u64,
    nodes: u64,
    evals: u64,
    stats: Counts,
    sweep: Sweeping,
    answer: Option<u16>,
    answer_win: Option<Win>,
    changes: Vec<NamedChange>,
}

/// [`Stats`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Counts {
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
}

/// [`SweepState`]; trailing zeros of the families are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Sweeping {
    threshold: f32,
    cursor: Option<Vec<u16>>,
    families: Vec<u32>,
}

/// A winner (`true` is Max) and the plies.
type Win = (bool, u16);

/// [`Change`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct NamedChange {
    nodes: u64,
    best: u16,
    win: Option<Win>,
}

impl Header {
    /// The header of a search at rest.
    pub fn of<G: Order + Evaluate + Notation>(search: &BestFirst<G>, searcher: &str) -> Header {
        let table = search.table();
        Header {
            program: concat!("shans ", env!("CARGO_PKG_VERSION")).to_string(),
            game: G::NAME.to_string(),
            searcher: searcher.to_string(),
            evaluation: G::fingerprint(),
            parameters: search.model().fingerprint(),
            model: Model::of(search.model()),
            root: Start::of(search.root()),
            room: Bounds::of(search.room()),
            state: State::of(&search.state()),
            tree_nodes: search.tree().len() as u64,
            table_slots: table.slots() as u64,
            table_used: table.used().count() as u64,
        }
    }

    /// The bytes of the header.
    pub fn encode(&self) -> Result<Vec<u8>, bincode::error::EncodeError> {
        bincode::serde::encode_to_vec(self, encoding())
    }

    /// The header of these bytes, all of them; `None` if they are none.
    pub fn decode(bytes: &[u8]) -> Option<Header> {
        let (header, length) = bincode::serde::decode_from_slice(bytes, encoding()).ok()?;
        (length == bytes.len()).then_some(header)
    }
}

/// Little-endian numbers of fixed size; no length beyond [`LONGEST`] is believed.
fn encoding() -> impl bincode::config::Config {
    bincode::config::standard()
        .with_little_endian()
        .with_fixed_int_encoding()
        .with_limit::<LONGEST>()
}

impl Model {
    fn of(model: &ChanceModel) -> Model {
        let chain = match model.growth {
            Growth::Move => None,
            Growth::Chain(plies) => Some(plies),
        };
        let ChanceModel { ply, late, forced_share, burst, settle, growth: _ } = *model;
        Model { ply, late, forced_share, burst, chain, settle }
    }

    /// The parameters, if they are such.
    pub fn model(&self) -> Option<ChanceModel> {
        let Model { ply, late, forced_share, burst, chain, settle } = *self;
        let numbers = [ply, late, forced_share, burst, settle];
        let growth = chain.map_or(Growth::Move, Growth::Chain);
        let model = ChanceModel { ply, late, forced_share, burst, growth, settle };
        numbers.iter().all(|number| (0.0..=GREATEST_PARAMETER).contains(number)).then_some(model)
    }
}

impl Start {
    fn of<G: Notation>(root: &Root<G>) -> Start {
        let mut game = root.start().clone();
        let mut code = |&mv: &G::Move| {
            let code = game.encode(mv).0;
            game.play(mv);
            code
        };
        let moves = root.moves().iter().map(&mut code).collect();
        let code = |&mv: &G::Move| root.game().encode(mv).0;
        Start {
            position: root.start().describe(),
            moves,
            searched_from: u32::try_from(root.searched_from()).unwrap_or(u32::MAX),
            candidates: root.candidates.as_ref().map(|moves| moves.iter().map(code).collect()),
        }
    }

    /// The root; `Err` says what is impossible in it.
    pub fn root<G: Notation>(&self) -> Result<Root<G>, String> {
        let start = G::read(&self.position);
        let start = start.ok_or_else(|| format!("{:?} is no position", self.position))?;
        let mut root = Root::new(start);
        for (index, &code) in self.moves.iter().enumerate() {
            let mv = root.game().legal(MoveCode(code)).ok_or_else(|| illegal("game", index))?;
            if index < self.searched_from as usize { root.play(mv) } else { root.step(mv) }
        }
        if root.searched_from() != self.searched_from as usize {
            return Err("the analysis began after the end of the game".to_string());
        }
        let candidate = |(index, &code)| {
            root.game().legal(MoveCode(code)).ok_or_else(|| illegal("choice of candidates", index))
        };
        let candidates = self.candidates.as_ref();
        let candidates: Option<Result<Vec<G::Move>, String>> =
            candidates.map(|codes| codes.iter().enumerate().map(candidate).collect());
        root.candidates = candidates.transpose()?;
        let mut known = HashSet::new();
        if self.candidates.iter().flatten().any(|code| !known.insert(code)) {
            return Err("a move is twice in the choice of candidates".to_string());
        }
        Ok(root)
    }
}

fn illegal(what: &str, index: usize) -> String {
    format!("move {} of the {what} is illegal", index + 1)
}

impl Bounds {
    fn of(room: Room) -> Bounds {
        Bounds {
            memory: room.memory,
            tree_nodes: room.tree_nodes.map(|nodes| nodes as u64),
            stops_when_full: room.when_full == WhenFull::Stop,
        }
    }

    /// The room.
    pub fn room(&self) -> Room {
        let tree_nodes = self.tree_nodes.map(|nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
        let when_full = if self.stops_when_full { WhenFull::Stop } else { WhenFull::Free };
        Room { memory: self.memory, tree_nodes, when_full }
    }
}

impl State {
    fn of(state: &SearchState) -> State {
        State {
            line: state.line.iter().map(|code| code.0).collect(),
            granted: state.granted,
            nodes: state.nodes,
            evals: state.evals,
            stats: Counts::of(&state.stats),
            sweep: Sweeping::of(&state.sweep),
            answer: state.answer,
            answer_win: state.answer_win.map(named),
            changes: state.changes.iter().map(NamedChange::of).collect(),
        }
    }

    /// The state; `Err` says what is impossible in it.
    pub fn state(&self) -> Result<SearchState, &'static str> {
        let counts = [self.nodes, self.evals, self.granted];
        if self.nodes > self.granted || counts.iter().any(|&count| count > GREATEST_COUNT) {
            return Err("a count that cannot be");
        }
        Ok(SearchState {
            line: self.line.iter().copied().map(MoveCode).collect(),
            granted: self.granted,
            nodes: self.nodes,
            evals: self.evals,
            stats: self.stats.stats()?,
            sweep: self.sweep.sweep()?,
            answer: self.answer,
            answer_win: self.answer_win.map(winner),
            changes: self.changes.iter().map(NamedChange::change).collect(),
        })
    }
}

impl Counts {
    fn of(stats: &Stats) -> Counts {
        Counts {
            iterations: stats.iterations,
            table_hits: stats.table_hits,
            made: stats.made,
            depth_sum: stats.depth_sum,
            depth_max: stats.depth_max,
            win: stats.win.map(|(value, nodes)| (value.raw(), nodes)),
            least_gap: stats.least_gap,
            freed: stats.freed,
            sweeps: stats.sweeps,
            deepened: stats.deepened,
            deep_nodes: stats.deep_nodes,
            swept_at: stats.swept_at,
        }
    }

    fn stats(&self) -> Result<Stats, &'static str> {
        let counts = [
            self.iterations,
            self.table_hits,
            self.made,
            self.depth_sum,
            self.freed,
            self.sweeps,
            self.deepened,
            self.deep_nodes,
        ];
        let are_possible = counts.iter().all(|&count| count <= GREATEST_COUNT);
        if self.least_gap.is_nan() || self.swept_at > self.made || !are_possible {
            return Err("a count that cannot be");
        }
        let win = |(raw, nodes)| record::value(raw).map(|value: Value| (value, nodes));
        Ok(Stats {
            iterations: self.iterations,
            table_hits: self.table_hits,
            made: self.made,
            depth_sum: self.depth_sum,
            depth_max: self.depth_max,
            win: self.win.map(|found| win(found).ok_or("a win of no value")).transpose()?,
            least_gap: self.least_gap,
            freed: self.freed,
            sweeps: self.sweeps,
            deepened: self.deepened,
            deep_nodes: self.deep_nodes,
            swept_at: self.swept_at,
        })
    }
}

impl Sweeping {
    fn of(sweep: &SweepState) -> Sweeping {
        let used = sweep.families.iter().rposition(|&nodes| nodes > 0).map_or(0, |last| last + 1);
        Sweeping {
            threshold: sweep.threshold,
            cursor: sweep.cursor.clone(),
            families: sweep.families[..used].to_vec(),
        }
    }

    fn sweep(&self) -> Result<SweepState, &'static str> {
        if self.threshold.is_nan() || self.families.len() > SweepState::STEPS {
            return Err("a sweep that cannot be");
        }
        Ok(SweepState {
            threshold: self.threshold,
            cursor: self.cursor.clone(),
            families: self.families.clone(),
        })
    }
}

impl NamedChange {
    fn of(change: &Change<MoveCode>) -> NamedChange {
        NamedChange { nodes: change.nodes, best: change.best.0, win: change.win.map(named) }
    }

    fn change(&self) -> Change<MoveCode> {
        Change { nodes: self.nodes, best: MoveCode(self.best), win: self.win.map(winner) }
    }
}

fn named((winner, plies): (Player, u16)) -> Win {
    (winner == Player::Max, plies)
}

fn winner((is_max, plies): Win) -> (Player, u16) {
    (if is_max { Player::Max } else { Player::Min }, plies)
}
