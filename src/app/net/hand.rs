//! What a hand of a worker does with a task, step by step.
//!
//! It has no clock, no queue and no thread: what has come of the last step goes in, and the next one comes out.

use std::time::{Duration, Instant};

use super::lines::{AnswerLine, Answered, News, Reply, TaskLine, Terms, Word};
use super::transport::{Delivery, Refusal, Settle, Unreachable};
use crate::game::{Evaluate, Game, Heuristics, Notation};
use crate::search::{Interrupt, LeafAnswer, LeafTask};

/// The pause between two attempts to send a message.
const RETRY: Duration = Duration::from_millis(500);
/// An answer is kept this long for a search that cannot be reached ...
const PATIENCE: Duration = Duration::from_secs(10);
/// ... and this long if it is the worker that is cut off.
const LONG_PATIENCE: Duration = Duration::from_secs(120);
/// A task of a search that does not reply comes back after this long, ...
const LATER: Duration = Duration::from_secs(5);
/// ... and is taken off the queue after this many deliveries.
pub const MOST_TIMES: u64 = 4;

/// What to do next: the queue hears of a task first, where there is something to tell.
#[derive(Debug)]
pub struct Step<G: Game> {
    /// What becomes of a task.
    pub settle: Option<(Delivery, Settle)>,
    /// And then this.
    pub act: Act<G>,
}

/// What a hand waits for after a step.
#[derive(Debug)]
pub enum Act<G: Game> {
    /// The next task of the queue: [`Outcome::Came`].
    Next,
    /// The reply of this run to this message: [`Outcome::Replied`].
    Say(String, Word),
    /// What a search of this task finds, for a moment: [`Outcome::Found`].
    Search(Order<G>),
    /// What the search finds that is under way, for a moment: [`Outcome::Found`].
    Look,
    /// The end of a pause: [`Outcome::Nothing`].
    Pause(Duration),
    /// Nothing more: the end, or why this worker gets no more tasks.
    End(Result<(), String>),
}

/// A task to be searched, whether it is searched apart from others, and its interrupt.
pub type Order<G> = (LeafTask<G>, bool, Interrupt);

/// What has come of a step.
#[derive(Debug)]
pub enum Outcome {
    /// A pause has ended; before the first step, too.
    Nothing,
    /// A task, if there was one, or why the queue cannot be reached.
    Came(Result<Option<Delivery>, Refusal>),
    /// The reply, unless the message could not be delivered.
    Replied(Result<Reply, Unreachable>),
    /// What the search has found, or why it found nothing; `None` if it has not ended.
    Found(Option<Result<LeafAnswer, String>>),
}

/// A hand: it does one task at a time.
pub struct Hand<G: Notation> {
    own: HandSetup<G>,
    stage: Stage,
    /// The worker is to end.
    is_over: bool,
}

/// What a hand is, or a worker.
#[derive(Clone)]
pub struct HandSetup<G: Notation> {
    /// Its name: that of its worker, and a number.
    pub name: String,
    /// How many hands its worker has.
    pub hands: u16,
    /// What its worker matches.
    pub terms: Terms,
    /// What positions are worth.
    pub evaluator: G::Evaluator,
    /// How often it reports that it is working on a task.
    pub word_every: Duration,
}

/// How far it is with a task.
enum Stage {
    /// It has none.
    Free,
    /// It has asked whether it may begin.
    Asks(Delivery),
    /// The task is being searched.
    Searches(Box<Searched>),
    /// It ends, and has said so.
    GivesBack(Delivery),
    /// It repeats this message, since that time, until it is delivered or its receiver is gone.
    Insists(Delivery, News, Instant),
}

/// A task that is being searched.
struct Searched {
    delivery: Delivery,
    line: TaskLine,
    interrupt: Interrupt,
    begun: Instant,
    /// When the last report was made.
    last: Instant,
}

