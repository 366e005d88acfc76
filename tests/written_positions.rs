//! Positions as programs and sites write them, by every command that reads one.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::common::program::{object, run, start, stderr, stdout, text};

const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
/// After 1. e4 Kd7 there.
const MOVED: &str = "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2";

/// Texts, and the positions that they mean.
fn written() -> Vec<(String, &'static str)> {
    let one_word = PAWN.replace(' ', "_");
    let with_codes = PAWN.replace(' ', "%20");
    let puzzle = "x0001,6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a1 b1a1 g8f8,1000,80,90,100,endgame \
                  short,https://lichess.org/xxxxxxxx#1,";
    let unknown_clocks = "2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b - - - -";
    let its_fen = "2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b - - 0 1";
    vec![
        (unknown_clocks.to_string(), its_fen),
        (one_word.clone(), PAWN),
        (with_codes.clone(), PAWN),
        (format!("'{PAWN}'"), PAWN),
        (format!("“{PAWN}”"), PAWN),
        (format!("https://lichess.org/analysis/standard/{one_word}"), PAWN),
        (format!("https://lichess.org/editor/{one_word}?color=black#3"), PAWN),
        (format!("lichess.org/analysis/{with_codes}"), PAWN),
        (format!("https://www.chess.com/analysis?fen={}&flip=false", PAWN.replace(' ', "+")), PAWN),
        (format!("position fen {PAWN}"), PAWN),
        (format!("{PAWN} moves e2e4 e8d7"), MOVED),
        (format!("position fen {PAWN} moves e2e4 e8d7"), MOVED),
        (format!("{one_word} moves e2e4 e8d7"), MOVED),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - moves e2e4 e8d7; c0 \"x\";".to_string(), MOVED),
        (
            "startpos moves e2e4".to_string(),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        (
            "position startpos moves g1f3".to_string(),
            "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1",
        ),
        // The first move leads to the puzzle.
        (puzzle.to_string(), "6k1/5ppp/8/8/8/8/5PPP/rR4K1 w - - 1 2"),
    ]
}

#[test]
fn analyze_reads_them_as_arguments() {
    for (written, fen) in written() {
        let found = object(&text(&["analyze", "--nodes", "50", "--json", "--", &written]));
        assert_eq!(found["fen"], fen, "{written}");
        let words: Vec<&str> = written.split(' ').collect();
        let found =
            object(&text(&[&["analyze", "--nodes", "50", "--json", "--"], &words[..]].concat()));
        assert_eq!(found["fen"], fen, "{written} in words");
    }
}

#[test]
fn analyze_reads_them_from_standard_input() {
    let mut child = start(&["analyze", "-", "--nodes", "50", "--json"], Stdio::piped());
    let lines: Vec<String> = written().into_iter().map(|(written, _)| written).collect();
    let input = format!("PuzzleId,FEN,Moves,Rating\n{}\n", lines.join("\n"));
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let found: Vec<String> = stdout(&output)
        .lines()
        .map(|line| object(line)["fen"].as_str().unwrap_or_default().to_string())
        .collect();
    assert_eq!(found, written().iter().map(|(_, fen)| *fen).collect::<Vec<_>>());
}

#[test]
fn games_and_eval_read_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn");
    let name = path.to_str().expect("text");
    for (written, fen) in written() {
        let found = object(&text(&["eval", "--json", "--", &written]));
        assert_eq!(found["fen"], fen, "{written}");
        // A tag has no room for quotation marks.
        if written.contains('"') {
            continue;
        }
        fs::write(&path, format!("[FEN \"{written}\"]\n\n*\n")).expect("a file");
        let found = object(&text(&["analyze", "--pgn", name, "--nodes", "50", "--json"]));
        assert_eq!(found["fen"], fen, "{written}");
    }
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    let atomic = format!("https://lichess.org/analysis/atomic/{}", PAWN.replace(' ', "_"));
    for (written, told) in [
        (format!("{PAWN} moves e2e4 e2e4"), "moves names \"e2e4\", which is not legal here"),
        (format!("{PAWN} moves e9"), "moves names \"e9\""),
        ("https://lichess.org/abcdefgh".to_string(), "is not a position"),
        (atomic, "belongs to a chess variant"),
        (format!("{} hello", PAWN.replace(' ', "_")), "has"),
        (PAWN.replace(" - -", "_-_-"), "FEN"),
    ] {
        let output = run(&["analyze", "--nodes", "50", "--", &written]);
        let message = stderr(&output);
        assert_eq!(
            (output.status.code(), message.lines().count()),
            (Some(2), 1),
            "{written}: {message}"
        );
        assert!(message.contains(told), "{written}: {message}");
    }
}

/// The moves before a position count for repetitions.
#[test]
fn moves_are_the_past_of_the_position() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let thrice = format!("startpos moves {shuffle} {shuffle}");
    let output = run(&["analyze", "--nodes", "50", "--", &thrice]);
    let by_option = ["analyze", "--nodes", "50", "startpos", "--moves", shuffle, shuffle];
    assert_eq!(stdout(&output), stdout(&run(&by_option)));
}
