//! What tests of processes share.

use std::time::Duration;

use uci_engine::{Command, Deadlines, Engine, EngineError, Found, Search};

/// Longer than anything takes that goes well.
pub const LONG: Duration = Duration::from_secs(60);
/// For what goes wrong.
pub const SHORT: Duration = Duration::from_millis(150);

/// Starts the engine of the tests.
pub fn fake(manner: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fake-uci-engine"));
    command.args.extend((!manner.is_empty()).then(|| manner.to_string()));
    command
}

/// Nothing that goes well is given up.
pub fn patient() -> Deadlines {
    Deadlines { start: LONG, ready: LONG, stop: LONG, quit: LONG }
}

pub fn start(manner: &str, deadlines: &Deadlines) -> Engine {
    Engine::start(&fake(manner), deadlines).expect("an engine")
}

/// A search whose moves tell how the engine behaves.
pub fn search(moves: &str) -> Search {
    Search::from_start().moves(moves.split_whitespace()).nodes(1000)
}

/// Begins a search and waits for the answer.
pub fn ask(engine: &mut Engine, search: &Search) -> Result<Found, EngineError> {
    engine.begin(search)?;
    Ok(engine.wait(LONG)?.expect("an answer in time"))
}

/// Whether a process does anything. One that has ended and whose parent has not asked how, does
/// not.
#[cfg(target_os = "linux")]
pub fn is_running(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
    state.is_some_and(|state| state != 'Z')
}

/// Whether the system knows a process, even one that has only not been waited for.
#[cfg(unix)]
pub fn exists(id: u32) -> bool {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    id.is_some_and(|id| rustix::process::test_kill_process(id).is_ok())
}
