//! The memory of a search: what is freed where the tree is full, other limits, and the tables beside the tree.

pub(super) mod fit;
pub(super) mod kept;
pub(super) mod leaf_memory;
pub(super) mod pass;
pub(super) mod reclaim;
pub(super) mod tables;
