//! Several engines side by side, for one thread that waits for whichever is ready first.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::bell::Bell;
use crate::command::Command;
use crate::deadlines::{Deadlines, after};
use crate::engine::Engine;
use crate::error::EngineError;
use crate::found::Found;
use crate::restarts::Restarts;
use crate::search::Search;

/// Engines of one kind, by numbers from 0.
///
/// Every search that was [submitted](Pool::submit) is answered exactly once by [`Pool::next`],
/// with what was found or with an error. An engine that died or hung is started again by the next
/// search that is submitted to it, while the others continue.
#[derive(Debug)]
pub struct Pool {
    command: Command,
    deadlines: Deadlines,
    bell: Arc<Bell>,
    slots: Vec<Slot>,
    restarts: Restarts,
    /// What the engines are, once all are ready.
    identity: Option<String>,
    /// The engine to look at first: each has its turn.
    turn: usize,
}

#[derive(Debug)]
struct Slot {
    engine: Engine,
    /// What it is to search as soon as it has been started again.
    queued: Option<Search>,
    /// Whether its answer is waited for.
    is_asked: bool,
}

impl Slot {
    fn new(engine: Engine) -> Slot {
        Slot { engine, queued: None, is_asked: false }
    }

    /// Whether it can take a search now, if only after it was started again.
    fn is_free(&self) -> bool {
        !self.is_asked && (self.engine.is_idle() || self.engine.has_ended())
    }

    /// Does what can be done without waiting. What comes is an answer only if one is waited for. An engine that was
    /// started again is to be this one.
    fn advance(&mut self, identity: Option<&str>) -> Option<Result<Found, EngineError>> {
        if self.is_free() {
            return None;
        }
        let answer = match self.engine.advance() {
            Ok(found) => found.map(Ok),
            Err(error) => {
                self.queued = None;
                Some(Err(error))
            }
        };
        let begins = self.queued.take_if(|_| self.engine.is_idle());
        let begun = begins.map(|search| {
            self.engine.expect_identity(identity)?;
            self.engine.begin(&search)
        });
        let answer = answer.or_else(|| begun.and_then(|begun| begun.err().map(Err)));
        answer.filter(|_| std::mem::take(&mut self.is_asked))
    }
}

impl Pool {
    /// Starts this many engines (at least 1) at the same time, and waits until all are ready. Within
    /// a minute at most `restarts` engines are started in place of others, in the whole pool.
    ///
    /// # Errors
    ///
    /// As [`Engine::start`], of the first that fails; the others are ended. [`EngineError::Changed`] if they are not
    /// all of one kind.
    pub fn start(
        count: usize,
        command: &Command,
        deadlines: &Deadlines,
        restarts: usize,
    ) -> Result<Pool, EngineError> {
        let mut pool = Pool::launch(count, command, deadlines, restarts)?;
        while !pool.get_ready(Duration::MAX)? {}
        Ok(pool)
    }

    /// The same without waiting: the engines can search once [`Pool::get_ready`] says so.
    ///
    /// # Errors
    ///
    /// A program that cannot be started.
    pub fn launch(
        count: usize,
        command: &Command,
        deadlines: &Deadlines,
        restarts: usize,
    ) -> Result<Pool, EngineError> {
        let mut pool = Pool {
            command: command.clone(),
            deadlines: *deadlines,
            bell: Arc::default(),
            slots: Vec::new(),
            restarts: Restarts::new(restarts),
            identity: None,
            turn: 0,
        };
        for _ in 0..count.max(1) {
            let engine = pool.launch_one()?;
            pool.slots.push(Slot::new(engine));
        }
        Ok(pool)
    }

    /// Waits at most this long until all engines that were launched are ready; whether they are. With
    /// [`Duration::ZERO`] it looks.
    ///
    /// # Errors
    ///
    /// As [`Pool::start`]; of no use is the pool then.
    pub fn get_ready(&mut self, time: Duration) -> Result<bool, EngineError> {
        let until = after(time);
        while self.identity.is_none() {
            let seen = self.bell.rings();
            let mut waiting = Vec::new();
            for slot in &mut self.slots {
                if !slot.engine.is_idle() {
                    slot.engine.advance()?;
                }
                if !slot.engine.is_idle() {
                    waiting.push(slot.engine.due().unwrap_or(until));
                }
            }
            match waiting.into_iter().min() {
                None => self.note_identity()?,
                Some(_) if Instant::now() >= until => return Ok(false),
                Some(due) => self.bell.wait(seen, due.min(until)),
            }
        }
        Ok(true)
    }

    /// Notes what all of them are.
    fn note_identity(&mut self) -> Result<(), EngineError> {
        let first = self.slots.first().map(|slot| slot.engine.identity().to_string());
        for slot in &mut self.slots {
            slot.engine.expect_identity(first.as_deref())?;
        }
        self.identity = first;
        Ok(())
    }

    fn launch_one(&self) -> Result<Engine, EngineError> {
        Engine::launch(&self.command, &self.deadlines, Arc::clone(&self.bell))
    }

    /// How many engines there are.
    pub fn size(&self) -> usize {
        self.slots.len()
    }

