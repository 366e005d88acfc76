//! What a worker says, and what it is told.

use serde::{Deserialize, Serialize};

use super::lines::{AnswerLine, Terms};

/// What a worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// Who says it: a hand of a worker, which does one task at a time. No two have the same name.
    pub hand: String,
    /// How many hands that worker has.
    pub hands: u16,
    /// The number of the task in its run.
    pub task: u64,
    /// What it says of the task.
    pub news: News,
}

/// What a worker says of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    /// It would search it now.
    Begins,
    /// It is still searching.
    IsAtIt,
    /// It has searched it.
    Answers(Box<Answered>),
    /// It cannot search it.
    Fails(String),
    /// It ends, and has not searched it.
    GivesBack,
}

/// An answer, and how long it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// The answer, with what was asked and who answers.
    pub line: AnswerLine,
    /// How long the search took: microseconds.
    pub micros: u64,
}

/// What a worker is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// To do it.
    Go,
    /// The task is done with, or somebody else has it: it goes off the queue.
    Done,
    /// Somebody else shall have it.
    GiveBack,
    /// To take no more tasks of this run: its answers cannot be used. Somebody else shall have this one.
    Leave(String),
}

/// What a worker is: told every few seconds to whoever asks for tasks to be searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// Its name.
    pub worker: String,
    /// How many hands it has.
    pub hands: u16,
    /// What it searches for, and with what.
    pub terms: Terms,
    /// Positions that a hand searches in a second; 0 before its first task.
    pub speed: u64,
}
