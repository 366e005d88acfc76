//! Trees over searches that give the best move and its value, by this program or by engines: the laws of
//! all trees hold for them, and those of searched leaves.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use shans::game::{Evaluate, Game, Heuristics, MoveCode};
use shans::inspect::TreeReader;
use shans::search::{
    BestFirst, Budget, ChanceModel, LeafAnswer, LeafSearchModel, LeafTask, LeafWorkers, Limits,
    MemoryLimits, Report, Root, SearchTable, Searcher, Stop, Threads, Ticket,
};
use shans::tree::{FileOrder, Node, NodeId};
use shans::value::{Mean, Player, Value};

use crate::common::positions::config;
use crate::common::toy::{Rules, Toy, ToyMove, Turns, agrees, minimax, rules};
use crate::common::trees::{loaded, saved, searching_models, shape};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

/// What a worker was asked: the moves to the position, those left out, the nodes granted.
type Asked = Vec<(Vec<MoveCode>, Vec<MoveCode>, u64)>;

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

/// Answers by a function, which knows the value and the line that it rests on. It says that it took the nodes
/// granted, or this many.
struct Answering<F> {
    answer: F,
    most_nodes: u64,
    at_a_time: usize,
    waiting: VecDeque<LeafTask<Toy>>,
}

impl<F> Answering<F> {
    fn new(most_nodes: u64, answer: F) -> Answering<F> {
        Answering { answer, most_nodes, at_a_time: 1, waiting: VecDeque::new() }
    }
}

impl<F> LeafWorkers<Toy> for Answering<F>
where
    F: FnMut(&LeafTask<Toy>) -> Result<(Value, Vec<MoveCode>), Stop>,
{
    fn capacity(&self) -> usize {
        self.at_a_time
    }

    fn submit(&mut self, task: LeafTask<Toy>) {
        let question =
            |task: &LeafTask<Toy>| (task.moves.clone(), task.left_out.clone(), task.grant);
        let is_open = self.waiting.iter().any(|other| question(other) == question(&task));
        assert!(!is_open, "the same is asked twice at a time: {task:?}");
        self.waiting.push_back(task);
    }

    fn next_answer(&mut self, _budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        let Some(task) = self.waiting.pop_front() else { return Ok(None) };
        let (value, line) = (self.answer)(&task)?;
        let nodes = task.grant.min(self.most_nodes);
        let (ticket, is_finished, depth) = (task.ticket, true, line.len() as u16);
        let (evals, table_hits) = (0, 0);
        Ok(Some(LeafAnswer { ticket, is_finished, value, line, depth, nodes, evals, table_hits }))
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.waiting.clear();
        Vec::new()
    }
}

/// The position that a task is about.
fn position_of(task: &LeafTask<Toy>) -> Toy {
    let mut toy = *task.root.game();
    for &code in &task.moves {
        toy.play(toy.decode(code).expect("a legal move"));
    }
    toy
}

/// Answers by plain minimax some plies deep, with the static value behind, whatever the grant is. What it was
/// asked can be looked up.
fn plain(plies: u8) -> (impl LeafWorkers<Toy> + 'static, Arc<Mutex<Asked>>) {
    let asked = Arc::new(Mutex::new(Asked::new()));
    let all = Arc::clone(&asked);
    let worker = Answering::new(1_000, move |task: &LeafTask<Toy>| {
        let mut all = all.lock().expect("nobody panicked");
        all.push((task.moves.clone(), task.left_out.clone(), task.grant));
        Ok(value_of(&position_of(task), plies, &task.left_out))
    });
    (worker, asked)
}

fn model(first: f32, split: f32) -> ChanceModel {
    let model = ChanceModel::over_engine();
    let leaves = model.leaf_search.unwrap_or_default();
    let leaves = LeafSearchModel { first, split, anchor: 0.0, ..leaves };
    ChanceModel { leaf_search: Some(leaves), ..model }
}

fn up_to(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), beyond_only_move: true, ..Limits::default() }
}

