//! What one engine answers.

use std::time::{Duration, Instant};

use uci_engine::{Deadlines, Engine, EngineError, Score, Search};

use super::support::{LONG, SHORT, ask, fake, patient, search, start};

#[test]
fn an_engine_tells_who_it_is() {
    let command = fake("").option("threads", "2").option("hash", "64");
    let engine = Engine::start(&command, &patient()).expect("an engine");
    assert_eq!(engine.name(), "Fake 1.0");
    assert_eq!(engine.author(), Some("Nobody"));
    assert_eq!(engine.identity(), "Fake 1.0 (Hash=64, Threads=2)");
    let names: Vec<&str> = engine.options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["Hash", "Threads"]);
}

#[test]
fn a_search_is_answered() {
    let command = fake("").option("Hash", "64");
    let mut engine = Engine::start(&command, &patient()).expect("an engine");
    let found = ask(&mut engine, &search("d2d4 d7d5").nodes(1234)).expect("an answer");
    assert_eq!(found.best.as_deref(), Some("d2d4"));
    assert_eq!(found.ponder.as_deref(), Some("e7e5"));
    assert_eq!(found.score, Some(Score::Centipawns(0)));
    assert_eq!((found.nodes, found.depth, found.hashfull), (1234, 3, Some(64)));
    assert_eq!(found.line, ["d2d4", "d7d5"]);
    let none = ask(&mut engine, &Search::from_start().nodes(1)).expect("an answer");
    assert_eq!((none.best, none.line.len()), (None, 0), "nothing is left of the last search");
}

#[test]
fn new_games_reach_the_engine() {
    let mut engine = start("", &patient());
    engine.new_game().expect("ready");
    let found = ask(&mut engine, &search("e2e4").in_new_game()).expect("an answer");
    assert_eq!(found.score, Some(Score::Centipawns(2)));
}

#[test]
fn castling_is_agreed_on_when_it_changes() {
    let command = fake("chess960").option("uci_chess960", "true");
    let mut engine = Engine::start(&command, &patient()).expect("an engine");
    assert_eq!(engine.identity(), "Fake 1.0", "each search says it itself");
    let mut told = |chess960| {
        let search = search("e2e4").in_chess960(chess960);
        ask(&mut engine, &search).expect("an answer").tbhits
    };
    // Once by hand; then before the first search, and where it changes.
    assert_eq!([false, false, true, true, false].map(&mut told), [101, 101, 201, 201, 202]);
    let mut usual = start("", &patient());
    let refused = usual.begin(&search("e2e4").in_chess960(true));
    assert!(matches!(refused, Err(EngineError::NoChess960 { .. })), "{refused:?}");
    assert!(ask(&mut usual, &search("e2e4")).is_ok(), "nothing was sent");
}

#[test]
fn an_endless_search_tells_its_progress_and_is_stopped() {
    let mut engine = start("", &patient());
    assert_eq!(engine.progress(), None);
    engine.begin(&Search::from_start().moves(["e2e4"])).expect("begun");
    assert!(engine.is_searching());
    let begin = Instant::now();
    while engine.progress().is_none() && begin.elapsed() < LONG {
        assert_eq!(engine.wait(Duration::from_millis(1)).expect("no error"), None);
    }
    let progress = engine.progress().expect("progress");
    assert_eq!((progress.best, progress.line), (None, vec!["e2e4".to_string()]));
    assert!(matches!(engine.begin(&search("")), Err(EngineError::Busy { .. })));
    engine.stop();
    engine.stop();
    let found = engine.wait(LONG).expect("no error").expect("an answer");
    assert_eq!(found.best.as_deref(), Some("e2e4"));
    assert_eq!(engine.progress(), None);
    assert!(matches!(engine.wait(LONG), Err(EngineError::NothingAsked { .. })));
    engine.stop();
    assert!(ask(&mut engine, &search("d2d4")).is_ok());
}

#[test]
fn a_search_stops_after_its_time() {
    let mut engine = start("", &patient());
    let search = Search::from_start().moves(["e2e4"]).stop_after(SHORT);
    let begin = Instant::now();
    let found = ask(&mut engine, &search).expect("an answer");
    assert_eq!(found.best.as_deref(), Some("e2e4"));
    assert!(begin.elapsed() >= SHORT);
}

