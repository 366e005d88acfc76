//! Several positions that are searched at the same time: each gets its nodes, and in whatever order answers come, the tree is
//! right.

use proptest::prelude::*;
use shans::chess::Position;
use shans::game::{Evaluate, Game, Heuristics};
use shans::search::{
    BestFirst, CannotStep, ChanceModel, Interrupt, Limits, MemoryLimits, Root, SearchedBeside, Stop,
};

use crate::common::positions::{config, position};
use crate::common::toy::{Toy, rules};
use crate::common::trees::{loaded, saved, searching_models};
use crate::leaf_tasks::{Hostile, apart};

fn limits() -> Limits {
    Limits { beyond_only_move: true, ..Limits::default() }
}

fn room(threads: usize) -> MemoryLimits {
    MemoryLimits { threads, ..MemoryLimits::new(16 << 20) }
}

fn moves<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

/// Lines of two plies from a position, with the first moves and the first replies.
fn lines<G: Game>(game: &G, most: usize) -> Vec<Vec<G::Move>> {
    let mut lines = Vec::new();
    for mv in moves(game).into_iter().take(most) {
        let mut after = game.clone();
        after.play(mv);
        lines.extend(moves(&after).into_iter().take(most).map(|reply| vec![mv, reply]));
    }
    lines
}

/// Searches these lines, as many at a time as the search wants, and looks at it in between.
fn search_all<G: Heuristics + Evaluate>(
    search: &mut BestFirst<G>,
    lines: &[Vec<G::Move>],
    nodes: u64,
    mut look: impl FnMut(&mut BestFirst<G>),
) -> Result<Vec<SearchedBeside<G::Move>>, Stop> {
    let mut waiting = lines.iter();
    let mut over = Vec::new();
    search.begin_beside(&limits());
    loop {
        while search.beside() < search.most_beside()
            && let Some(line) = waiting.next()
        {
            assert!(search.search_beside(line.clone(), nodes));
        }
        if search.beside() == 0 {
            return Ok(over);
        }
        over.extend(search.advance_beside()?);
        look(search);
    }
}

fn opening() -> Position {
    position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
}

/// The node behind a line from the root.
fn effort(search: &BestFirst<Position>, line: &[<Position as Game>::Move]) -> u64 {
    let mut game = search.root().game().clone();
    let mut at = search.tree().root();
    for &mv in line {
        at = search.tree().child_behind(at, game.encode(mv)).expect("a node of the tree");
        game.play(mv);
    }
    search.tree().effort(at)
}

#[test]
fn each_position_gets_its_nodes() {
    let lines = lines(&opening(), 3);
    for threads in [1, 3] {
        let root = Root::new(opening());
        let mut search = BestFirst::new(root, ChanceModel::searching(), room(threads));
        let mut most = 0;
        let over =
            search_all(&mut search, &lines, 3_000, |search| most = most.max(search.beside()));
        let over = over.expect("no limit");
        assert_eq!((over.len(), most), (lines.len(), threads));
        for SearchedBeside { line, end } in over {
            assert!(lines.contains(&line));
            assert_eq!(end, Ok(Stop::Nodes));
            assert!((3_000..4_000).contains(&effort(&search, &line)), "{}", effort(&search, &line));
        }
        assert_eq!(search.check(), Ok(search.tree().len()));
        assert_eq!(search.moves_to_position(), []);
        assert_eq!(
            saved(&loaded::<Position>(&saved(&search, false)), false),
            saved(&search, false)
        );
    }
}

/// Where searches share nothing, the tree is the same for any number of threads.
#[test]
fn apart_it_is_the_same_tree_for_any_number_of_threads() {
    let lines = lines(&opening(), 4);
    let tree = |threads| {
        let root = Root::new(opening());
        let mut search = BestFirst::new(root, apart(ChanceModel::searching()), room(threads));
        search_all(&mut search, &lines, 2_000, |_| {}).expect("no limit");
        saved(&search, false)
    };
    let one = tree(1);
    assert!([2, 3].into_iter().all(|threads| tree(threads) == one));
}

