//! Between the types of the search and the records of a header: the only file of the store that
//! names the fields of either.

use std::collections::HashSet;

use super::error::BadHeader;
use super::header::{
    AnchorRecord, EffortsRecord, GameRecord, HabitsRecord, Header, LeafSearchRecord, MemoryRecord,
    RootRecord, StateRecord, WinRecord, high_word,
};
use super::numbers::{self, Field, Number, Numbers, fields};
use super::record;
use crate::game::{MoveCode, Notation};
use crate::search::{
    Anchor, ChanceModel, Change, Habit, Habits, LeafLine, LeafSearchModel, MemoryLimits,
    ReclaimPass, Root, SearchState, SourceGame, WhenFull,
};
use crate::tree::{Tree, joined, parted};
use crate::value::Player;

/// Every number of a search's state, under its name in files. **A new number is one more line
/// here, and nothing else**: files without it load, with what a new search begins with in its
/// place, and programs that do not know it refuse the file and tell the name.
const STATE: &[Field<SearchState>] = fields! {
    "nodes" => nodes,
    "evals" => evals,
    "iterations" => stats.iterations,
    "table_hits" => stats.table_hits,
    "made" => stats.made,
    "depth_sum" => stats.depth_sum,
    "depth_max" => stats.depth_max,
    "least_gap" => answer.least_gap,
    "freed" => stats.freed,
    "sweeps" => stats.sweeps,
    "deepened" => stats.deepened,
    "swept_at" => stats.swept_at,
    "sweep_threshold" => sweep.threshold,
    "wanted_lines" => wanted_lines,
    "ranked" => stats.for_lines,
};

/// Numbers of a state that files of programs before this one have, and that mean nothing any more.
const GONE: [&str; 2] = ["granted", "deep_nodes"];

/// Every parameter of the search that is a number, under its name in files; as with [`STATE`].
const MODEL: &[Field<ChanceModel>] = fields! {
    "ply" => ply,
    "late" => late,
    "forced_share" => forced_share,
    "forcing_share" => forcing_share,
    "fallen_share" => fallen_share,
    "burst" => burst,
};

/// What the parameters have more if leaves are searched; as with [`STATE`].
const LEAF_SEARCH_MODEL: &[Field<LeafSearchModel>] = fields! {
    "spread" => spread,
    "first" => first,
    "split" => split,
    "growth" => growth,
    "halvings" => halvings,
    "edge" => edge,
    "alone" => alone,
    "anchor" => anchor,
};

/// The number of a model whose leaves are searched apart, 1; others do without.
const APART: &str = "apart";

/// What the state has more if leaves are searched; as with [`STATE`].
const LEAF_SEARCH_STATE: &[Field<SearchState>] = fields! {
    "centre" => centre,
};

/// No parameter of the search is greater. A chance that pays it on every edge of the deepest tree
/// is far from [`record::GREATEST_CHANCE`].
const GREATEST_PARAMETER: f32 = 1e6;
/// No search has spent more nodes: a thousand machines would take a thousand years.
const GREATEST_COUNT: u64 = 1 << 60;
/// No search is given more memory: bytes.
const GREATEST_MEMORY: u64 = 1 << 50;

/// The record of these parameters.
pub fn model_record(model: &ChanceModel) -> Numbers {
    numbers::collect(MODEL, model)
}

/// The parameters of this record.
///
/// # Errors
///
/// [`BadHeader`] for one that is unknown or impossible.
pub fn model(
    record: &Numbers,
    leaf_search: Option<&LeafSearchRecord>,
) -> Result<ChanceModel, BadHeader> {
    let mut model = ChanceModel::default();
    numbers::restore(MODEL, record, &mut model)?;
    model.leaf_search = leaf_search.map(leaf_search_model).transpose()?;
    let mut all = record.iter().chain(leaf_search.iter().flat_map(|record| &record.model));
    let is_possible = |&(_, number): &(String, Number)| match number {
        Number::Real(number) => (0.0..=GREATEST_PARAMETER).contains(&number),
        Number::Count(_) => true,
    };
    if !all.all(is_possible) {
        return Err(BadHeader::damaged("impossible search parameters"));
    }
    Ok(model)
}

