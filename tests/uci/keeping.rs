//! The tree is kept from move to move.

use std::path::Path;
use std::process::Command;

use super::dialogue::{Answer, Engine};
use crate::common::folder::Folder;
use crate::common::program::text;

/// Nodes of the search before a step, which the search behind it continues from.
const NODES: u64 = 60_000;

fn position(moves: &str) -> String {
    format!("position startpos moves {moves}")
}

/// The nodes of the tree.
fn tree_nodes(engine: &mut Engine) -> u64 {
    engine.say("d");
    let line = engine.until("Tree: ").pop().unwrap_or_default();
    let number = line.split(' ').nth(1).and_then(|number| number.replace(',', "").parse().ok());
    number.unwrap_or_else(|| panic!("{line}"))
}

fn searched(engine: &mut Engine, moves: &str) -> Answer {
    engine.say(&position(moves));
    engine.go(&format!("nodes {NODES}"))
}

#[test]
fn forward_back_and_beside_nothing_is_lost() {
    for searcher in ["best-first:quiescence", "best-first"] {
        let mut engine = Engine::small();
        engine.say(&format!("setoption name Searcher value {searcher}"));
        let pv = searched(&mut engine, "e2e4 e7e5").info();
        let (first, second) = (pv.pv()[0].to_string(), pv.pv()[1].to_string());
        let mut before = tree_nodes(&mut engine);
        for moves in [
            format!("e2e4 e7e5 {first} {second}"),
            "e2e4 e7e5".to_string(),
            "e2e4 e7e5 b1c3".to_string(),
            "e2e4 e7e5 b1c3 b8c6".to_string(),
        ] {
            engine.say(&position(&moves));
            engine.go("nodes 1");
            let now = tree_nodes(&mut engine);
            assert!(now >= before, "{searcher} {moves}: {before} then {now}");
            before = now;
        }
        // Another game.
        engine.say("position startpos moves d2d4");
        engine.go("nodes 1");
        assert!(tree_nodes(&mut engine) < before / 4);
    }
}

/// Some moves only are searched in a tree of their own, in the same memory.
#[test]
fn searchmoves_leave_the_tree_as_it_is() {
    for searcher in ["best-first:quiescence", "best-first"] {
        let mut engine = Engine::small();
        engine.say(&format!("setoption name Searcher value {searcher}"));
        let before = searched(&mut engine, "e2e4").info();
        let kept = tree_nodes(&mut engine);
        for request in ["searchmoves a7a6 nodes 20000", "searchmoves a7a6 h7h6 depth 3"] {
            let answer = engine.go(request);
            assert!(["a7a6", "h7h6"].contains(&answer.best.as_str()), "{answer:?}");
            assert!(answer.info().number("nodes").is_some_and(|nodes| nodes > 0));
            assert_eq!(tree_nodes(&mut engine), kept);
        }
        let after = engine.go("nodes 1").info();
        // One node more may show how the line goes on.
        assert_eq!(after.score(), before.score());
        assert!(after.pv().starts_with(&before.pv()), "{after:?} {before:?}");
        // Where nothing is kept, the moves are searched all the same, and the next search is whole.
        engine.say("position startpos moves d2d4");
        assert_eq!(engine.go("searchmoves a7a6 nodes 3000").best, "a7a6");
        assert_ne!(engine.go("nodes 3000").best, "a7a6");
    }
}

#[test]
fn a_table_is_kept_from_move_to_move_and_forgotten_with_the_game() {
    for searcher in ["pvs", "pvs-classic"] {
        let mut engine = Engine::small();
        engine.say(&format!("setoption name Searcher value {searcher}"));
        let nodes = |engine: &mut Engine, moves: &str| {
            engine.say(&position(moves));
            engine.go("depth 5").info().number("nodes").unwrap_or(0)
        };
        let fresh = nodes(&mut engine, "e2e4");
        let again = nodes(&mut engine, "e2e4");
        assert!(again < fresh / 2, "{searcher}: {fresh}, then {again}");
        engine.say("ucinewgame");
        assert_eq!(nodes(&mut engine, "e2e4"), fresh, "{searcher}");
        // The whole game over again is the same game.
        let game = |engine: &mut Engine| {
            engine.say("ucinewgame");
            ["e2e4", "e2e4 e7e5", "d2d4"].map(|moves| {
                engine.say(&position(moves));
                engine.go("nodes 5000").last
            })
        };
        assert_eq!(game(&mut engine), game(&mut engine), "{searcher}");
    }
}

