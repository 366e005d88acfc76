//! The page of a tree whose leaves an engine searches.

use super::client::Explorer;
use crate::common::engines::{OPTIONS, wait_for_end, write_engine, write_mortal};
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