/// What a model has more if leaves are searched.
fn leaf_search_model(record: &LeafSearchRecord) -> Result<LeafSearchModel, BadHeader> {
    let numbers = record.model.iter().cloned();
    let (apart, others): (Vec<_>, Vec<_>) = numbers.partition(|(name, _)| name == APART);
    let apart = match apart.as_slice() {
        [] => false,
        [(_, Number::Count(1))] => true,
        _ => return Err(BadHeader::damaged("an impossible search parameter \"apart\"")),
    };
    let mut model = LeafSearchModel { apart, ..LeafSearchModel::default() };
    numbers::restore(LEAF_SEARCH_MODEL, &others, &mut model)?;
    Ok(model)
}

/// The record of what is there only if leaves are searched.
pub fn leaf_search_record(model: &ChanceModel, state: &SearchState) -> Option<LeafSearchRecord> {
    let model = model.leaf_search?;
    let mut numbers = numbers::collect(LEAF_SEARCH_MODEL, &model);
    if model.apart {
        numbers.push((APART.to_string(), Number::Count(1)));
    }
    let state = numbers::collect(LEAF_SEARCH_STATE, state);
    Some(LeafSearchRecord { model: numbers, state })
}

/// The record of what a player does in games.
pub fn habits_record(habits: &Habits) -> HabitsRecord {
    let positions = habits.positions().map(|(key, moves)| (key, moves.to_vec())).collect();
    // Where they say nothing there is no section.
    let of_max = habits.player() == Player::Max && !habits.is_empty();
    HabitsRecord { of_max, positions }
}

/// What a player does in games; `None` where it breaks the bounds.
fn habits(record: &HabitsRecord) -> Option<Habits> {
    let adds_up = |&Habit { games, max_won, drawn, .. }: &Habit| {
        u64::from(max_won) + u64::from(drawn) <= u64::from(games)
    };
    let player = if record.of_max { Player::Max } else { Player::Min };
    let mut habits = Habits::of(player);
    for (key, moves) in &record.positions {
        habits.insert(*key, moves.clone());
    }
    // What does not fit, is out of order or is there twice was left out, moved or replaced.
    let is_whole = habits_record(&habits).positions == record.positions;
    let all = record.positions.iter().flat_map(|(_, moves)| moves);
    (is_whole && all.into_iter().all(adds_up)).then_some(habits)
}

/// The record of the game that leads to the root of the tree.
pub fn game_record(game: &SourceGame) -> GameRecord {
    let said = game.all_said().map(|(moves, text)| (moves, text.to_string())).collect();
    GameRecord { tags: game.tags().to_vec(), said }
}

/// Leaves these moves out, of a root that considers them.
///
/// # Errors
///
/// [`BadHeader`] for a line that is none.
pub fn leave_out<G: Notation>(
    root: &mut Root<G>,
    lines: &[Vec<MoveCode>],
) -> Result<(), BadHeader> {
    let damaged = |why| BadHeader::damaged(format!("its section \"left-out\": {why}"));
    lines.iter().try_for_each(|line| root.leave_out(line).map_err(damaged))
}

/// The record of this root.
pub fn root_record<G: Notation>(root: &Root<G>) -> RootRecord {
    let code = |&mv: &G::Move| root.game().encode(mv);
    RootRecord {
        game: G::NAME.to_string(),
        position: root.start().describe(),
        moves: root.start().encode_line(root.moves()),
        searched_from: u32::try_from(root.searched_from()).unwrap_or(u32::MAX),
        candidates: root.candidates.as_ref().map(|moves| moves.iter().map(code).collect()),
    }
}

