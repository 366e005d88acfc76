//! What a queue has to do. NATS does it between machines; the tests use one in memory.

use std::time::Duration;

use super::lines::{Hello, Reply, Word};

/// A task on its way to the next free worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Its number in its run.
    pub task: u64,
    /// The question.
    pub payload: Vec<u8>,
}

/// The sending end of a queue: tells it that there may be something to send. It takes tasks from a
/// [`Desk`](super::desk::Desk) and passes messages of workers to it. Tasks may stay on the queue when it is dropped:
/// workers take them off once nobody replies.
pub type Carrier = Box<dyn Fn() + Send>;

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

/// Why a queue gives or takes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, in a sentence.
    pub why: String,
    /// It will not do so later either: whoever tries again would wait forever.
    pub is_final: bool,
}

impl From<String> for Refusal {
    /// One that may pass.
    fn from(why: String) -> Refusal {
        Refusal { why, is_final: false }
    }
}

/// Why a worker's message cannot be delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// Nobody listens: the search has ended, or is cut off.
    Nobody,
    /// This worker is cut off.
    CutOff,
    /// The queue never carries a message longer than so many bytes.
    TooLong(usize),
    /// The queue carries nothing any more.
    Closed,
}

/// The receiving end of a queue: one for each hand of a worker.
pub trait Source: Send {
    /// The next task; `None` if there is none for a few seconds.
    ///
    /// # Errors
    ///
    /// [`Refusal`] if the queue cannot be reached, or gives none.
    fn next(&mut self) -> Result<Option<Delivery>, Refusal>;

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
