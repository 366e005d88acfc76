//! The reference searchers against the un-pruned search, and against their limits.

use crate::common::toy::{Rules, Toy, Turns, varied_rules};
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move};
use shans::chess::Position;
use shans::game::{Evaluate, Game, Heuristics, Past, Turn};
use shans::search::{
    AlphaBetaOptions, Fail, Forms, Interrupt, KillerPlace, Leaf, Limits, MoveOrder, Negamax, Pvs,
    PvsClassic, PvsClassicOptions, PvsOptions, Report, Root, Searcher, Stop,
};
use shans::value::{Mean, Player, Value};

const ORDERS: [MoveOrder; 4] =
    [MoveOrder::CapturesFirst, MoveOrder::Estimates, MoveOrder::Random, MoveOrder::Worst];
/// Small, so that entries are replaced too.
const TABLE: u64 = 1 << 14;

fn run<G: Game>(searcher: &mut dyn Searcher<G>, limits: &Limits) -> Report<G::Move> {
    searcher.search(limits, &mut |_| {})
}

fn depth(plies: u32) -> Limits {
    Limits { depth: Some(plies), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn classic_options(leaf: Leaf) -> Vec<PvsClassicOptions> {
    let places = [KillerPlace::Off, KillerPlace::AfterBestCapture, KillerPlace::BeforeCaptures];
    let mut all = Vec::new();
    for bits in 0..32_u8 {
        let is_set = |bit: u8| bits >> bit & 1 == 1;
        let forms =
            Forms { table_move: is_set(0), carried_line: is_set(1), raised_alpha: is_set(2) };
        let table_bytes = if is_set(3) { TABLE } else { 0 };
        let order = if is_set(4) { MoveOrder::CapturesFirst } else { MoveOrder::AsListed };
        let plain = AlphaBetaOptions { leaf, order, ..AlphaBetaOptions::default() };
        all.extend(places.map(|killers| PvsClassicOptions { plain, forms, killers, table_bytes }));
    }
    all
}

fn pvs_options(leaf: Leaf) -> Vec<PvsOptions> {
    let full_width = PvsOptions { leaf, ..PvsOptions::full_width() };
    let all = [(0, false), (0, true), (TABLE, false), (TABLE, true)];
    let option = |(table_bytes, aspiration)| PvsOptions { table_bytes, aspiration, ..full_width };
    all.map(option).to_vec()
}

/// Every searcher that must give the value of the un-pruned search, named.
fn exact<G>(root: &Root<G>, leaf: Leaf) -> Vec<(String, Box<dyn Searcher<G>>)>
where
    G: Heuristics + Evaluate + 'static,
{
    let mut all: Vec<(String, Box<dyn Searcher<G>>)> = Vec::new();
    for order in ORDERS {
        for fail in [Fail::Soft, Fail::Hard] {
            let options = AlphaBetaOptions { leaf, fail, order };
            all.push((
                format!("{options:?}"),
                Box::new(PvsClassic::alpha_beta(root.clone(), options)),
            ));
        }
    }
    for options in classic_options(leaf) {
        let searcher = PvsClassic::new(root.clone(), options);
        all.push((format!("{options:?}"), Box::new(searcher)));
    }
    all.extend(exact_pvs(root, leaf));
    all
}

fn exact_pvs<G>(root: &Root<G>, leaf: Leaf) -> Vec<(String, Box<dyn Searcher<G>>)>
where
    G: Heuristics + Evaluate + 'static,
{
    let mut all: Vec<(String, Box<dyn Searcher<G>>)> = Vec::new();
    for options in pvs_options(leaf) {
        all.push((format!("{options:?}"), Box::new(Pvs::new(root.clone(), options))));
    }
    all
}

/// Every exact searcher has the oracle's value, and one of its best moves.
fn agrees<G>(root: &Root<G>, leaf: Leaf, plies: u32) -> Result<(), TestCaseError>
where
    G: Heuristics + Evaluate + 'static,
{
    let oracle = run(&mut Negamax::new(root.clone(), leaf), &depth(plies));
    let ties = oracle.lines.iter().filter(|line| line.value == oracle.value);
    let best: Vec<G::Move> = ties.map(|line| line.moves[0]).collect();
    let analysing = exact(root, leaf).into_iter().map(|searcher| (searcher, false));
    let playing = exact_pvs(root, leaf).into_iter().map(|searcher| (searcher, true));
    for ((name, mut searcher), plays) in analysing.chain(playing) {
        let report = run(searcher.as_mut(), &Limits { plays, ..depth(plies) });
        // A win that was found by a table is not proven: its value has no distance.
        let found = announced(&report).map(|(winner, plies)| Value::win_in(winner, plies));
        let found = found.unwrap_or(report.value);
        let hidden = Some(oracle.value.unproven()).filter(|_| report.lines.is_empty());
        prop_assert!(found == oracle.value || Some(found) == hidden, "{name}: {found:?}");
        if root.game().turn() != Turn::Random && oracle.stop != Some(Stop::Finished) {
            let mv = report.best_move();
            prop_assert!(mv.is_some_and(|mv| best.contains(&mv)), "{}: {:?}", name, mv);
        }
    }
    Ok(())
}

fn rules() -> impl Strategy<Value = Rules> {
    let turns = prop_oneof![
        Just(Turns::Alternating),
        Just(Turns::Partners),
        Just(Turns::Random),
        Just(Turns::WithChance),
    ];
    varied_rules(turns, 1..7, 1..5, 0..6)
}

fn leaf() -> impl Strategy<Value = Leaf> {
    prop_oneof![Just(Leaf::Quiescence), Just(Leaf::Static)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn toy_trees_have_the_value_of_the_oracle(
        rules in rules(),
        leaf in leaf(),
        plies in 1_u32..8,
    ) {
        agrees(&Root::new(Toy::new(rules)), leaf, plies)?;
    }

    #[test]
    fn restricted_roots_too(rules in rules(), leaf in leaf(), plies in 1_u32..5, pick in 1_u8..16) {
        let game = Toy::new(rules);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.retain(|mv| pick >> mv.0 & 1 == 1);
        let mut root = Root::new(game);
        root.candidates = Some(moves);
        agrees(&root, leaf, plies)?;
    }

    #[test]
    fn selective_search_ends_and_gives_a_legal_line(
        rules in rules(),
        plies in 1_u32..8,
        plays in any::<bool>(),
    ) {
        let game = Toy::new(rules);
        let options = PvsOptions { table_bytes: TABLE, ..PvsOptions::default() };
        let limits = Limits { plays, ..depth(plies) };
        let report = run(&mut Pvs::new(Root::new(game), options), &limits);
        if let Some(line) = report.lines.first() {
            let mut position = game;
            for &mv in &line.moves {
                let mut legal = Vec::new();
                position.moves(&mut legal);
                prop_assert!(legal.contains(&mv));
                position.play(mv);
            }
        }
    }
}

fn chess(fen: &str) -> Position {
    let fen: Fen = fen.parse().expect("a test position");
    let chess: Chess = fen.into_position(CastlingMode::Standard).expect("a legal test position");
    Position::from(chess)
}

/// A move as machines write it.
fn text(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

/// The legal move of that name.
fn named(position: &Position, name: &str) -> Move {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().find(|&mv| text(mv) == name).expect("a legal move")
}

/// A position after random moves from the start: the same for the same seed.
fn random_position(seed: u64, plies: u32) -> Position {
    let mut position = Position::default();
    let mut state = seed;
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        position.play(moves[(state >> 33) as usize % moves.len()]);
    }
    position
}

#[test]
fn chess_has_the_value_of_the_oracle() {
    let random = (0..10).map(|seed| random_position(seed, 8 + 6 * seed as u32));
    let known = ["8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"];
    for (number, position) in random.chain(known.map(chess)).enumerate() {
        let root = Root::new(position);
        agrees(&root, Leaf::Quiescence, 2).expect("agreement");
        if number % 3 == 0 {
            agrees(&root, Leaf::Static, 3).expect("agreement");
            agrees(&root, Leaf::Quiescence, 3).expect("agreement");
        }
    }
    agrees(&Root::new(chess(known[0])), Leaf::Quiescence, 4).expect("agreement");
}

/// All four searchers as they come.
fn all(root: &Root<Position>) -> Vec<Box<dyn Searcher<Position>>> {
    let root = || root.clone();
    vec![
        Box::new(Negamax::new(root(), Leaf::Quiescence)),
        Box::new(PvsClassic::alpha_beta(root(), AlphaBetaOptions::default())),
        Box::new(PvsClassic::new(root(), PvsClassicOptions::default())),
        Box::new(Pvs::new(root(), PvsOptions::default())),
    ]
}

#[test]
fn node_limits_are_exact() {
    let root = Root::new(random_position(3, 20));
    for limit in [0, 1, 2, 3, 10, 21, 100, 1_000, 4_567, 30_000] {
        for searcher in &mut all(&root) {
            let report = run(searcher.as_mut(), &nodes(limit));
            assert_eq!((report.stop, report.counters.nodes), (Some(Stop::Nodes), limit));
            let mut legal = Vec::new();
            root.game().moves(&mut legal);
            assert!(report.best_move().is_some_and(|mv| legal.contains(&mv)));
        }
    }
}

fn announced<M>(report: &Report<M>) -> Option<(Player, u16)> {
    report.changes.last().and_then(|change| change.win)
}

#[test]
fn mates_have_their_distance() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", Player::Max, 1),
        // Paul Morphy.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", Player::Max, 3),
        // The same with colours exchanged.
        ("r7/8/8/8/8/1p6/PP6/KBk5 b - - 0 1", "a8a3", Player::Min, 3),
    ];
    for (fen, mv, winner, plies) in mates {
        // Not the last one: Morphy's is a zugzwang, which passing overlooks.
        for searcher in &mut all(&Root::new(chess(fen)))[..3] {
            let report = run(searcher.as_mut(), &depth(4));
            assert_eq!(announced(&report), Some((winner, plies)), "{fen}");
            // A mate is a value only where it is proven.
            let proven = report.value == Value::win_in(winner, plies);
            assert!(proven || report.value.is_seen_win(), "{fen}");
            assert_eq!(report.proven, proven, "{fen}");
            let best = report.best_move().map(text);
            assert_eq!(best.as_deref(), Some(mv), "{fen}");
            assert_eq!(report.lines[0].moves.len(), usize::from(plies), "{fen}");
        }
    }
}

#[test]
fn a_mate_in_three_is_found_and_ends_the_search() {
    let fen = "r2q1r2/ppp1ppb1/2n4k/3p1bN1/P3nP2/1PN1P1QP/1BPP2P1/2K2R2 w - - 0 1";
    for searcher in &mut all(&Root::new(chess(fen)))[2..] {
        let report = run(searcher.as_mut(), &nodes(3_000_000));
        assert_eq!(announced(&report), Some((Player::Max, 5)));
        // It was found often enough, but these searchers prune.
        assert_eq!((report.stop, report.proven), (Some(Stop::Settled), false));
        assert!(report.value.is_seen_win());
    }
}

#[test]
fn the_same_search_gives_the_same_answer() {
    let root = Root::new(random_position(11, 24));
    for (first, second) in all(&root).iter_mut().zip(&mut all(&root)) {
        let first = run(first.as_mut(), &nodes(50_000));
        let second = run(second.as_mut(), &nodes(50_000));
        assert_eq!(first.lines, second.lines);
        assert_eq!((first.counters, first.value), (second.counters, second.value));
    }
}

#[test]
fn an_interrupted_search_answers_at_once() {
    let interrupt = Interrupt::default();
    interrupt.throw();
    for searcher in &mut all(&Root::new(Position::default())) {
        let limits = Limits { interrupt: interrupt.clone(), ..Limits::default() };
        let report = run(searcher.as_mut(), &limits);
        assert_eq!(report.stop, Some(Stop::Interrupted));
        assert!(report.best_move().is_some() && report.counters.nodes <= 1_024);
    }
}

#[test]
fn a_finished_game_is_not_searched() {
    let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    for searcher in &mut all(&Root::new(chess(mated))) {
        let report = run(searcher.as_mut(), &Limits::default());
        assert_eq!(report.stop, Some(Stop::Finished));
        assert_eq!(report.value, Value::win_in(Player::Max, 0));
        assert!(report.lines.is_empty());
    }
}

/// Plays moves and collects the history of the game.
fn played(moves: &[&str]) -> Root<Position> {
    let mut root = Root::new(Position::default());
    for name in moves {
        let mv = named(root.game(), name);
        root.play(mv);
    }
    root
}

#[test]
fn a_third_occurrence_is_a_draw() {
    let there = ["g1f3", "g8f6", "f3g1"];
    let mut root = played(&[&there[..], &["f6g8"], &there[..]].concat());
    let back = named(root.game(), "f6g8");
    root.candidates = Some(vec![back]);
    for searcher in &mut all(&root) {
        assert_eq!(run(searcher.as_mut(), &depth(2)).value, Value::DRAW);
    }
    let mut root = played(&there);
    root.candidates = Some(vec![back]);
    for searcher in &mut all(&root) {
        assert_ne!(run(searcher.as_mut(), &depth(1)).value, Value::DRAW);
    }
}

#[test]
fn the_fifty_move_rule_ends_lines() {
    let rook_up = |clock: u32| chess(&format!("8/8/4k3/8/8/8/8/R3K3 w - - {clock} 80"));
    for searcher in &mut all(&Root::new(rook_up(99))) {
        assert_eq!(run(searcher.as_mut(), &depth(3)).value, Value::DRAW);
    }
    for searcher in &mut all(&Root::new(rook_up(10))) {
        assert!(run(searcher.as_mut(), &depth(3)).value > Value::centipawns(300.0));
    }
}

#[test]
fn a_kept_table_does_not_change_whose_root_it_is() {
    let start = Root::new(Position::default());
    let mut searcher = Pvs::new(start, PvsOptions::default());
    run(&mut searcher, &depth(6));
    let later = played(&["e2e4", "e7e5"]);
    searcher.go_to(later.clone());
    let report = run(&mut searcher, &depth(6));
    let mut legal = Vec::new();
    later.game().moves(&mut legal);
    assert!(report.best_move().is_some_and(|mv| legal.contains(&mv)));
    searcher.clear();
    let fresh = run(&mut Pvs::new(later, PvsOptions::default()), &depth(6));
    assert_eq!(run(&mut searcher, &depth(6)).counters.nodes, fresh.counters.nodes);
}

#[test]
fn each_completed_depth_is_reported() {
    for searcher in &mut all(&Root::new(random_position(5, 16))) {
        let mut heard = Vec::new();
        let report = searcher.search(&depth(3), &mut |report| {
            assert!(report.stop.is_none() && report.best_move().is_some());
            heard.push(report.depth);
        });
        assert_eq!(heard, [Some(1), Some(2), Some(3)]);
        assert_eq!((report.depth, report.stop), (Some(3), Some(Stop::Depth)));
    }
}

#[test]
fn time_ends_a_search() {
    let soon = Some(std::time::Duration::from_millis(20));
    let limits = [
        Limits { time: soon, ..Limits::default() },
        Limits { cpu_time: soon, ..Limits::default() },
    ];
    for limits in limits {
        for searcher in &mut all(&Root::new(Position::default())) {
            assert_eq!(run(searcher.as_mut(), &limits).stop, Some(Stop::Time));
        }
    }
}

#[test]
fn an_only_move_needs_no_depth() {
    let smothered = chess("r3k2r/ppp2ppp/8/8/8/4B3/PPP2nPP/R5RK w kq - 0 1");
    let capture = named(&smothered, "e3f2");
    for searcher in &mut all(&Root::new(smothered)) {
        let report = run(searcher.as_mut(), &Limits::default());
        assert_eq!((report.stop, report.best_move()), (Some(Stop::OnlyMove), Some(capture)));
    }
}

/// Candidates to which the user narrows the choice are to be analysed, even if it is one.
#[test]
fn an_only_candidate_is_searched() {
    let opening = named(&Position::default(), "e2e4");
    let mut root = Root::new(Position::default());
    root.candidates = Some(vec![opening]);
    for searcher in &mut all(&root) {
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let report = run(searcher.as_mut(), &limits);
        assert_eq!((report.stop, report.best_move()), (Some(Stop::Nodes), Some(opening)));
    }
}

/// The value of a whole game by its rules alone: no depth, no searcher.
fn solved(game: &Toy) -> Value {
    if let Some(value) = game.outcome(&Past::default()) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let values = moves.iter().map(|mv| solved(&game.after(&[mv.0])).one_ply_up());
    match game.turn() {
        Turn::Max => values.max().unwrap_or(Value::LEAST),
        Turn::Min => values.min().unwrap_or(Value::GREATEST),
        Turn::Random => {
            let mut mean = Mean::default();
            let odds = moves.iter().map(|&mv| f64::from(game.odds(mv)));
            values.zip(odds).for_each(|(value, odds)| mean.add(value, odds));
            mean.value().unwrap_or_default()
        }
    }
}

/// A mean number of plies to a win proves nothing about wins of that length: an outcome beyond
/// the depth limit may still make another move's mean less.
#[test]
fn proofs_hold_where_chance_has_turns() {
    for seed in 0..3_000 {
        let rules =
            Rules { seed, width: 3, turns: Turns::WithChance, wins: 90, ..Rules::default() };
        let root = Root::new(Toy::new(rules));
        let exact = solved(root.game());
        let searchers: [Box<dyn Searcher<Toy>>; 2] = [
            Box::new(PvsClassic::alpha_beta(root.clone(), AlphaBetaOptions::default())),
            Box::new(Negamax::new(root, Leaf::Quiescence)),
        ];
        for mut searcher in searchers {
            let report = run(searcher.as_mut(), &Limits::default());
            assert!(report.stop != Some(Stop::Proven) || report.value == exact, "{rules:?}");
        }
    }
}

#[test]
fn the_order_of_moves_changes_nodes_and_not_the_value() {
    let root = Root::new(random_position(7, 18));
    let reports = ORDERS.map(|order| {
        let options = AlphaBetaOptions { leaf: Leaf::Static, order, ..Default::default() };
        run(&mut PvsClassic::alpha_beta(root.clone(), options), &depth(4))
    });
    let nodes: Vec<u64> = reports.iter().map(|report| report.counters.nodes).collect();
    assert!(reports.iter().all(|report| report.value == reports[0].value));
    assert!(nodes[0].max(nodes[1]) < nodes[2] && nodes[2] < nodes[3], "{nodes:?}");
}

/// An iteration that begins with a bad move has found nothing until it is complete.
#[test]
fn bad_orders_answer_by_their_last_whole_iteration() {
    let root = Root::new(random_position(7, 18));
    for order in [MoveOrder::Random, MoveOrder::Worst] {
        let options = AlphaBetaOptions { order, ..Default::default() };
        let whole = run(&mut PvsClassic::alpha_beta(root.clone(), options), &depth(2));
        let more = nodes(whole.counters.nodes + 500);
        let cut = run(&mut PvsClassic::alpha_beta(root.clone(), options), &more);
        assert_eq!((cut.depth, &cut.lines), (Some(2), &whole.lines));
        assert_eq!(cut.changes.last().map(|change| change.best), whole.best_move());
    }
}
