//! Trees whose leaves are searched: the laws of the other form hold for them, too, and those of
//! their own.

use std::collections::HashMap;

use crate::common::positions::{config, position, random_position};
use crate::common::toy::{Rules, Toy, Turns, minimax, rules};
use crate::common::trees::{loaded, saved, searching_models};
use std::sync::Arc;

use proptest::prelude::*;
use shans::chess::{Epd, Position};
use shans::game::{Evaluate, Game, Heuristics, Notation};
use shans::search::{
    BestFirst, Budget, ChanceModel, Inline, LeafSearchModel, LeafTask, LeafWorkers, Limits,
    MemoryLimits, PvsLeaves, PvsOptions, Report, Root, Searcher, Spent, Stop, Ticket, Window,
};
use shans::tree::{NodeForm, NodeId, Tree, ValueBound};
use shans::value::{Player, Value};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

fn run<G: Heuristics + Evaluate>(search: &mut BestFirst<G>, limits: &Limits) -> Report<G::Move> {
    let report = search.search(limits, &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(search.tree().form(), NodeForm::Searched);
    report
}

fn up_to(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), settle: Limits::NEVER_SETTLES, ..Limits::default() }
}

proptest! {
    #![proptest_config(config(300))]

    /// However much its leaf searches leave out: what the tree has proven is exact.
    #[test]
    fn finite_trees_are_solved_exactly(rules in rules(1..6, 1..5, 0..120), model in searching_models()) {
        let toy = Toy::new(rules);
        let model = ChanceModel {
            leaf_search: model.leaf_search.map(|leaves| LeafSearchModel { effort: 10.0, ..leaves }),
            ..model
        };
        let mut search = BestFirst::new(Root::new(toy), model, ROOM);
        let report = run(&mut search, &up_to(200_000));
        prop_assert!(matches!(report.stop, Some(Stop::Proven | Stop::OnlyMove | Stop::Finished)), "{:?}", report.stop);
        let truth = minimax(&toy);
        let best = report.best_move().filter(|_| toy.turn().player().is_some());
        let reached = best.map(|mv| minimax(&toy.after(&[mv.0])).one_ply_up());
        if let Some((winner, plies)) = truth.win() {
            // A win is proven, though not always the fastest.
            let (found, found_plies) = report.value.win().unwrap_or((winner.opponent(), 0));
            prop_assert!(found == winner && found_plies >= plies, "{truth:?} {report:?}");
            let reached = reached.map(|value| value.win().map(|(winner, _)| winner));
            prop_assert!(reached.is_none_or(|reached| reached == Some(winner)));
        } else {
            prop_assert_eq!(report.value, truth);
            prop_assert!(reached.is_none_or(|reached| reached == truth));
        }
    }

    /// With nothing selective, a search of a leaf to the end of the game answers every question
    /// rightly.
    #[test]
    fn leaf_searches_answer_as_minimax_does(
        rules in rules(1..6, 1..5, 0..120),
        low in -30..30_i16,
        width in prop::option::of(0..20_i16),
    ) {
        let toy = Toy::new(rules);
        let window = width.map_or(Window::FULL, |width| Window {
            low: Value::centipawns(f32::from(low)),
            high: Value::centipawns(f32::from(low + width) + 0.5),
        });
        let root = Arc::new(Root::new(toy));
        let options = PvsOptions { table_bytes: 1 << 16, ..PvsOptions::full_width() };
        let mut workers = Inline::new(PvsLeaves::new(Root::clone(&root), options));
        let (ticket, moves) = (Ticket(1), Vec::new());
        let counted = Spent::default();
        let (left_out, is_exact, plies, grant) = (Vec::new(), false, 12, u64::MAX);
        workers.submit(LeafTask { ticket, root, moves, window, left_out, is_exact, plies, grant, counted, is_aside: false });
        let found = workers.next_answer(&mut Budget::default());
        let Ok(Some(found)) = found else { panic!("{found:?}") };
        let truth = minimax(&toy);
        let answer = found.value;
        match () {
            () if toy.turn().player().is_none() => prop_assert_eq!(answer, truth),
            () if answer <= window.low => prop_assert!(truth <= answer),
            () if answer >= window.high => prop_assert!(truth >= answer),
            () => prop_assert_eq!(answer, truth),
        }
    }

    /// A limit at any point leaves a tree in which every number is right, and continuing from
    /// there comes to the same tree as never having stopped.
    #[test]
    fn stopping_and_going_on_changes_nothing(
        rules in rules(1..6, 1..5, 0..120),
        model in searching_models(),
        stops in prop::collection::vec(1..600_u64, 1..6),
        room in prop::option::weighted(0.5, 2..80_usize),
    ) {
        let room = MemoryLimits { tree_nodes: room, ..ROOM };
        let mut stopped = BestFirst::new(Root::new(Toy::new(rules)), model, room);
        let mut nodes = 0;
        for more in stops {
            nodes += more;
            let report = run(&mut stopped, &up_to(nodes));
            prop_assert!(report.counters.nodes <= nodes);
            prop_assert!(report.tree_nodes <= room.tree_nodes.unwrap_or(usize::MAX) as u64);
        }
        let mut straight = BestFirst::new(Root::new(Toy::new(rules)), model, room);
        let report = run(&mut straight, &up_to(nodes));
        let as_stopped = run(&mut stopped, &up_to(nodes));
        prop_assert_eq!(as_stopped.lines, report.lines);
        prop_assert_eq!(as_stopped.counters.table_hits, report.counters.table_hits);
        prop_assert_eq!(format!("{:?}", stopped.tree()), format!("{:?}", straight.tree()));
    }
}

