//! Searches into bytes and back.

use std::fmt::Debug;
use std::path::Path;

use proptest::prelude::*;
use shans::game::{Evaluate, Game, Heuristics, Notation};
use shans::search::{
    BestFirst, ChanceModel, LeafSearchModel, Limits, Memory, MemoryLimits, Report, Searcher,
    Tuning, WhenFull,
};
use shans::store::{Loaded, SaveOptions, StoreError, TreeFile, write_to};
use shans::tree::{NodeId, NodeParts};

pub const SEARCHER: &str = "best-first:quiescence";

/// The bytes of a tree file.
pub fn saved<G: Heuristics + Evaluate + Notation>(
    search: &BestFirst<G>,
    compress: bool,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let options = SaveOptions { searcher: SEARCHER, compress, tables: u64::MAX };
    let written = write_to(&mut bytes, search, options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(written.bytes(), bytes.len() as u64);
    bytes
}

pub fn open(bytes: &[u8]) -> Result<TreeFile<&[u8]>, StoreError> {
    TreeFile::read(Path::new("some.tree"), bytes, bytes.len() as u64)
}

/// Loads to continue, in the room that the file tells.
pub fn load<G: Heuristics + Evaluate<Evaluator: Default> + Notation>(
    bytes: &[u8],
) -> Result<Loaded<G>, StoreError> {
    let file = open(bytes)?;
    let room = file.memory_limits();
    file.load_to_go_on(G::Evaluator::default(), room)
}

/// The search in these bytes, which are right.
pub fn loaded<G: Heuristics + Evaluate<Evaluator: Default> + Notation>(
    bytes: &[u8],
) -> BestFirst<G> {
    load(bytes).unwrap_or_else(|error| panic!("{error}")).search
}

/// This many further nodes; every number is right then.
pub fn go_on<G: Heuristics + Evaluate>(search: &mut BestFirst<G>, nodes: u64) -> Report<G::Move> {
    let limits = Limits { nodes: Some(search.nodes() + nodes), ..Limits::default() };
    let report = search.search(&limits, &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    report
}

/// All of a report that does not depend on clocks, nor on what the evaluator was asked before.
pub fn lasting<M>(report: Report<M>) -> Report<M> {
    let memory = Memory { evaluator: 0, ..report.memory };
    Report { elapsed: Default::default(), cpu: Default::default(), memory, ..report }
}

/// Models of both growers.
pub fn models() -> impl Strategy<Value = ChanceModel> {
    prop_oneof![2 => models_of_first_sight(), 1 => searching_models()]
}

fn models_of_first_sight() -> impl Strategy<Value = ChanceModel> {
    let shares = (0..100_u16, 0..100_u16, 0..100_u16);
    (0..500_u16, 0..300_u16, 0..600_u16, shares).prop_map(
        |(ply, late, burst, (forced, forcing, fallen))| ChanceModel {
            ply: f32::from(ply),
            late: f32::from(late),
            forced_share: f32::from(forced) / 100.0,
            forcing_share: f32::from(forcing) / 100.0,
            fallen_share: f32::from(fallen) / 100.0,
            burst: f32::from(burst),
            leaf_search: None,
            tuning: Tuning::DEFAULT,
        },
    )
}

/// Models of trees whose leaves are searched, with few nodes each.
pub fn searching_models() -> impl Strategy<Value = ChanceModel> {
    let grants = (1..60_u16, 1..300_u16, 0..30_u16);
    let shares = (0..3_u8, 0..200_u16, 0..400_u16, 0..100_u16);
    (1..60_u16, 1..100_u16, grants, shares).prop_map(
        |(ply, spread, (first, split, growth), (halvings, edge, alone, anchor))| ChanceModel {
            ply: f32::from(ply),
            leaf_search: Some(LeafSearchModel {
                spread: f32::from(spread),
                first: f32::from(first),
                split: f32::from(split),
                growth: f32::from(growth),
                halvings: f32::from(halvings),
                edge: f32::from(edge) / 100.0,
                alone: f32::from(alone),
                anchor: f32::from(anchor) / 100.0,
                ..LeafSearchModel::default()
            }),
            ..ChanceModel::searching()
        },
    )
}

/// Rooms in which the table of leaf values is small enough to lose values, and the tree sometimes
/// small enough to fill up.
pub fn rooms() -> impl Strategy<Value = MemoryLimits> {
    let bytes = prop::sample::select(vec![1_u64 << 16, 1 << 20, 8 << 20]);
    let tree_nodes = prop::option::weighted(0.4, 2..2000_usize);
    let when_full = prop::sample::select(vec![WhenFull::Free, WhenFull::Free, WhenFull::Stop]);
    (bytes, tree_nodes, when_full).prop_map(|(memory, tree_nodes, when_full)| MemoryLimits {
        threads: 1,
        memory,
        tree_nodes,
        when_full,
    })
}

/// Both forms, and the default one with leaves that are split early.
pub fn forms() -> [ChanceModel; 3] {
    [ChanceModel::default(), ChanceModel::searching(), splitting()]
}

/// A model whose leaves are split after a few hundred nodes.
pub fn splitting() -> ChanceModel {
    let early = LeafSearchModel {
        first: 30.0,
        split: 120.0,
        growth: 0.0,
        alone: 500.0,
        ..LeafSearchModel::default()
    };
    ChanceModel { leaf_search: Some(early), ..ChanceModel::searching() }
}

/// The whole tree, node by node, whatever their names.
pub fn shape<G: Heuristics + Evaluate>(search: &BestFirst<G>) -> Vec<(usize, NodeParts)> {
    let mut waiting: Vec<(usize, NodeId)> = vec![(0, search.tree().root())];
    let mut all = Vec::new();
    while let Some((level, id)) = waiting.pop() {
        all.push((level, search.tree().parts(id)));
        waiting.extend(search.tree().children(id).map(|(_, child, _)| (level + 1, child)));
    }
    all
}

/// Every line of a report can be played from its position.
pub fn assert_lines_are_legal<G: Game + Debug>(position: &G, report: &Report<G::Move>) {
    for line in &report.lines {
        let mut game = position.clone();
        for &mv in &line.moves {
            let mut legal = Vec::new();
            game.moves(&mut legal);
            assert!(legal.contains(&mv), "{mv:?} in {game:?}");
            game.play(mv);
        }
    }
}
