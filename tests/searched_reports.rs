//! What is reported of a tree whose leaves are searched: values, and what moves that wait are worth at most. All views
//! tell the same.

use crate::common::folder::Folder;
use crate::common::program::{object, run, stdout};
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
        let others = text.lines().find(|line| line.contains(" others: ")).unwrap_or_default();
        assert!(!others.is_empty(), "{text}");
        assert!(GONE.iter().all(|word| !text.contains(word)), "{text}");
        let is_unsettled = found["unsettled"] == true;
        assert_eq!(is_unsettled, text.contains("\nnot settled: "), "{text}");
        assert_eq!(is_unsettled, !text.contains("\nexpected   "), "{text}");
        assert_eq!(found["rests_on"].is_object(), text.contains(", rests on "), "{text}");
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
    let worth = format!("{mv} is worth {}", pawns(&line["score"]));
    assert!(text.contains(&worth) && text.contains(" 6... "), "{text}");
    assert!(text.contains(" positions were searched for it, "), "{text}");
    assert!(GONE.iter().all(|word| !text.contains(word)), "{text}");
}

#[test]
fn the_preferred_move_and_moves_that_wait_are_told() {
    let (folder, found) = searched(MIDDLEGAME, "20k");
    let best = found["best_move_san"].as_str().unwrap_or_default();
    let text = told(&folder, &format!("why --quick @tree {best} --verify 2k"));
    assert!(text.contains(&format!("{best} is the best move")), "{text}");
    assert!(text.contains("\nThe line goes on 9... "), "{text}");
    assert!(text.contains("\nSearched afresh, at most 2,000 nodes each:\n"), "{text}");
    let shown = folder.json("show @tree");
    assert!(shown["next_untried"].is_null(), "the next one is what a search finds: {shown}");
    // What was never searched by itself is, before it is told of.
    let waits = folder.json("why --quick @tree Kh1");
    assert_eq!(waits["verdict"], "rejected", "{waits}");
    assert!(waits["candidate"]["effort"].as_u64().is_some_and(|nodes| nodes >= 20_000), "{waits}");
    assert!(told(&folder, "why --quick @tree Kh1").contains("Kh1 is worth "));
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

/// All objects in a value that have a score.
fn scored(value: &Value) -> Vec<&Value> {
    let own = value.get("score").is_some().then_some(value);
    let fields = value.as_object().into_iter().flatten().map(|(_, field)| field);
    let items = value.as_array().into_iter().flatten();
    own.into_iter().chain(fields.chain(items).flat_map(scored)).collect()
}

/// After a blunder that was put into the tree the position before it is worth what its own moves are, or is told as not
/// settled: in every view, with what it hangs on, and without what would make it look certain.
#[test]
fn what_is_not_settled_is_told_and_nothing_else_of_it() {
    let folder = Folder::new();
    let line = ["e4", "e5", "Qh5", "Nf6", "Qxe5", "Be7", "Ba6", "bxa6", "Kd1", "O-O"];
    let include = line.join(" ");
    let tree = folder.name("tree");
    let output = run(&["analyze", START, "--include", &include, "--nodes", "30k", "--save", &tree]);
    assert_eq!(output.status.code(), Some(0));
    let mut unsettled = 0;
    for length in 0..line.len() {
        let shown = folder.json(&format!("show @tree {}", line[..length].join(" ")));
        for told in scored(&shown) {
            let is_unsettled = told["unsettled"] == true;
            assert_eq!(told["unsettled_by"].is_object(), is_unsettled, "{told}");
            assert!(!is_unsettled || told["wdl"].is_null(), "{told}");
        }
        if shown["unsettled"] != true {
            continue;
        }
        unsettled += 1;
        let by = &shown["unsettled_by"];
        let text = told(&folder, &format!("show @tree {}", line[..length].join(" ")));
        let count = by["count"].as_u64().unwrap_or_default();
        let sentence = text.lines().find(|line| line.starts_with("not settled: "));
        let sentence = sentence.unwrap_or_else(|| panic!("{text}"));
        assert!(count > 0 && sentence.contains(&format!("{count} move")), "{sentence} {by}");
        let is_here = list(&by["after"]).is_empty();
        assert_eq!(is_here, !sentence.contains("after "), "{sentence} {by}");
        assert!(!text.contains("\nexpected"), "{text}");
        let pv = list(&shown["pv"]);
        assert!(pv.starts_with(list(&by["after"])), "{shown}");
    }
    assert!(unsettled > 0, "the line has a position that is not settled");
}

/// Where the line that is told ends in a mate, the score is that mate, proven or not.
#[test]
fn a_line_that_ends_in_mate_is_worth_that_mate() {
    let mut seen = 0;
    for (position, nodes) in [
        ("3r3k/p3NQbp/p1P4p/4p3/6P1/7P/PP2K1P1/8 w - - 0 1", ["300", "1k", "20k"]),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", ["1k", "4k", "20k"]),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", ["300", "600", "2k"]),
        (SHARP, ["5k", "20k", "60k"]),
        // The search of the whole position sees the mate, and the tree has begun to look for better defences.
        ("k2r4/4qP1r/ppN4p/8/5Q2/P3P2P/1P1N1P2/4KBR1 w - - 0 1", ["40k", "50k", "70k"]),
    ] {
        for nodes in nodes {
            let folder = Folder::new();
            let options = format!("--nodes {nodes} --lines 9 --save @tree");
            let found = folder.json(&format!("analyze {position} {options}"));
            let shown = folder.json("show @tree --depth 2 --width 9");
            let plies = |told: &Value| list(&told["pv"]).len() as i64;
            for told in [&found].into_iter().chain(list(&found["lines"])).chain([&shown]) {
                let (mut at, _) = <Position>::from_fen(position).expect("a position");
                for mv in list(&told["pv"]) {
                    let mv = at.parse_move(mv.as_str().unwrap_or_default()).expect("a move");
                    at.play(mv);
                }
                let mate =
                    at.outcome(&shans::game::Past::default()).is_some_and(|it| it.win().is_some());
                let score = &told["score"];
                let told_mate = score["mate"].as_i64().or(score["mate_seen"].as_i64());
                if mate && score["mate"].is_null() {
                    let own = if plies(told) % 2 == 1 { 1 } else { -1 };
                    assert_eq!(told_mate, Some(own * ((plies(told) + 1) / 2)), "{told}");
                    assert_eq!(
                        (&score["won"], &score["proven"]),
                        (&(own > 0).into(), &false.into())
                    );
                    seen += 1;
                }
                assert!(mate || score["mate_seen"].is_null(), "{told}");
            }
        }
    }
    assert!(seen > 0, "no mate was seen before it was proven");
}
