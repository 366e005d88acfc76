//! Trees over searches that give the best move and its exact value, as engines do: the laws of all trees
//! hold for them, and those of splitting.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use shans::chess::Position;
use shans::game::{Evaluate, Game, Heuristics, MoveCode};
use shans::search::{
    BestFirst, Budget, ChanceModel, ExactLeaves, Inline, LeafAnswer, LeafSearchModel, LeafTask,
    LeafWorkers, Limits, MemoryLimits, PvsLeaves, PvsOptions, Recalled, Report, Root, Searcher,
    Spent, Stop, Ticket, Window,
};
use shans::tree::{Node, NodeId, NodeParts, TreeRules, ValueBound};
use shans::value::{Mean, Player, Value};

use crate::common::positions::config;
use crate::common::toy::{Rules, Toy, ToyMove, Turns, minimax, rules};
use crate::common::trees::{loaded, saved};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

/// What a worker was asked: the moves to the position, and those left out.
type Asked = Vec<(Vec<MoveCode>, Vec<MoveCode>, u64)>;

/// Answers by plain minimax some plies deep, with the static value behind, whatever the grant is; it
/// takes one node for each node granted.
struct Plain {
    plies: u8,
    waiting: VecDeque<LeafTask<Toy>>,
    asked: Arc<Mutex<Asked>>,
}

impl Plain {
    fn new(plies: u8) -> Plain {
        Plain { plies, waiting: VecDeque::new(), asked: Arc::default() }
    }
}

/// The value of a position this deep without the moves left out, and the line that it rests on.
fn value_of(toy: &Toy, plies: u8, left_out: &[MoveCode]) -> (Value, Vec<MoveCode>) {
    if let Some(value) = toy.outcome(&shans::game::Past::default()) {
        return (value, Vec::new());
    }
    if plies == 0 {
        return (toy.evaluate(), Vec::new());
    }
    let mut moves = Vec::new();
    toy.moves(&mut moves);
    moves.retain(|&mv| !left_out.contains(&toy.encode(mv)));
    let after = |mv: ToyMove| {
        let (value, behind) = value_of(&toy.after(&[mv.0]), plies - 1, &[]);
        (value.one_ply_up(), [vec![toy.encode(mv)], behind].concat())
    };
    let Some(mover) = toy.turn().player() else {
        let mut mean = Mean::default();
        moves.iter().for_each(|&mv| mean.add(after(mv).0, f64::from(toy.odds(mv))));
        return (mean.value().unwrap_or(Value::DRAW), Vec::new());
    };
    let own = |value: Value| value.for_player(mover);
    let best = moves.into_iter().map(after).reduce(|a, b| if own(b.0) > own(a.0) { b } else { a });
    best.unwrap_or((Value::DRAW, Vec::new()))
}

impl LeafWorkers<Toy> for Plain {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: LeafTask<Toy>) {
        self.waiting.push_back(task);
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        let Some(task) = self.waiting.pop_front() else { return Ok(None) };
        let spent = budget.spent();
        for _ in 0..task.grant.min(1_000) {
            budget.count_node().inspect_err(|_| budget.set_spent(spent))?;
        }
        let mut toy = *task.root.game();
        for &code in &task.moves {
            toy.play(toy.decode(code).expect("a legal move"));
        }
        assert!(task.is_exact && task.window == Window::FULL);
        let mut asked = self.asked.lock().expect("nobody panicked");
        asked.push((task.moves.clone(), task.left_out.clone(), task.grant));
        let (value, line) = value_of(&toy, self.plies, &task.left_out);
        Ok(Some(LeafAnswer {
            ticket: task.ticket,
            is_finished: true,
            value,
            bound: ValueBound::Exact,
            plies: self.plies.into(),
            line,
            nodes: task.grant.min(1_000),
            evals: 0,
            table_hits: 0,
        }))
    }

    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        self.waiting.clear();
        Recalled::default()
    }
}

fn model(first: f32, split: f32, jobs: u16) -> ChanceModel {
    let model = ChanceModel::over_engine();
    let exact = Some(ExactLeaves { first, ..ExactLeaves::default() });
    let leaves = model.leaf_search.unwrap_or_default();
    let leaves = LeafSearchModel { effort: split, exact, jobs, ..leaves };
    ChanceModel { leaf_search: Some(leaves), ..model }
}

