//! Where the value of a leaf comes from.
//!
//! A leaf that is searched is a question that can be answered by a thread, by another program or another machine:
//!
//! | module | what it is |
//! |---|---|
//! | `task` | [`LeafTask`], what is asked, and [`LeafAnswer`], a fact about a position; [`TaskRecord`], a task to be sent |
//! | `workers` | [`LeafWorkers`], who answers |
//! | `threads` | [`Threads`] of this program |
//! | `ledger` | [`Ledger`], the open tasks of workers, and their answers, in order |
//! | `check` | whether an answer from elsewhere is possible |
//! | `line` | the positions on the way to a leaf |
//!
//! Leaves that are valued at first sight are valued in the thread that grows their tree:
//!
//! | module | what it is |
//! |---|---|
//! | `table` | the values of leaves met before |
//! | `move_order` | the moves of a node in the order of their estimates |

mod check;
mod ledger;
mod line;
mod move_order;
mod table;
mod task;
mod threads;
mod workers;

pub use check::BadAnswer;
pub use ledger::Ledger;
pub use table::LeafTable;
pub use task::{BadTask, LeafAnswer, LeafTask, TaskRecord, Ticket};
pub use threads::Threads;
pub use workers::LeafWorkers;

pub(in crate::search) use workers::Nobody;

pub(in crate::search) use move_order::EstimateOrder;
