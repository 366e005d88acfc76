//! The page of a tree whose leaves an engine searches.

use super::client::Explorer;
use crate::common::engines::{
    OPTIONS, wait_for_end, write_endless, write_engine, write_mortal, write_teller,
};
use crate::common::folder::Folder;

const SMALL: &str = "--memory 16MiB --nodes 20k";
const LEAVES: &str = "--searcher best-first:first=1000+split=4000";

#[test]
fn the_page_says_which_engine_searches() {
    let folder = Folder::new();
    write_engine(&folder);
    let line = format!("startpos --save @a.tree --engine @engine {OPTIONS} {LEAVES} {SMALL}");
    let explorer = Explorer::start(&folder, &line);
    let rested = explorer.wait_until("", |look| look["status"]["stopped"] == "nodes");
    let engine = rested["status"]["engine"].as_str().unwrap_or_default().to_string();
    assert!(engine.starts_with("shans "), "{rested}");
    let (said, code) = explorer.end();
    assert_eq!(code, Some(0), "{said}");
    wait_for_end(&folder);
    // The tree continues with that engine alone; without one it is looked into.
    let explorer = Explorer::start(&folder, "@a.tree --nodes 10k");
    assert_eq!(explorer.look("")["status"]["engine"], serde_json::Value::Null);
    assert_eq!(explorer.post("start", r#"{"moves":[]}"#).status, 200);
    let refused = explorer.wait_until("", |look| look["status"]["notice"].is_string());
    let notice = refused["status"]["notice"].as_str().unwrap_or_default();
    assert!(notice.contains(&format!("was made with {engine}")), "{refused}");
    explorer.end();
    let (code, message) = folder.failure("explore @a.tree --no-open --engine @engine");
    assert!(code == Some(2) && message.contains(&engine), "{message}");
    let line = format!("@a.tree --nodes 10k --engine @engine {OPTIONS}");
    let explorer = Explorer::start(&folder, &line);
    assert_eq!(explorer.look("")["status"]["engine"], engine.as_str());
    assert_eq!(explorer.post("start", r#"{"moves":["a2a3"]}"#).status, 200);
    explorer.wait_until("a2a3", |look| look["status"]["stopped"] == "nodes");
    explorer.end();
    wait_for_end(&folder);
    let verified = folder.json("verify @a.tree");
    assert!(verified["nodes"].as_u64() > rested["status"]["nodes"].as_u64(), "{verified}");
}

#[test]
fn the_page_tells_of_an_engine_that_dies() {
    let folder = Folder::new();
    write_mortal(&folder);
    let explorer = Explorer::start(&folder, "startpos --engine @mortal --memory 16MiB");
    let look = explorer.wait_until("", |look| look["status"]["stopped"].is_string());
    assert_eq!(look["status"]["stopped"], "unanswered", "{look}");
    let notice = look["status"]["notice"].as_str().unwrap_or_default();
    assert!(notice.contains("Mortal"), "{look}");
    // It continues serving, and a move that needs an answer is refused.
    assert_eq!(explorer.post("start", r#"{"moves":["e2e4"]}"#).status, 200);
    let told = explorer.wait_until("", |look| {
        look["status"]["notice"].as_str().is_some_and(|notice| notice.contains("nobody answers"))
    });
    assert_eq!(told["status"]["phase"], "resting");
}

/// It says something of the position that is shown, and the tree stays as it is.
#[test]
fn a_second_engine_is_asked_beside_the_tree() {
    let folder = Folder::new();
    write_teller(&folder);
    let line = "startpos --memory 16MiB --nodes 2k --compare-with @teller";
    let explorer = Explorer::start(&folder, line);
    let nodes = explorer.wait_for_rest()["status"]["nodes"].clone();
    let engine = explorer.get("settings").json()["compare"][0].clone();
    let compare = |moves: &str, engine: &serde_json::Value| {
        explorer
            .post("compare", &format!(r#"{{"moves":[{moves}],"engine":{engine},"time_ms":100}}"#))
    };
    assert_eq!(explorer.look("")["second"], serde_json::Value::Null);
    assert_eq!(compare("", &engine).status, 200);
    let look = explorer.wait_until("", |look| look["second"]["searching"] == false);
    let second = &look["second"];
    assert_eq!((&second["engine"], &second["nodes"]), (&"Teller".into(), &1000.into()), "{second}");
    let told = &second["lines"][0];
    let sans: Vec<_> = told["line"].as_array().into_iter().flatten().map(|it| &it["san"]).collect();
    assert_eq!(sans, ["a3", "a6", "b3"]);
    assert_eq!((&told["score"]["cp"], &told["depth"]), (&7.into(), &1.into()));
    assert_eq!(look["status"]["nodes"], nodes, "the tree is not touched");
    assert_eq!(
        explorer.look("e2e4")["second"],
        serde_json::Value::Null,
        "it is of another position"
    );
    let unknown = compare("", &"nothing".into());
    assert!(unknown.status == 409 && unknown.error().contains("no engine"), "{}", unknown.body);
    assert_eq!(compare("", &"".into()).status, 200);
    assert_eq!(explorer.look("")["second"], serde_json::Value::Null);
}

#[test]
fn a_second_engine_ends_in_time_or_says_why_not() {
    let folder = Folder::new();
    write_endless(&folder);
    write_mortal(&folder);
    for (name, expected) in [("endless", None), ("mortal", Some("Mortal"))] {
        let line = format!("startpos --memory 16MiB --nodes 2k --compare-with @{name}");
        let explorer = Explorer::start(&folder, &line);
        let engine = explorer.get("settings").json()["compare"][0].clone();
        let body = format!(r#"{{"moves":[],"engine":{engine},"time_ms":100}}"#);
        assert_eq!(explorer.post("compare", &body).status, 200);
        let look = explorer.wait_until("", |look| look["second"]["searching"] == false);
        let second = &look["second"];
        match expected {
            // Its last score was only a bound.
            None => assert_eq!(second["lines"][0]["score"]["cp"], 33, "{second}"),
            Some(name) => {
                let problem = second["problem"].as_str().unwrap_or_default();
                assert!(problem.contains(name), "{second}");
            }
        }
    }
}
