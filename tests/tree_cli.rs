//! Tree files as a user meets them: analyze --save, resume, verify.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::common::folder::Folder;
use crate::common::program::{object, start, stderr, stdout};
use crate::common::raw_tree::{OPTIONAL, RawSection, RawTree};
use serde_json::Value;

/// The one line that a run ends with which cannot do what it should.
fn refused(folder: &Folder, line: &str, code: i32) -> String {
    let (found, message) = folder.failure(line);
    assert_eq!(found, Some(code), "{line}: {message}");
    message
}

/// The default searcher, and the one whose leaves are valued statically.
const FORMS: [&str; 2] = ["best-first", "best-first:quiescence"];

/// What does not depend on clocks.
fn lasting(mut found: Value) -> Value {
    for name in ["elapsed_ms", "cpu_ms", "saved", "nodes_before"] {
        found[name].take();
    }
    found
}

#[test]
fn an_analysis_in_parts_loses_nothing() {
    for form in FORMS {
        parts_lose_nothing(form);
    }
}

fn parts_lose_nothing(searcher: &str) {
    let folder = Folder::new();
    let analyze = format!("analyze --searcher {searcher} --memory 8MiB");
    let whole = folder.json(&format!("{analyze} --nodes 20k --save @whole"));
    folder.json(&format!("{analyze} --nodes 5k --save @parts"));
    folder.json("resume @parts --nodes 5k");
    let part = folder.json("resume @parts --nodes 10k");
    assert_eq!(part["nodes"], whole["nodes"], "no work is lost");
    folder.json(&format!("{analyze} --nodes 5k --save @same"));
    folder.json("resume @same --nodes 5k");
    assert_eq!(lasting(folder.json("resume @same --nodes 10k")), lasting(part));
    assert!(folder.bytes("same") == folder.bytes("parts"), "the same limits, the same tree");
    assert_eq!(whole["saved_bytes"], folder.bytes("whole").len());
    let packed = folder.json("resume @whole --nodes 1 --save @packed --compress");
    assert!(
        packed["saved_bytes"]
            .as_u64()
            .is_some_and(|length| { length < folder.bytes("whole").len() as u64 * 3 / 4 })
    );
    assert_eq!(folder.json("verify @packed")["compressed"], true);
    folder.json("resume @packed --nodes 5k");
    assert_eq!(folder.json("verify @packed")["compressed"], true, "it stays compressed");
    assert_eq!(folder.names(), ["packed", "parts", "same", "whole"], "nothing is left behind");
}

#[test]
fn another_file_leaves_the_first_as_it_was() {
    let folder = Folder::new();
    folder.json("analyze --nodes 3k --save @first");
    let first = folder.bytes("first");
    folder.json("resume @first --nodes 3k --save @second");
    assert!(folder.bytes("first") == first);
    let [before, after] = ["first", "second"].map(|name| folder.json(&format!("verify @{name}")));
    assert!(after["nodes"].as_u64() > before["nodes"].as_u64());
}

