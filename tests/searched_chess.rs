//! Chess trees over searched leaves.

use proptest::prelude::*;
use shans::chess::Position;
use shans::game::{Evaluate, Game, Heuristics};
use shans::search::{
    BestFirst, ChanceModel, LeafSearchModel, Limits, MemoryLimits, Report, Root, Searcher, Stop,
};
use shans::store::{SaveOptions, write_to};
use shans::value::{Player, Value};

use crate::common::positions::{config, position, random_position};
use crate::common::trees::{assert_lines_are_legal, loaded, saved, shape};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

fn run<G: Heuristics + Evaluate>(search: &mut BestFirst<G>, limits: &Limits) -> Report<G::Move> {
    let report = search.search(limits, &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    report
}

fn up_to(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn chess_trees_are_right_in_any_room(
        position in random_position(),
        nodes in 1..20_000_u64,
        room in prop::option::weighted(0.5, 2..300_usize),
    ) {
        let room = MemoryLimits { tree_nodes: room, ..ROOM };
        let root = Root::new(position.clone());
        let mut search = BestFirst::new(root, ChanceModel::searching(), room);
        let report = run(&mut search, &up_to(nodes));
        prop_assert!(report.counters.nodes <= nodes);
        prop_assert!(report.stop == Some(Stop::Finished) || report.best_move().is_some());
        assert_lines_are_legal(&position, &report);
    }
}

/// A middlegame in which many moves are nearly equal.
const MIDDLE: &str = "r1bq1rk1/pp3ppp/2nbpn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9";

/// In games nearly all nodes go to the search of the position to be played, also where the tree rests on something
/// dear to look into: of 487 positions reached along the line of the search before, 39 were answered with what was
/// known two plies before.
#[test]
fn in_a_game_every_position_is_searched_as_a_whole() {
    let mut search = BestFirst::new(Root::new(position(MIDDLE)), ChanceModel::searching(), ROOM);
    for more in [40_000, 10_000].into_iter().cycle().take(40) {
        let (before, nodes) = (search.anchor().map_or(0, |anchor| anchor.nodes), search.nodes());
        let report = run(&mut search, &Limits { plays: true, ..up_to(nodes + more) });
        let after = search.anchor().map_or(0, |anchor| anchor.nodes);
        assert!(10 * (after - before) >= 8 * more, "{before} {after}");
        for &mv in report.lines[0].moves.iter().take(2) {
            search.step(mv).expect("a move of the line");
        }
    }
}

/// Where the tables are lost, as after a merge, the search of the whole position begins anew. As long as limits cut it
/// before it is as deep as the last one, that one's line and value stay: 16 of 50 answers changed without that.
#[test]
fn a_shallower_search_takes_nothing_away() {
    let root = Root::new(position(MIDDLE));
    let mut search = BestFirst::new(root, ChanceModel::searching(), ROOM);
    run(&mut search, &up_to(200_000));
    let anchor = *search.anchor().expect("it was searched");
    let mut nodes = anchor.nodes;
    for step in 1..8 {
        search = loaded(&saved_without_tables(&search));
        run(&mut search, &up_to(200_000 + step * 10_000));
        let now = *search.anchor().expect("it was searched");
        assert_eq!((now.line, now.value), (anchor.line, anchor.value), "step {step}");
        nodes = now.nodes;
    }
    assert!(nodes > anchor.nodes, "the nodes of a search that found nothing count");
    run(&mut search, &up_to(2_000_000));
    assert!(search.anchor().is_some_and(|now| now.line.depth() > anchor.line.depth()));
}

fn saved_without_tables(search: &BestFirst<Position>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let options = SaveOptions { searcher: "best-first", compress: false, tables: 0 };
    write_to(&mut bytes, search, options).unwrap_or_else(|error| panic!("{error}"));
    bytes
}

/// The line of a search goes into the tree as a chain: each node has a value and half the effort of the one before,
/// and its other moves wait.
#[test]
fn a_search_lays_a_chain() {
    let mut search = BestFirst::new(Root::new(position(MIDDLE)), ChanceModel::searching(), ROOM);
    run(&mut search, &up_to(9_000));
    let tree = search.tree();
    let line = search.anchor().expect("it was searched").line;
    let (mut at, mut plies) = (search.at(), 0);
    for &mv in line.moves() {
        let Some(child) = tree.child_behind(at, mv) else { break };
        // Searches of the end of the line count there, too: 300 nodes.
        assert!(tree.effort(child) * 2 <= tree.effort(at) + 300);
        assert!(search.rules().most_of_rest(tree.node(at)).is_some(), "the others wait");
        (at, plies) = (child, plies + 1);
    }
    assert!(plies >= 4, "{plies}");
}

/// No answer is without a value and a line, however short the pieces are, and what is told of the nodes is right.
#[test]
fn a_search_in_short_pieces_gets_on() {
    let endgame = "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47";
    let mut search = BestFirst::new(Root::new(position(endgame)), ChanceModel::searching(), ROOM);
    for nodes in (5_000..=330_000).step_by(5_000) {
        let report = run(&mut search, &up_to(nodes));
        assert!(report.counters.nodes <= nodes);
        assert!(report.lines.first().is_some_and(|line| !line.moves.is_empty()));
        search = loaded(&saved(&search, false));
    }
    assert!(search.state().nodes > 300_000 && search.tree().len() > 10);
}

#[test]
fn mates_are_proven_in_the_tree() {
    for (fen, plies) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
    ] {
        let mut search = BestFirst::new(Root::new(position(fen)), ChanceModel::searching(), ROOM);
        let report = run(&mut search, &up_to(200_000));
        assert_eq!(report.stop, Some(Stop::Proven), "{fen}");
        assert!(report.proven, "{fen}");
        assert_eq!(report.value, Value::win_in(Player::Max, plies), "{fen}");
    }
}