#[test]
fn a_position_is_searched_once_also_below_another_one() {
    let mut search = BestFirst::new(Root::new(opening()), ChanceModel::searching(), room(2));
    let lines = lines(&opening(), 2);
    search.begin_beside(&limits());
    assert!(search.search_beside(lines[0].clone(), 100));
    assert!(!search.search_beside(lines[0].clone(), 100));
    assert!(search.searches_along(&lines[0][..1]) && search.searches_along(&[]));
    assert!(!search.searches_along(&lines[1]));
    assert!(search.search_beside(Vec::new(), 100));
    assert!(search.searches_along(&lines[1]));
    assert!(search.search_beside(lines[1].clone(), 100));
    assert_eq!(search.beside(), 3);
    search.come_to_rest();
    assert_eq!(search.beside(), 0);
}

#[test]
fn a_move_that_the_tree_cannot_hold_ends_its_search_alone() {
    let mut search = BestFirst::new(Root::new(opening()), ChanceModel::searching(), room(2));
    let good = lines(&opening(), 1).remove(0);
    // White's move again.
    let bad = vec![good[0], good[0]];
    let lines = [bad, good];
    let over = lines.each_ref().map(|line| {
        let line = std::slice::from_ref(line);
        search_all(&mut search, line, 1_000, |_| {}).expect("no limit")
    });
    let [bad, good] = lines;
    assert_eq!(
        over,
        [
            vec![SearchedBeside { line: bad, end: Err(CannotStep::NoMove) }],
            vec![SearchedBeside { line: good, end: Ok(Stop::Nodes) }],
        ]
    );
}

#[test]
fn an_interrupt_ends_all_of_them_and_keeps_what_they_found() {
    let mut search = BestFirst::new(Root::new(opening()), ChanceModel::searching(), room(2));
    let interrupt = Interrupt::default();
    search.begin_beside(&Limits { interrupt: interrupt.clone(), ..limits() });
    for line in lines(&opening(), 2) {
        search.search_beside(line, 50_000_000);
    }
    while search.state().nodes < 20_000 {
        assert_eq!(search.advance_beside(), Ok(Vec::new()));
    }
    interrupt.throw();
    assert_eq!(search.advance_beside(), Err(Stop::Interrupted));
    assert_eq!((search.beside(), search.check()), (0, Ok(search.tree().len())));
}

proptest! {
    #![proptest_config(config(100))]

    /// Whatever workers do, the tree is right at any moment.
    #[test]
    fn hostile_workers_make_no_tree_wrong_beside_one_another(
        rules in rules(3..6, 2..5, 0..120),
        model in searching_models(),
        seed in any::<u64>(),
        tree_nodes in prop::option::of(40..400_usize),
    ) {
        let toy = Toy::new(rules);
        let room = MemoryLimits { tree_nodes, ..MemoryLimits::new(8 << 20) };
        let search = BestFirst::new(Root::new(toy), model, room);
        let mut search = search.with_workers(Box::new(Hostile::new(toy, seed, false)));
        let check = |search: &mut BestFirst<Toy>| {
            let checked = search.at_rest(|search| (search.check(), search.tree().len()));
            assert_eq!(checked.0, Ok(checked.1));
        };
        // Some of them below others.
        let mut lines = lines(&toy, 3);
        let above: Vec<_> = lines.iter().step_by(3).map(|line| line[..1].to_vec()).collect();
        lines.extend(above.into_iter().chain([Vec::new()]));
        lines.reverse();
        // A question that gets no answer ends all searches.
        for _ in 0..5 {
            let over = search_all(&mut search, &lines, 200, check);
            prop_assert_eq!(search.check(), Ok(search.tree().len()));
            prop_assert!(over.is_ok() || over == Err(Stop::Unanswered), "{:?}", over);
        }
    }
}
