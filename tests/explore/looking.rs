//! What looking does: the search comes along, leaves are opened, games and positions, too.

use serde_json::{Value, json};

use super::client::{Answer, Explorer};
use crate::common::folder::Folder;

const QUICK: &str = "--searcher best-first:quiescence --memory 32MiB";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ENDING: &str = "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1";
const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
                     [FEN \"8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1\"]\n\n1. Kd4 Kd6 *\n";

fn visit(explorer: &Explorer, moves: &[&str]) {
    assert_eq!(explorer.post("visit", &json!({ "moves": moves }).to_string()).status, 200);
}

fn open(explorer: &Explorer, what: &Value) -> Answer {
    explorer.post("open", &what.to_string())
}

fn length(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

fn candidates(look: &Value) -> usize {
    length(&look["known_of_it"]["candidates"])
}

#[test]
fn a_search_comes_along_and_goes_home_in_the_end() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, &format!("startpos --save @a.tree {QUICK}"));
    explorer.wait_until("", |look| look["status"]["nodes"].as_u64() > Some(2_000));
    visit(&explorer, &["a2a3", "h7h6"]);
    let there =
        explorer.wait_until("a2a3.h7h6", |look| look["analysed"] == true && candidates(look) > 0);
    assert_eq!(there["status"]["phase"], "searching");
    assert_eq!((length(&there["status"]["home"]), length(&there["status"]["earlier"])), (0, 0));
    explorer.post("stop", "");
    assert_eq!(length(&explorer.wait_for_rest()["status"]["analysed"]), 2);
    let (said, code) = explorer.end();
    assert!(code == Some(0) && said.starts_with("saved "), "{said}");
    assert_eq!(folder.json("show @a.tree")["fen"], START);
    folder.json("verify @a.tree");
}

