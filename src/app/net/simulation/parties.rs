//! Who takes part, and how they are.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::app::net::desk::Desk;
use crate::app::net::hand::{Hand, HandSetup};
use crate::app::net::lines::{Hello, Terms};
use crate::app::net::transport::Delivery;
use crate::app::net::worker::WORD;
use crate::chess::{Position, Tapered};
use crate::search::{Interrupt, LeafAnswer};

/// Whether somebody is there.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// It does nothing until then.
    pub stalls_until: Instant,
    /// Nothing reaches it until then, and nothing comes from it.
    pub cut_until: Instant,
    /// It knows that it is cut off.
    pub knows: bool,
}

/// A worker.
pub struct Worker {
    /// Its hands.
    pub hands: Vec<Busy>,
    /// It is to end.
    pub is_over: bool,
    /// What it says of itself.
    pub hello: Vec<u8>,
}

/// A hand at work.
pub struct Busy {
    /// What it does.
    pub hand: Hand<Position>,
    /// The number of what it waits for; `None` if it has ended.
    pub waits: Option<u64>,
    /// Tasks that came when it did not wait for one.
    pub inbox: VecDeque<Delivery>,
    /// What it searches.
    pub work: Option<Work>,
}

/// A search of a leaf.
pub struct Work {
    /// Ends it.
    pub interrupt: Interrupt,
    /// What it will find.
    pub answer: LeafAnswer,
    /// When.
    pub ends: Instant,
}

impl Worker {
    /// Without tasks. Each life of a worker has another number.
    pub fn new(number: u64, hands: usize) -> Worker {
        let terms = Terms::of::<Position>(&Tapered::default(), None);
        let count = u16::try_from(hands).unwrap_or(u16::MAX);
        let worker = format!("worker-{number}");
        let busy = |hand| {
            let own = HandSetup {
                name: format!("{worker}/{hand}"),
                hands: count,
                terms: terms.clone(),
                evaluator: Tapered::default(),
                word_every: WORD,
            };
            Busy { hand: Hand::new(own), waits: None, inbox: VecDeque::new(), work: None }
        };
        let hands = (0..hands).map(busy).collect();
        let hello = Hello { worker: worker.clone(), hands: count, terms: terms.clone(), speed: 0 };
        let hello = serde_json::to_vec(&hello).unwrap_or_default();
        Worker { hands, is_over: false, hello }
    }
}

/// What workers and broker know of a search.
pub struct Asking {
    /// Its name.
    pub run: String,
    /// Its table.
    pub desk: Arc<Desk>,
    /// There may be something to send.
    pub woken: Arc<AtomicBool>,
}
