//! Trees that are full: what is freed, what stays, and that nothing else changes.

use std::collections::HashMap;
use std::time::Duration;

use crate::common::positions::{config, position, random_position};
use crate::common::toy::{Rules, Toy, Turns, minimax, rules};
use crate::common::trees::{open, saved, shape};
use proptest::prelude::*;
use shans::chess::{Position, Tapered};
use shans::game::{Evaluate, Game, Heuristics};
use shans::search::{
    BestFirst, ChanceModel, ChanceRules, Limits, MemoryLimits, Protected, ReclaimPass, Report,
    Root, Searcher, Stop, WhenFull,
};
use shans::tree::{FileOrder, NodeId, NodeParts, Tree, TreeBuilder, principal_variation};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), settles: false, ..Limits::default() }
}

fn run<G: Heuristics + Evaluate>(search: &mut BestFirst<G>, nodes: u64) -> Report<G::Move> {
    let report = search.search(&limits(nodes), &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    let room = search.memory_limits().tree_nodes.unwrap_or(usize::MAX);
    assert!(search.tree().len() <= room, "{} nodes in room for {room}", search.tree().len());
    assert!(report.counters.nodes <= nodes);
    report
}

proptest! {
    #![proptest_config(config(400))]

    /// However small its room, a tree stays right, keeps to the room, and is the same if the same limits come on the
    /// way.
    #[test]
    fn small_rooms_are_kept(
        rules in rules(2..9, 1..7, 0..60),
        room in 2..80_usize,
        stops in prop::collection::vec(1..600_u64, 1..5),
    ) {
        let room = MemoryLimits { tree_nodes: Some(room), ..ROOM };
        let model = ChanceModel::default();
        let searched = || {
            let mut search = BestFirst::new(Root::new(Toy::new(rules)), model, room);
            let limits = stops.iter().scan(0, |nodes, more| {
                *nodes += more;
                Some(*nodes)
            });
            let lines: Vec<_> = limits.map(|nodes| run(&mut search, nodes).lines).collect();
            (lines, shape(&search))
        };
        prop_assert_eq!(searched(), searched());
    }

}

/// A value that is proven in a small room is the exact one: freeing forgets no proof and makes up
/// none.
#[test]
fn proofs_are_true() {
    let mut proven_after_freeing = 0;
    for seed in 0..400 {
        let rules = Rules {
            seed,
            turns: Turns::ALL[seed as usize % 4],
            length: 5 + (seed % 4) as u8,
            width: 4,
            wins: 30,
            ..Rules::default()
        };
        let room = MemoryLimits { tree_nodes: Some(20 + seed as usize % 50), ..ROOM };
        let mut search = BestFirst::new(Root::new(Toy::new(rules)), ChanceModel::default(), room);
        let report = run(&mut search, 6_000);
        if !search.tree().node(search.at()).is_proven() {
            continue;
        }
        proven_after_freeing += usize::from(report.memory.freed_nodes > 0);
        assert_eq!(report.value, minimax(&Toy::new(rules)), "seed {seed}");
    }
    assert!(proven_after_freeing >= 40, "only {proven_after_freeing} proofs met freeing");
}

proptest! {
    #![proptest_config(config(200))]

    /// A tree that gets less room is freed down to it, stays right, and continues.
    #[test]
    fn a_tree_fits_into_less(rules in rules(2..9, 1..7, 0..60), nodes in 100..4_000_u64, room in 12..300_usize) {
        let mut search = BestFirst::new(Root::new(Toy::new(rules)), ChanceModel::default(), ROOM);
        let before = run(&mut search, nodes);
        let room = MemoryLimits { tree_nodes: Some(room), ..ROOM };
        prop_assert_eq!(search.fit_into(room), Ok(()));
        prop_assert!(search.check().is_ok(), "{:?}", search.check());
        prop_assert!(search.tree().len() <= search.tree().capacity());
        prop_assert_eq!(search.tree().capacity(), room.tree_capacity(false));
        let none = Limits { nodes: Some(0), settles: false, ..Limits::default() };
        let after = search.search(&none, &mut |_| {});
        prop_assert_eq!((after.value, after.best_move()), (before.value, before.best_move()));
        run(&mut search, nodes + 1_000);
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn chess_trees_are_right_in_any_room(
        position in random_position(),
        room in 2..3_000_usize,
        nodes in 1..12_000_u64,
    ) {
        let room = MemoryLimits { tree_nodes: Some(room), ..ROOM };
        let model = ChanceModel::default();
        let searched = || {
            let mut search = BestFirst::new(Root::new(position.clone()), model, room);
            run(&mut search, nodes / 2);
            (run(&mut search, nodes).best_move(), shape(&search))
        };
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let (answer, shape) = searched();
        prop_assert!(answer.is_none_or(|mv| legal.contains(&mv)));
        prop_assert_eq!(searched(), (answer, shape));
    }
}

#[test]
fn a_full_tree_goes_on_and_says_so() {
    let room = MemoryLimits { tree_nodes: Some(5_000), ..ROOM };
    let model = ChanceModel::default();
    let mut search = BestFirst::new(Root::new(position(MIDDLEGAME)), model, room);
    let report = run(&mut search, 100_000);
    assert_eq!(report.stop, Some(Stop::Nodes));
    assert!(report.memory.freed_nodes > 5_000 && report.memory.sweeps > 0, "{:?}", report.memory);
    let room = MemoryLimits { when_full: WhenFull::Stop, ..room };
    let mut search = BestFirst::new(Root::new(position(MIDDLEGAME)), model, room);
    let report = run(&mut search, 100_000);
    assert_eq!((report.stop, report.memory.freed_nodes), (Some(Stop::Memory), 0));
}

/// Every candidate that was made stays in the tree, whatever is freed below it. (That the nodes of
/// a candidate's line stay is held by `lines_and_proofs_outlast_any_pass`.)
#[test]
fn candidates_stay() {
    let room = MemoryLimits { tree_nodes: Some(20_000), ..ROOM };
    let model = ChanceModel::default();
    let mut search = BestFirst::new(Root::new(position(MIDDLEGAME)), model, room);
    let mut before: Vec<usize> = Vec::new();
    for nodes in (1..10).map(|step| step * 20_000) {
        let report = run(&mut search, nodes);
        let tree = search.tree();
        let lines: Vec<usize> = tree
            .children(search.at())
            .map(|(_, id, _)| principal_variation(tree, id, search.rules()).len())
            .collect();
        assert_eq!(lines.len(), report.lines.len());
        assert!(lines.len() >= before.len(), "a candidate is gone");
        before = lines;
    }
    assert!(before.iter().sum::<usize>() > before.len(), "{before:?}");
}

/// A win that was seen costs nothing to ask about again: in a full tree that must not go on forever.
#[test]
fn a_full_tree_that_has_seen_a_win_goes_on() {
    let full = [
        ("2r1k1r1/1p3p2/p4p2/3pqp2/1P1Q4/P1P1P1PP/4R3/R5K1 b - - 0 1", 140),
        ("4r3/1r2P2k/5Q1p/p4pp1/Pp6/3qP3/1P3PPP/R1B2RK1 w - - 0 1", 100),
        ("4k2r/p6p/1ppP3p/8/4Nb2/PQP2q1P/5P2/R3KR2 w Qk - 0 1", 40),
    ];
    for (fen, nodes) in full {
        let room = MemoryLimits { tree_nodes: Some(nodes), ..ROOM };
        let root = Root::new(position(fen));
        let mut search = BestFirst::new(root, ChanceModel::searching(), room);
        // No such search takes as long, unless it continues without any work.
        let limits = Limits { time: Some(Duration::from_secs(20)), ..limits(15_000) };
        let report = search.search(&limits, &mut |_| {});
        assert!(
            matches!(report.stop, Some(Stop::Nodes | Stop::Proven)),
            "{fen}: {:?}",
            report.stop
        );
        search.check().unwrap_or_else(|broken| panic!("{broken}"));
    }
}

/// Without room for the position's moves the pure form ends, with an answer.
#[test]
fn the_pure_form_stops_in_the_smallest_room() {
    let room = MemoryLimits { tree_nodes: Some(2), ..ROOM };
    let root = Root::new(position(MIDDLEGAME));
    let mut search = BestFirst::new(root, ChanceModel::default(), room);
    let report = run(&mut search, 20_000);
    assert_eq!(report.stop, Some(Stop::Memory));
    assert!(report.best_move().is_some());
}

/// The default form searches the position itself deeper, and always has a value.
#[test]
fn the_smallest_room_has_an_answer() {
    let room = MemoryLimits { tree_nodes: Some(2), ..ROOM };
    for fen in [MIDDLEGAME, "r2qrb1k/1p1b2p1/p2ppn1p/8/3NP3/1BN5/PPP3QP/1K3RR1 w - - 0 1"] {
        let mut search = BestFirst::new(Root::new(position(fen)), ChanceModel::searching(), room);
        for nodes in (1..25).map(|step| step * 4_000) {
            let report = run(&mut search, nodes);
            assert!(report.best_move().is_some(), "{fen}, {nodes} nodes");
        }
    }
}

/// In a tree that is full to the last node every reply to a move can be stepped to.
#[test]
fn a_full_tree_makes_room_for_steps() {
    let room = MemoryLimits { tree_nodes: Some(1_000), when_full: WhenFull::Stop, ..ROOM };
    let root = Root::new(position(MIDDLEGAME));
    let mut search = BestFirst::new(root, ChanceModel::default(), room);
    let report = run(&mut search, 100_000);
    assert_eq!(report.stop, Some(Stop::Memory));
    let room = MemoryLimits { when_full: WhenFull::Free, ..room };
    let full = open(&saved(&search, false))
        .and_then(|file| file.load_to_go_on::<Position>(Tapered::default(), room));
    let mut full = full.unwrap_or_else(|error| panic!("{error}")).search;
    let least = report.lines.last().map(|line| line.moves[0]);
    assert_eq!(least.map(|mv| full.step(mv)), Some(Ok(())));
    let mut replies = Vec::new();
    full.position().moves(&mut replies);
    for reply in replies {
        assert_eq!(full.step(reply), Ok(()));
        assert_eq!(full.step_back(), Ok(()));
    }
    assert!(full.check().is_ok() && full.state().stats.freed > 0, "{:?}", full.check());
}

/// The same tree once more.
fn copy(tree: &Tree) -> Tree {
    let mut builder = TreeBuilder::new(tree.capacity(), tree.len());
    for id in FileOrder::new(tree) {
        assert_eq!(builder.add(tree.parts(id)), Ok(()));
    }
    builder.finish().unwrap_or_else(|misfit| panic!("{misfit}"))
}

/// The nodes that a proof rests on: the winner's best moves, and all moves of everybody else.
fn proof(tree: &Tree, from: NodeId, rules: &ChanceRules) -> Vec<NodeId> {
    let mut nodes = vec![from];
    let mut seen = 0;
    while let Some(&id) = nodes.get(seen) {
        seen += 1;
        let node = tree.node(id);
        let winner = node.value.win().map(|(winner, _)| winner);
        if winner.is_some() && winner == node.turn().player() {
            nodes.extend(principal_variation(tree, id, rules).first());
        } else {
            nodes.extend(tree.children(id).map(|(_, child, _)| child));
        }
    }
    nodes
}

/// Every node by the moves that lead to it.
fn by_moves(tree: &Tree) -> HashMap<Vec<u16>, (NodeId, NodeParts)> {
    let mut nodes = HashMap::new();
    let mut waiting = vec![(tree.root(), Vec::new())];
    while let Some((id, moves)) = waiting.pop() {
        for (_, child, node) in tree.children(id) {
            waiting.push((child, [&moves[..], &[node.mv.0]].concat()));
        }
        nodes.insert(moves, (id, tree.parts(id)));
    }
    nodes
}

/// Frees all that may go, that many nodes looked at each time.
fn free_everything(tree: &mut Tree, at: &[NodeId], rules: &ChanceRules, slice: usize) -> usize {
    let mut pass = ReclaimPass::default();
    let mut all = 0;
    loop {
        pass.aim(u64::MAX);
        pass.begin();
        let mut freed = 0;
        while pass.is_under_way() {
            freed += pass.advance(tree, Protected { stem: at, ways: Vec::new() }, rules, slice);
        }
        all += freed;
        if freed == 0 {
            return all;
        }
    }
}

/// Whatever else goes: the line to the position analysed with all its moves, the principal
/// variations of all candidates, and the proofs of proven ones stay, and every node that is left
/// keeps its numbers.
#[test]
fn lines_and_proofs_outlast_any_pass() {
    let (mut freed, mut proofs) = (0, 0);
    for seed in 0..150 {
        let turns = [Turns::Alternating, Turns::Partners, Turns::Random][seed as usize % 3];
        let rules = Rules { seed, turns, length: 9, width: 5, wins: 60, ..Rules::default() };
        let mut search = BestFirst::new(Root::new(Toy::new(rules)), ChanceModel::default(), ROOM);
        run(&mut search, 500);
        let mut moves = Vec::new();
        search.position().moves(&mut moves);
        if seed % 2 == 1 && search.step(moves[0]).is_ok() {
            let nodes = search.nodes() + 300;
            run(&mut search, nodes);
        }
        let (tree, rules) = (search.tree(), search.rules());
        let mut kept = vec![search.at()];
        for (_, id, node) in tree.children(search.at()) {
            kept.extend(principal_variation(tree, id, rules));
            if node.is_decided() {
                let proof = proof(tree, id, rules);
                proofs += usize::from(proof.len() > 9);
                kept.extend(proof);
            }
        }
        let before = by_moves(tree);
        let mut swept = copy(tree);
        let codes = search.state().line;
        let at = (0..=codes.len()).map(|plies| {
            let moves: Vec<u16> = codes[..plies].iter().map(|code| code.0).collect();
            by_moves(&swept)[&moves].0
        });
        let at: Vec<NodeId> = at.collect();
        freed += free_everything(&mut swept, &at, rules, 1 + seed as usize % 40);
        let after = by_moves(&swept);
        for (moves, (id, parts)) in &before {
            let left = after.get(moves).map(|(_, parts)| parts);
            assert!(left.is_some() || !kept.contains(id), "seed {seed}: {moves:?} is gone");
            let numbers = |&NodeParts { node, effort, .. }: &NodeParts| {
                (node.value, node.alpha, node.beta, effort)
            };
            assert!(left.is_none_or(|left| numbers(left) == numbers(parts)), "{moves:?}");
        }
    }
    assert!(freed > 5_000 && proofs > 20, "{freed} freed, {proofs} proofs");
}
