//! Several engines and one thread.

use std::time::{Duration, Instant};

use uci_engine::{Deadlines, EngineError, Found, Pool, Search};

#[cfg(unix)]
use super::support::exists;
use super::support::{LONG, SHORT, fake, patient, search};

fn pool(count: usize, deadlines: &Deadlines, restarts: usize) -> Pool {
    Pool::start(count, &fake("").option("Hash", "32"), deadlines, restarts).expect("a pool")
}

fn next(pool: &mut Pool) -> (usize, Result<Found, EngineError>) {
    pool.next(LONG).expect("an answer in time")
}

#[test]
fn every_search_is_answered_once() {
    let mut pool = pool(3, &patient(), 0);
    assert_eq!((pool.size(), pool.identity()), (3, "Fake 1.0 (Hash=32)"));
    let mut answered = vec![0; 60];
    let mut nodes = 1..=60;
    loop {
        for index in pool.free().collect::<Vec<_>>() {
            if let Some(nodes) = nodes.next() {
                pool.submit(index, &search("e2e4").nodes(nodes)).expect("submitted");
            }
        }
        let Some((_, answer)) = pool.next(LONG) else { break };
        answered[answer.expect("an answer").nodes as usize - 1] += 1;
    }
    assert_eq!(answered, [1; 60]);
    assert_eq!(pool.restarts(), 0);
}

#[test]
fn whoever_is_ready_first_answers_first() {
    let mut pool = pool(3, &patient(), 0);
    pool.submit(0, &Search::from_start().moves(["a2a3"])).expect("submitted");
    pool.submit(1, &Search::from_start().moves(["b2b3"])).expect("submitted");
    assert!(pool.next(Duration::ZERO).is_none());
    pool.submit(2, &search("c2c3")).expect("submitted");
    assert_eq!(next(&mut pool).0, 2);
    assert_eq!(pool.free().collect::<Vec<_>>(), [2]);
    assert!(matches!(pool.submit(1, &search("")), Err(EngineError::Busy { .. })));
    pool.stop(1);
    let (index, answer) = next(&mut pool);
    assert_eq!((index, answer.expect("an answer").best.as_deref()), (1, Some("b2b3")));
    pool.stop_all();
    assert_eq!(next(&mut pool).0, 0);
}

#[test]
fn nothing_to_wait_for_is_not_waited_for() {
    let mut pool = pool(2, &patient(), 0);
    let begin = Instant::now();
    assert!(pool.next(LONG).is_none());
    assert!(begin.elapsed() < LONG / 2);
    pool.submit(0, &Search::from_start()).expect("submitted");
    let begin = Instant::now();
    assert!(pool.next(SHORT).is_none());
    assert!(begin.elapsed() >= SHORT);
}

/// An engine that always has an answer does not keep the others from telling theirs.
#[test]
fn each_engine_has_its_turn() {
    const ROUNDS: usize = 11;
    let mut pool = pool(2, &patient(), 0);
    let mut other = 0;
    for _ in 0..ROUNDS {
        pool.submit(0, &search("e2e4")).expect("submitted");
        assert_eq!(next(&mut pool).0, 0);
        pool.submit(0, &search("e2e4")).expect("submitted");
        pool.submit(1, &search("e2e4")).expect("submitted");
        // Almost always both have answered then.
        std::thread::sleep(Duration::from_millis(30));
        other += usize::from(next(&mut pool).0 == 1);
        assert!(next(&mut pool).1.is_ok());
    }
    assert!(other > ROUNDS / 2, "the other was first {other} times of {ROUNDS}");
}

