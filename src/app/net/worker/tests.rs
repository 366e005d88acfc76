//! A worker, and a queue and a search as instructed.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use super::*;
use crate::app::net::hand::MOST_TIMES;
use crate::app::net::lines::{Reply, TaskLine, Terms, Word};
use crate::app::net::testing::task;
use crate::app::net::transport::{Parcel, Settle, Unreachable};
use crate::chess::{Position, Tapered};
use crate::search::TaskRecord;

/// A worker with nothing to do ends by itself after this many looks for a task, each of a millisecond at least: a
/// mistake makes a test fail, not wait for ever.
const MOST_LOOKS: u32 = 20_000;

/// A queue with one task at most, which replies as instructed and notes what the worker says and does.
struct Script {
    delivery: Option<Delivery>,
    replies: VecDeque<Result<Reply, Unreachable>>,
    noted: Arc<Mutex<Vec<String>>>,
    /// Ends the worker: when it has said this, or has looked for a task once more than there are looks left.
    interrupt: Interrupt,
    ends_at: Option<&'static str>,
    looks: u32,
}

impl Script {
    fn note(&self, what: String) {
        self.noted.lock().expect("nobody panics").push(what);
    }
}

impl Source for Script {
    fn next(&mut self) -> Result<Option<Delivery>, Refusal> {
        let next = self.delivery.take();
        match self.looks.checked_sub(1) {
            Some(looks) => self.looks = looks,
            None => self.interrupt.throw(),
        }
        thread::sleep(Duration::from_millis(1));
        Ok(next)
    }

    fn say(&mut self, _: &str, word: &Word) -> Result<Reply, Unreachable> {
        let news = format!("{:?}", word.news);
        let news = news.split('(').next().unwrap_or_default();
        self.note(format!("{} {news}", word.hand));
        if self.ends_at == Some(news) {
            self.interrupt.throw();
        }
        self.replies.pop_front().unwrap_or(Ok(Reply::Done))
    }

    fn greet(&mut self, _: &Hello) {}

    fn settle(&mut self, _: &Delivery, settle: Settle) {
        self.note(format!("{settle:?}"));
    }
}

type Replies = Vec<Result<Reply, Unreachable>>;

/// What a worker says and does about a task that was delivered so often, and how it ends: after the task, or
/// when it has said something.
fn worked_until(
    ends_at: Option<&'static str>,
    payload: &[u8],
    times: u64,
    replies: Replies,
) -> (Vec<String>, Result<u64, String>) {
    let (noted, interrupt) = (Arc::default(), Interrupt::default());
    let source = |delivery: Option<Delivery>, replies| -> Box<dyn Source> {
        let looks = if delivery.is_some() { 1 } else { MOST_LOOKS };
        let (noted, interrupt) = (Arc::clone(&noted), interrupt.clone());
        Box::new(Script { delivery, replies, noted, interrupt, ends_at, looks })
    };
    let parcel = Parcel { task: 1, payload: payload.to_vec() };
    let (run, receipt) = ("run".to_string(), String::new());
    let first = Some(Delivery { run, parcel, times, receipt });
    let (evaluator, word_every) = (Tapered::default(), Duration::ZERO);
    let terms = Terms::of::<Position>(&evaluator, None);
    let of_hands = HandSetup { name: "w".to_string(), hands: 2, terms, evaluator, word_every };
    let setup =
        WorkerSetup::<Position> { of_hands, engines: vec![None; 2], interrupt: interrupt.clone() };
    // The second hand has nothing to do.
    let sources = vec![source(first, replies.into()), source(None, VecDeque::new())];
    let greeter = source(None, VecDeque::new());
    let ended = serve(&setup, sources, greeter, &|_| {});
    let noted = std::mem::take(&mut *noted.lock().expect("nobody panics"));
    (noted, ended)
}

fn worked(payload: &[u8], times: u64, replies: Replies) -> (Vec<String>, Result<u64, String>) {
    worked_until(None, payload, times, replies)
}

/// A task for workers of these terms.
fn payload(engine: Option<&str>, grant: u64) -> Vec<u8> {
    let terms = Terms::of::<Position>(&Tapered::default(), engine.map(str::to_string));
    let task = TaskRecord { grant, most: grant, ..task() };
    let line = TaskLine { terms, searcher: String::new(), asked: 1, apart: true, task };
    serde_json::to_vec(&line).expect("plain data")
}

/// More nodes than any search comes to.
const ENDLESS: u64 = 1 << 40;

#[test]
fn a_worker_at_a_long_task_says_so_to_the_queue_and_to_the_search() {
    // Until the search no longer needs the task.
    let replies = vec![Ok(Reply::Go), Ok(Reply::Go), Err(Unreachable::CutOff), Ok(Reply::Done)];
    let (noted, ended) = worked(&payload(None, ENDLESS), 1, replies);
    let at_it = ["Keep", "w/0 IsAtIt"];
    let expected = [&["w/0 Begins"], &at_it[..], &at_it, &at_it, &["Done"]].concat();
    assert_eq!((noted, ended), (expected.iter().map(|s| s.to_string()).collect(), Ok(0)));
}

