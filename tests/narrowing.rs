//! A search that looks for chances in the best moves first: narrower, and as true.

use crate::common::positions::{config, position};
use crate::common::program::{run, stderr};
use crate::common::toy::{Toy, is_solved, minimax, rules};
use crate::common::trees::{forms, go_on};
use proptest::prelude::*;
use shans::chess::Position;
use shans::game::Game;
use shans::search::{BestFirst, Limits, MemoryLimits, Narrowing, Root, Searcher, Stop};
use shans::tree::{NodeId, Tree};

const ROOM: MemoryLimits = MemoryLimits::new(16 << 20);

/// A middlegame in which many moves are worth as much.
const MIDDLE: &str = "r1bq1rk1/pp3ppp/2nbpn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9";

fn narrowings() -> impl Strategy<Value = Narrowing> {
    let width = prop::option::of(1..4_u16);
    let window = prop::option::of((0..300_u16).prop_map(f32::from));
    (width, window).prop_map(|(width, window)| Narrowing { width, window })
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn finite_trees_are_solved_as_exactly(
        rules in rules(1..7, 1..6, 0..120),
        narrowing in narrowings(),
    ) {
        for model in forms() {
            let toy = Toy::new(rules);
            let mut moves = Vec::new();
            toy.moves(&mut moves);
            let mut search = BestFirst::new(Root::new(toy), model, ROOM);
            let limits = Limits { narrowing, beyond_only_move: true, ..Limits::default() };
            let report = search.search(&limits, &mut |_| {});
            search.check().unwrap_or_else(|broken| panic!("{broken}"));
            prop_assert!(is_solved(report.value, minimax(&toy)), "{:?}", report.value);
            prop_assert!(matches!(report.stop, Some(Stop::Proven | Stop::Finished)));
        }
    }
}

/// How many nodes less than four plies below the root have more than two children.
fn wide_nodes(narrowing: Narrowing) -> usize {
    let root: Root<Position> = Root::new(position(MIDDLE));
    let mut search = BestFirst::new(root, forms()[0], ROOM);
    let limits = Limits { nodes: Some(150_000), narrowing, ..Limits::default() };
    search.search(&limits, &mut |_| {});
    go_on(&mut search, 1_000);
    wide_below(search.tree(), search.at(), 4)
}

fn wide_below(tree: &Tree, at: NodeId, plies: u32) -> usize {
    let children: Vec<NodeId> = tree.children(at).map(|(_, id, _)| id).collect();
    let below = children.iter().filter(|_| plies > 1).map(|&id| wide_below(tree, id, plies - 1));
    usize::from(children.len() > 2) + below.sum::<usize>()
}

#[test]
fn a_narrow_tree_has_fewer_wide_nodes() {
    let all = wide_nodes(Narrowing::default());
    let narrow = wide_nodes(Narrowing { width: Some(2), window: None });
    assert!(narrow * 4 < all, "{narrow} of {all}");
    let near = wide_nodes(Narrowing { width: None, window: Some(10.0) });
    assert!(near < all, "{near} of {all}");
}

#[test]
fn only_a_search_with_a_tree_can_be_narrow() {
    for option in [["--width", "3"], ["--window", "50"]] {
        let refused = run(&[
            &["analyze", MIDDLE, "--searcher", "pvs", "--nodes", "1k"],
            &option[..],
        ]
        .concat());
        assert_eq!(refused.status.code(), Some(2), "{option:?}");
        assert!(stderr(&refused).contains(option[0]), "{}", stderr(&refused));
    }
    let refused = run(&["analyze", MIDDLE, "--width", "0"]);
    assert_eq!(refused.status.code(), Some(2));
}