/// The root of this record, which is one of this game.
///
/// # Errors
///
/// [`BadHeader`] for a position or a move that is none.
pub fn root<G: Notation>(
    record: &RootRecord,
    evaluator: G::Evaluator,
) -> Result<Root<G>, BadHeader> {
    let position = &record.position;
    let start = G::read(position, evaluator);
    let start =
        start.ok_or_else(|| BadHeader::damaged(format!("{position:?} is not a position")))?;
    let mut root = Root::new(start);
    for (index, &code) in record.moves.iter().enumerate() {
        let mv = legal_move(root.game(), code, "game", index)?;
        if index < record.searched_from as usize { root.play(mv) } else { root.step(mv) }
    }
    root.searched_from = record.searched_from as usize;
    if let Some(codes) = &record.candidates {
        root.candidates = Some(candidates(root.game(), codes)?);
    }
    Ok(root)
}

fn candidates<G: Notation>(game: &G, codes: &[MoveCode]) -> Result<Vec<G::Move>, BadHeader> {
    let mut known = HashSet::new();
    let mut moves = Vec::new();
    for (index, &code) in codes.iter().enumerate() {
        moves.push(legal_move(game, code, "choice of candidates", index)?);
        if !known.insert(code) {
            return Err(BadHeader::damaged("the choice of candidates names a move twice"));
        }
    }
    Ok(moves)
}

fn legal_move<G: Notation>(
    game: &G,
    code: MoveCode,
    list: &str,
    index: usize,
) -> Result<G::Move, BadHeader> {
    let illegal = || BadHeader::damaged(format!("move {} of the {list} is illegal", index + 1));
    game.legal(code).ok_or_else(illegal)
}

/// The record of this room.
pub fn memory_record(room: MemoryLimits) -> MemoryRecord {
    MemoryRecord {
        memory: room.memory,
        tree_nodes: room.tree_nodes.map(|nodes| nodes as u64),
        stops_when_full: room.when_full == WhenFull::Stop,
    }
}

