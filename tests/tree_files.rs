//! Saving and loading at any moment loses nothing. Where leaves are valued statically it changes nothing
//! either: a search that was saved continues as one that never stopped. Where leaves are searched, a limit cuts a
//! search, so the same limits give the same tree.

use crate::common::positions::{config, position, random_root};
use crate::common::toy::{Rules, Toy, Turns};
use crate::common::trees::{
    go_on, lasting, load, loaded, models, open, rooms, saved, searching_models,
};
use proptest::prelude::*;
use shans::chess::{Position, Tapered};
use shans::game::{Evaluate, Game, Heuristics, Notation};
use shans::search::{
    BestFirst, Budget, CannotStep, ChanceModel, LeafAnswer, LeafTask, LeafWorkers, Limits,
    MemoryLimits, Root, Searcher, Stop, Threads, WhenFull,
};
use shans::value::Value;

const ROOM: MemoryLimits = MemoryLimits::new(1 << 20);

/// What may happen to a search.
#[derive(Clone, Copy, Debug)]
enum Act {
    Search(u16),
    /// To the move with this number, whether or not it was tried before.
    Step(u16),
    Back,
    Prune,
    /// A line of a few moves, which this number chooses.
    Include(u16),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => (0..1500_u16).prop_map(Act::Search),
        3 => any::<u16>().prop_map(Act::Step),
        1 => Just(Act::Back),
        1 => Just(Act::Prune),
        2 => any::<u16>().prop_map(Act::Include),
    ];
    prop::collection::vec(act, 1..8)
}

/// Does it, and tells what the search says of itself.
fn act<G: Heuristics + Evaluate>(search: &mut BestFirst<G>, act: Act) -> String {
    match act {
        Act::Search(nodes) => {
            let report = lasting(go_on(search, u64::from(nodes)));
            format!("{report:?}")
        }
        Act::Step(number) => {
            let mut moves = Vec::new();
            search.position().moves(&mut moves);
            let stepped = moves.get(usize::from(number) % moves.len().max(1));
            format!("{:?}", stepped.map(|&mv| search.step(mv)))
        }
        Act::Include(number) => {
            let mut game = search.position().clone();
            let mut line = Vec::new();
            for ply in 0..=number % 5 {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let Some(&mv) = moves.get(usize::from(number >> ply) % moves.len().max(1)) else {
                    break;
                };
                line.push(mv);
                game.play(mv);
            }
            format!("{:?}", search.include(&line))
        }
        Act::Back => format!("{:?}", search.step_back()),
        Act::Prune => {
            search.prune();
            String::new()
        }
    }
}

/// Two searches do the same. One of them goes through a file each time; the other one, too, where what the threads
/// that search leaves have learnt would make it another one.
fn goes_through_files<G>(
    root: &Root<G>,
    model: ChanceModel,
    room: MemoryLimits,
    acts: &[Act],
    compress: bool,
) -> Result<(), TestCaseError>
where
    G: Heuristics + Evaluate<Evaluator: Default> + Notation + PartialEq + std::fmt::Debug,
{
    let mut straight = BestFirst::new(root.clone(), model, room);
    let mut stopped = BestFirst::new(root.clone(), model, room);
    for &what in acts {
        let before = stopped.state().nodes;
        prop_assert_eq!(act(&mut straight, what), act(&mut stopped, what));
        prop_assert!(stopped.state().nodes >= before, "work is lost");
        prop_assert!(stopped.check().is_ok(), "{:?}", stopped.check());
        let bytes = saved(&stopped, compress);
        let looked = open(&bytes).and_then(|file| file.load_to_look::<G>(G::Evaluator::default()));
        let looked = looked.unwrap_or_else(|error| panic!("{error}")).search;
        prop_assert_eq!(looked.check().ok(), Some(straight.tree().len()));
        prop_assert_eq!(looked.state(), straight.state());
        stopped = loaded(&bytes);
        prop_assert_eq!(stopped.position(), straight.position());
        prop_assert_eq!(stopped.root().history(), straight.root().history());
        prop_assert!(bytes == saved(&stopped, compress), "what was loaded is another file");
        if model.leaf_search.is_some() {
            straight = loaded(&saved(&straight, compress));
        }
    }
    prop_assert!(saved(&stopped, false) == saved(&straight, false), "another tree");
    Ok(())
}

