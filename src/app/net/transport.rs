//! What a queue has to do. NATS does it between machines; the tests use one in memory.

use std::fmt;
use std::time::Duration;

use super::words::{Hello, Reply, Word};

/// A task on its way to the next free worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Its number in its run.
    pub task: u64,
    /// The question.
    pub payload: Vec<u8>,
}

/// The sending end of a queue. It takes tasks from a [`Desk`](super::desk::Desk) and passes messages of workers to
/// it. Tasks may stay on the queue when it is dropped: workers take them off once nobody replies.
pub trait Carrier: Send {
    /// Tells it that there may be something to send.
    fn wake(&self);
}

/// A task given to a worker. It goes back to the queue, for another worker, unless this one reports every now and
/// then that it is working on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The run that asks.
    pub run: String,
    /// The task, and its number there.
    pub parcel: Parcel,
    /// How often it was delivered, this time included.
    pub times: u64,
    /// How the queue identifies this delivery.
    pub receipt: String,
}

/// What to do with a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settle {
    /// Take it off the queue.
    Done,
    /// Give it to another worker after this time.
    Again(Duration),
    /// Leave it with this worker for now.
    Keep,
}

/// Why a worker's message cannot be delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// Nobody listens: the search has ended, or is cut off.
    Nobody,
    /// This worker is cut off.
    CutOff,
}

/// The receiving end of a queue: one for each hand of a worker.
pub trait Source: Send {
    /// The next task; `None` if there is none for a few seconds.
    ///
    /// # Errors
    ///
    /// What is wrong, in a sentence, if the queue cannot be reached; it may come back.
    fn next(&mut self) -> Result<Option<Delivery>, String>;

    /// Sends a message to the run that asks for a task, and waits for the reply.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if it cannot be delivered.
    fn say(&mut self, run: &str, word: &Word) -> Result<Reply, Unreachable>;

    /// Introduces this worker to all searches.
    fn greet(&mut self, hello: &Hello);

    /// Tells the queue what to do with a task.
    fn settle(&mut self, delivery: &Delivery, settle: Settle);
}

impl fmt::Debug for dyn Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Carrier")
    }
}