fn exact_models() -> impl Strategy<Value = ChanceModel> {
    let jobs = prop_oneof![2 => Just(1_u16), 1 => 2..9_u16];
    (1..60_u16, 1..60_u16, 0..300_u16, 1..100_u16, 0..30_u8, 0..3_u8, 0..9_u8, jobs).prop_map(
        |(ply, first, split, spread, edge, halvings, whole, jobs)| {
            let exact = ExactLeaves {
                first: f32::from(first),
                halvings: f32::from(halvings),
                edge: f32::from(edge) / 10.0,
                whole: f32::from(whole) / 10.0,
            };
            let leaves = LeafSearchModel {
                spread: f32::from(spread),
                effort: f32::from(split),
                exact: Some(exact),
                jobs,
                ..LeafSearchModel::default()
            };
            let ply = f32::from(ply);
            ChanceModel { ply, leaf_search: Some(leaves), ..ChanceModel::over_engine() }
        },
    )
}

fn up_to(nodes: u64) -> Limits {
    let settle = Limits::NEVER_SETTLES;
    Limits { nodes: Some(nodes), settle, beyond_only_move: true, ..Limits::default() }
}

fn run<G: Heuristics + Evaluate>(search: &mut BestFirst<G>, nodes: u64) -> Report<G::Move> {
    let report = search.search(&up_to(nodes), &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    report
}

/// What is proven is true.
fn agrees(report: &Report<ToyMove>, toy: &Toy) {
    let truth = minimax(toy);
    let winner = |value: Value| value.win().map(|(winner, _)| winner);
    if report.proven {
        assert_eq!(winner(report.value), winner(truth));
        if winner(truth).is_none() {
            assert_eq!(report.value, truth);
        }
    }
}

/// The whole tree, node by node, whatever their names.
fn shape(search: &BestFirst<Toy>) -> Vec<(usize, NodeParts)> {
    let mut waiting: Vec<(usize, NodeId)> = vec![(0, search.tree().root())];
    let mut all = Vec::new();
    while let Some((level, id)) = waiting.pop() {
        all.push((level, search.tree().parts(id)));
        waiting.extend(search.tree().children(id).map(|(_, child, _)| (level + 1, child)));
    }
    all
}

/// Each line behind a leaf leads to its value. Returns how many there are.
fn lines_hold(search: &BestFirst<Toy>, toy: &Toy) -> usize {
    let mut waiting: Vec<(Toy, NodeId)> = vec![(*toy, search.tree().root())];
    let mut lines = 0;
    while let Some((toy, id)) = waiting.pop() {
        let node = search.tree().node(id);
        let moves = search.table_moves_behind(id, &toy);
        let codes: Vec<u8> = moves.iter().map(|mv| mv.0).collect();
        let end = toy.after(&codes);
        if !moves.is_empty() {
            lines += 1;
            assert!(node.is_leaf());
        }
        if !moves.is_empty() && node.value.evaluation().is_some() {
            let value = end.outcome(&shans::game::Past::default());
            assert_eq!(node.value, value.unwrap_or_else(|| end.evaluate()));
        }
        for (_, child, below) in search.tree().children(id) {
            let mv = toy.decode(below.mv).expect("a legal move");
            waiting.push((toy.after(&[mv.0]), child));
        }
    }
    lines
}

proptest! {
    #![proptest_config(config(300))]

    /// Whatever the worker sees: the tree is right after any number of nodes, what is proven is true, and
    /// in the end everything is.
    #[test]
    fn finite_games_are_solved(
        rules in rules(1..6, 1..5, 0..120),
        model in exact_models(),
        plies in 1..4_u8,
        stops in prop::collection::vec(1..3_000_u64, 0..4),
    ) {
        let toy = Toy::new(rules);
        let search = BestFirst::new(Root::new(toy), model, ROOM);
        let worker = Plain::new(plies);
        let asked = Arc::clone(&worker.asked);
        let mut search = search.with_workers(Box::new(worker));
        let mut nodes = 0;
        for more in stops {
            nodes += more;
            agrees(&run(&mut search, nodes), &toy);
        }
        let report = run(&mut search, 100_000_000);
        prop_assert!(matches!(report.stop, Some(Stop::Proven | Stop::Finished)), "{:?}", report.stop);
        agrees(&report, &toy);
        // Nothing is asked twice with the same nodes but what was freed, and nothing was.
        for (index, (moves, left_out, _)) in asked.lock().expect("nobody panicked").iter().enumerate() {
            let mut known = left_out.clone();
            known.sort_unstable_by_key(|code| code.0);
            known.dedup();
            prop_assert_eq!(known.len(), left_out.len(), "{} {:?}", index, moves);
        }
    }

    /// The same over searches of this program, in any room.
    #[test]
    fn trees_over_deepening_are_right(
        rules in rules(1..6, 1..5, 0..120),
        model in exact_models(),
        stops in prop::collection::vec(1..600_u64, 1..6),
        room in prop::option::weighted(0.5, 2..80_usize),
    ) {
        let toy = Toy::new(rules);
        let room = MemoryLimits { tree_nodes: room, ..ROOM };
        let mut stopped = BestFirst::new(Root::new(toy), model, room);
        let mut nodes = 0;
        for more in stops {
            nodes += more;
            let report = run(&mut stopped, nodes);
            prop_assert!(report.counters.nodes <= nodes);
            agrees(&report, &toy);
        }
        let mut straight = BestFirst::new(Root::new(toy), model, room);
        let report = run(&mut straight, nodes);
        let as_stopped = run(&mut stopped, nodes);
        prop_assert_eq!(as_stopped.lines, report.lines);
        prop_assert_eq!(format!("{:?}", stopped.tree()), format!("{:?}", straight.tree()));
    }

    /// A tree that was saved continues as if it had not been.
    #[test]
    fn saved_trees_go_on(
        rules in rules(2..6, 2..5, 0..60),
        model in exact_models(),
        (first, more) in (1..2_000_u64, 1..2_000_u64),
    ) {
        let mut search = BestFirst::new(Root::new(Toy::new(rules)), model, ROOM);
        run(&mut search, first);
        let bytes = saved(&search, true);
        let mut again: BestFirst<Toy> = loaded(&bytes);
        prop_assert_eq!(again.rules().model(), search.rules().model());
        prop_assert_eq!(saved(&again, true), bytes);
        run(&mut search, first + more);
        run(&mut again, first + more);
        prop_assert_eq!(shape(&again), shape(&search));
    }

    /// The line of a search is kept behind its leaf, which has the value of its end, whatever was split,
    /// freed, or saved meanwhile.
    #[test]
    fn lines_are_kept_behind_leaves(
        rules in rules(3..6, 2..5, 0..60),
        model in exact_models(),
        plies in 2..4_u8,
        (first, more) in (1..3_000_u64, 1..3_000_u64),
        room in prop::option::weighted(0.5, 8..60_usize),
    ) {
        let toy = Toy::new(Rules { turns: Turns::Alternating, ..rules });
        let room = MemoryLimits { tree_nodes: room, ..ROOM };
        let new = |search: BestFirst<Toy>| search.with_workers(Box::new(Plain::new(plies)));
        let mut search = new(BestFirst::new(Root::new(toy), model, room));
        run(&mut search, first);
        let kept = lines_hold(&search, &toy);
        prop_assert_eq!(search.leaf_lines().count(), kept);
        let bytes = saved(&search, true);
        let mut again = new(loaded(&bytes));
        prop_assert!(again.leaf_lines().eq(search.leaf_lines()));
        prop_assert_eq!(saved(&again, true), bytes);
        run(&mut search, first + more);
        run(&mut again, first + more);
        prop_assert_eq!(shape(&again), shape(&search));
        lines_hold(&search, &toy);
        prop_assert!(again.leaf_lines().eq(search.leaf_lines()));
    }

    /// Moves that are left out are never the answer, and the value is that of the best of the others.
    #[test]
    fn moves_left_out_are_not_answered(rules in rules(1..6, 2..6, 0..60), out in any::<u8>()) {
        let toy = Toy::new(rules);
        prop_assume!(toy.turn().player().is_some());
        let mut moves = Vec::new();
        toy.moves(&mut moves);
        let codes = moves.iter().map(|&mv| toy.encode(mv));
        let left_out: Vec<_> = codes.filter(|code| out >> code.0 & 1 != 0).collect();
        prop_assume!(left_out.len() < moves.len());
        let options = PvsOptions { table_bytes: 1 << 16, ..PvsOptions::full_width() };
        let mut workers = Inline::new(PvsLeaves::new(Root::new(toy), options));
        workers.submit(LeafTask {
            ticket: Ticket(1),
            root: Arc::new(Root::new(toy)),
            moves: Vec::new(),
            window: Window::FULL,
            left_out: left_out.clone(),
            is_exact: true,
            plies: 0,
            grant: 100_000,
            counted: Spent::default(),
        });
        let answer = workers.next_answer(&mut Budget::default());
        let Ok(Some(answer)) = answer else { panic!("{answer:?}") };
        let (truth, _) = value_of(&toy, 40, &left_out);
        let best = answer.line.first().copied().expect("a player moves");
        prop_assert!(answer.is_finished && !left_out.contains(&best));
        let mv = toy.decode(best).expect("legal");
        let reached = minimax(&toy.after(&[mv.0])).one_ply_up();
        prop_assert_eq!(answer.value, truth);
        prop_assert_eq!(reached, truth);
    }
}

/// The moves to the position asked about, those left out, the nodes granted; the value and the best move
/// that are reported.
type Exchange = (Vec<u16>, Vec<u16>, u64, f32, u16);
/// The same, written down.
type Expected = (&'static [u16], &'static [u16], u64, f32, u16);

/// A worker in whose game the moves of the first position are worth 50, 30 and -100, and everything else
/// as instructed.
struct Told {
    answers: VecDeque<Exchange>,
    waiting: VecDeque<LeafTask<Toy>>,
}

impl LeafWorkers<Toy> for Told {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: LeafTask<Toy>) {
        self.waiting.push_back(task);
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        let Some(task) = self.waiting.pop_front() else { return Ok(None) };
        let Some((moves, left_out, grant, value, best)) = self.answers.pop_front() else {
            return Err(Stop::Interrupted);
        };
        let numbers = |codes: &[MoveCode]| codes.iter().map(|code| code.0).collect::<Vec<_>>();
        assert_eq!(
            (numbers(&task.moves), numbers(&task.left_out), task.grant),
            (moves, left_out, grant)
        );
        for _ in 0..grant {
            budget.count_node()?;
        }
        Ok(Some(LeafAnswer {
            ticket: task.ticket,
            is_finished: true,
            value: Value::centipawns(value),
            bound: ValueBound::Exact,
            plies: 9,
            line: vec![MoveCode(best)],
            nodes: grant,
            evals: 0,
            table_hits: 0,
        }))
    }

    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        self.waiting.clear();
        Recalled::default()
    }
}

