//! Searching: the best-first search and what every searcher shares.

mod best_first;
mod limits;
mod quiescence;
mod reference;
mod report;
mod table;
mod window;

pub use best_first::{
    BestFirst, CannotStep, ChanceModel, Checkpoints, Growth, Room, SearchState, Stats, Unfit,
    WhenFull,
};
pub use limits::{Interrupt, Limits, Stop};
pub use quiescence::{OutOfNodes, Quiescence};
pub use reference::{
    AlphaBeta, AlphaBetaOptions, Fail, Forms, KillerPlace, Leaf, MoveOrder, Negamax, Pvs,
    PvsClassic, PvsClassicOptions, PvsOptions,
};
pub use report::{Change, Counters, Line, Memory, Observer, Report, Root, Searcher};
pub use table::LeafTable;
