//! The best-first search against plain minimax: run to the end of finite trees it must find the
//! exact value and one of the tied best moves, and every number it keeps must be right on the
//! way there.

use std::time::Duration;

use crate::common::positions::{config, position, random_position};
use crate::common::toy::{Toy, is_solved, minimax, rules};
use crate::common::trees::{assert_lines_are_legal, shape};
use proptest::prelude::*;
use shans::chess::{Position, Tapered};
use shans::game::{Evaluate, Game, Heuristics};
use shans::search::{
    BestFirst, ChanceModel, Leaf, Limits, MemoryLimits, Negamax, Report, Root, Searcher, Stop,
    WhenFull,
};
use shans::value::{Player, Value};

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

fn run<G: Heuristics + Evaluate>(search: &mut BestFirst<G>, limits: &Limits) -> Report<G::Move> {
    let report = search.search(limits, &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    report
}

fn to_the_end() -> Limits {
    Limits { settles: false, ..Limits::default() }
}

fn children(toy: &Toy) -> Vec<Toy> {
    let mut moves = Vec::new();
    toy.moves(&mut moves);
    moves.iter().map(|mv| toy.after(&[mv.0])).collect()
}

fn models() -> impl Strategy<Value = ChanceModel> {
    (1..500_u16, 0..300_u16, 0..600_u16).prop_map(|(ply, late, burst)| ChanceModel {
        ply: f32::from(ply),
        late: f32::from(late),
        burst: f32::from(burst),
        ..ChanceModel::default()
    })
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn finite_trees_are_solved_exactly(rules in rules(1..7, 1..6, 0..120), model in models()) {
        let toy = Toy::new(rules);
        let candidates = children(&toy);
        let mut search = BestFirst::new(Root::new(toy), model, ROOM);
        let report = run(&mut search, &to_the_end());
        prop_assert!(is_solved(report.value, minimax(&toy)), "{:?}", report.value);
        if let [only] = &candidates[..] {
            prop_assert!(matches!(report.stop, Some(Stop::Proven | Stop::OnlyMove)));
            prop_assert!(is_solved(report.value, minimax(only).one_ply_up()));
            return Ok(());
        }
        prop_assert_eq!(report.stop, Some(Stop::Proven));
        if let (Some(mv), Some(_)) = (report.best_move(), toy.turn().player()) {
            prop_assert!(is_solved(report.value, minimax(&toy.after(&[mv.0])).one_ply_up()));
        }
    }

    /// A limit at any point leaves a tree in which every number is right, and the same limits come to the same tree.
    #[test]
    fn the_same_limits_give_the_same_tree(
        rules in rules(1..7, 1..6, 0..120),
        model in models(),
        stops in prop::collection::vec(1..400_u64, 1..6),
    ) {
        let searched = || {
            let mut search = BestFirst::new(Root::new(Toy::new(rules)), model, ROOM);
            let mut reports = Vec::new();
            for more in &stops {
                let nodes = search.nodes() + more;
                let report = run(&mut search, &Limits { nodes: Some(nodes), ..to_the_end() });
                assert!(report.counters.nodes <= nodes);
                reports.push(report.lines);
            }
            (reports, shape(&search))
        };
        prop_assert_eq!(searched(), searched());
    }

    /// A tree that may hold only a few nodes ends there, in good order.
    #[test]
    fn a_full_tree_is_whole(rules in rules(1..7, 1..6, 0..120), model in models(), room in 1..60_usize) {
        let room = MemoryLimits { tree_nodes: Some(room), when_full: WhenFull::Stop, ..ROOM };
        let mut search = BestFirst::new(Root::new(Toy::new(rules)), model, room);
        let report = run(&mut search, &to_the_end());
        prop_assert!(report.tree_nodes <= room.tree_nodes.unwrap_or(0) as u64);
        prop_assert!(matches!(
            report.stop,
            Some(Stop::Proven | Stop::Memory | Stop::Finished | Stop::OnlyMove)
        ));
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn chess_trees_are_right_after_any_number_of_nodes(
        position in random_position(),
        nodes in 1..3_000_u64,
    ) {
        let root = Root::new(position.clone());
        let mut search = BestFirst::new(root, ChanceModel::default(), ROOM);
        let report = run(&mut search, &Limits { nodes: Some(nodes), ..to_the_end() });
        prop_assert!(report.counters.nodes <= nodes);
        assert_lines_are_legal(&position, &report);
    }
}

/// Mates of well-known kinds; plies, as both sides play best.
#[test]
fn mates_are_proven_with_their_distance() {
    let mates = [
        // Back rank, king and rook, two rooks, a smothered mate, the same for Black.
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Player::Max, 1),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", Player::Max, 3),
        ("6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1", Player::Max, 3),
        ("5r1k/6pp/7N/3Q4/8/8/8/6K1 w - - 0 1", Player::Max, 3),
        ("6k1/8/8/8/3q4/7n/6PP/5R1K b - - 0 1", Player::Min, 3),
    ];
    for (fen, winner, plies) in mates {
        let mut search = BestFirst::new(Root::new(position(fen)), ChanceModel::default(), ROOM);
        let report = run(&mut search, &Limits { nodes: Some(300_000), ..to_the_end() });
        assert_eq!(report.value.win(), Some((winner, plies)), "{fen}");
        assert_eq!(report.stop, Some(Stop::Proven), "{fen}");
        let line = report.lines.first().map_or(0, |line| line.moves.len());
        assert_eq!(line, usize::from(plies), "the line leads to the mate: {fen}");
    }
}

/// Small endings: pieces on random squares, the lone king near a corner.
fn endings() -> impl Strategy<Value = Position> {
    let pieces = prop::sample::select(vec!["KQk", "KRk", "KQkr", "KRRkb", "KQQkn"]);
    let squares = prop::collection::vec(0..64_u8, 5);
    // All positions share its tables.
    let tapered = Tapered::default();
    let squares = (pieces, squares, any::<bool>());
    squares.prop_filter_map("no legal position", move |(pieces, at, white)| {
        let mut board = vec!['.'; 64];
        for (piece, &square) in pieces.chars().zip(&at) {
            let square = if piece == 'k' { square % 3 + 8 * (square / 8 % 3) } else { square };
            let place = &mut board[usize::from(square)];
            if std::mem::replace(place, piece) != '.' {
                return None;
            }
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let placement = ranks.join("/").replace('.', "1");
        let turn = if white { 'w' } else { 'b' };
        let fen = format!("{placement} {turn} - - 0 1");
        Some(Position::from_fen_with(&fen, tapered.clone()).ok()?.0)
    })
}

proptest! {
    // One in twelve is won that fast. Where a bare king is left, its fate is known anyway.
    #![proptest_config(config(1_500))]

    /// What plain minimax sees to be won within four plies, the best-first search proves to be won,
    /// too, and never faster than that. It may be satisfied with a longer win: one that endgame
    /// tables know is proven at once.
    #[test]
    fn small_endings_are_won_as_fast_as_minimax_says(position in endings()) {
        let root = Root::new(position.clone());
        let depth = Limits { depth: Some(3), ..Limits::default() };
        let exact = Negamax::new(root.clone(), Leaf::Static).search(&depth, &mut |_| {});
        // A longer win may be known that is not the fastest.
        if exact.value.win().is_none_or(|(_, plies)| plies > 4) {
            return Ok(());
        }
        let mut search = BestFirst::new(root, ChanceModel::default(), ROOM);
        let report = run(&mut search, &Limits { nodes: Some(200_000), ..to_the_end() });
        let win = |value: Value| value.win().map(|(winner, _)| winner);
        prop_assert_eq!(win(report.value), win(exact.value));
        let plies = |value: Value| value.win().map(|(_, plies)| plies);
        prop_assert!(plies(report.value) >= plies(exact.value));
        if report.value != exact.value {
            return Ok(());
        }
        let Some(mv) = report.best_move() else { return Ok(()) };
        let mut after = position;
        after.play(mv);
        let reply = Negamax::new(Root::new(after), Leaf::Static).search(&depth, &mut |_| {});
        prop_assert_eq!(reply.value.one_ply_up(), exact.value);
    }
}

fn stop_of(fen: &str, limits: &Limits, room: MemoryLimits) -> Report<<Position as Game>::Move> {
    let mut search = BestFirst::new(Root::new(position(fen)), ChanceModel::default(), room);
    run(&mut search, limits)
}

#[test]
fn every_stop_rule_fires_and_is_named() {
    const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";
    let stop = |fen, limits: Limits, room| stop_of(fen, &limits, room).stop.map(Stop::name);
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    assert_eq!(stop(MIDDLEGAME, limits, ROOM), Some("nodes"));
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(stop(MIDDLEGAME, limits, ROOM), Some("time"));
    let limits = Limits { cpu_time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(stop(MIDDLEGAME, limits, ROOM), Some("time"));
    let room = MemoryLimits { tree_nodes: Some(100), when_full: WhenFull::Stop, ..ROOM };
    assert_eq!(stop(MIDDLEGAME, Limits::default(), room), Some("memory"));
    let limits = Limits::default();
    limits.interrupt.throw();
    assert_eq!(stop(MIDDLEGAME, limits, ROOM), Some("interrupted"));
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    assert_eq!(stop(mate_in_one, Limits::default(), ROOM), Some("proven"));
    let only_move = "3rk3/8/8/8/8/8/3q4/4K2R w - - 0 1";
    assert_eq!(stop(only_move, limits_of(50_000), ROOM), Some("only-move"));
    let mated = "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1";
    assert_eq!(stop(mated, Limits::default(), ROOM), Some("finished"));
}

#[test]
fn the_least_limits_give_a_legal_move() {
    let few = MemoryLimits { tree_nodes: Some(2), ..ROOM };
    for (limits, room) in [(limits_of(1), ROOM), (limits_of(20_000), few)] {
        let fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";
        let mut legal = Vec::new();
        position(fen).moves(&mut legal);
        let report = stop_of(fen, &limits, room);
        assert!(report.best_move().is_some_and(|mv| legal.contains(&mv)));
    }
}

fn limits_of(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The answer is the best move of the last moment at which nobody's chance against the root's
/// value was larger than ever before.
#[test]
fn the_answer_has_withstood_the_smallest_chance() {
    let fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    let mut search = BestFirst::new(Root::new(position(fen)), ChanceModel::default(), ROOM);
    let mut least = f32::INFINITY;
    let mut iterations = 0;
    let mut expected = Vec::new();
    let (mut trials, mut unseen) = (0, 0);
    let mut more = 1;
    while search.nodes() < 80_000 {
        let report = search.search(&limits_of(search.nodes() + more), &mut |_| {});
        // What the limit cuts is not made, but its values are known the next time.
        let made = report.counters.iterations - iterations;
        more = if made == 0 { more + 1 } else { 1 };
        if made == 0 {
            continue;
        }
        iterations = report.counters.iterations;
        if made > 1 {
            // What the tree was between them is not seen.
            unseen += 1;
            expected.push(report.best_move());
        }
        let root = *search.tree().node(search.tree().root());
        let gap = |player| root.chance(player).against(player, root.value);
        let largest = gap(Player::Max).max(gap(Player::Min));
        if largest <= least {
            least = largest;
            let best = report.lines.iter().map(|line| line.value).max();
            let tied = report.lines.iter().filter(|line| Some(line.value) == best);
            expected = tied.map(|line| line.moves.first().copied()).collect();
        } else {
            trials += 1;
        }
        assert!(expected.contains(&report.best_move()), "after {iterations}");
    }
    assert!(iterations > 500 && unseen * 10 < iterations, "{unseen} of {iterations}");
    assert!(trials > 10, "new moves looked best and were not believed at once: {trials}");
}