/// A position of Max's with at least three moves, none of which ends the game.
fn wide_toy() -> Toy {
    let toys = (0..).map(|seed| {
        let turns = Turns::Alternating;
        Toy::new(Rules { seed, length: 9, width: 9, wins: 0, forced: 0, turns, ..Rules::default() })
    });
    let count = |toy: &Toy| {
        let mut moves = Vec::new();
        toy.moves(&mut moves);
        moves.len()
    };
    let mut wide = toys.filter(|toy| count(toy) == 3);
    wide.next().expect("some seed")
}

/// A leaf gets twice the nodes until that is enough to split it; its best move takes its value without
/// being searched, and the rest is asked when that move has fallen by more than 8 centipawns.
#[test]
fn a_split_hands_down_value_and_effort() {
    let toy = wide_toy();
    let worker = |answers: &[Expected]| Told {
        answers: answers
            .iter()
            .map(|&(moves, out, grant, value, best)| {
                (moves.to_vec(), out.to_vec(), grant, value, best)
            })
            .collect(),
        waiting: VecDeque::new(),
    };
    let search = |answers: &[Expected]| {
        let search = BestFirst::new(Root::new(toy), model(10.0, 40.0, 1), ROOM);
        let mut search = search.with_workers(Box::new(worker(answers)));
        let report = run(&mut search, 1_000_000);
        (search, report)
    };
    // The root is searched three times, and splits with the last.
    let root: [Expected; 3] =
        [(&[], &[], 10, 20.0, 1), (&[], &[], 20, 25.0, 0), (&[], &[], 40, 30.0, 1)];
    let (leaf, report) = search(&root[..2]);
    assert!(leaf.tree().node(leaf.tree().root()).is_leaf());
    assert_eq!((report.value, report.best_move()), (Value::centipawns(25.0), Some(ToyMove(0))));
    assert_eq!((report.lines[0].depth, report.lines[0].effort), (None, 31));
    let (split, report) = search(&root);
    let top = *split.tree().node(split.tree().root());
    let children: Vec<Node> =
        split.tree().children(split.tree().root()).map(|(.., node)| *node).collect();
    assert_eq!(children.len(), 1);
    let child = children[0];
    assert_eq!((child.mv, child.value, child.effort), (MoveCode(1), Value::centipawns(30.0), 1));
    assert_eq!((top.searched().plies, child.searched().plies), (3, 1));
    assert_eq!((top.value, top.searched().bound), (child.value, ValueBound::Exact));
    assert_eq!(top.next, split.rules().hope_of_rest(Player::Max, top.value, 3));
    assert_eq!((report.value, report.best_move()), (top.value, Some(ToyMove(1))));
    // The child is searched with half the nodes of the last search of the root. It falls by 7
    // centipawns: the root is as exact as before; by 9, and the rest is asked at once, the move left out.
    for (fallen, bound) in [(23.0, ValueBound::Exact), (21.0, ValueBound::AtLeast)] {
        let answers = [&root[..], &[(&[1], &[], 20, fallen, 0)]].concat();
        let (search, _) = search(&answers);
        let top = search.tree().node(search.tree().root());
        assert_eq!((top.value, top.searched().bound), (Value::centipawns(fallen), bound));
        assert_eq!(search.rules().rest_matters(top), bound != ValueBound::Exact);
    }
    let fall: (&[u16], &[u16], u64, f32, u16) = (&[1], &[], 20, -50.0, 0);
    let rest: (&[u16], &[u16], u64, f32, u16) = (&[], &[1], 40, 10.0, 2);
    let (second, report) = search(&[&root[..], &[fall, rest]].concat());
    let root_id = second.tree().root();
    let top = second.tree().node(root_id);
    let moves: Vec<u16> = second.tree().children(root_id).map(|(.., node)| node.mv.0).collect();
    assert_eq!((moves, top.value.raw()), (vec![1, 2], 10.0));
    assert_eq!((top.searched().plies, top.searched().bound), (4, ValueBound::Exact));
    assert_eq!(report.best_move(), Some(ToyMove(2)));
    let waiting = second.rules().waiting(top);
    assert!(
        (waiting.most - 2.0).abs() < 0.01,
        "no more than 10, which 8 less would be, too: {waiting:?}"
    );
}

