//! The undisturbed search: its tree, and the answers to its questions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use crate::app::net::lines::content;
use crate::app::net::testing::FEN;
use crate::chess::{Position, Tapered};
use crate::search::{
    BestFirst, Budget, ChanceModel, LeafAnswer, LeafSearchModel, LeafTask, LeafWorkers, Limits,
    MemoryLimits, Root, Searcher, Stop, Threads,
};
use crate::store::{SaveOptions, TreeFile, write_to};

/// The answers, by question.
pub type Answers = HashMap<String, LeafAnswer>;

/// The search is saved when it has this many nodes, and has ended with the last of them.
pub const PIECES: [u64; 4] = [2_000, 2_001, 5_000, 8_000];

const ROOM: MemoryLimits = MemoryLimits::new(3 << 20);

/// What a search finds whose leaves are searched by a thread of its own.
pub struct Undisturbed {
    /// Its tree, as it is saved.
    pub tree: Vec<u8>,
    /// The answers to all its questions.
    pub answers: Rc<Answers>,
}

impl Undisturbed {
    /// Searches.
    pub fn new() -> Undisturbed {
        let asked = Rc::<RefCell<Vec<_>>>::default();
        let workers = Noting { threads: Threads::apart(&root(), 1), asked: Rc::clone(&asked) };
        let mut search = begun(Box::new(workers));
        for nodes in PIECES {
            assert_eq!(go_on(&mut search, nodes), Some(Stop::Nodes));
        }
        let answers = Rc::new(answered(asked.take()));
        Undisturbed { tree: saved(&search), answers }
    }
}

fn root() -> Root<Position> {
    let (position, _) = Position::from_fen_with(FEN, Tapered::default()).expect("a position");
    Root::new(position)
}

/// A tree without nodes, whose leaves are searched apart by these.
pub fn begun(workers: Box<dyn LeafWorkers<Position>>) -> BestFirst<Position> {
    // Short searches, most of them of leaves: many questions are out at a time.
    let leaves = LeafSearchModel {
        apart: true,
        alone: 500.0,
        first: 100.0,
        split: 400.0,
        growth: 0.0,
        anchor: 0.1,
        ..LeafSearchModel::default()
    };
    let model = ChanceModel { leaf_search: Some(leaves), ..ChanceModel::searching() };
    BestFirst::new(root(), model, ROOM).with_workers(workers)
}

/// A tree that was saved.
pub fn resumed(bytes: &[u8], workers: Box<dyn LeafWorkers<Position>>) -> BestFirst<Position> {
    let file = TreeFile::read(Path::new("saved.tree"), bytes, bytes.len() as u64);
    let loaded = file.and_then(|file| file.load_to_go_on(Tapered::default(), ROOM));
    loaded.expect("what was saved").search.with_workers(workers)
}

/// Searches until there are this many nodes; why it has ended.
pub fn go_on(search: &mut BestFirst<Position>, nodes: u64) -> Option<Stop> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = search.search(&limits, &mut |_| {});
    assert_eq!(search.check(), Ok(search.tree().len()));
    report.stop
}

/// The bytes of its file.
pub fn saved(search: &BestFirst<Position>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let options = SaveOptions { searcher: "", compress: false, tables: u64::MAX };
    write_to(&mut bytes, search, options).expect("nothing fails");
    bytes
}

/// Threads, and what they are asked.
struct Noting {
    threads: Threads<Position>,
    asked: Rc<RefCell<Vec<LeafTask<Position>>>>,
}

impl LeafWorkers<Position> for Noting {
    fn capacity(&self) -> usize {
        self.threads.capacity()
    }

    fn submit(&mut self, task: LeafTask<Position>) {
        self.asked.borrow_mut().push(task.clone());
        self.threads.submit(task);
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        self.threads.next_answer(budget)
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.threads.stop()
    }
}

/// The answers to these: searched apart, they do not depend on when they are asked.
fn answered(tasks: Vec<LeafTask<Position>>) -> Answers {
    let mut threads = Threads::apart(&root(), 1);
    let mut answer = |task: &LeafTask<Position>| {
        threads.submit(task.clone());
        loop {
            match threads.next_answer(&Budget::default()) {
                Ok(Some(answer)) => return answer,
                Ok(None) => {}
                Err(stop) => panic!("{stop:?}"),
            }
        }
    };
    tasks.iter().map(|task| (content(&task.record()), answer(task))).collect()
}
