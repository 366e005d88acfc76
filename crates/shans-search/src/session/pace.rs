//! How many nodes the places of a line get that are searched at the same time. A limit on time becomes one on nodes, by the speed so far:
//! so each place has a time of its own, although all of them share those who search.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::search::Limits;

/// A place gets this many nodes while the speed is not known yet.
const TO_MEASURE: u64 = 2_000;
/// It is searched again if it has had less than this part of what is due to it by now: the first places seem slow, as engines
/// take a while to start.
const ENOUGH: f64 = 0.75;
/// Whatever time is left, each place gets this part of its own.
const LEAST_PART: f64 = 0.125;

/// What was spent until now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    /// All nodes of the search.
    pub(super) nodes: u64,
    /// The time since these places began.
    pub(super) time: Duration,
}

/// What each of these places may take.
#[derive(Debug, Default)]
pub(super) struct Pace {
    nodes: Option<u64>,
    time: Option<Duration>,
    /// How many they are.
    places: usize,
    /// The nodes of the search when they began.
    nodes_before: u64,
    /// What was granted to each place that is searched now.
    granted: BTreeMap<usize, u64>,
}

impl Pace {
    /// For this many places, each within these limits, by a search that had these nodes before.
    pub(super) fn new(limits: &Limits, places: usize, nodes_before: u64) -> Pace {
        let (nodes, time) = (limits.nodes, limits.time);
        Pace { nodes, time, places, nodes_before, granted: BTreeMap::new() }
    }

    /// How many nodes this place gets now, by how many places are left.
    pub(super) fn grant(&mut self, place: usize, left: usize, spent: Spent) -> u64 {
        let due = self.due(left, spent);
        let granted = self.granted.entry(place).or_default();
        let more = due.saturating_sub(*granted).max(1);
        *granted = granted.saturating_add(more);
        more
    }

    /// Whether this place, which has spent what it got, is done.
    pub(super) fn is_done(&self, place: usize, left: usize, spent: Spent) -> bool {
        let granted = self.granted.get(&place).copied().unwrap_or_default();
        granted as f64 >= ENOUGH * self.due(left, spent) as f64
    }

    /// This place is searched no longer.
    pub(super) fn forget(&mut self, place: usize) {
        self.granted.remove(&place);
    }

    /// How many nodes a place may take in all.
    fn due(&self, left: usize, spent: Spent) -> u64 {
        let in_time = self.time.map(|time| self.nodes_in(time, left, spent));
        let most = self.nodes.unwrap_or(u64::MAX);
        in_time.map_or(most, |nodes| nodes.min(most))
    }

    /// How many nodes a place takes in its time, or in its part of what is left of the time of all. Those that are searched
    /// now are half done.
    fn nodes_in(&self, time: Duration, left: usize, spent: Spent) -> u64 {
        let nodes = spent.nodes.saturating_sub(self.nodes_before);
        if nodes == 0 || spent.time.is_zero() {
            return TO_MEASURE;
        }
        let (own, until_now) = (time.as_secs_f64(), spent.time.as_secs_f64());
        let time_left = own * self.places as f64 - until_now;
        let places_left = (left as f64 - 0.5 * self.granted.len() as f64).max(1.0);
        let each = (time_left / places_left).clamp(LEAST_PART * own, own);
        (each * nodes as f64 / until_now) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(nodes: u64, millis: u64) -> Spent {
        Spent { nodes: 700 + nodes, time: Duration::from_millis(millis) }
    }

    /// A hundred places with 100 ms each, of which many are left.
    fn pace(nodes: Option<u64>) -> Pace {
        let time = Some(Duration::from_millis(100));
        Pace::new(&Limits { nodes, time, ..Limits::default() }, 100, 700)
    }

    #[test]
    fn a_place_gets_what_is_searched_in_its_time() {
        let mut pace = pace(None);
        assert_eq!(pace.grant(7, 100, spent(0, 0)), TO_MEASURE);
        // A million nodes a second: it has had too little.
        assert!(!pace.is_done(7, 100, spent(50_000, 50)));
        assert_eq!(pace.grant(7, 100, spent(50_000, 50)), 98_000);
        assert!(pace.is_done(7, 100, spent(200_000, 200)));
        pace.forget(7);
        assert_eq!(pace.grant(6, 99, spent(200_000, 200)), 98_989);
    }

    #[test]
    fn what_is_late_is_made_up_for() {
        let mut pace = pace(None);
        // Half of the time is over, and a fifth is done.
        assert_eq!(pace.grant(80, 80, spent(5_000_000, 5_000)), 62_500);
        // Nothing is left: an eighth of the time for each.
        assert_eq!(pace.grant(79, 40, spent(10_000_000, 10_000)), 12_500);
        // Nothing makes it more than its time.
        assert_eq!(pace.grant(1, 2, spent(1_000_000, 1_000)), 100_000);
    }

    #[test]
    fn nodes_are_a_limit_too() {
        let mut pace = pace(Some(30_000));
        assert_eq!(pace.grant(7, 100, spent(50_000, 50)), 30_000);
        assert!(pace.is_done(7, 100, spent(80_000, 80)));
        let nodes = Limits { nodes: Some(500), ..Limits::default() };
        assert_eq!(Pace::new(&nodes, 3, 0).grant(2, 3, spent(0, 0)), 500);
    }
}
