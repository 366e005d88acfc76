//! Deaths, stalls and cuts.

use std::time::Duration;

use super::dice::Kind;
use super::event::{Alarm, Event, Place, fault_line};
use super::world::World;

/// The time between two faults.
const BETWEEN: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(60)];
/// How long a fault lasts: longer than any patience of the program.
const LASTS: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(200)];
/// When those who lose a connection notice it, or that there is one again.
const NOTICED: [Duration; 2] = [Duration::from_millis(1), Duration::from_secs(2)];

impl World {
    /// The next fault comes after a while, if there is one left.
    pub fn plan_fault(&mut self) {
        if self.weather.faults > 0 && !self.weather.kinds.is_empty() {
            self.weather.faults -= 1;
            let after = self.dice.time(BETWEEN);
            self.after(after, Event::Fault);
        }
    }

    /// Something goes wrong.
    pub fn fault(&mut self) {
        self.plan_fault();
        let kind = self.dice.one(&self.weather.kinds);
        let workers: Vec<u64> = self.workers.keys().copied().collect();
        let worker = if workers.is_empty() { 0 } else { self.dice.one(&workers) };
        let place = match kind {
            Kind::WorkerDies | Kind::WorkerEnds | Kind::WorkerStalls | Kind::WorkerCut => {
                Place::Worker(worker)
            }
            Kind::BrokerDies | Kind::BrokerForgets | Kind::BrokerStalls => Place::Broker,
            Kind::SearchDies | Kind::SearchRests | Kind::SearchStalls | Kind::SearchCut => {
                Place::Search
            }
        };
        let is_there = match place {
            Place::Worker(worker) => self.workers.contains_key(&worker),
            Place::Broker => true,
            Place::Search => self.search.is_some(),
        };
        if is_there {
            *self.tally.faults.entry(kind).or_default() += 1;
            self.note(|| fault_line(kind, place));
            self.strike(kind, place, worker);
        }
    }

    fn strike(&mut self, kind: Kind, place: Place, worker: u64) {
        match kind {
            Kind::WorkerDies => self.is_gone(worker),
            Kind::WorkerEnds => {
                self.workers.get_mut(&worker).into_iter().for_each(|worker| worker.is_over = true);
            }
            Kind::WorkerStalls | Kind::BrokerStalls | Kind::SearchStalls => {
                let until = self.now() + self.dice.time(LASTS);
                let condition = self.condition(place);
                condition.stalls_until = until.max(condition.stalls_until);
            }
            Kind::WorkerCut | Kind::SearchCut => {
                let is_noticed = self.dice.happens(500);
                self.cut(place, is_noticed);
            }
            Kind::BrokerDies => {
                self.forget_all();
                self.cut(place, true);
            }
            Kind::BrokerForgets => self.forget_all(),
            Kind::SearchDies => self.search_ends(),
            Kind::SearchRests => self.is_interrupted = true,
        }
    }

    fn forget_all(&mut self) {
        self.tally.forgotten += self.broker.tasks() as u64;
        self.broker.forget_all();
    }

    /// Nothing comes through for a while.
    fn cut(&mut self, place: Place, is_noticed: bool) {
        let lasts = self.dice.time(LASTS);
        let until = self.now() + lasts;
        let condition = self.condition(place);
        condition.cut_until = until.max(condition.cut_until);
        condition.knows = is_noticed;
        let run = self.search.as_ref().map(|search| search.run.clone());
        let Some(run) = run.filter(|_| is_noticed && !matches!(place, Place::Worker(_))) else {
            return;
        };
        let noticed = self.dice.time(NOTICED).min(lasts);
        self.alarm(Place::Search, noticed, Alarm::Lost(run.clone()));
        let back = lasts + self.dice.time(NOTICED);
        self.alarm(Place::Search, back, Alarm::Back(run));
    }
}
