//! Server-sent events: what has changed in the position that a page shows, as it changes.

use std::io::{self, ErrorKind, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use super::asked::moves_of;
use super::desk::TreeDesk;
use super::http::{Place, Request, Response};
use super::question::Question;

/// Pages that get events at the same time.
const MOST_LISTENERS: usize = 16;
/// Between two events, at least.
const INTERVAL: Duration = Duration::from_millis(250);
/// The most that all pages together are sent in a second, bytes.
const BYTES_A_SECOND: usize = 90_000;
/// Between two looks whether the page is still there: one that walks leaves many behind.
const GLANCE: Duration = Duration::from_millis(200);
/// Without news, page and program tell each other this often that they are still there.
const SILENCE: Duration = Duration::from_secs(10);

impl TreeDesk {
    /// Tells a page of every change of the position that it shows, until it is gone.
    ///
    /// # Errors
    ///
    /// The page is gone.
    pub fn tell(&self, request: &Request, mut out: &TcpStream) -> io::Result<()> {
        let moves = match moves_of(request) {
            Ok(moves) => moves,
            Err(error) => return Response::error(400, &error.to_string()).write(out),
        };
        let Some(_place) = Place::take(&self.listeners, MOST_LISTENERS) else {
            let message = "too many pages are open; close one of them";
            return Response::error(503, message).write(out);
        };
        Response::begin_events(out)?;
        loop {
            let seen = self.pulse.now();
            let Response { status, body, .. } = self.ask(None, Question::Look(moves.clone()));
            let text = match status {
                200 => format!("data: {body}\n\n"),
                // Another tree has taken the place of the one with these moves.
                409 => "event: gone\ndata: {}\n\n".to_string(),
                // The queue is flooded: the next time may be better.
                _ => ": nothing\n\n".to_string(),
            };
            out.write_all(text.as_bytes())?;
            let next = Instant::now() + pause(text.len(), self.listeners.load(Ordering::Acquire));
            if !self.waits_for_news(seen, next, out)? {
                return Ok(());
            }
        }
    }

    /// Waits for something newer than `seen`, and at least until `next`; `false` if the page is
    /// gone before.
    fn waits_for_news(&self, seen: u64, next: Instant, mut out: &TcpStream) -> io::Result<bool> {
        let mut silent_since = Instant::now();
        loop {
            let left = next.saturating_duration_since(Instant::now());
            thread::sleep(left.min(GLANCE));
            if is_gone(out)? {
                return Ok(false);
            }
            if left <= GLANCE && self.pulse.wait(seen, GLANCE) != seen {
                return Ok(true);
            }
            if silent_since.elapsed() >= SILENCE {
                silent_since = Instant::now();
                out.write_all(b": still here\n\n")?;
            }
        }
    }
}

/// Whether the page has closed the connection, on which it has nothing to say.
fn is_gone(stream: &TcpStream) -> io::Result<bool> {
    stream.set_read_timeout(Some(Duration::from_millis(1)))?;
    match stream.peek(&mut [0]) {
        Ok(count) => Ok(count == 0),
        Err(error) => Ok(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)),
    }
}

/// How long to be silent after an event of this many bytes, so that all listeners together get no
/// more than they should.
fn pause(bytes: usize, listeners: usize) -> Duration {
    let share = Duration::from_secs_f64((bytes * listeners.max(1)) as f64 / BYTES_A_SECOND as f64);
    share.max(INTERVAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pages_together_get_no_more_than_the_bound() {
        for (bytes, listeners) in [(10, 1), (30_000, 1), (30_000, 5), (500_000, 2)] {
            let seconds = pause(bytes, listeners).as_secs_f64();
            assert!((bytes * listeners) as f64 / seconds <= 1.001 * BYTES_A_SECOND as f64);
            assert!(seconds >= 0.25);
        }
    }
}
