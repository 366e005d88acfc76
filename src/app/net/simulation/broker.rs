//! A broker, as NATS JetStream is one for this program: tasks in memory, each given to one worker at a time.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use super::dice::Dice;
use super::event::HandId;
use crate::app::net::leases::LEASE;
use crate::app::net::transport::{Delivery, Parcel, Settle};

/// A broker.
#[derive(Default)]
pub struct Broker {
    stored: BTreeMap<u64, Stored>,
    count: u64,
    asking: VecDeque<Asking>,
}

/// A task that it holds.
struct Stored {
    run: String,
    parcel: Parcel,
    /// How often it was delivered.
    times: u64,
    /// When it may be given away.
    free: Instant,
}

/// A hand that waits for a task.
struct Asking {
    hand: HandId,
    number: u64,
    until: Instant,
}

/// What is sent to a hand: a task, or that there is none.
pub type Dealt = (HandId, u64, Option<Delivery>);

impl Broker {
    /// Takes a task, unless it is full or holds this one.
    ///
    /// # Errors
    ///
    /// That it is full.
    pub fn publish(
        &mut self,
        run: &str,
        parcel: Parcel,
        room: usize,
        now: Instant,
    ) -> Result<(), String> {
        let is_it = |stored: &Stored| stored.run == run && stored.parcel.task == parcel.task;
        if self.stored.values().any(is_it) {
            return Ok(());
        }
        if self.stored.len() >= room {
            return Err("it is full".to_string());
        }
        self.count += 1;
        let stored = Stored { run: run.to_string(), parcel, times: 0, free: now };
        self.stored.insert(self.count, stored);
        Ok(())
    }

    /// A hand asks for a task, and waits until then.
    pub fn pull(&mut self, hand: HandId, number: u64, until: Instant) {
        self.asking.retain(|asking| asking.hand != hand);
        self.asking.push_back(Asking { hand, number, until });
    }

    /// A hand says what becomes of a task.
    pub fn settle(&mut self, receipt: &str, settle: Settle, heeds_old: bool, now: Instant) {
        let mut numbers = receipt.split('.').map(|number| number.parse().unwrap_or_default());
        let (number, times): (u64, u64) =
            (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
        let Some(stored) = self.stored.get_mut(&number) else { return };
        if stored.times != times && !heeds_old {
            return;
        }
        match settle {
            Settle::Done => _ = self.stored.remove(&number),
            Settle::Keep => stored.free = now + LEASE,
            Settle::Again(later) => stored.free = now + later,
        }
    }

    /// Gives tasks that are free, in any order, to those who wait. Who has waited for long enough gets none.
    pub fn deal(&mut self, dice: &mut Dice, now: Instant) -> Vec<Dealt> {
        let mut dealt = Vec::new();
        let is_late = |asking: &Asking| asking.until <= now;
        while let Some(place) = self.asking.iter().position(is_late) {
            let late = self.asking.remove(place);
            dealt.extend(late.map(|late| (late.hand, late.number, None)));
        }
        while !self.asking.is_empty() {
            let free = self.stored.iter().filter(|(_, stored)| stored.free <= now);
            let free: Vec<u64> = free.map(|(&number, _)| number).collect();
            if free.is_empty() {
                break;
            }
            let delivery = self.deliver(dice.one(&free), now);
            let asking = self.asking.pop_front();
            dealt.extend(asking.map(|asking| (asking.hand, asking.number, delivery)));
        }
        dealt
    }

    fn deliver(&mut self, number: u64, now: Instant) -> Option<Delivery> {
        let stored = self.stored.get_mut(&number)?;
        stored.times += 1;
        stored.free = now + LEASE;
        Some(Delivery {
            run: stored.run.clone(),
            parcel: stored.parcel.clone(),
            times: stored.times,
            receipt: format!("{number}.{}", stored.times),
        })
    }

    /// When there is something to deal again, if nothing happens before.
    pub fn next_change(&self) -> Option<Instant> {
        let first = self.asking.iter().map(|asking| asking.until).min()?;
        let free = self.stored.values().map(|stored| stored.free).min();
        Some(free.map_or(first, |free| free.min(first)))
    }

    /// Loses all tasks, and who waits for one.
    pub fn forget_all(&mut self) {
        self.stored.clear();
        self.asking.clear();
    }

    /// How many tasks it holds.
    pub fn tasks(&self) -> usize {
        self.stored.len()
    }
}
