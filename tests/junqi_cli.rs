//! Every command for the four-country game.

use crate::common::folder::Folder;
use crate::common::program::{object, run, stderr, text};

/// South attacks East, which is about to lose its flag.
const ENDING: &str = "S:...../...../...../...../...../.F.2. E:...../...../...../...../.s94../.F..7 \
                      N:8..../...../...../...../...../.F... W:....3/...../...../...../...../.F... plies=90";

#[test]
fn a_position_is_saved_resumed_shown_and_exported() {
    let folder = Folder::new();
    let tree = folder.path("game.tree");
    let tree = tree.to_str().expect("a path");
    let analysis = text(&["analyze", "--rules", "junqi", ENDING, "--nodes", "2k", "--save", tree]);
    assert!(
        analysis.contains("South+North to move") && analysis.contains("best line  91. "),
        "{analysis}"
    );
    let resumed = text(&["resume", tree, "--nodes", "500"]);
    assert!(resumed.contains("South+North to move"), "{resumed}");
    let shown = text(&["show", tree]);
    assert!(shown.contains("All scores are from South+North's"), "{shown}");
    let shown = object(&text(&["show", tree, "--json"]));
    assert!(shown["fen"].as_str().is_some_and(|fen| fen.contains("turn=S")), "{shown}");
    let moves = shown["children"].as_array().expect("children");
    let last = moves.last().and_then(|node| node["move"].as_str()).expect("a move");
    let why = text(&["why", "--quick", tree, last]);
    assert!(why.contains(last), "{why}");
    let dot = text(&["export", tree, "--format", "dot"]);
    assert!(dot.starts_with("digraph shans {"), "{dot}");
    let json = object(&text(&["export", tree, "--format", "json"]));
    assert_eq!(json["children"][0]["move"], shown["children"][0]["move"]);
    let pgn = folder.path("game.pgn");
    let pgn = pgn.to_str().expect("a path");
    text(&["export", tree, "--format", "pgn", "-o", pgn]);
    let read = text(&["analyze", "--rules", "junqi", "--pgn", pgn, "--nodes", "100"]);
    assert!(read.contains("to move"), "{read}");
    let verified = text(&["verify", tree]);
    assert!(verified.contains("position   S:"), "{verified}");
}

#[test]
fn the_first_position_is_drawn() {
    let start = text(&["analyze", "--rules", "junqi", "startpos", "--nodes", "500"]);
    assert!(start.contains("\n                  s1 sF s2 s9 sM\n\nS:74347/5.6.5/31.13"), "{start}");
    let json = object(&text(&["analyze", "--rules", "junqi", "--nodes", "500", "--json"]));
    assert_eq!(json["evaluation"], "junqi");
}

#[test]
fn bad_input_is_one_clear_line_and_exit_code_2() {
    for (arguments, part) in [
        (&["S:74347/5.6.5/31.13/2.B.2/M8B6M/1F2FM"][..], "South has 2 pieces F; there is 1"),
        (&["S:74347/536.5/31.13/2.B.2/M8B6M/1F29M"], "South has 26 pieces; there are 25"),
        (&["S:M4347/5.6.5/31.13/2.B.2/78B6M/1F29M"], "S11: a mine cannot stand there"),
        (
            &["S:74347/563.5/31.13/2.B.2/M8B6M/1F29M".replace("563.5", "56..5").as_str()],
            "S22: the camp",
        ),
        (&["startpos", "--moves", "S22-S33"], "\"S22-S33\" is not legal in"),
        (&["startpos", "--only", "e4"], "write moves like S15-E11"),
    ] {
        let output = run(&[&["analyze", "--rules", "junqi", "--nodes", "9"], arguments].concat());
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.starts_with("error: ") && message.contains(part), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn games_are_played_recorded_and_replayed() {
    let folder = Folder::new();
    let record = folder.path("games.pgn");
    let record = record.to_str().expect("a path");
    let seats = "best-first,random,alpha-beta,greedy";
    let arguments =
        ["lab", "play", "--rules", "junqi", "--seats", seats, "--nodes", "60", "--record", record];
    let json = object(&text(&[&arguments[..], &["--json"]].concat()));
    let [first, second] = &json["games"].as_array().expect("games")[..] else { panic!("{json}") };
    assert_eq!(first["start"], second["start"], "a start is played twice");
    assert_ne!(first["seats"], second["seats"]);
    let table = text(&[&arguments[..], &["--force"]].concat());
    assert!(table.contains("best-first + alpha-beta"), "{table}");
    let moves = first["moves"].as_array().expect("moves");
    assert_eq!(first["plies"].as_u64(), Some(moves.len() as u64));
    let replay =
        ["analyze", "--rules", "junqi", "--pgn", record, "--game", "1", "--nodes", "9", "--json"];
    assert_eq!(object(&text(&replay))["fen"], first["end"]);
    let second_ply = object(&text(&[&replay[..], &["--at", "2b"]].concat()));
    assert!(second_ply["fen"].as_str().is_some_and(|fen| fen.contains("turn=E")), "{second_ply}");
    let refused = run(&["lab", "play", "--rules", "junqi", "--seats", "random,greedy"]);
    assert!(stderr(&refused).contains("--seats names 2 players; give 4"), "{}", stderr(&refused));
    let unknown = stderr(&run(&["lab", "play", "--seats", "pvs,nobody"]));
    assert!(unknown.contains("\"nobody\"") && unknown.contains("random and greedy"), "{unknown}");
}

#[test]
fn chess_is_played_too() {
    let table = text(&["lab", "play", "--seats", "greedy,random", "--seed", "3"]);
    assert!(table.starts_with("2 games, 1,000 nodes a move, "), "{table}");
}

#[test]
fn a_suite_of_positions_is_compared() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/junqi.txt");
    let arguments = [
        "compare",
        "--rules",
        "junqi",
        suite,
        "--nodes",
        "2k",
        "--searchers",
        "best-first,alpha-beta",
    ];
    let json = object(&text(&[&arguments[..], &["--json", "--quiet"]].concat()));
    let totals = json["searchers"].as_array().expect("totals");
    assert_eq!(totals.len(), 2, "{json}");
    let solved = |total: &serde_json::Value| total["solved"].as_u64().unwrap_or_default();
    assert!(totals.iter().all(|total| solved(total) >= 8), "{json}");
}
