//! Questions about leaves as data: asked of workers that answer as badly as they may, sent as text, and
//! several at a time.

use std::cell::RefCell;
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use proptest::prelude::*;
use shans::chess::{Position, Tapered};
use shans::game::{Game, MoveCode, Notation};
use shans::search::{
    BestFirst, Budget, ChanceModel, Known, LeafAnswer, LeafSearchModel, LeafTask, LeafWorkers,
    Limits, MemoryLimits, Report, Root, SearchTable, Searcher, Stop, TaskRecord, Threads, Ticket,
};
use shans::value::Value;

use crate::common::positions::{config, position};
use crate::common::toy::{Rules, Toy, ToyMove, minimax, rules};
use crate::common::trees::{saved, searching_models};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

/// Answers late, out of order, twice, and some questions not at all.
pub struct Hostile {
    threads: Threads<Toy>,
    /// What was found, not yet told.
    held: VecDeque<LeafAnswer>,
    /// Told before: it is told again.
    told: VecDeque<LeafAnswer>,
    /// Questions that have no answer.
    open: usize,
    seed: u64,
    /// Answers are only late, and told twice.
    is_in_order: bool,
}

impl Hostile {
    pub fn new(toy: Toy, seed: u64, is_in_order: bool) -> Hostile {
        let root = Root::new(toy);
        let table = SearchTable::try_with_bytes(1 << 16).expect("a small table");
        let threads = match is_in_order {
            true => Threads::apart(&root, 2),
            false => Threads::new(&root, &table, 2),
        };
        let (held, told) = (VecDeque::new(), VecDeque::new());
        Hostile { threads, held, told, open: 0, seed, is_in_order }
    }

    fn dice(&mut self, sides: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.seed >> 33) % sides
    }
}

impl LeafWorkers<Toy> for Hostile {
    fn capacity(&self) -> usize {
        3
    }

    fn submit(&mut self, task: LeafTask<Toy>) {
        // One in eight is lost on the way.
        if self.is_in_order || self.dice(8) > 0 {
            self.open += 1;
            self.threads.submit(task);
        }
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if let Some(stop) = budget.stop_by_clock() {
            return Err(stop);
        }
        if self.dice(5) == 0 && !self.told.is_empty() {
            return Ok(self.told.pop_front());
        }
        if self.open > 0
            && let Some(answer) = self.threads.next_answer(budget)?
        {
            self.open -= 1;
            self.held.push_back(answer);
        }
        if self.open > 0 && self.dice(3) > 0 {
            return Ok(None);
        }
        // The newest first.
        let answer = if self.is_in_order { self.held.pop_front() } else { self.held.pop_back() };
        self.told.extend(answer.clone());
        if answer.is_none() && self.open == 0 { Err(Stop::Unanswered) } else { Ok(answer) }
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.open = 0;
        let held = std::mem::take(&mut self.held);
        let found = self.threads.stop();
        if self.is_in_order { Vec::new() } else { found.into_iter().chain(held).collect() }
    }
}

/// Finds the first move of each position, and nothing else until it is told to stop.
struct Slow {
    capacity: usize,
    open: Vec<LeafTask<Position>>,
    nodes: u64,
    /// The moves of every task.
    asked: Rc<RefCell<Vec<Vec<MoveCode>>>>,
}

impl Slow {
    fn new(capacity: usize) -> Slow {
        Slow { capacity, open: Vec::new(), nodes: 5_000, asked: Rc::default() }
    }
}

impl LeafWorkers<Position> for Slow {
    fn capacity(&self) -> usize {
        self.capacity
    }

