//! The messages of workers, and the replies to them.

use serde::{Deserialize, Serialize};

use super::lines::{AnswerLine, Terms};

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
