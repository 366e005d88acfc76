//! UCI engines for the tests: scripts in a folder, so that their names have no spaces.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::folder::Folder;

/// How the engine is named where it is not to be another.
pub const OPTIONS: &str = "--engine-option Searcher=pvs --engine-option Hash=8";

/// An engine that searches, `@engine`: this program's own. Its process number is in `engine.pid`.
pub fn write_engine(folder: &Folder) {
    let program = env!("CARGO_BIN_EXE_shans");
    write_script(folder, "engine", &format!("echo $$ > \"$0.pid\"\nexec '{program}' uci\n"));
}

/// The same engine; what it receives is in `engine.heard`.
pub fn write_noted(folder: &Folder) {
    let program = env!("CARGO_BIN_EXE_shans");
    write_script(folder, "engine", &format!("tee -a \"$0.heard\" | '{program}' uci\n"));
}

/// Waits until the engine of [`write_noted`] is asked to search.
pub fn wait_for_search(folder: &Folder) {
    let heard = || std::fs::read_to_string(folder.path("engine.heard")).unwrap_or_default();
    let started = Instant::now();
    while !heard().contains("\ngo ") {
        assert!(started.elapsed() < Duration::from_secs(60), "nothing is searched");
        thread::sleep(Duration::from_millis(5));
    }
}

/// An engine that ends whenever it is to search, `@mortal`.
pub fn write_mortal(folder: &Folder) {
    let script = "while read -r word rest; do case $word in\n\
                  uci) echo id name Mortal; echo uciok;;\n\
                  isready) echo readyok;;\n\
                  go) exit 3;;\n\
                  quit) exit 0;;\nesac; done\n";
    write_script(folder, "mortal", script);
}

/// An engine that tells chances to win, draw and lose, `@teller`: 64, 22 and 14 % for the side to move.
pub fn write_teller(folder: &Folder) {
    let script = "while read -r word rest; do case $word in\n\
                  uci) echo id name Teller; echo option name UCI_ShowWDL type check default false;\n\
                  echo uciok;;\n\
                  isready) echo readyok;;\n\
                  go) echo info depth 1 score cp 7 wdl 640 220 140 nodes 1000 pv a2a3 a7a6 b2b3;\n\
                  echo bestmove a2a3;;\n\
                  quit) exit 0;;\nesac; done\n";
    write_script(folder, "teller", script);
}

/// An engine that tells what people play, as Lc0 does, `@people`: e5 or Nf3's answer Nf6 and others, where they are legal.
pub fn write_people(folder: &Folder) {
    let script = "while read -r word rest; do case $word in\n\
                  uci) echo id name People;\n\
                  echo option name VerboseMoveStats type check default false; echo uciok;;\n\
                  isready) echo readyok;;\n\
                  go) for told in 'e7e5 (322 ) N: 0 (+ 0) (P: 50.00%)' 'c7c5 (264 ) N: 0 (P: 30.00%)' \\\n\
                  'g8f6 (100 ) N: 0 (P: 20.00%)' 'node (20) N: 1 (P: 0.00%)'; do echo info string $told; done;\n\
                  echo bestmove e7e5;;\n\
                  quit) exit 0;;\nesac; done\n";
    write_script(folder, "people", script);
}

/// An engine that searches until it is told to stop, `@endless`: its last score is only a bound.
pub fn write_endless(folder: &Folder) {
    let script = "while read -r word rest; do case $word in\n\
                  uci) echo id name Endless; echo uciok;;\n\
                  isready) echo readyok;;\n\
                  go) echo info depth 9 score cp 33 nodes 5000 pv e2e4 e7e5;\n\
                  echo info depth 10 score cp 90 lowerbound nodes 6000 pv e2e4;;\n\
                  stop) echo bestmove e2e4;;\n\
                  quit) exit 0;;\nesac; done\n";
    write_script(folder, "endless", script);
}

/// A script that can be run. Another process writes it: what this one has open for writing is
/// inherited by whatever the other tests start meanwhile, and the system executes no such file.
pub fn write_script(folder: &Folder, name: &str, script: &str) {
    let command = "cat > \"$0\" && chmod 755 \"$0\"";
    let mut writer = Command::new("sh");
    let writer = writer.args(["-c", command]).arg(folder.path(name)).stdin(Stdio::piped());
    let mut writer = writer.spawn().expect("a shell");
    let mut text = writer.stdin.take().expect("a pipe");
    write!(text, "#!/bin/sh\n{script}").expect("written");
    drop(text);
    assert!(writer.wait().is_ok_and(|status| status.success()));
}

/// Waits until the process of the engine that was started last has ended.
pub fn wait_for_end(folder: &Folder) {
    let number = String::from_utf8_lossy(&folder.bytes("engine.pid")).trim().to_string();
    let is_there = || {
        let mut kill = Command::new("kill");
        let kill = kill.args(["-0", &number]).stderr(Stdio::null());
        kill.status().is_ok_and(|status| status.success())
    };
    let started = Instant::now();
    while is_there() {
        assert!(started.elapsed() < Duration::from_secs(10), "the engine is still there");
        thread::sleep(Duration::from_millis(5));
    }
}
