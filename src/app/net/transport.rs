//! What a queue has to do. NATS does it between machines; the tests have one in memory.

use std::fmt;
use std::time::Duration;

use super::words::{Hello, Reply, Word};

/// A task on its way to whoever is free next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Its number in its run.
    pub task: u64,
    /// What is asked.
    pub payload: Vec<u8>,
}

/// The side of a queue that gives tasks. It takes them from a [`Desk`](super::desk::Desk) and tells that what
/// workers say; dropped, it takes what is left of them off the queue.
pub trait Carrier: Send {
    /// There may be something to send.
    fn wake(&self);
}

/// A task that a worker was given. It comes back to the queue, for somebody else, unless the worker says every now
/// and then that it is at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The run that asks.
    pub run: String,
    /// The task, and its number there.
    pub parcel: Parcel,
    /// How often it was given to somebody, this time included.
    pub times: u64,
    /// By what the queue knows this delivery.
    pub receipt: String,
}

/// What becomes of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settle {
    /// It goes off the queue.
    Done,
    /// Somebody else gets it after this time.
    Again(Duration),
    /// It stays with this worker for now.
    Keep,
}

/// Why nobody hears what a worker says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// Nobody listens: the search has ended, or is cut off.
    Nobody,
    /// This worker is cut off.
    CutOff,
}

/// The side of a queue that takes tasks: one for each hand of a worker.
pub trait Source: Send {
    /// The next task, one at a time; `None` where there is none for a few seconds.
    ///
    /// # Errors
    ///
    /// What is wrong, in a sentence, where the queue is not there; it may be there again soon.
    fn next(&mut self) -> Result<Option<Delivery>, String>;

    /// Says something to the run that asks for a task, and waits for what it says.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] where nobody hears it.
    fn say(&mut self, run: &str, word: &Word) -> Result<Reply, Unreachable>;

    /// Tells everybody what this worker is.
    fn greet(&mut self, hello: &Hello);

    /// Lets the queue know what becomes of a task.
    fn settle(&mut self, delivery: &Delivery, settle: Settle);
}

impl fmt::Debug for dyn Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Carrier")
    }
}
