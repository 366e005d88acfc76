//! Tells those who wait that there is something new to see.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A number that grows whenever something has changed.
#[derive(Clone, Debug, Default)]
pub struct Pulse(Arc<(Mutex<u64>, Condvar)>);

impl Pulse {
    /// Something has changed.
    pub fn beat(&self) {
        *self.lock() += 1;
        self.0.1.notify_all();
    }

    /// Waits until the number is another than `seen`, or for this long; returns it.
    pub fn wait(&self, seen: u64, most: Duration) -> u64 {
        let waited = self.0.1.wait_timeout_while(self.lock(), most, |now| *now == seen);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// The number now.
    pub fn now(&self) -> u64 {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, u64> {
        // A number is whole even if a thread panicked while holding it.
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn who_waits_hears_of_it() {
        let pulse = Pulse::default();
        assert_eq!(pulse.wait(0, Duration::from_millis(1)), 0);
        let waiting = pulse.clone();
        let hears = thread::spawn(move || waiting.wait(0, Duration::from_secs(60)));
        pulse.beat();
        assert_eq!(hears.join().ok(), Some(1));
        assert_eq!((pulse.wait(0, Duration::from_secs(60)), pulse.now()), (1, 1));
    }
}
