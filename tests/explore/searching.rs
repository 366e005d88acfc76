//! Searching, stopping, saving from the page.

use std::fs;
use std::time::Duration;

use serde_json::Value;

use super::client::{Explorer, events};
use crate::common::folder::Folder;

const QUICK: &str = "--searcher best-first:quiescence --memory 32MiB";

fn nodes(look: &Value) -> u64 {
    look["status"]["nodes"].as_u64().unwrap_or_default()
}

fn tree(folder: &Folder, nodes: &str) {
    folder.json(&format!("analyze startpos --nodes {nodes} --save @a.tree {QUICK}"));
}

#[test]
fn a_position_is_analysed_while_one_looks() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, &format!("startpos --save @a.tree {QUICK}"));
    let first = explorer.wait_until("", |look| nodes(look) > 0);
    assert_eq!(first["status"]["phase"], "searching");
    let later = explorer.wait_until("", |look| nodes(look) > nodes(&first));
    assert!(later["story"]["answers"].as_array().is_some_and(|answers| !answers.is_empty()));
    assert_eq!(explorer.post("stop", "").status, 200);
    let rested = explorer.wait_for_rest();
    assert_eq!(rested["status"]["stopped"], "interrupted");
    assert_eq!(rested["status"]["unsaved"], true);
    assert_eq!(explorer.post("save", "").status, 200);
    let saved = explorer.look("");
    assert_eq!(
        (&saved["status"]["unsaved"], &saved["status"]["notice"]),
        (&false.into(), &"saved to a.tree".into())
    );
    assert_eq!(folder.json("verify @a.tree")["nodes"], nodes(&saved));
    let (said, code) = explorer.end();
    assert_eq!((said.as_str(), code), ("", Some(0)), "there was nothing more to save");
}