proptest! {
    #![proptest_config(config(30))]

    #[test]
    fn a_search_of_chess_goes_on_from_files(
        root in random_root(),
        model in models(),
        room in rooms(),
        acts in acts(),
        compress: bool,
    ) {
        goes_through_files(&root, model, room, &acts, compress)?;
    }
}

/// Of any shape, partners, chance and lines that meet again included.
fn toys() -> impl Strategy<Value = Toy> {
    let turns = prop::sample::select(vec![Turns::Partners, Turns::Random, Turns::WithChance]);
    let merged = prop::option::of(1..500_u64);
    (any::<u64>(), 1..9_u8, 1..8_u8, turns, 0..20_u16, 0..60_u8, merged).prop_map(
        |(seed, length, width, turns, spread, wins, merged)| {
            let rules = Rules::default();
            Toy::new(Rules { seed, length, width, turns, spread, wins, merged, ..rules })
        },
    )
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_search_of_any_game_goes_on_from_files(
        toy in toys(),
        model in models(),
        room in rooms(),
        acts in acts(),
        compress: bool,
    ) {
        goes_through_files(&Root::new(toy), model, room, &acts, compress)?;
    }

    /// A question that is out counts as searched once more: what ends a search must not depend on how long it is out.
    #[test]
    fn moments_without_an_answer_change_nothing(
        toy in toys(),
        model in searching_models(),
        room in rooms(),
        acts in acts(),
    ) {
        let search = |moments| {
            let thread = Threads::apart(&Root::new(toy), 1);
            let workers = Late { thread, moments, left: moments };
            BestFirst::new(Root::new(toy), model, room).with_workers(Box::new(workers))
        };
        let (mut at_once, mut late) = (search(0), search(2));
        for what in acts {
            prop_assert_eq!(act(&mut at_once, what), act(&mut late, what));
        }
        prop_assert!(saved(&at_once, false) == saved(&late, false), "another tree");
    }

    #[test]
    fn toys_survive_their_description(toy in toys()) {
        prop_assert_eq!(Toy::read(&toy.describe(), ()).map(|toy| toy.describe()), Some(toy.describe()));
    }
}

/// One thread, whose answer is waited for, after so many moments in which there is none.
struct Late {
    thread: Threads<Toy>,
    moments: u8,
    left: u8,
}

impl LeafWorkers<Toy> for Late {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: LeafTask<Toy>) {
        self.left = self.moments;
        self.thread.submit(task);
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if self.left > 0 {
            self.left -= 1;
            return Ok(None);
        }
        loop {
            let answer = self.thread.next_answer(budget)?;
            if answer.is_some() {
                return Ok(answer);
            }
        }
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.thread.stop()
    }
}

fn search_of(root: Root<Position>) -> BestFirst<Position> {
    BestFirst::new(root, ChanceModel::default(), ROOM)
}

fn through_a_file(search: &BestFirst<Position>) -> BestFirst<Position> {
    loaded(&saved(search, true))
}

fn play(root: &mut Root<Position>, moves: &str) {
    for text in moves.split(' ') {
        let mv = root.game().parse_move(text).unwrap_or_else(|| panic!("{text}"));
        root.play(mv);
    }
}

