//! An engine whose leaves another engine searches.

use super::dialogue::Engine;
use crate::common::engines::{OPTIONS, wait_for_end, write_engine, write_mortal, write_teller};
use crate::common::folder::Folder;

fn start(folder: &Folder, engine: &str, options: &str) -> Engine {
    let words = folder.words(&format!("--engine {engine} {options}"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut engine = Engine::start_with(&words);
    engine.say("setoption name Hash value 16");
    engine
}

/// The lines that are for people.
fn told(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string ")).collect()
}

const LEAVES: &str = "setoption name Searcher value best-first:first=1000+split=4000";

#[test]
fn another_engine_searches_the_leaves() {
    let folder = Folder::new();
    write_engine(&folder);
    let mut engine = start(&folder, "@engine", OPTIONS);
    engine.say("uci");
    let greeting = engine.until("uciok");
    let searcher = "option name Searcher type string default best-first";
    assert!(greeting.iter().any(|line| line == searcher), "{greeting:?}");
    engine.say(LEAVES);
    engine.say("ucinewgame\nposition startpos");
    let answer = engine.go("nodes 20000");
    assert_eq!((answer.best.len(), told(&answer.lines)), (4, vec![]), "{answer:?}");
    // Some of the moves, in a tree of their own; the first one is kept meanwhile.
    let answer = engine.go("nodes 10000 searchmoves a2a3");
    assert_eq!((answer.best.as_str(), told(&answer.lines)), ("a2a3", vec![]), "{answer:?}");
    // A tree of leaves that are searched has few nodes.
    assert!(answer.lines.iter().all(|line| line.contains(" hashfull 0 ")), "{answer:?}");
    engine.say("d");
    let tree = engine.until("Tree: ").pop().unwrap_or_default();
    assert!(tree != "Tree: none" && tree != "Tree: 1 node", "{tree}");
    engine.say("position startpos moves e2e4");
    let answer = engine.go("nodes 10000");
    assert!(answer.lines.iter().any(|line| line.contains(" nodes 10")), "{answer:?}");
    // The tree is saved with the name of its engine.
    let path = folder.path("a.tree").display().to_string();
    engine.say(&format!("setoption name TreeFile value {path}\nsetoption name Save Tree"));
    let saved = engine.ready();
    assert!(told(&saved).iter().any(|told| told.starts_with("saved ")), "{saved:?}");
    engine.say("setoption name Searcher value best-first\nsetoption name Load Tree");
    let loaded = engine.ready();
    assert!(told(&loaded).iter().any(|told| told.starts_with("loaded ")), "{loaded:?}");
    // More threads are more engines; another searcher needs none.
    engine.say("setoption name Threads value 2");
    assert_eq!(told(&engine.ready()), [""; 0]);
    assert_eq!(engine.go("nodes 10000").best.len(), 4);
    engine.say("setoption name Searcher value pvs");
    assert_eq!(engine.go("nodes 10000").best.len(), 4);
    assert_eq!(engine.quit(), Some(0));
    wait_for_end(&folder);
    let mut alone = Engine::small();
    alone.say(&format!("setoption name TreeFile value {path}\nsetoption name Load Tree"));
    let refused = alone.ready();
    assert!(told(&refused).iter().any(|told| told.contains("was made with shans ")), "{refused:?}");
}

#[test]
fn trouble_with_the_engine_is_told() {
    let folder = Folder::new();
    write_mortal(&folder);
    let mut engine = start(&folder, "@mortal", "");
    engine.say("position startpos");
    let answer = engine.go("nodes 20000");
    assert!(told(&answer.lines).iter().any(|told| told.contains("Mortal")), "{answer:?}");
    assert_eq!(answer.best.len(), 4, "a legal move all the same");
    assert_eq!(engine.end(), Some(0));
    let (code, message) = folder.failure("uci --engine there-is-no-such-program");
    assert!(code == Some(1) && message.contains("there-is-no-such-program"), "{message}");
}

/// By itself, too, and where it says nothing.
#[test]
fn every_answer_has_a_score() {
    let folder = Folder::new();
    write_teller(&folder);
    write_mortal(&folder);
    for (name, value) in [("@teller", 7), ("@mortal", 0)] {
        let mut engine = start(&folder, name, "");
        engine.say("setoption name Searcher value engine");
        for drawn in ["k7/8/8/8/8/8/8/KQ6 w - - 100 90", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"] {
            engine.say(&format!("position fen {drawn}"));
            let answer = engine.go("wtime 1000 btime 1000");
            assert_eq!(answer.info().score(), ("cp", 0), "{name} {drawn}");
            assert_eq!(answer.info().pv(), [answer.best.as_str()], "{name} {drawn}");
        }
        engine.say("position startpos");
        let answer = engine.go("nodes 1000");
        assert!(answer.info().score().1 >= value, "{name}: {answer:?}");
        let answer = engine.go("nodes 1000 searchmoves a2a3");
        assert_eq!((answer.info().pv()[0], answer.best.as_str()), ("a2a3", "a2a3"), "{name}");
        engine.say("go ponder");
        engine.within(std::time::Duration::from_millis(50));
        engine.say("ponderhit");
        engine.answer();
        assert_eq!(engine.end(), Some(0));
    }
}

#[test]
fn the_engine_is_an_option() {
    let folder = Folder::new();
    write_engine(&folder);
    let path = folder.path("engine").display().to_string();
    let mut engine = Engine::small();
    engine.say("uci");
    let greeting = engine.until("uciok");
    assert!(greeting.iter().any(|line| line == "option name Engine type string default <empty>"));
    for (wrong, error) in [
        ("Engine value there-is-no-such-program", "there-is-no-such-program"),
        ("Engine value 'quote", "option Engine: "),
        ("EngineOptions value Hash", "option EngineOptions: "),
    ] {
        engine.say(&format!("setoption name {wrong}"));
        let told_of_it = engine.ready();
        assert!(told(&told_of_it).iter().any(|told| told.contains(error)), "{told_of_it:?}");
    }
    // Its own search stays.
    engine.say("position startpos");
    assert_eq!(engine.go("nodes 2000").best.len(), 4);
    engine.say("setoption name EngineOptions value Searcher=pvs; hash=8");
    engine.say(&format!("setoption name Engine value {path}"));
    engine.say(LEAVES);
    assert_eq!(told(&engine.ready()), [""; 0]);
    assert_eq!(engine.go("nodes 20000").best.len(), 4);
    let tree = folder.path("a.tree").display().to_string();
    engine.say(&format!("setoption name TreeFile value {tree}\nsetoption name Save Tree"));
    assert!(told(&engine.ready()).iter().any(|told| told.starts_with("saved ")));
    engine.say("setoption name Engine value <empty>\nsetoption name Load Tree");
    let refused = engine.ready();
    assert!(told(&refused).iter().any(|told| told.contains("was made with shans ")), "{refused:?}");
    assert_eq!(engine.go("nodes 2000").best.len(), 4);
    assert_eq!(engine.quit(), Some(0));
    wait_for_end(&folder);
}