/// A tree over these questions, grown with this many nodes, and all that was asked.
fn asked_with(whole: f32, nodes: u64) -> (BestFirst<Toy>, Asked) {
    let worker = Plain::new(2);
    let asked = Arc::clone(&worker.asked);
    let search = BestFirst::new(Root::new(wide_toy()), with_whole(whole), ROOM);
    let mut search = search.with_workers(Box::new(worker));
    run(&mut search, nodes);
    let asked = asked.lock().expect("nobody panicked").clone();
    (search, asked)
}

fn with_whole(whole: f32) -> ChanceModel {
    let mut model = model(10.0, 40.0, 1);
    if let Some(exact) = model.leaf_search.as_mut().and_then(|leaves| leaves.exact.as_mut()) {
        exact.whole = whole;
    }
    model
}

/// A part of the nodes goes to searches of the whole position, which grow with the tree.
#[test]
fn the_whole_position_is_searched_beside_its_tree() {
    let of_whole = |asked: &Asked| {
        let whole = asked.iter().filter(|(moves, out, _)| moves.is_empty() && out.is_empty());
        whole.map(|&(.., grant)| grant).collect::<Vec<_>>()
    };
    let (_, asked) = asked_with(0.0, 3_000);
    assert_eq!(of_whole(&asked), [10, 20, 40]);
    let (search, asked) = asked_with(0.5, 3_000);
    let whole = of_whole(&asked);
    assert!(whole.is_sorted() && whole.last() >= Some(&320), "{whole:?}");
    let share = whole.iter().sum::<u64>() as f32 / 3_000.0;
    assert!((0.4..0.7).contains(&share), "{share}");
    assert!(search.tree().len() > 10);
}

