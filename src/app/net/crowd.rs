//! The known workers of a run.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A worker that has been silent for this long is no longer counted.
const GONE: Duration = Duration::from_secs(15);

/// Workers that are present, and workers that were dismissed.
#[derive(Debug, Default)]
pub struct Crowd {
    here: BTreeMap<String, (u16, Instant)>,
    away: BTreeMap<String, String>,
}

impl Crowd {
    /// Notes a message of a worker with this many hands; `true` if it is new.
    pub fn hear(&mut self, worker: &str, hands: u16, now: Instant) -> bool {
        self.here.insert(worker.to_string(), (hands.max(1), now)).is_none()
    }

    /// Forgets workers that have been silent for a while.
    pub fn look(&mut self, now: Instant) {
        self.here.retain(|_, (_, last)| now.duration_since(*last) < GONE);
    }

    /// Dismisses a worker.
    pub fn dismiss(&mut self, worker: &str, why: String) {
        self.here.remove(worker);
        self.away.insert(worker.to_string(), why);
    }

    /// Why a worker was dismissed; `None` if it was not.
    pub fn why_away(&self, worker: &str) -> Option<&String> {
        self.away.get(worker)
    }

    /// How many workers there are.
    pub fn workers(&self) -> usize {
        self.here.len()
    }

    /// How many tasks they can search at a time.
    pub fn hands(&self) -> usize {
        self.here.values().map(|&(hands, _)| usize::from(hands)).sum()
    }
}

/// The worker to which a hand belongs.
pub fn worker_of(hand: &str) -> &str {
    hand.rsplit_once('/').map_or(hand, |(worker, _)| worker)
}