#[test]
fn a_dead_engine_is_started_again_while_the_others_go_on() {
    let mut pool = pool(2, &patient(), 2);
    pool.submit(0, &search("die")).expect("submitted");
    let (index, answer) = next(&mut pool);
    assert!(index == 0 && matches!(answer, Err(EngineError::Died { .. })));
    pool.submit(1, &Search::from_start().moves(["b2b3"])).expect("submitted");
    pool.submit(0, &search("e2e4").nodes(77)).expect("started again");
    assert!(pool.free().next().is_none(), "a search that waits for its engine is one");
    let (index, answer) = next(&mut pool);
    let found = answer.expect("an answer");
    assert_eq!((index, found.nodes, found.hashfull), (0, 77, Some(32)), "with its options");
    pool.stop(1);
    assert_eq!(next(&mut pool).0, 1);
    assert_eq!(pool.restarts(), 1);
}

#[test]
fn a_hanging_engine_is_given_up_and_started_again() {
    let mut pool = pool(2, &Deadlines { stop: SHORT, ..patient() }, 5);
    pool.submit(1, &search("hang").stop_after(SHORT)).expect("submitted");
    let (index, answer) = next(&mut pool);
    assert!(index == 1 && matches!(answer, Err(EngineError::Hangs { .. })));
    // Told to stop before it has started: the search is over soon nevertheless.
    pool.submit(1, &Search::from_start().moves(["e2e4"])).expect("started again");
    pool.stop(1);
    let (index, answer) = next(&mut pool);
    assert_eq!((index, answer.expect("an answer").best.as_deref()), (1, Some("e2e4")));
}

/// It is not waited for, and what it answers late is nobody's answer.
#[test]
fn a_search_that_is_given_up_is_not_answered() {
    let mut pool = pool(1, &patient(), 0);
    pool.submit(0, &Search::from_start().moves(["b2b3"])).expect("submitted");
    let begin = Instant::now();
    while pool.engine(0).is_some_and(|engine| engine.progress().is_none()) {
        assert!(pool.next(Duration::from_millis(1)).is_none() && begin.elapsed() < LONG);
    }
    let found = pool.give_up(0).expect("what was found");
    assert_eq!((found.best, found.line), (None, vec!["b2b3".to_string()]));
    assert!(pool.next(LONG).is_none(), "it is free again");
    assert_eq!(pool.free().count(), 1);
    pool.submit(0, &search("e2e4").nodes(8)).expect("submitted");
    assert_eq!(next(&mut pool).1.expect("an answer").nodes, 8);
}

/// A deaf one is killed in its time, and started again.
#[test]
fn a_deaf_engine_that_was_given_up_is_replaced() {
    let hanging = |stop| {
        let mut pool = pool(1, &Deadlines { stop, quit: SHORT, ..patient() }, 1);
        pool.submit(0, &search("hang")).expect("submitted");
        assert!(pool.next(SHORT).is_none());
        let begin = Instant::now();
        pool.give_up(0);
        assert!(begin.elapsed() < LONG / 2, "nothing is waited for");
        pool
    };
    let mut pool = hanging(LONG);
    assert!(matches!(pool.submit(0, &search("")), Err(EngineError::Busy { .. })));
    let mut pool = hanging(SHORT);
    assert!(pool.next(LONG).is_none() && pool.restarts() == 0);
    pool.submit(0, &search("e2e4").nodes(8)).expect("started again");
    assert_eq!(next(&mut pool).1.expect("an answer").nodes, 8);
}

/// What two engines say does not compare.
#[test]
fn another_engine_does_not_take_the_place_of_one_that_died() {
    let mut pool = Pool::start(1, &fake("other-name"), &patient(), 2).expect("a pool");
    let was = pool.identity().to_string();
    pool.submit(0, &search("die")).expect("submitted");
    assert!(matches!(next(&mut pool), (0, Err(EngineError::Died { .. }))));
    pool.submit(0, &search("e2e4")).expect("started again");
    let error = next(&mut pool).1.expect_err("another one");
    assert!(matches!(&error, EngineError::Changed { was: name, .. } if *name == was), "{error}");
    assert_eq!((pool.identity(), pool.free().count()), (was.as_str(), 1));
    let error = Pool::start(2, &fake("other-name"), &patient(), 2).expect_err("two engines");
    assert!(matches!(error, EngineError::Changed { .. }), "{error}");
}