#[test]
fn a_limit_holds_wherever_the_search_goes() {
    let folder = Folder::new();
    folder.json(&format!("analyze startpos --nodes 5k --save @a.tree {QUICK}"));
    let explorer = Explorer::start(&folder, "@a.tree");
    explorer.post("start", r#"{"moves":[],"follow":true,"nodes":200000}"#);
    explorer.wait_until("", |look| look["status"]["phase"] == "searching");
    for first in ["e2e4", "d2d4", "c2c4"] {
        visit(&explorer, &[first]);
        explorer.wait_until(first, |look| look["analysed"] == true);
    }
    let rested = explorer.wait_for_rest();
    assert_eq!(rested["status"]["stopped"], "nodes");
    let nodes = rested["status"]["nodes"].as_u64().expect("a number");
    assert!((204_000..206_000).contains(&nodes), "{nodes}");
}

#[test]
fn a_leaf_that_is_opened_gets_moves_and_the_search_stays() {
    let folder = Folder::new();
    for searcher in ["best-first:quiescence", "best-first"] {
        let of = format!("--searcher {searcher} --memory 32MiB");
        folder.json(&format!("analyze startpos --nodes 30k --force --save @a.tree {of}"));
        let explorer = Explorer::start(&folder, "@a.tree");
        let before = explorer.look("");
        let away = "b1a3.h7h6.a3b1.h6h5";
        assert_eq!(explorer.look(away)["known_of_it"], Value::Null);
        visit(&explorer, &["b1a3", "h7h6", "a3b1", "h6h5"]);
        let opened = explorer.wait_until(away, |look| candidates(look) > 0);
        assert!(length(&opened["line"]) > 0, "{searcher}");
        let rested = explorer.wait_for_rest();
        assert_eq!(
            (length(&rested["status"]["analysed"]), &rested["status"]["stopped"]),
            (0, &Value::Null)
        );
        // The rest is still there.
        assert_eq!(rested["story"]["answers"], before["story"]["answers"], "{searcher}");
        assert_eq!(explorer.end().1, Some(0));
        folder.json("verify @a.tree");
    }
}

#[test]
fn behind_a_leaf_the_line_goes_on() {
    let folder = Folder::new();
    let explorer =
        Explorer::start(&folder, "startpos --nodes 300k --searcher best-first --memory 64MiB");
    let mut look = explorer.wait_for_rest();
    let mut moves: Vec<String> = Vec::new();
    while candidates(&look) > 0 {
        moves.push(look["line"][0]["move"].as_str().expect("a line").to_string());
        look = explorer.look(&moves.join("."));
    }
    assert!(length(&look["line"]) > 0, "{look}");
}

#[test]
fn a_file_of_games_is_opened_as_lines() {
    let folder = Folder::new();
    folder.write("game.pgn", GAMES);
    let explorer = Explorer::start(&folder, &format!("@game.pgn --nodes 20k {QUICK}"));
    let games = explorer.get("games").json();
    let open_one = json!({
        "index": 0, "title": "A - B", "result": "1-0", "plies": 3,
        "opening": games["open"]["opening"].clone(),
    });
    assert_eq!((&games["games"], &games["open"]), (&json!(2), &open_one));
    assert_eq!(length(&games["line"]), 3);
    explorer.wait_for_rest();
    assert!(explorer.look("e2e4.e7e5.g1f3")["known_of_it"].is_object());
    let asked = open(&explorer, &json!({"game": 1})).json();
    assert!(asked["asks"].as_str().is_some_and(|asks| asks.contains("lost")), "{asked}");
    assert_eq!(explorer.look("")["fen"], START);
    let opened = open(&explorer, &json!({"game": 1, "replace": true}));
    assert_eq!((opened.status, &opened.json()["moves"]), (200, &json!([])), "{}", opened.body);
    assert_eq!(explorer.look("")["fen"], ENDING);
    explorer.wait_for_rest();
    assert!(explorer.look("e3d4.e6d6")["known_of_it"].is_object());
    assert_eq!(explorer.get("games").json()["open"]["index"], 1);
}

#[test]
fn positions_and_lines_are_opened_and_a_saved_tree_is_kept() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, &format!("startpos --nodes 5k --save @a.tree {QUICK}"));
    let nodes = explorer.wait_for_rest()["status"]["nodes"].clone();
    let line = open(&explorer, &json!({"text": "1... c5 2. Nf3", "moves": ["e2e4"]})).json();
    assert_eq!(line["moves"], json!(["e2e4", "c7c5", "g1f3"]));
    for wrong in ["", "e2e5", "8/8/8/8 w - -", "1. e5 e4", "[FEN \"x\"]\n\n1. e4"] {
        let refused = open(&explorer, &json!({ "text": wrong }));
        assert!(refused.status == 409 && !refused.error().is_empty(), "{wrong}: {}", refused.body);
    }
    assert_eq!(open(&explorer, &json!({"game": 7})).status, 409);
    let opened = open(&explorer, &json!({ "text": ENDING }));
    assert_eq!(opened.json()["moves"], json!([]), "{}", opened.body);
    let look = explorer.look("");
    assert_eq!((look["fen"].as_str(), &look["status"]["file"]), (Some(ENDING), &Value::Null));
    let notice = look["status"]["notice"].as_str().unwrap_or_default();
    assert!(notice.contains("a.tree is saved"), "{notice}");
    assert_eq!(explorer.end().1, Some(0));
    assert_eq!(folder.json("verify @a.tree")["nodes"], nodes);
}

