//! Questions about leaves as data: asked of workers that answer as badly as they may, sent as text, and
//! several at a time.

use std::collections::VecDeque;

use proptest::prelude::*;
use shans::chess::{Position, Tapered};
use shans::search::{
    BestFirst, Budget, ChanceModel, Inline, LeafAnswer, LeafSearchModel, LeafTask, LeafWorkers,
    Limits, MemoryLimits, PvsLeaves, PvsOptions, Recalled, Report, Root, Searcher, Stop,
    TaskRecord, Window,
};
use shans::value::Value;

use crate::common::positions::config;
use crate::common::toy::{Toy, ToyMove, minimax, rules};
use crate::common::trees::searching_models;

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

/// Answers late, out of order, twice, and to some questions only when they are asked again.
struct Hostile {
    inline: Inline<Toy>,
    /// What was found, not yet told.
    held: VecDeque<LeafAnswer>,
    /// Reported before: they are reported again.
    told: VecDeque<LeafAnswer>,
    asked: u64,
    seed: u64,
    /// Each question is answered once, at once.
    is_honest: bool,
}

impl Hostile {
    fn new(root: Root<Toy>, seed: u64) -> Hostile {
        let options = PvsOptions { table_bytes: 1 << 16, ..PvsOptions::full_width() };
        let inline = Inline::new(PvsLeaves::new(root, options));
        Hostile {
            inline,
            held: VecDeque::new(),
            told: VecDeque::new(),
            asked: 0,
            seed,
            is_honest: false,
        }
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
        self.asked += 1;
        // One in four is lost on the way.
        if self.is_honest || self.dice(4) > 0 {
            self.inline.submit(task);
        }
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        if !self.is_honest && self.dice(5) == 0 && !self.told.is_empty() {
            return Ok(self.told.pop_front());
        }
        loop {
            // What was learned for one question would change the work for the next.
            if let Some(mut leaves) = self.inline.take_shared() {
                leaves.clear();
                self.inline.put_shared(leaves);
            }
            let Some(answer) = self.inline.next_answer(budget)? else { break };
            self.held.push_back(answer);
            if self.is_honest || self.dice(3) == 0 {
                break;
            }
        }
        // The newest first.
        let answer = self.held.pop_back();
        self.told.extend(answer.clone());
        Ok(answer)
    }

    fn recall(&mut self, budget: &mut Budget) -> Recalled {
        self.inline.recall(budget)
    }
}

/// Nobody is there.
struct Deaf;

impl LeafWorkers<Toy> for Deaf {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, _task: LeafTask<Toy>) {}

    fn next_answer(&mut self, _budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        Ok(None)
    }

    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        Recalled::default()
    }
}

fn with_jobs(model: ChanceModel, jobs: u16) -> ChanceModel {
    let leaves = model.leaf_search.unwrap_or_default();
    ChanceModel { leaf_search: Some(LeafSearchModel { jobs, ..leaves }), ..model }
}

fn run(search: &mut BestFirst<Toy>, nodes: u64) -> Report<ToyMove> {
    let settle = Limits::NEVER_SETTLES;
    let limits = Limits { nodes: Some(nodes), settle, beyond_only_move: true, ..Limits::default() };
    search.search(&limits, &mut |_| {})
}

