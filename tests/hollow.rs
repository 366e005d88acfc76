//! A move that somebody puts into the tree never makes the value of its position, and what the told value rests on has its
//! part of the nodes.

use crate::common::positions::{moves, position};
use crate::common::trees::{go_on, loaded, saved};
use shans::chess::Position;
use shans::game::Game;
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Merged, Root, Searcher};
use shans::tree::{NodeId, Watch};
use shans::value::Player;

const ROOM: MemoryLimits = MemoryLimits::new(16 << 20);
/// White gives everything away, and is mated.
const BLUNDERS: &str = "e4 e5 Qh5 Nc6 Qxe5+ Nxe5 Ba6 bxa6 f3 Qh4+ g3 Qxg3+ hxg3 Nd3+ cxd3";

fn search_of(fen: &str) -> BestFirst<Position> {
    BestFirst::new(Root::new(position(fen)), ChanceModel::searching(), ROOM)
}

fn start() -> BestFirst<Position> {
    BestFirst::new(Root::new(Position::default()), ChanceModel::searching(), ROOM)
}

/// The nodes of the positions of a line that are in the tree, from the root of it on.
fn nodes_of(search: &BestFirst<Position>, line: &str) -> Vec<NodeId> {
    let mut game = search.root().game().clone();
    let mut found = vec![search.tree().root()];
    for mv in moves(&game, line) {
        let at = found.last().copied().expect("the root");
        let Some(child) = search.tree().child_behind(at, game.encode(mv)) else { break };
        found.push(child);
        game.play(mv);
    }
    found
}

/// Positions of the line before its mover gives something away have the value of their own search, and not that of
/// what was given away.
fn assert_not_hollow(search: &BestFirst<Position>, line: &str, what: &str) {
    let nodes = nodes_of(search, line);
    let count = line.split_whitespace().count();
    assert!(nodes.len() > count.min(6), "{what}: {} positions", nodes.len());
    // The first moves are sound, and White is even until he takes on e5.
    for (ply, &id) in nodes.iter().enumerate().take(5) {
        let value = search.tree().node(id).value.for_player(Player::Max);
        assert!(value > -250.0, "{what}: {value} after {ply} plies");
    }
    assert_eq!(search.check(), Ok(search.tree().len()));
}

#[test]
fn a_line_of_blunders_makes_no_value() {
    let mut included = start();
    let line = moves(included.position(), BLUNDERS);
    assert_eq!(included.include(&line), Ok(()));
    go_on(&mut included, 60_000);
    assert_not_hollow(&included, BLUNDERS, "included");

    let mut stepped = start();
    for &mv in &line {
        assert_eq!(stepped.step(mv), Ok(()));
    }
    assert_not_hollow(&stepped, BLUNDERS, "stepped to");

    // A line that was put into one of two trees, and not into the other one.
    let mut searched = start();
    go_on(&mut searched, 20_000);
    let merged = searched.merge(&stepped, ROOM, |_| Watch::GoOn);
    assert!(matches!(merged, Ok(Merged::Anew { .. })));
    assert_not_hollow(&searched, BLUNDERS, "merged");

    // The lines of leaves are in the file: a move that is wanted later finds them.
    let mut before = start();
    assert_eq!(before.include(&line[..3]), Ok(()));
    go_on(&mut before, 6_000);
    let mut after = loaded(&saved(&before, false));
    assert_eq!(after.include(&line), Ok(()));
    go_on(&mut after, 60_000);
    assert_not_hollow(&after, BLUNDERS, "included in a loaded tree");
}

/// Whether the value that is told rests on its part of the nodes, or is told not to be settled.
fn assert_supported(search: &BestFirst<Position>, what: &str) {
    let told = search.view().with_answer(search.answer()).told(search.at(), search.position());
    let rests_on = told.rests_on();
    assert!(rests_on.is_none() || told.is_unsettled(), "{what}: {rests_on:?}");
}

#[test]
fn what_is_told_rests_on_its_part_of_the_nodes() {
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
        "2r3k1/1p3ppp/p3p3/3pP3/1P1P1P2/P5P1/5K1P/2R5 b - - 0 24",
    ];
    for fen in positions {
        for lines in [1, 3] {
            let mut search = search_of(fen);
            search.want_lines(lines);
            for nodes in [15_000, 30_000, 60_000, 120_000] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                search.search(&limits, &mut |_| {});
                assert_supported(&search, &format!("{fen}, {lines} lines, {nodes} nodes"));
            }
        }
    }
}
