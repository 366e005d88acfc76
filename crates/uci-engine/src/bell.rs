//! Wakes the thread that waits for one of several engines.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Counts what has happened. Who looks at the engines reads the count first, and then waits until
/// it is another one: nothing is missed in between.
#[derive(Debug, Default)]
pub(crate) struct Bell {
    rings: Mutex<u64>,
    rung: Condvar,
}

impl Bell {
    pub(crate) fn ring(&self) {
        *locked(&self.rings) += 1;
        self.rung.notify_all();
    }

    pub(crate) fn rings(&self) -> u64 {
        *locked(&self.rings)
    }

    /// Waits until the bell has been rung since it was read as `seen`, or until then.
    pub(crate) fn wait(&self, seen: u64, until: Instant) {
        let time = until.saturating_duration_since(Instant::now());
        let rings = locked(&self.rings);
        drop(self.rung.wait_timeout_while(rings, time, |rings| *rings == seen));
    }
}

/// A thread that panicked while it had the lock left a value that is whole: each is changed by
/// single assignments.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_ring_before_the_wait_is_not_missed() {
        let bell = Bell::default();
        let seen = bell.rings();
        bell.ring();
        let begin = Instant::now();
        bell.wait(seen, begin + Duration::from_secs(60));
        assert!(begin.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn without_a_ring_the_wait_ends_in_time() {
        let bell = Bell::default();
        let begin = Instant::now();
        bell.wait(bell.rings(), begin + Duration::from_millis(20));
        assert!(begin.elapsed() >= Duration::from_millis(20));
    }
}
