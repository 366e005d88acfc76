//! One engine.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::bell::Bell;
use crate::command::{Command, EngineOption};
use crate::deadlines::{Deadlines, after};
use crate::error::EngineError;
use crate::found::Found;
use crate::inbox::{Awaited, Inbox};
use crate::options::{self, CHESS960, OptionInfo};
use crate::process::Process;
use crate::program;
use crate::search::Search;

/// Between two looks at what may end a start.
const LOOK: Duration = Duration::from_millis(20);

/// An engine and its process, which ends with it.
///
/// Nothing that is done to an engine waits longer than its [`Deadlines`] say; one that does not
/// keep to them is killed, and so is one that is dropped and does not `quit`. If this process is
/// killed itself, the engine reads the end of its input, at which engines quit.
///
/// After an error that says that it hangs or has died, an engine only ever says that it has died.
///
/// ```no_run
/// use std::time::Duration;
/// use uci_engine::{Command, Deadlines, Engine, EngineError, Search};
///
/// let mut engine = Engine::start(&Command::new("stockfish"), &Deadlines::default())?;
/// engine.begin(&Search::from_start().moves(["e2e4"]).nodes(20_000))?;
/// // `None` after ten seconds without an answer; the search continues then.
/// if let Some(found) = engine.wait(Duration::from_secs(10))? {
///     println!("{:?} {:?} {:?}", found.best, found.score, found.line);
/// }
/// # Ok::<(), EngineError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    process: Process,
    inbox: Arc<Inbox>,
    deadlines: Deadlines,
    asked: Vec<EngineOption>,
    program: PathBuf,
    name: String,
    /// Whether it has said its name.
    has_name: bool,
    /// Whether it has said `uciok`.
    has_greeted: bool,
    author: Option<String>,
    options: Vec<OptionInfo>,
    identity: String,
    /// How castling is written, once that was agreed.
    chess960: Option<bool>,
    phase: Phase,
    /// The error with which it ended.
    ended_with: Option<String>,
}

/// What the engine is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It has to say who it is until then.
    Greeting {
        until: Instant,
    },
    /// It has to be ready until then.
    Readying {
        until: Instant,
        allowed: Duration,
    },
    Idle,
    Searching {
        /// When it has to have begun.
        begun_until: Instant,
        /// When it is told to stop.
        stop_at: Option<Instant>,
        /// When it has to have answered, once it was told to stop.
        until: Option<Instant>,
    },
    Ended,
}

impl Engine {
    /// Starts an engine, sets its options, and waits until it is ready.
    ///
    /// # Errors
    ///
    /// A program that cannot be started or does not answer in time, and options that it does not
    /// have.
    pub fn start(command: &Command, deadlines: &Deadlines) -> Result<Engine, EngineError> {
        let mut engine = Engine::launch(command, deadlines, Arc::default())?;
        engine.wait_until_ready()?;
        Ok(engine)
    }

    /// The same, unless this comes true before the engine is ready: `None`. It is looked at some fifty times a second.
    ///
    /// # Errors
    ///
    /// As [`Engine::start`].
    pub fn start_unless(
        command: &Command,
        deadlines: &Deadlines,
        is_over: impl Fn() -> bool,
    ) -> Result<Option<Engine>, EngineError> {
        let mut engine = Engine::launch(command, deadlines, Arc::default())?;
        while !engine.is_idle() {
            if is_over() {
                return Ok(None);
            }
            engine.wait(LOOK)?;
        }
        Ok(Some(engine))
    }

    /// Starts an engine that [`Engine::advance`] makes ready.
    pub(crate) fn launch(
        command: &Command,
        deadlines: &Deadlines,
        bell: Arc<Bell>,
    ) -> Result<Engine, EngineError> {
        let inbox = Arc::new(Inbox::new(bell));
        inbox.expect(Awaited::Greeting);
        let program = program::find(command)?;
        let process = Process::start(&program, command, deadlines.quit, Arc::clone(&inbox))?;
        process.send("uci\n");
        Ok(Engine {
            process,
            inbox,
            deadlines: *deadlines,
            asked: command.options.clone(),
            program,
            name: command.short_name(),
            has_greeted: false,
            has_name: false,
            author: None,
            options: Vec::new(),
            identity: command.short_name(),
            chess960: None,
            phase: Phase::Greeting { until: after(deadlines.start) },
            ended_with: None,
        })
    }

    /// What the engine calls itself; its program where it does not say.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name and where its program is, as errors tell it.
    pub fn label(&self) -> String {
        let path = self.program.display();
        if self.has_name { format!("{} ({path})", self.name) } else { path.to_string() }
    }

    /// Its author, if it names one.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The options it has.
    pub fn options(&self) -> &[OptionInfo] {
        &self.options
    }

