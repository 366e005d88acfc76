//! What an answer says: its move, its score, its lines.

use super::dialogue::{AT_ONCE, Answer, Engine, MATE_IN_2, MATED, MIDDLE, STALEMATE, play};

const ONLY_MOVE: &str = "4k2r/pppp1ppp/8/8/7b/8/PPPPP1PP/RNBQKBNR w - - 0 1";
/// Castling is the best move there as far as few nodes tell: the others lose the bishop or a rook.
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const SEARCHERS: [&str; 6] =
    ["best-first:quiescence", "best-first", "pvs", "pvs-classic", "alpha-beta", "negamax"];

/// Programs take an answer without a score for an engine that does not know what it does.
#[test]
fn every_answer_has_a_score() {
    let mut engine = Engine::small();
    let thrice = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let fifty = "fen k7/8/8/8/8/8/8/KQ6 w - - 100 90";
    let bare = "fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    for name in SEARCHERS {
        engine.say(&format!("setoption name Searcher value {name}"));
        for limits in
            ["nodes 300", "depth 1", "wtime 20 btime 20", "nodes 50 searchmoves g1f3 e3e4"]
        {
            // The first is searched as if nobody claimed the draw, and the tree of it stays for the second one.
            for position in [thrice, &format!("{thrice} g1f3"), fifty, bare] {
                engine.say(&format!("position {position}"));
                let answer = engine.go(limits);
                assert_eq!(answer.info().score(), ("cp", 0), "{name} {limits} {position}");
                assert_eq!(answer.info().pv()[0], answer.best, "{name} {limits} {position}");
            }
            for (fen, score) in [(MATED, ("mate", 0)), (STALEMATE, ("cp", 0))] {
                engine.say(&format!("position fen {fen}"));
                let answer = engine.go(limits);
                assert_eq!(answer.infos()[0].score(), score, "{name} {limits} {fen}");
            }
        }
    }
}

#[test]
fn every_searcher_plays() {
    let mut engine = Engine::small();
    for name in SEARCHERS {
        engine.say(&format!("setoption name Searcher value {name}\nposition startpos moves e2e4"));
        assert!(engine.ready().is_empty());
        for limit in ["nodes 3000", "depth 2", "wtime 100 btime 100"] {
            let answer = engine.go(limit);
            play("startpos", &["e2e4", answer.best.as_str()]);
            assert!(answer.info().number("depth").is_some_and(|depth| depth >= 1), "{name}");
        }
    }
    engine.say("setoption name Searcher value mcts");
    assert!(engine.ready()[0].starts_with("info string option Searcher: "));
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let run = || {
        let mut engine = Engine::small();
        engine.say(&format!("position fen {MIDDLE}\nsetoption name MultiPV value 3"));
        let answer = engine.go("nodes 30000");
        let last = answer.infos().len() - 3;
        let told: Vec<_> = answer.infos()[last..]
            .iter()
            .map(|info| (info.number("depth"), format!("{:?} {:?}", info.score(), info.pv())))
            .collect();
        (answer.last, told)
    };
    assert_eq!(run(), run());
}

#[test]
fn mates_are_told_where_they_are_proven() {
    let mut engine = Engine::small();
    engine.say(&format!("position fen {MATE_IN_2}"));
    let answer = engine.go("mate 2");
    assert_eq!(answer.info().score(), ("mate", 2));
    engine.say(&format!("position fen {MATE_IN_2} moves {}", answer.best));
    assert_eq!(engine.go("nodes 20000").info().score(), ("mate", -1));
}

#[test]
fn searchmoves_are_the_choice() {
    let mut engine = Engine::small();
    engine.say("position startpos");
    assert_eq!(engine.go("searchmoves a2a3 nodes 2000").best, "a2a3");
    let best = engine.go("nodes 2000 searchmoves h2h3 A2A4 e2e5").best;
    assert!(["h2h3", "a2a4"].contains(&best.as_str()), "{best}");
    assert_ne!(engine.go("nodes 2000").best, "a2a3", "that was another question");
    for none in ["searchmoves nodes 500", "searchmoves e2e5 nodes 500"] {
        play("startpos", &[engine.go(none).best.as_str()]);
    }
}

/// An analyst wants its value, and a tree; in a game it is played at once.
#[test]
fn an_only_move_is_analysed_and_not_thought_about() {
    let mut engine = Engine::small();
    for searcher in ["best-first:quiescence", "best-first", "pvs"] {
        engine.say(&format!("setoption name Searcher value {searcher}"));
        engine.say(&format!("position fen {ONLY_MOVE}\ngo infinite"));
        engine.until_nodes(2 * AT_ONCE);
        engine.say("stop");
        engine.answer();
        engine.say("ucinewgame");
        let answer = engine.go("wtime 100000 btime 100000");
        assert_eq!(answer.best, "g2g3", "{searcher}");
        let nodes = answer.info().number("nodes");
        assert!(nodes < Some(AT_ONCE), "{searcher}: {nodes:?}");
    }
}

#[test]
fn finished_games_have_no_best_move() {
    let mut engine = Engine::small();
    for (fen, score) in [(MATED, "mate 0"), (STALEMATE, "cp 0")] {
        engine.say(&format!("position fen {fen}"));
        let answer = engine.go("nodes 100");
        assert_eq!(answer.last, "bestmove (none)");
        assert_eq!(answer.lines, [format!("info depth 0 score {score}")]);
    }
}

