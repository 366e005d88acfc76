//! Searching: the best-first search and what every searcher shares.
//!
//! Every searcher takes a [`Root`], keeps to [`Limits`], counts work in one [`Budget`], and answers with a [`Report`]:
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
//! use nim::Nim;
//! use shans_search::search::{BestFirst, ChanceModel, Limits, Pvs, PvsOptions, MemoryLimits, Root, Searcher, Stop};
//!
//! let root = || Root::new(Nim::new(&[7, 8, 9]));
//! let limits = Limits { nodes: Some(2_000), ..Limits::default() };
//! let mut best_first = BestFirst::new(root(), ChanceModel::default(), MemoryLimits::new(8 << 20));
//! let mut pvs = Pvs::new(root(), PvsOptions::default());
//! let searchers: [&mut dyn Searcher<Nim>; 2] = [&mut best_first, &mut pvs];
//! for searcher in searchers {
//!     let report = searcher.search(&limits, &mut |progress| {
//!         println!("{} nodes so far", progress.counters.nodes);
//!     });
//!     assert_eq!(report.stop, Some(Stop::Nodes));
//!     assert!(report.counters.nodes <= 2_000 && report.best_move().is_some());
//! }
//! ```

mod best_first;
mod budget;
pub mod chance;
mod depth_first;
mod known_line;
mod leaf;
mod limits;
mod memory;
mod merge;
mod meter;
mod notebook;
mod parameters;
mod pure;
mod reference;
mod report;
mod room;
mod view;
mod window;

pub use best_first::{
    Anchor, Answer, BestFirst, CannotStep, LeafLine, SearchState, SearchedBeside, Stats, Unfit,
};
pub use budget::{Budget, Spent};
pub use chance::{ChanceModel, ChanceRules, LeafSearchModel, Tuning};
pub use depth_first::{Known, Leaf, Pvs, PvsNumbers, PvsOptions, Quiescence, SearchTable};
pub use leaf::{
    BadAnswer, BadTask, LeafAnswer, LeafTable, LeafTask, LeafWorkers, Ledger, TaskRecord, Threads,
    Ticket,
};
pub use limits::{Interrupt, Interval, Limits, Narrowing, Stop};
pub use memory::{MemoryLimits, TooMuchMemory, WhenFull, can_be_reserved};
pub use merge::{CannotMerge, Merged};
pub use notebook::{BadNote, CannotComment, Comment, Habit, Habits, Notebook, Notes, SourceGame};
pub use parameters::Parameter;
pub use reference::{
    AlphaBetaOptions, Fail, Forms, KillerPlace, MoveOrder, Negamax, PvsClassic, PvsClassicOptions,
};
pub use report::{
    AnswerReason, Change, Counters, Line, Memory, Observer, Report, RestsOn, Root, Searcher,
    Unsettled, Waiting,
};
pub use room::{LeafMemory, Protected, ReclaimPass, TooLarge};
pub use view::{Bounds, Ground, PlayedAnswers, Told, View};
pub use window::Window;

pub use crate::tree::CannotLeaveOut;
