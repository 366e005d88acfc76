//! Moves that are not considered, wherever their position is reached.

use crate::common::positions::{config, moves, position};
use crate::common::program::{run, stderr, text};
use crate::common::toy::{Toy, ToyMove, is_solved, rules};
use crate::common::trees::{forms, go_on, loaded, saved};
use proptest::prelude::*;
use shans::chess::Position;
use shans::game::{Evaluate, Game, Heuristics, MoveCode, Past};
use shans::search::{
    BestFirst, CannotLeaveOut, CannotStep, ChanceModel, Leaf, Limits, MemoryLimits, Pvs,
    PvsOptions, Root, Searcher, Stop,
};
use shans::value::{Mean, Value};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

fn leave_out(search: &mut BestFirst<Position>, line: &str) -> Result<(), CannotLeaveOut> {
    let line = moves(search.position(), line);
    search.leave_out(&line)
}

/// How often a move was made in positions with this key.
fn made<G: Heuristics + Evaluate>(search: &BestFirst<G>, key: u64, code: MoveCode) -> usize {
    let mut found = 0;
    let mut waiting = vec![(search.tree().root(), search.root().game().clone())];
    while let Some((id, game)) = waiting.pop() {
        for (_, child, node) in search.tree().children(id) {
            found += usize::from(game.key() == key && node.mv == code);
            let mut after = game.clone();
            after.play(game.decode(node.mv).expect("a move of the tree"));
            waiting.push((child, after));
        }
    }
    found
}

/// A tree that holds a move which is left out cannot be read any more.
#[test]
fn nobody_steps_into_a_move_that_is_left_out() {
    for config in forms() {
        let mut search = BestFirst::new(Root::new(<Position>::default()), config, ROOM);
        leave_out(&mut search, "e4 c5 Nf3").expect("a legal line");
        search.search(&Limits { nodes: Some(2_000), ..Limits::default() }, &mut |_| {});
        for mv in moves(search.position(), "e4 c5") {
            search.step(mv).expect("a legal move");
        }
        let knight = moves(search.position(), "Nf3");
        assert_eq!(search.step(knight[0]), Err(CannotStep::NoMove));
        assert_eq!(search.check(), Ok(search.tree().len()));
    }
}

/// The value of a toy without this move.
fn minimax(toy: &Toy, key: u64, left_out: ToyMove) -> Value {
    if let Some(value) = toy.outcome(&Past::default()).or_else(|| toy.exact(&Past::default())) {
        return value;
    }
    let mut moves = Vec::new();
    toy.moves(&mut moves);
    let is_left_out = |mv: &ToyMove| toy.key() == key && *mv == left_out;
    let kept = moves.into_iter().filter(|mv| !is_left_out(mv));
    let values = kept.map(|mv| (mv, minimax(&toy.after(&[mv.0]), key, left_out).one_ply_up()));
    match toy.turn().player() {
        Some(player) => values
            .map(|(_, value)| value)
            .max_by(|a, b| a.for_player(player).total_cmp(&b.for_player(player)))
            .expect("a move is left"),
        None => {
            let mut mean = Mean::default();
            values.for_each(|(mv, value)| mean.add(value, f64::from(toy.odds(mv))));
            mean.value().expect("an outcome")
        }
    }
}