#[test]
fn a_second_answer_is_not_that_to_the_next_search() {
    let mut engine = start("", &patient());
    for _ in 0..100 {
        let first = ask(&mut engine, &search("twice").nodes(5)).expect("an answer");
        assert_eq!((first.best.as_deref(), first.nodes), (Some("twice"), 5));
        let second = ask(&mut engine, &search("g1f3").nodes(6)).expect("an answer");
        assert_eq!((second.best.as_deref(), second.nodes), (Some("g1f3"), 6));
    }
}

#[test]
fn floods_and_garbage_are_survived() {
    let mut engine = start("", &patient());
    let found = ask(&mut engine, &search("e2e4 flood")).expect("an answer");
    assert_eq!((found.nodes, found.depth), (199_999, 9));
    let found = ask(&mut engine, &search("e2e4 garbage")).expect("an answer");
    assert_eq!((found.score, found.nodes, found.depth), (Some(Score::Centipawns(0)), 12, 3));
    assert_eq!(engine.name(), "Fake 1.0");
}

/// Output is read even if no call waits for it.
#[test]
fn an_engine_does_not_wait_for_being_read() {
    let mut engine = start("", &patient());
    engine.begin(&search("e2e4 flood")).expect("begun");
    let begin = Instant::now();
    while engine.progress().is_none_or(|found| found.nodes < 199_999) {
        assert!(begin.elapsed() < LONG, "it is stuck");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn what_it_cannot_be_asked_is_refused() {
    let asked = |name: &str, value: &str| {
        let error = Engine::start(&fake("").option(name, value), &patient()).expect_err("refused");
        error.to_string()
    };
    let label = format!("Fake 1.0 ({})", env!("CARGO_BIN_EXE_fake-uci-engine"));
    let unknown = format!("{label} has no option `Thread`; is `Threads` meant?");
    assert_eq!(asked("Thread", "1"), unknown);
    let wrong = format!("{label}: option `Threads` cannot be `9`: 1 to 8");
    assert_eq!(asked("Threads", "9"), wrong);
    let mut engine = start("", &patient());
    let unsendable = engine.begin(&Search::from_fen("8/8\nquit"));
    assert!(matches!(unsendable, Err(EngineError::Unsendable(_))));
    assert!(ask(&mut engine, &search("e2e4")).is_ok(), "nothing was sent");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let command = "no-such-engine --fast".parse().expect("a command");
    let error = Engine::start(&command, &Deadlines::default()).expect_err("not there");
    let told = "there is no program no-such-engine: install it, or give its whole path";
    assert_eq!(error.to_string(), told);
}

/// Each in one line, with the whole path. Another process writes the file: what this one has open
/// for writing is inherited by whatever the other tests start meanwhile, and the system executes
/// no such file.
#[cfg(unix)]
#[test]
fn why_a_program_does_not_start_is_told_in_plain_words() {
    let folder = std::env::temp_dir().join(format!("uci engine {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("engine");
    let told = |text: &str, mode: &str| {
        let mut writer = std::process::Command::new("sh");
        let command = "printf %s \"$1\" > \"$0\" && chmod \"$2\" \"$0\"";
        let written = writer.args(["-c", command]).arg(&path).args([text, mode]).status();
        assert!(written.is_ok_and(|status| status.success()));
        let command = path.display().to_string().parse().expect("a command");
        let error = Engine::start(&command, &patient()).expect_err("no engine").to_string();
        let told = error.strip_prefix(&format!("cannot start {}: ", path.display()));
        told.unwrap_or_else(|| panic!("{error}")).to_string()
    };
    assert_eq!(told("uciok", "600"), "the file may not be executed (chmod +x allows it)");
    let interpreter = told("#!/no/such/thing\n", "700");
    assert_eq!(interpreter, "the interpreter that its first line names does not exist");
    assert_eq!(told("\x7fELF?", "700"), "the file is not a program for this machine");
    let command = uci_engine::Command::new(&folder);
    let error = Engine::start(&command, &patient()).expect_err("a folder").to_string();
    assert!(error.ends_with(": it is a folder"), "{error}");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn an_engine_works_where_it_is_told() {
    let folder = std::env::temp_dir();
    let mut command = fake("");
    command.directory = Some(folder.clone());
    let engine = Engine::start(&command, &patient()).expect("an engine");
    if cfg!(target_os = "linux") {
        let link = format!("/proc/{}/cwd", engine.id());
        let there = std::fs::read_link(link).expect("a process");
        assert_eq!(there, folder.canonicalize().expect("a folder"));
    }
}