/// The speed is that of the search that ran last, without the work that the file brought.
#[test]
fn the_speed_is_that_of_the_last_search() {
    let folder = Folder::new();
    tree(&folder, "200k");
    let explorer = Explorer::start(&folder, "@a.tree");
    let speed = |nodes: u64| {
        assert_eq!(
            explorer.post("start", &format!(r#"{{"moves":[],"nodes":{nodes}}}"#)).status,
            200
        );
        explorer.wait_for_rest()["status"]["speed"].as_u64().expect("a number")
    };
    let most = 20_000_000;
    assert!((1..most).contains(&speed(20_000)));
    let of_one_node = speed(1);
    assert!(of_one_node < most, "{of_one_node}: no machine is as fast as that");
}

#[test]
fn searching_elsewhere_loses_nothing() {
    let folder = Folder::new();
    tree(&folder, "20k");
    let explorer = Explorer::start(&folder, "@a.tree");
    let before = explorer.look("");
    let start = |moves: &str, nodes: u64| {
        let body = format!(r#"{{"moves":{moves},"nodes":{nodes}}}"#);
        assert_eq!(explorer.post("start", &body).status, 200);
        explorer.wait_for_rest()
    };
    let there = start(r#"["e2e4","e7e5"]"#, 5_000);
    assert_eq!(there["status"]["analysed"][1]["san"], "e5");
    assert_eq!(there["status"]["stopped"], "nodes");
    assert!((nodes(&before)..=nodes(&before) + 5_100).contains(&nodes(&there)));
    // A move that nobody tried, behind others that nobody tried.
    let away = "b1a3.h7h6.a3b1.h6h5.b1a3";
    assert_eq!(explorer.look(away)["known_of_it"], Value::Null);
    start(r#"["b1a3","h7h6","a3b1","h6h5","b1a3"]"#, 2_000);
    assert!(explorer.look(away)["known_of_it"]["effort"].as_u64() > Some(10));
    let back = start("[]", 1_000);
    assert!(back["status"]["tree_nodes"].as_u64() > before["status"]["tree_nodes"].as_u64());
    assert_eq!(back["status"]["earlier"].as_array().map(Vec::len), Some(2));
    let (old, new) = (&before["story"]["answers"], &back["story"]["answers"]);
    let (old, new) = (old.as_array().expect("answers"), new.as_array().expect("answers"));
    assert!(new.starts_with(old), "{old:?} {new:?}");
    let (said, code) = explorer.end();
    assert!(code == Some(0) && said.starts_with("saved "), "{said}");
    assert_eq!(folder.json("verify @a.tree")["nodes"], nodes(&back));
}

#[test]
fn a_line_is_searched_first_and_the_position_analysed_stays() {
    let folder = Folder::new();
    tree(&folder, "2k");
    let explorer = Explorer::start(&folder, "@a.tree");
    let line = "a2a4.h7h5.a1a3";
    assert_eq!(explorer.look(line)["known_of_it"], Value::Null);
    let body = r#"{"moves":[],"include":["a2a4","h7h5","a1a3"],"nodes":20000}"#;
    assert_eq!(explorer.post("start", body).status, 200);
    let rested = explorer.wait_for_rest();
    assert_eq!(rested["status"]["analysed"].as_array().map(Vec::len), Some(0));
    assert!(explorer.look(line)["known_of_it"].is_object());
    let wrong = r#"{"moves":[],"include":["a2a4","a2a4"],"nodes":20000}"#;
    let refused = explorer.post("start", wrong);
    assert!(refused.status >= 400 && refused.error().contains("a2a4"), "{}", refused.body);
}

#[test]
fn imported_lines_are_searched_first_with_their_variations() {
    let folder = Folder::new();
    tree(&folder, "2k");
    let explorer = Explorer::start(&folder, "@a.tree");
    let import = |text: &str, shown: &str| {
        let body = serde_json::json!({"text": text, "moves": Vec::from_iter(shown.split_terminator('.')), "nodes": 20_000});
        explorer.post("import", &body.to_string())
    };
    assert_eq!(import("1. a4 h5 (1... Na6 2. Ra2) 2. Ra3 *", "").status, 200);
    let rested = explorer.wait_until("", |look| look["status"]["stopped"] == "nodes");
    let notice = rested["status"]["notice"].as_str().unwrap_or_default();
    assert!(notice.starts_with("2 lines imported: "), "{notice}");
    for line in ["a2a4.h7h5.a1a3", "a2a4.b8a6.a1a2"] {
        assert!(explorer.look(line)["known_of_it"].is_object(), "{line}");
    }
    // Moves continue from the position shown.
    assert_eq!(import("2... Nf6 3. Rb3", "a2a4.h7h5.a1a3").status, 200);
    explorer.wait_until("a2a4.h7h5.a1a3.g8f6.a3b3", |look| look["known_of_it"].is_object());
    // A line is imported up to what is wrong with it.
    assert_eq!(import("1. a4 h5\n2. Ra5", "").status, 200);
    let rested = explorer.wait_until("", |look| {
        look["status"]["notice"].as_str().is_some_and(|told| told.contains("Ra5"))
    });
    let notice = rested["status"]["notice"].as_str().unwrap_or_default();
    assert!(notice.contains("; the text, line 2, column 4: \"Ra5\" is not legal in "), "{notice}");
    let refused = import("1. e5", "");
    assert_eq!(refused.status, 409);
    assert!(
        refused.error().starts_with("the text, line 1, column 4: \"e5\""),
        "{}",
        refused.error()
    );
}

#[test]
fn a_move_is_left_out_below_the_position_analysed() {
    let folder = Folder::new();
    folder.json("analyze startpos --nodes 20k --save @a.tree");
    let explorer = Explorer::start(&folder, "@a.tree");
    let best = explorer.look("")["line"].clone();
    let line: Vec<&str> =
        best.as_array().expect("a line").iter().filter_map(|step| step["move"].as_str()).collect();
    let body = format!(r#"{{"moves":[],"exclude":["{}","{}"],"nodes":20000}}"#, line[0], line[1]);
    assert_eq!(explorer.post("start", &body).status, 200);
    explorer.wait_for_rest();
    let after = explorer.look(line[0]);
    assert!(after["known_of_it"].is_object(), "{after}");
    assert_eq!(explorer.look(&line[..2].join("."))["known_of_it"], Value::Null);
    let only = r#"{"moves":[],"exclude":["e2e5"],"nodes":20000}"#;
    assert!(explorer.post("start", only).error().contains("e2e5"));
}

/// The same file is loaded for reading, and then continues with its tables.
#[test]
fn a_loaded_tree_goes_on_as_resume_does() {
    for searcher in ["best-first:quiescence", "best-first"] {
        let folder = Folder::new();
        let new = format!("--searcher {searcher} --memory 32MiB");
        folder.json(&format!("analyze startpos --nodes 30k --save @a.tree {new}"));
        fs::copy(folder.path("a.tree"), folder.path("b.tree")).expect("a copy");
        let explorer = Explorer::start(&folder, "@a.tree");
        explorer.post("start", r#"{"moves":[],"nodes":20000}"#);
        explorer.wait_for_rest();
        let (said, code) = explorer.end();
        assert_eq!(code, Some(0), "{said}");
        // As many candidates as a page has values for.
        folder.json("resume @b.tree --nodes 20k --lines 3");
        assert!(folder.bytes("a.tree") == folder.bytes("b.tree"), "{searcher}");
    }
}

/// In less room the least important nodes are freed before the search continues.
#[test]
fn a_loaded_tree_may_have_less_room() {
    let folder = Folder::new();
    tree(&folder, "60k");
    let explorer = Explorer::start(&folder, "@a.tree --tree-nodes 2k");
    let before = explorer.look("");
    assert!(before["status"]["tree_nodes"].as_u64() > Some(4_000), "{}", before["status"]);
    explorer.post("start", r#"{"moves":[],"nodes":5000}"#);
    let after = explorer.wait_until("", |look| look["status"]["stopped"] == "nodes");
    assert!(after["status"]["tree_nodes"].as_u64() <= Some(2_000), "{}", after["status"]);
    assert_eq!(after["status"]["tree_room"], 2_000);
    let (said, code) = explorer.end();
    assert!(code == Some(0) && said.starts_with("saved "), "{said}");
    assert_eq!(folder.json("verify @a.tree")["nodes"], nodes(&after));
}

#[test]
fn events_tell_two_pages_at_once_within_their_bound() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, &format!("startpos {QUICK}"));
    explorer.wait_until("e2e4", |look| look["known_of_it"].is_object());
    let time = Duration::from_secs(3);
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| events(&explorer, "", time));
        let second = scope.spawn(|| events(&explorer, "e2e4", time));
        (first.join().expect("events"), second.join().expect("events"))
    });
    for (events, moves) in [(&first.0, 0), (&second.0, 1)] {
        assert!(events.len() >= 2, "{} events", events.len());
        assert!(events.len() <= 14, "{} events", events.len());
        assert!(nodes(&events[0]) < nodes(&events[events.len() - 1]));
        assert!(events.iter().all(|it| it["path"].as_array().map(Vec::len) == Some(moves)));
    }
    // The first event of each page comes at once; from then on both together keep within it.
    let bytes = first.1 + second.1;
    assert!(bytes as f64 <= 100_000.0 * (time.as_secs_f64() + 1.0), "{bytes} bytes");
}

/// A client that walks leaves a stream behind at each step: they end, and new ones are served.
#[test]
fn streams_that_nobody_reads_end() {
    let folder = Folder::new();
    tree(&folder, "20k");
    let explorer = Explorer::start(&folder, "@a.tree");
    let short = Duration::from_millis(30);
    for _ in 0..30 {
        events(&explorer, "", short);
    }
    let is_told = || !events(&explorer, "", Duration::from_millis(300)).0.is_empty();
    assert!((0..20).any(|_| is_told()), "there is a place again");
}

#[test]
fn the_file_may_go_away() {
    let folder = Folder::new();
    tree(&folder, "20k");
    let explorer = Explorer::start(&folder, "@a.tree");
    fs::remove_file(folder.path("a.tree")).expect("it is there");
    assert_eq!(explorer.get("look?moves=e2e4").status, 200);
    explorer.post("start", r#"{"moves":[],"nodes":5000}"#);
    let look = explorer.wait_until("", |look| look["status"]["stopped"] == "nodes");
    let notice = look["status"]["notice"].as_str().unwrap_or_default();
    assert!(notice.contains("is gone: "), "{notice}");
    let (said, code) = explorer.end();
    assert!(code == Some(0) && said.starts_with("saved "), "{said}");
    assert_eq!(folder.json("verify @a.tree")["nodes"], nodes(&look));
}

#[test]
fn another_tree_in_its_place_is_never_overwritten() {
    let folder = Folder::new();
    tree(&folder, "20k");
    let explorer = Explorer::start(&folder, "@a.tree");
    folder.json(&format!("analyze startpos --nodes 40k --force --save @a.tree {QUICK}"));
    let other = folder.bytes("a.tree");
    explorer.post("start", r#"{"moves":[],"nodes":5000}"#);
    let look = explorer.wait_until("", |look| look["status"]["notice"].is_string());
    let notice = look["status"]["notice"].as_str().unwrap_or_default();
    assert!(notice.contains("now holds a different tree"), "{notice}");
    assert_eq!(explorer.end().1, Some(0));
    assert!(folder.bytes("a.tree") == other);
}

#[test]
fn a_tree_that_another_program_searches_can_only_be_looked_into() {
    let folder = Folder::new();
    tree(&folder, "20k");
    let first = Explorer::start(&folder, "@a.tree");
    let second = Explorer::start(&folder, "@a.tree");
    first.post("start", r#"{"moves":[],"nodes":5000}"#);
    first.wait_until("", |look| look["status"]["stopped"] == "nodes");
    second.post("start", r#"{"moves":[],"nodes":5000}"#);
    let look = second.wait_until("", |look| look["status"]["notice"].is_string());
    let notice = look["status"]["notice"].as_str().unwrap_or_default();
    assert!(notice.contains("another"), "{notice}");
    assert_eq!(second.get("look?moves=e2e4").status, 200);
    assert_eq!((second.end().1, first.end().1), (Some(0), Some(0)));
}

#[test]
fn checkpoints_are_saved_on_the_way() {
    let folder = Folder::new();
    let line = format!("startpos --save @a.tree --checkpoint 50ms {QUICK}");
    let explorer = Explorer::start(&folder, &line);
    explorer.wait_until("", |_| folder.path("a.tree").exists());
    drop(explorer);
    assert!(folder.json("verify @a.tree")["nodes"].as_u64() > Some(0));
}

/// A kill leaves the file as it was saved last.
#[test]
fn a_killed_server_leaves_the_tree_whole() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, &format!("startpos --save @a.tree {QUICK}"));
    explorer.wait_until("", |look| nodes(look) > 1_000);
    assert_eq!(explorer.post("save", "").status, 200);
    explorer.wait_until("", |look| nodes(look) > 5_000);
    drop(explorer);
    assert!(folder.json("verify @a.tree")["nodes"].as_u64() >= Some(1_000));
}

/// A move that loses the queen is searched as much as the best one, and the position analysed stays.
#[test]
fn a_move_is_proven_as_the_command_does() {
    let folder = Folder::new();
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
    let explorer = Explorer::start(&folder, &format!("{fen} --nodes 5k --memory 64MiB"));
    explorer.wait_for_rest();
    let why = || explorer.get("why?moves=&move=h5f5").json()["quick"].clone();
    assert_eq!(why(), true);
    let illegal = explorer.post("prove", r#"{"moves":[],"move":"h5h8"}"#);
    assert_eq!(illegal.status, 409, "{}", illegal.body);
    assert_eq!(explorer.post("prove", r#"{"moves":[],"move":"h5f5"}"#).status, 200);
    explorer.wait_until("", |look| look["status"]["nodes"].as_u64() > Some(380_000));
    let look = explorer.wait_for_rest();
    assert_eq!(look["status"]["analysed"], serde_json::json!([]));
    let candidates = look["known_of_it"]["candidates"].as_array().cloned().unwrap_or_default();
    let efforts: Vec<u64> = candidates.iter().filter_map(|it| it["effort"].as_u64()).collect();
    let proven = candidates.iter().find(|it| it["move"] == "h5f5").expect("it was searched");
    assert!(proven["effort"].as_u64() >= Some(190_000), "{proven}");
    assert!(efforts.iter().filter(|effort| **effort >= 190_000).count() >= 2, "{efforts:?}");
    assert!(proven["depth"].as_u64() > Some(5), "{proven}");
    assert_eq!(why(), false);
    // The tree has moved on: what is told then is a quick answer again.
    assert_eq!(explorer.post("start", r#"{"moves":[],"nodes":2000}"#).status, 200);
    explorer.wait_until("", |other| {
        other["status"]["phase"] == "resting" && other["status"]["nodes"] != look["status"]["nodes"]
    });
    assert_eq!(why(), true);
}
