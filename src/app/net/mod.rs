//! Leaf tasks that other machines answer.
//!
//! | file | what it holds |
//! |---|---|
//! | `lines` | tasks and answers as lines of JSON, what both sides must agree on, the messages of workers, and the replies |
//! | `answerer` | what answers tasks in a worker |
//! | `transport` | what a queue has to do: the interface between this folder and a broker |
//! | `leases` | the table of open tasks: which worker has which, how often it failed, its result; the known workers of a run |
//! | `desk` | that table, shared by the search and a queue |
//! | `coordinator` | [`Coordinator`]: the workers of a search, behind a queue; connecting a search to it |
//! | `hand` | the other end: what a hand of a worker does with a task, step by step |
//! | `worker` | its hands, each with a queue and a thread that searches |
//! | `address` | the address of a broker, and credentials for it |
//! | `nats` | NATS JetStream as such a queue; only with the feature `net`, otherwise `no_nats` |
//!
//! At most one worker has a task: a worker asks before it begins, and a task is taken off the queue only when the
//! coordinator has the answer. A queue may lose everything that it holds, or deliver it twice.

pub mod address;
pub mod answerer;
mod coordinator;
mod desk;
mod hand;
mod leases;
pub mod lines;
#[cfg(feature = "net")]
mod nats;
#[cfg(not(feature = "net"))]
#[path = "no_nats.rs"]
mod nats;
mod transport;
mod worker;

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use address::{CannotConnect, NetSettings};
pub use coordinator::{Coordinator, Form, coordinator};
pub use desk::Status;
pub use hand::HandSetup;
pub use nats::sources;
pub use worker::{WORD, WorkerSetup, serve};
