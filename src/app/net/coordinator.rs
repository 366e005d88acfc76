//! Workers on other machines.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::desk::{Clock, Desk, Teller};
use super::leases::{Job, Leases, Settled};
use super::lines::{AnswerLine, TaskLine, Terms, content};
use super::transport::Carrier;
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{
    Budget, Due, Found, LeafAnswer, LeafTask, LeafWorkers, Ledger, PvsLeaves, Recalled, Stop,
    TaskRecord, Ticket,
};

/// How often limits are checked while waiting for an answer.
const LOOK: Duration = Duration::from_millis(10);

/// Asks the workers behind a queue. An answer depends on its task alone. If answers are taken in the order of the
/// questions, the tree is the same for any workers, and the same as with threads of this program.
pub struct Coordinator<G: Heuristics> {
    ledger: Ledger<G>,
    desk: Arc<Desk>,
    carrier: Box<dyn Carrier>,
    settled: Receiver<Settled>,
    /// Tasks that failed too often.
    aside: HashSet<Ticket>,
    form: Form,
}

/// What the line of a task contains besides the task.
#[derive(Clone, Debug)]
pub struct Form {
    /// What a worker must match.
    pub terms: Terms,
    /// The searcher, for people.
    pub searcher: String,
    /// How many questions are open at a time.
    pub jobs: u16,
    /// Answers are taken in the order of the questions.
    pub in_order: bool,
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
        connect: impl FnOnce(Arc<Desk>) -> Result<Box<dyn Carrier>, E>,
    ) -> Result<Coordinator<G>, E> {
        let (sender, settled) = channel();
        let desk = Arc::new(Desk::new(Leases::new(sender), form.terms.clone(), tell, clock));
        let carrier = connect(Arc::clone(&desk))?;
        let ledger = Ledger::new(form.in_order);
        Ok(Coordinator { ledger, desk, carrier, settled, aside: HashSet::new(), form })
    }

    /// The table of open tasks.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    fn take(&mut self, Settled { ticket, answer }: Settled) {
        match answer {
            Some((answer, cpu)) => {
                let answer = LeafAnswer { ticket, ..answer };
                let spent = answer.work();
                self.ledger.note(ticket, Found { answer: Some(answer), spent, cpu });
            }
            None => _ = self.aside.insert(ticket),
        }
    }

    /// Whether all tasks whose turn it is are put aside.
    fn is_stuck(&self) -> bool {
        self.ledger.in_turn().all(|ticket| self.aside.contains(&ticket))
    }
}

impl<G: Heuristics + Evaluate + Notation> LeafWorkers<G> for Coordinator<G> {
    fn capacity(&self) -> usize {
        self.desk.hands().max(1)
    }

    fn is_reproducible(&self) -> bool {
        self.ledger.is_in_order()
    }

    fn make_room_for(&mut self, nodes: u64) {
        self.ledger.make_room_for(nodes);
    }

    fn submit(&mut self, task: LeafTask<G>) {
        let Form { terms, searcher, jobs, .. } = self.form.clone();
        let (ticket, record) = (task.ticket, task.record());
        let content = content(&record);
        let line = TaskLine { terms, searcher, jobs, task: record.clone() };
        let payload = serde_json::to_vec(&line).unwrap_or_default();
        self.ledger.ask(task.clone());
        let job = Question { task, record, terms: line.terms };
        self.desk.ask(ticket, content, payload, Box::new(job));
        self.carrier.wake();
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        loop {
            match self.ledger.due(budget)? {
                Due::Nothing => return Ok(None),
                Due::Answer(answer) => {
                    self.desk.forget(answer.ticket);
                    return Ok(Some(answer));
                }
                Due::Pending if self.is_stuck() => return Err(Stop::Unanswered),
                Due::Pending => {}
            }
            if let Ok(settled) = self.settled.recv_timeout(LOOK) {
                self.take(settled);
            }
        }
    }

