//! The process of an engine: its pipes, the threads at them, and its end.

mod group;

use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::command::Command;
use crate::deadlines::after;
use crate::error::EngineError;
use crate::inbox::{Inbox, Stream};
use crate::lines::Lines;
use crate::program;

/// Longer lines are skipped: no answer is as long.
const LONGEST_LINE: usize = 64 << 10;
/// Commands that may wait for an engine that does not read. Each is sent after an answer, so there
/// are never more than a few.
const WAITING_COMMANDS: usize = 16;
/// Between two looks at a process that is to end.
const PAUSE: Duration = Duration::from_millis(1);
/// How long a process that has closed its output may take to end.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A process that is ended when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    commands: Option<SyncSender<String>>,
    inbox: Arc<Inbox>,
    grace: Duration,
    quit_until: Option<Instant>,
    status: Option<String>,
}

impl Process {
    /// Starts this program of the command. What it says goes to the inbox.
    pub(crate) fn start(
        program: &Path,
        command: &Command,
        grace: Duration,
        inbox: Arc<Inbox>,
    ) -> Result<Process, EngineError> {
        let not_started = |cause: std::io::Error| EngineError::NotStarted {
            program: program.display().to_string(),
            reason: program::reason(program, &cause),
        };
        let mut system = std::process::Command::new(program);
        system.args(&command.args);
        system.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &command.directory {
            system.current_dir(directory);
        }
        group::set_apart(&mut system);
        let child = system.spawn().map_err(not_started)?;
        let mut process =
            Process { child, commands: None, inbox, grace, quit_until: None, status: None };
        process.start_threads().map_err(not_started)?;
        Ok(process)
    }

    /// Threads that end with the pipes. They are not waited for: a pipe may be kept open by a process
    /// whom the engine has started and who has left its group.
    fn start_threads(&mut self) -> std::io::Result<()> {
        if let Some(pipe) = self.child.stdin.take() {
            let (sender, commands) = sync_channel(WAITING_COMMANDS);
            self.commands = Some(sender);
            spawn("uci-write", move || write(pipe, &commands))?;
        }
        if let Some(pipe) = self.child.stdout.take() {
            self.read("uci-read", pipe, Stream::Answers)?;
        }
        if let Some(pipe) = self.child.stderr.take() {
            self.read("uci-read-errors", pipe, Stream::Errors)?;
        }
        Ok(())
    }

    fn read(
        &self,
        name: &str,
        pipe: impl Read + Send + 'static,
        stream: Stream,
    ) -> std::io::Result<()> {
        let inbox = Arc::clone(&self.inbox);
        inbox.open();
        spawn(name, move || {
            let mut lines = Lines::new(BufReader::new(pipe), LONGEST_LINE);
            while let Some(line) = lines.next() {
                inbox.take_from(stream, &line);
            }
            inbox.close(stream);
        })
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends text, without waiting until it is read. An engine that is gone or does not read is
    /// found out by what it does not answer.
    pub(crate) fn send(&self, text: impl Into<String>) {
        if let Some(commands) = &self.commands {
            // Full only if the engine has answered what it has not read.
            drop(commands.try_send(text.into()));
        }
    }

    /// Asks the process to end, if it was not asked before, and tells until when it may take.
    pub(crate) fn quit(&mut self) -> Instant {
        self.send("quit\n");
        self.commands = None;
        *self.quit_until.get_or_insert_with(|| after(self.grace))
    }

    /// Ends a process that has closed its output, and tells how it ended. What it wrote last is in
    /// the inbox then.
    pub(crate) fn bury(&mut self) -> String {
        let until = Instant::now() + LAST_WORDS;
        while !(group::has_ended(&mut self.child) && self.inbox.is_closed())
            && Instant::now() < until
        {
            thread::sleep(PAUSE);
        }
        self.kill()
    }

    /// Ends the process and whatever it has started, at once, and tells how it ended.
    pub(crate) fn kill(&mut self) -> String {
        if let Some(status) = &self.status {
            return status.clone();
        }
        self.commands = None;
        group::kill(&mut self.child);
        let status = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        self.status.insert(status).clone()
    }
}

/// Asks the process to end, waits for a moment, and kills it if it has not.
impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_some() {
            return;
        }
        let until = self.quit();
        while !group::has_ended(&mut self.child) && Instant::now() < until {
            thread::sleep(PAUSE);
        }
        self.kill();
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().name(name.to_string()).spawn(work).map(drop)
}

/// Writes until there is nothing more to write, or no reader; then closes the pipe.
fn write(mut pipe: ChildStdin, commands: &Receiver<String>) {
    for text in commands {
        if pipe.write_all(text.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}