fn step(search: &mut BestFirst<Position>, moves: &str) {
    for text in moves.split(' ') {
        let mv = search.position().parse_move(text).unwrap_or_else(|| panic!("{text}"));
        search.step(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// One more occurrence of the position after the last move is the third one.
#[test]
fn the_game_before_the_tree_counts_for_repetition() {
    let mut root = Root::new(Position::default());
    play(&mut root, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let mut search = search_of(root);
    go_on(&mut search, 500);
    let mut search = through_a_file(&search);
    step(&mut search, "Ng8");
    let node = search.tree().node(search.at());
    assert!(node.is_finished() && node.value == Value::DRAW);
    for mut search in [through_a_file(&search), search] {
        let report = search.search(&Limits::default(), &mut |_| {});
        assert_eq!(report.stop, Some(Stop::Finished));
        assert_eq!(search.root().moves().len(), 7);
        assert!(search.check().is_ok());
    }
}

/// The second occurrence is a draw where the first was reached by the analysis; in the game it
/// would not be.
#[test]
fn steps_stay_steps_when_their_top_is_cut_off() {
    let mut search = search_of(Root::new(Position::default()));
    go_on(&mut search, 500);
    step(&mut search, "Nf3 Nf6 Ng1");
    search.prune();
    let mut search = through_a_file(&search);
    assert_eq!((search.root().moves().len(), search.root().searched_from()), (3, 0));
    go_on(&mut search, 500);
    step(&mut search, "Ng8");
    // It was a draw to the search, so that continuing has made moves of the game of them.
    assert_eq!((search.root().moves().len(), search.root().searched_from()), (3, 4));
    let mut search = through_a_file(&search);
    assert_eq!((search.root().moves().len(), search.root().searched_from()), (3, 4));
    assert!(!search.tree().node(search.at()).is_finished());
    go_on(&mut search, 500);
    assert!(through_a_file(&search).check().is_ok());
}

#[test]
fn rights_and_captures_in_passing_survive() {
    for (fen, mv) in [
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "O-O-O"),
        ("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1a1"),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6"),
        ("8/P6k/8/8/8/8/p6K/8 w - - 0 1", "a8=N"),
    ] {
        let mut root = Root::new(position(fen));
        root.candidates = None;
        let mut search = search_of(root);
        go_on(&mut search, 3000);
        let mut search = through_a_file(&search);
        assert_eq!(search.position(), &position(fen));
        let Some(mv) = search.position().parse_move(mv) else { continue };
        search.step(mv).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut expected = position(fen);
        expected.play(mv);
        let mut search = through_a_file(&search);
        assert_eq!(search.position(), &expected);
        go_on(&mut search, 500);
    }
}

#[test]
fn what_cannot_be_stepped_to_is_refused_and_leaves_a_right_tree() {
    let mut root = Root::new(Position::default());
    let [e4, d4] = ["e4", "d4"].map(|text| root.game().parse_move(text));
    root.candidates = e4.map(|e4| vec![e4]);
    let mut search = search_of(root);
    assert_eq!(d4.map(|mv| search.step(mv)), Some(Err(CannotStep::NoMove)));
    assert_eq!(search.step_back(), Err(CannotStep::AtTop));
    assert!(search.check().is_ok());
    let tight = MemoryLimits { tree_nodes: Some(2), ..ROOM };
    let root = Root::new(<Position>::default());
    let mut search = BestFirst::new(root, ChanceModel::default(), tight);
    let a3 = search.position().parse_move("a3");
    assert_eq!(a3.map(|mv| search.step(mv)), Some(Err(CannotStep::Full)));
    assert!(search.check().is_ok());
}

/// A loaded search knows whether the position analysed has one move, not whether the top has.
#[test]
fn the_only_move_is_that_of_the_position_analysed() {
    let cornered = "7k/7p/8/8/8/8/6q1/K7 w - - 0 1";
    let mut search = search_of(Root::new(position(cornered)));
    assert_eq!(go_on(&mut search, 100_000).stop, Some(Stop::OnlyMove));
    step(&mut search, "Kb1");
    let mut again = through_a_file(&search);
    let limits = Limits { nodes: Some(search.nodes() + 3000), ..Limits::default() };
    assert_eq!(again.search(&limits, &mut |_| {}).stop, Some(Stop::Nodes));
}

#[test]
fn a_tree_needs_its_room() {
    let mut search = search_of(Root::new(Position::default()));
    go_on(&mut search, 2000);
    let bytes = saved(&search, false);
    let small = MemoryLimits { tree_nodes: Some(search.tree().len() - 1), ..ROOM };
    let freed =
        open(&bytes).and_then(|file| file.load_to_go_on::<Position>(Tapered::default(), small));
    let mut freed = freed.unwrap_or_else(|error| panic!("{error}")).search;
    assert!(freed.tree().len() < search.tree().len() && freed.check().is_ok());
    assert_eq!(go_on(&mut freed, 1000).stop, Some(Stop::Nodes));
    let small = MemoryLimits { when_full: WhenFull::Stop, ..small };
    let refused =
        open(&bytes).and_then(|file| file.load_to_go_on::<Position>(Tapered::default(), small));
    let message = refused.expect_err("too small").to_string();
    assert!(message.contains("some.tree has") && message.contains("--tree-nodes"), "{message}");
    let exact =
        MemoryLimits { tree_nodes: Some(search.tree().len()), when_full: WhenFull::Stop, ..ROOM };
    let full =
        open(&bytes).and_then(|file| file.load_to_go_on::<Position>(Tapered::default(), exact));
    let mut full = full.unwrap_or_else(|error| panic!("{error}")).search;
    assert_eq!(go_on(&mut full, 1000).stop, Some(Stop::Memory));
    let message = load::<Toy>(&bytes).expect_err("chess").to_string();
    assert!(message.contains("a tree for \"chess\", not for \"toy\""), "{message}");
}
