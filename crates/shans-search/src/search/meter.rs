//! A limit on nodes that holds for several threads together.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

/// More nodes than anybody searches.
const UNLIMITED: i64 = i64::MAX / 2;

/// Counts what threads search beside the one that owns the budget, and tells all of them when it is
/// enough.
#[derive(Clone, Debug)]
pub(super) struct Meter(Arc<State>);

#[derive(Debug)]
struct State {
    /// Nodes that may still be searched.
    left: AtomicI64,
    /// Nodes that were searched since then.
    searched: AtomicU64,
}

impl Default for Meter {
    /// Nothing is counted, and nothing is too much.
    fn default() -> Meter {
        Meter(Arc::new(State { left: AtomicI64::new(UNLIMITED), searched: AtomicU64::new(0) }))
    }
}

impl Meter {
    /// From now on that many nodes are left; where the search has begun, what was searched since
    /// the limit was lifted is among them.
    pub(super) fn limit(&self, nodes: u64) {
        let nodes = i64::try_from(nodes).unwrap_or(UNLIMITED).min(UNLIMITED);
        self.0.left.fetch_sub(UNLIMITED - nodes, Relaxed);
    }

    /// Counts nodes of a thread that does not own the budget; whether it is enough now.
    pub(super) fn add(&self, nodes: u64) -> bool {
        self.0.searched.fetch_add(nodes, Relaxed);
        self.spend(nodes)
    }

    /// Counts nodes of the thread that owns the budget; whether it is enough now.
    pub(super) fn spend(&self, nodes: u64) -> bool {
        let nodes = i64::try_from(nodes).unwrap_or(UNLIMITED);
        self.0.left.fetch_sub(nodes, Relaxed) <= nodes
    }

    /// The nodes that other threads have searched since this was asked last.
    pub(super) fn take(&self) -> u64 {
        self.0.searched.swap(0, Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_one_for_all() {
        let meter = Meter::default();
        // A thread may begin before the limit is known.
        assert!(!meter.add(10));
        meter.limit(100);
        assert!(!meter.add(40) && !meter.spend(49));
        assert!(meter.add(1) && meter.spend(1));
        assert_eq!((meter.take(), meter.take()), (51, 0));
    }
}