/// A page may send its notation in the moment in which another page opens another tree.
#[test]
fn what_was_meant_for_the_tree_before_is_refused() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, "startpos --nodes 1k --memory 32MiB");
    let before = explorer.get("notation").json()["tree"].clone();
    assert_eq!(explorer.wait_for_rest()["status"]["tree"], before);
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let body = format!(r#"{{"text":"{fen}","replace":true}}"#);
    assert_eq!(explorer.post(&format!("open?tree={before}"), &body).status, 200);
    let now = explorer.get("notation").json()["tree"].clone();
    assert_ne!(now, before);
    let wishes = [
        ("notation", r#"{"moves":[[0,"e2e4"]]}"#),
        ("comment", r#"{"moves":["e2e4"],"text":"of the other tree"}"#),
        ("start", r#"{"moves":["e2e4"],"nodes":100}"#),
    ];
    for (name, body) in wishes {
        let refused = explorer.post(&format!("{name}?tree={before}"), body);
        assert_eq!(refused.status, 409, "{name}: {}", refused.body);
        assert!(refused.error().contains("another tree was opened"), "{}", refused.error());
    }
    assert_eq!(explorer.get("notation").json()["moves"], serde_json::json!([]));
    assert_eq!(explorer.look("e2e4")["comment"], Value::Null);
    for (name, body) in wishes {
        let done = explorer.post(&format!("{name}?tree={now}"), body);
        assert_eq!(done.status, 200, "{name}: {}", done.body);
    }
    assert_eq!(explorer.look("e2e4")["comment"], "of the other tree");
    assert_eq!(explorer.get(&format!("threat?tree={before}")).status, 409);
    assert_eq!(explorer.post("stop?tree=x", "").status, 400);
}

#[test]
fn another_order_of_the_same_moves_is_shown() {
    let folder = Folder::new();
    folder.json(&format!("analyze startpos --nodes 5k --save @a.tree {QUICK}"));
    let explorer = Explorer::start(&folder, "@a.tree");
    let orders = [["d2d4", "d7d5", "g1f3"], ["g1f3", "d7d5", "d2d4"]];
    for include in orders {
        let body = json!({"moves": [], "include": include, "nodes": 20_000});
        assert_eq!(explorer.post("start", &body.to_string()).status, 200);
        explorer.wait_for_rest();
    }
    for (own, other) in [(0, 1), (1, 0)] {
        let look =
            explorer.wait_until(&orders[own].join("."), |look| length(&look["transpositions"]) > 0);
        let there = &look["transpositions"][0];
        let path: Vec<&str> = there["path"]
            .as_array()
            .expect("a path")
            .iter()
            .filter_map(|step| step["move"].as_str())
            .collect();
        assert_eq!(path, orders[other]);
        assert!(there["effort"].as_u64() > Some(0) && there["score"].is_object(), "{there}");
    }
}

/// The moves of the notation, and what is said behind them.
fn notation(explorer: &Explorer) -> Vec<String> {
    let notation = explorer.get("notation").json();
    let moves = notation["moves"].as_array().cloned().unwrap_or_default();
    let text = |it: &Value, name: &str| it[name].as_str().unwrap_or_default().to_string();
    let told = |it: &Value| format!("{} {} {}", it["parent"], text(it, "san"), text(it, "said"));
    let moves = moves.iter().map(|it| told(it).trim_end().to_string());
    std::iter::once(text(&notation, "said")).chain(moves).collect()
}

#[test]
fn a_game_becomes_the_notation_and_is_kept_with_the_tree() {
    let folder = Folder::new();
    let game = "{Once} 1. e4! {good} (1. d4 {[%cal Gd2d4]} d5) e5 (1... c5) *\n";
    folder.write("a.pgn", format!("[White \"A\"]\n\n{game}\n[White \"B\"]\n\n1. c4 {{other}} *\n"));
    let explorer = Explorer::start(&folder, &format!("@a.pgn --save @a.tree --nodes 2k {QUICK}"));
    explorer.wait_for_rest();
    let first = ["Once", "0 e4 [%nag 1] good", "1 e5", "1 c5", "0 d4 [%cal Gd2d4]", "4 d5"];
    assert_eq!(notation(&explorer), first);
    assert_eq!(explorer.look("e2e4")["comment"], "[%nag 1] good");
    assert_eq!(
        explorer.look("e2e4.e7e5")["comment"],
        Value::Null,
        "the end of a line is no comment"
    );
    // The other game, and back: comments stay at their positions.
    assert_eq!(open(&explorer, &json!({ "game": 1 })).status, 200);
    assert_eq!(notation(&explorer), ["Once", "0 c4 other"]);
    assert_eq!(explorer.get("games").json()["headers"], json!([["White", "B"]]));
    assert_eq!(open(&explorer, &json!({ "game": 0 })).status, 200);
    assert_eq!(notation(&explorer), first);
    let before = explorer.look("")["status"]["notes"].as_u64();
    let body = json!({ "moves": ["e2e4", "e7e5"], "text": "open" }).to_string();
    assert_eq!(explorer.post("comment", &body).json()["notes"].as_u64(), before.map(|it| it + 1));
    let kept = json!({ "moves": [[0, "d2d4"], [0, "e2e4"], [2, "e7e5"]] }).to_string();
    assert_eq!(explorer.post("notation", &kept).status, 200);
    for bad in [json!([[0, "e2e5"]]), json!([[4, "e2e4"]]), json!([[0, "e2e4"], [0, "e2e4"]])] {
        let answer = explorer.post("notation", &json!({ "moves": bad }).to_string());
        assert_eq!(answer.status, 409, "{bad}: {}", answer.body);
    }
    let expected = ["Once", "0 d4 [%cal Gd2d4]", "0 e4 [%nag 1] good", "2 e5 open"];
    assert_eq!(notation(&explorer), expected);
    assert_eq!(explorer.end().1, Some(0));
    let explorer = Explorer::start(&folder, "@a.tree");
    assert_eq!(notation(&explorer), expected);
    assert_eq!(explorer.end().1, Some(0));
    let output = folder.run("show @a.tree").stdout;
    let shown = String::from_utf8_lossy(&output);
    assert!(shown.contains("Once") && !shown.contains("[%line"), "{shown}");
}

#[test]
fn it_is_chosen_what_searches_and_the_notation_stays() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, "startpos --memory 32MiB --nodes 2k");
    explorer.wait_for_rest();
    let settings = |explorer: &Explorer| explorer.get("settings").json();
    let before = settings(&explorer);
    assert_eq!((&before["engine"], &before["threads"]), (&json!(""), &json!(1)), "{before}");
    assert_eq!((&before["memory_mib"], &before["lines"]), (&json!(32), &json!(3)), "{before}");
    let choose = |what: Value| explorer.post("settings", &what.to_string());
    assert_eq!(choose(json!({ "lines": 5 })).status, 200);
    assert_eq!(settings(&explorer)["lines"], 5);
    let kept = json!({ "moves": [[0, "e2e4"]] }).to_string();
    assert_eq!(explorer.post("notation", &kept).status, 200);
    // Work that is in no file is not lost unasked.
    let asked = choose(json!({ "memory_mib": 24 })).json();
    assert!(asked["asks"].as_str().is_some_and(|asks| asks.contains("will be lost")), "{asked}");
    assert_eq!(settings(&explorer)["memory_mib"], 32);
    for (bad, why) in [
        (json!({ "engine": "../engine", "replace": true }), "no engine"),
        (json!({ "memory_mib": 4_000_000_000_u32, "replace": true }), "memory"),
    ] {
        let refused = choose(bad.clone());
        assert!(refused.status == 409 && refused.error().contains(why), "{bad}: {}", refused.body);
    }
    assert_eq!(choose(json!({ "memory_mib": 24, "threads": 2, "replace": true })).status, 200);
    let after = settings(&explorer);
    assert_eq!((&after["memory_mib"], &after["lines"]), (&json!(24), &json!(5)), "{after}");
    assert_eq!(notation(&explorer), ["", "0 e4"]);
    explorer.wait_for_rest();
    assert_eq!(explorer.end().1, Some(0));
}

#[test]
fn the_position_analysed_is_that_of_before_when_the_analysis_begins_anew() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, "startpos --memory 32MiB --nodes 2k");
    explorer.wait_for_rest();
    explorer.post("start", r#"{"moves":["b1a3","h7h6"]}"#);
    explorer.wait_until("b1a3.h7h6", |look| candidates(look) > 0);
    let chosen = explorer.post("settings", r#"{"memory_mib":24,"replace":true}"#);
    assert_eq!(chosen.status, 200, "{}", chosen.body);
    explorer.wait_for_rest();
    let anew = explorer.wait_until("b1a3.h7h6", |look| candidates(look) > 0);
    assert_eq!((&anew["analysed"], length(&anew["status"]["home"])), (&json!(true), 2), "{anew}");
    assert_eq!(length(&anew["status"]["earlier"]), 0, "{anew}");
}

/// Somebody looks at a position just when the limits of the search end.
#[test]
fn a_position_that_a_search_comes_along_to_has_moves_whatever_is_left() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, &format!("startpos --nodes 2k {QUICK}"));
    explorer.wait_for_rest();
    for (moves, at) in [(r#"["b1a3","h7h6"]"#, "b1a3.h7h6"), (r#"["b1a3","h7h5"]"#, "b1a3.h7h5")] {
        explorer.post("start", &format!(r#"{{"moves":{moves},"follow":true,"nodes":0}}"#));
        let there =
            explorer.wait_until(at, |look| look["analysed"] == true && candidates(look) > 0);
        assert_eq!(length(&there["status"]["home"]), 0, "{there}");
    }
    assert_eq!(explorer.wait_for_rest()["status"]["phase"], "resting");
}

#[test]
fn the_threat_is_a_move_of_the_other_side() {
    let folder = Folder::new();
    let mate = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let explorer = Explorer::start(&folder, &format!("{mate} --nodes 1k --memory 32MiB"));
    let threat = explorer.get("threat?moves=").json();
    assert_eq!((&threat["side"], &threat["line"][0]["san"]), (&json!("White"), &json!("Qxf7#")));
    assert_eq!(explorer.get("threat?moves=e2e4").status, 409);
    assert_eq!(explorer.get("threat?moves=d8e7.h5f7").status, 409, "in check");
    assert_eq!(explorer.end().1, Some(0));
}

#[test]
fn the_tree_of_a_game_opens_with_the_game() {
    let folder = Folder::new();
    folder.write("game.pgn", "1. e4 {mine} e5 2. Nf3 Nc6 1-0");
    folder.run("game @game.pgn --save @a.tree --rounds 0 --nodes 1k --memory 16MiB --quiet");
    let explorer = Explorer::start(&folder, "@a.tree");
    let game = ["", "0 e4 mine", "1 e5", "2 Nf3", "3 Nc6"];
    assert_eq!(notation(&explorer), game);
    // It stays where the analysis begins anew.
    let chosen = explorer.post("settings", r#"{"memory_mib":24,"replace":true}"#);
    assert_eq!(chosen.status, 200, "{}", chosen.body);
    assert_eq!(notation(&explorer), game);
}

/// Whatever tree is shown, the games of a file tell what was played in its positions.
#[test]
fn games_are_given_beside_a_tree() {
    let folder = Folder::new();
    folder.write("g.pgn", "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 d5 1/2-1/2\n");
    folder.json("analyze startpos --nodes 2k --memory 16MiB --save @a.tree");
    let explorer = Explorer::start(&folder, "@a.tree --games @g.pgn");
    assert_eq!(explorer.get("games").json()["games"], 3);
    let found = explorer.post("find", r#"{"text":"","moves":["e2e4"]}"#).json();
    assert_eq!(found["found"], 2, "{found}");
    let sans: Vec<_> =
        found["moves"].as_array().into_iter().flatten().map(|it| it["san"].clone()).collect();
    assert_eq!(sans.len(), 2, "{found}");
    let (code, message) = folder.failure("explore @g.pgn --games @g.pgn --no-open");
    assert!(code == Some(2) && message.contains("remove --games"), "{message}");
}
