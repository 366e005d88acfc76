//! Where the value of a leaf comes from.
//!
//! A tree of explored positions values its leaves at first sight, in the thread that grows it:
//!
//! | module | what it is |
//! |---|---|
//! | `cached`, `table` | quiescence, with a table of values met before |
//! | `fixed_depth` | alpha-beta to a fixed depth, for leaves that have no room to grow |
//! | `move_order` | the moves of a node in the order of their estimates |
//!
//! A tree of searched positions asks questions about its leaves. They are data, so this thread, another
//! thread, another program or another machine can answer:
//!
//! | module | what it is |
//! |---|---|
//! | `task` | [`LeafTask`], what is asked, and [`LeafAnswer`], a fact about a position; [`TaskRecord`], a task to be sent |
//! | `workers` | [`LeafWorkers`], who answers |
//! | `search` | the search of a task |
//! | `inline` | [`Inline`], which searches in this thread |
//! | `threads` | [`Threads`] of this program that share a table |
//! | `apart` | [`Apart`], threads that share nothing: the tree is the same for any number of them |
//! | `ledger` | [`Ledger`], the open tasks of such workers and their results, in order |
//! | `outside` | no workers: questions and answers are exchanged as data |
//! | `check` | whether an answer from elsewhere is possible |
//! | `hand`, `crew` | such a thread, seen by its owner and from inside |
//! | `simulated` | [`Simulated`], workers by virtual time, to measure what more processors would gain |
//! | `line` | the positions on the way to a leaf |

mod apart;
mod cached;
mod check;
mod crew;
mod fixed_depth;
mod hand;
mod inline;
mod ledger;
mod line;
mod move_order;
mod outside;
mod search;
mod simulated;
mod table;
mod task;
mod threads;
mod workers;

pub use apart::Apart;
pub use cached::CachedQuiescence;
pub use check::BadAnswer;
pub use fixed_depth::FixedDepth;
pub use inline::Inline;
pub use ledger::{Due, Found, Ledger};
pub use simulated::Simulated;
pub use table::LeafTable;
pub use task::{BadTask, LeafAnswer, LeafTask, TaskRecord, Ticket};
pub use threads::Threads;
pub use workers::{LeafWorkers, Recalled};

pub(in crate::search) use move_order::EstimateOrder;
pub(in crate::search) use outside::{Outside, remember_all};
