//! An engine beside the search: it has a thread of its own, and what it says goes into no tree.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use uci_engine::{Command, Deadlines, Engine, EngineError, Found, Search};

use super::question::{line_to, search_of};
use crate::game::{Heuristics, Notation};
use crate::search::{Interrupt, Root};

/// Lines that it is asked for, if it tells several.
const LINES: &str = "3";
/// Between two looks at what it has found, and at whether somebody wants something else.
const LOOK: Duration = Duration::from_millis(100);
/// How much longer than it was given it may take before it is told to stop.
const LATE: Duration = Duration::from_secs(1);

/// What the engine has said of the position that it was asked about last.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// What it calls itself; empty until it has started.
    pub engine: String,
    /// What it has found so far, its scores exact.
    pub found: Found,
    /// Whether it is still at it.
    pub is_searching: bool,
    /// Why it does not answer.
    pub problem: Option<String>,
}

/// A question, and where what is said of it goes.
struct Asked {
    command: Command,
    search: Search,
    said: Arc<Mutex<Said>>,
    stop: Interrupt,
}

/// An engine that is asked about one position after the other. It ends with this value.
#[derive(Debug)]
pub struct SecondEngine {
    asks: Sender<Asked>,
    said: Arc<Mutex<Said>>,
    stop: Interrupt,
}

impl SecondEngine {
    /// None is started yet; `news` is called whenever there is something new to see.
    pub fn new(news: impl Fn() + Send + 'static) -> SecondEngine {
        let (asks, asked) = mpsc::channel();
        thread::spawn(move || serve(&asked, &news));
        SecondEngine { asks, said: Arc::default(), stop: Interrupt::default() }
    }

    /// Has the position of a root searched for so long, in place of the one before.
    pub fn ask<G: Heuristics + Notation>(
        &mut self,
        command: Command,
        root: &Root<G>,
        time: Duration,
    ) {
        self.end();
        let (_, moves) = line_to(root, &[]);
        let search = search_of(root).moves(moves).time(time).stop_after(time.saturating_add(LATE));
        self.stop = Interrupt::default();
        self.said = Arc::new(Mutex::new(Said { is_searching: true, ..Said::default() }));
        let (said, stop) = (Arc::clone(&self.said), self.stop.clone());
        // The thread is there as long as this value.
        let _ = self.asks.send(Asked { command, search, said, stop });
    }

    /// Ends the search. What was found stays.
    pub fn end(&self) {
        self.stop.throw();
    }

    /// What it has said of the position that it was asked about last.
    pub fn said(&self) -> Said {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for SecondEngine {
    fn drop(&mut self) {
        self.end();
    }
}

impl Asked {
    fn note(&self, change: impl FnOnce(&mut Said)) {
        change(&mut self.said.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Has the engine search; it is started first where another one runs, or none.
    fn follow(
        &self,
        running: &mut Option<(Command, Engine)>,
        news: &impl Fn(),
    ) -> Result<(), EngineError> {
        let is_over = || self.stop.is_thrown();
        if running.as_ref().is_none_or(|(command, _)| *command != self.command) {
            *running = None;
            let Some(engine) = started(&self.command, is_over)? else { return Ok(()) };
            *running = Some((self.command.clone(), engine));
        }
        let Some((_, engine)) = running else { return Ok(()) };
        self.note(|said| said.engine = engine.name().to_string());
        engine.begin(&self.search)?;
        loop {
            if is_over() {
                engine.stop();
            }
            let answer = engine.wait(LOOK)?;
            let is_answered = answer.is_some();
            if let Some(found) = answer.or_else(|| engine.progress()) {
                self.note(|said| said.found = found.exact());
            }
            if is_answered {
                return Ok(());
            }
            news();
        }
    }
}

/// An engine that tells several lines, if it can; `None` where nobody waits for it any more.
fn started(command: &Command, is_over: impl Fn() -> bool) -> Result<Option<Engine>, EngineError> {
    let several = command.clone().option("MultiPV", LINES);
    let deadlines = Deadlines::default();
    match Engine::start_unless(&several, &deadlines, &is_over) {
        Err(EngineError::UnknownOption { .. } | EngineError::BadValue { .. }) => {
            Engine::start_unless(command, &deadlines, is_over)
        }
        started => started,
    }
}

/// Answers until nobody can ask any more.
fn serve(asks: &Receiver<Asked>, news: &impl Fn()) {
    let mut running = None;
    while let Ok(asked) = asks.recv() {
        let problem = asked.follow(&mut running, news).err().map(|error| error.to_string());
        if problem.is_some() {
            running = None;
        }
        asked.note(|said| (said.problem, said.is_searching) = (problem, false));
        news();
    }
}
