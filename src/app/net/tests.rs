//! Searches through a queue that fails, and the table of leases by itself.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::coordinator::{Coordinator, Form};
use super::leases::{Job, Leases, Settled};
use super::lines::{AnswerLine, Answered, News, Reply, Terms, Word};
use super::testing::{AnyAnswer, FEN, Faults, Queue, answer_to, fast_clock, task};
use super::transport::Parcel;
use crate::chess::{Position, Tapered};
use crate::game::MoveCode;
use crate::search::{
    BestFirst, ChanceModel, LeafAnswer, LeafSearchModel, Limits, MemoryLimits, Root, Searcher,
    Stop, Ticket,
};
use crate::store::{SaveOptions, write_to};

/// A tree whose leaves are searched apart.
fn search() -> BestFirst<Position> {
    let leaves =
        LeafSearchModel { apart: true, alone: 1_000.0, growth: 0.0, ..LeafSearchModel::default() };
    let model = ChanceModel { leaf_search: Some(leaves), ..ChanceModel::searching() };
    let (position, _) = Position::from_fen_with(FEN, Tapered::default()).expect("a position");
    BestFirst::new(Root::new(position), model, MemoryLimits::new(16 << 20))
}

/// The same through this queue, and the troubles it reports.
fn by_way_of(queue: &Queue) -> (BestFirst<Position>, Arc<Mutex<Vec<String>>>) {
    let troubles = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&troubles);
    let tell = Box::new(move |trouble: &str| {
        told.lock().expect("nobody panics").push(trouble.to_string());
    });
    let terms = Terms::of::<Position>(&Tapered::default(), None);
    let form = Form { terms, searcher: String::new(), apart: true };
    let connect = |desk| queue.carrier("run", desk);
    let Ok(workers) = Coordinator::new(form, tell, fast_clock(), connect);
    (search().with_workers(Box::new(workers)), troubles)
}

/// Searches in pieces, and rests between them; the tree as it is saved then.
fn tree(mut search: BestFirst<Position>) -> Vec<u8> {
    for nodes in [3_000, 3_001, 40_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = search.search(&limits, &mut |_| {});
        assert_eq!(report.stop, Some(Stop::Nodes));
    }
    assert_eq!(search.check(), Ok(search.tree().len()));
    let mut bytes = Vec::new();
    let options = SaveOptions { searcher: "", compress: false, tables: u64::MAX };
    write_to(&mut bytes, &search, options).expect("nothing fails");
    bytes
}

fn honest(_: &mut Word) {}

#[test]
fn the_tree_is_the_same_whoever_answers_and_whatever_fails() {
    let expected = tree(search());
    let all = Faults { twice: 5, deaths: 4, loss: 15, echo: 4, room: 3 };
    for (seed, hands, faults) in [
        (1, vec![1], Faults::default()),
        (2, vec![1, 3], Faults { twice: 3, echo: 2, ..Faults::default() }),
        (3, vec![2], Faults { loss: 10, ..Faults::default() }),
        (4, vec![1, 1, 2], all),
    ] {
        let queue = Queue::new(seed, faults);
        let workers: Vec<_> = hands.iter().map(|&hands| queue.worker(hands, honest)).collect();
        let (search, troubles) = by_way_of(&queue);
        assert!(tree(search) == expected, "{faults:?}");
        let answers: Vec<_> = workers.into_iter().map(|worker| worker.end()).collect();
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
        let troubles = troubles.lock().expect("nobody panics");
        let is_told = |what: &str| troubles.iter().any(|trouble| trouble.contains(what));
        // On a busy machine, a worker that lives may be silent for too long as well.
        assert!(faults.deaths == 0 || is_told("was not heard again"), "{troubles:?}");
        // Whether the queue is ever full depends on how fast the workers are.
        assert!(faults.room > 0 || !is_told("the broker refuses tasks"), "{troubles:?}");
    }
}

