//! What is saved is not lost: what a save may replace, who may save, and what happens where a save
//! fails.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::common::engines::{OPTIONS, wait_for_search, write_noted};
use crate::common::folder::Folder;
use crate::common::program::{object, start, stderr, stdout};
use serde_json::Value;

/// The one line with which a run says, before any search, why it does nothing.
fn refused(folder: &Folder, line: &str) -> String {
    let (code, message) = folder.failure(line);
    assert!(matches!(code, Some(1 | 2)), "{line}: {message}");
    assert!(!message.contains(".part") && !message.contains(".lock"), "{message}");
    message
}

fn nodes(folder: &Folder, name: &str) -> u64 {
    folder.json(&format!("verify @{name}"))["nodes"].as_u64().unwrap_or(0)
}

fn wait_for(path: PathBuf) {
    while !path.exists() {
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_tree_is_replaced_by_force_only() {
    let folder = Folder::new();
    folder.json("analyze --nodes 3k --save @tree");
    let before = folder.bytes("tree");
    // A larger search and another position are refused alike: without limit it would take 10 s.
    for line in ["analyze --nodes 9k --save @tree", "analyze --moves e4 --save @tree"] {
        let message = refused(&folder, line);
        assert!(
            message.contains("holds a tree with 3,000") && message.contains("nodes of work"),
            "{message}"
        );
        assert!(message.contains("resume") && message.contains("--force"), "{message}");
        assert!(folder.bytes("tree") == before);
    }
    folder.json("analyze --nodes 1k --save @tree --force");
    assert!(nodes(&folder, "tree") <= 1_000);
    assert_eq!(folder.names(), ["tree"]);
}

#[test]
fn a_resumed_tree_replaces_what_has_less_work() {
    let folder = Folder::new();
    folder.json("analyze --nodes 3k --save @first");
    folder.json("resume @first --nodes 3k --save @second");
    folder.json("resume @first --nodes 9k --save @third");
    folder.json("resume @second --nodes 1k --save @first");
    let before = folder.bytes("third");
    let message = refused(&folder, "resume @second --save @third");
    assert!(message.contains("more than here"), "{message}");
    folder.json("analyze --moves e4 --nodes 1k --save @other");
    let message = refused(&folder, "resume @second --save @other");
    assert!(message.contains("a tree of another analysis"), "{message}");
    assert!(folder.bytes("third") == before);
    folder.json("resume @second --nodes 1k --save @third --force");
    assert!(nodes(&folder, "third") < 9_000);
}

#[test]
fn what_is_no_tree_is_never_replaced() {
    let folder = Folder::new();
    folder.write("notes", "my notes\n");
    folder.json("analyze --nodes 1k --save @tree");
    for command in ["analyze --force --save", "resume @tree --force --save"] {
        let message = refused(&folder, &format!("{command} @notes"));
        assert!(message.contains("notes is not a tree file"), "{message}");
    }
    assert_eq!(folder.bytes("notes"), b"my notes\n");
    folder.write("empty", "");
    folder.json("analyze --nodes 1k --save @empty");
    assert_eq!(folder.names(), ["empty", "notes", "tree"]);
}

/// What is freed is reported, and what cannot be done is refused.
#[test]
fn less_memory_frees_what_matters_least() {
    let folder = Folder::new();
    let made = folder.json(
        "analyze --searcher best-first:quiescence --nodes 100k --memory 64MiB \
         --save @first-sight",
    );
    assert!(made["tree_nodes"].as_u64() > Some(20_000), "{made}");
    frees_what_matters_least(&folder, &made, "first-sight", [10_000, 1_000, 100]);
    let message = refused(&folder, "resume @first-sight --tree-nodes 10 --nodes 1k");
    assert!(message.contains("tree nodes that must stay"), "{message}");
    let made = folder.json(
        "analyze --searcher best-first:split=300+growth=0+anchor=0.1 --nodes 300k --memory 64MiB \
         --save @searched",
    );
    assert!(made["tree_nodes"].as_u64() > Some(200), "{made}");
    frees_what_matters_least(&folder, &made, "searched", [200, 100, 50]);
}

/// Resumes the tree in each of these rooms.
fn frees_what_matters_least(folder: &Folder, made: &Value, tree: &str, rooms: [u64; 3]) {
    for room in rooms {
        let line = format!("resume @{tree} --tree-nodes {room} --nodes 20k --save @{tree}{room}");
        let output = folder.run(&format!("{line} --json"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stderr(&output).contains("tree nodes of "), "{}", stderr(&output));
        let found = object(&stdout(&output));
        assert!(found["tree_nodes"].as_u64().is_some_and(|nodes| nodes <= room), "{found}");
        assert_eq!(found["stop"], "nodes");
        folder.json(&format!("verify @{tree}{room}"));
    }
    let line = format!("resume @{tree} --tree-nodes {} --when-full stop", rooms[1]);
    let message = refused(folder, &line);
    assert!(message.contains("--when-full free"), "{message}");
    assert_eq!(nodes(folder, tree), made["nodes"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use super::*;
    use crate::common::program::signal;

    #[test]
    fn what_is_no_file_of_the_users_is_left_alone() {
        let folder = Folder::new();
        folder.json("analyze --nodes 1k --save @tree");
        folder.json("analyze --nodes 1k --save @protected");
        let mode = fs::Permissions::from_mode(0o444);
        fs::set_permissions(folder.path("protected"), mode).unwrap_or_else(|e| panic!("{e}"));
        symlink("nowhere", folder.path("dangling")).unwrap_or_else(|e| panic!("{e}"));
        let made = Command::new("mkfifo").arg(folder.path("fifo")).status();
        assert!(made.is_ok_and(|status| status.success()));
        let names = folder.names();
        for (name, what) in [
            ("@protected", "is write-protected"),
            ("@dangling", "is a broken link"),
            ("@fifo", "is not a regular file"),
            ("/dev/null", "is not a regular file"),
        ] {
            for line in [
                format!("analyze --force --save {name}"),
                format!("resume @tree --force --save {name}"),
            ] {
                let message = refused(&folder, &line);
                assert!(message.contains(what), "{message}");
            }
            if name == "@dangling" {
                let message = refused(&folder, &format!("export @tree --format pgn -o {name}"));
                assert!(message.contains(what), "{message}");
            }
        }
        refused(&folder, "resume @protected --nodes 1k");
        assert_eq!(folder.names(), names, "nothing is left behind");
        assert!(folder.path("dangling").is_symlink());
    }

    #[test]
    fn the_second_analysis_of_a_file_is_told_at_once() {
        let folder = Folder::new();
        folder.json("analyze --nodes 1k --save @tree");
        symlink("tree", folder.path("link")).unwrap_or_else(|e| panic!("{e}"));
        let first = folder.start("resume @tree --time 60s --checkpoint 20ms --quiet");
        wait_for(folder.path(".tree.lock"));
        // Without a lock each of them would search for ten seconds.
        for line in [
            "resume @tree",
            "resume @link",
            "analyze --force --save @tree",
            "resume @tree --save @link",
        ] {
            let message = refused(&folder, line);
            assert!(message.contains("is in use by another analysis"), "{message}");
        }
        folder.json("resume @tree --nodes 1k --save @elsewhere");
        // A killed program blocks nobody, although its lock file is still there.
        signal(&first, "-KILL");
        let _ = first.wait_with_output();
        assert!(folder.path(".tree.lock").exists());
        folder.json("resume @tree --nodes 1k");
        assert_eq!(folder.names(), ["elsewhere", "link", "tree"]);
    }

    #[test]
    fn a_tree_that_cannot_be_saved_is_saved_elsewhere() {
        let folder = Folder::new();
        write_noted(&folder);
        let engine = format!("--engine @engine {OPTIONS}");
        folder.json(&format!("analyze --nodes 10k --save @tree {engine}"));
        let before = folder.bytes("tree");
        fs::remove_file(folder.path("engine.heard")).unwrap_or_else(|error| panic!("{error}"));
        let child = folder.start(&format!("resume @tree --time 600s --json {engine}"));
        // The check of the place comes before the search: only then it is spoilt.
        wait_for_search(&folder);
        let part = fs::File::create(folder.path(".tree.part")).unwrap_or_else(|e| panic!("{e}"));
        part.lock().unwrap_or_else(|error| panic!("{error}"));
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(output.status.code(), Some(1));
        let message = stderr(&output);
        assert!(message.contains("tree.rescued instead"), "{message}");
        assert!(folder.bytes("tree") == before);
        let found = object(&stdout(&output));
        assert_eq!(found["nodes"], nodes(&folder, "tree.rescued"));
        assert!(found["nodes"].as_u64() >= Some(1_000));
        drop(part);
        folder.json(&format!("resume @tree.rescued --nodes 10k {engine}"));
    }

    #[test]
    fn an_interrupted_batch_says_what_is_left() {
        let folder = Folder::new();
        write_noted(&folder);
        let line = format!("analyze - --time 600s --json --engine @engine {OPTIONS}");
        let words = folder.words(&line);
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let mut child = start(&words, Stdio::piped());
        let stdin = child.stdin.take();
        if let Some(mut stdin) = stdin {
            use std::io::Write;
            assert!(stdin.write_all("startpos\n".repeat(20).as_bytes()).is_ok());
        }
        wait_for_search(&folder);
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(stdout(&output).lines().count(), 1);
        let told = "warning: interrupted at line 1; left: 19 lines, from line 2 on\n";
        assert_eq!(stderr(&output), told);
    }
}
