//! A game that is reviewed in the page.

use serde_json::{Value, json};

use super::client::Explorer;
use crate::common::folder::Folder;

/// With errors of all kinds, won and drawn, and one in which a position comes back.
const GAMES: [&str; 5] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1",
    "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 *",
    "1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 Nc6 7. Qxc6+ Bd7 *",
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *",
    "[FEN \"8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1\"]\n\n1. Kd4 Kd6 2. e5+ Ke6 3. Ke4 Kd7 4. Kf5 Ke7 *",
];
/// Nodes a position: with fewer, not every position has a best move.
const NODES: u64 = 3_000;

/// The moves of the game that is open, from the root of the tree on.
fn moves_of(explorer: &Explorer) -> Vec<String> {
    let listed = explorer.get("games").json();
    let line = listed["line"].as_array().cloned().unwrap_or_default();
    line.iter().map(|step| step["move"].as_str().unwrap_or_default().to_string()).collect()
}

/// Has the game reviewed; returns what is known of it then.
fn reviewed(explorer: &Explorer, moves: &[String]) -> Value {
    explorer.wait_for_rest();
    let body = json!({ "moves": moves, "nodes": NODES }).to_string();
    let answer = explorer.post("review", &body);
    assert_eq!(answer.status, 200, "{}", answer.body);
    explorer.wait_until("", |look| look["status"]["stopped"] == "reviewed");
    explorer.get(&format!("curve?moves={}", moves.join("."))).json()
}

#[test]
fn a_review_is_that_of_the_command_mark_for_mark() {
    let folder = Folder::new();
    for (number, game) in GAMES.iter().enumerate() {
        folder.write("a.pgn", game);
        let told = folder.json(&format!("game @a.pgn --nodes {NODES} --threads 1"));
        let explorer = Explorer::start(&folder, "@a.pgn --nodes 3k --memory 32MiB");
        let curve = reviewed(&explorer, &moves_of(&explorer));
        let positions = told["positions"].as_array().expect("positions");
        // The tree of the page ends at the first claim of a draw.
        let plies = if number == 3 { 8 } else { positions.len() - 1 };
        assert_eq!(curve["analysed"], plies + 1, "{number}: {curve}");
        let marks = |list: &[Value]| -> Vec<(usize, String)> {
            let mark = |(ply, it): (usize, &Value)| {
                Some((ply + 1, it["played"]["mark"].as_str()?.to_string()))
            };
            list.iter().enumerate().filter_map(mark).collect()
        };
        let errors = curve["errors"].as_array().expect("errors").iter();
        let errors: Vec<(usize, String)> = errors
            .map(|it| {
                let place = it["place"].as_u64().unwrap_or_default() as usize;
                (place, it["name"].as_str().unwrap_or_default().to_string())
            })
            .collect();
        assert_eq!(errors, marks(&positions[..plies]), "{number}: {curve}");
        assert!(number > 2 || !errors.is_empty(), "{number}: {curve}");
    }
}

/// A review is running work: it tells how far it is, can be stopped, and goes on; looking elsewhere does not end it.
#[test]
fn a_review_is_stopped_and_goes_on() {
    let folder = Folder::new();
    folder.write("a.pgn", GAMES[0]);
    let explorer = Explorer::start(&folder, "@a.pgn --nodes 1k --memory 32MiB");
    explorer.wait_for_rest();
    let moves = moves_of(&explorer);
    let body = json!({ "moves": moves, "nodes": 2_000_000 }).to_string();
    assert_eq!(explorer.post("review", &body).status, 200);
    let is_told = |look: &Value| look["status"]["review"]["text"].is_string();
    let look = explorer.wait_until("", is_told);
    assert_eq!(look["status"]["phase"], "reviewing");
    let told = look["status"]["review"]["text"].as_str().unwrap_or_default();
    assert!(told.starts_with("round 1 of 3, position "), "{told}");
    assert_eq!(explorer.post("visit", r#"{"moves":["a2a3"]}"#).status, 200);
    assert_eq!(explorer.look("")["status"]["phase"], "reviewing");
    explorer.post("stop", "");
    let status = explorer.wait_for_rest()["status"].clone();
    assert_eq!((&status["stopped"], &status["review"]), (&"interrupted".into(), &Value::Null));
    let curve = reviewed(&explorer, &moves);
    assert_eq!((&curve["analysed"], &curve["positions"]), (&15.into(), &15.into()));
    assert!(curve["accuracy"][0].as_f64() > Some(0.0), "{curve}");
    let refused = explorer.post("review", r#"{"moves":[]}"#);
    assert_eq!((refused.status, refused.error().as_str()), (409, "there are no moves to review"));
    let refused = explorer.post("review", r#"{"moves":["e2e5"]}"#);
    assert!(refused.status == 409 && refused.error().contains("e2e5"), "{refused:?}");
}

/// The marks come from the tree: whoever opens it again has them.
#[test]
fn marks_are_there_when_the_tree_is_opened_again() {
    let folder = Folder::new();
    folder.write("a.pgn", GAMES[1]);
    let explorer = Explorer::start(&folder, "@a.pgn --nodes 1k --memory 32MiB");
    let moves = moves_of(&explorer);
    let before = reviewed(&explorer, &moves);
    assert_eq!(explorer.post("save-as", r#"{"name":"game"}"#).status, 200);
    explorer.end();
    let explorer = Explorer::start(&folder, "@game.tree");
    let after = explorer.get(&format!("curve?moves={}", moves.join("."))).json();
    assert!(before["errors"].as_array().is_some_and(|errors| !errors.is_empty()), "{before}");
    assert_eq!(before, after);
    let notation = explorer.get("notation").json();
    assert_eq!(notation["moves"].as_array().map(Vec::len), Some(moves.len()));
}