#[test]
fn steps_forward_and_back_keep_the_tree() {
    let folder = Folder::new();
    folder.json("analyze --nodes 5k --save @tree");
    let start = folder.json("verify @tree");
    let there = folder.json("resume @tree --moves e4 a6 Nf3 --nodes 1k");
    let fen = "rnbqkbnr/1ppppppp/p7/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(there["fen"], fen);
    let found = folder.json("verify @tree");
    assert_eq!((&found["fen"], &found["plies_from_top"]), (&fen.into(), &3.into()));
    assert!(found["tree_nodes"].as_u64() > start["tree_nodes"].as_u64());
    let back = folder.json("resume @tree --back 2 --moves e5 --nodes 1k");
    assert_eq!(back["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!(folder.json("verify @tree")["plies_from_top"], 2);
    let message = refused(&folder, "resume @tree --back 3 --nodes 1k", 2);
    assert!(message.contains("--back 3: the tree starts 2 plies back"), "{message}");
    let message = refused(&folder, "resume @tree --moves Ke7 --nodes 1k", 2);
    assert!(message.contains("--moves: \"Ke7\" is not legal in"), "{message}");
    let pruned = folder.json("resume @tree --prune --nodes 1k");
    assert_eq!(pruned["fen"], back["fen"]);
    let found = folder.json("verify @tree");
    assert_eq!((&found["fen"], &found["plies_from_top"]), (&back["fen"], &0.into()));
    assert!(found["tree_nodes"].as_u64() < back["tree_nodes"].as_u64());
    let message = refused(&folder, "resume @tree --back 1 --nodes 1k", 2);
    assert!(message.contains("the tree begins at this position"), "{message}");
}

/// A search takes a position that came back for a draw; an analysis that steps there continues until the
/// third time.
#[test]
fn a_position_may_come_back_once_in_a_tree() {
    let folder = Folder::new();
    folder.json("analyze --nodes 5k --save @tree");
    let knights = "Nf3 Nf6 Ng1 Ng8";
    let once = folder.json(&format!("resume @tree --moves {knights} --nodes 2k"));
    assert_eq!(once["stop"], "nodes");
    assert_eq!(folder.json("verify @tree")["plies_from_top"], 4);
    let twice = folder.json(&format!("resume @tree --moves {knights} --nodes 2k"));
    assert_eq!(twice["ending"], "the position has occurred for the third time, a draw");
}

#[test]
fn choices_and_the_game_before_stay() {
    let folder = Folder::new();
    folder.json("analyze --only e4,e2e4,d4 --nodes 3k --save @few");
    let found = folder.json("resume @few --nodes 3k");
    assert_eq!(found["lines"].as_array().map(Vec::len), Some(2));
    let line = "resume @few --moves a3 --nodes 1k";
    assert!(refused(&folder, line, 2).contains("was left out by choice"));
    folder.json("analyze --moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 --nodes 3k --save @game");
    let over = folder.json("resume @game --moves Ng8 --nodes 1k");
    assert_eq!(over["stop"], "finished");
}

#[test]
fn what_needs_a_tree_or_a_file_says_so() {
    let folder = Folder::new();
    for (line, part) in [
        ("analyze --searcher pvs --nodes 1k --save @x", "pvs keeps no tree; remove --save"),
        ("analyze - --save @x", "--save applies to a single position"),
        ("analyze --nodes 1k --checkpoint 1s", "--checkpoint requires --save"),
        ("analyze --nodes 1k --compress", "--compress requires --save"),
    ] {
        let message = refused(&folder, line, 2);
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(folder.names(), Vec::<String>::new());
    let wrong_usage = folder.run("analyze --nodes 1k --save @x --checkpoint 0s");
    assert_eq!(wrong_usage.status.code(), Some(2));
}

#[test]
fn what_is_no_tree_is_named_in_one_line() {
    let folder = Folder::new();
    fs::write(folder.path("fen"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n").expect("a file");
    fs::write(folder.path("empty"), "").expect("a file");
    fs::create_dir(folder.path("folder")).expect("a folder");
    folder.json("analyze --nodes 3k --save @tree");
    let tree = folder.bytes("tree");
    fs::write(folder.path("cut"), &tree[..tree.len() / 2]).expect("a file");
    let mut flipped = tree.clone();
    flipped[tree.len() / 2] ^= 1;
    fs::write(folder.path("flipped"), flipped).expect("a file");
    for (name, part) in [
        ("fen", "is not a tree file"),
        ("empty", "is not a tree file"),
        ("folder", "is not a regular file"),
        ("missing", "cannot read"),
        ("cut", "is damaged in "),
        ("flipped", "its checksum is wrong"),
    ] {
        let path = folder.path(name).display().to_string();
        for command in ["verify", "resume --nodes 1k"] {
            let message = refused(&folder, &format!("{command} @{name}"), 1);
            assert!(message.matches("os error").count() <= 1, "{message}");
            assert!(message.contains(part) && message.contains(&path), "{message}");
        }
    }
    assert!(folder.bytes("tree") == tree);
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_search() {
    let folder = Folder::new();
    fs::create_dir(folder.path("folder")).expect("a folder");
    for name in ["folder", "missing/tree", "missing/"] {
        // Without a limit the search would take ten seconds.
        let message = refused(&folder, &format!("analyze --save @{name}"), 1);
        assert!(message.contains(&folder.place().display().to_string()), "{message}");
    }
    folder.json("analyze --nodes 1k --save @tree");
    refused(&folder, "resume @tree --save @folder", 1);
}

/// A file with right checksums, changed in one place.
fn changed(folder: &Folder, from: &str, to: &str, change: impl FnOnce(&mut RawTree)) {
    let mut raw = RawTree::read(&folder.bytes(from));
    change(&mut raw);
    fs::write(folder.path(to), raw.write()).unwrap_or_else(|error| panic!("{error}"));
}

/// Who resumes a tree has not chosen its memory: the file is named, and what to do.
#[test]
fn memory_that_only_another_machine_has_is_that_of_the_file() {
    let folder = Folder::new();
    folder.json("analyze --searcher best-first:quiescence --nodes 1k --save @tree");
    changed(&folder, "tree", "large", |raw| raw.memory.memory = 1 << 50);
    changed(&folder, "tree", "small", |raw| raw.memory.memory = 1 << 20);
    for (name, what) in [
        ("large", "--memory 1.00 PiB, more than this machine has"),
        ("small", "--memory 1.00 MiB, less than a search needs"),
    ] {
        let message = refused(&folder, &format!("resume @{name} --nodes 1k"), 2);
        assert!(
            message.contains(&format!("{name} was made with {what}; give --memory ")),
            "{message}"
        );
        folder.json(&format!("resume @{name} --nodes 1k --memory 16MiB"));
    }
    let message = refused(&folder, "resume @tree --nodes 1k --memory 100TiB", 2);
    assert!(message.contains("--memory: this machine does not have 100.00 TiB"), "{message}");
}

/// What a newer program added is lost when the tree is saved again, and that is reported.
#[test]
fn sections_of_newer_programs_are_not_lost_silently() {
    let folder = Folder::new();
    folder.json("analyze --searcher best-first:quiescence --nodes 1k --save @tree");
    let raw = RawTree::read(&folder.bytes("tree"));
    for (name, flags, code) in [("optional", OPTIONAL, 0), ("needed", 0, 1)] {
        let notes = RawSection { name: "notes".to_string(), flags, body: vec![7; 9] };
        let sections = [raw.sections(), vec![notes]].concat();
        let bytes = raw.write_with_sections(&sections, &[]);
        fs::write(folder.path(name), bytes).unwrap_or_else(|error| panic!("{error}"));
        let output = folder.run(&format!("resume @{name} --nodes 1k"));
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.contains("has a section \"notes\" "), "{message}");
    }
}

#[test]
fn trees_of_strangers_are_not_mixed_with_own_numbers() {
    let folder = Folder::new();
    folder.json("analyze --searcher best-first:quiescence --nodes 3k --save @tree");
    changed(&folder, "tree", "evaluation", |raw| raw.origin.evaluation ^= 1);
    changed(&folder, "tree", "search", |raw| raw.origin.search ^= 1);
    for (name, what, same) in [
        ("evaluation", "another evaluation (shans ", "same_evaluation"),
        ("search", "another version of the search", "same_search"),
    ] {
        let before = folder.bytes(name);
        let message = refused(&folder, &format!("resume @{name} --nodes 1k"), 1);
        assert!(message.contains(what) && message.contains("--force"), "{message}");
        assert!(folder.bytes(name) == before);
        assert_eq!(folder.json(&format!("verify @{name}"))[same], false);
        let text = stdout(&folder.run(&format!("verify @{name}")));
        assert!(text.contains("than this program's"), "{text}");
        folder.json(&format!("resume @{name} --nodes 1k --force"));
    }
    changed(&folder, "tree", "wrong", |raw| raw.nodes[0].value += 1.0);
    for command in ["verify", "resume --nodes 1k"] {
        let message = refused(&folder, &format!("{command} @wrong"), 1);
        assert!(message.contains("wrong holds an impossible tree"), "{message}");
        assert!(message.contains("tree node at []"), "{message}");
    }
}

#[test]
fn verify_tells_what_is_in_a_file() {
    let folder = Folder::new();
    let analysis = folder.json("analyze --nodes 5k --memory 8MiB --save @tree");
    let found = folder.json("verify @tree");
    for name in ["nodes", "tree_nodes", "tree_bytes", "searcher", "fen"] {
        assert_eq!(found[name], analysis[name], "{name}");
    }
    assert_eq!(found["file_bytes"], folder.bytes("tree").len());
    for name in ["same_evaluation", "same_search"] {
        assert_eq!(found[name], true);
    }
    let number = |name: &str| found[name].as_u64().unwrap_or_else(|| panic!("{name}"));
    let kinds = ["inner_nodes", "leaves", "finished_nodes"].map(number);
    assert_eq!(kinds.iter().sum::<u64>(), number("tree_nodes"));
    let by_depth = found["nodes_by_depth"].as_array().cloned().unwrap_or_default();
    let depths: Vec<u64> = by_depth.iter().filter_map(Value::as_u64).collect();
    assert_eq!(depths.iter().sum::<u64>(), number("tree_nodes"));
    assert_eq!(
        (depths[0], depths.len() as u64 - 1),
        (1, analysis["depth_max"].as_u64().unwrap_or(0))
    );
    let text = stdout(&folder.run("verify @tree"));
    for part in ["tree is sound: every checksum", "position   rnbqkbnr/", "by    shans "] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(folder.names(), ["tree"]);
}

#[test]
fn a_closed_pipe_finds_the_tree_saved() {
    let folder = Folder::new();
    let words = folder.words("analyze --nodes 20k --save @tree");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut child = start(&words, Stdio::null());
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    assert!(folder.json("verify @tree")["nodes"].as_u64() > Some(10_000));
}

/// A tree that was full continues where it may free something, and where it is given more room.
#[test]
fn a_full_tree_goes_on() {
    let small_searches = "best-first:first=100+split=400+growth=0+anchor=0";
    goes_on_when_full(small_searches, "--nodes 50k", [60, 70, 40]);
    goes_on_when_full(FORMS[1], "--nodes 30k", [2000, 3000, 500]);
}

fn goes_on_when_full(searcher: &str, limits: &str, [room, more, less]: [u64; 3]) {
    let folder = Folder::new();
    let full = format!("--tree-nodes {room} --when-full stop --save @full.shans");
    let full = folder.json(&format!("analyze --searcher {searcher} {limits} {full}"));
    assert_eq!(full["stop"], "memory");
    let frees =
        folder.json(&format!("resume @full.shans {limits} --when-full free --save @frees.shans"));
    assert_eq!(frees["stop"], "nodes");
    assert!(frees["freed_nodes"].as_u64().is_some_and(|freed| freed > 0), "{frees}");
    let again = folder.json(&format!("resume @frees.shans {limits}"));
    assert!(again["freed_nodes"].as_u64() > frees["freed_nodes"].as_u64(), "{again}");
    let more = folder.json(&format!("resume @full.shans {limits} --tree-nodes {more}"));
    assert_eq!(more["stop"], "memory");
    assert!(more["tree_nodes"].as_u64() > full["tree_nodes"].as_u64(), "{more}");
    let message = refused(&folder, &format!("resume @full.shans --tree-nodes {less}"), 1);
    let least = format!("--memory 8MiB, and --tree-nodes {}", more["tree_nodes"]);
    assert!(message.contains(&least), "{message}");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;
    use crate::common::program::signal;

    fn begin(folder: &Folder, line: &str) -> std::process::Child {
        let words = folder.words(line);
        start(&words.iter().map(String::as_str).collect::<Vec<_>>(), Stdio::null())
    }

    fn wait_for(path: &Path) {
        while !path.exists() {
            sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn signals_end_the_search_and_save_it() {
        for (name, form) in ["-INT", "-TERM"].iter().zip(FORMS) {
            let folder = Folder::new();
            let line = format!(
                "analyze --searcher {form} --time 60s --memory 64MiB --json \
                 --save @tree --checkpoint 20ms"
            );
            let child = begin(&folder, &line);
            // Signals are caught before the first checkpoint.
            wait_for(&folder.path("tree"));
            let checkpoint = folder.json("verify @tree")["nodes"].as_u64();
            signal(&child, name);
            let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            let found = object(&stdout(&output));
            assert_eq!(found["stop"], "interrupted");
            assert_eq!(folder.json("verify @tree")["nodes"], found["nodes"]);
            assert!(found["nodes"].as_u64() >= checkpoint);
            assert_eq!(folder.names(), ["tree"]);
        }
    }

    #[test]
    fn one_program_saves_to_a_file_at_a_time() {
        let folder = Folder::new();
        let part = fs::File::create(folder.path(".tree.part")).expect("a file");
        part.lock().unwrap_or_else(|error| panic!("{error}"));
        let message = refused(&folder, "analyze --save @tree", 1);
        assert!(message.contains("is in use by another analysis"), "{message}");
        // A program that another test begins at this moment holds the file, too, and for that long closing it is not enough.
        part.unlock().unwrap_or_else(|error| panic!("{error}"));
        folder.json("analyze --nodes 1k --save @tree");
        assert_eq!(folder.names(), ["tree"]);
    }

    #[test]
    fn links_and_permissions_stay() {
        let folder = Folder::new();
        folder.json("analyze --nodes 1k --save @tree");
        let mode = fs::Permissions::from_mode(0o640);
        fs::set_permissions(folder.path("tree"), mode).unwrap_or_else(|error| panic!("{error}"));
        symlink("tree", folder.path("link")).unwrap_or_else(|error| panic!("{error}"));
        folder.json("resume @link --nodes 1k");
        assert!(folder.path("link").is_symlink());
        let metadata = fs::metadata(folder.path("tree")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
        assert!(folder.json("verify @tree")["nodes"].as_u64() > Some(1000));
    }

    /// With so little memory a claim that is believed would end the program.
    #[test]
    fn claims_of_a_file_are_not_believed() {
        let folder = Folder::new();
        let searcher = "--searcher best-first:quiescence";
        folder.json(&format!("analyze {searcher} --nodes 1k --memory 8MiB --save @tree"));
        changed(&folder, "tree", "nodes", |raw| raw.tree.records = 1 << 31);
        changed(&folder, "tree", "slots", |raw| raw.leaf_values.slots = 1 << 40);
        changed(&folder, "tree", "packed", |raw| {
            raw.tree.compression = 1;
            raw.tree.records = 1 << 31;
        });
        for (name, code) in [("nodes", 1), ("packed", 1), ("slots", 0)] {
            let program = env!("CARGO_BIN_EXE_shans");
            let line = format!("ulimit -v 400000; exec {program} verify {name}");
            let shell = Command::new("sh").args(["-c", &line]).current_dir(folder.place()).output();
            let output = shell.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(output.status.code(), Some(code), "{name}: {}", stderr(&output));
        }
    }
}