#[test]
fn whoever_answers_nonsense_is_sent_away() {
    let expected = tree(search());
    type Lie = fn(&mut AnswerLine);
    let liars: [(Lie, &str); 6] = [
        (
            |line| line.answer.value = serde_json::from_str("1e9").unwrap_or_default(),
            "its value is out of range",
        ),
        (|line| line.answer.line = vec![MoveCode::default(); 2], "of its line is not legal"),
        (
            // A search that was cut before it found anything names none, and is no lie.
            |line| {
                line.answer.line.clear();
                line.answer.is_finished = true;
            },
            "it names no move",
        ),
        (|line| line.answer.nodes = u64::MAX, "nodes for a grant of"),
        (|line| line.task.grant += 1, "it answers another question"),
        (|line| line.terms.engine = Some("Liar 1".to_string()), "made for the engine Liar 1"),
    ];
    for (lie, why) in liars {
        let queue = Queue::new(7, Faults::default());
        let bad = queue.worker(1, move |word| {
            if let News::Answers(answered) = &mut word.news {
                lie(&mut answered.line);
            }
        });
        let good = queue.worker(1, honest);
        let (search, troubles) = by_way_of(&queue);
        assert!(tree(search) == expected, "{why}");
        let told = bad.end().expect_err(why);
        assert!(told.contains(why), "{told}");
        assert!(good.end().is_ok());
        let troubles = troubles.lock().expect("nobody panics");
        assert!(troubles.iter().any(|trouble| trouble.contains("is sent away")), "{troubles:?}");
    }
}

#[test]
fn a_task_at_which_all_fail_ends_the_search() {
    let queue = Queue::new(1, Faults::default());
    // Behind the root only.
    let failing = |word: &mut Word| match &word.news {
        News::Answers(answered) if !answered.line.task.moves.is_empty() => {
            word.news = News::Fails("no memory".to_string());
        }
        _ => {}
    };
    let worker = queue.worker(1, failing);
    let (mut search, troubles) = by_way_of(&queue);
    let report = search.search(&Limits::default(), &mut |_| {});
    assert_eq!(report.stop, Some(Stop::Unanswered));
    assert_eq!(search.check(), Ok(search.tree().len()));
    assert!(worker.end().is_ok());
    let troubles = troubles.lock().expect("nobody panics");
    let aside = troubles.iter().find(|trouble| trouble.contains("is put aside"));
    let aside = aside.unwrap_or_else(|| panic!("{troubles:?}"));
    let (_, named) = aside.rsplit_once(": ").expect("a position");
    assert!(Position::<Tapered>::from_fen(named).is_ok_and(|_| named != FEN), "{aside}");
}

/// A table with two tasks that are sent, at a time.
fn table() -> (Leases, Receiver<Settled>, Instant) {
    let (sender, settled) = channel();
    let mut leases = Leases::new(sender);
    ask(&mut leases, 1);
    ask(&mut leases, 2);
    let now = Instant::now();
    assert_eq!(numbers(&leases.due(now)), [1, 2]);
    assert_eq!(leases.due(now), []);
    (leases, settled, now)
}

fn ask(leases: &mut Leases, ticket: u64) {
    leases.ask(Ticket(ticket), format!("content {ticket}"), vec![1], Box::new(AnyAnswer));
}

fn numbers(parcels: &[Parcel]) -> Vec<u64> {
    parcels.iter().map(|parcel| parcel.task).collect()
}

fn word(hand: &str, task: u64, news: News) -> Word {
    Word { hand: hand.to_string(), hands: 1, task, news }
}

