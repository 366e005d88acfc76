//! A worker of one's own: the searches of leaves are made elsewhere. Here that is another thread, which
//! has nothing in common with the search but two channels of text. It may as well be a program on
//! another machine.
//!
//! ```sh
//! cargo run -p shans-search --example own_worker
//! ```

#[path = "games/nim.rs"]
mod game;

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use game::Nim;
use shans_search::game::Notation;
use shans_search::search::{
    BestFirst, Budget, ChanceModel, Inline, LeafAnswer, LeafTask, LeafWorkers, Limits,
    MemoryLimits, PvsLeaves, PvsOptions, Recalled, Root, Searcher, Stop, TaskRecord,
};
use shans_search::value::Player;

/// A question without an answer is asked again after this time: it may be lost.
const PATIENCE: Duration = Duration::from_secs(10);

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
        // A task that is lost on the way, or has no text, gets no answer; the search asks again.
        if let Ok(text) = serde_json::to_string(&task.record()) {
            let _ = self.tasks.send(text);
        }
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        if let Some(stop) = budget.stop() {
            return Err(stop);
        }
        let text = self.answers.recv_timeout(PATIENCE).ok();
        let answer: Option<LeafAnswer> = text.and_then(|text| serde_json::from_str(&text).ok());
        // The work is done elsewhere, and the answer says how much it was.
        answer.iter().for_each(|answer| budget.add(answer.work(), Duration::ZERO));
        Ok(answer)
    }

    /// The other side may finish what it has: the search sees by the ticket that it does not wait for it.
    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        // What is under way is not waited for: its ticket is unknown then.
        Recalled::default()
    }
}

/// The other end: answers until no more tasks come, and returns how many there were.
fn work(tasks: &Receiver<String>, answers: &Sender<String>) -> usize {
    // Every task brings its position with it; this one is never searched.
    let nothing_yet = Root::new(Nim::new(&[1]));
    let options = PvsOptions { table_bytes: 1 << 20, ..PvsOptions::full_width() };
    let mut worker = Inline::new(PvsLeaves::new(nothing_yet, options));
    let answered = tasks.iter().filter_map(|task| answer(&task, &mut worker));
    answered.take_while(|answer| answers.send(answer.clone()).is_ok()).count()
}

/// The answer as text; `None` for what is not a task.
fn answer(text: &str, worker: &mut Inline<Nim>) -> Option<String> {
    let record: TaskRecord = serde_json::from_str(text).ok()?;
    worker.submit(LeafTask::read(&record, ()).ok()?);
    // The task has its own limit, and no other applies.
    let answer = worker.next_answer(&mut Budget::default()).ok()??;
    serde_json::to_string(&answer).ok()
}

fn main() {
    let (tasks, tasks_there) = mpsc::channel();
    let (answers_there, answers) = mpsc::channel();
    let other = thread::spawn(move || work(&tasks_there, &answers_there));

    let root = Root::new(Nim::new(&[3, 4, 5]));
    let search = BestFirst::new(root, ChanceModel::searching(), MemoryLimits::new(16 << 20));
    let mut search = search.with_workers(Box::new(Elsewhere { tasks, answers }));
    let limits = Limits { settle: Limits::NEVER_SETTLES, ..Limits::default() };
    let report = search.search(&limits, &mut |_progress| {});

    let won = report.value.win().filter(|_| report.proven);
    let (winner, plies) = won.expect("a game as small as this is solved");
    assert_eq!(winner, Player::Max, "3, 4 and 5 stones are won for the side that begins");
    println!("{} wins in {plies} plies, which is proven.", Nim::player_name(winner));
    println!("{} tree nodes", search.tree().len());
    // Without the search no more tasks come, and the other side ends.
    drop(search);
    println!("{} tasks answered elsewhere", other.join().expect("the other side has ended well"));
}