    fn submit(&mut self, task: LeafTask<Position>) {
        self.asked.borrow_mut().push(task.moves.clone());
        self.open.push(task);
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        budget.stop_by_clock().map_or(Ok(None), Err)
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        let nodes = self.nodes;
        let answer = |task: LeafTask<Position>| {
            let mut game = task.root.game().clone();
            task.moves.iter().for_each(|&code| game.play(game.decode(code).expect("a legal move")));
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let line = vec![game.encode(moves[0])];
            let (value, ticket) = (Value::centipawns(25.0), task.ticket);
            let (evals, table_hits) = (0, 0);
            LeafAnswer {
                ticket,
                is_finished: false,
                value,
                line,
                depth: 7,
                nodes,
                evals,
                table_hits,
            }
        };
        self.open.drain(..).map(answer).collect()
    }
}

/// Nobody is there.
struct Deaf;

impl LeafWorkers<Toy> for Deaf {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, _task: LeafTask<Toy>) {}

    fn next_answer(&mut self, _budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        Err(Stop::Unanswered)
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        Vec::new()
    }
}

pub fn apart(model: ChanceModel) -> ChanceModel {
    let leaves = model.leaf_search.unwrap_or_default();
    ChanceModel { leaf_search: Some(LeafSearchModel { apart: true, ..leaves }), ..model }
}

fn run(search: &mut BestFirst<Toy>, nodes: u64) -> Report<ToyMove> {
    let limits = Limits { nodes: Some(nodes), beyond_only_move: true, ..Limits::default() };
    search.search(&limits, &mut |_| {})
}

proptest! {
    #![proptest_config(config(100))]

    /// Whatever the workers do, the tree is right at any moment, and what is proven is true.
    #[test]
    fn hostile_workers_make_no_tree_wrong(
        rules in rules(1..6, 1..5, 0..120),
        model in searching_models(),
        seed in any::<u64>(),
    ) {
        let toy = Toy::new(rules);
        let search = BestFirst::new(Root::new(toy), model, ROOM);
        let mut search = search.with_workers(Box::new(Hostile::new(toy, seed, false)));
        // A question that gets no answer ends the search; it is asked again when that continues.
        for _ in 0..20 {
            let report = run(&mut search, 5_000);
            prop_assert_eq!(search.check(), Ok(search.tree().len()));
            if report.proven {
                let (value, truth) = (report.value, minimax(&toy));
                prop_assert_eq!(value.win().map(|(winner, _)| winner), truth.win().map(|(winner, _)| winner));
                if truth.win().is_none() {
                    prop_assert_eq!(value, truth);
                }
            }
            if report.stop != Some(Stop::Unanswered) {
                break;
            }
        }
    }

    /// A tree whose leaves are searched apart does not depend on who answers, nor when.
    #[test]
    fn the_same_tree_whoever_answers(
        rules in rules(1..6, 1..5, 0..120),
        model in searching_models(),
        seed in any::<u64>(),
    ) {
        let toy = Toy::new(rules);
        let search = || BestFirst::new(Root::new(toy), apart(model), ROOM);
        let mut straight = search();
        let mut others = search().with_workers(Box::new(Hostile::new(toy, seed, true)));
        let [straight, others] = [&mut straight, &mut others].map(|search| {
            let report = run(search, 5_000);
            (report.counters.nodes, report.best_move(), report.value, search.tree().len())
        });
        prop_assert_eq!(others, straight);
    }
}

/// What searches have found until a limit cuts them is an answer.
#[test]
fn no_work_is_lost_where_a_limit_cuts_a_search() {
    let search = BestFirst::new(Root::new(<Position>::default()), ChanceModel::searching(), ROOM);
    let mut search = search.with_workers(Box::new(Slow::new(1)));
    let limits = Limits { time: Some(std::time::Duration::from_millis(20)), ..Limits::default() };
    let report = search.search(&limits, &mut |_| {});
    assert_eq!((report.stop, report.counters.nodes), (Some(Stop::Time), 5_000), "the anchor");
    assert_eq!(report.value, Value::centipawns(25.0));
    assert_eq!(search.check(), Ok(search.tree().len()));
    let report = search.search(&limits, &mut |_| {});
    assert!(report.counters.nodes > 5_000, "{report:?}");
    assert_eq!(search.check(), Ok(search.tree().len()));
}

