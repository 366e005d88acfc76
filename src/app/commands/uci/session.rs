//! Reads commands. What cannot wait is answered at once; a thread of its own does the rest, one
//! command after the other.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::command::Command;
use super::console::Console;
use super::engine::{Engine, Job};
use super::go::{Ends, LONGEST_WORD};
use super::input::{self, Event};
use super::options::{self, Options};
use super::queue::{self, Admission, JobSender};
use super::signals::{self, Remote};
use crate::app::args::UciArgs;
use crate::app::engines::NoEngines;
use crate::app::exit::Exit;
use crate::app::games::CommandLineGame;
use crate::app::searchers::CannotStart;
use crate::app::usage::UsageError;

/// The stack of the thread that thinks: bytes. Searches call themselves some hundred plies deep.
const STACK: usize = 32 << 20;

/// After the last command, an engine that is still starting is waited for so long.
const LAST_START: Duration = Duration::from_secs(1);

/// Speaks the protocol until `quit`, the end of `input` or a signal. Each stops a search that runs, and what
/// was asked for before is still answered; but after `quit` no bench and no count begins.
///
/// # Errors
///
/// `input` that cannot be read; an engine that cannot be started, or was not at the end.
pub fn run<G: CommandLineGame>(
    args: &UciArgs,
    input: impl Read + Send + 'static,
    out: &mut (dyn Write + Send),
) -> anyhow::Result<Exit> {
    let (events, quit) = input::events(input)?;
    let options = Options::new(args.engine.clone(), quit.clone()).map_err(UsageError::new)?;
    // Better now than in the middle of a game; but programs want an answer to `uci` before an engine is ready.
    options.searcher.launch_engine()?;
    let introduction = options::introduction(&options);
    let console = Console::new(out);
    let (is_over, has_clocks) = (AtomicBool::new(false), AtomicBool::new(false));
    thread::scope(|scope| {
        let (jobs, receiver) = queue::queue();
        let (is_over, has_clocks) = (&is_over, &has_clocks);
        let builder = thread::Builder::new().stack_size(STACK);
        let console = &console;
        let (told, ended) = mpsc::channel();
        builder.spawn_scoped(scope, move || {
            // An engine is made where it thinks: positions need not go from thread to thread.
            let mut engine = Engine::<G>::new(console, options, has_clocks);
            receiver.serve(|job| {
                if !(is_over.load(Ordering::Relaxed) && job.is_for_lookers_on()) {
                    engine.carry_out(job);
                }
            });
            // Nobody listens after a failure of the thread that reads.
            let _ = told.send(engine.into_failure());
        })?;
        let (remotes, stopped) = (Vec::new(), VecDeque::new());
        let mut session = Session { console, introduction, jobs, remotes, stopped, has_clocks };
        let end = session.follow(&events);
        is_over.store(!matches!(end, Ok(Ended::ByInput)), Ordering::Relaxed);
        session.stop();
        drop(session);
        let in_time = ended.recv_timeout(LAST_START).ok();
        let is_signalled = quit.is_thrown();
        quit.throw();
        let failure = in_time.or_else(|| ended.recv().ok()).flatten();
        end?;
        match failure {
            _ if is_signalled => Ok(Exit::Interrupted),
            // Nobody waits for its engine any longer.
            None | Some(CannotStart::Engine(NoEngines::Interrupted { .. })) => Ok(Exit::Done),
            Some(failure) => Err(failure.into()),
        }
    })
}

/// What ended a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// There is no more input.
    ByInput,
    /// `quit`, or a signal.
    OnRequest,
}

/// The thread that reads.
struct Session<'a, 'b> {
    console: &'a Console<'b>,
    /// The answer to `uci`.
    introduction: String,
    jobs: JobSender,
    /// Of all tasks that may take long, are not done, and were not told to stop.
    remotes: Vec<Remote>,
    /// Those told to stop, in the order in which they will be done.
    stopped: VecDeque<Remote>,
    /// Set where the other thread does not hear of `uci`.
    has_clocks: &'a AtomicBool,
}

impl Session<'_, '_> {
    /// Follows commands until there are no more.
    fn follow(&mut self, events: &Receiver<Event>) -> io::Result<Ended> {
        for event in events {
            let (line, received) = match event {
                Event::Line(line, received) => (line, received),
                Event::End(read) => return read.map(|()| Ended::ByInput),
                Event::Signal => return Ok(Ended::OnRequest),
            };
            let command = Command::read(&line);
            if command == Command::Quit {
                return Ok(Ended::OnRequest);
            }
            self.remotes.retain(|remote| !remote.is_done());
            while self.stopped.pop_front_if(|remote| remote.is_done()).is_some() {}
            self.take(command, received, line.len());
        }
        Ok(Ended::ByInput)
    }

    /// A command whose text took `length` bytes.
    fn take(&mut self, command: Command, received: Instant, length: usize) {
        match command {
            // An engine may be waited for; programs give up on one that does not answer.
            Command::Uci if !self.jobs.is_idle() => self.answer_at_once(&command),
            Command::IsReady if self.is_busy() => self.answer_at_once(&command),
            Command::Stop => self.stop(),
            Command::PonderHit => self.remotes.iter_mut().for_each(Remote::ponder_hit),
            Command::Go(_) | Command::Bench | Command::Perft(_) => {
                self.stop_endless();
                let remote = self.send(command, received, length);
                self.remotes.extend(remote);
            }
            Command::Position { .. } | Command::NewGame => {
                self.stop_endless();
                self.send(command, received, length);
            }
            Command::Unknown(word) => self.console.tell(&format_args!(
                "unknown command {:?}; help lists the commands",
                word.chars().take(LONGEST_WORD).collect::<String>()
            )),
            Command::Ignored | Command::Quit => {}
            _ => {
                let asked = command.clone();
                if self.send(command, received, length).is_none() {
                    self.answer_at_once(&asked);
                }
            }
        }
    }

    /// Whatever is under way or left out, these two are answered.
    fn answer_at_once(&self, command: &Command) {
        match command {
            Command::Uci => {
                self.has_clocks.store(true, Ordering::Relaxed);
                self.console.say(&self.introduction);
            }
            Command::IsReady => self.console.say(&"readyok"),
            _ => {}
        }
    }

    /// What controls the command, which waits to be carried out; `None` where it is left out.
    fn send(&mut self, command: Command, received: Instant, length: usize) -> Option<Remote> {
        let ends = match &command {
            Command::Go(request) => request.ends(),
            _ => Ends::ByItself,
        };
        let (remote, signals) = signals::remote(ends);
        let admission = self.jobs.put(Job { command, received, signals }, length);
        if admission == Admission::Overflow {
            let what = "too many commands are waiting; further ones are dropped until these are \
                        done";
            self.console.tell(&what);
        }
        (admission == Admission::Admitted).then_some(remote)
    }

    /// Whether something is under way, or waits, that may take long.
    fn is_busy(&self) -> bool {
        !self.remotes.is_empty() || !self.stopped.is_empty()
    }

    fn stop(&mut self) {
        self.remotes.iter().for_each(Remote::stop);
        self.stopped.extend(self.remotes.drain(..));
    }

    /// A program that continues without `stop` has no use for a search that never ends.
    fn stop_endless(&mut self) {
        // What was asked for before it has to be done before it, but ends by itself.
        for remote in self.remotes.extract_if(.., |remote| remote.is_endless()) {
            remote.stop();
            self.stopped.push_back(remote);
        }
    }
}
