//! How long an engine may take.

use std::time::{Duration, Instant};

/// How long an engine may take for what it has to do at once. One that takes longer is killed.
///
/// ```
/// use std::time::Duration;
/// use uci_engine::Deadlines;
///
/// // A large network may take a while to load.
/// let patient = Deadlines { start: Duration::from_secs(300), ..Deadlines::default() };
/// assert_eq!(patient.quit, Duration::from_millis(200));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// From the start of the process to `uciok`, and again from there to the first `readyok`:
    /// engines load their networks in between. 60 s unless said otherwise.
    pub start: Duration,
    /// For `readyok` later on, also after `ucinewgame`. 30 s unless said otherwise.
    pub ready: Duration,
    /// For `bestmove` after `stop`. 5 s unless said otherwise.
    pub stop: Duration,
    /// For ending after `quit`. 200 ms unless said otherwise.
    pub quit: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines {
            start: Duration::from_secs(60),
            ready: Duration::from_secs(30),
            stop: Duration::from_secs(5),
            quit: Duration::from_millis(200),
        }
    }
}

/// The moment after this time; a year from now where the clock does not reach as far.
pub(crate) fn after(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).unwrap_or(now + Duration::from_secs(365 * 24 * 3600))
}