/// Where nothing else is due, those who would be idle search moves of the position one by one; and what they have found
/// counts.
#[test]
fn nobody_is_idle_where_moves_wait() {
    let limits = Limits { time: Some(std::time::Duration::from_millis(20)), ..Limits::default() };
    let asked_with = |model, capacity| {
        let workers = Slow::new(capacity);
        let asked = Rc::clone(&workers.asked);
        let search = BestFirst::new(Root::new(<Position>::default()), model, ROOM);
        let mut search = search.with_workers(Box::new(workers));
        let report = search.search(&limits, &mut |_| {});
        assert_eq!(search.check(), Ok(search.tree().len()));
        assert_eq!(report.counters.nodes, 5_000 * asked.borrow().len() as u64);
        assert!(search.tree().len() > asked.borrow().len(), "each has a node");
        asked.take()
    };
    let asked = asked_with(ChanceModel::searching(), 4);
    assert_eq!(asked.len(), 4);
    assert_eq!(asked[0], [], "the anchor comes first");
    let others: HashSet<_> = asked[1..].iter().collect();
    assert!(others.len() == 3 && others.iter().all(|moves| moves.len() == 1), "{asked:?}");
    assert_eq!(asked_with(ChanceModel::searching(), 1), [[]], "one has enough to do");
    assert_eq!(asked_with(apart(ChanceModel::searching()), 4), [[]], "the same for all");
}

#[test]
fn a_search_that_nobody_answers_ends() {
    let rules = Rules { length: 5, width: 3, ..Rules::default() };
    let search = BestFirst::new(Root::new(Toy::new(rules)), ChanceModel::searching(), ROOM);
    let mut search = search.with_workers(Box::new(Deaf));
    let report = run(&mut search, 1_000);
    assert_eq!(report.stop, Some(Stop::Unanswered));
    assert_eq!(search.check(), Ok(search.tree().len()));
    assert!(!saved(&search, false).is_empty());
}

/// The answer of a thread that knows nothing else.
fn answer(task: LeafTask<Position>) -> LeafAnswer {
    let mut threads = Threads::apart(&task.root, 1);
    threads.submit(task);
    let budget = Budget::default();
    let found = || threads.next_answer(&budget).expect("no limit");
    std::iter::repeat_with(found).flatten().next().expect("an answer")
}

/// The codes of these moves, each in the position in which it is made.
fn codes(position: &Position, moves: &[&str]) -> Vec<MoveCode> {
    let mut game = position.clone();
    let code = |text: &&str| {
        let mv = game.parse_move(text).expect("a legal move");
        let code = game.encode(mv);
        game.play(mv);
        code
    };
    moves.iter().map(code).collect()
}