fn run<G: Heuristics + Evaluate>(search: &mut BestFirst<G>, nodes: u64) -> Report<G::Move> {
    let report = search.search(&up_to(nodes), &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    report
}

/// Each line behind a leaf leads to its value, as far as the search of the leaf went. Returns how many there are.
fn lines_hold(search: &BestFirst<Toy>, toy: &Toy) -> usize {
    let mut waiting: Vec<(Toy, NodeId)> = vec![(*toy, search.tree().root())];
    let ids: Vec<NodeId> = FileOrder::new(search.tree()).collect();
    let kept = search.leaf_lines().map(|(place, line)| (ids[place as usize], line));
    let depths: HashMap<NodeId, usize> = kept.map(|(id, line)| (id, line.depth().into())).collect();
    let mut lines = 0;
    while let Some((toy, id)) = waiting.pop() {
        let node = search.tree().node(id);
        let moves = search.view().moves_behind(id, &toy);
        if !moves.is_empty() {
            lines += 1;
            assert!(node.is_leaf());
        }
        if !moves.is_empty() && node.value.evaluation().is_some() {
            let searched = moves.iter().take(depths[&id]);
            let end = toy.after(&searched.map(|mv| mv.0).collect::<Vec<_>>());
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

/// The answer of a search of leaves to this question, by the program itself.
fn found(toy: Toy, left_out: &[MoveCode], (grant, most): (u64, u64)) -> LeafAnswer {
    let root = Root::new(toy);
    let table = SearchTable::try_with_bytes(1 << 16).expect("little memory");
    let mut workers = Threads::new(&root, &table, 1);
    let (ticket, moves, left_out) = (Ticket(1), Vec::new(), left_out.to_vec());
    let root = Arc::new(root);
    workers.submit(LeafTask { ticket, root, moves, left_out, grant, most, known: None });
    let mut answers = std::iter::repeat_with(|| workers.next_answer(&Budget::default()));
    let answer = answers.find_map(|answer| answer.expect("nothing stops it"));
    answer.expect("an answer comes")
}

proptest! {
    #![proptest_config(config(300))]

    /// Whatever the worker sees: the tree is right after any number of nodes, what is proven is true, and
    /// in the end everything is.
    #[test]
    fn finite_games_are_solved(
        rules in rules(1..6, 1..5, 0..120),
        model in searching_models(),
        plies in 1..4_u8,
        stops in prop::collection::vec(1..3_000_u64, 0..4),
    ) {
        let toy = Toy::new(rules);
        let search = BestFirst::new(Root::new(toy), model, ROOM);
        let (worker, asked) = plain(plies);
        let mut search = search.with_workers(Box::new(worker));
        let mut nodes = 0;
        for more in stops {
            nodes += more;
            agrees(&run(&mut search, nodes), &toy);
        }
        let report = run(&mut search, 100_000_000);
        prop_assert!(matches!(report.stop, Some(Stop::Proven | Stop::Finished)), "{:?}", report.stop);
        agrees(&report, &toy);
        // No move is left out twice.
        for (index, (moves, left_out, _)) in asked.lock().expect("nobody panicked").iter().enumerate() {
            let mut known = left_out.clone();
            known.sort_unstable_by_key(|code| code.0);
            known.dedup();
            prop_assert_eq!(known.len(), left_out.len(), "{} {:?}", index, moves);
        }
    }

    /// The same over searches of this program, in any room: limits are kept, every report has a value and a
    /// move, and the same limits give the same tree.
    #[test]
    fn trees_over_own_searches_are_right(
        rules in rules(1..6, 1..5, 0..120),
        model in searching_models(),
        stops in prop::collection::vec(1..600_u64, 1..6),
        room in prop::option::weighted(0.5, 2..80_usize),
    ) {
        let toy = Toy::new(rules);
        let room = MemoryLimits { tree_nodes: room, ..ROOM };
        let grown = || {
            let mut search = BestFirst::new(Root::new(toy), model, room);
            let (mut nodes, mut said) = (0, Vec::new());
            for more in &stops {
                nodes += more;
                let report = run(&mut search, nodes);
                assert!(report.counters.nodes <= nodes);
                assert!(report.tree_nodes <= room.tree_nodes.unwrap_or(usize::MAX) as u64);
                assert!(report.stop == Some(Stop::Finished) || report.best_move().is_some());
                agrees(&report, &toy);
                said.push((report.lines, report.counters.table_hits));
            }
            (said, shape(&search))
        };
        prop_assert_eq!(grown(), grown());
    }

    /// A tree that was saved is the same, and goes on from there in good order.
    #[test]
    fn saved_trees_go_on(
        rules in rules(2..6, 2..5, 0..60),
        model in searching_models(),
        (first, more) in (1..2_000_u64, 1..2_000_u64),
    ) {
        let toy = Toy::new(rules);
        let mut search = BestFirst::new(Root::new(toy), model, ROOM);
        let before = run(&mut search, first);
        let bytes = saved(&search, true);
        let mut again: BestFirst<Toy> = loaded(&bytes);
        prop_assert_eq!(again.rules().model(), search.rules().model());
        prop_assert_eq!(saved(&again, true), bytes);
        let none = run(&mut again, 0);
        prop_assert_eq!((none.value, none.lines), (before.value, before.lines));
        let report = run(&mut again, first + more);
        prop_assert!(report.counters.nodes <= first + more);
        agrees(&report, &toy);
    }

    /// The line of a search is kept behind its leaf, which has the value of its end, whatever was split,
    /// freed, or saved meanwhile.
    #[test]
    fn lines_are_kept_behind_leaves(
        rules in rules(3..6, 2..5, 0..60),
        model in searching_models(),
        plies in 2..4_u8,
        (first, more) in (1..3_000_u64, 1..3_000_u64),
        room in prop::option::weighted(0.5, 8..60_usize),
    ) {
        let toy = Toy::new(Rules { turns: Turns::Alternating, ..rules });
        let room = MemoryLimits { tree_nodes: room, ..ROOM };
        let new = |search: BestFirst<Toy>| search.with_workers(Box::new(plain(plies).0));
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
        let answer = found(toy, &left_out, (100_000, 400_000));
        let best = answer.best().expect("a player moves");
        prop_assert!(answer.is_finished && !left_out.contains(&best));
        prop_assert!(toy.decode(best).is_some());
    }

    /// A search that a limit cuts says what it has found, and keeps to the limit.
    #[test]
    fn a_search_that_is_cut_has_an_answer(rules in rules(4..7, 2..6, 0..60), most in 1..200_u64) {
        let toy = Toy::new(rules);
        let answer = found(toy, &[], (most, most));
        prop_assert!(answer.nodes <= most);
        let code = answer.best();
        prop_assert!(code.is_some() || toy.turn().player().is_none() || !answer.is_finished);
        prop_assert!(code.is_none_or(|code| toy.decode(code).is_some()));
    }
}

/// What is proven in a small room is true: freeing forgets no proof and makes up none.
#[test]
fn proofs_are_true() {
    let mut proven_after_freeing = 0;
    for seed in 0..200 {
        let turns = Turns::ALL[seed as usize % 4];
        let length = 5 + (seed % 3) as u8;
        let rules = Rules { seed, turns, length, width: 4, wins: 40, ..Rules::default() };
        let room = MemoryLimits { tree_nodes: Some(20 + seed as usize % 50), ..ROOM };
        let mut search = BestFirst::new(Root::new(Toy::new(rules)), model(2.0, 5.0), room);
        let report = run(&mut search, 6_000);
        agrees(&report, &Toy::new(rules));
        proven_after_freeing += usize::from(report.proven && report.memory.freed_nodes > 0);
    }
    assert!(proven_after_freeing >= 15, "only {proven_after_freeing} proofs met freeing");
}

/// The moves to the position asked about, those left out, the nodes granted; the value and the line that are
/// reported.
type Exchange = (&'static [u16], &'static [u16], u64, f32, &'static [u16]);

/// Expects these questions, and ends the search after the last one.
fn told(exchanges: &[Exchange]) -> impl LeafWorkers<Toy> + 'static {
    let mut exchanges: VecDeque<Exchange> = exchanges.iter().copied().collect();
    Answering::new(u64::MAX, move |task: &LeafTask<Toy>| {
        let Some((moves, left_out, grant, value, line)) = exchanges.pop_front() else {
            return Err(Stop::Interrupted);
        };
        let numbers = |codes: &[MoveCode]| codes.iter().map(|code| code.0).collect::<Vec<_>>();
        let asked = (numbers(&task.moves), numbers(&task.left_out), task.grant);
        assert_eq!(asked, (moves.to_vec(), left_out.to_vec(), grant));
        Ok((Value::centipawns(value), line.iter().map(|&code| MoveCode(code)).collect()))
    })
}

/// A position of Max's with three moves, none of which ends the game.
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

/// The tree that grows when these are the answers.
fn grown_by(answers: &[Exchange]) -> (BestFirst<Toy>, Report<ToyMove>) {
    let search = BestFirst::new(Root::new(wide_toy()), model(10.0, 40.0), ROOM);
    let mut search = search.with_workers(Box::new(told(answers)));
    let report = run(&mut search, 1_000_000);
    (search, report)
}

/// The first search of the position analysed says which move is best, and what it is worth; the tree has that value,
/// and no other move is worth more.
const FIRST: Exchange = (&[], &[], 10, 30.0, &[1]);

#[test]
fn the_best_move_has_a_value_at_once() {
    let (search, report) = grown_by(&[FIRST]);
    let root = search.tree().root();
    let top = *search.tree().node(root);
    let children: Vec<Node> = search.tree().children(root).map(|(.., node)| *node).collect();
    assert_eq!(children.len(), 1);
    assert_eq!((children[0].mv, children[0].value), (MoveCode(1), Value::centipawns(30.0)));
    assert_eq!((top.value, report.best_move()), (children[0].value, Some(ToyMove(1))));
    assert_eq!(top.next, search.rules().hope_of_rest(Player::Max, top.value, 1));
    assert!(search.rules().most_of_rest(&top).is_some_and(|most| (most.raw() - 30.0).abs() < 0.02));
    assert!(!search.rules().waiting_matters(&top));
}

/// When the best move falls, the others are asked for, that move left out, and the best of them is the answer.
#[test]
fn the_rest_is_asked_when_the_best_move_falls() {
    let worth = |code: u16| [-90.0, -50.0, 10.0][usize::from(code)];
    let falling = Answering::new(u64::MAX, move |task: &LeafTask<Toy>| {
        let is_left = |code: &u16| !task.left_out.contains(&MoveCode(*code));
        let (value, best) = match task.moves.first() {
            Some(first) => (worth(first.0), 0),
            None if task.left_out.is_empty() => (30.0, 1),
            None => (0..3).rev().find(is_left).map_or((0.0, 0), |code| (worth(code), code)),
        };
        Ok((Value::centipawns(value), vec![MoveCode(best)]))
    });
    let search = BestFirst::new(Root::new(wide_toy()), model(10.0, 40.0), ROOM);
    let mut search = search.with_workers(Box::new(falling));
    let report = run(&mut search, 400);
    assert_eq!((report.value, report.best_move()), (Value::centipawns(10.0), Some(ToyMove(2))));
    assert!(!search.rules().is_unsettled(search.tree(), search.tree().root()));
    let children = search.tree().children(search.tree().root());
    let values: Vec<_> = children.map(|(.., node)| (node.mv.0, node.value.raw())).collect();
    assert!(values.contains(&(1, -50.0)) && values.contains(&(2, 10.0)), "{values:?}");
}

/// Whatever is asked about the same moves, it is asked with twice the nodes each time.
#[test]
fn nodes_are_doubled() {
    let worker = plain(3);
    let search = BestFirst::new(Root::new(wide_toy()), model(10.0, 160.0), ROOM);
    let mut search = search.with_workers(Box::new(worker.0));
    run(&mut search, 20_000);
    let mut grants: HashMap<_, Vec<u64>> = HashMap::new();
    // The limit cuts the last ones: three are out at a time. The ends of lines get 75 nodes each time.
    let asked = worker.1.lock().expect("nobody panicked");
    let whole = asked.len().saturating_sub(9);
    for (moves, left_out, grant) in asked.iter().take(whole).filter(|(.., grant)| *grant != 75) {
        let codes = |codes: &[MoveCode]| codes.iter().map(|code| code.0).collect::<Vec<_>>();
        grants.entry((codes(moves), codes(left_out))).or_default().push(*grant);
    }
    let all: Vec<_> = grants.into_values().filter(|grants| grants.len() > 1).collect();
    assert!(all.len() > 10, "{}", all.len());
    for grants in all {
        assert!(grants.windows(2).all(|pair| pair[1] >= 2 * pair[0]), "{grants:?}");
    }
}

/// A win that the worker has seen proves nothing, and is proven by moves.
#[test]
fn announced_wins_are_proven_by_the_tree() {
    let mut proven = 0;
    for seed in 0..120 {
        let rules = Rules { seed, length: 6, width: 4, wins: 40, ..Rules::default() };
        let toy = Toy::new(rules);
        let truth = minimax(&toy);
        let search = BestFirst::new(Root::new(toy), model(1.0, 4.0), ROOM);
        let mut search = search.with_workers(Box::new(plain(6).0));
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

/// A win that was seen is looked at again with few nodes. Once it is not seen any more, that was a search like any other.
#[test]
fn a_win_that_was_seen_is_proven_with_few_nodes() {
    let grants = Arc::new(Mutex::new(Vec::new()));
    let asked = Arc::clone(&grants);
    let answer = move |task: &LeafTask<Toy>| {
        let mut grants = asked.lock().expect("nobody panicked");
        let is_behind = task.moves.first() == Some(&MoveCode(1));
        if is_behind && task.moves.len() == 1 {
            grants.push(task.grant);
        }
        let value = match is_behind {
            true => Value::centipawns(-20.0),
            false if task.left_out.is_empty() => Value::win_in(Player::Max, 3),
            false => Value::centipawns(-50.0),
        };
        Ok((value, vec![MoveCode(if task.moves.is_empty() { 1 } else { 0 })]))
    };
    let search = BestFirst::new(Root::new(wide_toy()), model(32_000.0, 128_000.0), ROOM);
    let mut search = search.with_workers(Box::new(Answering::new(u64::MAX, answer)));
    run(&mut search, 1_000_000);
    let grants = grants.lock().expect("nobody panicked");
    assert!(grants[0] < 8_000 && grants[1] >= 32_000, "{grants:?}");
}

/// A small search of a reply often does not see a win that the search of the whole position has seen. That one counts until the
/// tree has spent more nodes on the move.
#[test]
fn a_win_that_the_anchor_has_seen_is_told() {
    let answer = move |task: &LeafTask<Toy>| {
        let value = match (task.moves.is_empty(), task.left_out.is_empty()) {
            (true, true) => Value::win_in(Player::Max, 3),
            (true, false) => Value::centipawns(-50.0),
            (false, _) => Value::centipawns(-20.0),
        };
        Ok((value, vec![MoveCode(if task.moves.is_empty() { 1 } else { 0 })]))
    };
    let search = BestFirst::new(Root::new(wide_toy()), model(2_000.0, 4_000.0), ROOM);
    let mut search = search.with_workers(Box::new(Answering::new(u64::MAX, answer)));
    let mut told = [0; 2];
    for nodes in (1_000..60_000).step_by(1_000) {
        let report = run(&mut search, nodes);
        let first = search.tree().child_behind(search.at(), MoveCode(1)).expect("it was made");
        let nodes = search.anchor().expect("it was searched").nodes;
        let is_seen = search.tree().effort(first) <= nodes;
        assert_eq!(report.value.is_seen_win(), is_seen, "{:?}", report.value);
        assert_eq!(report.lines[0].value.is_seen_win(), is_seen);
        let reader = TreeReader::new(&search);
        assert_eq!(reader.told_here().value, report.value);
        told[usize::from(is_seen)] += 1;
    }
    assert!(told.iter().all(|&times| times > 2), "{told:?}");
}

/// The answers after more and more nodes, where the anchor holds move 1 for good (30) and the tree sees it refuted (-50), but
/// nothing against move 2. No more is spent on move 1 than on the anchor.
fn answers_of(workers: usize, worth_of_other: f32) -> Vec<ToyMove> {
    let answer = move |task: &LeafTask<Toy>| {
        let (value, line) = match (task.moves.first(), task.left_out.is_empty()) {
            (None, true) => (30.0, 1),
            (None, false) => (worth_of_other, 2),
            (Some(&MoveCode(1)), _) => (-50.0, 0),
            (Some(_), _) => (worth_of_other, 0),
        };
        Ok((Value::centipawns(value), vec![MoveCode(line)]))
    };
    let mut model = model(10.0, 40.0);
    if let Some(leaves) = &mut model.leaf_search {
        leaves.anchor = 0.5;
    }
    let several = Answering { at_a_time: workers, ..Answering::new(u64::MAX, answer) };
    let search = BestFirst::new(Root::new(wide_toy()), model, ROOM);
    let mut search = search.with_workers(Box::new(several));
    (1..80).filter_map(|step| run(&mut search, 10 * step).best_move()).collect()
}

/// One worker has searched everything else before the tree refutes the anchor's move. Many have not: there the move
/// counts for what the anchor says, but gives way to one that is better than that.
#[test]
fn a_glance_does_not_refute_the_move_of_the_anchor_of_many() {
    let gives_way = |workers, worth| answers_of(workers, worth).contains(&ToyMove(2));
    assert!(gives_way(1, 10.0) && gives_way(4, 60.0));
    let many = answers_of(4, 10.0);
    assert!(many.len() > 30 && many.iter().all(|&answer| answer == ToyMove(1)), "{many:?}");
}
