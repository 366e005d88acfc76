//! Workers on other machines, and how a search is connected to them.

use std::collections::HashSet;
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::address::{CannotConnect, NetSettings};
use super::desk::{Clock, Desk, Teller};
use super::leases::{Job, Leases, Settled};
use super::lines::{AnswerLine, TaskLine, Terms, content};
use super::nats;
use super::transport::Carrier;
use crate::app::exit;
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{Budget, LeafAnswer, LeafTask, LeafWorkers, Ledger, Stop, TaskRecord, Ticket};

/// How long one wait for an answer takes at most: limits are looked at in between.
const LOOK: Duration = Duration::from_millis(10);
/// While a worker searches one question, the next one is on its way.
const QUESTIONS_A_HAND: usize = 2;

/// Asks the workers behind a queue, and takes their answers, in the order of the questions if that is asked for.
pub struct Coordinator<G: Heuristics> {
    ledger: Ledger<G>,
    desk: Arc<Desk>,
    carrier: Carrier,
    settled: Receiver<Settled>,
    /// Tasks that failed too often.
    aside: HashSet<Ticket>,
    form: Form,
    /// How long searches took whose answers have come.
    cpu: Duration,
}

/// What the line of a task contains besides the task.
#[derive(Clone, Debug)]
pub struct Form {
    /// What a worker must match.
    pub terms: Terms,
    /// The searcher, for people.
    pub searcher: String,
    /// Answers are taken in the order of the questions, and nothing from other questions may have a part in them: the
    /// tree is the same for any workers, and the same as with threads of this program.
    pub apart: bool,
}

impl<G: Heuristics + Evaluate + Notation> Coordinator<G> {
    /// With this queue, which is created for the desk that gives it tasks. Troubles are reported at once.
    ///
    /// # Errors
    ///
    /// Those of `connect`.
    pub fn new<E>(
        form: Form,
        tell: Teller,
        clock: Clock,
        connect: impl FnOnce(Arc<Desk>) -> Result<Carrier, E>,
    ) -> Result<Coordinator<G>, E> {
        let (sender, settled) = channel();
        let desk = Arc::new(Desk::new(Leases::new(sender), form.terms.clone(), tell, clock));
        let carrier = connect(Arc::clone(&desk))?;
        let ledger = Ledger::new(form.apart);
        let (aside, cpu) = (HashSet::new(), Duration::ZERO);
        Ok(Coordinator { ledger, desk, carrier, settled, aside, form, cpu })
    }

    /// The table of open tasks.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    /// Takes all results that have arrived.
    fn take_settled(&mut self) {
        while let Ok(settled) = self.settled.try_recv() {
            self.take(settled);
        }
    }

    fn take(&mut self, Settled { ticket, answer }: Settled) {
        match answer {
            Some((answer, took)) => {
                self.cpu += took;
                self.ledger.note(LeafAnswer { ticket, ..answer });
            }
            None => _ = self.aside.insert(ticket),
        }
    }

    /// The answer whose turn it is, if it has arrived.
    ///
    /// # Errors
    ///
    /// [`Stop::Unanswered`] if it will never come.
    pub fn arrived(&mut self) -> Result<Option<LeafAnswer>, Stop> {
        self.take_settled();
        match self.ledger.take() {
            Some(answer) => {
                self.forget(answer.ticket);
                Ok(Some(answer))
            }
            None if self.is_stuck() => Err(Stop::Unanswered),
            None => Ok(None),
        }
    }

    fn forget(&self, ticket: Ticket) {
        self.desk.with(|leases, _| leases.forget(ticket));
    }

    /// Whether all tasks whose turn it is are put aside.
    fn is_stuck(&self) -> bool {
        self.ledger.in_turn().all(|ticket| self.aside.contains(&ticket))
    }
}

impl<G: Heuristics + Evaluate + Notation> LeafWorkers<G> for Coordinator<G> {
    fn capacity(&self) -> usize {
        QUESTIONS_A_HAND * self.desk.with(|leases, _| leases.crowd.hands()).max(1)
    }

