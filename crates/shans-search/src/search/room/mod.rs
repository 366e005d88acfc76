//! Room for a search: what is freed where the tree is full, other limits, and the tables beside the tree.

mod fit;
mod leaf_memory;
mod pass;
mod reclaim;

pub use leaf_memory::LeafMemory;
pub use pass::{Protected, ReclaimPass};
pub use reclaim::TooLarge;