#[test]
fn a_start_need_not_be_waited_for() {
    let begin = Instant::now();
    let mut pool = Pool::launch(2, &fake("silent"), &patient(), 0).expect("launched");
    assert!(!pool.get_ready(Duration::ZERO).expect("not yet") && pool.identity().is_empty());
    assert!(!pool.get_ready(SHORT).expect("not yet") && begin.elapsed() >= SHORT);
    assert!(begin.elapsed() < LONG / 2);
    let mut pool = Pool::launch(2, &fake(""), &patient(), 0).expect("launched");
    assert!(pool.get_ready(LONG).expect("ready") && pool.get_ready(Duration::ZERO).expect("still"));
    pool.submit(1, &search("e2e4").nodes(7)).expect("submitted");
    assert_eq!(next(&mut pool).1.expect("an answer").nodes, 7);
    let mut dead = Pool::launch(1, &fake("dies-at-once"), &patient(), 0).expect("launched");
    assert!(matches!(dead.get_ready(LONG), Err(EngineError::Died { .. })));
}

#[test]
fn restarts_have_an_end() {
    let mut pool = pool(1, &patient(), 2);
    for _ in 0..3 {
        pool.submit(0, &search("die")).expect("submitted");
        assert!(matches!(next(&mut pool), (0, Err(EngineError::Died { .. }))));
    }
    let refused = pool.submit(0, &search("e2e4"));
    assert!(matches!(refused, Err(EngineError::TooManyRestarts { restarts: 2, .. })));
    assert!(pool.next(LONG).is_none());
    assert_eq!(pool.free().count(), 1);
}

#[cfg(unix)]
#[test]
fn an_engine_that_died_unasked_is_started_again() {
    let mut pool = pool(1, &patient(), 1);
    pool.submit(0, &search("twice")).expect("submitted");
    assert!(next(&mut pool).1.is_ok());
    kill(pool.engine(0).expect("an engine").id());
    // Until its end is seen, it is reported as that of the search.
    let begin = Instant::now();
    while pool.restarts() == 0 && begin.elapsed() < LONG {
        let answer = pool.submit(0, &search("e2e4").nodes(5)).map(|()| next(&mut pool).1);
        match answer {
            Ok(Ok(found)) => assert_eq!(found.nodes, 5),
            Ok(Err(error)) | Err(error) => {
                assert!(matches!(error, EngineError::Died { .. }), "{error}");
            }
        }
    }
    assert_eq!(pool.restarts(), 1);
}

#[cfg(unix)]
fn kill(id: u32) {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw).expect("a process");
    rustix::process::kill_process(id, rustix::process::Signal::KILL).expect("killed");
}

#[test]
fn a_pool_that_cannot_start_says_why() {
    let error = Pool::start(2, &fake("").option("Depth", "1"), &patient(), 1).expect_err("refused");
    assert!(matches!(error, EngineError::UnknownOption { .. }), "{error}");
    let error = Pool::start(2, &fake("dies-at-once"), &patient(), 1).expect_err("dead");
    assert!(matches!(error, EngineError::Died { .. }), "{error}");
}

/// All are asked to end before one is waited for.
#[cfg(unix)]
#[test]
fn a_pool_that_is_dropped_leaves_no_engine() {
    let quit = SHORT;
    let deadlines = Deadlines { quit, ..patient() };
    let pool = Pool::start(4, &fake("stubborn"), &deadlines, 1).expect("a pool");
    let ids: Vec<u32> = (0..4).filter_map(|index| Some(pool.engine(index)?.id())).collect();
    assert_eq!(ids.iter().filter(|&&id| exists(id)).count(), 4);
    let begin = Instant::now();
    drop(pool);
    assert!(begin.elapsed() >= quit, "they had time");
    assert!(!ids.into_iter().any(exists));
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = fake("companion");
    command.args.push(folder.path().display().to_string());
    let pool = Pool::start(4, &command, &patient(), 1).expect("a pool");
    let begin = Instant::now();
    drop(pool);
    assert!(begin.elapsed() < LONG, "each has waited for the others");
}