    fn submit(&mut self, task: LeafTask<G>) {
        let Form { terms, searcher, apart } = self.form.clone();
        let (ticket, record) = (task.ticket, task.record());
        let content = content(&record);
        let asked = u16::try_from(self.capacity()).unwrap_or(u16::MAX);
        let line = TaskLine { terms, searcher, asked, apart, task: record.clone() };
        let payload = serde_json::to_vec(&line).unwrap_or_default();
        self.ledger.ask(task.clone());
        let job = Question { task, record, terms: line.terms };
        self.desk.with(|leases, _| leases.ask(ticket, content, payload, Box::new(job)));
        (self.carrier)();
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if let Some(stop) = budget.stop_by_clock() {
            return Err(stop);
        }
        if let Some(answer) = self.arrived()? {
            return Ok(Some(answer));
        }
        if let Ok(settled) = self.settled.recv_timeout(LOOK) {
            self.take(settled);
        }
        self.arrived()
    }

    /// What has arrived; nothing if answers are taken in order, as it depends on the clock how far that is. Workers
    /// continue meanwhile: if the same is asked again, the answer costs nothing.
    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.take_settled();
        let answers = self.ledger.stop();
        answers.iter().for_each(|answer| self.forget(answer.ticket));
        self.desk.with(|leases, _| leases.recall());
        self.aside.clear();
        answers
    }

    fn take_cpu(&mut self) -> Duration {
        mem::take(&mut self.cpu)
    }
}

/// An open task.
struct Question<G: Heuristics> {
    task: LeafTask<G>,
    record: TaskRecord,
    terms: Terms,
}

impl<G: Heuristics + Evaluate + Notation> Job for Question<G> {
    fn check(&self, line: &AnswerLine) -> Result<LeafAnswer, String> {
        self.terms.agree_with(&line.terms)?;
        if line.task != self.record {
            return Err("it answers another question".to_string());
        }
        self.task.check(&line.answer).map_err(|bad| bad.to_string())?;
        Ok(line.answer.clone())
    }

    fn name(&self) -> String {
        let mut game = self.task.root.game().clone();
        for &code in &self.task.moves {
            game.decode(code).into_iter().for_each(|mv| game.play(mv));
        }
        game.describe()
    }
}

