//! Leaf tasks that other machines answer.
//!
//! | file | what it holds |
//! |---|---|
//! | `lines` | tasks and answers as lines of JSON, and what both sides must agree on |
//! | `answerer` | who answers in a worker |
//! | `words` | what a worker says of a task, and what it is told |
//! | `transport` | what a queue has to do: the seam between this room and a broker |
//! | `leases` | the table of tasks that are out: who has which, how often it failed, what came of it |
//! | `crowd` | the workers that a run has heard of |
//! | `desk` | that table, as the search and a queue share it |
//! | `coordinator` | [`Coordinator`]: the workers of a search, by way of a queue |
//! | `worker` | the other end: takes tasks and answers them |
//! | `address` | where a broker is, and who one is there |
//! | `settings` | the broker of the arguments |
//! | `connect` | how both sides come to it |
//! | `nats` | NATS JetStream as such a queue; only with the feature `net`, otherwise `no_nats` |
//!
//! One task is at most in one pair of hands: a worker says that it begins before it does, and only what the
//! coordinator has is taken off the queue. A queue may lose all that it holds, or deliver it twice.

pub mod address;
pub mod answerer;
mod connect;
mod coordinator;
mod crowd;
mod desk;
mod leases;
pub mod lines;
#[cfg(feature = "net")]
mod nats;
#[cfg(not(feature = "net"))]
#[path = "no_nats.rs"]
mod nats;
mod settings;
mod transport;
mod words;
mod worker;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use connect::{coordinator, sources};
pub use coordinator::{Coordinator, Form};
pub use desk::Status;
pub use settings::{CannotConnect, NetSettings};
pub use worker::{WorkerSetup, serve};
