//! The workers that a run has heard of.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A worker that says nothing for so long is not counted any more.
const GONE: Duration = Duration::from_secs(15);

/// Who is there, and who has been sent away.
#[derive(Debug, Default)]
pub struct Crowd {
    here: BTreeMap<String, (u16, Instant)>,
    away: BTreeMap<String, String>,
}

impl Crowd {
    /// A worker with so many hands was heard; whether it is new.
    pub fn hear(&mut self, worker: &str, hands: u16, now: Instant) -> bool {
        self.here.insert(worker.to_string(), (hands.max(1), now)).is_none()
    }

    /// Forgets those that were not heard for a while.
    pub fn look(&mut self, now: Instant) {
        self.here.retain(|_, (_, last)| now.duration_since(*last) < GONE);
    }

    /// Sends a worker away.
    pub fn dismiss(&mut self, worker: &str, why: String) {
        self.here.remove(worker);
        self.away.insert(worker.to_string(), why);
    }

    /// Why a worker was sent away; `None` where it was not.
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

/// The worker that a hand belongs to.
pub fn worker_of(hand: &str) -> &str {
    hand.rsplit_once('/').map_or(hand, |(worker, _)| worker)
}