    /// What the engines are: [`Engine::identity`]. Empty before they are ready.
    pub fn identity(&self) -> &str {
        self.identity.as_deref().unwrap_or_default()
    }

    /// What errors call them: [`Engine::label`].
    pub fn label(&self) -> String {
        self.slots.first().map(|slot| slot.engine.label()).unwrap_or_default()
    }

    /// How often an engine had to be started again.
    pub fn restarts(&self) -> u64 {
        self.restarts.total
    }

    /// One of the engines: its name, its process, the progress of its search. `None` if there is
    /// none of this number.
    pub fn engine(&self, index: usize) -> Option<&Engine> {
        self.slots.get(index).map(|slot| &slot.engine)
    }

    /// The engines that have no search, by their numbers.
    pub fn free(&self) -> impl Iterator<Item = usize> {
        let slots = self.slots.iter().enumerate();
        slots.filter(|(_, slot)| slot.is_free()).map(|(index, _)| index)
    }

    /// The engines whose answers are waited for, by their numbers.
    pub fn asked(&self) -> impl Iterator<Item = usize> {
        let slots = self.slots.iter().enumerate();
        slots.filter(|(_, slot)| slot.is_asked).map(|(index, _)| index)
    }

    /// Gives an engine a search, and does not wait for it. One that has ended is started again,
    /// without waiting for that either.
    ///
    /// # Errors
    ///
    /// [`EngineError::Busy`], [`EngineError::Unsendable`], [`EngineError::TooManyRestarts`],
    /// [`EngineError::NotStarted`], and [`EngineError::Died`] if it ends in this very moment. No
    /// answer will come then.
    ///
    /// # Panics
    ///
    /// If there is no engine of this number.
    pub fn submit(&mut self, index: usize, search: &Search) -> Result<(), EngineError> {
        let slot = &mut self.slots[index];
        if !slot.is_free() {
            return Err(EngineError::Busy { name: slot.engine.label() });
        }
        // Before anything is started for it.
        search.commands()?;
        if !slot.engine.has_ended() {
            slot.engine.begin(search)?;
            slot.is_asked = true;
            return Ok(());
        }
        if !self.restarts.take(Instant::now()) {
            return Err(EngineError::TooManyRestarts {
                last: slot.engine.last_error(),
                restarts: self.restarts.most,
            });
        }
        let engine = self.launch_one()?;
        self.slots[index] = Slot { engine, queued: Some(search.clone()), is_asked: true };
        Ok(())
    }

    /// Tells an engine to stop, if it is searching; its answer still comes. A search that waits for
    /// an engine to start is told to stop as soon as it has begun.
    ///
    /// # Panics
    ///
    /// If there is no engine of this number.
    pub fn stop(&mut self, index: usize) {
        let slot = &mut self.slots[index];
        slot.engine.stop();
        if let Some(search) = &mut slot.queued {
            search.stop_after = Some(Duration::ZERO);
        }
    }

    /// Ends a search without its answer, which is waited for no longer: what it has found so far, if anything. The
    /// engine was told to stop; it is free once it has answered, or is killed as its [`Deadlines`] say.
    ///
    /// # Panics
    ///
    /// If there is no engine of this number.
    pub fn give_up(&mut self, index: usize) -> Option<Found> {
        self.stop(index);
        let slot = &mut self.slots[index];
        (slot.queued, slot.is_asked) = (None, false);
        slot.engine.progress()
    }

    /// Tells all engines to stop.
    pub fn stop_all(&mut self) {
        for index in 0..self.size() {
            self.stop(index);
        }
    }

    /// Waits at most this long for the answer of any engine, and tells which one it is of. With
    /// [`Duration::ZERO`] it looks whether there is one. `None` if none came in this time, at once if
    /// no engine has a search, and as soon as one that was given up is free again.
    ///
    /// Errors are answers: [`EngineError::Died`] and [`EngineError::Hangs`] say that this search
    /// has to be asked again, of this engine or of another. [`EngineError::Changed`] says that an engine which was
    /// started again is not the one that it was.
    pub fn next(&mut self, time: Duration) -> Option<(usize, Result<Found, EngineError>)> {
        let until = after(time);
        let free_before = self.free().count();
        loop {
            let seen = self.bell.rings();
            if let Some(answer) = self.look() {
                return Some(answer);
            }
            let free = self.free().count();
            if free > free_before || free == self.size() || Instant::now() >= until {
                return None;
            }
            let busy = self.slots.iter().filter(|slot| !slot.is_free());
            let due = busy.filter_map(|slot| slot.engine.due()).min();
            self.bell.wait(seen, due.map_or(until, |due| due.min(until)));
        }
    }

    /// The first answer there is, beginning after the engine that has answered last.
    fn look(&mut self) -> Option<(usize, Result<Found, EngineError>)> {
        let size = self.size();
        for index in (self.turn..size).chain(0..self.turn) {
            if let Some(answer) = self.slots[index].advance(self.identity.as_deref()) {
                self.turn = (index + 1) % size;
                return Some((index, answer));
            }
        }
        None
    }
}

/// Asks all engines to end before it waits for the first.
impl Drop for Pool {
    fn drop(&mut self) {
        for slot in &mut self.slots {
            slot.engine.quit();
        }
    }
}
