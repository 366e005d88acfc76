//! Engines that die, hang, and do not want to end.

use std::time::{Duration, Instant};

use uci_engine::{Deadlines, Engine, EngineError, Search};

#[cfg(unix)]
use super::support::exists;
#[cfg(target_os = "linux")]
use super::support::is_running;
use super::support::{LONG, SHORT, ask, fake, patient, search, start};

/// The reason of an engine that does not answer in time.
fn awaited(result: Result<impl std::fmt::Debug, EngineError>) -> &'static str {
    match result {
        Err(EngineError::Hangs { awaited, .. }) => awaited,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_engine_that_dies_tells_its_last_words() {
    let mut engine = start("", &patient());
    let error = ask(&mut engine, &search("die")).expect_err("dead");
    let EngineError::Died { name, status, last_lines, .. } = &error else { panic!("{error}") };
    assert!(name.starts_with("Fake 1.0 (/") && name.ends_with("fake-uci-engine)"), "{name}");
    assert!(status.contains('3'), "{status}");
    assert!(last_lines.contains(&"info string the end is near".to_string()), "{last_lines:?}");
    assert!(last_lines.contains(&"out of cheese".to_string()), "{last_lines:?}");
    for result in [engine.begin(&search("")), engine.new_game(), engine.wait(LONG).map(drop)] {
        assert_eq!(result.expect_err("still dead").to_string(), error.to_string());
    }
}

#[test]
fn an_engine_that_dies_at_once_is_told_so() {
    let error = Engine::start(&fake("dies-at-once"), &patient()).expect_err("dead").to_string();
    let path = env!("CARGO_BIN_EXE_fake-uci-engine");
    let early = "has ended without saying `uciok` (is it a UCI engine?)";
    let told = format!("{path} {early}, exit status: 2; it said last: no network file");
    assert_eq!(error, told);
}

/// Its output ends before it has said why.
#[cfg(unix)]
#[test]
fn last_words_are_waited_for() {
    let script = "exec >&-; sleep 0.05; echo too late >&2; exit 7";
    let mut command = uci_engine::Command::new("sh");
    command.args = vec!["-c".to_string(), script.to_string()];
    let error = Engine::start(&command, &patient()).expect_err("dead").to_string();
    assert!(error.ends_with(", exit status: 7; it said last: too late"), "{error}");
}

#[test]
fn an_engine_that_does_not_greet_is_given_up() {
    let deadlines = Deadlines { start: SHORT, ..patient() };
    assert_eq!(awaited(Engine::start(&fake("silent"), &deadlines)), "uciok");
    assert_eq!(awaited(Engine::start(&fake("never-ready"), &deadlines)), "readyok");
}

#[test]
fn an_engine_that_ignores_stop_is_given_up() {
    let mut engine = start("", &Deadlines { stop: SHORT, ..patient() });
    engine.begin(&search("hang")).expect("begun");
    assert_eq!(engine.wait(SHORT).expect("no error"), None, "it may search as long as it likes");
    engine.stop();
    let begin = Instant::now();
    assert_eq!(awaited(engine.wait(LONG)), "bestmove");
    assert!(begin.elapsed() < LONG / 2);
    assert!(matches!(engine.begin(&search("")), Err(EngineError::Died { .. })));
    let mut engine = start("", &Deadlines { stop: SHORT, ..patient() });
    assert_eq!(awaited(ask(&mut engine, &search("hang").stop_after(SHORT))), "bestmove");
}

/// It reads nothing: far more is sent than a pipe holds.
#[test]
fn an_engine_that_does_not_read_holds_nobody_up() {
    let mut engine = start("deaf", &Deadlines { ready: SHORT, ..patient() });
    let search = Search::from_start().moves(vec!["e2e4"; 1_000_000]);
    assert_eq!(awaited(ask(&mut engine, &search)), "readyok");
    let mut engine = start("deaf", &Deadlines { ready: SHORT, ..patient() });
    assert_eq!(awaited(engine.new_game()), "readyok");
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_dropped_has_ended() {
    let mut engine = start("", &patient());
    let id = engine.id();
    assert!(exists(id));
    engine.begin(&Search::from_start()).expect("begun");
    let begin = Instant::now();
    drop(engine);
    assert!(!exists(id), "not even as one that nobody has waited for");
    assert!(begin.elapsed() < LONG / 2, "it was asked to");
}

#[cfg(unix)]
#[test]
fn an_engine_that_does_not_quit_is_killed() {
    for manner in ["stubborn", "deaf"] {
        let engine = start(manner, &Deadlines { quit: SHORT, ..patient() });
        let id = engine.id();
        let begin = Instant::now();
        drop(engine);
        assert!(begin.elapsed() >= SHORT, "it had time");
        assert!(!exists(id));
    }
    let mut engine = start("", &Deadlines { stop: Duration::ZERO, ..patient() });
    let id = engine.id();
    engine.begin(&search("hang")).expect("begun");
    engine.stop();
    assert_eq!(awaited(engine.wait(LONG)), "bestmove");
    assert!(!exists(id), "killed when it was given up");
}

#[cfg(target_os = "linux")]
#[test]
fn what_an_engine_has_started_ends_with_it() {
    let engine = start("parent", &patient());
    let child = engine.author().and_then(|id| id.parse().ok()).expect("a number");
    assert!(is_running(child));
    drop(engine);
    let begin = Instant::now();
    while is_running(child) && begin.elapsed() < LONG {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(!is_running(child));
}

/// Ctrl-C goes to a group.
#[cfg(unix)]
#[test]
fn an_engine_is_in_a_group_of_its_own() {
    use rustix::process::{Pid, getpgid, getpgrp};
    let engine = start("", &patient());
    let id = i32::try_from(engine.id()).ok().and_then(Pid::from_raw);
    let group = getpgid(id).expect("a group");
    assert_eq!(Some(group), id);
    assert_ne!(group, getpgrp());
}