impl<G: Heuristics + Evaluate + Notation> Hand<G> {
    /// Without a task.
    pub fn new(own: HandSetup<G>) -> Hand<G> {
        Hand { own, stage: Stage::Free, is_over: false }
    }

    /// The next step. `is_over`: the worker is to end.
    pub fn step(&mut self, outcome: Outcome, is_over: bool, now: Instant) -> Step<G> {
        self.is_over = is_over;
        match (std::mem::replace(&mut self.stage, Stage::Free), outcome) {
            (Stage::Free, Outcome::Came(Ok(Some(delivery)))) => self.ask(delivery),
            (Stage::Free, Outcome::Came(Err(refusal))) => only(match refusal.is_final {
                true => Act::End(Err(refusal.why)),
                false => Act::Pause(RETRY),
            }),
            (Stage::Asks(delivery), Outcome::Replied(reply)) => self.asked(delivery, reply, now),
            (Stage::Searches(searched), Outcome::Found(Some(found))) => {
                self.found(*searched, found, now)
            }
            (Stage::Searches(searched), Outcome::Found(None)) => self.report(searched, now),
            (Stage::Searches(searched), Outcome::Replied(reply)) => {
                if let Ok(Reply::Done | Reply::Leave(_)) = reply {
                    searched.interrupt.throw();
                }
                self.stage = Stage::Searches(searched);
                only(Act::Look)
            }
            (Stage::GivesBack(delivery), Outcome::Replied(reply)) => {
                self.finish(delivery, reply.unwrap_or(Reply::GiveBack))
            }
            (Stage::Insists(delivery, news, since), Outcome::Replied(reply)) => {
                self.insisted(delivery, news, since, reply, now)
            }
            (Stage::Insists(delivery, news, since), Outcome::Nothing) => {
                self.insist(delivery, news, since)
            }
            // A task that were dropped here would come back to the queue by itself.
            _ => only(self.next()),
        }
    }

    fn next(&self) -> Act<G> {
        if self.is_over { Act::End(Ok(())) } else { Act::Next }
    }

    fn say(&self, delivery: &Delivery, news: News) -> Act<G> {
        let (hand, hands, task) = (self.own.name.clone(), self.own.hands, delivery.parcel.task);
        Act::Say(delivery.run.clone(), Word { hand, hands, task, news })
    }

    /// Whether it may begin: another worker may have the task.
    fn ask(&mut self, delivery: Delivery) -> Step<G> {
        let act = self.say(&delivery, News::Begins);
        self.stage = Stage::Asks(delivery);
        only(act)
    }

    fn asked(
        &mut self,
        delivery: Delivery,
        reply: Result<Reply, Unreachable>,
        now: Instant,
    ) -> Step<G> {
        match reply {
            Ok(Reply::Go) => self.search(delivery, now),
            Ok(reply) => self.finish(delivery, reply),
            Err(_) if delivery.times >= MOST_TIMES => self.finish(delivery, Reply::Done),
            Err(_) => Step { settle: Some((delivery, Settle::Again(LATER))), act: self.next() },
        }
    }

    fn search(&mut self, delivery: Delivery, now: Instant) -> Step<G> {
        match self.read(&delivery) {
            Err(why) => self.insist(delivery, News::Fails(why), now),
            Ok((line, task)) => {
                let (interrupt, apart) = (Interrupt::default(), line.apart);
                let (begun, last) = (now, now);
                let searched =
                    Searched { delivery, line, interrupt: interrupt.clone(), begun, last };
                self.stage = Stage::Searches(Box::new(searched));
                only(Act::Search((task, apart, interrupt)))
            }
        }
    }

    fn read(&self, delivery: &Delivery) -> Result<(TaskLine, LeafTask<G>), String> {
        let line: TaskLine = serde_json::from_slice(&delivery.parcel.payload)
            .map_err(|error| format!("no task: {error}"))?;
        self.own.terms.agree_with(&line.terms)?;
        let task = LeafTask::read(&line.task, self.own.evaluator.clone());
        Ok((line, task.map_err(|error| error.to_string())?))
    }