/// What a task says travels as text, and a program that has nothing else gives the same answer.
#[test]
fn tasks_travel() {
    fn is_send<T: Send>(_: &T) {}

    let mut root = Root::new(<Position>::default());
    for text in ["e4", "e5", "Nf3"] {
        let mv = root.game().parse_move(text).expect("a legal move");
        root.play(mv);
    }
    let root = Arc::new(root);
    let moves = codes(root.game(), &["b8c6", "f1b5"]);
    let first = codes(root.game(), &["b8c6"]);
    let known = Known { depth: 3, value: Value::centipawns(-12.0), line: moves.clone() };
    for (ticket, length, left_out, known) in
        [(1, 0, first, None), (2, 1, Vec::new(), None), (3, 0, Vec::new(), Some(known))]
    {
        let task = LeafTask {
            ticket: Ticket(ticket),
            root: Arc::clone(&root),
            moves: moves[..length].to_vec(),
            left_out,
            grant: 2_000,
            most: 8_000,
            known,
        };
        is_send(&task);
        let record = task.record();
        let text = serde_json::to_string(&record).expect("plain data");
        let read: TaskRecord = serde_json::from_str(&text).expect("what was written");
        assert_eq!(read, record);
        let again = LeafTask::<Position>::read(&read, Tapered::default()).expect("the same task");
        let found = answer(task.clone());
        assert_eq!(task.check(&found), Ok(()));
        assert!(found.is_finished && found.nodes <= 8_000 && found.depth > 1, "{found:?}");
        assert!(found.best().is_some_and(|best| !task.left_out.contains(&best)), "{found:?}");
        assert_eq!(answer(again), found);
        let text = serde_json::to_string(&found).expect("plain data");
        assert_eq!(serde_json::from_str::<LeafAnswer>(&text).ok(), Some(found));
        let mut bad = record;
        bad.most = 0;
        assert!(LeafTask::<Position>::read(&bad, Tapered::default()).is_err());
        bad.moves = vec![moves[1]];
        let error = LeafTask::<Position>::read(&bad, Tapered::default()).expect_err("illegal");
        assert_eq!(error.to_string(), "move 4 of the line is not legal");
        bad.start = "nonsense".to_string();
        let error = LeafTask::<Position>::read(&bad, Tapered::default()).expect_err("no position");
        assert_eq!(error.to_string(), "\"nonsense\" is not a position of this game");
    }
}

/// An answer that no search can have found for its task is refused.
#[test]
fn an_answer_is_held_against_its_task() {
    let root = Arc::new(Root::new(<Position>::default()));
    let task = LeafTask {
        ticket: Ticket(1),
        moves: Vec::new(),
        left_out: codes(root.game(), &["e2e4"]),
        root,
        grant: 500,
        most: 2_000,
        known: None,
    };
    let found = answer(task.clone());
    assert_eq!(task.check(&found), Ok(()));
    let line = |moves: &[&str]| codes(task.root.game(), moves);
    for (bad, why) in [
        (LeafAnswer { line: line(&["e2e4", "e7e5"]), ..found.clone() }, "move 1 of its line"),
        (
            LeafAnswer { line: [line(&["d2d4"]), line(&["d2d4"])].concat(), ..found.clone() },
            "move 2",
        ),
        (LeafAnswer { line: Vec::new(), ..found.clone() }, "it names no move"),
        (LeafAnswer { nodes: 1 << 40, ..found.clone() }, "1099511627776 nodes for a grant of 2000"),
    ] {
        let error = task.check(&bad).expect_err(why).to_string();
        assert!(error.contains(why), "{error}");
    }
    // A limit may cut a search before it has found anything.
    let nothing = LeafAnswer { is_finished: false, line: Vec::new(), ..found };
    assert_eq!(task.check(&nothing), Ok(()));
}

/// A search that goes on begins with the iteration behind the last one, and finishes it however small its grant is.
#[test]
fn a_search_goes_on_with_the_next_iteration() {
    let root = Root::new(position("startpos"));
    let table = SearchTable::try_with_bytes(1 << 20).expect("a small table");
    let mut threads = Threads::new(&root, &table, 1);
    let mut task = LeafTask {
        ticket: Ticket(0),
        root: Arc::new(root),
        moves: Vec::new(),
        left_out: Vec::new(),
        grant: 2_000,
        most: 100_000,
        known: None,
    };
    let mut depths = Vec::new();
    for ticket in 1..5 {
        task.ticket = Ticket(ticket);
        threads.submit(task.clone());
        let answer = loop {
            if let Some(answer) = threads.next_answer(&Budget::default()).expect("no limit") {
                break answer;
            }
        };
        depths.push(answer.depth);
        let LeafAnswer { depth, value, line, .. } = answer;
        (task.known, task.grant) = (Some(Known { depth, value, line }), 100);
    }
    assert!(depths[0] > 3 && depths.windows(2).all(|pair| pair[1] == pair[0] + 1), "{depths:?}");
}
