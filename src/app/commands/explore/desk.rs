//! The queue between the threads of connections and the one that owns the search.

use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::time::Duration;

use super::answers::{Refused, Reply};
use super::http::Response;
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

/// The end at which questions are put in.
#[derive(Clone, Debug)]
pub struct Asker(SyncSender<Job>);

/// An empty queue.
pub fn desk() -> (Asker, Receiver<Job>) {
    let (sender, receiver) = mpsc::sync_channel(MOST_WAITING);
    (Asker(sender), receiver)
}

impl Asker {
    /// Asks about the tree that is shown, and waits for the answer.
    pub fn ask(&self, question: Question) -> Response {
        self.ask_of(None, question)
    }

    /// Asks about this tree of those that the program has shown, and waits for the answer.
    pub fn ask_of(&self, tree: Option<u64>, question: Question) -> Response {
        let (reply, answer) = mpsc::sync_channel(1);
        match self.0.try_send(Job { question, tree, reply }) {
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
        let (asker, jobs) = desk();
        for _ in 0..MOST_WAITING {
            let (reply, _) = mpsc::sync_channel(1);
            let job = Job { question: Question::Stop, tree: None, reply };
            assert!(asker.0.try_send(job).is_ok());
        }
        assert!(asker.ask(Question::Stop).body.contains("too many"));
        drop(jobs);
        assert!(asker.ask(Question::Stop).body.contains("has ended"));
    }
}
