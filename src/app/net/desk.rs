//! The table of leases, shared by a search and a queue that has its own threads.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::leases::{Done, Leases};
use super::lines::{Hello, Reply, Terms, Word};
use super::transport::Parcel;

/// After this long without a worker, a search reports it.
const ALONE: Duration = Duration::from_secs(10);

/// Answers are counted for this long before a speed is reported.
const WINDOW: Duration = Duration::from_secs(2);

/// Reports trouble at once.
pub type Teller = Box<dyn Fn(&str) + Send + Sync>;

/// Tells the time.
pub type Clock = Box<dyn Fn() -> Instant + Send + Sync>;

/// The table, the clock, and where to report trouble.
pub struct Desk {
    leases: Mutex<Leases>,
    terms: Terms,
    tell: Teller,
    clock: Clock,
    state: Mutex<State>,
}

/// What is kept between two calls.
struct State {
    /// The queue cannot be reached.
    is_cut_off: bool,
    /// Why the queue last refused a task.
    refusal: Option<String>,
    /// Why the queue will never do something, which was reported.
    for_good: BTreeSet<String>,
    /// Workers that do not match, which was reported.
    strangers: BTreeSet<String>,
    /// Since when there has been no worker, and whether that was reported.
    alone: Option<(Instant, bool)>,
    /// The last look at the state: when, what was done by then, and the result.
    looked: (Instant, Done, Option<Status>),
}

/// The state of the workers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status {
    /// Workers that are present.
    pub workers: usize,
    /// How many tasks they can search at a time.
    pub hands: usize,
    /// Open tasks.
    pub out: usize,
    /// Answers per second, lately.
    pub speed: f64,
    /// The share of idle hands, lately.
    pub idle: f64,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |&count: &usize| if count == 1 { "" } else { "s" };
        let idle = (self.idle * 100.0) as u32;
        let Status { workers, out, speed, .. } = self;
        let [of_workers, of_tasks] = [workers, out].map(plural);
        write!(f, "{workers} worker{of_workers}, {out} task{of_tasks}, {speed:.1}/s, {idle}% idle")
    }
}

impl Desk {
    /// Without tasks.
    pub fn new(leases: Leases, terms: Terms, tell: Teller, clock: Clock) -> Desk {
        let state = State {
            is_cut_off: false,
            refusal: None,
            for_good: BTreeSet::new(),
            strangers: BTreeSet::new(),
            alone: None,
            looked: (clock(), Done::default(), None),
        };
        Desk { leases: Mutex::new(leases), terms, tell, clock, state: Mutex::new(state) }
    }