    /// Its name and the options that were set, by name: `Stockfish 15.1 (Hash=64, Threads=1)`.
    /// Arguments of the program are not in it, nor what files it reads.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Whether it has a search to answer.
    pub fn is_searching(&self) -> bool {
        matches!(self.phase, Phase::Searching { .. })
    }

    /// Begins a search, and does not wait for it.
    ///
    /// # Errors
    ///
    /// [`EngineError::Busy`] if the last search is not answered, [`EngineError::Unsendable`] if a
    /// position or move is not a single line or word, [`EngineError::NoChess960`], [`EngineError::Died`].
    pub fn begin(&mut self, search: &Search) -> Result<(), EngineError> {
        self.check_idle()?;
        let commands = search.commands()?;
        let castling = self.agree_on_castling(search.chess960)?;
        self.inbox.expect(Awaited::SearchReady);
        self.process.send(castling + &commands);
        self.phase = Phase::Searching {
            begun_until: after(self.deadlines.ready),
            stop_at: search.stop_after.map(after),
            until: None,
        };
        Ok(())
    }

    /// Waits at most this long for the answer; `None` if there is none yet. With
    /// [`Duration::ZERO`] it looks whether there is one.
    ///
    /// # Errors
    ///
    /// [`EngineError::Hangs`] if the engine was told to stop and has not answered in time,
    /// [`EngineError::Died`], [`EngineError::NothingAsked`].
    pub fn wait(&mut self, time: Duration) -> Result<Option<Found>, EngineError> {
        if self.phase == Phase::Idle {
            return Err(EngineError::NothingAsked { name: self.label() });
        }
        let until = after(time);
        loop {
            let seen = self.inbox.bell().rings();
            let found = self.advance()?;
            if found.is_some() || Instant::now() >= until {
                return Ok(found);
            }
            let due = self.due().unwrap_or(until);
            self.inbox.bell().wait(seen, due.min(until));
        }
    }

    /// Tells a searching engine to stop. It still has to be waited for: it answers with what it
    /// has found. Nothing happens if it is not searching.
    pub fn stop(&mut self) {
        if let Phase::Searching { until: until @ None, .. } = &mut self.phase {
            *until = Some(after(self.deadlines.stop));
            self.process.send("stop\n");
        }
    }