/// The table of searched leaves is large: writing all of it for each new tree would take as long as
/// many a move may. It is set up before a clock runs.
#[cfg(target_os = "linux")]
#[test]
fn a_new_tree_costs_nothing_on_the_clock() {
    let mut engine = Engine::start();
    engine.say("setoption name Hash value 512");
    engine.ready();
    let set_up = engine.work();
    for moves in ["e2e4", "d2d4", "c2c4", "g1f3", "b2b3", "f2f4", "g2g3", "b1c3"] {
        engine.say(&position(moves));
        engine.go("wtime 1 btime 1");
    }
    // Eight times all of the table would be some tenths of a second.
    let played = engine.work() - set_up;
    assert!(played < 4 * set_up + 100, "{played} ms for eight moves; set up in {set_up} ms");
}

/// What leaves have taught outlives the tree, but not the game.
#[test]
fn after_ucinewgame_a_game_is_the_same_again() {
    for searcher in ["best-first:quiescence", "best-first"] {
        let mut engine = Engine::small();
        engine.say(&format!("setoption name Searcher value {searcher}"));
        let game = |engine: &mut Engine| {
            engine.say("ucinewgame");
            ["e2e4", "e2e4 e7e5 g1f3", "d2d4", "e2e4 a7a6"].map(|moves| {
                engine.say(&position(moves));
                let answer = engine.go("nodes 5000");
                (answer.info().number("depth"), answer.info().number("cp"), answer.last)
            })
        };
        assert_eq!(game(&mut engine), game(&mut engine), "{searcher}");
    }
}

#[test]
fn what_is_known_needs_no_nodes() {
    let mut engine = Engine::small();
    engine.say("setoption name UCI_AnalyseMode value true");
    let deep = searched(&mut engine, "e2e4 e7e5 g1f3");
    let depth = deep.info().number("depth").expect("a depth");
    // One move on, the search of the whole position is a ply less deep.
    engine.say(&position(&format!("e2e4 e7e5 g1f3 {}", deep.best)));
    let kept = engine.go(&format!("depth {}", depth - 2)).info().number("nodes");
    engine.say("setoption name Clear Hash");
    let fresh = engine.go(&format!("depth {}", depth - 2)).info().number("nodes");
    let (kept, fresh) = (kept.unwrap_or(0), fresh.unwrap_or(0));
    assert!(kept * 2 < fresh, "{kept} nodes with the tree kept, {fresh} without");
    // And back, before the first position that was asked about.
    searched(&mut engine, "e2e4 e7e5 g1f3");
    let before = tree_nodes(&mut engine);
    engine.say(&position("e2e4 e7e5"));
    engine.go("nodes 1");
    assert!(tree_nodes(&mut engine) >= before);
}

#[test]
fn in_a_game_what_can_no_longer_occur_goes() {
    let mut engine = Engine::small();
    let best = searched(&mut engine, "e2e4").best;
    let before = tree_nodes(&mut engine);
    engine.say(&position(&format!("e2e4 {best}")));
    engine.go("nodes 1");
    assert!(tree_nodes(&mut engine) >= before, "no clock, no game");
    engine.go("wtime 1 btime 1");
    let after = tree_nodes(&mut engine);
    assert!(after < before, "{before} then {after}");
}

/// Knights go out and back while a search follows: nothing has come back for the third time yet.
#[test]
fn positions_that_came_back_are_counted_as_in_the_game() {
    for go in ["nodes 3000", "wtime 200 btime 200"] {
        let mut engine = Engine::small();
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"];
        for plies in 0..=moves.len() {
            engine.say(&position(&moves[..plies].join(" ")));
            let answer = engine.go(go);
            assert_ne!(answer.best, "(none)");
            assert!(!answer.infos().is_empty(), "{plies}: it was searched");
        }
        // The third time: with this move the game is drawn.
        engine.say(&position(&format!("{} f3g1", moves.join(" "))));
        let home = engine.go("nodes 3000 searchmoves f6g8").info();
        assert_eq!(home.score(), ("cp", 0), "{go}");
    }
}

