//! Trees that are full: what is freed, what stays, and that nothing else changes.

mod common;

use common::positions::{config, position, random_position};
use common::toy::{Rules, Toy, Turns};
use proptest::prelude::*;
use shans::game::{Evaluate, Game, Order};
use shans::search::{
    BestFirst, ChanceModel, Leaf, Limits, Negamax, Report, Room, Root, Searcher, Stop, WhenFull,
};
use shans::tree::line;
use shans::value::Value;

const ROOM: Room = Room::new(8 << 20);
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), settle: Some(f32::INFINITY), ..Limits::default() }
}

fn run<G: Order + Evaluate>(search: &mut BestFirst<G>, nodes: u64) -> Report<G::Move> {
    let report = search.search(&limits(nodes), &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    let room = search.room().tree_nodes.unwrap_or(usize::MAX);
    assert!(search.tree().len() <= room, "{} nodes in room for {room}", search.tree().len());
    assert!(report.counters.nodes <= nodes);
    report
}

fn rules() -> impl Strategy<Value = Rules> {
    let turns = prop::sample::select(vec![
        Turns::Alternating,
        Turns::Partners,
        Turns::Random,
        Turns::WithChance,
    ]);
    (any::<u64>(), 2..9_u8, 1..7_u8, turns, 0..20_u16, 0..60_u8).prop_map(
        |(seed, length, width, turns, spread, wins)| Rules {
            seed,
            length,
            width,
            turns,
            spread,
            wins,
            ..Rules::default()
        },
    )
}

proptest! {
    #![proptest_config(config(400))]

    /// However small its room, a tree stays right, keeps to the room, and is the same whether
    /// the search was stopped on the way or not.
    #[test]
    fn small_rooms_are_kept(
        rules in rules(),
        room in 2..80_usize,
        stops in prop::collection::vec(1..600_u64, 1..5),
    ) {
        let room = Room { tree_nodes: Some(room), ..ROOM };
        let model = ChanceModel::default();
        let mut stopped = BestFirst::new(Root::new(Toy::new(rules)), model, room);
        let mut nodes = 0;
        for more in stops {
            nodes += more;
            run(&mut stopped, nodes);
        }
        let mut straight = BestFirst::new(Root::new(Toy::new(rules)), model, room);
        let report = run(&mut straight, nodes);
        prop_assert_eq!(run(&mut stopped, nodes).lines, report.lines);
        prop_assert_eq!(format!("{:?}", stopped.tree()), format!("{:?}", straight.tree()));
    }

    /// A value that is proven in a small room is the exact one: freeing forgets no proof and
    /// makes up none.
    #[test]
    fn proofs_are_true(rules in rules(), room in 30..400_usize) {
        let room = Room { tree_nodes: Some(room), ..ROOM };
        let mut search = BestFirst::new(Root::new(Toy::new(rules)), ChanceModel::default(), room);
        let report = run(&mut search, 4_000);
        if search.tree().node(search.at()).is_proven() {
            let depth = Limits { depth: Some(40), ..Limits::default() };
            let oracle = Negamax::new(Root::new(Toy::new(rules)), Leaf::Static);
            let mut oracle = oracle;
            prop_assert_eq!(report.value, oracle.search(&depth, &mut |_| {}).value);
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn chess_trees_are_right_in_any_room(
        position in random_position(),
        room in 2..3_000_usize,
        nodes in 1..12_000_u64,
    ) {
        let room = Room { tree_nodes: Some(room), ..ROOM };
        let model = ChanceModel::default();
        let mut search = BestFirst::new(Root::new(position.clone()), model, room);
        run(&mut search, nodes / 2);
        let report = run(&mut search, nodes);
        let mut legal = Vec::new();
        position.moves(&mut legal);
        prop_assert!(report.best_move().is_none_or(|mv| legal.contains(&mv)));
        let mut straight = BestFirst::new(Root::new(position), model, room);
        run(&mut straight, nodes);
        prop_assert_eq!(format!("{:?}", search.tree()), format!("{:?}", straight.tree()));
    }
}

#[test]
fn a_full_tree_goes_on_and_says_so() {
    let room = Room { tree_nodes: Some(5_000), ..ROOM };
    let model = ChanceModel::default();
    let mut search = BestFirst::new(Root::new(position(MIDDLEGAME)), model, room);
    let report = run(&mut search, 100_000);
    assert_eq!(report.stop, Some(Stop::Nodes));
    assert!(report.memory.freed_nodes > 5_000 && report.memory.sweeps > 0, "{:?}", report.memory);
    let room = Room { when_full: WhenFull::Stop, ..room };
    let mut search = BestFirst::new(Root::new(position(MIDDLEGAME)), model, room);
    let report = run(&mut search, 100_000);
    assert_eq!((report.stop, report.memory.freed_nodes), (Some(Stop::Memory), 0));
}

/// The lines of all candidates lead to nodes that were never freed: their last ones are leaves
/// or ends.
#[test]
fn lines_of_candidates_stay() {
    let room = Room { tree_nodes: Some(20_000), ..ROOM };
    let model = ChanceModel::default();
    let mut search = BestFirst::new(Root::new(position(MIDDLEGAME)), model, room);
    let mut before: Vec<usize> = Vec::new();
    for nodes in (1..10).map(|step| step * 20_000) {
        let report = run(&mut search, nodes);
        let tree = search.tree();
        let lines: Vec<usize> = tree
            .children(search.at())
            .map(|(_, id, _)| line(tree, id, search.prices()).len())
            .collect();
        assert_eq!(lines.len(), report.lines.len());
        assert!(lines.len() >= before.len(), "a candidate is gone");
        before = lines;
    }
    assert!(before.iter().sum::<usize>() > before.len(), "{before:?}");
}

/// Without room for the position's moves the position itself is searched deeper.
#[test]
fn the_smallest_room_still_finds_a_mate() {
    let mate_in_two = position("7k/8/5K2/8/8/8/8/1R6 w - - 0 1");
    let room = Room { tree_nodes: Some(2), ..ROOM };
    let mut search = BestFirst::new(Root::new(mate_in_two), ChanceModel::default(), room);
    let report = run(&mut search, 20_000);
    assert_eq!(report.value, Value::win_in(shans::value::Player::Max, 3));
    assert!(report.memory.deepened > 0);
}