    /// Lets the engine forget all it has searched, and waits until it has.
    /// [`Search::in_new_game`] does the same without waiting.
    ///
    /// # Errors
    ///
    /// [`EngineError::Busy`], [`EngineError::Hangs`], [`EngineError::Died`].
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.check_idle()?;
        self.get_ready("ucinewgame\n", self.deadlines.ready);
        self.wait_until_ready()
    }

    /// What the search has found so far, `best` and `ponder` left out. `None` if no search runs,
    /// and before the engine has reported anything about it.
    pub fn progress(&self) -> Option<Found> {
        let found = self.is_searching().then(|| self.inbox.found())?;
        (found != Found::default()).then_some(Found { best: None, ponder: None, ..found })
    }

    /// How it has ended, as it was told or would be.
    pub(crate) fn last_error(&mut self) -> String {
        if self.ended_with.is_none() {
            self.died();
        }
        self.ended_with.clone().unwrap_or_default()
    }

    /// Ends an engine that is not this one.
    ///
    /// # Errors
    ///
    /// [`EngineError::Changed`].
    pub(crate) fn expect_identity(&mut self, identity: Option<&str>) -> Result<(), EngineError> {
        match identity {
            Some(was) if was != self.identity => {
                self.quit();
                let (name, was) = (self.label(), was.to_string());
                let error = EngineError::Changed { name, was, is: self.identity.clone() };
                self.ended_with = Some(error.to_string());
                Err(error)
            }
            _ => Ok(()),
        }
    }

    /// Whether a search can begin.
    pub(crate) fn is_idle(&self) -> bool {
        self.phase == Phase::Idle
    }

    /// Whether it can do no more searches.
    pub(crate) fn has_ended(&self) -> bool {
        self.phase == Phase::Ended || (self.phase == Phase::Idle && self.inbox.is_silent())
    }

    /// Asks it to end, so that it is gone sooner when it is dropped.
    pub(crate) fn quit(&mut self) {
        self.phase = Phase::Ended;
        self.process.quit();
    }

    /// When [`Engine::advance`] has something to do even if the engine says nothing.
    pub(crate) fn due(&self) -> Option<Instant> {
        match self.phase {
            Phase::Greeting { until } | Phase::Readying { until, .. } => Some(until),
            Phase::Searching { begun_until, stop_at, until } => {
                let is_begun = self.inbox.awaited() != Awaited::SearchReady;
                let begun_until = Some(begun_until).filter(|_| !is_begun);
                let stop_at = stop_at.filter(|_| until.is_none());
                [begun_until, stop_at, until].into_iter().flatten().min()
            }
            Phase::Idle | Phase::Ended => None,
        }
    }

    /// Does what can be done without waiting. Returns the answer to a search once.
    ///
    /// # Errors
    ///
    /// The engine has ended, or is ended here since it hangs or cannot be as it was asked for.
    pub(crate) fn advance(&mut self) -> Result<Option<Found>, EngineError> {
        // Before the inbox: a process that is gone has said all it had to say.
        let is_gone = self.inbox.is_silent();
        let has_come = self.inbox.awaited() == Awaited::Nothing;
        match self.phase {
            Phase::Greeting { .. } if has_come => self.introduce()?,
            Phase::Readying { .. } if has_come => self.phase = Phase::Idle,
            Phase::Searching { .. } if has_come => {
                self.phase = Phase::Idle;
                return Ok(Some(self.inbox.found()));
            }
            Phase::Ended => return Err(self.died()),
            _ if is_gone => return Err(self.died()),
            _ => self.keep_deadlines()?,
        }
        Ok(None)
    }

    /// Sets the options, now that those are known which there are.
    fn introduce(&mut self) -> Result<(), EngineError> {
        let greeting = self.inbox.greeting();
        self.has_greeted = true;
        self.has_name = greeting.name.is_some();
        self.name = greeting.name.unwrap_or_else(|| self.name.clone());
        self.author = greeting.author;
        self.options = greeting.options;
        let options = match options::settle(&self.label(), &self.options, &self.asked) {
            Ok(options) => options,
            Err(error) => {
                self.quit();
                return Err(error);
            }
        };
        self.identity = options::identity(&self.name, &options);
        self.get_ready(&options::commands(&options), self.deadlines.start);
        Ok(())
    }

    fn get_ready(&mut self, commands: &str, allowed: Duration) {
        self.inbox.expect(Awaited::Ready);
        self.process.send(format!("{commands}isready\n"));
        self.phase = Phase::Readying { until: after(allowed), allowed };
    }

    pub(crate) fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        while self.phase != Phase::Idle {
            let seen = self.inbox.bell().rings();
            self.advance()?;
            if let Some(due) = self.due() {
                self.inbox.bell().wait(seen, due);
            }
        }
        Ok(())
    }

    /// What is sent so that castling is written like this from now on; nothing where it is already.
    fn agree_on_castling(&mut self, chess960: bool) -> Result<String, EngineError> {
        if self.chess960 == Some(chess960) {
            return Ok(String::new());
        }
        let command = match options::spelled(&self.options, CHESS960) {
            Some(option) => format!("setoption name {option} value {chess960}\n"),
            None if chess960 => return Err(EngineError::NoChess960 { name: self.label() }),
            None => String::new(),
        };
        self.chess960 = Some(chess960);
        Ok(command)
    }

    fn check_idle(&mut self) -> Result<(), EngineError> {
        match self.phase {
            Phase::Idle if !self.inbox.is_silent() => Ok(()),
            Phase::Idle | Phase::Ended => Err(self.died()),
            _ => Err(EngineError::Busy { name: self.label() }),
        }
    }

    fn keep_deadlines(&mut self) -> Result<(), EngineError> {
        let now = Instant::now();
        let is_over = |until: Instant| now >= until;
        match self.phase {
            Phase::Greeting { until } if is_over(until) => {
                Err(self.hangs("uciok", self.deadlines.start))
            }
            Phase::Readying { until, allowed } if is_over(until) => {
                Err(self.hangs("readyok", allowed))
            }
            Phase::Searching { until: Some(until), .. } if is_over(until) => {
                Err(self.hangs("bestmove", self.deadlines.stop))
            }
            Phase::Searching { begun_until, .. }
                if is_over(begun_until) && self.inbox.awaited() == Awaited::SearchReady =>
            {
                Err(self.hangs("readyok", self.deadlines.ready))
            }
            Phase::Searching { stop_at: Some(stop_at), .. } if is_over(stop_at) => {
                self.stop();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn hangs(&mut self, awaited: &'static str, waited: Duration) -> EngineError {
        self.phase = Phase::Ended;
        self.process.kill();
        let last_lines = self.inbox.last_lines();
        let error = EngineError::Hangs { name: self.label(), awaited, waited, last_lines };
        self.ended_with = Some(error.to_string());
        error
    }

    fn died(&mut self) -> EngineError {
        let has_greeted = self.has_greeted;
        self.phase = Phase::Ended;
        let status = self.process.bury();
        let last_lines = self.inbox.last_lines();
        let error = EngineError::Died { name: self.label(), has_greeted, status, last_lines };
        self.ended_with.get_or_insert_with(|| error.to_string());
        error
    }
}
