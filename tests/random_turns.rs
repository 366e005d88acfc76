//! Turns of chance: what they are worth, and how much work their outcomes get.

use crate::common::positions::config;
use crate::common::shaped::{Shape, Shaped};
use crate::common::toy::{Rules, Toy, Turns};
use proptest::prelude::*;
use shans::game::{Game, Past, Turn};
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher, Stop};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

fn models() -> [ChanceModel; 2] {
    [ChanceModel::default(), ChanceModel::searching()]
}

/// Expectimax in its plainest form, of a game without wins.
fn expectimax(toy: &Toy) -> f64 {
    if let Some(value) = toy.outcome(&Past::default()) {
        return value.raw().into();
    }
    let mut moves = Vec::new();
    toy.moves(&mut moves);
    let values = moves.iter().map(|mv| expectimax(&toy.after(&[mv.0])));
    match toy.turn() {
        Turn::Max => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Min => values.fold(f64::INFINITY, f64::min),
        Turn::Random => {
            let odds = || moves.iter().map(|&mv| f64::from(toy.odds(mv)));
            values.zip(odds()).map(|(value, odds)| value * odds).sum::<f64>() / odds().sum::<f64>()
        }
    }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn games_with_chance_are_worth_what_expectimax_says(
        seed in any::<u64>(),
        length in 1..7_u8,
        width in 1..5_u8,
        spread in 1..3_000_u16,
    ) {
        let turns = Turns::WithChance;
        let toy = Toy::new(Rules { seed, length, width, spread, turns, wins: 0, ..Rules::default() });
        let expected = expectimax(&toy);
        for model in models() {
            let mut search = BestFirst::new(Root::new(toy), model, ROOM);
            let limits = Limits {
                settles: false,
                beyond_only_move: true,
                ..Limits::default()
            };
            let report = search.search(&limits, &mut |_| {});
            search.check().unwrap_or_else(|broken| panic!("{broken}"));
            prop_assert!((f64::from(report.value.raw()) - expected).abs() < 0.5, "{report:?} {expected}");
        }
    }
}

/// Max chooses between two draws of lots, of which one is hopeless; then the game continues for
/// long.
const LOTS: Shape = Shape {
    turn: |ply| match ply {
        0 => Turn::Max,
        1 => Turn::Random,
        _ if ply % 2 == 0 => Turn::Min,
        _ => Turn::Max,
    },
    width: |ply| match ply {
        0 => 2,
        200.. => 0,
        _ => 3,
    },
    odds: |_| 1.0,
    worth: |ply, mv| match (ply, mv) {
        (0, 1) => -3_000,
        (1, 0) => 800,
        (1, 2) => -800,
        _ => 0,
    },
    noise: 30,
};
static FAR_APART: Shape = LOTS;
static UNEQUAL: Shape = Shape { odds: |outcome| [16.0, 4.0, 1.0][usize::from(outcome)], ..LOTS };

/// The effort that went into the outcomes of the first draw, in their order.
fn efforts(shape: &'static Shape, model: ChanceModel) -> Vec<u64> {
    let mut search = BestFirst::new(Root::new(Shaped::new(shape)), model, ROOM);
    let nodes = if model.leaf_search.is_some() { 300_000 } else { 60_000 };
    let limits = Limits { nodes: Some(nodes), settles: false, ..Limits::default() };
    search.search(&limits, &mut |_| {});
    let tree = search.tree();
    let mut moves = tree.children(tree.root());
    let lots = moves.find(|(.., node)| node.mv.0 == 0).expect("the better draw");
    let mut outcomes: Vec<_> =
        tree.children(lots.1).map(|(_, id, node)| (node.mv.0, tree.effort(id))).collect();
    outcomes.sort_unstable();
    outcomes.into_iter().map(|(_, effort)| effort).collect()
}

/// However far apart outcomes of the same odds are, none is left out. Where leaves are searched the tree is too small
/// for that after this many nodes: there each has at least a value.
#[test]
fn outcomes_of_the_same_odds_get_like_effort() {
    for model in models() {
        let efforts = efforts(&FAR_APART, model);
        let (least, most) = (efforts.iter().min(), efforts.iter().max());
        let (Some(least), Some(most)) = (least, most) else { panic!("no outcomes") };
        let is_like = model.leaf_search.is_some() || *least * 4 > *most;
        assert!(efforts.len() == 3 && is_like, "{efforts:?}");
    }
}

/// Twenty outcomes are more than a tree of sixteen nodes holds, and more than one of forty has room for when it is nearly
/// full: the search goes on without them, or with some in place of others.
#[test]
fn a_tree_without_room_for_all_outcomes_ends_no_search() {
    static MANY: Shape =
        Shape { width: |ply| if ply == 1 { 20 } else { (LOTS.width)(ply) }, ..LOTS };
    for tree_nodes in [16, 24, 40, 60] {
        let room = MemoryLimits { tree_nodes: Some(tree_nodes), ..ROOM };
        let root = Root::new(Shaped::new(&MANY));
        let mut search = BestFirst::new(root, ChanceModel::searching(), room);
        let limits = Limits { nodes: Some(200_000), settles: false, ..Limits::default() };
        let report = search.search(&limits, &mut |_| {});
        assert_eq!(report.stop, Some(Stop::Nodes), "{tree_nodes}");
        assert!(!report.lines.is_empty() && search.tree().len() <= tree_nodes);
        search.check().unwrap_or_else(|broken| panic!("{broken}"));
    }
}

/// The more likely an outcome, the more effort it is worth.
#[test]
fn likely_outcomes_get_more_effort() {
    for model in models() {
        let efforts = efforts(&UNEQUAL, model);
        let [likely, less, least] = efforts[..] else { panic!("{efforts:?}") };
        assert!(4 * likely > 5 * less && 4 * less > 5 * least && least > 0, "{efforts:?}");
    }
}
