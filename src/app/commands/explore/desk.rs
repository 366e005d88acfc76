//! The queue between the threads of connections and the one that owns the search.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::time::Duration;

use super::answers::{Refused, Reply};
use super::http::Response;
use super::pulse::Pulse;
use super::question::Question;

/// Questions that may wait. One takes milliseconds.
const MOST_WAITING: usize = 32;
/// The maximum time to wait for an answer. Saving a large tree takes seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// A question, and where its answer goes.
#[derive(Debug)]
pub struct Job {
    /// What is asked.
    pub question: Question,
    /// The tree that it is about ([`Status::tree`](super::status::Status)); `None` where that does not matter.
    pub tree: Option<u64>,
    reply: SyncSender<Response>,
}

impl Job {
    /// Gives the answer.
    pub fn answer(self, reply: Reply) {
        // The asker may be gone.
        let _ = self.reply.send(reply.unwrap_or_else(Refused::response));
    }
}

/// Those who answer for a tree: the end at which questions are put in, and what is sent without being asked for.
#[derive(Clone, Debug)]
pub struct TreeDesk {
    jobs: SyncSender<Job>,
    /// Tells that there is something new to see.
    pub pulse: Pulse,
    /// Pages that are told of it.
    pub(super) listeners: Arc<AtomicUsize>,
}

impl TreeDesk {
    /// With an empty queue, whose other end comes with it.
    pub fn new() -> (TreeDesk, Receiver<Job>) {
        let (jobs, receiver) = mpsc::sync_channel(MOST_WAITING);
        (TreeDesk { jobs, pulse: Pulse::default(), listeners: Arc::default() }, receiver)
    }

    /// Asks about this tree of those that the program has shown, or the one that it shows, and waits for the answer.
    pub fn ask(&self, tree: Option<u64>, question: Question) -> Response {
        let (reply, answer) = mpsc::sync_channel(1);
        match self.jobs.try_send(Job { question, tree, reply }) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                return Response::error(503, "too many requests at once; try again in a moment");
            }
            Err(TrySendError::Disconnected(_)) => return ending(),
        }
        answer.recv_timeout(PATIENCE).unwrap_or_else(|_| ending())
    }
}

fn ending() -> Response {
    Response::error(503, "shans explore has ended or is about to end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_and_one_that_is_gone_are_told() {
        let (desk, jobs) = TreeDesk::new();
        for _ in 0..MOST_WAITING {
            let (reply, _) = mpsc::sync_channel(1);
            let job = Job { question: Question::Stop, tree: None, reply };
            assert!(desk.jobs.try_send(job).is_ok());
        }
        assert!(desk.ask(None, Question::Stop).body.contains("too many"));
        drop(jobs);
        assert!(desk.ask(None, Question::Stop).body.contains("has ended"));
    }
}
