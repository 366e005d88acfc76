//! `shans eval`: the static value, and what it consists of.

use shans::app::evaluations::EvaluationKind;
use shans::app::games::CommandLineGame;
use shans::chess::{Position, ValueParts};
use shans::game::Evaluate;

use crate::common::program::{object, run, stderr, text};

const POSITIONS: [&str; 7] = [
    "startpos",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1",
    "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
    "8/8/4kb2/5p2/3P4/3BK3/8/8 w - - 0 1",
    // Without the bishop on e4, Black is in check although White moves.
    "4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1",
    "rn1qkbnr/ppp1pppp/8/3p4/8/6Pb/PPPPPP1P/RNBQKBNR w KQkq - 0 3",
];

fn position(fen: &str, kind: &EvaluationKind) -> Position {
    let evaluator = Position::evaluator_of(kind);
    Position::from_fen_with(fen, evaluator).unwrap_or_else(|error| panic!("{fen}: {error}")).0
}

/// What is said on standard error, where the program refuses its arguments.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    stderr(&output)
}

/// What tables and network say.
fn of_board(position: &Position) -> i32 {
    let ValueParts { tables, network, .. } = position.value_parts();
    tables + network.unwrap_or_default()
}

#[test]
fn the_parts_add_up_to_the_static_value() {
    for fen in POSITIONS {
        for kind in EvaluationKind::NAMED {
            let position = position(fen, &kind);
            let ValueParts { turn, endings, network, .. } = position.value_parts();
            let sum = of_board(&position) + turn + endings;
            assert_eq!(sum as f32, position.evaluate().raw(), "{fen} {kind}");
            assert_eq!(network.is_some(), kind == EvaluationKind::Network);
        }
    }
}

#[test]
fn a_piece_is_worth_what_the_board_loses_without_it() {
    let kind = &EvaluationKind::Network;
    let whole = position("4k3/pp6/8/3q4/8/2N5/PP6/4K2R w - - 0 1", kind);
    let worths = whole.piece_worths();
    for (square, without) in [
        ("c3", "4k3/pp6/8/3q4/8/8/PP6/4K2R w - - 0 1"),
        ("d5", "4k3/pp6/8/8/8/2N5/PP6/4K2R w - - 0 1"),
        ("a7", "4k3/1p6/8/3q4/8/2N5/PP6/4K2R w - - 0 1"),
    ] {
        let found = worths.iter().find(|(place, ..)| place.to_string() == square);
        let worth = found.and_then(|&(.., worth)| worth);
        assert_eq!(worth, Some(of_board(&whole) - of_board(&position(without, kind))), "{square}");
    }
    assert_eq!(worths.len(), 9);
    assert_eq!(worths.iter().filter(|(.., worth)| worth.is_none()).count(), 2, "the kings");
}

#[test]
fn every_position_is_told_for_the_side_to_move() {
    for fen in POSITIONS {
        let told = text(&["eval", fen]);
        let mover = if fen.contains(" b ") { "Black" } else { "White" };
        for part in [&format!("{mover} to move"), "\ntables ", "\nnetwork ", "\nendings "] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(told.lines().all(|line| line.len() <= 100), "{told}");
        let tables = text(&["eval", fen, "--evaluation", "tables"]);
        assert!(!tables.contains("\nnetwork "), "{tables}");
    }
    let start = text(&["eval"]);
    assert!(start.contains("\nexpected   win ") && start.contains("R  +5.66 N"), "{start}");
    let known = text(&["eval", POSITIONS[3]]);
    assert!(known.contains("known      White mates in 2"), "{known}");
}

#[test]
fn exchanging_the_sides_changes_nothing_for_the_side_to_move() {
    let white = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
    let black = "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 9";
    let told = |fen| object(&text(&["eval", fen, "--json"]));
    let (white, black) = (told(white), told(black));
    for field in ["score", "wdl", "parts"] {
        assert_eq!(white[field], black[field]);
    }
    let own = |value: &serde_json::Value, square: &str| {
        let pieces = value["pieces"].as_array().into_iter().flatten();
        pieces.filter(|piece| piece["square"] == square).map(|piece| piece["cp"].clone()).next()
    };
    assert!(own(&white, "c3").is_some());
    assert_eq!(own(&white, "c3"), own(&black, "c6"));
}

#[test]
fn a_game_that_is_over_has_no_parts() {
    for (fen, ending, score) in [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "checkmate, Black has won",
            r#"{"mate":0}"#,
        ),
        ("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "stalemate, a draw", r#"{"cp":0}"#),
        (
            "k7/8/8/8/8/8/8/KB6 b - - 0 1",
            "neither side has enough material to mate, a draw",
            r#"{"cp":0}"#,
        ),
    ] {
        let told = text(&["eval", fen]);
        assert!(told.ends_with(&format!("The game is over: {ending}.\n")), "{told}");
        let found = object(&text(&["eval", fen, "--json"]));
        assert_eq!((&found["score"], &found["known"]), (&object(score), &object(score)));
        assert!(found["parts"].is_null() && found["ending"] == ending, "{found}");
    }
}

#[test]
fn what_is_no_position_is_refused() {
    for (fen, part) in [
        ("8/8/8/4k3/8/8/8/8/4K3 w - - 0 1", "has 9 ranks"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "not a legal position"),
        ("e4", "\"e4\" is not a position"),
        ("", "the FEN is empty"),
    ] {
        let message = refused(&["eval", fen]);
        assert!(message.contains(part) && message.lines().count() == 1, "{message}");
    }
    assert!(refused(&["eval", "--evaluation", "nnue"]).contains("nnue"));
}