/// What is proven in a small room is exact: freeing forgets no proof and makes up none.
#[test]
fn proofs_are_true() {
    let mut proven_after_freeing = 0;
    for seed in 0..200 {
        let rules = Rules {
            seed,
            turns: Turns::ALL[seed as usize % 4],
            length: 5 + (seed % 3) as u8,
            width: 4,
            wins: 40,
            ..Rules::default()
        };
        let room = MemoryLimits { tree_nodes: Some(20 + seed as usize % 50), ..ROOM };
        let leaves = LeafSearchModel { effort: 5.0, ..LeafSearchModel::default() };
        let model = ChanceModel { leaf_search: Some(leaves), ..ChanceModel::searching() };
        let mut search = BestFirst::new(Root::new(Toy::new(rules)), model, room);
        let report = run(&mut search, &up_to(6_000));
        let truth = minimax(&Toy::new(rules));
        let top = search.tree().node(search.at());
        let winner = |value: Value| value.win().map(|(winner, _)| winner);
        if report.proven {
            assert_eq!(winner(report.value), winner(truth), "seed {seed}");
            proven_after_freeing += usize::from(report.memory.freed_nodes > 0);
        }
        if top.is_proven() && winner(truth).is_none() {
            assert_eq!(top.value, truth, "seed {seed}");
        }
    }
    assert!(proven_after_freeing >= 20, "only {proven_after_freeing} proofs met freeing");
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
        for line in report.lines {
            let mut game = position.clone();
            for mv in line.moves {
                let mut legal = Vec::new();
                game.moves(&mut legal);
                prop_assert!(legal.contains(&mv), "{mv:?} in {game:?}");
                game.play(mv);
            }
        }
    }
}

/// The leaves of a tree by the moves that lead to them: plies searched, whether the value is
/// exact, and work.
fn leaves(tree: &Tree) -> HashMap<Vec<u16>, (u8, bool, u32)> {
    let mut leaves = HashMap::new();
    let mut waiting: Vec<(NodeId, Vec<u16>)> = vec![(tree.root(), Vec::new())];
    while let Some((id, moves)) = waiting.pop() {
        let node = tree.node(id);
        for (_, child, below) in tree.children(id) {
            waiting.push((child, [&moves[..], &[below.mv.0]].concat()));
        }
        if node.is_leaf() {
            let searched = node.searched();
            let known = (searched.plies, searched.bound == ValueBound::Exact, node.effort);
            leaves.insert(moves, known);
        }
    }
    leaves
}

/// No leaf is looked at again and again without anything coming of it.
#[test]
fn no_leaf_is_visited_in_vain() {
    let positions = include_str!("data/mixed.epd")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut visits = 0;
    for line in positions.step_by(5) {
        let epd = <Epd>::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let root = Root::new(epd.position);
        let mut search = BestFirst::new(root, ChanceModel::searching(), ROOM);
        let mut in_vain: HashMap<Vec<u16>, u32> = HashMap::new();
        let mut before = HashMap::new();
        for nodes in (200..60_000).step_by(200) {
            search.search(&up_to(nodes), &mut |_| {});
            let now = leaves(search.tree());
            for (moves, &(plies, is_exact, effort)) in &now {
                let Some(&(plies_before, _, effort_before)) = before.get(moves) else { continue };
                if effort == effort_before {
                    continue;
                }
                visits += 1;
                let count = in_vain.entry(moves.clone()).or_default();
                *count = if plies > plies_before || is_exact { 0 } else { *count + 1 };
                assert!(*count <= 10, "{line}: {moves:?}");
            }
            before = now;
        }
    }
    assert!(visits > 400, "only {visits} visits were seen");
}

