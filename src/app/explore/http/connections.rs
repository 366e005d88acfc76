//! Connections: a thread for each, and no more of them than are of use.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::request::Request;
use super::response::Response;

/// Connections at the same time. A page has a few.
pub const MOST_CONNECTIONS: usize = 64;
/// Whoever does not read what he is sent for this long is gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);
/// Rest after a connection that the system could not give.
const REST: Duration = Duration::from_millis(50);

/// Counts a connection as long as it lives.
struct Place(Arc<AtomicUsize>);

impl Place {
    /// `None` where all are taken.
    fn take(taken: &Arc<AtomicUsize>) -> Option<Place> {
        let place = Place(taken.clone());
        let before = taken.fetch_add(1, Ordering::AcqRel);
        (before < MOST_CONNECTIONS).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Answers all connections, for ever. `answer` gets each request that can be read, and writes to
/// the connection itself.
pub fn serve(
    listener: &TcpListener,
    answer: impl Fn(&Request, &TcpStream) -> io::Result<()> + Clone + Send + 'static,
) {
    let taken = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Too many files are open, or whoever asked is gone: the next one may be luckier.
            thread::sleep(REST);
            continue;
        };
        let Some(place) = Place::take(&taken) else {
            refuse(&stream);
            continue;
        };
        let answer = answer.clone();
        let thread = thread::Builder::new().name("explore".to_string());
        // Where the system gives no thread, the connection is closed; that is all that can be done.
        let _ = thread.spawn(move || {
            let _place = place;
            // Whoever asked may be gone; then nobody wants to know.
            let _ = attend(&stream, &answer);
        });
    }
}

fn attend(
    stream: &TcpStream,
    answer: &impl Fn(&Request, &TcpStream) -> io::Result<()>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_PATIENCE))?;
    match Request::read(stream) {
        Ok(request) => answer(&request, stream),
        Err(bad) => match bad.status() {
            Some(status) => Response::error(status, &bad.to_string()).write(stream),
            None => Ok(()),
        },
    }
}

/// Says that there is no place.
fn refuse(stream: &TcpStream) {
    let busy = Response::error(503, "too many requests at once; try again in a moment");
    // If that cannot be told at once, it is not told.
    let _ = stream.set_nonblocking(true);
    let _ = busy.write(stream);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_given_back() {
        let taken = Arc::new(AtomicUsize::new(0));
        let places: Vec<_> = (0..MOST_CONNECTIONS).map(|_| Place::take(&taken)).collect();
        assert!(places.iter().all(Option::is_some) && Place::take(&taken).is_none());
        drop(places);
        assert_eq!(taken.load(Ordering::Acquire), 0);
        assert!(Place::take(&taken).is_some());
    }
}