/// The room of this record.
///
/// # Errors
///
/// [`BadHeader`] for more memory than any machine has.
pub fn memory_limits(record: MemoryRecord) -> Result<MemoryLimits, BadHeader> {
    let MemoryRecord { memory, tree_nodes, stops_when_full } = record;
    if memory > GREATEST_MEMORY {
        return Err(BadHeader::damaged("an impossible limit of memory"));
    }
    let tree_nodes = tree_nodes.map(|nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
    let when_full = if stops_when_full { WhenFull::Stop } else { WhenFull::Free };
    Ok(MemoryLimits { tree_nodes, when_full, ..MemoryLimits::new(memory) })
}

/// The record of this state.
pub fn state_record(state: &SearchState) -> StateRecord {
    let by_distance = &state.sweep.by_distance;
    let used = by_distance.iter().rposition(|&nodes| nodes > 0).map_or(0, |last| last + 1);
    let change =
        |change: &Change<MoveCode>| (change.nodes, change.best, change.win.map(win_record));
    StateRecord {
        numbers: numbers::collect(STATE, state),
        line: state.line.clone(),
        answer: state.answer.id,
        answer_win: state.answer.win.map(win_record),
        changes: state.answer.changes.iter().map(change).collect(),
        win: state.answer.proven_win.map(|(value, nodes)| (value.raw(), nodes)),
        marks: state.answer.marks.clone(),
        sweep_cursor: state.sweep.cursor.clone(),
        sweep_families: by_distance[..used].to_vec(),
    }
}

/// The records of what searches of whole positions have found.
pub fn anchors_record(state: &SearchState) -> Vec<AnchorRecord> {
    let record = |&(place, anchor): &(u32, Anchor)| AnchorRecord {
        place,
        line: anchor.line.moves().to_vec(),
        depth: anchor.line.depth(),
        value: anchor.value.raw(),
        nodes: anchor.nodes,
        began_at: parted(anchor.began_at).0,
        is_final: anchor.is_final,
    };
    state.anchors.iter().map(record).collect()
}

/// The record of the high words of counts.
pub fn efforts_record(tree: &Tree, state: &SearchState) -> EffortsRecord {
    let high = |&(place, anchor): &(u32, Anchor)| (place, parted(anchor.began_at).1);
    let began_at = state.anchors.iter().map(high).filter(|&(_, high)| high > 0);
    EffortsRecord { nodes: tree.high_efforts(), began_at: began_at.collect() }
}

/// The anchors of this header.
fn anchors(header: &Header) -> Result<Vec<(u32, Anchor)>, BadHeader> {
    let mut high = header.efforts.began_at.iter().peekable();
    let anchors =
        header.anchors.iter().map(|it| anchor(it, high_word(&mut high, it.place))).collect();
    if high.next().is_none() { anchors } else { Err(BadHeader::damaged("impossible efforts")) }
}

fn anchor(record: &AnchorRecord, high: u32) -> Result<(u32, Anchor), BadHeader> {
    let value = record::value(record.value);
    let value = value.ok_or_else(|| BadHeader::damaged("an impossible value"))?;
    let &AnchorRecord { place, depth, nodes, is_final, .. } = record;
    let began_at = joined(record.began_at, high);
    if nodes > GREATEST_COUNT || began_at > Tree::MOST_EFFORT {
        return Err(BadHeader::damaged("an impossible number of nodes"));
    }
    let line = LeafLine::new(&record.line, depth);
    Ok((place, Anchor { line, value, nodes, began_at, is_final }))
}

/// The state in this header.
///
/// # Errors
///
/// [`BadHeader`] for what is unknown or impossible in it.
pub fn state(header: &Header) -> Result<SearchState, BadHeader> {
    let Header { state: record, leaf_search, .. } = header;
    let anchors = anchors(header)?;
    let mut state = SearchState { anchors, ..SearchState::default() };
    state.answer.marks.clone_from(&record.marks);
    let kept = record.numbers.iter().filter(|(name, _)| !GONE.contains(&name.as_str()));
    numbers::restore(STATE, kept, &mut state)?;
    state.included.clone_from(&header.included);
    state.notes.memo.clone_from(&header.memo);
    state.notes.habits = habits(&header.habits)
        .ok_or_else(|| BadHeader::damaged("impossible habits of a player"))?;
    state.notes.comments.clone_from(&header.comments);
    let GameRecord { tags, said } = header.game.clone();
    state.notes.game_line.clone_from(&header.game_line);
    state.notes.game = SourceGame::from_parts(tags, said)
        .ok_or_else(|| BadHeader::damaged("impossible tags or texts of its game"))?;
    if let Some(record) = leaf_search {
        numbers::restore(LEAF_SEARCH_STATE, &record.state, &mut state)?;
        if record::value(state.centre).is_none() {
            return Err(BadHeader::damaged("an impossible value"));
        }
    }
    let has_bad_mark = state.answer.marks.iter().any(|(_, value)| !value.is_finite());
    let has_bad_sweep = state.stats.swept_at > state.stats.made;
    if state.nodes > GREATEST_COUNT || has_bad_mark || has_bad_sweep {
        return Err(BadHeader::damaged("an impossible number of nodes"));
    }
    if record.sweep_families.len() > ReclaimPass::STEPS {
        return Err(BadHeader::damaged("an impossible sweep"));
    }
    if let Some((raw, nodes)) = record.win {
        let value =
            record::value(raw).ok_or_else(|| BadHeader::damaged("a win without a value"))?;
        state.answer.proven_win = Some((value, nodes));
    }
    let change = |&(nodes, best, win): &(u64, MoveCode, Option<WinRecord>)| Change {
        nodes,
        best,
        win: win.map(winner),
    };
    state.line.clone_from(&record.line);
    state.answer.id = record.answer;
    state.answer.win = record.answer_win.map(winner);
    state.answer.changes = record.changes.iter().map(change).collect();
    state.sweep.cursor = record.sweep_cursor.clone();
    state.sweep.by_distance = record.sweep_families.clone();
    Ok(state)
}

fn win_record((winner, plies): (Player, u16)) -> WinRecord {
    (winner == Player::Max, plies)
}

fn winner((is_max, plies): WinRecord) -> (Player, u16) {
    (if is_max { Player::Max } else { Player::Min }, plies)
}
