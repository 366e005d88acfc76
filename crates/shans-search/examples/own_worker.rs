//! A worker of one's own: the searches of leaves are made elsewhere. Here that is another thread, which
//! has nothing in common with the search but two channels of text. It may as well be a program on
//! another machine.
//!
//! ```sh
//! cargo run -p shans-search --example own_worker
//! ```

#[path = "games/nim.rs"]
mod game;

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use game::Nim;
use shans_search::game::Notation;
use shans_search::search::{
    BestFirst, Budget, ChanceModel, LeafAnswer, LeafTask, LeafWorkers, Limits, MemoryLimits, Root,
    SearchTable, Searcher, Stop, TaskRecord, Threads,
};
use shans_search::value::Player;

/// The search waits so long at a time: it looks at its limits in between.
const MOMENT: Duration = Duration::from_millis(5);

/// The end of the wire that the search holds.
struct Elsewhere {
    tasks: Sender<String>,
    answers: Receiver<String>,
}

impl LeafWorkers<Nim> for Elsewhere {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: LeafTask<Nim>) {
        // Where the other side has ended, no answer comes, and the search ends.
        if let Ok(text) = serde_json::to_string(&task.record()) {
            let _ = self.tasks.send(text);
        }
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if let Some(stop) = budget.stop_by_clock() {
            return Err(stop);
        }
        match self.answers.recv_timeout(MOMENT) {
            Ok(text) => Ok(serde_json::from_str(&text).ok()),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Stop::Unanswered),
        }
    }

    /// The other side may finish what it has: the search sees by the ticket that it does not wait for it.
    fn stop(&mut self) -> Vec<LeafAnswer> {
        Vec::new()
    }
}

/// The other end: answers until no more tasks come, and returns how many there were.
fn work(tasks: &Receiver<String>, answers: &Sender<String>) -> usize {
    // Every task brings its position with it; this one is never searched.
    let nothing_yet = Root::new(Nim::new(&[1]));
    let table = SearchTable::try_with_bytes(1 << 20).expect("a small table");
    let mut worker = Threads::new(&nothing_yet, &table, 1);
    let answered = tasks.iter().filter_map(|task| answer(&task, &mut worker));
    answered.take_while(|answer| answers.send(answer.clone()).is_ok()).count()
}

/// The answer as text; `None` for what is not a task.
fn answer(text: &str, worker: &mut Threads<Nim>) -> Option<String> {
    let record: TaskRecord = serde_json::from_str(text).ok()?;
    worker.submit(LeafTask::read(&record, ()).ok()?);
    loop {
        // The task has its own limit, and no other applies.
        if let Some(answer) = worker.next_answer(&Budget::default()).ok()? {
            return serde_json::to_string(&answer).ok();
        }
    }
}

fn main() {
    let (tasks, tasks_there) = mpsc::channel();
    let (answers_there, answers) = mpsc::channel();
    let other = thread::spawn(move || work(&tasks_there, &answers_there));

    let root = Root::new(Nim::new(&[3, 4, 5]));
    let search = BestFirst::new(root, ChanceModel::searching(), MemoryLimits::new(16 << 20));
    let mut search = search.with_workers(Box::new(Elsewhere { tasks, answers }));
    let report = search.search(&Limits::default(), &mut |_progress| {});

    let won = report.value.win().filter(|_| report.proven);
    let (winner, plies) = won.expect("a game as small as this is solved");
    assert_eq!(winner, Player::Max, "3, 4 and 5 stones are won for the side that begins");
    println!("{} wins in {plies} plies, which is proven.", Nim::player_name(winner));
    println!("{} tree nodes", search.tree().len());
    // Without the search no more tasks come, and the other side ends.
    drop(search);
    println!("{} tasks answered elsewhere", other.join().expect("the other side has ended well"));
}
