//! The commands that wait for the thread that thinks.
//!
//! A program may send more than is ever done in time. The commands that wait take no more than
//! [`MOST_WAITING`]; what comes beyond that is left out, and so is everything else until all that
//! waited is done, since a `go` is nothing without the `position` before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use super::engine::Job;

/// The commands that may wait: bytes. A game of a thousand moves has ten thousand.
const MOST_WAITING: usize = 16 << 20;
/// What a waiting command takes besides its text: bytes.
const JOB_BYTES: usize = 512;

/// The end at which commands are put in.
#[derive(Debug)]
pub struct JobSender {
    sender: Sender<Waiting>,
    /// Bytes of all that wait or are being carried out.
    bytes: Arc<AtomicUsize>,
    overflows: bool,
}

/// The end at which commands are taken out.
#[derive(Debug)]
pub struct JobReceiver {
    receiver: Receiver<Waiting>,
    bytes: Arc<AtomicUsize>,
}

/// A command, and the bytes that it takes.
type Waiting = (Job, usize);

/// Whether a command was put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It waits.
    Admitted,
    /// It is the first of those that are left out.
    Overflow,
    /// It is left out, as the one before it was.
    LeftOut,
}

/// An empty queue.
pub fn queue() -> (JobSender, JobReceiver) {
    let (sender, receiver) = mpsc::channel();
    let bytes = Arc::new(AtomicUsize::new(0));
    (JobSender { sender, bytes: bytes.clone(), overflows: false }, JobReceiver { receiver, bytes })
}

impl JobSender {
    /// Whether nothing waits, and nothing is being carried out.
    pub fn is_idle(&self) -> bool {
        self.bytes.load(Ordering::Acquire) == 0
    }

    /// Puts in a command whose text takes `length` bytes.
    pub fn put(&mut self, job: Job, length: usize) -> Admission {
        let waiting = self.bytes.load(Ordering::Acquire);
        let bytes = length + JOB_BYTES;
        let was_overflowing = self.overflows;
        self.overflows = if was_overflowing { waiting > 0 } else { waiting + bytes > MOST_WAITING };
        if self.overflows {
            return if was_overflowing { Admission::LeftOut } else { Admission::Overflow };
        }
        self.bytes.fetch_add(bytes, Ordering::AcqRel);
        // No jobs are taken after a panic, which the end of the scope reports.
        let _ = self.sender.send((job, bytes));
        Admission::Admitted
    }
}

impl JobReceiver {
    /// Carries out all commands in their order until the sender is gone.
    pub fn serve(self, mut carry_out: impl FnMut(Job)) {
        for (job, bytes) in self.receiver {
            carry_out(job);
            self.bytes.fetch_sub(bytes, Ordering::AcqRel);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Instant;

    use super::super::command::Command;
    use super::super::go::Ends;
    use super::super::signals::remote;
    use super::*;

    fn job() -> Job {
        let (_, signals) = remote(Ends::ByItself);
        Job { command: Command::NewGame, received: Instant::now(), signals }
    }

    #[test]
    fn what_waits_is_bounded_and_an_overflow_ends_when_all_is_done() {
        let (mut jobs, receiver) = queue();
        let half = MOST_WAITING / 2 - JOB_BYTES;
        assert_eq!(jobs.put(job(), half), Admission::Admitted);
        assert_eq!(jobs.put(job(), half), Admission::Admitted);
        assert_eq!(jobs.put(job(), 0), Admission::Overflow);
        assert_eq!(jobs.put(job(), 0), Admission::LeftOut);
        let mut done = 0;
        thread::scope(|scope| {
            scope.spawn(|| receiver.serve(|_| done += 1));
            while !jobs.is_idle() {
                thread::yield_now();
            }
            assert_eq!(jobs.put(job(), half), Admission::Admitted);
            drop(jobs);
        });
        assert_eq!(done, 3, "what was left out is never done");
    }
}
