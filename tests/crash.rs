//! A program that is killed at any moment leaves a whole tree: the one before or the one after.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::common::program::{object, run, signal, start, stderr, stdout};

/// How often a program is killed.
const KILLS: u64 = 10;

/// The nodes that went into the tree of a file, which is right.
fn work_in(file: &Path) -> u64 {
    let output = run(&["verify", &file.display().to_string(), "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    object(&stdout(&output))["nodes"].as_u64().unwrap_or_else(|| panic!("no nodes"))
}

/// Waits until the file was replaced.
fn wait_for_another(file: &Path) {
    let number = || fs::metadata(file).map(|metadata| metadata.ino()).ok();
    let first = number();
    while number() == first {
        sleep(Duration::from_millis(5));
    }
}

/// Every program continues with what the one before it left, so the work in the file never
/// becomes less: no checkpoint is lost that was there once, and none is half written.
#[test]
fn a_killed_program_leaves_a_whole_tree() {
    for searcher in ["best-first", "best-first:quiescence"] {
        kill_and_go_on(searcher);
    }
}

fn kill_and_go_on(searcher: &str) {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = folder.path().join("tree");
    let name = file.display().to_string();
    let limits = ["--nodes", "20k", "--memory", "32MiB"];
    let made = run(&[&["analyze", "--searcher", searcher, "--save", &name], &limits[..]].concat());
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    let mut work = work_in(&file);
    let first = work;
    for kill in 0..KILLS {
        let compress = if kill % 2 == 0 { "--quiet" } else { "--compress" };
        let arguments = ["resume", &name, "--time", "60s", "--checkpoint", "20ms", compress];
        let mut child = start(&arguments, Stdio::null());
        if kill == 0 {
            wait_for_another(&file);
        }
        // Moments of all kinds: before the first checkpoint, in the middle of one, between two.
        sleep(Duration::from_millis(37 * (kill * kill + 1) % 211));
        signal(&child, "-KILL");
        child.wait().unwrap_or_else(|error| panic!("{error}"));
        let now = work_in(&file);
        assert!(now >= work, "kill {kill}: {now} nodes after {work}");
        work = now;
    }
    assert!(work > first, "{work} nodes after {first}: no checkpoint was ever made");
    // Enough for any one iteration: one that does not fit is left out.
    let last = run(&["resume", &name, "--nodes", "200k", "--quiet"]);
    assert_eq!(last.status.code(), Some(0), "{}", stderr(&last));
    assert!(work_in(&file) > work);
    let names = fs::read_dir(folder.path()).into_iter().flatten().flatten();
    assert_eq!(names.count(), 1, "what kills leave behind is taken over");
}