proptest! {
    #![proptest_config(config(300))]

    /// Whatever the workers do, the tree is right at any moment, and what is proven is true.
    #[test]
    fn hostile_workers_make_no_tree_wrong(
        rules in rules(1..6, 1..5, 0..120),
        model in searching_models(),
        (jobs, seed) in (1..12_u16, any::<u64>()),
        stops in prop::collection::vec(1..300_u64, 0..4),
    ) {
        let toy = Toy::new(rules);
        let workers = Hostile::new(Root::new(toy), seed);
        let search = BestFirst::new(Root::new(toy), with_jobs(model, jobs), ROOM);
        let mut search = search.with_workers(Box::new(workers));
        let mut nodes = 0;
        for more in stops {
            nodes += more;
            run(&mut search, nodes);
            prop_assert_eq!(search.check(), Ok(search.tree().len()));
        }
        let report = run(&mut search, 20_000);
        prop_assert_eq!(search.check(), Ok(search.tree().len()));
        if report.proven {
            let (value, truth) = (report.value, minimax(&toy));
            prop_assert_eq!(value.win().map(|(winner, _)| winner), truth.win().map(|(winner, _)| winner));
            if truth.win().is_none() {
                prop_assert_eq!(value, truth);
            }
        }
    }

    /// The tree does not depend on who answers, nor when.
    #[test]
    fn the_same_tree_whoever_answers(
        rules in rules(1..6, 1..5, 0..120),
        model in searching_models(),
        (jobs, seed) in (1..12_u16, any::<u64>()),
    ) {
        let toy = Toy::new(rules);
        let model = with_jobs(model, jobs);
        let mut honest = Hostile::new(Root::new(toy), seed);
        honest.is_honest = true;
        let hostile = Hostile::new(Root::new(toy), seed);
        let search = || BestFirst::new(Root::new(toy), model, ROOM);
        let mut straight = search().with_workers(Box::new(honest));
        let mut others = search().with_workers(Box::new(hostile));
        // What is asked twice counts twice, and the effort for a faster win ends by that count.
        prop_assume!(minimax(&toy).win().is_none());
        run(&mut straight, 100_000);
        run(&mut others, 100_000);
        let shape = |search: &BestFirst<Toy>| {
            let tree = search.tree();
            let mut waiting = vec![tree.root()];
            let mut all = Vec::new();
            while let Some(id) = waiting.pop() {
                let node = tree.node(id);
                all.push((node.mv, node.value, node.searched()));
                waiting.extend(tree.children(id).map(|(_, child, _)| child));
            }
            all
        };
        prop_assert_eq!(shape(&others), shape(&straight));
    }
}

/// What an answer has withstood is what was searched, not what is only asked.
#[test]
fn an_answer_withstands_what_is_known() {
    let model = with_jobs(ChanceModel::searching(), 16);
    let mut search = BestFirst::new(Root::new(Position::<Tapered>::default()), model, ROOM);
    search.begin(&Limits { nodes: Some(40_000), ..Limits::default() });
    let (mut withstood, mut times) = (f32::INFINITY, 0);
    while search.advance().is_none() {
        search.rest();
        let now = search.state().stats.least_gap;
        if now < withstood {
            let gap = search.rules().largest_gap(search.tree().node(search.at()));
            assert_eq!(now, gap, "after {times} times");
            (withstood, times) = (now, times + 1);
        }
    }
    assert!(times > 3, "{times}");
}

/// By virtual time two workers search more than one, and the same search is the same again.
#[test]
fn simulated_workers_search_side_by_side() {
    let search = |workers| {
        let model = with_jobs(ChanceModel::searching(), 8);
        let search = BestFirst::new(Root::new(Position::<Tapered>::default()), model, ROOM);
        let mut search = search.with_simulated_workers(workers);
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let report = search.search(&limits, &mut |_| {});
        assert_eq!(search.check(), Ok(search.tree().len()));
        let effort = search.tree().node(search.tree().root()).effort;
        (report.counters.nodes, effort, report.best_move())
    };
    let (one, two) = (search(1), search(2));
    assert_eq!((one.0, two.0), (50_000, 50_000));
    assert!(two.1 > one.1, "{} {}", two.1, one.1);
    assert_eq!(two, search(2));
}

#[test]
fn a_search_that_nobody_answers_ends() {
    let rules = crate::common::toy::Rules { length: 5, width: 3, ..Default::default() };
    let search = BestFirst::new(Root::new(Toy::new(rules)), ChanceModel::searching(), ROOM);
    let mut search = search.with_workers(Box::new(Deaf));
    let report = run(&mut search, 1_000);
    assert_eq!(report.stop, Some(Stop::Unanswered));
    assert_eq!(search.check(), Ok(search.tree().len()));
}

