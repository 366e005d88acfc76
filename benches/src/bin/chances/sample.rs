//! Nodes of a tree, and what becomes of them.
//!
//! A node is analysed alone, as a step into it does: only then is its value asked for at all. While
//! the position above is analysed, most nodes are asked whether they change that one, and know a
//! bound. So what is compared is one exact value with another.

use std::fmt;

use shans::chess::Position;
use shans::game::Game;
use shans::search::{
    BestFirst, ChanceModel, Limits, MemoryLimits, PliesChecked, Root, Searcher, Stop,
};
use shans::tree::{Node, NodeId, ValueBound, principal_variation};
use shans::value::{Player, Value};

type Move = <Position as Game>::Move;

/// How often a node is looked at again.
pub const LOOKS: usize = 2;
/// In bytes, enough for trees of a few hundred thousand nodes with the samples on top.
const MEMORY: u64 = 256 << 20;
/// A node is given up that is not exact after this many times the effort that was wanted, and
/// this many nodes.
const PATIENCE: (u64, u64) = (4, 100_000);

/// When a node is looked at again.
#[derive(Clone, Copy)]
pub enum Look {
    /// After this many more nodes searched below it.
    Nodes(u32),
    /// After this many times its effort more.
    Times(u32),
}

impl Look {
    /// The effort that the node has then.
    fn effort(self, effort: u32) -> u32 {
        effort.saturating_add(match self {
            Look::Nodes(nodes) => nodes,
            Look::Times(times) => effort.saturating_mul(times),
        })
    }
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Look::Nodes(nodes) => write!(f, "n = {nodes}"),
            Look::Times(times) => write!(f, "n = {times}e"),
        }
    }
}

/// What is to be done with each position.
pub struct Plan {
    pub model: ChanceModel,
    /// At most this many nodes of its tree are taken ...
    pub samples: usize,
    /// ... which have at least this effort ...
    pub least: u32,
    /// ... and at most this.
    pub most: u32,
    pub looks: [Look; LOOKS],
}

/// A node, and what became of it.
pub struct Sample {
    /// Whether no move of it was made when it was looked at first.
    pub is_leaf: bool,
    pub effort: u32,
    /// Plies below the position of the tree.
    pub depth: usize,
    pub checked: PliesChecked,
    /// The value at first, and at each look.
    value: Value,
    later: [Value; LOOKS],
}

impl Sample {
    /// By how much the value rose for a player, centipawns, until it was looked at again.
    pub fn rise(&self, player: Player, look: usize) -> f32 {
        self.later[look].for_player(player) - self.value.for_player(player)
    }
}

/// Grows a tree to this many nodes searched and takes samples of it, none of them below another;
/// `None` for each node that was decided at first or given up ([`PATIENCE`]).
pub fn samples(position: Position, nodes: u64, plan: &Plan) -> Vec<Option<Sample>> {
    let mut search = BestFirst::new(Root::new(position), plan.model, MemoryLimits::new(MEMORY));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    search.search(&limits, &mut |_| {});
    let mut ways = Vec::new();
    let game = search.position().clone();
    collect_ways(&search, search.at(), &game, plan, &mut Vec::new(), &mut ways);
    let taken = apart(ways, plan.samples);
    taken.iter().map(|way| sample(&mut search, way, plan)).collect()
}

/// Some of these ways, none of which leads through the end of another: what is searched below one
/// node leaves the others as they were.
fn apart(ways: Vec<Vec<Move>>, most: usize) -> Vec<Vec<Move>> {
    let mut mixed: Vec<_> = (0_u32..).zip(ways).collect();
    // Any order will do that has nothing to do with the tree's.
    mixed.sort_by_key(|(place, _)| place.wrapping_mul(2_654_435_761));
    let mut taken: Vec<Vec<Move>> = Vec::new();
    for (_, way) in mixed {
        let is_apart = |other: &Vec<Move>| !other.starts_with(&way) && !way.starts_with(other);
        if taken.len() < most && taken.iter().all(is_apart) {
            taken.push(way);
        }
    }
    taken
}

/// The ways to all nodes below this one that can be sampled: of the effort that is wanted, with a
/// value that is an evaluation and more than one move.
fn collect_ways(
    search: &BestFirst<Position>,
    id: NodeId,
    game: &Position,
    plan: &Plan,
    way: &mut Vec<Move>,
    ways: &mut Vec<Vec<Move>>,
) {
    let tree = search.tree();
    for (_, child, node) in tree.children(id) {
        let Some(mv) = game.decode(node.mv).filter(|_| node.effort >= plan.least) else { continue };
        let mut after = game.clone();
        after.play(mv);
        way.push(mv);
        if node.effort <= plan.most && is_open(node) && has_choice(&after) {
            ways.push(way.clone());
        }
        collect_ways(search, child, &after, plan, way, ways);
        way.pop();
    }
}

/// Whether the value of a node may still rise or fall by some centipawns.
fn is_open(node: &Node) -> bool {
    !node.is_decided() && !node.is_finished() && !node.value.is_unproven_win()
}

fn has_choice(game: &Position) -> bool {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.len() > 1
}

/// Analyses the node at the end of a way; `None` where it is decided before its value is exact.
fn sample(search: &mut BestFirst<Position>, way: &[Move], plan: &Plan) -> Option<Sample> {
    let is_there = way.iter().all(|&mv| search.step(mv).is_ok());
    assert!(is_there, "every node of the tree can be stepped into");
    let sample = watch(search, way.len(), plan);
    for _ in way {
        assert!(search.step_back().is_ok(), "what was stepped into can be left");
    }
    sample
}

fn watch(search: &mut BestFirst<Position>, depth: usize, plan: &Plan) -> Option<Sample> {
    let effort = search.tree().node(search.at()).effort;
    let first = go_on(search, effort).filter(is_open)?;
    let is_leaf = first.is_leaf();
    let checked = search.rules().plies_checked(first.value, first.alpha, first.beta);
    let mut later = [first.value; LOOKS];
    for (value, look) in later.iter_mut().zip(plan.looks) {
        *value = go_on(search, look.effort(first.effort))?.value;
    }
    let effort = first.effort;
    Some(Sample { is_leaf, effort, depth, checked, value: first.value, later })
}

/// Searches until the position analysed has this effort and an exact value, or is decided; gives
/// its node. `None` where it takes too long.
fn go_on(search: &mut BestFirst<Position>, effort: u32) -> Option<Node> {
    let is_done = |search: &BestFirst<Position>| {
        let node = search.tree().node(search.at());
        node.is_decided() || node.effort >= effort && is_exact(search)
    };
    if !is_done(search) {
        let most = u64::from(effort) * PATIENCE.0 + PATIENCE.1;
        let limits = Limits {
            nodes: Some(search.granted() + most),
            settle: Limits::NEVER_SETTLES,
            ..Limits::default()
        };
        search.begin(&limits);
        let stop = loop {
            match search.advance() {
                Some(stop) => break stop,
                None if is_done(search) => break Stop::Interrupted,
                None => {}
            }
        };
        search.finish(stop);
    }
    is_done(search).then(|| *search.tree().node(search.at()))
}

/// Whether the value of the position analysed rests on neither a bound nor moves that wait.
fn is_exact(search: &BestFirst<Position>) -> bool {
    let (tree, at) = (search.tree(), search.at());
    let end = principal_variation(tree, at, search.rules()).pop().unwrap_or(at);
    let node = tree.node(end);
    let is_bound = tree.searched(end).bound != ValueBound::Exact;
    node.is_decided() || !node.next.exists() || node.is_leaf() && !is_bound
}
