//! When a search may end because its answer holds.

/// With fewer pieces and pawns a search does not end because its answer holds: what ten times the
/// work does not see, a stronger engine sees there too often (`docs/results.md`).
pub const LEAST_PIECES: usize = 21;
