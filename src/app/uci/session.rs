//! Reads commands. What cannot wait is answered at once; a thread of its own does the rest, one
//! command after the other.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;

use super::super::exit::Exit;
use super::super::games::CommandLineGame;
use super::command::Command;
use super::console::Console;
use super::engine::{Engine, Job};
use super::options;
use super::signals::{self, Remote};

/// A line is not read beyond this: bytes. A game of a thousand moves has ten thousand.
const LONGEST_LINE: u64 = 1 << 20;
/// The stack of the thread that thinks: bytes. Searches call themselves some hundred plies deep.
const STACK: usize = 32 << 20;

/// Speaks the protocol until `quit` or the end of `input`, which stops a search that runs.
///
/// # Errors
///
/// `input` that cannot be read.
pub fn run<G: CommandLineGame>(
    input: impl Read,
    out: &mut (dyn Write + Send),
) -> anyhow::Result<Exit> {
    let console = Console::new(out);
    thread::scope(|scope| {
        let (sender, jobs) = mpsc::channel();
        let builder = thread::Builder::new().stack_size(STACK);
        let console = &console;
        builder.spawn_scoped(scope, move || {
            // An engine is made where it thinks: positions need not go from thread to thread.
            let mut engine = Engine::<G>::new(console);
            jobs.into_iter().for_each(|job| engine.carry_out(job));
        })?;
        let mut session = Session { console, sender, remotes: Vec::new() };
        session.read(io::BufReader::new(input))?;
        session.stop();
        Ok(Exit::Done)
    })
}

/// The thread that reads.
struct Session<'a, 'b> {
    console: &'a Console<'b>,
    sender: Sender<Job>,
    /// Of all tasks that may take long and are not done.
    remotes: Vec<Remote>,
}

impl Session<'_, '_> {
    fn read(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let received = Instant::now();
            let command = Command::read(&String::from_utf8_lossy(&line));
            if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_LINE {
                input.skip_until(b'\n')?;
            }
            if command == Command::Quit {
                return Ok(());
            }
            self.remotes.retain(|remote| !remote.is_done());
            self.take(command, received);
        }
    }

    fn take(&mut self, command: Command, received: Instant) {
        match command {
            Command::Uci => self.console.say(&options::introduction()),
            Command::IsReady if !self.remotes.is_empty() => self.console.say(&"readyok"),
            Command::Stop => self.stop(),
            Command::PonderHit => self.remotes.iter().for_each(Remote::ponder_hit),
            Command::Go(_) | Command::Bench | Command::Perft(_) => {
                self.stop_endless();
                let is_endless = matches!(&command, Command::Go(go) if go.is_endless());
                let (remote, signals) = signals::remote(is_endless);
                self.remotes.push(remote);
                self.send(Job { command, received, signals: Some(signals) });
            }
            Command::Position { .. } | Command::NewGame => {
                self.stop_endless();
                self.send(Job { command, received, signals: None });
            }
            Command::Unknown(word) => self.console.tell(&format_args!(
                "unknown command {:?}; help lists those that there are",
                word.chars().take(40).collect::<String>()
            )),
            Command::Ignored | Command::Quit => {}
            _ => self.send(Job { command, received, signals: None }),
        }
    }

    fn send(&self, job: Job) {
        // Nobody takes jobs after a panic, which the end of the scope reports.
        let _ = self.sender.send(job);
    }

    fn stop(&self) {
        self.remotes.iter().for_each(Remote::stop);
    }

    /// A program that goes on without `stop` has no use for a search that never ends.
    fn stop_endless(&self) {
        self.remotes.iter().filter(|remote| remote.is_endless).for_each(Remote::stop);
    }
}