/// A mate that a search of a leaf has seen is not a settled result, however far the chances are.
#[test]
fn a_win_that_was_seen_does_not_settle() {
    let mut seen = 0;
    for fen in [
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        "7k/8/8/8/8/1R6/R7/K7 w - - 0 1",
    ] {
        let mut search = BestFirst::new(Root::new(position(fen)), ChanceModel::searching(), ROOM);
        for nodes in (10..2_000).step_by(10) {
            if !run(&mut search, &up_to(nodes)).value.is_unproven_win() {
                continue;
            }
            // Any chances would do.
            let at_once = Limits { settle: Some(-10_000.0), ..up_to(nodes) };
            let report = run(&mut search, &at_once);
            assert_eq!(report.stop, Some(Stop::Nodes), "{fen}, {nodes}");
            seen += 1;
        }
    }
    assert!(seen > 5, "only {seen} results were wins seen");
}

#[test]
fn a_limit_throws_nothing_away_and_tells_what_is_open() {
    let start = Root::<Position>::new(Position::default());
    let mut search = BestFirst::new(start, ChanceModel::searching(), ROOM);
    let mut open = 0;
    for nodes in (1_000..=20_000).step_by(1_000) {
        let report = run(&mut search, &up_to(nodes));
        assert_eq!((report.counters.nodes, report.counters.discarded), (nodes, 0));
        assert!(report.counters.open < nodes);
        open += report.counters.open;
    }
    assert!(open > 0);
}

/// An endgame in which single questions take more than was searched before them.
const LONG_QUESTIONS: &str = "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47";

#[test]
fn a_search_in_short_pieces_gets_on() {
    let root = Root::new(position(LONG_QUESTIONS));
    let mut search = BestFirst::new(root, ChanceModel::searching(), ROOM);
    for nodes in (5_000..=330_000).step_by(5_000) {
        let report = run(&mut search, &up_to(nodes));
        assert_eq!((report.counters.nodes, report.counters.discarded), (nodes, 0));
        search = loaded(&saved(&search, false));
        assert_eq!(search.state().nodes, nodes);
    }
    let mut straight =
        BestFirst::new(Root::new(position(LONG_QUESTIONS)), ChanceModel::searching(), ROOM);
    run(&mut straight, &up_to(330_000));
    assert_eq!(search.tree().len(), straight.tree().len());
}

/// Questions that take more than they are granted, and a table that grows: neither tells whether the
/// search was stopped and saved on the way.
#[test]
fn long_questions_are_the_same_in_pieces() {
    let start = || {
        let mut root = Root::new(position(LONG_QUESTIONS));
        root.step(root.game().parse_move("Bh3").expect("a legal move"));
        BestFirst::new(root, ChanceModel::searching(), ROOM)
    };
    let (mut straight, mut pieces) = (start(), start());
    let bytes_at_first = pieces.table_bytes();
    for nodes in (0..=240_000).step_by(24_000) {
        run(&mut pieces, &up_to(nodes + 7));
        pieces = loaded(&saved(&pieces, false));
    }
    run(&mut straight, &up_to(240_007));
    assert!(saved(&straight, false) == saved(&pieces, false));
    assert!(straight.table_bytes() > bytes_at_first);
    let room = MemoryLimits::new(8 << 20).table_bytes(NodeForm::Searched);
    assert!(straight.table_bytes() <= room);
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
        // What could still grow are slower wins.
        assert!(report.tree_nodes < 200, "{fen}: {}", report.tree_nodes);
    }
}

#[test]
fn the_same_limit_gives_the_same_tree() {
    let grown = || {
        let root = Root::new(<Position>::default());
        let mut search = BestFirst::new(root, ChanceModel::searching(), ROOM);
        let report = run(&mut search, &up_to(60_000));
        assert!(report.counters.table_hits > 0, "searches of leaves share a table");
        format!("{:?}", search.tree())
    };
    assert_eq!(grown(), grown());
}

/// In a full tree the position analysed keeps its moves, those that wait or not.
#[test]
fn a_full_tree_keeps_the_moves_of_the_position_analysed() {
    let leaves = LeafSearchModel { effort: 20.0, ..LeafSearchModel::default() };
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
        let nodes = search.granted() + 20_000;
        run(&mut search, &up_to(nodes));
    }
    assert!(full > 10, "only {full} trees were as small");
}
