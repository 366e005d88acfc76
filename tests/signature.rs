//! One file pins what the whole search does: `tests/data/signature.txt`. A change that should not
//! change the search leaves it alone; one that does raises the revision in it, by which trees of
//! another search are told apart.

use crate::common::program::text;
use shans::search::chance::REVISION;

/// The value behind a name in the file.
fn pinned(name: &str) -> &'static str {
    let lines = include_str!("data/signature.txt").lines();
    let found = lines.filter_map(|line| line.strip_prefix(name)).map(str::trim).next();
    found.unwrap_or_else(|| panic!("the file has no {name:?}"))
}

/// Runs the bench and compares with the values whose names begin like this.
fn check(arguments: &[&str], pins: &str) {
    let text = text(arguments);
    let last: Vec<&str> = text.lines().rev().take(4).collect();
    let [nodes, searched, freeing, signature] = last[..] else { panic!("{text}") };
    let advice = "the search or the evaluation changed: raise REVISION and update \
                  tests/data/signature.txt, or find out why it did";
    let pinned = |name: &str| pinned(&format!("{pins}{name}"));
    let expected = format!("signature {}", pinned("signature:"));
    assert_eq!(signature, expected, "{advice}");
    let expected = format!("signature {} with freeing", pinned("signature with freeing:"));
    assert_eq!(freeing, expected, "{advice}");
    let expected = format!("signature {} of searched leaves", pinned("of searched leaves:"));
    assert_eq!(searched, expected, "{advice}");
    let count = nodes.split(' ').next().unwrap_or_default();
    assert_eq!(count, pinned("nodes:"), "{advice}");
}

#[test]
fn the_search_is_the_one_that_is_pinned() {
    check(&["bench", "--evaluation", "tables", "--nodes", "60k"], "");
}

#[test]
fn the_default_evaluation_is_the_one_that_is_pinned() {
    check(&["bench", "--nodes", "60k"], "network ");
}

#[test]
fn the_revision_is_the_one_that_is_pinned() {
    assert_eq!(REVISION.to_string(), pinned("revision:"));
}
