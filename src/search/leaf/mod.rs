//! Where the value of a leaf comes from.
//!
//! Every searcher asks for the values of its leaves by one trait, [`LeafSearch`]:
//!
//! | leaf search | what it is |
//! |---|---|
//! | [`Quiescence`] | captures and evasions only, by the position alone |
//! | [`CachedQuiescence`] | the same, with a table of values met before |
//! | [`StaticLeaf`] | the static evaluation |
//! | [`FixedDepth`] | alpha-beta to a fixed depth, with quiescence behind it |

mod cached;
mod fixed_depth;
mod move_order;
mod quiescence;
mod static_value;
mod table;
mod task;

pub use cached::CachedQuiescence;
pub use fixed_depth::FixedDepth;
pub use quiescence::Quiescence;
pub use static_value::StaticLeaf;
pub use table::LeafTable;
pub use task::{LeafSearch, LeafTask, LeafValue};

pub(in crate::search) use move_order::EstimateOrder;
