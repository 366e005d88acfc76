//! A search that asks the workers of a world.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::parties::Asking;
use super::world::World;
use crate::app::net::coordinator::{Coordinator, Form};
use crate::app::net::lines::{Terms, content};
use crate::app::net::transport::Carrier;
use crate::chess::{Position, Tapered};
use crate::search::{Budget, LeafAnswer, LeafTask, LeafWorkers, Stop};

/// The workers of a search. While it waits for an answer, the world goes on.
#[derive(Clone)]
pub struct Workers {
    coordinator: Rc<RefCell<Coordinator<Position>>>,
    world: Rc<RefCell<World>>,
    run: String,
}

impl Workers {
    /// Of a search that begins now.
    pub fn new(world: &Rc<RefCell<World>>) -> Workers {
        let (clock, run) = {
            let mut world = world.borrow_mut();
            (world.clock(), format!("run-{}", world.number()))
        };
        let terms = Terms::of::<Position>(&Tapered::default(), None);
        let form = Form { terms, searcher: String::new(), apart: true };
        let woken = Arc::<AtomicBool>::default();
        let wakes = Arc::clone(&woken);
        let connect = |_| -> Result<Carrier, Infallible> {
            Ok(Box::new(move || wakes.store(true, Ordering::Relaxed)))
        };
        let Ok(coordinator) = Coordinator::new(form, Box::new(|_| {}), clock, connect);
        let desk = Arc::clone(coordinator.desk());
        world.borrow_mut().search_begins(Asking { run: run.clone(), desk, woken });
        Workers { coordinator: Rc::new(RefCell::new(coordinator)), world: Rc::clone(world), run }
    }

    /// It has died, or something is wrong.
    fn is_over(&self) -> bool {
        let world = self.world.borrow();
        world.wrong().is_some() || !world.is_run(&self.run)
    }
}

impl LeafWorkers<Position> for Workers {
    fn capacity(&self) -> usize {
        self.coordinator.borrow().capacity()
    }

    fn submit(&mut self, task: LeafTask<Position>) {
        self.world.borrow_mut().watch.asks(task.ticket, content(&task.record()));
        self.coordinator.borrow_mut().submit(task);
        self.world.borrow_mut().look_if_woken();
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        loop {
            if let Some(stop) = budget.stop_by_clock() {
                return Err(stop);
            }
            let is_interrupted = std::mem::take(&mut self.world.borrow_mut().is_interrupted);
            if is_interrupted || self.is_over() {
                return Err(Stop::Interrupted);
            }
            let arrived = self.coordinator.borrow_mut().arrived()?;
            let mut world = self.world.borrow_mut();
            if let Some(answer) = arrived {
                world.watch.takes(answer.ticket);
                return Ok(Some(answer));
            }
            world.step();
        }
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.world.borrow_mut().watch.rests();
        self.coordinator.borrow_mut().stop()
    }
}
