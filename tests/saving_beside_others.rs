//! Other programs have files, too: what is theirs stays, and so does the tree.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::engines::{OPTIONS, wait_for_search, write_noted};
use crate::common::folder::Folder;
use crate::common::program::{object, signal, stderr, stdout};

/// Waits until something is so.
fn wait_until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "this takes too long");
        sleep(Duration::from_millis(5));
    }
}

fn done<T, E: std::fmt::Display>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}

fn nodes(folder: &Folder, name: &str) -> u64 {
    folder.json(&format!("verify @{name}"))["nodes"].as_u64().unwrap_or(0)
}

#[test]
fn what_stands_where_saves_prepare_is_not_followed() {
    let folder = Folder::new();
    folder.json("analyze --nodes 1k --save @s.tree");
    let before = folder.bytes("s.tree");
    for suffix in ["part", "lock"] {
        let hidden = folder.path(&format!(".s.tree.{suffix}"));
        folder.write("precious.txt", "precious");
        let refused = |what: &str| {
            for line in ["resume @s.tree --nodes 1k", "analyze --force --nodes 1k --save @s.tree"] {
                let (code, message) = folder.failure(line);
                assert_eq!(code, Some(1), "{message}");
                let told = format!(".s.tree.{suffix} in the same folder is {what}; move it away");
                assert!(message.contains(&told), "{message}");
            }
            assert_eq!(folder.bytes("precious.txt"), b"precious");
            assert!(folder.bytes("s.tree") == before);
            done(fs::remove_file(&hidden));
        };
        done(symlink("precious.txt", &hidden));
        refused("a link");
        done(fs::hard_link(folder.path("precious.txt"), &hidden));
        refused("a file with a second name");
        assert!(done(Command::new("mkfifo").arg(&hidden).status()).success());
        refused("not a regular file");
    }
}

/// As `cp` and as `mv` bring it, and where there was nothing before.
#[test]
fn a_tree_that_came_meanwhile_stays() {
    let folder = Folder::new();
    write_noted(&folder);
    folder.json("analyze --moves e4 --nodes 1k --save @other");
    let other = folder.bytes("other");
    for (line, comes_by_renaming) in [
        ("resume @tree --checkpoint 20ms", false),
        ("resume @tree --checkpoint 20ms", true),
        ("analyze --save @new", false),
        ("analyze --save @new", true),
    ] {
        folder.json("analyze --nodes 1k --save @tree --force");
        let before = folder.bytes("tree");
        let name = if line.starts_with("resume") { "tree" } else { "new" };
        let engine =
            if name == "new" { format!("--engine @engine {OPTIONS}") } else { String::new() };
        let child = folder.start(&format!("{line} --time 3s --json --quiet {engine}"));
        if name == "tree" {
            wait_until(|| folder.bytes("tree") != before);
        } else {
            // The place was looked at, locked and tried before anything is searched.
            wait_for_search(&folder);
            done(fs::remove_file(folder.path("engine.heard")));
        }
        signal(&child, "-STOP");
        done(fs::copy(folder.path("other"), folder.path("copy")));
        if comes_by_renaming {
            done(fs::rename(folder.path("copy"), folder.path(name)));
        } else {
            done(fs::copy(folder.path("copy"), folder.path(name)));
        }
        signal(&child, "-CONT");
        let output = done(child.wait_with_output());
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("was changed by another program"), "{message}");
        let rescued = format!("{name}.rescued");
        assert!(message.contains(&format!("{rescued} instead")), "{message}");
        assert!(folder.bytes(name) == other);
        let found = object(&stdout(&output));
        assert_eq!(found["nodes"], nodes(&folder, &rescued));
        assert!(found["saved"].as_str().is_some_and(|saved| saved.ends_with(&rescued)));
        for name in [name, &rescued] {
            done(fs::remove_file(folder.path(name)));
        }
    }
}

/// Checkpoints continue beside it, so that a kill loses no more than elsewhere. A tree that was
/// taken away is not an obstacle.
#[test]
fn checkpoints_give_way_to_what_came() {
    for is_tree in [true, false] {
        let folder = Folder::new();
        folder.write("other", "my notes");
        if is_tree {
            folder.write("other", "");
            folder.json("analyze --moves e4 --nodes 1k --save @other");
        }
        let other = folder.bytes("other");
        let line = "analyze --time 60s --save @tree --checkpoint 20ms --quiet";
        let child = folder.start(line);
        wait_until(|| folder.path("tree").exists());
        done(fs::remove_file(folder.path("tree")));
        wait_until(|| folder.path("tree").exists());
        done(fs::rename(folder.path("other"), folder.path("tree")));
        wait_until(|| folder.path("tree.rescued").exists());
        assert!(folder.bytes("tree") == other);
        let first = nodes(&folder, "tree.rescued");
        wait_until(|| nodes(&folder, "tree.rescued") > first);
        signal(&child, "-KILL");
        let output = done(child.wait_with_output());
        assert!(stderr(&output).contains("tree.rescued from now on"), "{}", stderr(&output));
        assert!(folder.bytes("tree") == other);
        folder.json("resume @tree.rescued --nodes 1k");
    }
}

/// A shell that allows files of this many units of 512 bytes runs the program.
fn with_small_files(folder: &Folder, units: u32, line: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_shans");
    let script = format!("ulimit -f {units}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, program]).args(folder.words(line)).stdin(Stdio::null());
    // What is rescued stays in this folder.
    done(command.env("TMPDIR", folder.place()).output())
}

/// The signal of a file that is too large would end the program, and the search with it.
#[test]
fn a_file_that_grows_too_large_is_a_full_disk() {
    let folder = Folder::new();
    let line = "analyze --memory 32MiB --nodes 300k --save @tree --json";
    let told = "cannot write";
    // Nothing is searched where nothing can be saved.
    let output = with_small_files(&folder, 64, line);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
    assert!(stderr(&output).contains(told) && stderr(&output).contains("too large"));
    let output = with_small_files(&folder, 512, line);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("too large") && message.contains("without its tables"), "{message}");
    let found = object(&stdout(&output));
    assert_eq!(found["nodes"], nodes(&folder, "tree.rescued"));
    assert!(folder.bytes("tree.rescued").len() <= 512 * 512);
    folder.json("resume @tree.rescued --nodes 1k");
    // Where the tree itself is too large, too, the report is still there.
    let line = "analyze --searcher best-first:quiescence --nodes 200k --save @large --json";
    let output = with_small_files(&folder, 512, line);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("the analysis could not be saved"), "{}", stderr(&output));
    assert!(object(&stdout(&output))["nodes"].as_u64() > Some(100_000));
    assert_eq!(folder.names(), ["tree.rescued"], "nothing is left behind");
}
