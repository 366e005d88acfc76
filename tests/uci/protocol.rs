//! The rules of the protocol, one by one: what is asked, when it is answered, and when a search ends.

use std::time::Duration;

use super::dialogue::{AT_ONCE, Engine, MATE_IN_2, MATED, MIDDLE, STALEMATE, play};

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
#[cfg(target_os = "linux")]
#[test]
fn no_move_waits_for_what_takes_long() {
    let mut engine = Engine::start();
    engine.say("uci");
    engine.until("uciok");
    let set_up = engine.work();
    for moves in ["e2e4", "d2d4", "c2c4", "g1f3"] {
        engine.say(&format!("ucinewgame\nposition startpos moves {moves}"));
        let before = engine.work();
        engine.go("wtime 10 btime 10 winc 1 binc 1");
        let work = engine.work() - before;
        assert!(work < set_up / 4, "{work} ms for {moves}; set up in {set_up} ms");
    }
}

#[test]
fn isready_is_answered_while_searching() {
    let mut engine = Engine::small();
    engine.say("go infinite");
    let before = engine.ready();
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
    engine.say("ponderhit");
    let answer = engine.answer();
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
            engine.say("ponderhit");
            engine.answer();
        }
    }
    // It means nothing to what does not ponder.
    engine.say(&format!("position fen {MIDDLE}\ngo infinite\nponderhit"));
    engine.ready();
    engine.until_nodes(10_000);
    engine.say("stop");
    engine.answer();
}

/// A clock of the other player alone, and a mate that is not there.
#[test]
fn what_has_limits_ends_by_itself() {
    let mut engine = Engine::small();
    for limits in ["btime 1000", "btime 1000 binc 5 winc 9", "mate 1"] {
        engine.say(&format!("ucinewgame\nposition fen {MIDDLE}"));
        play(MIDDLE, &[engine.go(limits).best.as_str()]);
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
    // It ends by itself, and not before its time. How much of a clock a move takes is tested beside the code.
    for limits in ["movetime 300", "wtime 2000 btime 1 winc 10", "wtime 2000 btime 0 movestogo 1"] {
        engine.say("ucinewgame");
        let time = engine.go(limits).info().number("time");
        assert!(limits != "movetime 300" || time >= Some(250), "{time:?}");
    }
    for nothing_left in ["wtime -50 btime 100", "wtime 0 btime 0 winc 0 binc 0", "movetime 0"] {
        engine.say("ucinewgame");
        let answer = engine.go(nothing_left);
        play(MIDDLE, &[answer.best.as_str()]);
        let nodes = answer.info().number("nodes");
        assert!(nodes < Some(AT_ONCE), "{nothing_left}: {nodes:?}");
    }
}

/// Endgame tables take some tenths of a second each, and no search so short as these does.
#[cfg(target_os = "linux")]
#[test]
fn an_ending_costs_no_time_on_the_clock() {
    let mut engine = Engine::small();
    engine.say("uci\nucinewgame");
    engine.ready();
    for pieces in ["BN", "BB", "QR", "QQ", "RN"] {
        engine.say(&format!("position fen 8/8/8/3k4/8/8/3{pieces}3/4K3 w - - 0 1"));
        let before = engine.work();
        engine.go("wtime 500 btime 500");
        let work = engine.work() - before;
        assert!(work < 150, "{pieces}: {work} ms");
    }
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