#[test]
fn ucinewgame_forgets_unless_it_is_analysis() {
    let mut engine = Engine::small();
    searched(&mut engine, "e2e4");
    engine.say("ucinewgame");
    engine.go("nodes 1");
    assert!(tree_nodes(&mut engine) < 100);
    engine.say("setoption name UCI_AnalyseMode value true");
    searched(&mut engine, "e2e4");
    let before = tree_nodes(&mut engine);
    engine.say("ucinewgame");
    engine.go("nodes 1");
    assert!(tree_nodes(&mut engine) >= before);
    engine.say("setoption name Clear Hash");
    engine.go("nodes 1");
    assert!(tree_nodes(&mut engine) < 200);
}

#[test]
fn less_memory_keeps_what_fits() {
    let mut engine = Engine::small();
    searched(&mut engine, "e2e4");
    let before = tree_nodes(&mut engine);
    engine.say("setoption name Hash value 64");
    assert_eq!(tree_nodes(&mut engine), before);
    engine.say("setoption name Hash value 8");
    assert!(tree_nodes(&mut engine) > before / 2);
    assert!(searched(&mut engine, "e2e4").last.starts_with("bestmove"));
}

#[test]
fn a_tree_is_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my game.tree");
    let file = format!("setoption name TreeFile value {}", path.display());
    let mut engine = Engine::small();
    searched(&mut engine, "e2e4 c7c5");
    let saved = tree_nodes(&mut engine);
    engine.say(&format!("{file}\nsetoption name Save Tree"));
    assert!(engine.ready()[0].starts_with("info string saved "));
    // More of the same replaces it, and so does not what is something else.
    searched(&mut engine, "e2e4 c7c5");
    engine.say("setoption name Save Tree");
    assert!(engine.ready()[0].starts_with("info string saved "));
    searched(&mut engine, "d2d4");
    engine.say("setoption name Save Tree");
    assert!(engine.ready()[0].contains("holds another tree"));
    engine.quit();

    let mut engine = Engine::small();
    engine.say(&format!("setoption name Searcher value pvs\n{file}\nsetoption name Load Tree"));
    assert!(engine.ready()[0].starts_with("info string loaded "));
    engine.say(&format!("ucinewgame\n{}", position("e2e4 c7c5")));
    engine.go("nodes 1");
    assert!(tree_nodes(&mut engine) > saved, "it continues");
    std::fs::write(&path, "no tree").expect("a file");
    engine.say("setoption name Load Tree");
    assert!(engine.ready()[0].starts_with("info string Load Tree: "));
    assert!(tree_nodes(&mut engine) > saved, "the tree before stays");
}

#[test]
fn a_tree_of_another_game_is_told_as_such() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("war.tree").display().to_string();
    text(&["analyze", "--rules", "junqi", "startpos", "--nodes", "100", "--save", &path]);
    let mut engine = Engine::small();
    engine.say(&format!("setoption name TreeFile value {path}\nsetoption name Load Tree"));
    let told = engine.ready().remove(0);
    assert!(told.contains("is a tree for \"junqi\", not for \"chess\""), "{told}");
}

/// Spaces of a path stay, and what is no file is not waited for.
#[test]
fn only_files_are_loaded() {
    let folder = Folder::new();
    let [pipe, path] = ["pipe", "two  spaces.tree"].map(|name| folder.path(name));
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut engine = Engine::small();
    for other in [pipe.as_path(), Path::new("/dev/zero"), Path::new("/")] {
        let other = other.display();
        engine.say(&format!("setoption name TreeFile value {other}\nsetoption name Load Tree"));
        let told =
            format!("info string Load Tree: {other} is not a regular file, so it cannot be a tree");
        assert_eq!(engine.ready(), [told]);
    }
    engine.go("nodes 500");
    engine.say(&format!("setoption name TreeFile value {}", path.display()));
    engine.say("setoption name Save Tree\nsetoption name Load Tree");
    let told = engine.ready();
    assert!(told.len() == 2 && told[1].starts_with("info string loaded "), "{told:?}");
    assert!(path.is_file());
}