/// A program may want a move where a draw has to be claimed.
#[test]
fn a_draw_that_nobody_has_claimed_has_a_move() {
    let mut engine = Engine::small();
    let thrice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    engine.say(&format!("position startpos moves {thrice}"));
    play("startpos", &[engine.go("nodes 500").best.as_str()]);
    for fen in ["k7/8/8/8/8/8/8/KR6 w - - 100 90", "k7/8/8/8/8/8/8/KB6 w - - 0 1"] {
        engine.say(&format!("position fen {fen}"));
        play(fen, &[engine.go("nodes 500").best.as_str()]);
    }
}

#[test]
fn lines_are_complete_legal_and_of_one_depth() {
    let mut engine = Engine::small();
    engine.say(&format!("setoption name multipv value 4\nposition fen {MIDDLE}"));
    engine.say("go infinite");
    let mut lines: Vec<String> = (0..8).flat_map(|_| engine.until("info depth ")).collect();
    engine.say("stop");
    let answer = engine.answer();
    lines.extend(answer.lines.iter().cloned());
    let infos = Answer { lines, ..answer }.infos();
    let sets: Vec<_> = infos.chunks(4).collect();
    // By its own clock: not more often than anybody reads, but for the last one, which comes with the answer.
    let times: Vec<_> = sets.iter().filter_map(|set| set[0].number("time")).collect();
    assert!(times[..times.len() - 1].is_sorted_by(|a, b| b - a >= 100), "{times:?}");
    let mut depth = 0;
    for set in sets {
        let numbers = |name| set.iter().map(|info| info.number(name)).collect::<Vec<_>>();
        assert_eq!(numbers("multipv"), [Some(1), Some(2), Some(3), Some(4)]);
        let depths = numbers("depth");
        assert!(depths.iter().all(|other| other == &depths[0]), "{depths:?}");
        let (now, deepest) = (depths[0].unwrap_or(0), numbers("seldepth")[0].unwrap_or(0));
        assert!(now >= depth.max(1) && deepest >= now && deepest <= 255, "{now} {deepest}");
        depth = now;
        for info in set {
            play(MIDDLE, &info.pv());
            for name in ["nodes", "nps", "hashfull", "tbhits", "time"] {
                assert!(info.number(name).is_some_and(|number| number >= 0), "{name}");
            }
            assert!(!info.has("wdl"));
        }
    }
}

/// As many lines as are wanted have a value, the answer first, then by value.
#[test]
fn several_lines_have_values() {
    let mut engine = Engine::small();
    for moves in ["", "d2b3"] {
        engine.say(&format!("setoption name MultiPV value 3\nposition fen {MIDDLE} moves {moves}"));
        let infos = engine.go("nodes 100000").infos();
        let last = &infos[infos.len() - 3..];
        let numbers: Vec<_> = last.iter().map(|info| info.number("multipv")).collect();
        assert_eq!(numbers, [Some(1), Some(2), Some(3)]);
        let values = last[1..].iter().map(|info| info.number("cp"));
        assert!(values.is_sorted_by(|a, b| a >= b), "{last:?}");
        assert!(infos.iter().all(|info| !info.has("lowerbound") && !info.has("upperbound")));
    }
}

#[test]
fn wdl_is_told_where_it_is_wanted() {
    let mut engine = Engine::small();
    engine.say("setoption name UCI_ShowWDL value true");
    let answer = engine.go("nodes 2000");
    let wdl: Vec<i64> = {
        let line = answer.lines.last().expect("a line");
        let (_, rest) = line.split_once(" wdl ").unwrap_or_else(|| panic!("{line}"));
        rest.split(' ').take(3).filter_map(|number| number.parse().ok()).collect()
    };
    assert_eq!((wdl.len(), wdl.iter().sum::<i64>()), (3, 1000));
    // A mate that is proven is certain, for either side.
    for (fen, told) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", " score mate 1 wdl 1000 0 0 "),
        ("7k/8/5K2/8/8/8/8/1R6 b - - 0 1", " wdl 0 0 1000 "),
        ("k7/8/8/8/8/8/P7/K7 w - - 0 1", " score cp 0 wdl 0 1000 0 "),
    ] {
        engine.say(&format!("position fen {fen}"));
        let answer = engine.go("nodes 2000");
        let line = answer.lines.last().expect("a line");
        assert!(line.contains(told), "{fen}: {line}");
    }
    engine.say("setoption name UCI_ShowWDL value false");
    assert!(engine.go("nodes 2000").lines.iter().all(|line| !line.contains("wdl")));
}

#[test]
fn castling_is_written_as_the_program_wants_it() {
    let mut engine = Engine::small();
    engine.say(&format!("position fen {CASTLING}"));
    assert_eq!(engine.go("nodes 200 searchmoves e1g1").best, "e1g1");
    engine.say(&format!("setoption name UCI_Chess960 value true\nposition fen {CASTLING}"));
    assert_eq!(engine.go("nodes 200 searchmoves e1h1").best, "e1h1");
    engine.say(&format!("position fen {CASTLING} moves e1h1 e8a8"));
    play(CASTLING, &["e1g1", "e8c8", engine.go("nodes 200").best.as_str()]);
    let fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    engine.say(&format!("position fen {fen}"));
    assert_eq!(engine.go("nodes 200 searchmoves f1g1").best, "f1g1");
}
