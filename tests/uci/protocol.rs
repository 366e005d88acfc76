//! The rules of the protocol, one by one.

use std::time::{Duration, Instant};

use super::dialogue::{Engine, play};

const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATE: &str = "k7/8/1Q6/8/8/8/8/K7 b - - 0 1";
const MATE_IN_2: &str = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
const ONLY_MOVE: &str = "4k2r/pppp1ppp/8/8/7b/8/PPPPP1PP/RNBQKBNR w - - 0 1";
const MIDDLE: &str = "r1r4k/1b3ppp/qP2pn2/P1bpN3/Q2p4/6P1/3NPPBP/R1R3K1 w - - 0 1";
/// Castling is the best move there as far as few nodes tell: the others lose the bishop or a rook.
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const SEARCHERS: [&str; 6] =
    ["best-first:quiescence", "best-first", "pvs", "pvs-classic", "alpha-beta", "negamax"];

#[test]
fn nothing_is_said_before_uci_and_all_options_after_it() {
    let mut engine = Engine::start();
    assert!(engine.within(Duration::from_millis(200)).is_empty());
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name shans ") && lines[1].starts_with("id author "));
    for name in [
        "Hash type spin default 256 min 8 ",
        "Threads type spin default 1 min 1 max 1",
        "MultiPV type spin default 1 min 1 ",
        "Ponder type check default false",
        "Move Overhead type spin ",
        "Clear Hash type button",
        "UCI_AnalyseMode type check default false",
        "UCI_ShowWDL type check default false",
        "UCI_Chess960 type check default false",
        "Searcher type string default best-first",
        "TreeFile type string default <empty>",
        "Save Tree type button",
        "Load Tree type button",
    ] {
        let start = format!("option name {name}");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{name}");
    }
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn a_search_needs_nothing_but_go() {
    let mut engine = Engine::start();
    let answer = engine.go("nodes 2000");
    play("startpos", &[answer.best.as_str()]);
    let info = answer.info();
    assert_eq!(info.pv()[0], answer.best);
    assert_eq!(info.pv().get(1).copied(), answer.last.split(' ').nth(3));
    assert!(info.number("nodes").is_some_and(|nodes| nodes <= 2000));
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let mut engine = Engine::small();
    engine.say("go infinite");
    assert_eq!(engine.end(), Some(0));
    assert_eq!(Engine::start().end(), Some(0));
    assert_eq!(Engine::start().quit(), Some(0));
}

#[test]
fn what_is_asked_before_quit_is_answered() {
    let mut engine = Engine::small();
    engine.say("uci\nisready\nposition startpos moves e2e4\nd\ngo infinite\nquit");
    for answer in ["uciok", "readyok", "Fen: rnbqkbnr/pppppppp/8/8/4P3/", "bestmove "] {
        engine.until(answer);
    }
}

/// What takes long is done before `uciok`: programs may start the clock as soon as a game begins.
#[test]
fn no_move_waits_for_what_takes_long() {
    let mut engine = Engine::start();
    let began = Instant::now();
    engine.say("uci");
    engine.until("uciok");
    let set_up = began.elapsed();
    for moves in ["e2e4", "d2d4", "c2c4", "g1f3"] {
        engine.say(&format!("ucinewgame\nposition startpos moves {moves}"));
        let began = Instant::now();
        engine.go("wtime 10 btime 10 winc 1 binc 1");
        let took = began.elapsed();
        assert!(took < set_up / 4, "{took:?} for {moves}; set up in {set_up:?}");
    }
}

#[test]
fn isready_is_answered_while_searching() {
    let mut engine = Engine::small();
    engine.say("go infinite");
    let asked = Instant::now();
    let before = engine.ready();
    assert!(asked.elapsed() < Duration::from_secs(5));
    assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    engine.say("stop");
    engine.answer();
}

#[test]
fn there_is_one_bestmove_for_each_go_and_none_before_stop() {
    let mut engine = Engine::small();
    for endless in
        ["infinite", "", "ponder wtime 100 btime 100", "infinite nodes 50", "ponder depth 1"]
    {
        // A mate is proven soon: the search ends, and yet nobody has said stop.
        for fen in [MATE_IN_2, MATED, MIDDLE] {
            engine.say(&format!("position fen {fen}\ngo {endless}"));
            let before = engine.within(Duration::from_millis(100));
            assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{endless} {fen}");
            engine.say("stop\nstop");
            engine.answer();
            let after = engine.ready();
            assert!(!after.iter().any(|line| line.starts_with("bestmove")), "{endless} {fen}");
        }
    }
    engine.say("stop\nponderhit");
    assert!(engine.ready().is_empty(), "nothing was to be stopped");
}

#[test]
fn after_ponderhit_the_clock_runs() {
    let mut engine = Engine::small();
    engine.say(&format!("position fen {MIDDLE}\ngo ponder wtime 1000 btime 1000"));
    let before = engine.within(Duration::from_millis(300));
    assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    let hit = Instant::now();
    engine.say("ponderhit");
    let answer = engine.answer();
    assert!(hit.elapsed() < Duration::from_millis(900), "{:?}", hit.elapsed());
    play(MIDDLE, &[answer.best.as_str()]);
    // What is known for certain is reported at once.
    engine.say(&format!("position fen {MATE_IN_2}\ngo ponder wtime 100000 btime 100000"));
    engine.within(Duration::from_millis(200));
    engine.say("ponderhit");
    engine.answer();
}

/// Whatever it was asked with: on the clock of the other, without any, and where there is nothing to think about.
#[test]
fn ponderhit_is_answered() {
    let mut engine = Engine::small();
    for request in
        ["ponder", "ponder btime 300", "ponder wtime 300", "ponder nodes 50", "ponder mate 1"]
    {
        for fen in [MIDDLE, MATED, STALEMATE, "k7/8/8/8/8/8/8/KB6 w - - 0 1"] {
            engine.say(&format!("position fen {fen}\ngo {request}"));
            let before = engine.within(Duration::from_millis(20));
            assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{request} {fen}");
            let hit = Instant::now();
            engine.say("ponderhit");
            engine.answer();
            assert!(hit.elapsed() < Duration::from_secs(5), "{request} {fen}");
        }
    }
    // It means nothing to what does not ponder.
    engine.say(&format!("position fen {MIDDLE}\ngo infinite\nponderhit"));
    let nodes = |lines: &[String]| lines.iter().filter(|line| line.contains(" nodes ")).count();
    engine.within(Duration::from_millis(300));
    let later = engine.within(Duration::from_millis(600));
    assert!(nodes(&later) > 0, "the search goes on: {later:?}");
    engine.say("stop");
    engine.answer();
}

/// A clock of the other player alone, and a mate that is not there.
#[test]
fn what_has_limits_ends_by_itself() {
    let mut engine = Engine::small();
    for (limits, most) in
        [("btime 1000", 990), ("btime 1000 binc 5 winc 9", 990), ("mate 1", 20_000)]
    {
        engine.say(&format!("ucinewgame\nposition fen {MIDDLE}"));
        let began = Instant::now();
        play(MIDDLE, &[engine.go(limits).best.as_str()]);
        assert!(began.elapsed() < Duration::from_millis(most), "{limits}: {:?}", began.elapsed());
    }
}

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
fn a_position_that_is_refused_has_no_move() {
    let mut engine = Engine::small();
    engine.say("position startpos moves e2e4");
    for refused in ["fen 8/8/8 w", "startpos moves e2e4 e2e4", "", "fen 8/8/8/8/8/8/8/8 w - - 0 1"]
    {
        engine.say(&format!("position {refused}"));
        let why = engine.ready();
        assert!(why.len() == 1 && why[0].starts_with("info string position: "), "{why:?}");
        for asked in ["go nodes 50", "go infinite\nstop", "go ponder\nponderhit"] {
            engine.say(asked);
            let answer = engine.answer();
            assert_eq!((answer.last.as_str(), &answer.lines), ("bestmove 0000", &why), "{refused}");
        }
        for asked in ["d", "eval", "why e2e4", "setoption name Evaluation value tables\nd"] {
            engine.say(asked);
            assert_eq!(engine.ready(), why, "{asked}");
        }
    }
    engine.say("position startpos moves e2e4");
    play("startpos", &["e2e4", engine.go("nodes 50").best.as_str()]);
}

#[test]
fn every_limit_is_kept() {
    let mut engine = Engine::small();
    engine.say(&format!("position fen {MIDDLE}"));
    let nodes = engine.go("nodes 5000").info().number("nodes");
    assert!(nodes.is_some_and(|nodes| nodes <= 5000), "{nodes:?}");
    engine.say("ucinewgame");
    // Each search of the whole position has twice the nodes of the one before, which may be two plies.
    let depth = engine.go("depth 4").info().number("depth");
    assert!(matches!(depth, Some(4 | 5)), "{depth:?}");
    engine.say("ucinewgame");
    let began = Instant::now();
    engine.go("movetime 300");
    let took = began.elapsed();
    assert!(took >= Duration::from_millis(250) && took < Duration::from_secs(2), "{took:?}");
    for clocks in ["wtime 2000 btime 1 winc 10", "wtime 2000 btime 0 movestogo 1"] {
        engine.say("ucinewgame");
        let began = Instant::now();
        engine.go(clocks);
        assert!(began.elapsed() < Duration::from_millis(1950), "{clocks}: {:?}", began.elapsed());
    }
    for nothing_left in ["wtime -50 btime 100", "wtime 0 btime 0 winc 0 binc 0", "movetime 0"] {
        let began = Instant::now();
        play(MIDDLE, &[engine.go(nothing_left).best.as_str()]);
        assert!(began.elapsed() < Duration::from_millis(500), "{nothing_left}");
    }
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
        std::thread::sleep(Duration::from_millis(500));
        engine.say("stop");
        let nodes = engine.answer().info().number("nodes");
        assert!(nodes.is_some_and(|nodes| nodes > 3000), "{searcher}: {nodes:?}");
        let began = Instant::now();
        assert_eq!(engine.go("wtime 100000 btime 100000").best, "g2g3", "{searcher}");
        assert!(began.elapsed() < Duration::from_secs(1), "{searcher}");
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
    std::thread::sleep(Duration::from_millis(900));
    engine.say("stop");
    let infos = engine.answer().infos();
    let sets: Vec<_> = infos.chunks(4).collect();
    assert!((2..=8).contains(&sets.len()), "{}", sets.len());
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

/// Endgame tables take some tenths of a second each.
#[test]
fn an_ending_costs_no_time_on_the_clock() {
    let mut engine = Engine::small();
    engine.say("uci\nucinewgame");
    engine.ready();
    for pieces in ["BN", "BB", "QR", "QQ", "RN"] {
        engine.say(&format!("position fen 8/8/8/3k4/8/8/3{pieces}3/4K3 w - - 0 1"));
        let began = Instant::now();
        engine.go("wtime 500 btime 500");
        assert!(began.elapsed() < Duration::from_millis(200), "{pieces}: {:?}", began.elapsed());
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
fn mistakes_are_told_and_forgiven() {
    let mut engine = Engine::small();
    for (line, told) in [
        ("setoption name Contempt value 3", "info string unknown option \"Contempt\""),
        ("setoption name Hash value lots", "info string option Hash must be a whole number"),
        ("setoption name Save Tree", "info string Save Tree: there is no tree yet"),
        ("setoption name Load Tree", "info string Load Tree: no file"),
        ("why e2e4", "info string why: there is no tree yet"),
        ("xyzzy", "info string unknown command \"xyzzy\""),
        ("position fen 8/8/8 w", "info string position: "),
        ("position startpos moves e2e4 e2e4", "info string position: move 2, \"e2e4\", "),
    ] {
        engine.say(line);
        let said = engine.ready();
        assert!(said.len() == 1 && said[0].starts_with(told), "{line}: {said:?}");
    }
    engine.say("position startpos");
    play("startpos", &[engine.go("nodes 500").best.as_str()]);
    for (request, told) in [
        ("nodes -4", "nodes -4 is taken as 1"),
        ("depth x nodes 500", "depth \"x\" is left out"),
        ("nodes 500 wibble", "\"wibble\" is left out"),
    ] {
        let answer = engine.go(request);
        assert_eq!(answer.lines[0], format!("info string go: {told}"), "{request}");
        play("startpos", &[answer.best.as_str()]);
    }
    engine.say("go wibble");
    assert_eq!(engine.line(), "info string go: \"wibble\" is left out; it ends on stop");
    engine.say("stop");
    play("startpos", &[engine.answer().best.as_str()]);
}

#[test]
fn lines_may_end_and_be_written_in_any_way() {
    let mut engine = Engine::start();
    engine.send(b"UCI\r\n");
    engine.until("uciok");
    engine
        .send(b"  SetOption   NAME   hash VALUE 16\r\n\r\n\tPOSITION  StartPos\tMOVES  E2E4 \r\n");
    engine.send(b"joho GO NODES 500\r\n");
    play("startpos", &["e2e4", engine.answer().best.as_str()]);
    engine.send(b"\xff\xfe \x00\x01\r\n");
    assert_eq!(engine.ready().len(), 1);
    // The last line need not end at all.
    engine.send(b"quit");
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn what_people_type_is_answered() {
    let mut engine = Engine::small();
    engine.say("position startpos moves e2e4\nd\neval\ngo perft 3\nhelp\ngo nodes 3000\nwhy a7a6");
    let lines = engine.until("All numbers are in pawns, from Black's");
    for part in [
        "8  r n b q k b n r",
        "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "static value ",
        "a7a6: 566",
        "Nodes searched: 13160",
        "uci, isready, ucinewgame, quit",
        "a6 was never searched by itself.",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(part)), "{part}: {lines:#?}");
    }
    engine.ready();
    engine.say("go perft 60");
    assert!(engine.ready().is_empty());
    engine.say("stop");
    assert_eq!(engine.line(), "info string perft: stopped");
}

#[test]
fn a_stopped_bench_ends_soon() {
    let mut engine = Engine::small();
    engine.say("bench");
    assert!(!engine.line().is_empty());
    assert_eq!(engine.quit(), Some(0));
}
