//! Games and analysis search by numbers of their own ([`Limits::plays`]).

use proptest::prelude::*;
use shans::chess::Position;
use shans::search::{
    BestFirst, ChanceModel, Leaf, Limits, MemoryLimits, Negamax, Pvs, PvsOptions, Report, Root,
    Searcher,
};
use shans::value::Value;

use crate::common::positions::{config, position};
use crate::common::toy::{Rules, Toy, Turns, varied_rules};

const POSITIONS: [&str; 3] = [
    "r1bq1rk1/pp3ppp/2nbpn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
const NODES: u64 = 20_000;

fn pvs(root: Root<Position>) -> Box<dyn Searcher<Position>> {
    Box::new(Pvs::new(root, PvsOptions::default()))
}

fn best_first(root: Root<Position>) -> Box<dyn Searcher<Position>> {
    Box::new(BestFirst::new(root, ChanceModel::searching(), MemoryLimits::new(16 << 20)))
}

/// What a search finds, and how much it has looked at for it.
fn found(searcher: &mut dyn Searcher<Position>, plays: bool) -> String {
    let limits = Limits { nodes: Some(NODES), plays, ..Limits::default() };
    let Report { value, lines, depth, counters, .. } = searcher.search(&limits, &mut |_| {});
    let line = lines.first().map(|line| line.moves.clone());
    format!("{value:?} {line:?} {depth:?} {counters:?}")
}

/// Bit for bit: nothing of a game is left in an analysis that begins afresh.
#[test]
fn analysis_is_the_same_after_a_game() {
    for build in [pvs, best_first] {
        for fen in POSITIONS {
            let root = || Root::new(position(fen));
            let analysis = found(build(root()).as_mut(), false);
            let mut searcher = build(root());
            let game = found(searcher.as_mut(), true);
            assert_ne!(game, analysis, "{fen}");
            searcher.clear();
            searcher.go_to(root());
            assert_eq!(found(searcher.as_mut(), false), analysis, "{fen}");
        }
    }
}

/// That is what the more selective search is for.
#[test]
fn in_games_the_same_nodes_reach_deeper() {
    let depth = |fen: &str, plays: bool| {
        let limits = Limits { nodes: Some(5 * NODES), plays, ..Limits::default() };
        let report = pvs(Root::new(position(fen))).search(&limits, &mut |_| {});
        report.depth.unwrap_or(0)
    };
    let all = |plays: bool| POSITIONS.map(|fen| depth(fen, plays)).iter().sum::<u32>();
    assert!(all(true) > all(false), "{} {}", all(true), all(false));
}

fn rules() -> impl Strategy<Value = Rules> {
    let turns = prop_oneof![Just(Turns::Alternating), Just(Turns::Partners)];
    varied_rules(turns, 1..8, 1..6, 0..300)
}

proptest! {
    #![proptest_config(config(200))]

    /// Whatever is left out or cut: who is said to win wins.
    #[test]
    fn no_win_is_false(rules in rules(), table in prop_oneof![Just(0_u64), Just(1 << 14)]) {
        let root = || Root::new(Toy::new(rules));
        let limits = |plies, plays| Limits { depth: Some(plies), plays, ..Limits::default() };
        let whole = u32::from(rules.length);
        let truth =
            Negamax::new(root(), Leaf::Static).search(&limits(whole, false), &mut |_| {}).value;
        let options = PvsOptions { table_bytes: table, ..PvsOptions::default() };
        let report = Pvs::new(root(), options).search(&limits(2 * whole, true), &mut |_| {});
        let winner = |value: Value| value.win().map(|(winner, _)| winner);
        if let Some(found) = winner(report.value) {
            prop_assert_eq!(winner(truth), Some(found));
        }
    }
}
