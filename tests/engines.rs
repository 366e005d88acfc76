//! Trees over UCI engines. The engine is this program's own (`shans uci`), a process like any other.

use serde_json::Value;

use crate::common::engines::{
    OPTIONS, wait_for_end, write_endless, write_engine, write_mortal, write_noted, write_script,
    write_teller,
};
use crate::common::folder::Folder;
use crate::common::program::{object, run, stderr, stdout, text};

const FEN: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

/// These words, over the engine.
fn over_engine<'a>(words: &[&'a str], engine: &'a str) -> Vec<&'a str> {
    let options = ["--engine-option", "Searcher=pvs", "--engine-option", "hash=8"];
    [words, &["--engine", engine], &options].concat()
}

fn engine() -> String {
    format!("'{}' uci", env!("CARGO_BIN_EXE_shans"))
}

fn json(words: &[&str]) -> Value {
    let output = run(&[words, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", stderr(&output));
    object(&stdout(&output))
}

/// The error of a run that fails, in one line.
fn failure(words: &[&str]) -> (Option<i32>, String) {
    let output = run(words);
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{words:?}: {message}");
    (output.status.code(), message)
}

#[test]
fn a_tree_over_an_engine_is_grown_saved_and_continued() {
    let (folder, engine) = (Folder::new(), engine());
    let path = folder.path("a.tree").display().to_string();
    let first = ["analyze", FEN, "--searcher", "best-first:first=1000+split=4000"];
    let new = [&first[..], &["--nodes", "30k", "--memory", "16MiB", "--save", &path]].concat();
    let made = json(&over_engine(&new, &engine));
    assert_eq!(made["stop"], "nodes");
    // An engine takes a few more than it is given.
    assert!(
        made["nodes"].as_u64().is_some_and(|nodes| (30_000..31_000).contains(&nodes)),
        "{made}"
    );
    assert!(made["tree_nodes"].as_u64().is_some_and(|nodes| nodes > 5), "{made}");
    assert!(made["engine"].as_str().is_some_and(|name| name.starts_with("shans ")), "{made}");
    json(&["verify", &path]);
    // The same input, the same tree.
    let bytes = folder.bytes("a.tree");
    json(&over_engine(&[&new[..], &["--force"]].concat(), &engine));
    assert!(folder.bytes("a.tree") == bytes);
    let (code, message) = failure(&["resume", &path, "--nodes", "10k"]);
    assert!(code == Some(2) && message.contains("was made with shans "), "{message}");
    let more = json(&over_engine(&["resume", &path, "--nodes", "10k"], &engine));
    assert!(more["nodes"].as_u64() > made["nodes"].as_u64(), "{more}");
    json(&["verify", &path]);
}

/// Castling goes out as the engine is told that it does, by the position's own rules.
#[test]
fn castling_is_agreed_on_with_the_engine() {
    let folder = Folder::new();
    write_noted(&folder);
    let rooks = |fen: &str| {
        let line = format!("analyze {fen} --only O-O --engine @engine {OPTIONS} --nodes 20k");
        let found = folder.json(&line);
        let heard = String::from_utf8_lossy(&folder.bytes("engine.heard")).into_owned();
        (found["pv"][0].to_string(), heard)
    };
    let (pv, heard) = rooks("3k4/8/8/8/8/8/8/R2K3R w HA - 0 1");
    assert_eq!(pv, "\"d1h1\"");
    assert!(heard.contains("setoption name UCI_Chess960 value true\n"), "{heard}");
    assert!(heard.contains(" moves d1h1\n"), "{heard}");
    std::fs::remove_file(folder.path("engine.heard")).expect("a file");
    let (pv, heard) = rooks("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(pv, "\"e1g1\"");
    assert!(!heard.contains("Chess960 value true") && heard.contains(" moves e1g1\n"), "{heard}");
}

#[test]
fn several_engines_search_at_the_same_time() {
    let engine = engine();
    let words = ["analyze", FEN, "--searcher", "best-first:first=1000+split=4000"];
    let words = [&words[..], &["--nodes", "40k", "--threads", "2"]].concat();
    let found = json(&over_engine(&words, &engine));
    assert_eq!(found["threads"], 2, "{found}");
    let alone = ["analyze", FEN, "--searcher", "engine", "--nodes", "20k"];
    let found = json(&over_engine(&alone, &engine));
    assert!(found["best_move"].is_string() && found["nodes"].as_u64() >= Some(20_000), "{found}");
}

/// What an engine has found until it is told to stop counts: its nodes, and its last exact score.
#[test]
fn a_search_that_a_limit_cuts_is_not_lost() {
    let folder = Folder::new();
    write_endless(&folder);
    let found = folder.json("analyze startpos --engine @endless --time 300ms");
    assert_eq!((&found["stop"], &found["best_move"]), (&"time".into(), &"e2e4".into()), "{found}");
    assert_eq!((&found["score"]["cp"], &found["nodes"]), (&33.into(), &6_000.into()), "{found}");
    assert_eq!(found["pv"], serde_json::json!(["e2e4", "e7e5"]), "{found}");
}

#[test]
fn what_is_no_engine_is_told_in_one_line() {
    let engine = engine();
    let short = ["analyze", FEN, "--nodes", "1k"];
    let (code, message) =
        failure(&[&short[..], &["--engine", "there-is-no-such-program"]].concat());
    assert!(code == Some(1) && message.contains("there-is-no-such-program"), "{message}");
    let odd = [&short[..], &["--engine", &engine, "--engine-option", "Hush=8"]].concat();
    let (code, message) = failure(&odd);
    assert!(code == Some(1) && message.contains("Hush") && message.contains("Hash"), "{message}");
    let (code, message) =
        failure(&[&short[..], &["--engine", &engine, "--searcher", "pvs"]].concat());
    assert!(code == Some(2) && message.contains("pvs does not use an engine"), "{message}");
    let (code, message) = failure(&[&short[..], &["--searcher", "engine"]].concat());
    assert!(code == Some(2) && message.contains("requires --engine CMD"), "{message}");
}

/// No score of our own stands in for what an engine does not say.
#[test]
fn an_engine_that_says_nothing_usable_is_named_with_the_reason() {
    let folder = Folder::new();
    for (answer, reason) in [
        ("echo bestmove e2e4", "answered with no score"),
        (
            "echo info score cp 5; echo bestmove e2e5",
            "answered \"e2e5\", which is not among the moves",
        ),
        ("echo info score cp 5 pv e2e4; echo bestmove 0000", "answered with no move"),
        (
            "echo out of cheese >&2; exit 3",
            "has ended, exit status: 3; it said last: out of cheese",
        ),
    ] {
        write_script(
            &folder,
            "mute",
            &format!(
                "while read -r word rest; do case $word in\n\
             uci) echo id name Mute; echo uciok;;\nisready) echo readyok;;\n\
             go) {answer};;\nquit) exit 0;;\nesac; done\n"
            ),
        );
        let label = format!("Mute ({})", folder.path("mute").display());
        for line in [
            "analyze startpos --nodes 20k --save @a.tree",
            "analyze startpos --nodes 20k --searcher engine",
            "lab play --seats engine,random",
        ] {
            let output = folder.run(&format!("{line} --engine @mute"));
            let told = stderr(&output);
            let last = told.lines().last().unwrap_or_default();
            assert_eq!(output.status.code(), Some(1), "{line}: {told}");
            assert!(last.contains(&label) && last.contains(reason), "{line}: {told}");
            assert!(told.lines().rev().skip(1).all(|line| line.starts_with("warning: ")), "{told}");
        }
        assert!(!folder.path("a.tree").exists(), "there is nothing to save");
    }
}

#[test]
fn an_engine_plays_by_itself_and_below_a_tree() {
    let folder = Folder::new();
    write_engine(&folder);
    let seats = "--seats best-first:first=200+split=800,engine --games 2 --nodes 500";
    let line = format!("lab play {seats} --engine @engine {OPTIONS} --record @games.pgn");
    let played = folder.json(&line);
    let players = played["games"][0]["seats"].as_array().cloned().unwrap_or_default();
    let is_named =
        |player: &Value| player.as_str().is_some_and(|name| name.contains(" over shans "));
    assert!(players.len() == 2 && players.iter().all(is_named), "{players:?}");
    assert_eq!(played["games"].as_array().map(Vec::len), Some(2));
    wait_for_end(&folder);
    let (code, message) = folder.failure("lab play --seats engine,random");
    assert!(code == Some(2) && message.contains("requires --engine CMD"), "{message}");
    // No move is made up for an engine that does not answer.
    write_mortal(&folder);
    let output = folder.run("lab play --seats engine,random --engine @mortal");
    let message = crate::common::program::stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("engine over Mortal stopped answering"), "{message}");
}

/// One engine at a time: numbers of two do not compare.
#[test]
fn a_second_engine_is_refused() {
    let output = run(&["analyze", "--engine", "one", "--engine", "two"]);
    let message = stderr(&output);
    assert!(output.status.code() == Some(2) && message.contains("--engine"), "{message}");
}

#[test]
fn scores_are_chances_where_that_is_asked_for() {
    let folder = Folder::new();
    write_teller(&folder);
    let line = "analyze startpos --engine @teller --searcher engine --nodes 1k";
    let cp = folder.json(line);
    assert_eq!((&cp["score"]["cp"], &cp["engine"]), (&7.into(), &"Teller".into()), "{cp}");
    let wdl = folder.json(&format!("{line} --engine-scores wdl"));
    assert_eq!(wdl["score"]["cp"], 89, "{wdl}");
    assert_eq!(wdl["engine"], "Teller (UCI_ShowWDL=true), scores by WDL");
    // What a tree counts in is part of it.
    let line = "analyze startpos --engine @teller --nodes 20k --save @a.tree --memory 16MiB";
    let tree = folder.json(&format!("{line} --engine-scores wdl"));
    assert_eq!(tree["score"]["cp"], 89, "{tree}");
    let (code, message) = folder.failure("resume @a.tree --engine @teller --nodes 1k");
    assert!(code == Some(2) && message.contains("scores by WDL"), "{message}");
}

/// Behind the tree the line of the engine continues: in the report, in `show`, in a file, and after
/// that.
#[test]
fn lines_of_the_engine_go_on_behind_the_tree() {
    let folder = Folder::new();
    write_teller(&folder);
    // Its line is legal in the first position alone: nothing else is asked.
    let leaves = "--searcher best-first:first=1000+split=2000 --nodes 2k";
    let line = &format!("analyze startpos --engine @teller {leaves} --save @a.tree --memory 16MiB");
    let told = folder.json(line);
    let pv = serde_json::json!(["a2a3", "a7a6", "b2b3"]);
    assert_eq!((&told["tree_nodes"], &told["pv"]), (&2.into(), &pv), "{told}");
    let path = folder.path("a.tree").display().to_string();
    let shown = text(&["show", &path, "a2a3"]);
    assert!(shown.contains("1... a6 2. b3"), "{shown}");
}
