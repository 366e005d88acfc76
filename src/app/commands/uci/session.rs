//! Reads commands. What cannot wait is answered at once; a thread of its own does the rest, one
//! command after the other.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use super::command::Command;
use super::console::Console;
use super::engine::{Engine, Job};
use super::go::Ends;
use super::options::{self, Options};
use super::queue::{self, Admission, JobSender};
use super::signals::{self, Remote};
use crate::app::args::UciArgs;
use crate::app::exit::Exit;
use crate::app::games::CommandLineGame;
use crate::app::usage::UsageError;

/// A line is not read beyond this: bytes. A game of a thousand moves has ten thousand.
const LONGEST_LINE: u64 = 1 << 20;
/// The stack of the thread that thinks: bytes. Searches call themselves some hundred plies deep.
const STACK: usize = 32 << 20;

/// Speaks the protocol until `quit` or the end of `input`. Either stops a search that runs, and what
/// was asked for before is still answered; but after `quit` no bench and no count begins.
///
/// # Errors
///
/// `input` that cannot be read; an engine that cannot be started.
pub fn run<G: CommandLineGame>(
    args: &UciArgs,
    input: impl Read,
    out: &mut (dyn Write + Send),
) -> anyhow::Result<Exit> {
    let options = Options::new(args.engine.clone()).map_err(UsageError::new)?;
    // Better now than in the middle of a game.
    options.searcher.full_name()?;
    let introduction = options::introduction(&options);
    let console = Console::new(out);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let (jobs, receiver) = queue::queue();
        let is_over = &is_over;
        let builder = thread::Builder::new().stack_size(STACK);
        let console = &console;
        builder.spawn_scoped(scope, move || {
            // An engine is made where it thinks: positions need not go from thread to thread.
            let mut engine = Engine::<G>::new(console, options);
            receiver.serve(|job| {
                if !(is_over.load(Ordering::Relaxed) && job.is_for_lookers_on()) {
                    engine.carry_out(job);
                }
            });
        })?;
        let (remotes, stopped) = (Vec::new(), VecDeque::new());
        let mut session = Session { console, introduction, jobs, remotes, stopped };
        let is_quit = session.read(io::BufReader::new(input))?;
        is_over.store(is_quit, Ordering::Relaxed);
        session.stop();
        Ok(Exit::Done)
    })
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
}

impl Session<'_, '_> {
    /// Reads until the end of the input, or `quit`: whether it was that.
    fn read(&mut self, mut input: impl BufRead) -> io::Result<bool> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                return Ok(false);
            }
            let received = Instant::now();
            let command = Command::read(&String::from_utf8_lossy(&line));
            if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_LINE {
                input.skip_until(b'\n')?;
            }
            if command == Command::Quit {
                return Ok(true);
            }
            self.remotes.retain(|remote| !remote.is_done());
            while self.stopped.pop_front_if(|remote| remote.is_done()).is_some() {}
            self.take(command, received, line.len());
        }
    }

    /// A command whose text took `length` bytes.
    fn take(&mut self, command: Command, received: Instant, length: usize) {
        match command {
            Command::Uci | Command::IsReady if self.is_busy() => self.answer_at_once(&command),
            Command::Stop => self.stop(),
            Command::PonderHit => self.remotes.iter_mut().for_each(Remote::ponder_hit),
            Command::Go(_) | Command::Bench | Command::Perft(_) => {
                self.stop_endless();
                let ends = match &command {
                    Command::Go(request) => request.ends(),
                    _ => Ends::ByItself,
                };
                let (remote, signals) = signals::remote(ends);
                if self.send(Job { command, received, signals: Some(signals) }, length) {
                    self.remotes.push(remote);
                }
            }
            Command::Position { .. } | Command::NewGame => {
                self.stop_endless();
                self.send(Job { command, received, signals: None }, length);
            }
            Command::Unknown(word) => self.console.tell(&format_args!(
                "unknown command {:?}; help lists the commands",
                word.chars().take(40).collect::<String>()
            )),
            Command::Ignored | Command::Quit => {}
            _ => {
                let asked = command.clone();
                if !self.send(Job { command, received, signals: None }, length) {
                    self.answer_at_once(&asked);
                }
            }
        }
    }

    /// Whatever is under way or left out, these two are answered.
    fn answer_at_once(&self, command: &Command) {
        match command {
            Command::Uci => self.console.say(&self.introduction),
            Command::IsReady => self.console.say(&"readyok"),
            _ => {}
        }
    }

    /// Whether the command waits to be carried out, and is not left out.
    fn send(&mut self, job: Job, length: usize) -> bool {
        let admission = self.jobs.put(job, length);
        if admission == Admission::Overflow {
            let what = "too many commands are waiting; further ones are dropped until these are \
                        done";
            self.console.tell(&what);
        }
        admission == Admission::Admitted
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
