//! A reply that loses says nothing about those not tried yet: they are tried, too.

use crate::common::positions::{config, position};
use crate::common::toy::{Toy, ToyMove, rules};
use proptest::prelude::*;
use shans::chess::Position;
use shans::game::{Game, Notation, Order};
use shans::search::{
    BestFirst, Budget, ChanceModel, Limits, MemoryLimits, Quiescence, Report, Root, Searcher,
    Window,
};
use shans::tree::NodeId;
use shans::value::Value;

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

/// Positions in which the first reply to good moves is mated, what is best, and what it is worth at
/// most to the side to move, by a strong engine: centipawns.
const FIRST_REPLY_LOSES: [(&str, &str, f32); 4] = [
    ("1r3rk1/p4pbp/q1p2pp1/3p1b2/1n1P1P1B/PB3N2/1PPQR1PP/2KR4 b - - 0 1", "Nd3+", 130.0),
    ("k2K2B1/pp6/P7/P3b3/2p1p3/6n1/r1q5/4Q3 w - - 95 80", "Kc8", 0.0),
    ("7k/KbR4N/1p2n3/b2p1n2/pp1rp1Rp/q7/3p2pr/8 w - - 0 1", "Nf6", f32::INFINITY),
    ("r2qrb1k/1p1b2p1/p2ppn1p/8/3NP3/1BN5/PPP3QP/1K3RR1 w - - 0 1", "", 100.0),
];

fn search(
    fen: &str,
    nodes: u64,
    room: MemoryLimits,
) -> (BestFirst<Position>, Report<<Position as Game>::Move>) {
    let mut search = BestFirst::new(Root::new(position(fen)), ChanceModel::default(), room);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = search.search(&limits, &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    (search, report)
}

#[test]
fn the_value_does_not_rest_on_a_first_reply_that_loses() {
    for ((fen, best, most), nodes) in
        FIRST_REPLY_LOSES.into_iter().zip([30_000, 100_000, 100_000, 300_000])
    {
        let (_, report) = search(fen, nodes, ROOM);
        let position = position(fen);
        let answer = report.best_move().map(|mv| position.human_text(mv));
        assert!(best.is_empty() || answer.as_deref() == Some(best), "{fen}: {answer:?}");
        let mover = position.turn().player().expect("a player");
        let value = report.value.for_player(mover);
        assert!(value < most + 250.0, "{fen}: {value}");
    }
}

/// Nor where nodes are freed and come back.
#[test]
fn no_move_waits_for_ever_because_others_lose() {
    let small = MemoryLimits { tree_nodes: Some(1_500), ..ROOM };
    for (fen, ..) in FIRST_REPLY_LOSES {
        for room in [ROOM, small] {
            let (search, _) = search(fen, 30_000, room);
            let mut waiting = vec![search.tree().root()];
            while let Some(id) = waiting.pop() {
                let node = search.tree().node(id);
                let mover = node.turn().player().expect("a player");
                // Less than any evaluation here, and what plies and late moves cost.
                let is_lost = node.next.exists() && node.next.for_player(mover) < -10_000.0;
                assert!(!is_lost, "{fen}: {node:?}");
                waiting.extend(search.tree().children(id).map(|(_, child, _)| child));
            }
        }
    }
}

/// Every node of a tree with its position.
fn nodes(search: &BestFirst<Toy>, top: Toy) -> Vec<(NodeId, Toy)> {
    let mut all = vec![(search.tree().root(), top)];
    let mut next = 0;
    while let Some(&(id, toy)) = all.get(next) {
        next += 1;
        let children = search.tree().children(id);
        all.extend(children.map(|(_, child, node)| (child, toy.after(&[node.mv.0 as u8]))));
    }
    all
}

fn first_sight(toy: &Toy) -> Value {
    let mut budget = Budget::of_nodes(100_000);
    let value = Quiescence::<ToyMove>::default().value(toy, Window::FULL, &mut budget);
    value.expect("a value")
}

proptest! {
    #![proptest_config(config(1_000))]

    /// In games full of wins no untried move promises less than at first sight but for what small
    /// evaluations have fallen.
    #[test]
    fn untried_moves_promise_what_they_did(rules in rules(2..7, 2..6, 20..160), nodes_most in 10..600_u64) {
        let toy = Toy::new(rules);
        let mut search = BestFirst::new(Root::new(toy), ChanceModel::default(), ROOM);
        search.search(&Limits { nodes: Some(nodes_most), ..Limits::default() }, &mut |_| {});
        // The root begins with its static value.
        for (id, toy) in nodes(&search, toy).into_iter().skip(1) {
            let (node, made) = (search.tree().node(id), search.tree().made(id));
            let Some(mover) = toy.turn().player().filter(|_| made > 0 && node.next.exists())
            else {
                continue;
            };
            let mut moves = Vec::new();
            toy.estimates(&mut moves);
            moves.sort_by_key(|estimate| -estimate.gain);
            let gain = moves[usize::from(made)].gain;
            let sight = mover.sign() * first_sight(&toy).in_centipawns();
            let promised = search.rules().estimate(node, sight, gain, made);
            let fallen = promised.for_player(mover) - node.next.for_player(mover);
            prop_assert!((0.0..10.0).contains(&fallen), "{node:?} promised {promised:?}");
        }
    }
}
