//! `shans show --since`: what has changed since an earlier copy of a tree.

use crate::common::folder::Folder;
use serde_json::Value;

/// The preferred move of a standpoint.
fn answer(standpoint: &Value) -> &Value {
    &standpoint["answer"]["move"]
}

#[test]
fn answers_and_values_then_and_now() {
    for searcher in ["best-first", "best-first:quiescence"] {
        let folder = Folder::new();
        let analyze = format!("analyze --searcher {searcher}");
        let first = folder.json(&format!("{analyze} --nodes 2k --save @older"));
        let last = folder.json("resume @older --nodes 40k --save @tree");
        let told = folder.json("show @tree --since @older");
        assert_eq!(answer(&told["then"]), &first["best_move"], "{told}");
        assert_eq!(answer(&told["now"]), &last["best_move"], "{told}");
        assert_eq!(
            (&told["then"]["score"], &told["now"]["score"]),
            (&first["score"], &last["score"])
        );
        assert_eq!(
            (&told["then"]["nodes"], &told["now"]["nodes"]),
            (&first["nodes"], &last["nodes"])
        );
        let changes = told["changes"].as_array().map(Vec::as_slice).unwrap_or_default();
        let before = first["nodes"].as_u64();
        assert!(changes.iter().all(|change| change["nodes"].as_u64() > before), "{told}");
        if let Some(change) = changes.last() {
            assert_eq!(change["move"], last["best_move"], "the last one is the answer");
        }
        let values = |told: &Value| told["values"].as_array().cloned().unwrap_or_default();
        let all = values(&told);
        // A tree of leaves that are searched has few moves in common with a much smaller one.
        assert!(!all.is_empty() || searcher == "best-first", "{told}");
        for value in &all {
            let moves = value["line"].as_array().map(Vec::len);
            assert!(moves == Some(1) || moves == Some(2), "{value}");
            assert!(value["change_cp"].as_i64().is_none_or(|cp| cp.abs() >= 20), "{value}");
        }
        let fewer = values(&folder.json("show @tree --since @older --threshold 60 --depth 1"));
        assert!(fewer.len() <= all.len() && fewer.iter().all(|value| all.contains(value)));
        let text = folder.run("show @tree --since @older");
        let text = String::from_utf8_lossy(&text.stdout).into_owned();
        assert!(text.contains("\nthen       ") && text.contains("\nnow        "), "{text}");
        assert_eq!(text.contains("\nline "), !all.is_empty(), "{text}");
        let same = folder.json("show @tree --since @tree");
        assert!(values(&same).is_empty() && same["then"] == same["now"], "{same}");
    }
}

#[test]
fn a_tree_of_something_else_is_refused() {
    let folder = Folder::new();
    folder.json("analyze --nodes 500 --save @tree");
    folder.json("analyze --nodes 500 --moves e4 --save @other");
    folder.json("analyze --nodes 500 --searcher best-first:quiescence --save @pure");
    folder.json("analyze --rules junqi --nodes 50 --save @war");
    for (older, told) in [
        ("other", "other is not an earlier copy of "),
        ("pure", "it was made by best-first:quiescence, not best-first"),
        ("war", "junqi"),
    ] {
        let (code, message) = folder.failure(&format!("show @tree --since @{older}"));
        assert!(matches!(code, Some(1 | 2)) && message.contains(told), "{message}");
    }
    folder.json("resume @tree --nodes 500 --save @later");
    let (code, message) = folder.failure("show @tree --since @later");
    let told = "later is not an earlier copy of ";
    assert!(code == Some(2) && message.contains(told) && message.contains(" of work"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    let (code, message) = folder.failure("show @tree --since @missing");
    assert_eq!(code, Some(1), "{message}");
}
