//! Garbage, and more of it than anybody wants.

use std::time::Duration;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::dialogue::Engine;

/// Words of which lines are made.
const WORDS: [&str; 44] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "why",
    "help",
    "debug",
    "register",
    "perft",
    "name",
    "value",
    "startpos",
    "fen",
    "moves",
    "searchmoves",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "infinite",
    "ponder",
    "Hash",
    "MultiPV",
    "Clear",
    "UCI_AnalyseMode",
    "true",
    "e2e4",
    "e7e5",
    "-1",
    "0",
    "3",
    "9999999999999999999999",
    "8/8/8/8/8/8/8/8",
    "KQkq",
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::collection::vec(prop::sample::select(&WORDS[..]), 1..9);
    let sentence = words.prop_map(|words| words.join(" ").into_bytes());
    let bytes = prop::collection::vec(any::<u8>(), 0..40);
    let game =
        prop::collection::vec(prop::sample::select(&["e2e4", "d7d5", "g1f3", "g8f6"][..]), 0..5)
            .prop_map(|moves| format!("position startpos moves {}", moves.join(" ")).into_bytes());
    let go =
        prop::sample::select(&["go nodes 200", "go infinite", "go movetime 1", "go ponder"][..])
            .prop_map(|line| line.as_bytes().to_vec());
    prop_oneof![4 => sentence, 2 => bytes, 1 => game, 1 => go]
}

/// Whether a line may end the engine, take long, or ask for another answer than is counted.
fn is_left_out(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    ["quit", "exit", "bench", "movetime", "wtime", "btime"]
        .iter()
        .any(|word| words.contains(word) && text != "go movetime 1")
}

#[test]
fn garbage_does_no_harm() {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut engine = Engine::small();
    for _ in 0..20 {
        for _ in 0..60 {
            let tree = line().new_tree(&mut runner).expect("a line");
            let mut line = tree.current();
            if !is_left_out(&line) {
                line.push(b'\n');
                engine.send(&line);
            }
        }
        engine.ready();
    }
    engine.say("stop\nucinewgame\nposition startpos");
    engine.ready();
    engine.say("stop");
    assert!(engine.go("nodes 100").last.starts_with("bestmove "));
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn each_go_of_a_flood_has_its_answer() {
    let mut engine = Engine::small();
    let mut wanted = 0;
    for request in
        ["go infinite", "go nodes 300", "go ponder", "go depth 1", "go"].iter().cycle().take(200)
    {
        engine.say(&format!("position startpos moves e2e4\n{request}"));
        wanted += 1;
    }
    engine.say("stop");
    for _ in 0..wanted {
        engine.answer();
    }
    assert!(engine.ready().is_empty());
}

#[test]
fn whatever_waits_quit_ends_it() {
    let mut engine = Engine::small();
    engine.say(&"bench\n".repeat(2000));
    engine.ready();
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn what_waits_takes_little_memory() {
    let mut engine = Engine::small();
    engine.say("go infinite");
    engine.say(&"eval\n".repeat(60_000));
    let said = engine.ready();
    assert!(said.iter().any(|line| line.starts_with("info string too many commands")), "{said:?}");
    engine.say("stop");
    engine.until("bestmove ");
    while !engine.within(Duration::from_millis(500)).is_empty() {}
    engine.say("position startpos");
    assert!(engine.go("nodes 100").last.starts_with("bestmove "));
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn at_the_end_of_the_input_what_was_asked_for_is_answered() {
    let mut engine = Engine::small();
    engine.say("position startpos moves e2e4\ngo nodes 500\ngo nodes 500\ngo infinite");
    engine.close();
    for _ in 0..3 {
        assert_ne!(engine.answer().best, "(none)");
    }
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn a_line_without_end_is_cut_off() {
    let mut engine = Engine::small();
    let word = vec![b'x'; 1 << 16];
    for _ in 0..64 {
        engine.send(&word);
    }
    engine.send(b"\n");
    let said = engine.ready();
    assert!(said.len() == 1 && said[0].starts_with("info string unknown command"), "{said:?}");
}