#[test]
fn a_worker_that_ends_gives_its_task_back() {
    for reply in [Ok(Reply::GiveBack), Err(Unreachable::CutOff)] {
        let replies = vec![Ok(Reply::Go), reply];
        let (noted, ended) = worked_until(Some("Begins"), &payload(None, ENDLESS), 1, replies);
        assert_eq!(noted, ["w/0 Begins", "w/0 GivesBack", "Again(0ns)"]);
        assert_eq!(ended, Ok(0));
    }
}

#[test]
fn a_worker_does_with_a_task_what_the_search_says() {
    let cases: [(u64, Replies, &[&str]); 6] = [
        (1, vec![Ok(Reply::Done)], &["w/0 Begins", "Done"]),
        (1, vec![Ok(Reply::GiveBack)], &["w/0 Begins", "Again(0ns)"]),
        (1, vec![Err(Unreachable::Nobody)], &["w/0 Begins", "Again(5s)"]),
        (MOST_TIMES, vec![Err(Unreachable::Nobody)], &["w/0 Begins", "Done"]),
        (1, vec![Ok(Reply::Go), Ok(Reply::GiveBack)], &["w/0 Begins", "w/0 Fails", "Again(0ns)"]),
        (
            1,
            vec![Ok(Reply::Go), Err(Unreachable::CutOff), Ok(Reply::Done)],
            &["w/0 Begins", "w/0 Fails", "Keep", "w/0 Fails", "Done"],
        ),
    ];
    for (times, replies, expected) in cases {
        let told = format!("{replies:?}");
        let (noted, ended) = worked(b"nonsense", times, replies);
        assert_eq!(
            (noted, ended),
            (expected.iter().map(|s| s.to_string()).collect(), Ok(0)),
            "{told}"
        );
    }
}

#[test]
fn a_worker_that_is_dismissed_ends_and_leaves_its_task_to_others() {
    let (noted, ended) = worked(b"nonsense", 1, vec![Ok(Reply::Leave("it lies".to_string()))]);
    assert_eq!(noted, ["w/0 Begins", "Again(0ns)"]);
    assert_eq!(ended, Err("a search has sent this worker away: it lies".to_string()));
}

#[test]
fn an_answer_that_the_queue_never_carries_is_a_failure() {
    let replies = vec![Ok(Reply::Go), Err(Unreachable::TooLong(500)), Ok(Reply::GiveBack)];
    let (noted, ended) = worked(&payload(None, 100), 1, replies);
    assert_eq!(noted, ["w/0 Begins", "w/0 Answers", "w/0 Fails", "Again(0ns)"]);
    assert_eq!(ended, Ok(1));
    // Nor is that told, if it is too long as well.
    let replies = vec![Ok(Reply::Go), Err(Unreachable::TooLong(5)), Err(Unreachable::TooLong(5))];
    let (noted, _) = worked(&payload(None, 100), 1, replies);
    assert_eq!(noted, ["w/0 Begins", "w/0 Answers", "w/0 Fails", "Done"]);
}

#[test]
fn a_worker_does_not_wait_for_a_queue_that_is_closed() {
    let replies = vec![Ok(Reply::Go), Err(Unreachable::Closed)];
    let (noted, _) = worked(b"nonsense", 1, replies);
    assert_eq!(noted, ["w/0 Begins", "w/0 Fails", "Done"]);
    let hand = |refusal| {
        let terms = Terms::of::<Position>(&Tapered::default(), None);
        let (name, evaluator, word_every) = ("w/0".to_string(), Tapered::default(), Duration::ZERO);
        let mut hand =
            Hand::<Position>::new(HandSetup { name, hands: 1, terms, evaluator, word_every });
        hand.step(Outcome::Came(Err(refusal)), false, Instant::now()).act
    };
    let why = "the broker refuses the login".to_string();
    let act = hand(Refusal { why: why.clone(), is_final: true });
    assert!(matches!(&act, Act::End(Err(told)) if *told == why), "{act:?}");
    assert!(matches!(hand(Refusal::from(why)), Act::Pause(_)));
}

#[test]
fn a_task_for_others_is_not_searched() {
    let said = |engine| worked(&payload(engine, 100), 1, vec![Ok(Reply::Go), Ok(Reply::Done)]);
    assert_eq!(said(Some("an engine")).0, ["w/0 Begins", "w/0 Fails", "Done"]);
    let (noted, ended) = said(None);
    assert_eq!((noted[1].as_str(), ended), ("w/0 Answers", Ok(1)));
}
