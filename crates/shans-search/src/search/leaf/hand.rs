//! A thread that searches one task at a time, as its owner sees it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SendError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::crew::{Order, Reply, serve};
use super::task::LeafTask;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Interrupt;
use crate::search::meter::Meter;

/// How often limits are checked while waiting for an answer.
const LOOK: Duration = Duration::from_millis(2);

/// A thread.
pub(super) struct Hand<G: Heuristics> {
    orders: Sender<Order<G>>,
    thread: Option<JoinHandle<()>>,
    /// What it searches.
    pub(super) task: Option<Running<G>>,
}

/// A task that is searched.
pub(super) struct Running<G: Heuristics> {
    pub(super) task: LeafTask<G>,
    /// Ends it.
    pub(super) interrupt: Interrupt,
}

/// This many threads, at least one, and their replies.
pub(super) fn crew<G: Heuristics + Evaluate>(
    threads: usize,
    meter: &Meter,
) -> (Vec<Hand<G>>, Receiver<Reply>) {
    let (sender, replies) = channel();
    let hand = |number| {
        let (orders, inbox) = channel();
        let (sender, meter) = (sender.clone(), meter.clone());
        let thread = thread::spawn(move || serve(number, &inbox, &sender, &meter));
        Hand { orders, thread: Some(thread), task: None }
    };
    ((0..threads.max(1)).map(hand).collect(), replies)
}

/// Waits a moment for a reply. If a thread has panicked, this one panics too: the answer would never come.
pub(super) fn wait<G: Heuristics>(
    crew: &mut [Hand<G>],
    replies: &Receiver<Reply>,
) -> Option<Reply> {
    match replies.recv_timeout(LOOK) {
        Ok(reply) => Some(reply),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            let is_gone =
                |hand: &&mut Hand<G>| hand.thread.as_ref().is_none_or(JoinHandle::is_finished);
            crew.iter_mut().filter(is_gone).for_each(Hand::join);
            None
        }
    }
}

impl<G: Heuristics> Hand<G> {
    /// Starts the search of a task, with the order made from it.
    pub(super) fn search(
        &mut self,
        task: LeafTask<G>,
        order: impl FnOnce(Box<LeafTask<G>>, Interrupt) -> Order<G>,
    ) {
        let interrupt = Interrupt::default();
        match self.orders.send(order(Box::new(task.clone()), interrupt.clone())) {
            Ok(()) => self.task = Some(Running { task, interrupt }),
            Err(SendError(_)) => self.join(),
        }
    }

    /// Gives it another order; `false` if the thread has ended.
    pub(super) fn tell(&self, order: Order<G>) -> bool {
        self.orders.send(order).is_ok()
    }

    /// Interrupts its search.
    pub(super) fn interrupt(&self) {
        self.task.iter().for_each(|running| running.interrupt.throw());
    }

    /// Waits for the end of the thread, and passes a panic on.
    fn join(&mut self) {
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
    }
}

impl<G: Heuristics> Drop for Hand<G> {
    fn drop(&mut self) {
        self.interrupt();
        // Its inbox closes, which ends it.
        self.orders = channel().0;
        if let Some(thread) = self.thread.take() {
            // A panic there was reported before.
            let _ = thread.join();
        }
    }
}