    /// Workers continue meanwhile: if the same is asked again, the answer costs nothing.
    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        self.desk.recall();
        self.settled.try_iter().for_each(drop);
        self.aside.clear();
        self.ledger.recall()
    }

    fn shared(&self) -> Option<&PvsLeaves<G>> {
        self.ledger.kept()
    }

    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        self.ledger.take_kept()
    }

    /// Not for engines, which keep their own.
    fn put_shared(&mut self, kept: PvsLeaves<G>) {
        if self.form.terms.engine.is_none() {
            self.ledger.keep(kept);
        }
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
        self.terms.agree_with(&line.terms).map_err(|differs| differs.to_string())?;
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::time::Instant;

    use super::*;
    use crate::app::net::testing::task;
    use crate::app::net::words::{Answered, Hello, News, Word};
    use crate::chess::{Position, Tapered};
    use crate::search::Limits;
    use crate::tree::ValueBound;
    use crate::value::Value;

    struct NoCarrier;

    impl Carrier for NoCarrier {
        fn wake(&self) {}
    }

    fn terms() -> Terms {
        Terms::of::<Position>(&Tapered::default(), None)
    }

    fn coordinator() -> Coordinator<Position> {
        let now = Instant::now();
        let form = Form { terms: terms(), searcher: String::new(), jobs: 1, in_order: true };
        let connect = |_| -> Result<Box<dyn Carrier>, Infallible> { Ok(Box::new(NoCarrier)) };
        let Ok(coordinator) =
            Coordinator::new(form, Box::new(|_| {}), Box::new(move || now), connect);
        coordinator
    }

    /// Asks a question: another one with other plies.
    fn ask(workers: &mut Coordinator<Position>, ticket: u64, plies: u16) {
        let task = LeafTask::read(&task(), Tapered::default()).expect("a task");
        workers.submit(LeafTask { ticket: Ticket(ticket), plies, ..task });
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

    /// That the position is worth as many centipawns as the search was plies deep.
    fn answers(line: TaskLine) -> Vec<News> {
        let TaskLine { terms, jobs, task, .. } = line;
        let answer = LeafAnswer {
            ticket: task.ticket,
            is_finished: true,
            value: Value::centipawns(f32::from(task.plies)),
            bound: ValueBound::Exact,
            plies: task.plies,
            line: Vec::new(),
            nodes: 1,
            evals: 1,
            table_hits: 0,
        };
        let line = AnswerLine { terms, jobs, task, answer };
        vec![News::Begins, News::Answers(Box::new(Answered { line, micros: 1 }))]
    }

    /// That it cannot do it, so often that the task is put aside.
    fn fails(_: TaskLine) -> Vec<News> {
        [const { [News::Begins, News::Fails(String::new())] }; 3].concat()
    }

    /// What is found next without waiting for it: the plies of the answer.
    fn next(workers: &mut Coordinator<Position>) -> Result<Option<u16>, Stop> {
        let mut budget = Budget::default();
        budget.begin(&Limits { time: Some(Duration::from_secs(10)), ..Limits::default() });
        Ok(workers.next_answer(&mut budget)?.map(|answer| answer.plies))
    }

    #[test]
    fn an_answer_that_was_taken_is_not_kept() {
        let mut workers = coordinator();
        ask(&mut workers, 1, 3);
        assert_eq!(work(&workers, answers), 1);
        assert_eq!(next(&mut workers), Ok(Some(3)));
        ask(&mut workers, 2, 3);
        assert_eq!(work(&workers, answers), 1, "the question goes out again");
    }

    #[test]
    fn tasks_stay_out_over_one_rest() {
        let mut workers = coordinator();
        ask(&mut workers, 1, 3);
        for out in [1, 0] {
            workers.recall(&mut Budget::default());
            assert_eq!(workers.desk().status().out, out);
        }
        assert_eq!(next(&mut workers), Ok(None));
    }

    /// Searches have a new ticket for each question; the interface does not ask that of anybody.
    #[test]
    fn nothing_from_before_a_rest_is_taken_for_an_answer() {
        type Say = fn(TaskLine) -> Vec<News>;
        for before in [answers, fails as Say] {
            let mut workers = coordinator();
            ask(&mut workers, 1, 3);
            assert_eq!(work(&workers, before), 1);
            workers.recall(&mut Budget::default());
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
        workers.recall(&mut Budget::default());
        ask(&mut workers, 1, 4);
        assert_eq!(work(&workers, answers), 1);
        assert_eq!(next(&mut workers), Ok(Some(4)));
    }

    #[test]
    fn there_are_as_many_workers_as_hands() {
        let workers = coordinator();
        assert_eq!(workers.capacity(), 1, "of a search that has not heard of any yet");
        for (worker, hands, all) in [("a", 3, 3), ("b", 2, 5)] {
            let hello = Hello { worker: worker.to_string(), hands, terms: terms(), speed: 0 };
            workers.desk().meet(&serde_json::to_vec(&hello).expect("plain data"));
            assert_eq!(workers.capacity(), all);
        }
    }
}
