//! A search from its beginning to its end, however often it dies.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use super::dice::Weather;
use super::event::Place;
use super::known::{PIECES, Undisturbed, begun, go_on, resumed, saved};
use super::search::Workers;
use super::world::{Tally, World};
use crate::search::Stop;

/// How long a search rests between two pieces.
const RESTS: [Duration; 2] = [Duration::from_millis(1), Duration::from_secs(60)];
/// When another search begins after one has died.
const RESTARTS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(100)];
/// What nobody asks for any more is off the queue after this long.
const GONE: Duration = Duration::from_secs(300);

/// How often that is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// What there is to say of a history.
pub struct History {
    /// What has happened.
    pub tally: Tally,
    /// Each event, if that was asked for.
    pub log: Vec<String>,
    /// What is wrong with it.
    pub wrong: Option<String>,
}

/// The history of this seed, with what goes wrong there changed by `change`.
pub fn history(
    seed: u64,
    undisturbed: &Undisturbed,
    change: impl FnOnce(&mut Weather),
    logs: bool,
) -> History {
    let world = World::new(seed, Rc::clone(&undisturbed.answers), change, logs);
    let world = Rc::new(RefCell::new(world));
    world.borrow_mut().begin();
    let tree = searched(&world);
    let mut world = world.borrow_mut();
    if tree.is_some_and(|tree| tree != undisturbed.tree) {
        world.is_wrong("the tree is another one".to_string());
    }
    is_emptied(&mut world);
    let wrong = world.wrong().cloned();
    History { tally: world.tally.clone(), log: world.take_log(), wrong }
}

/// The tree in the end, unless something is wrong.
fn searched(world: &Rc<RefCell<World>>) -> Option<Vec<u8>> {
    let mut kept = Kept::default();
    while kept.pieces < PIECES.len() {
        wait_for_the_broker(world);
        let workers = Workers::new(world);
        while kept.pieces < PIECES.len() && kept.goes_on(workers.clone(), world) {}
        let mut world = world.borrow_mut();
        if world.wrong().is_some() {
            return None;
        }
        if kept.pieces < PIECES.len() {
            world.tally.restarts += 1;
            world.search_ends();
            world.rest(RESTARTS);
        }
    }
    kept.tree
}

/// What a search has saved.
#[derive(Default)]
struct Kept {
    tree: Option<Vec<u8>>,
    /// How many pieces it has.
    pieces: usize,
}

impl Kept {
    /// Goes on with it, until the search is interrupted or ends; `false` if it takes another one to go on.
    fn goes_on(&mut self, workers: Workers, world: &Rc<RefCell<World>>) -> bool {
        let mut search = match &self.tree {
            Some(bytes) => resumed(bytes, Box::new(workers)),
            None => begun(Box::new(workers)),
        };
        for &nodes in &PIECES[self.pieces..] {
            let stop = go_on(&mut search, nodes);
            let mut world = world.borrow_mut();
            if stop == Some(Stop::Nodes) {
                self.tree = Some(saved(&search));
                self.pieces += 1;
            } else if stop == Some(Stop::Unanswered) {
                world.is_put_aside();
                return false;
            }
            world.rest(RESTS);
            if world.wrong().is_some() || world.search.is_none() {
                return false;
            }
            if stop != Some(Stop::Nodes) {
                break;
            }
        }
        true
    }
}

/// A search does not begin without a broker.
fn wait_for_the_broker(world: &Rc<RefCell<World>>) {
    let mut world = world.borrow_mut();
    while world.is_cut_off(Place::Broker) {
        world.run_for(Duration::from_secs(1));
    }
}

/// No search that has ended leaves tasks behind.
fn is_emptied(world: &mut World) {
    world.search_ends();
    world.clear();
    let end = world.now() + GONE;
    while world.broker.tasks() > 0 && world.now() < end {
        world.run_for(LOOK);
    }
    let left = world.broker.tasks();
    if left > 0 {
        world.is_wrong(format!("left with the broker: {left}"));
    }
}

impl World {
    fn rest(&mut self, between: [Duration; 2]) {
        let rest = self.dice.time(between);
        self.run_for(rest);
    }
}