fn answers() -> News {
    let answer = answer_to(&task());
    let terms = Terms::of::<Position>(&Tapered::default(), None);
    let line = AnswerLine { terms, asked: 1, task: task(), answer };
    News::Answers(Box::new(Answered { line, micros: 1 }))
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn a_task_is_in_one_pair_of_hands() {
    let (mut leases, settled, now) = table();
    let mut hear =
        |hand, task, news, after| leases.hear(word(hand, task, news), now + seconds(after));
    assert_eq!(hear("a/0", 1, News::Begins, 0), Reply::Go);
    assert_eq!(hear("a/0", 1, News::Begins, 1), Reply::Go, "it was not heard");
    assert_eq!(hear("b/0", 1, News::Begins, 14), Reply::Done);
    assert_eq!(hear("a/0", 1, News::IsAtIt, 15), Reply::Go);
    assert_eq!(hear("b/0", 1, News::Begins, 29), Reply::Done);
    assert_eq!(hear("b/0", 1, News::Begins, 31), Reply::Go, "the other one is dead");
    assert_eq!(hear("a/0", 1, answers(), 32), Reply::Done, "it was only slow");
    assert_eq!(hear("b/0", 1, answers(), 33), Reply::Done);
    assert_eq!(hear("b/0", 9, News::Begins, 34), Reply::Done, "nobody asks that");
    assert_eq!(settled.try_iter().count(), 1);
    assert_eq!((leases.done.answers, leases.done.twice, leases.done.failures), (1, 1, 1));
}

#[test]
fn what_is_not_heard_of_is_sent_again() {
    let (mut leases, _settled, now) = table();
    assert_eq!(leases.hear(word("a/0", 1, News::Begins), now + seconds(1)), Reply::Go);
    assert_eq!(numbers(&leases.due(now + seconds(9))), [0; 0]);
    for (after, due) in [(10, &[2][..]), (12, &[])] {
        let sent = numbers(&leases.due(now + seconds(after)));
        assert_eq!(sent, due, "the other is with a worker");
    }
    assert_eq!(numbers(&leases.due(now + seconds(16))), [1]);
    leases.refused(1, now + seconds(16));
    assert_eq!(leases.due(now + seconds(16)), []);
    assert_eq!(numbers(&leases.due(now + seconds(17))), [1]);
    leases.send_all_again();
    assert_eq!(numbers(&leases.due(now + seconds(18))), [1, 2]);
}

#[test]
fn a_task_that_is_given_back_is_left_to_the_queue_for_a_while() {
    let (mut leases, _settled, now) = table();
    assert_eq!(leases.hear(word("a/0", 1, News::Begins), now), Reply::Go);
    let given_back = leases.hear(word("a/0", 1, News::GivesBack), now + seconds(9));
    assert_eq!(given_back, Reply::GiveBack);
    assert_eq!(numbers(&leases.due(now + seconds(18))), [2]);
    assert_eq!(numbers(&leases.due(now + seconds(19))), [1]);
    assert_eq!(leases.hear(word("b/0", 1, News::Begins), now + seconds(20)), Reply::Go);
    assert_eq!(leases.done.failures, 0);
}

/// A task that takes no answer.
struct NoAnswer;

impl Job for NoAnswer {
    fn check(&self, _: &AnswerLine) -> Result<LeafAnswer, String> {
        Err("it lies".to_string())
    }

    fn name(&self) -> String {
        "the position".to_string()
    }
}

#[test]
fn a_liar_is_not_heard_again_and_its_task_goes_to_the_next_worker_at_once() {
    let (mut leases, _settled, now) = table();
    leases.ask(Ticket(3), "content 3".to_string(), vec![1], Box::new(NoAnswer));
    let leave = Reply::Leave("it lies".to_string());
    assert_eq!(leases.hear(word("a/0", 3, News::Begins), now), Reply::Go);
    assert_eq!((leases.crowd.workers(), leases.crowd.hands()), (1, 1));
    assert_eq!(leases.hear(word("a/0", 3, answers()), now), leave);
    assert_eq!(leases.hear(word("a/1", 1, News::Begins), now), leave);
    assert_eq!((leases.crowd.workers(), leases.done.failures), (0, 1));
    assert_eq!(leases.hear(word("b/0", 3, News::Begins), now), Reply::Go);
}

#[test]
fn three_failures_put_a_task_aside() {
    let (mut leases, settled, now) = table();
    for life in 0..3 {
        let hand = format!("life{life}/0");
        assert_eq!(leases.hear(word(&hand, 2, News::Begins), now + seconds(20 * life)), Reply::Go);
    }
    assert_eq!(leases.take_troubles().len(), 2);
    let end = leases.hear(word("life3/0", 2, News::Begins), now + seconds(60));
    assert_eq!(end, Reply::Done);
    let troubles = leases.take_troubles();
    assert!(troubles[1].contains("task 2 is put aside"), "{troubles:?}");
    assert!(
        settled.try_iter().any(|settled| settled.ticket == Ticket(2) && settled.answer.is_none())
    );
    assert_eq!(numbers(&leases.due(now + seconds(90))), [1]);
    let given_back = leases.hear(word("b/0", 1, News::Begins), now + seconds(90));
    assert_eq!(given_back, Reply::Go);
    assert_eq!(leases.hear(word("b/0", 1, News::GivesBack), now + seconds(91)), Reply::GiveBack);
    assert_eq!(leases.done.failures, 3, "who gives a task back has not failed");
}

#[test]
fn a_search_that_rests_finds_its_answers() {
    let (mut leases, settled, now) = table();
    leases.hear(word("a/0", 1, News::Begins), now);
    leases.recall();
    leases.hear(word("a/0", 1, answers()), now + seconds(1));
    assert_eq!(settled.try_iter().count(), 1);
    leases.ask(Ticket(5), "content 1".to_string(), vec![1], Box::new(AnyAnswer));
    ask(&mut leases, 2);
    let again: Vec<_> = settled.try_iter().map(|settled| settled.ticket).collect();
    assert_eq!(again, [Ticket(5)], "it has another ticket now");
    assert_eq!(leases.due(now + seconds(2)), [], "the other one is out");
    // What is not asked again goes in the end.
    leases.recall();
    assert_eq!(leases.open(), 1, "it may be asked again");
    leases.recall();
    assert_eq!(leases.open(), 0);
    assert_eq!(leases.hear(word("a/0", 2, News::Begins), now + seconds(3)), Reply::Done);
}

#[test]
fn only_the_holder_of_a_task_speaks_for_it() {
    let (mut leases, _settled, now) = table();
    let mut hear = |hand, news, after| leases.hear(word(hand, 1, news), now + seconds(after));
    assert_eq!(hear("a/0", News::Begins, 0), Reply::Go);
    assert_eq!(hear("b/0", News::Fails("no memory".to_string()), 1), Reply::Done);
    assert_eq!(hear("b/0", News::GivesBack, 2), Reply::Done);
    hear("b/0", News::IsAtIt, 14);
    assert_eq!(hear("c/0", News::Begins, 14), Reply::Done, "the first one has it");
    assert_eq!(hear("c/0", News::Begins, 16), Reply::Go, "and is silent");
    assert_eq!(leases.done.failures, 1);
}

#[test]
fn an_answer_that_was_taken_is_forgotten() {
    let (mut leases, settled, now) = table();
    leases.hear(word("a/0", 1, answers()), now);
    assert_eq!(numbers(&leases.due(now + seconds(30))), [2], "the other one is answered");
    leases.forget(Ticket(1));
    leases.forget(Ticket(2));
    assert_eq!(leases.open(), 1, "what is not answered stays");
    assert_eq!(settled.try_iter().count(), 1);
    ask(&mut leases, 1);
    assert_eq!(settled.try_iter().count(), 0);
    assert_eq!(numbers(&leases.due(now + seconds(30))), [3], "it is a new task");
    leases.ask(Ticket(9), "content 2".to_string(), vec![1], Box::new(AnyAnswer));
    leases.hear(word("a/0", 2, answers()), now);
    let tickets: Vec<_> = settled.try_iter().map(|settled| settled.ticket).collect();
    assert_eq!(tickets, [Ticket(9)], "it was asked again");
}

#[test]
fn as_many_tasks_are_out_as_there_is_use_for() {
    let (sender, _settled) = channel();
    let mut leases = Leases::new(sender);
    (1..=100).for_each(|ticket| ask(&mut leases, ticket));
    let now = Instant::now();
    assert_eq!(numbers(&leases.due(now)), [1, 2, 3, 4]);
    leases.crowd.hear("a", 8, now);
    assert_eq!(numbers(&leases.due(now)), (5..=24).collect::<Vec<_>>());
    assert_eq!(leases.due(now + seconds(9)), []);
    // Its worker is gone.
    assert_eq!(numbers(&leases.due(now + seconds(20))), [1, 2, 3, 4]);
}
