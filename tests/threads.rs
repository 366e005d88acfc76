//! Searches by several threads: whatever the order in which they come to their answers, the tree is
//! right, what is proven is true, and limits hold for all of them together.

use std::time::Duration;

use proptest::prelude::*;
use shans::app::engines::{EngineScores, EngineSettings};
use shans::app::searchers;
use shans::chess::{Position, Tapered};
use shans::search::{
    BestFirst, ChanceModel, Interrupt, LeafSearchModel, Limits, MemoryLimits, Pvs, PvsOptions,
    Report, Root, Searcher, Stop,
};
use shans::session::{KeepOptions, More, SaveFile, SavePlace, Session};
use shans::store::TreeFile;
use uci_engine::Command;

use crate::common::positions::config;
use crate::common::toy::{Toy, ToyMove, agrees, rules};
use crate::common::trees::{loaded, saved, searching_models, splitting};

fn room(threads: usize) -> MemoryLimits {
    MemoryLimits { threads, ..MemoryLimits::new(16 << 20) }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), beyond_only_move: true, ..Limits::default() }
}

fn search(toy: Toy, model: ChanceModel, threads: usize) -> BestFirst<Toy> {
    BestFirst::new(Root::new(toy), model, room(threads))
}

fn run(search: &mut BestFirst<Toy>, limit: u64) -> Report<ToyMove> {
    search.search(&nodes(limit), &mut |_| {})
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn threads_make_no_tree_wrong(
        rules in rules(1..6, 1..5, 0..120),
        model in searching_models(),
        threads in 2..4_usize,
        stops in prop::collection::vec(1..300_u64, 0..4),
    ) {
        let toy = Toy::new(rules);
        let mut search = search(toy, model, threads);
        let mut limit = 0;
        for more in stops {
            limit += more;
            run(&mut search, limit);
            prop_assert_eq!(search.check(), Ok(search.tree().len()));
        }
        let report = run(&mut search, 20_000);
        prop_assert_eq!(search.check(), Ok(search.tree().len()));
        prop_assert_eq!(report.threads, threads);
        agrees(&report, &toy);
    }
}

fn middlegame() -> Root<Position> {
    const FEN: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";
    let position = Position::from_fen_with(FEN, Tapered::learned());
    Root::new(position.unwrap_or_else(|error| panic!("{error}")).0)
}