/// A line that ends with a move that can be left out.
fn line(toy: &Toy, picks: &[u8]) -> Option<Vec<ToyMove>> {
    let (mut at, mut line, mut best) = (*toy, Vec::new(), None);
    for &pick in picks {
        let mut moves = Vec::new();
        at.moves(&mut moves);
        let Some(&mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
        line.push(mv);
        if moves.len() > 1 && at.turn().player().is_some() {
            best = Some(line.clone());
        }
        at.play(mv);
    }
    best
}

proptest! {
    #![proptest_config(config(500))]

    /// Left out before the search or in its middle, the value is that of the game without the move.
    #[test]
    fn the_value_is_that_of_the_game_without_the_move(
        rules in rules(2..6, 2..5, 0..120),
        picks in prop::collection::vec(any::<u8>(), 1..5),
        before in prop_oneof![Just(0), 1..300_u64],
    ) {
        let toy = Toy::new(rules);
        let Some(line) = line(&toy, &picks) else { return Ok(()) };
        let (&mv, way) = line.split_last().expect("a move");
        let at = way.iter().fold(toy, |at, mv| at.after(&[mv.0]));
        let truth = minimax(&toy, at.key(), mv);
        for model in forms() {
            let mut search = BestFirst::new(Root::new(toy), model, ROOM);
            go_on(&mut search, before);
            prop_assert_eq!(search.leave_out(&line), Ok(()));
            prop_assert_eq!(search.check(), Ok(search.tree().len()));
            let report = go_on(&mut search, 1_000_000);
            prop_assert_eq!(made(&search, at.key(), at.encode(mv)), 0);
            if report.stop == Some(Stop::Proven) {
                prop_assert!(is_solved(report.value, truth), "{:?} {:?}", report.value, truth);
            } else {
                prop_assert_eq!(report.stop, Some(Stop::OnlyMove));
            }
        }
        let mut root = Root::new(toy);
        let mut codes: Vec<MoveCode> = Vec::new();
        line.iter().fold(toy, |at, mv| { codes.push(at.encode(*mv)); at.after(&[mv.0]) });
        prop_assert_eq!(root.leave_out(&codes), Ok(()));
        let options = PvsOptions { leaf: Leaf::Static, ..PvsOptions::full_width() };
        let limits = Limits { depth: Some(20), ..Limits::default() };
        let report = Pvs::new(root, options).search(&limits, &mut |_| {});
        if report.stop != Some(Stop::OnlyMove) {
            // A win that was found by a table is not proven: its value has no distance, or that of a line to its end.
            let is_seen = truth.win().is_some() && report.value.seen_in() == truth.win();
            let is_right =
                report.value == truth || report.value == truth.unproven() || is_seen;
            prop_assert!(is_right, "{:?} {truth:?}", report.value);
        }
    }
}

#[test]
fn what_is_left_out_stays_out_and_is_saved() {
    for model in forms() {
        let mut search = BestFirst::new(Root::new(Position::default()), model, ROOM);
        go_on(&mut search, 5_000);
        assert_eq!(leave_out(&mut search, "Nf3 Nf6 Nc3 Nc6"), Ok(()));
        assert_eq!(search.check(), Ok(search.tree().len()));
        let after = |line: &str| {
            let mut game = Position::default();
            moves(&game, line).into_iter().for_each(|mv| game.play(mv));
            game
        };
        let at = after("Nf3 Nf6 Nc3");
        let code = at.encode(moves(&at, "Nc6")[0]);
        // The same position in another order.
        let other = moves(search.position(), "Nc3 Nf6 Nf3 Nc6");
        assert_eq!(search.include(&other), Err(CannotStep::NoMove));
        assert_eq!(search.include(&other[..3]), Ok(()));
        let mut stopped = loaded(&saved(&search, false));
        assert_eq!(stopped.root().left_out(), search.root().left_out());
        for search in [&mut search, &mut stopped] {
            go_on(search, 10_000);
            assert_eq!(made(search, at.key(), code), 0);
        }
        // What searches have learned of moves is in no file.
        if model.leaf_search.is_none() {
            assert_eq!(stopped.state(), search.state());
        }
        // From there on it is still told, by the moves that are left of its line.
        for mv in moves(&Position::default(), "Nf3 Nf6") {
            search.step(mv).expect("a move");
        }
        search.prune();
        let left = search.root().left_out();
        assert_eq!(left.iter().map(|left| left.line.len()).collect::<Vec<_>>(), [2]);
        assert_eq!(search.check(), Ok(search.tree().len()));
    }
}

#[test]
fn what_cannot_be_left_out_changes_nothing() {
    let root = Root::new(position("k7/8/1K6/8/8/8/8/7R b - - 0 1"));
    let mut search = BestFirst::new(root, ChanceModel::searching(), ROOM);
    assert_eq!(leave_out(&mut search, "Kb8"), Err(CannotLeaveOut::NothingLeft));
    assert_eq!(leave_out(&mut search, "Kb8 Rh8"), Ok(()));
    assert_eq!(leave_out(&mut search, "Kb8 Rh8"), Err(CannotLeaveOut::NoMove(2)));
    let kb8 = moves(search.position(), "Kb8");
    assert_eq!(search.step(kb8[0]), Ok(()));
    assert_eq!(search.root().left_out().len(), 1);
    let report = go_on(&mut search, 3_000);
    assert_ne!(report.best_move(), Some(moves(search.position(), "Rh8")[0]));
}

#[test]
fn the_command_line_leaves_moves_out_below_the_root() {
    let folder = crate::common::folder::Folder::new();
    let tree = folder.path("a.tree");
    let tree = tree.to_str().expect("a path");
    let mate = "6k1/5ppp/8/8/8/8/1r3PPP/R5K1 b - - 0 1";
    let out = text(&["analyze", mate, "--nodes", "5k", "--exclude", "h6 Ra8", "--save", tree]);
    assert!(out.contains("\nwithout    1... h6 2. Ra8+\n"), "{out}");
    let out = text(&["resume", tree, "--nodes", "5k", "--exclude", "g6 Ra8,Rb1", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["left_out"], serde_json::json!([["h7h6", "a1a8"], ["g7g6", "a1a8"], ["b2b1"]]));
    let out = text(&["why", "--quick", tree, "h6", "Ra8"]);
    assert!(out.contains("Ra8+ was excluded from the search"), "{out}");
    assert!(text(&["verify", tree]).contains("is sound"));
    let output = run(&["resume", tree, "--nodes", "1k", "--exclude", "h6 Rb7"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("error: --exclude: \"Rb7\" is not legal"),
        "{}",
        stderr(&output)
    );
    let output = run(&["analyze", "--nodes", "1k", "--searcher", "pvs", "--exclude", "e4 e5"]);
    let message = stderr(&output);
    assert!(
        message.starts_with("error: pvs keeps no tree; remove the line in --exclude"),
        "{message}"
    );
}
