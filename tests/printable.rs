//! Text that others have written is shown, and obeyed by no terminal.

use std::process::Output;

use crate::common::engines::write_script;
use crate::common::folder::Folder;
use crate::common::program::{run, stderr, stdout};

/// Letters that a terminal obeys, in one name: an escape, an old and a new control character, marks of direction.
const NAME: &str = "a\u{1b}[2Jb\u{7f}c\u{9b}d\u{202e}e\u{2067}f\u{61c}g\u{200f}";

fn is_obeyed(letter: char) -> bool {
    letter != '\n' && letter.is_control()
        || "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}"
            .contains(letter)
}

/// What was said, none of it to be obeyed.
fn harmless(what: &str, output: &Output) -> String {
    let said = stdout(output) + &stderr(output);
    let obeyed = said.lines().find(|line| line.contains(is_obeyed));
    assert!(obeyed.is_none(), "{what}: {obeyed:?}");
    assert!(!said.is_empty(), "{what}");
    said
}

#[test]
fn names_of_files_players_and_engines_are_harmless() {
    let folder = Folder::new();
    let file = |name: &str| folder.path(&format!("{NAME}{name}")).display().to_string();
    let shans = |words: &[&str]| harmless(&words.join(" "), &run(words));
    let (tree, other, pgn) = (file("1.tree"), file("2.tree"), file("3.pgn"));
    let game = format!(
        "[White \"{NAME}\"]\n[Black \"B\"]\n[Result \"{NAME}\"]\n\n1. e4 {{{NAME}}} e5 {NAME} 2. Ke3 *\n"
    );
    folder.write(&format!("{NAME}3.pgn"), game);
    let small = ["--nodes", "500", "--memory", "16MiB"];
    let with = |words: &[&str]| shans(&[words, &small].concat());
    for (words, part) in [
        (&["analyze", "startpos", "--save", &tree][..], "saved "),
        (&["analyze", "startpos", "--lines", "1", "--save", &other], "saved "),
        (&["analyze", "--game", "1", &pgn], ""),
        (&["game", &pgn], "Game 1: a\\u{1b}[2J"),
    ] {
        assert!(with(words).contains(part), "{words:?}");
    }
    for words in [
        &["verify", &tree][..],
        &["merge", &tree, &other, "-o", &file("4.tree")],
        &["remote", "split", &tree, "--parts", "1", "-o", &file("5")],
        &["show", &tree, NAME],
        &["show", &file("none")],
        &["resume", &tree, "--nodes", "1", "--json"],
        &["perft", "--suite", &pgn],
        &["analyze", NAME],
        &["analyze", "startpos", "--only", NAME],
        &["explore", NAME],
        &["compare", &pgn, "--nodes", "5"],
        &[NAME],
    ] {
        shans(words);
    }
}

#[test]
fn an_engine_has_a_harmless_name() {
    let folder = Folder::new();
    let script = format!(
        "while read -r word rest; do case $word in\n\
         uci) echo 'id name {NAME}'; echo uciok;;\n\
         isready) echo readyok;;\n\
         go) echo info depth 1 score cp 7 nodes 1000 pv a2a3 a7a6; echo bestmove a2a3;;\n\
         quit) exit 0;;\nesac; done\n"
    );
    write_script(&folder, "engine", &script);
    let run = |line: &str| harmless(line, &folder.run(line));
    let told = run("analyze startpos --engine @engine --leaf-nodes 1k --nodes 5k --save @e.tree");
    assert!(told.contains("\\u{202e}e\\u{2067}f"), "{told}");
    run("verify @e.tree");
    run("verify @e.tree --json");
    run("resume @e.tree --nodes 1k");
    run("analyze startpos --engine @engine --leaf-nodes 1k --nodes 5k --json");
    folder.write("suite.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"=1+1\";\n");
    run("compare @suite.epd --searcher engine --engine @engine --nodes 5");
}
