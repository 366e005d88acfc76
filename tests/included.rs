//! Lines that the user wants in the tree are searched before anything else.

use crate::common::positions::{moves, position};
use crate::common::program::{run, stderr};
use crate::common::trees::{forms, go_on, loaded, saved};
use shans::chess::Position;
use shans::game::{Game, MoveCode};
use shans::search::{
    BestFirst, CannotStep, ChanceModel, Limits, MemoryLimits, Root, Searcher, Stop,
};
use shans::tree::NodeId;

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

/// Moves that nobody would search first.
const ODD: &str = "a4 h5 Ra3 Rh6";

fn search(model: ChanceModel, room: MemoryLimits) -> BestFirst<Position> {
    BestFirst::new(Root::new(Position::default()), model, room)
}

fn include(search: &mut BestFirst<Position>, line: &str) -> Result<(), CannotStep> {
    let line = moves(search.position(), line);
    search.include(&line)
}

/// The node after these moves from the root of the tree.
fn node(search: &BestFirst<Position>, line: &str) -> Option<NodeId> {
    let mut at = search.tree().root();
    let mut game = search.root().game().clone();
    for mv in moves(&game, line) {
        let code: MoveCode = game.encode(mv);
        at = search.tree().child_behind(at, code)?;
        game.play(mv);
    }
    Some(at)
}

#[test]
fn a_line_is_in_the_tree_before_anything_else() {
    for model in forms() {
        let mut with = search(model, ROOM);
        let mut without = search(model, ROOM);
        assert_eq!(include(&mut with, ODD), Ok(()));
        for search in [&mut with, &mut without] {
            go_on(search, 8_000);
        }
        let last = node(&with, ODD).expect("the last position of the line");
        assert!(with.included().is_empty(), "{:?}", with.included());
        assert!(node(&without, ODD).is_none(), "it would have been searched anyway");
        // Where leaves are searched, the first one has its nodes.
        let first = model.leaf_search.map_or(0.0, |leaves| leaves.first / 2.0);
        let effort = with.tree().effort(last);
        assert!(effort as f32 > first, "{effort} positions searched");
        go_on(&mut with, 20_000);
    }
}

/// A search with two lines that are wanted, stopped and saved so often.
fn with_stops(model: ChanceModel, stops: u64) -> BestFirst<Position> {
    let mut search = search(model, ROOM);
    go_on(&mut search, 500);
    assert_eq!(include(&mut search, ODD), Ok(()));
    assert_eq!(include(&mut search, "e4 e5"), Ok(()));
    for _ in 0..stops {
        go_on(&mut search, 6_000 / stops);
        search = loaded(&saved(&search, false));
    }
    assert!(node(&search, ODD).is_some() && search.included().is_empty());
    search
}

#[test]
fn a_limit_and_a_file_in_the_middle_lose_nothing() {
    for model in forms() {
        let stopped = with_stops(model, 60);
        assert_eq!(stopped.nodes(), 6_500);
        let again = with_stops(model, 60);
        assert!(saved(&stopped, false) == saved(&again, false), "another tree");
    }
}

#[test]
fn what_needs_no_search_is_searched_nevertheless() {
    let mate = position("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    for model in forms() {
        let mut search = BestFirst::new(Root::new(mate.clone()), model, ROOM);
        let report = go_on(&mut search, 20_000);
        assert_eq!(report.stop, Some(Stop::Proven));
        assert_eq!(include(&mut search, "Qa2"), Ok(()));
        let report = go_on(&mut search, 20_000);
        assert_eq!((report.stop, report.proven), (Some(Stop::Proven), true));
        assert!(node(&search, "Qa2").is_some());
    }
}

#[test]
fn a_step_keeps_what_lies_below_and_a_full_tree_forgets() {
    for model in forms() {
        let mut stepped = search(model, ROOM);
        assert_eq!(include(&mut stepped, "a4 h5"), Ok(()));
        assert_eq!(include(&mut stepped, "h4 a5"), Ok(()));
        let a4 = moves(stepped.position(), "a4");
        assert_eq!(stepped.step(a4[0]), Ok(()));
        go_on(&mut stepped, 6_000);
        assert!(node(&stepped, "a4 h5").is_some());
        assert_eq!(stepped.included().len(), 1, "the other one waits");
        stepped.prune();
        assert!(stepped.included().is_empty());
        assert!(stepped.check().is_ok());

        for tree_nodes in [60, 24] {
            let mut full = search(model, MemoryLimits { tree_nodes: Some(tree_nodes), ..ROOM });
            go_on(&mut full, 5_000);
            let long = "a4 h5 Ra3 Rh6 Rh3 Ra6 Rg3 Rb6 Rf3 Rc6";
            assert_eq!(include(&mut full, long), Ok(()));
            let report = go_on(&mut full, 20_000);
            // The pure form ends where nothing is left to be freed.
            let is_full = model.leaf_search.is_none() && report.stop == Some(Stop::Memory);
            assert!(is_full || report.stop == Some(Stop::Nodes), "{:?}", report.stop);
            assert!(full.included().is_empty());
        }
    }
}

#[test]
fn an_illegal_move_or_one_left_out_changes_nothing() {
    let mut root = Root::new(Position::default());
    root.candidates = Some(moves(root.game(), "e4"));
    let mut search = BestFirst::new(root, ChanceModel::searching(), ROOM);
    assert_eq!(include(&mut search, "d4"), Err(CannotStep::NoMove));
    let twice = [moves(search.position(), "e4"), moves(search.position(), "e4")].concat();
    assert_eq!(search.include(&twice), Err(CannotStep::NoMove));
    assert!(search.included().is_empty());
    assert_eq!(include(&mut search, "e4"), Ok(()));
    search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
    assert!(node(&search, "e4").is_some());
}

#[test]
fn a_line_on_the_command_line_is_named_where_it_is_wrong() {
    let output = run(&["analyze", "--nodes", "1k", "--include", "e4 e5 Ke3"]);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(message.starts_with("error: --include: \"Ke3\" is not legal in rnbq"), "{message}");
    let output = run(&["analyze", "--nodes", "1k", "--only", "d4", "--include", "e4 e5"]);
    let message = stderr(&output);
    assert!(message.starts_with("error: --include \"e4 e5\": the tree cannot hold"), "{message}");
    let output = run(&["analyze", "--nodes", "1k", "--searcher", "pvs", "--include", "e4"]);
    let message = stderr(&output);
    assert!(message.starts_with("error: pvs keeps no tree; remove --include"), "{message}");
}
