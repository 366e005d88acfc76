//! How often something may be started again.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);

/// At most this many restarts within any minute.
#[derive(Debug)]
pub(crate) struct Restarts {
    pub(crate) most: usize,
    lately: VecDeque<Instant>,
    pub(crate) total: u64,
}

impl Restarts {
    pub(crate) fn new(most: usize) -> Restarts {
        Restarts { most, lately: VecDeque::new(), total: 0 }
    }

    /// Whether there may be one more now, which is counted then.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.lately.retain(|&earlier| now.saturating_duration_since(earlier) < MINUTE);
        let may = self.lately.len() < self.most;
        if may {
            self.lately.push_back(now);
            self.total += 1;
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_a_minute_there_are_no_more_than_allowed() {
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        let mut restarts = Restarts::new(2);
        assert!(restarts.take(at(0)));
        assert!(restarts.take(at(30)));
        assert!(!restarts.take(at(59)));
        assert!(restarts.take(at(60)), "the first is a minute ago");
        assert!(!restarts.take(at(61)));
        assert_eq!(restarts.total, 3);
        assert!(!Restarts::new(0).take(begin));
    }
}
