//! `shans merge`: one tree of several.

use crate::common::folder::Folder;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.json("analyze --nodes 20k --only e4,d4 --save @a");
    folder.json("analyze --nodes 30k --only e4,d4 --lines 2 --save @b");
    folder
}

#[test]
fn one_tree_of_two_is_sound_and_goes_on() {
    let folder = folder();
    let told = folder.json("merge @a @b -o @c");
    assert_eq!(told["nodes"], 30_000, "work is not counted twice");
    folder.json("verify @c");
    folder.json("merge @b @a -o @d");
    assert!(folder.bytes("c") == folder.bytes("d"), "the order does not matter");
    folder.json("merge @c @c -o @e");
    assert!(folder.bytes("c") == folder.bytes("e"), "a tree with itself stays");
    let nodes = folder.json("resume @c --nodes 5k")["nodes"].as_u64().unwrap_or_default();
    assert!(nodes > 30_000 && nodes <= 35_000, "{nodes}");
    assert_eq!(folder.names(), ["a", "b", "c", "d", "e"]);
}

#[test]
fn one_tree_of_three_is_that_of_two_and_then_the_third() {
    let folder = folder();
    folder.json("analyze --moves e4 --nodes 20k --save @below");
    folder.json("merge @a @b -o @two");
    folder.json("merge @two @below -o @three");
    let told = folder.json("merge @a @b @below -o @all");
    assert_eq!(told["tree_nodes_of"].as_array().map(Vec::len), Some(3), "{told}");
    folder.json("verify @all");
    assert!(folder.bytes("all") == folder.bytes("three"));
    folder.json("merge @below @b @a -o @turned");
    assert!(folder.bytes("all") == folder.bytes("turned"), "the order does not matter");
}

#[test]
fn trees_below_another_are_merged_into_it() {
    let folder = folder();
    folder.json("analyze --moves e4 --nodes 60k --save @below");
    let told = folder.json("merge @below @a -o @c");
    assert!(told["tree_nodes"].as_u64() > told["tree_nodes_of"][1].as_u64(), "{told}");
    folder.json("verify @c");
    folder.json("merge @a @below -o @d");
    assert!(folder.bytes("c") == folder.bytes("d"));
    folder.json("resume @c --nodes 5k");
}

#[test]
fn trees_that_do_not_fit_are_refused_by_name() {
    let folder = folder();
    let search = "analyze --nodes 2k --save";
    folder.json(&format!("{search} @all"));
    folder.json(&format!("{search} @tables --evaluation tables"));
    folder.json(&format!("{search} @quiet --searcher best-first:quiescence"));
    folder.json(&format!("{search} @far --moves a3 --moves a6"));
    folder.json(&format!("{search} @excluded --exclude e4,d4"));
    folder.json(&format!("{search} @junqi --rules junqi"));
    folder.write("text", "no tree");
    for (line, code, told) in [
        ("@a @all", 1, "they choose from different moves at the root"),
        ("@all @tables", 1, "different evaluations, "),
        ("@all @quiet", 1, "different parameters: "),
        ("@a @far", 1, "was not made"),
        ("@a @b @all", 1, "b and "),
        ("@a @b @tables", 1, "different evaluations, "),
        ("@all @excluded", 1, "cannot be merged"),
        ("@a @junqi", 1, "junqi"),
        ("@a @text", 1, "text"),
        ("@a @none", 1, "none"),
    ] {
        let (found, message) = folder.failure(&format!("merge {line} -o @new"));
        assert_eq!(found, Some(code), "{line}: {message}");
        assert!(message.contains(told), "{line}: {message}");
        assert!(!folder.path("new").exists(), "{line}");
    }
    let before = folder.bytes("b");
    for line in ["@a @b -o @b", "@a @all -o @b"] {
        let (code, message) = folder.failure(&format!("merge {line}"));
        assert_eq!(code, Some(2), "{message}");
        assert!(folder.bytes("b") == before);
    }
}