/// Whatever searches the leaves, it is said how likely the answer holds, and the search ends where that is enough.
#[test]
fn an_answer_that_holds_ends_the_search_of_several() {
    let (position, _) = Position::from_fen_with(
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        Tapered::learned(),
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let command =
        Command { args: vec!["uci".to_string()], ..Command::new(env!("CARGO_BIN_EXE_shans")) };
    let command = command.option("Searcher", "pvs").option("Hash", "16");
    for engines in [0, 1, 2] {
        let settings =
            EngineSettings::new(command.clone(), engines, EngineScores::Cp, &Interrupt::default());
        let searcher =
            searchers::by_name(searchers::DEFAULT).unwrap_or_else(|error| panic!("{error}"));
        let searcher = if engines == 0 { Some(searcher) } else { searcher.over(settings) };
        let search =
            searcher.map(|kind| kind.build_with_tree(Root::new(position.clone()), room(2)));
        let Some(Ok(Some(mut search))) = search else { panic!("a tree over {engines} engines") };
        let limits = Limits { settles: true, ..nodes(10_000_000) };
        let report = search.search(&limits, &mut |_| {});
        assert_eq!(report.stop, Some(Stop::Settled), "{engines}: {report:?}");
        assert!(report.answer_holds.is_some_and(|holds| holds >= 0.98), "{engines}: {report:?}");
    }
}

/// Each search gets its nodes from those that are left.
#[test]
fn the_limit_on_nodes_is_one_for_all() {
    let mut search = BestFirst::new(middlegame(), ChanceModel::searching(), room(3));
    for limit in [1_000, 20_000, 20_001, 150_000] {
        let report = search.search(&nodes(limit), &mut |_| {});
        assert_eq!((report.stop, report.counters.nodes), (Some(Stop::Nodes), limit));
        assert_eq!(search.check(), Ok(search.tree().len()));
    }
    let options = PvsOptions { threads: 3, ..PvsOptions::default() };
    let report = Pvs::new(middlegame(), options).search(&nodes(100_000), &mut |_| {});
    assert!((100_000..=100_000 + 3 * 65).contains(&report.counters.nodes), "{report:?}");
    assert_eq!((report.threads, report.stop), (3, Some(Stop::Nodes)));
    assert!(report.best_move().is_some());
}

#[test]
fn an_interrupt_ends_all_threads() {
    for is_tree in [true, false] {
        // These take minutes: only what is not interrupted comes there.
        let limits = nodes(500_000_000);
        let interrupt = limits.interrupt.clone();
        let stop = &mut |report: &Report<_>| match report.counters.nodes {
            0 => {}
            _ => interrupt.throw(),
        };
        let report = match is_tree {
            true => BestFirst::new(middlegame(), ChanceModel::searching(), room(2))
                .search(&limits, stop),
            false => {
                let options = PvsOptions { threads: 2, ..PvsOptions::default() };
                Pvs::new(middlegame(), options).search(&limits, stop)
            }
        };
        assert_eq!(report.stop, Some(Stop::Interrupted));
        assert!(report.counters.nodes > 0 && report.cpu > Duration::ZERO);
    }
}

/// Another root, a tree saved and resumed, another number of threads, a step.
#[test]
fn threads_come_and_go_with_the_tree() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.tree");
    let options = KeepOptions {
        searcher: "best-first".into(),
        compress: false,
        tables: 1 << 20,
        checkpoint: Some(Duration::ZERO),
    };
    let search = BestFirst::new(middlegame(), ChanceModel::searching(), room(2));
    let mut session = Session::new(search).kept_in(SaveFile::new(SavePlace::at(&path), options));
    session.begin(&More(nodes(60_000)));
    let stop = loop {
        if let Some(stop) = session.advance() {
            break stop;
        }
        // In the middle of questions, once something is known.
        session.checkpoint_if_due();
        session.end_checkpoint();
        let Ok(saved) = TreeFile::open(&path) else { continue };
        let saved = saved.load_to_look::<Position>(Tapered::learned()).expect("a whole one");
        assert_eq!(saved.search.check(), Ok(saved.search.tree().len()));
    };
    session.finish(stop);
    assert!(session.save().is_some_and(|saved| saved.is_ok()));
    for threads in [1, 3] {
        let file = TreeFile::open(&path).expect("a tree");
        let loaded = file.load_to_go_on::<Position>(Tapered::learned(), room(threads));
        let mut search = loaded.expect("a whole one").search;
        let report = search.search(&nodes(90_000), &mut |_| {});
        assert_eq!((report.threads, report.stop), (threads, Some(Stop::Nodes)));
        let best = report.best_move().expect("a move");
        search.step(best).expect("a step");
        search.search(&nodes(100_000), &mut |_| {});
        assert_eq!(search.check(), Ok(search.tree().len()));
        search.go_to(Root::new(Position::default()));
        assert!(search.search(&nodes(10_000), &mut |_| {}).best_move().is_some());
        assert_eq!(search.check(), Ok(search.tree().len()));
    }
}

/// Nodes are freed while questions are out.
#[test]
fn small_trees_are_freed_under_threads() {
    let room = MemoryLimits { tree_nodes: Some(100), ..room(2) };
    let mut search = BestFirst::new(middlegame(), splitting(), room);
    let report = search.search(&nodes(300_000), &mut |_| {});
    assert!(report.memory.freed_nodes > 0, "{report:?}");
    assert!(report.memory.tree + report.memory.tables <= report.memory.limit);
    assert_eq!(search.check(), Ok(search.tree().len()));
}

/// Leaves searched apart: one thread more or less, and it is the same tree, where the limits are the same.
#[test]
fn a_reproducible_tree_is_the_same_for_any_number_of_threads() {
    let leaves = splitting().leaf_search.unwrap_or_default();
    let apart = LeafSearchModel { apart: true, ..leaves };
    let model = ChanceModel { leaf_search: Some(apart), ..splitting() };
    let root = || Root::new(<Position>::default());
    let tree = |threads| {
        let mut search = BestFirst::new(root(), model, room(threads));
        for limit in [7_001, 40_000] {
            search.search(&nodes(limit), &mut |_| {});
            assert_eq!(search.check(), Ok(search.tree().len()));
        }
        let mut search = loaded::<Position>(&saved(&search, false));
        let report = search.search(&nodes(60_000), &mut |_| {});
        assert_eq!((report.stop, report.counters.nodes), (Some(Stop::Nodes), 60_000));
        saved(&search, false)
    };
    let alone = tree(1);
    assert!(tree(3) == alone, "one thread and three");
    assert!(tree(2) == alone, "one thread and two");
}
