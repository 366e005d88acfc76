//! How the thread that reads tells the thread that thinks to stop, or to continue by the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use super::go::Ends;
use crate::search::Interrupt;

/// What may happen while a search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The best move is wanted now.
    Stop,
    /// The move expected was played: our clock runs since then.
    PonderHit(Instant),
}

/// The remote control of one task, for the thread that reads.
#[derive(Debug)]
pub struct Remote {
    signals: Sender<Signal>,
    first: Interrupt,
    second: Interrupt,
    is_done: Arc<AtomicBool>,
    /// What has to come before it ends.
    ends: Ends,
}

/// The other end of it, for the thread that thinks.
#[derive(Debug)]
pub struct Signals {
    received: Receiver<Signal>,
    /// Ends the search as it was asked for first: thrown by either signal.
    pub first: Interrupt,
    /// Ends the search by the clock after a `ponderhit`: thrown by `stop` alone.
    pub second: Interrupt,
    is_done: Arc<AtomicBool>,
}

/// A remote control, and what it controls: something that ends like this.
pub fn remote(ends: Ends) -> (Remote, Signals) {
    let (sender, received) = mpsc::channel();
    let (first, second) = (Interrupt::default(), Interrupt::default());
    let is_done = Arc::new(AtomicBool::new(false));
    let remote = Remote {
        signals: sender,
        first: first.clone(),
        second: second.clone(),
        is_done: is_done.clone(),
        ends,
    };
    (remote, Signals { received, first, second, is_done })
}

impl Remote {
    /// Asks for the best move.
    pub fn stop(&self) {
        // Without a listener, it has ended.
        let _ = self.signals.send(Signal::Stop);
        self.first.throw();
        self.second.throw();
    }

    /// The move that was expected was played. This means nothing to what did not wait for it.
    pub fn ponder_hit(&mut self) {
        if self.ends == Ends::OnPonderHit {
            let _ = self.signals.send(Signal::PonderHit(Instant::now()));
            self.first.throw();
            self.ends = Ends::ByItself;
        }
    }

    /// Whether it ends by a signal only.
    pub fn is_endless(&self) -> bool {
        self.ends != Ends::ByItself
    }

    /// Whether the task has ended.
    pub fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }
}

impl Signals {
    /// Waits for the next signal.
    pub fn wait(&self) -> Signal {
        // Without a remote control nothing else will come.
        self.received.recv().unwrap_or(Signal::Stop)
    }

    /// Waits for what has to come before something that ends like this is answered.
    pub fn wait_for(&self, ends: Ends) {
        if ends != Ends::ByItself {
            self.wait();
        }
    }

    /// The task ends: what comes now finds nothing to stop.
    pub fn done(&self) {
        self.is_done.store(true, Ordering::Release);
    }
}