/// What a task says travels as text, and a program that has nothing else gives the same answer.
#[test]
fn tasks_travel() {
    struct Listening(Inline<Position>, Vec<(TaskRecord, Option<LeafAnswer>)>);

    fn options() -> PvsOptions {
        PvsOptions { table_bytes: 0, ..PvsOptions::full_width() }
    }

    fn is_send<T: Send>(_: &T) {}

    let mut root = Root::new(<Position>::default());
    for text in ["e4", "e5", "Nf3"] {
        let mv = shans::game::Notation::parse_move(root.game(), text).expect("a legal move");
        root.play(mv);
    }
    let mut listening = Listening(Inline::new(PvsLeaves::new(root.clone(), options())), Vec::new());
    let moves = ["b8c6", "f1b5"].map(|text| {
        let mut game = root.game().clone();
        if text == "f1b5" {
            let first = shans::game::Notation::parse_move(&game, "b8c6").expect("a legal move");
            shans::game::Game::play(&mut game, first);
        }
        let mv = shans::game::Notation::parse_move(&game, text).expect("a legal move");
        shans::game::Game::encode(&game, mv)
    });
    let narrow = Window { low: Value::centipawns(-30.0), high: Value::centipawns(30.5) };
    for (ticket, length, window) in [(1, 0, Window::FULL), (2, 1, narrow), (3, 2, narrow)] {
        let task = LeafTask {
            ticket: shans::search::Ticket(ticket),
            root: std::sync::Arc::new(root.clone()),
            moves: moves[..length].to_vec(),
            window,
            left_out: Vec::new(),
            is_exact: false,
            plies: 2,
            grant: 1_000_000,
            counted: Default::default(),
            is_aside: ticket == 3,
        };
        is_send(&task);
        let record = task.record();
        let text = serde_json::to_string(&record).expect("plain data");
        let read: TaskRecord = serde_json::from_str(&text).expect("what was written");
        assert_eq!(read, record);
        let again = LeafTask::<Position>::read(&read, Tapered::default()).expect("the same task");
        assert_eq!(again.window, window);
        listening.0.submit(task);
        let answer = listening.0.next_answer(&mut Budget::default()).expect("no limit");
        // A program that knows nothing else.
        let mut elsewhere =
            Inline::new(PvsLeaves::new(Root::new(<Position>::default()), options()));
        elsewhere.submit(again);
        let other = elsewhere.next_answer(&mut Budget::default()).expect("no limit");
        let known = |answer: &Option<LeafAnswer>| {
            answer.as_ref().map(|answer| (answer.value, answer.bound, answer.is_finished))
        };
        assert_eq!(known(&answer), known(&other));
        let text = serde_json::to_string(&answer).expect("plain data");
        assert_eq!(serde_json::from_str::<Option<LeafAnswer>>(&text).ok(), Some(answer.clone()));
        listening.1.push((read, answer));
    }
    let mut bad = listening.1[2].0.clone();
    bad.moves.swap(0, 1);
    let error = LeafTask::<Position>::read(&bad, Tapered::default()).expect_err("illegal");
    assert_eq!(error.to_string(), "move 4 of the line is not legal");
    bad.start = "nonsense".to_string();
    let error = LeafTask::<Position>::read(&bad, Tapered::default()).expect_err("no position");
    assert_eq!(error.to_string(), "\"nonsense\" is not a position of this game");
}

/// Nor does it use what others have found.
#[test]
fn what_is_found_aside_is_used_aside_alone() {
    let root = std::sync::Arc::new(Root::new(<Position>::default()));
    let mv = shans::game::Notation::parse_move(root.game(), "e2e4").expect("a legal move");
    let moves = vec![shans::game::Game::encode(root.game(), mv)];
    // No value lies between these, so that the table alone can answer.
    let window = Window { low: Value::centipawns(8.0), high: Value::from_raw(8.0_f32.next_up()) };
    let nodes = |asides: [bool; 3]| {
        let options = PvsOptions { table_bytes: 1 << 20, ..PvsOptions::default() };
        let mut workers = Inline::new(PvsLeaves::new(Root::clone(&root), options));
        asides.map(|is_aside| {
            workers.submit(LeafTask {
                ticket: shans::search::Ticket(1),
                root: root.clone(),
                moves: moves.clone(),
                window,
                left_out: Vec::new(),
                is_exact: false,
                plies: 6,
                grant: 1_000_000,
                counted: Default::default(),
                is_aside,
            });
            let answer = workers.next_answer(&mut Budget::default()).expect("no limit");
            answer.expect("an answer").nodes
        })
    };
    for is_aside in [true, false] {
        let [first, same, other] = nodes([is_aside, is_aside, !is_aside]);
        assert_eq!(same, 0, "known");
        assert!(other > first / 4, "{first} and {other}");
    }
}
