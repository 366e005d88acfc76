//! What is reported of a tree whose leaves are searched: values, and what moves that wait are worth at most. All views
//! tell the same.

use crate::common::folder::Folder;
use crate::common::program::{object, stdout};
use serde_json::Value;
use shans::chess::Position;
use shans::game::{Game as _, Notation as _};

/// White to move; every quiet move is worth a little.
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Pieces hang on both sides.
const SHARP: &str = "r1bqk2r/ppp2ppp/2n2n2/2bpp1N1/2B1P3/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 6";

/// The words of the search that was given up.
const GONE: [&str; 6] = ["≤", "≥", "on trial", "checked", "no better than", "bound"];

/// A folder with the tree of a position, and what the analysis said.
fn searched(position: &str, nodes: &str) -> (Folder, Value) {
    let folder = Folder::new();
    let found = folder.json(&format!("analyze {position} --nodes {nodes} --save @tree"));
    (folder, found)
}

/// What a command prints as text.
fn told(folder: &Folder, line: &str) -> String {
    stdout(&folder.run(line))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// `-0.57`, as the program prints it.
fn pawns(score: &Value) -> String {
    let cp = score["cp"].as_i64().unwrap_or_else(|| panic!("{score}"));
    let sign = ["-", "", "+"][(cp.signum() + 1) as usize];
    format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
}

#[test]
fn text_has_values_and_what_waits_is_told_together() {
    let (folder, found) = searched(MIDDLEGAME, "20k");
    let report = told(&folder, "resume @tree --nodes 1 --verbose");
    for text in [&report, &told(&folder, "show @tree --depth 1 --width 3")] {
        let head = text.lines().find(|line| line.starts_with("move ")).unwrap_or_default();
        let columns: Vec<_> = head.split_whitespace().collect();
        assert_eq!(columns, ["move", "score", "effort", "line"], "{text}");
        let others =
            text.lines().find(|line| line.contains(" others: at most ")).unwrap_or_default();
        assert!(!others.is_empty(), "{text}");
        assert!(text.contains("\nexpected   "), "{text}");
        assert!(GONE.iter().all(|word| !text.contains(word)), "{text}");
        let is_unsettled = found["unsettled"] == true;
        assert_eq!(is_unsettled, text.contains(", not settled yet\n"), "{text}");
    }
    let (listed, others) = (list(&found["lines"]).len() as u64, &found["others"]);
    let legal = folder.json("show @tree")["moves_legal"].as_u64();
    assert_eq!(Some(listed + others["count"].as_u64().unwrap_or_default()), legal, "{found}");
    let verified = told(&folder, "verify @tree");
    assert!(verified.lines().any(|line| line.starts_with("unsettled  ")), "{verified}");
}

/// Score, effort and line of a move are the same wherever they are told.
#[test]
fn all_views_tell_the_same() {
    for position in [MIDDLEGAME, START, SHARP] {
        let (folder, found) = searched(position, "30k");
        let shown = folder.json("show @tree --depth 1 --width 3");
        assert_eq!((&shown["score"], &shown["unsettled"]), (&found["score"], &found["unsettled"]));
        let exported = object(&told(&folder, "export @tree --format json"));
        for (place, line) in list(&found["lines"]).iter().enumerate() {
            let child = &shown["children"][place];
            let mv = line["move"].as_str().unwrap_or_default();
            let why = folder.json(&format!("why --quick @tree {mv}"));
            for name in ["move", "score", "unsettled", "effort", "proven"] {
                assert_eq!(child[name], line[name], "{name}: {line}");
                assert_eq!(why["candidate"][name], line[name], "{name}: {line}");
            }
            assert!(list(&line["pv"]).starts_with(list(&child["pv"])), "{line} {child}");
            assert_eq!(why["candidate"]["pv"], line["pv"]);
            let same =
                list(&exported["children"]).iter().find(|other| other["move"] == line["move"]);
            assert!(same.is_none_or(|same| same["score"] == line["score"]), "{line}");
        }
    }
}

/// The moves of a line, played from a position: all legal, and no position comes back.
fn replayed(position: &str, line: &Value) -> usize {
    let (mut at, _) = <Position>::from_fen(position).unwrap_or_else(|error| panic!("{error}"));
    let mut seen = vec![at.key()];
    for mv in list(line) {
        let text = mv.as_str().unwrap_or_default();
        let mv = at.parse_move(text).unwrap_or_else(|| panic!("{text} in {line}"));
        at.play(mv);
        assert!(!seen.contains(&at.key()), "{text} in {line}");
        seen.push(at.key());
    }
    list(line).len()
}

/// The best line continues behind the tree, and a saved tree keeps it.
#[test]
fn the_best_line_is_long_and_kept() {
    for position in [MIDDLEGAME, START, SHARP] {
        let (folder, found) = searched(position, "80k");
        assert!(replayed(position, &found["pv"]) >= 4, "{found}");
        let again = folder.json("show @tree");
        let kept = list(&again["pv"]);
        assert!(kept.len() >= 4 && list(&found["pv"]).starts_with(kept), "{found} {again}");
        assert_eq!(found["lines"][0]["pv"], found["pv"]);
        list(&found["lines"]).iter().for_each(|line| _ = replayed(position, &line["pv"]));
    }
}

#[test]
fn effort_is_work_and_nodes_are_counted() {
    let (folder, _) = searched(MIDDLEGAME, "20k");
    let shown = folder.json("show @tree --depth 1 --width 99");
    let statistics = folder.json("verify @tree");
    assert_eq!(shown["tree_nodes"], statistics["tree_nodes"]);
    assert!(statistics["unsettled_nodes"].as_u64() <= statistics["inner_nodes"].as_u64());
    let of = |node: &Value, name: &str| node[name].as_u64().unwrap_or_else(|| panic!("{node}"));
    assert!(of(&shown, "effort") > of(&shown, "tree_nodes"), "{shown}");
    let children = list(&shown["children"]);
    let nodes: u64 = children.iter().map(|child| of(child, "tree_nodes")).sum();
    assert_eq!(nodes + 1, of(&shown, "tree_nodes"));
}

#[test]
fn a_worse_move_is_told_with_its_refutation() {
    let (folder, found) = searched(SHARP, "50k");
    let line = &found["lines"][2];
    let mv = line["san"].as_str().unwrap_or_else(|| panic!("{found}"));
    let text = told(&folder, &format!("why --quick @tree {mv}"));
    let worth = format!(" is not preferred: worth {}", pawns(&line["score"]));
    assert!(text.contains(&worth) && text.contains(" 6... "), "{text}");
    assert!(text.contains(" positions were searched for it, "), "{text}");
    assert!(GONE.iter().all(|word| !text.contains(word)), "{text}");
}

#[test]
fn the_preferred_move_and_moves_that_wait_are_told() {
    let (folder, found) = searched(MIDDLEGAME, "20k");
    let best = found["best_move_san"].as_str().unwrap_or_default();
    let text = told(&folder, &format!("why --quick @tree {best} --verify 2k"));
    assert!(text.contains(&format!("{best} is the preferred move: ")), "{text}");
    assert!(text.contains("\nThe line goes on 9... "), "{text}");
    assert!(text.contains("\nSearched afresh, at most 2,000 nodes each:\n"), "{text}");
    let shown = folder.json("show @tree");
    assert!(shown["next_untried"].is_null(), "the next one is what a search finds: {shown}");
    let waits = folder.json("why --quick @tree Kh1");
    assert_eq!(waits["verdict"], "untried", "{waits}");
    let waiting = &waits["waiting"];
    assert!(waiting.get("rank").is_none() && waiting["at_most"].is_object(), "{waits}");
    let text = told(&folder, "why --quick @tree Kh1");
    let most = format!("\nbetter than {}.", pawns(&waiting["at_most"]));
    assert!(text.contains("Kh1 was never searched by itself.") && text.contains(&most), "{text}");
}

/// Every move of the main line has a value, to the end.
#[test]
fn exported_lines_have_values_to_their_end() {
    let (folder, found) = searched(MIDDLEGAME, "80k");
    let pgn = told(&folder, "export @tree --format pgn --max-nodes 4");
    let pgn = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(GONE.iter().all(|word| !pgn.contains(word)), "{pgn}");
    let moves = pgn.matches("[%eval ").count();
    assert!(moves >= list(&found["pv"]).len(), "{pgn}");
    let dot = told(&folder, "export @tree --format dot --max-nodes 40");
    assert!(GONE.iter().all(|word| !dot.contains(word)), "{dot}");
}

#[test]
fn a_step_to_a_move_that_was_never_tried_leaves_a_right_tree() {
    let (folder, found) = searched(MIDDLEGAME, "20k");
    let stepped = folder.json("resume @tree --moves a3 Kh8 Kh1 --nodes 2k");
    assert!(stepped["best_move"].is_string(), "{stepped}");
    assert_eq!(folder.json("verify @tree")["plies_from_top"], 3);
    let back = folder.json("resume @tree --back 3 --nodes 2k");
    assert_eq!(back["fen"], found["fen"]);
    folder.json("verify @tree");
}

#[test]
fn a_mate_is_a_mate() {
    let folder = Folder::new();
    let found = folder.json("analyze 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 --lines 1");
    assert_eq!(found["score"], serde_json::json!({"mate": 1}));
    assert_eq!((&found["proven"], &found["unsettled"]), (&true.into(), &false.into()));
}

#[test]
fn without_room_for_moves_the_answer_comes_from_one_search() {
    let folder = Folder::new();
    let found = folder.json(&format!("analyze {MIDDLEGAME} --nodes 3k --tree-nodes 2"));
    assert_eq!(found["answer_reason"], "best-value", "{found}");
    assert!(list(&found["pv"]).len() > 1, "{found}");
}
