//! Several positions that are searched at the same time, in one tree.

pub(super) mod exchange;
pub(super) mod place;
pub(super) mod positions;