    /// Says now and then that the task is being worked on.
    fn report(&mut self, mut searched: Box<Searched>, now: Instant) -> Step<G> {
        let mut step = only(Act::Look);
        if self.is_over {
            searched.interrupt.throw();
        } else if now.duration_since(searched.last) >= self.own.word_every {
            searched.last = now;
            let act = self.say(&searched.delivery, News::IsAtIt);
            step = Step { settle: Some((searched.delivery.clone(), Settle::Keep)), act };
        }
        self.stage = Stage::Searches(searched);
        step
    }

    fn found(
        &mut self,
        searched: Searched,
        found: Result<LeafAnswer, String>,
        now: Instant,
    ) -> Step<G> {
        let Searched { delivery, line, interrupt, begun, .. } = searched;
        if interrupt.is_thrown() {
            return self.give_up(delivery);
        }
        let news = match found {
            Err(why) => News::Fails(why),
            Ok(answer) => {
                let micros = u64::try_from((now - begun).as_micros()).unwrap_or(u64::MAX);
                let TaskLine { asked, task, .. } = line;
                let line = AnswerLine { terms: self.own.terms.clone(), asked, task, answer };
                News::Answers(Box::new(Answered { line, micros }))
            }
        };
        self.insist(delivery, news, now)
    }

    /// The search was ended: the task is no longer needed, or this program ends.
    fn give_up(&mut self, delivery: Delivery) -> Step<G> {
        if !self.is_over {
            return self.finish(delivery, Reply::Done);
        }
        let act = self.say(&delivery, News::GivesBack);
        self.stage = Stage::GivesBack(delivery);
        only(act)
    }

    fn insist(&mut self, delivery: Delivery, news: News, since: Instant) -> Step<G> {
        let act = self.say(&delivery, news.clone());
        self.stage = Stage::Insists(delivery, news, since);
        only(act)
    }

    fn insisted(
        &mut self,
        delivery: Delivery,
        news: News,
        since: Instant,
        reply: Result<Reply, Unreachable>,
        now: Instant,
    ) -> Step<G> {
        let patience = match reply {
            Ok(reply) => return self.finish(delivery, reply),
            // Somebody else may find a shorter answer.
            Err(Unreachable::TooLong(most)) if matches!(news, News::Answers(_)) => {
                let why =
                    format!("the broker takes no answer of more than {most} bytes (max_payload)");
                return self.insist(delivery, News::Fails(why), since);
            }
            Err(Unreachable::TooLong(_) | Unreachable::Closed) => Duration::ZERO,
            Err(Unreachable::Nobody) => PATIENCE,
            Err(Unreachable::CutOff) => LONG_PATIENCE,
        };
        if self.is_over || now.duration_since(since) >= patience {
            // The search asks again.
            return self.finish(delivery, Reply::Done);
        }
        let settle = Some((delivery.clone(), Settle::Keep));
        self.stage = Stage::Insists(delivery, news, since);
        Step { settle, act: Act::Pause(RETRY) }
    }

    /// Does with a task what the search says.
    fn finish(&mut self, delivery: Delivery, reply: Reply) -> Step<G> {
        let (settle, act) = match reply {
            Reply::Done => (Settle::Done, self.next()),
            Reply::Go | Reply::GiveBack => (Settle::Again(Duration::ZERO), self.next()),
            Reply::Leave(why) => {
                let why = format!("a search has sent this worker away: {why}");
                (Settle::Again(Duration::ZERO), Act::End(Err(why)))
            }
        };
        Step { settle: Some((delivery, settle)), act }
    }
}

/// A step of which the queue hears nothing.
fn only<G: Game>(act: Act<G>) -> Step<G> {
    Step { settle: None, act }
}
