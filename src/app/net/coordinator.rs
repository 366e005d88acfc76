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
