//! Connections: a thread for each, and no more of them than are of use.
//!
//! A connection is a stranger until its request has shown that it may ask. Strangers have places
//! of their own, and where these are taken the one who has been silent for longest has to go. So no
//! number of them keeps those out who may ask.

use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::request::Request;
use super::response::Response;

/// Connections at the same time of those who may ask. A page has a few.
const MOST_CONNECTIONS: usize = 64;
/// Connections at the same time that have not asked for anything yet.
const MOST_STRANGERS: usize = 64;
/// A connection that does not read for this long is closed.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);
/// Rest after a connection that the system could not give.
const REST: Duration = Duration::from_millis(50);

/// Counts a connection as long as it lives.
pub struct Place(Arc<AtomicUsize>);

impl Place {
    /// `None` if all of so many are taken.
    pub fn take(taken: &Arc<AtomicUsize>, most: usize) -> Option<Place> {
        let place = Place(taken.clone());
        let before = taken.fetch_add(1, Ordering::AcqRel);
        (before < most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Those who have not shown yet that they may ask, in the order in which they came.
#[derive(Clone, Default)]
struct Strangers(Arc<Mutex<VecDeque<Arc<TcpStream>>>>);

/// One of them, as long as he is one.
struct Stranger {
    among: Strangers,
    stream: Arc<TcpStream>,
}

impl Strangers {
    /// One comes; if there are too many now, the first has to go.
    fn welcome(&self, stream: TcpStream) -> Stranger {
        let stream = Arc::new(stream);
        let mut waiting = self.lock();
        waiting.push_back(stream.clone());
        if waiting.len() > MOST_STRANGERS
            && let Some(first) = waiting.pop_front()
        {
            // If he has gone already, so much the better.
            let _ = first.shutdown(Shutdown::Both);
        }
        drop(waiting);
        Stranger { among: self.clone(), stream }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        // A list of connections is whole even if a thread panicked while holding it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        self.among.lock().retain(|other| !Arc::ptr_eq(other, &self.stream));
    }
}

/// Which requests are answered, and how.
pub trait Answer: Send + Sync + 'static {
    /// Whether this request may be answered.
    fn admits(&self, request: &Request) -> bool;

    /// Whether it may bring a file of games. Whoever is not admitted may not.
    fn may_be_long(&self, request: &Request) -> bool;

    /// Writes the answer to the connection.
    ///
    /// # Errors
    ///
    /// A connection that is gone.
    fn answer(&self, request: &Request, stream: &TcpStream) -> io::Result<()>;
}

/// Answers all connections, forever.
pub fn serve(listener: &TcpListener, answer: &Arc<impl Answer>) {
    let taken = Arc::new(AtomicUsize::new(0));
    let strangers = Strangers::default();
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Too many files are open, or the asker is gone: the next request may succeed.
            thread::sleep(REST);
            continue;
        };
        let stranger = strangers.welcome(stream);
        let (answer, taken) = (answer.clone(), taken.clone());
        let thread = thread::Builder::new().name("explore".to_string());
        // Where the system gives no thread, the connection is closed; that is all that can be done.
        let _ = thread.spawn(move || {
            // The asker may be gone; then the answer does not matter.
            let _ = attend(stranger, &taken, &*answer);
        });
    }
}

fn attend(stranger: Stranger, taken: &Arc<AtomicUsize>, answer: &impl Answer) -> io::Result<()> {
    let stream = &*stranger.stream.clone();
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_PATIENCE))?;
    match Request::read(stream, |request| answer.may_be_long(request)) {
        Ok(request) if answer.admits(&request) => {
            drop(stranger);
            let Some(_place) = Place::take(taken, MOST_CONNECTIONS) else {
                let message = "too many requests at once; try again in a moment";
                return Response::error(503, message).write(stream);
            };
            answer.answer(&request, stream)
        }
        Ok(request) => answer.answer(&request, stream),
        Err(bad) => match bad.status() {
            Some(status) => Response::error(status, &bad.to_string()).write(stream),
            None => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn the_stranger_who_came_first_has_to_go() -> io::Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let strangers = Strangers::default();
        let come = || -> io::Result<_> {
            let client = TcpStream::connect(listener.local_addr()?)?;
            client.set_read_timeout(Some(Duration::from_millis(1)))?;
            Ok((client, strangers.welcome(listener.accept()?.0)))
        };
        let mut first = come()?;
        drop(come()?.1);
        let mut others = (1..MOST_STRANGERS).map(|_| come()).collect::<io::Result<Vec<_>>>()?;
        assert!(first.0.read(&mut [0]).is_err(), "there was a place for him, and he waits");
        others.push(come()?);
        first.0.set_read_timeout(Some(Duration::from_secs(60)))?;
        assert_eq!(first.0.read(&mut [0])?, 0, "his connection is closed");
        assert!(others.iter_mut().all(|(client, _)| client.read(&mut [0]).is_err()));
        drop((first, others));
        assert!(strangers.lock().is_empty());
        Ok(())
    }

    #[test]
    fn places_are_given_back() {
        let taken = Arc::new(AtomicUsize::new(0));
        let take = || Place::take(&taken, MOST_CONNECTIONS);
        let places: Vec<_> = (0..MOST_CONNECTIONS).map(|_| take()).collect();
        assert!(places.iter().all(Option::is_some) && take().is_none());
        drop(places);
        assert_eq!(taken.load(Ordering::Acquire), 0);
        assert!(take().is_some());
    }
}