/// Says that the first move of the first position is the best and worth 30, and from the first search of
/// all moves after the split on, that it is the last one, worth 20.
struct Disagreeing {
    wholes: u32,
    waiting: VecDeque<LeafTask<Toy>>,
}

impl LeafWorkers<Toy> for Disagreeing {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: LeafTask<Toy>) {
        self.waiting.push_back(task);
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        let Some(task) = self.waiting.pop_front() else { return Ok(None) };
        let spent = budget.spent();
        for _ in 0..task.grant {
            budget.count_node().inspect_err(|_| budget.set_spent(spent))?;
        }
        let is_left = |code: &u16| !task.left_out.contains(&MoveCode(*code));
        let is_whole = task.moves.is_empty() && task.left_out.is_empty();
        self.wholes += u32::from(is_whole);
        let worth = |code: u16| [30.0, 10.0, 20.0][usize::from(code.min(2))];
        let (value, best) = match task.moves.first() {
            Some(first) => (worth(first.0), (0..).find(is_left).unwrap_or_default()),
            None if is_whole && self.wholes > 3 => (worth(2), 2),
            None => [0, 2, 1].into_iter().find(is_left).map_or((0.0, 0), |mv| (worth(mv), mv)),
        };
        Ok(Some(LeafAnswer {
            ticket: task.ticket,
            is_finished: true,
            value: Value::centipawns(value),
            bound: ValueBound::Exact,
            plies: 9,
            line: vec![MoveCode(best)],
            nodes: task.grant,
            evals: 0,
            table_hits: 0,
        }))
    }

    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        self.waiting.clear();
        Recalled::default()
    }
}