    /// What workers must match.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Does something with the table, and reports trouble.
    pub fn with<T>(&self, act: impl FnOnce(&mut Leases, Instant) -> T) -> T {
        let mut leases = self.leases.lock().unwrap_or_else(PoisonError::into_inner);
        let result = act(&mut leases, (self.clock)());
        let troubles = leases.take_troubles();
        drop(leases);
        troubles.iter().for_each(|trouble| (self.tell)(trouble));
        result
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reply to a worker's message.
    pub fn hear(&self, said: &[u8]) -> Vec<u8> {
        let reply = match serde_json::from_slice::<Word>(said) {
            Ok(word) => self.with(|leases, now| leases.hear(word, now)),
            Err(error) => {
                (self.tell)(&format!("a worker says what nobody understands: {error}"));
                Reply::Leave("it says what this program does not understand".to_string())
            }
        };
        serde_json::to_vec(&reply).unwrap_or_default()
    }

    /// A worker introduces itself.
    pub fn meet(&self, said: &[u8]) {
        let Ok(hello) = serde_json::from_slice::<Hello>(said) else { return };
        match self.terms.agree_with(&hello.terms) {
            Ok(()) => self.with(|leases, now| {
                if leases.crowd.why_away(&hello.worker).is_none() {
                    leases.crowd.hear(&hello.worker, hello.hands, now);
                }
            }),
            Err(differs) => {
                if self.state().strangers.insert(hello.worker.clone()) {
                    let worker = hello.worker;
                    (self.tell)(&format!("worker {worker} gets no tasks: it is {differs}"));
                }
            }
        }
    }

    /// The tasks to be sent now.
    pub fn due(&self) -> Vec<Parcel> {
        if self.state().is_cut_off {
            return Vec::new();
        }
        let (parcels, is_alone) = self.with(|leases, now| {
            let parcels = leases.due(now);
            (parcels, leases.crowd.workers() == 0 && leases.open() > 0)
        });
        self.note_alone(is_alone);
        parcels
    }

    fn note_alone(&self, is_alone: bool) {
        let mut state = self.state();
        if !is_alone {
            state.alone = None;
            return;
        }
        let now = (self.clock)();
        let (since, is_told) = state.alone.get_or_insert((now, false));
        if !*is_told && now.duration_since(*since) >= ALONE {
            *is_told = true;
            (self.tell)("no worker that matches has been heard of: tasks wait");
        }
    }

    /// The queue has taken a task.
    pub fn took(&self) {
        self.state().refusal = None;
    }

    /// The queue did not take a task.
    pub fn refused(&self, task: u64, why: &str) {
        self.with(|leases, now| leases.refused(task, now));
        let mut state = self.state();
        if state.refusal.as_deref() != Some(why) {
            state.refusal = Some(why.to_string());
            (self.tell)(&format!(
                "the broker refuses tasks, which are kept until it takes them: {why}"
            ));
        }
    }

    /// The queue will never take a task, for a reason that is told once.
    pub fn will_never_take(&self, task: u64, why: &str) {
        self.with(|leases, _| leases.put_aside(task));
        self.tell_for_good(&format!("the broker will never take this task: {why}"));
    }

    /// The queue takes and brings nothing any more.
    pub fn closed(&self, why: &str) {
        self.with(|leases, _| leases.close());
        self.tell_for_good(why);
    }

    fn tell_for_good(&self, why: &str) {
        if self.state().for_good.insert(why.to_string()) {
            (self.tell)(why);
        }
    }

    /// The queue cannot be reached.
    pub fn lost(&self, why: &str) {
        if !std::mem::replace(&mut self.state().is_cut_off, true) {
            (self.tell)(&format!("{why}; nothing is lost, and what is out is asked again"));
        }
    }

    /// The queue can be reached, for the first time or again.
    pub fn back(&self) {
        self.with(|leases, _| leases.send_all_again());
        if std::mem::take(&mut self.state().is_cut_off) {
            (self.tell)("the broker is there again");
        }
    }

    /// What was done since the beginning.
    pub fn done(&self) -> Done {
        self.with(|leases, _| leases.done)
    }

    /// The state. Numbers that take some seconds to measure are repeated until there are new ones.
    pub fn status(&self) -> Status {
        let (workers, hands, out, held) = self.with(|leases, now| {
            leases.crowd.look(now);
            let (workers, hands) = (leases.crowd.workers(), leases.crowd.hands());
            (workers, hands, leases.open(), leases.held())
        });
        let done = self.done();
        let now = (self.clock)();
        let mut state = self.state();
        let (since, before, last) = state.looked;
        let seconds = now.duration_since(since).as_secs_f64();
        let is_due = last.is_none() || seconds >= WINDOW.as_secs_f64();
        let speed = match last.filter(|_| !is_due) {
            Some(last) => last.speed,
            None => (done.answers - before.answers) as f64 / seconds.max(1e-3),
        };
        let idle_now = 1.0 - (held as f64 / hands.max(1) as f64).min(1.0);
        let idle = last.map_or(idle_now, |last| 0.9 * last.idle + 0.1 * idle_now);
        let status = Status { workers, hands, out, speed, idle };
        let (since, before) = if is_due { (now, done) } else { (since, before) };
        state.looked = (since, before, Some(status));
        status
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};

    use super::*;
    use crate::app::net::leases::Settled;
    use crate::app::net::lines::News;
    use crate::app::net::testing::AnyAnswer;
    use crate::chess::{Position, Tapered};
    use crate::search::Ticket;

    /// A desk with a task, its clock, and what it reports.
    struct Office {
        desk: Desk,
        now: Arc<Mutex<Instant>>,
        told: Arc<Mutex<Vec<String>>>,
        settled: Receiver<Settled>,
    }

    impl Office {
        fn open() -> Office {
            let (now, told) = (Arc::new(Mutex::new(Instant::now())), Arc::default());
            let (clock, teller) = (Arc::clone(&now), Arc::<Mutex<Vec<String>>>::clone(&told));
            let tell = move |trouble: &str| {
                teller.lock().expect("nobody panics").push(trouble.to_string());
            };
            let clock = move || *clock.lock().expect("nobody panics");
            let (sender, settled) = channel();
            let leases = Leases::new(sender);
            let desk = Desk::new(leases, terms(None), Box::new(tell), Box::new(clock));
            let office = Office { desk, now, told, settled };
            office.ask(1, "content");
            office
        }

        fn ask(&self, task: u64, content: &str) {
            let (ticket, payload) = (Ticket(task), vec![task as u8]);
            let content = content.to_string();
            self.desk.with(|leases, _| leases.ask(ticket, content, payload, Box::new(AnyAnswer)));
        }

        fn hands(&self) -> usize {
            self.desk.with(|leases, _| leases.crowd.hands())
        }

        /// The tasks that were put aside since the last call.
        fn settled(&self) -> Vec<u64> {
            let aside = self.settled.try_iter().filter(|settled| settled.answer.is_none());
            aside.map(|settled| settled.ticket.0).collect()
        }

        fn wait(&self, seconds: u64) {
            *self.now.lock().expect("nobody panics") += Duration::from_secs(seconds);
        }

        /// What it has reported since the last call.
        fn told(&self) -> Vec<String> {
            std::mem::take(&mut *self.told.lock().expect("nobody panics"))
        }

        fn due(&self) -> usize {
            self.desk.due().len()
        }

        fn meet(&self, engine: Option<&str>) {
            let (worker, terms) = ("w".to_string(), terms(engine));
            let hello = Hello { worker, hands: 2, terms, speed: 0 };
            self.desk.meet(&serde_json::to_vec(&hello).expect("plain data"));
        }
    }

    fn terms(engine: Option<&str>) -> Terms {
        Terms::of::<Position>(&Tapered::default(), engine.map(str::to_string))
    }

    #[test]
    fn one_is_not_several() {
        let status = Status { workers: 1, hands: 1, out: 1, speed: 2.0, idle: 0.5 };
        assert_eq!(status.to_string(), "1 worker, 1 task, 2.0/s, 50% idle");
        let status = Status { workers: 2, out: 0, ..status };
        assert_eq!(status.to_string(), "2 workers, 0 tasks, 2.0/s, 50% idle");
    }

    #[test]
    fn a_broker_that_is_lost_is_reported_once_and_gets_all_tasks_again() {
        let office = Office::open();
        office.desk.lost("it is gone");
        office.desk.lost("it is gone");
        assert_eq!(office.told().len(), 1);
        assert_eq!(office.due(), 0);
        office.desk.back();
        assert_eq!(office.told(), ["the broker is there again"]);
        assert_eq!((office.due(), office.due()), (1, 0));
        office.desk.back();
        assert_eq!((office.told().len(), office.due()), (0, 1), "it may have begun afresh");
    }

    #[test]
    fn a_refusal_is_reported_once_until_a_task_is_taken() {
        let office = Office::open();
        assert_eq!(office.due(), 1);
        office.desk.refused(1, "it is full");
        office.desk.refused(1, "it is full");
        assert_eq!(office.told().len(), 1);
        office.wait(1);
        assert_eq!(office.due(), 1);
        office.desk.took();
        office.desk.refused(1, "it is full");
        assert_eq!(office.told().len(), 1);
    }

    #[test]
    fn what_the_queue_will_never_take_is_put_aside_and_reported_once() {
        let office = Office::open();
        assert_eq!(office.due(), 1);
        office.ask(2, "another");
        for task in [1, 2, 2] {
            office.desk.will_never_take(task, "it is too long");
        }
        assert_eq!(office.told(), ["the broker will never take this task: it is too long"]);
        office.wait(60);
        assert_eq!((office.due(), office.settled()), (0, vec![1, 2]));
    }

    #[test]
    fn a_queue_that_is_closed_answers_nothing() {
        let office = Office::open();
        office.desk.closed("the login is refused");
        office.desk.closed("the login is refused");
        assert_eq!(office.told(), ["the login is refused"]);
        office.ask(2, "another");
        office.desk.back();
        assert_eq!((office.due(), office.settled()), (0, vec![1, 2]));
    }

    #[test]
    fn a_search_without_workers_says_so_once_each_time() {
        let office = Office::open();
        for _ in 0..2 {
            office.due();
            office.wait(9);
            office.due();
            assert_eq!(office.told().len(), 0);
            office.wait(1);
            office.due();
            office.due();
            assert_eq!(office.told().len(), 1);
            office.meet(None);
            office.due();
            // It is gone by then.
            office.wait(15);
        }
    }

    #[test]
    fn a_worker_that_does_not_match_is_reported_once_and_counts_for_nothing() {
        let office = Office::open();
        office.meet(Some("another engine"));
        office.meet(Some("another engine"));
        assert_eq!((office.told().len(), office.hands()), (1, 0));
        office.meet(None);
        assert_eq!(office.hands(), 2);
        office.desk.with(|leases, _| leases.crowd.dismiss("w", "it lies".to_string()));
        office.meet(None);
        assert_eq!(office.hands(), 0, "it was dismissed");
    }

    #[test]
    fn the_state_says_how_many_are_idle() {
        let office = Office::open();
        office.meet(None);
        let word = Word { hand: "w/0".to_string(), hands: 2, task: 1, news: News::Begins };
        let status = office.desk.status();
        assert_eq!((status.workers, status.hands, status.out, status.idle), (1, 2, 1, 1.0));
        let reply = office.desk.hear(&serde_json::to_vec(&word).expect("plain data"));
        assert_eq!(serde_json::from_slice::<Reply>(&reply).ok(), Some(Reply::Go));
        let status = office.desk.status();
        assert!((status.idle - 0.95).abs() < 1e-9, "one of two, a tenth of the average: {status}");
    }
}