/// The workers of a search, through this broker.
///
/// # Errors
///
/// [`CannotConnect`] if it does not answer, or refuses.
pub fn coordinator<G: Heuristics + Evaluate + Notation>(
    net: &NetSettings,
    form: Form,
) -> Result<Coordinator<G>, CannotConnect> {
    let tell = Box::new(|trouble: &str| exit::warn(&trouble));
    let connect = |desk| nats::carrier(net, desk);
    let coordinator = Coordinator::new(form, tell, Box::new(Instant::now), connect)?;
    net.note(coordinator.desk());
    Ok(coordinator)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::time::Instant;

    use super::*;
    use crate::app::net::lines::{Answered, Hello, News, Word};
    use crate::app::net::testing::{answer_to, task};
    use crate::chess::{Position, Tapered};
    use crate::search::Limits;

    fn terms() -> Terms {
        Terms::of::<Position>(&Tapered::default(), None)
    }

    fn coordinator() -> Coordinator<Position> {
        of_search(true)
    }

    fn of_search(apart: bool) -> Coordinator<Position> {
        let now = Instant::now();
        let form = Form { terms: terms(), searcher: String::new(), apart };
        let connect = |_| -> Result<Carrier, Infallible> { Ok(Box::new(|| {})) };
        let Ok(coordinator) =
            Coordinator::new(form, Box::new(|_| {}), Box::new(move || now), connect);
        coordinator
    }

    /// Asks a question: another one with another grant.
    fn ask(workers: &mut Coordinator<Position>, ticket: u64, grant: u64) {
        let task = LeafTask::read(&task(), Tapered::default()).expect("a task");
        workers.submit(LeafTask { ticket: Ticket(ticket), grant, ..task });
    }

    /// What a worker says about each task that is sent, and how many there are.
    fn work(workers: &Coordinator<Position>, say: impl Fn(TaskLine) -> Vec<News>) -> usize {
        let parcels = workers.desk().due();
        for parcel in &parcels {
            let line = serde_json::from_slice(&parcel.payload).expect("a task");
            for news in say(line) {
                let word = Word { hand: "w/0".to_string(), hands: 1, task: parcel.task, news };
                workers.desk().hear(&serde_json::to_vec(&word).expect("plain data"));
            }
        }
        parcels.len()
    }

    /// That the search went as deep as the grant has nodes.
    fn answers(line: TaskLine) -> Vec<News> {
        let TaskLine { terms, asked, task, .. } = line;
        let depth = u16::try_from(task.grant).expect("a small grant");
        let answer = LeafAnswer { depth, ..answer_to(&task) };
        let line = AnswerLine { terms, asked, task, answer };
        vec![News::Begins, News::Answers(Box::new(Answered { line, micros: 1 }))]
    }

    /// That it cannot do it, so often that the task is put aside.
    fn fails(_: TaskLine) -> Vec<News> {
        [const { [News::Begins, News::Fails(String::new())] }; 3].concat()
    }

    /// What has arrived: the depth that it tells.
    fn next(workers: &mut Coordinator<Position>) -> Result<Option<u16>, Stop> {
        Ok(workers.next_answer(&Budget::default())?.map(|answer| answer.depth))
    }

    #[test]
    fn an_answer_that_was_taken_is_not_kept() {
        let mut workers = coordinator();
        ask(&mut workers, 1, 3);
        assert_eq!(next(&mut workers), Ok(None), "nobody has answered yet");
        assert_eq!(work(&workers, answers), 1);
        assert_eq!(next(&mut workers), Ok(Some(3)));
        ask(&mut workers, 2, 3);
        assert_eq!(work(&workers, answers), 1, "the question goes out again");
    }

    #[test]
    fn a_limit_comes_before_any_answer() {
        let mut workers = coordinator();
        ask(&mut workers, 1, 3);
        let mut budget = Budget::default();
        budget.begin(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!(workers.next_answer(&budget), Err(Stop::Time));
    }

    #[test]
    fn tasks_stay_out_over_one_rest() {
        let mut workers = coordinator();
        ask(&mut workers, 1, 3);
        for out in [1, 0] {
            assert_eq!(workers.stop(), []);
            assert_eq!(workers.desk().status().out, out);
        }
        assert_eq!(next(&mut workers), Err(Stop::Unanswered));
    }

    #[test]
    fn what_has_arrived_when_the_search_ends_is_not_lost() {
        for (apart, expected) in [(false, &[3, 4][..]), (true, &[])] {
            let mut workers = of_search(apart);
            ask(&mut workers, 1, 3);
            ask(&mut workers, 2, 4);
            assert_eq!(work(&workers, answers), 2);
            let depths: Vec<_> = workers.stop().iter().map(|answer| answer.depth).collect();
            assert_eq!(depths, expected);
            assert_eq!(workers.desk().status().out, 0);
            // If they are taken in order, they wait until they are asked for again.
            ask(&mut workers, 3, 3);
            assert_eq!(work(&workers, answers), usize::from(!apart));
        }
    }

    /// Searches have a new ticket for each question; the interface does not ask that of anybody.
    #[test]
    fn nothing_from_before_a_rest_is_taken_for_an_answer() {
        type Say = fn(TaskLine) -> Vec<News>;
        for before in [answers, fails as Say] {
            let mut workers = coordinator();
            ask(&mut workers, 1, 3);
            assert_eq!(work(&workers, before), 1);
            workers.stop();
            ask(&mut workers, 1, 4);
            assert_eq!(work(&workers, answers), 1);
            assert_eq!(next(&mut workers), Ok(Some(4)));
        }
    }

    #[test]
    fn a_task_that_is_put_aside_ends_the_search_until_it_rests() {
        let mut workers = coordinator();
        ask(&mut workers, 1, 3);
        assert_eq!(work(&workers, fails), 1);
        assert_eq!(next(&mut workers), Err(Stop::Unanswered));
        workers.stop();
        ask(&mut workers, 1, 4);
        assert_eq!(work(&workers, answers), 1);
        assert_eq!(next(&mut workers), Ok(Some(4)));
    }

    #[test]
    fn there_are_enough_questions_for_all_hands() {
        let workers = coordinator();
        assert_eq!(workers.capacity(), 2, "of a search that has not heard of any yet");
        for (worker, hands, all) in [("a", 3, 6), ("b", 2, 10)] {
            let hello = Hello { worker: worker.to_string(), hands, terms: terms(), speed: 0 };
            workers.desk().meet(&serde_json::to_vec(&hello).expect("plain data"));
            assert_eq!(workers.capacity(), all);
        }
    }
}