/// What searches of the whole position prefer is the answer, until a better move was searched enough.
#[test]
fn the_answer_of_the_whole_position_stands_for_a_while() {
    let worker = Disagreeing { wholes: 0, waiting: VecDeque::new() };
    let search = BestFirst::new(Root::new(wide_toy()), with_whole(0.5), ROOM);
    let mut search = search.with_workers(Box::new(worker));
    let mut answers = Vec::new();
    for nodes in (20..2_000).step_by(20) {
        let report = run(&mut search, nodes);
        let best = report.best_move().expect("a move").0;
        if answers.last() != Some(&best) {
            answers.push(best);
        }
        assert_eq!(search.tree().node(search.tree().root()).value, Value::centipawns(30.0));
        assert!(best == 0 || report.value == Value::centipawns(20.0), "{:?}", report.value);
    }
    assert!(answers.starts_with(&[0, 2, 0]), "{answers:?}");
    let bytes = saved(&search, true);
    assert_eq!(loaded::<Toy>(&bytes).state(), search.state());
}

/// A win that the worker has seen proves nothing, and is proven by moves.
#[test]
fn announced_wins_are_proven_by_the_tree() {
    let mut proven = 0;
    for seed in 0..120 {
        let rules = Rules { seed, length: 6, width: 4, wins: 40, ..Rules::default() };
        let toy = Toy::new(rules);
        let truth = minimax(&toy);
        let search = BestFirst::new(Root::new(toy), model(1.0, 4.0, 1), ROOM);
        let mut search = search.with_workers(Box::new(Plain::new(6)));
        // The root alone is searched: it is the worker's word.
        let report = run(&mut search, 2);
        assert!(!report.proven || search.tree().node(search.tree().root()).is_finished());
        let report = run(&mut search, 100_000);
        agrees(&report, &toy);
        if let Some((winner, _)) = truth.win() {
            assert!(report.proven, "seed {seed}");
            assert_eq!(report.value.win().map(|(winner, _)| winner), Some(winner));
            proven += 1;
        }
    }
    assert!(proven > 20, "only {proven} wins");
}

#[test]
fn chess_is_searched_by_deepening() {
    let root = Root::new(<Position>::default());
    let run_once = |jobs| {
        let mut search = BestFirst::new(root.clone(), model(500.0, 2_000.0, jobs), ROOM);
        let report = run(&mut search, 60_000);
        assert!(search.tree().len() > 8, "{}", search.tree().len());
        assert!(report.lines.iter().all(|line| line.depth.is_none() && line.checked.is_none()));
        (report.lines, format!("{:?}", search.tree()))
    };
    assert_eq!(run_once(1), run_once(1));
    assert_eq!(run_once(4), run_once(4));
}
