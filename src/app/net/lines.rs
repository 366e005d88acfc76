//! Tasks and answers as lines of JSON; the messages of workers, and the replies to them.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::fingerprint::Fingerprint;
use crate::game::Notation;
use crate::search::chance::REVISION;
use crate::search::{LeafAnswer, TaskRecord, Ticket};

/// No task or answer is longer than this many bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// What a worker must have in common with the tree: otherwise its answers would be mixed with others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The program and its version.
    pub program: String,
    /// The revision of the search.
    pub revision: i32,
    /// The game.
    pub game: String,
    /// The fingerprint of the evaluation.
    pub evaluation: String,
    /// The engine that searches, with its options; `None` if the program searches by itself.
    pub engine: Option<String>,
}

impl Terms {
    /// The terms of this program with this evaluator and engine.
    pub fn of<G: Notation>(evaluator: &G::Evaluator, engine: Option<String>) -> Terms {
        Terms {
            program: concat!("shans ", env!("CARGO_PKG_VERSION")).to_string(),
            revision: REVISION,
            game: G::NAME.to_string(),
            evaluation: format!("{:016x}", G::fingerprint(evaluator)),
            engine,
        }
    }

    /// A short name of all of it.
    pub fn topic(&self) -> String {
        let mut hash = Fingerprint::new("leaf tasks");
        hash.add_bytes(serde_json::to_string(self).unwrap_or_default().as_bytes());
        format!("{:016x}", hash.finish())
    }

    /// Compares them with `theirs`.
    ///
    /// # Errors
    ///
    /// The first difference, in words.
    pub fn agree_with(&self, theirs: &Terms) -> Result<(), String> {
        let own = "the search of the program itself";
        let engine = |terms: &Terms| terms.engine.clone().unwrap_or_else(|| own.to_string());
        let differs = |what: &str, theirs: &dyn fmt::Display, ours: &dyn fmt::Display| {
            let (theirs, ours) = (theirs.to_string(), ours.to_string());
            match theirs == ours {
                true => Ok(()),
                false => Err(format!("made for {what} {theirs}, and this is {ours}")),
            }
        };
        differs("the game", &theirs.game, &self.game)?;
        differs("the program", &theirs.program, &self.program)?;
        differs("revision", &theirs.revision, &self.revision)?;
        differs("the evaluation", &theirs.evaluation, &self.evaluation)?;
        differs("the engine", &engine(theirs), &engine(self))
    }
}

/// A line of `shans remote split`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskLine {
    /// What a worker must match.
    pub terms: Terms,
    /// The searcher of the tree, for people.
    pub searcher: String,
    /// How many questions were open at a time: `shans remote apply` asks as many to find them again.
    pub asked: u16,
    /// Nothing from other tasks may have a part in the answer of a worker that searches by itself.
    pub apart: bool,
    /// The task.
    pub task: TaskRecord,
}

/// A line of `shans remote worker`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerLine {
    /// Who answered.
    pub terms: Terms,
    /// [`TaskLine::asked`].
    pub asked: u16,
    /// What was asked.
    pub task: TaskRecord,
    /// What was found.
    pub answer: LeafAnswer,
}

/// The report on a line that a worker could not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorLine {
    /// The number of the line, from 1.
    pub line: u64,
    /// The task, if it is one.
    pub ticket: Option<Ticket>,
    /// What is wrong.
    pub error: String,
}

/// A task without its ticket, as text: equal questions have equal texts.
pub fn content(task: &TaskRecord) -> String {
    let task = TaskRecord { ticket: Ticket(0), ..task.clone() };
    serde_json::to_string(&task).unwrap_or_default()
}

/// Reads in a thread of its own, which ends with the program, until the end or the first error; so many are read ahead.
pub fn read_ahead<T: Send + 'static>(
    room: usize,
    mut read: impl FnMut() -> io::Result<Option<T>> + Send + 'static,
) -> Receiver<io::Result<T>> {
    let (sender, receiver) = mpsc::sync_channel(room);
    thread::spawn(move || {
        while let Some(line) = read().transpose() {
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// Waits for the next of what is read; `None` at the end, and where it is over, which is looked at this often.
pub fn next_of<T>(read: &Receiver<T>, poll: Duration, is_over: impl Fn() -> bool) -> Option<T> {
    while !is_over() {
        match read.recv_timeout(poll) {
            Ok(next) => return Some(next),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    None
}

/// The next line, without its end; `None` at the end of the input. Invalid UTF-8 is replaced.
///
/// # Errors
///
/// If the input cannot be read, or a line is longer than any task.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        let message = format!("a line is longer than {LONGEST_LINE} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_string()))
}

/// A message of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// The sender: a hand of a worker, which does one task at a time. Names are unique.
    pub hand: String,
    /// How many hands the worker has.
    pub hands: u16,
    /// The number of the task in its run.
    pub task: u64,
    /// What it says about the task.
    pub news: News,
}

/// What a worker says about a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    /// It asks to begin now.
    Begins,
    /// It is still searching.
    IsAtIt,
    /// It has searched it.
    Answers(Box<Answered>),
    /// It cannot search it.
    Fails(String),
    /// It ends without having searched it.
    GivesBack,
}

/// An answer, and how long it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// The answer, with the question and the worker.
    pub line: AnswerLine,
    /// How long the search took: microseconds.
    pub micros: u64,
}

/// The reply to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// Do it.
    Go,
    /// The task is done, or another worker has it: take it off the queue.
    Done,
    /// Leave it to another worker.
    GiveBack,
    /// Take no more tasks of this run: your answers cannot be used. Leave this one to another worker.
    Leave(String),
}

/// The introduction of a worker, sent to all searches every few seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// Its name.
    pub worker: String,
    /// How many hands it has.
    pub hands: u16,
    /// What it matches: game, evaluation, engine.
    pub terms: Terms,
    /// Positions that a hand searches in a second; 0 before its first task.
    pub speed: u64,
}