/// In a game the first mate that is proven does: here one of 27 moves, which the known endgames tell.
#[test]
fn a_shorter_mate_than_the_first_one_is_looked_for() {
    let long = position("2N5/7B/8/8/Q7/p2K4/1k1n4/8 w - - 0 1");
    let mut search = BestFirst::new(Root::new(long), ChanceModel::searching(), ROOM);
    for (plays, plies) in [(true, 53), (false, 5)] {
        let report = run(&mut search, &Limits { plays, ..up_to(50_000) });
        assert_eq!(report.stop, Some(Stop::Proven));
        assert_eq!(report.value, Value::win_in(Player::Max, plies));
    }
}

#[test]
fn the_same_limit_gives_the_same_tree() {
    let grown = |model| {
        let mut search = BestFirst::new(Root::new(<Position>::default()), model, ROOM);
        let report = run(&mut search, &up_to(60_000));
        assert!(report.counters.table_hits > 0, "searches of leaves share a table");
        assert!(report.tree_nodes > 5);
        shape(&search)
    };
    for model in [ChanceModel::searching(), ChanceModel { ply: 60.0, ..ChanceModel::searching() }] {
        assert_eq!(grown(model), grown(model));
    }
}

/// In a full tree the position analysed keeps its moves, those that wait or not.
#[test]
fn a_full_tree_keeps_the_moves_of_the_position_analysed() {
    let leaves = LeafSearchModel {
        first: 10.0,
        split: 20.0,
        growth: 0.0,
        alone: 0.0,
        ..LeafSearchModel::default()
    };
    let model = ChanceModel { leaf_search: Some(leaves), ..ChanceModel::searching() };
    let mut full = 0;
    for tree_nodes in 24..60 {
        let mut search = BestFirst::new(Root::new(<Position>::default()), model, ROOM);
        run(&mut search, &up_to(20_000));
        // A position in which some moves were made and others wait.
        let mut children = search.tree().children(search.at());
        let waits = children
            .find(|(_, id, node)| node.next.exists() && search.tree().first_child(*id).is_some());
        let mv = waits.and_then(|(.., node)| search.position().decode(node.mv));
        let mv = mv.unwrap_or_else(|| panic!("no moves wait"));
        assert_eq!(search.step(mv), Ok(()));
        let room = MemoryLimits { tree_nodes: Some(tree_nodes), ..ROOM };
        full += usize::from(search.fit_into(room).is_ok());
        let nodes = search.nodes() + 20_000;
        run(&mut search, &up_to(nodes));
    }
    assert!(full > 10, "only {full} trees were as small");
}
