//! Time (`cargo bench -p shans-benches`): best-first against principal variation search on equal terms, and the
//! hot paths. Everything measured is checked to be the same work each time.
#![allow(missing_docs)] // criterion's macros make functions without

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use shans::chess::Position;
use shans::search::{
    BestFirst, ChanceModel, Limits, MemoryLimits, Pvs, PvsOptions, Report, Root, Searcher,
};
use shans_benches::{before_backup, before_iterations, positions, successors};

type Found = Report<<Position as shans::game::Game>::Move>;
type Build = fn(&Position) -> Box<dyn Searcher<Position>>;

const NODES: u64 = 30_000;
const DEPTH: u32 = 8;

fn best_first(position: &Position) -> Box<dyn Searcher<Position>> {
    let room = MemoryLimits::new(64 << 20);
    Box::new(BestFirst::new(Root::new(position.clone()), ChanceModel::default(), room))
}

fn pvs(position: &Position) -> Box<dyn Searcher<Position>> {
    Box::new(Pvs::new(Root::new(position.clone()), PvsOptions::default()))
}

/// Measures searches of this position, the set-up left out; gives what they found, each the
/// same.
fn measure(
    criterion: &mut Criterion,
    name: &str,
    position: &Position,
    build: Build,
    limits: &Limits,
) -> Found {
    let first = build(position).search(limits, &mut |_| {});
    criterion.bench_function(name, |bencher| {
        bencher.iter_batched(
            || build(position),
            |mut searcher| {
                let found = searcher.search(limits, &mut |_| {});
                assert_eq!((&found.lines, found.counters), (&first.lines, first.counters));
            },
            BatchSize::PerIteration,
        );
    });
    first
}

/// The same nodes for both.
fn equal_nodes(criterion: &mut Criterion) {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    for (number, position) in positions().iter().enumerate().take(3) {
        for (name, build) in [("best-first", best_first as Build), ("pvs", pvs)] {
            let name = format!("{NODES} nodes/{number}/{name}");
            let found = measure(criterion, &name, position, build, &limits);
            assert!(found.counters.nodes <= NODES && found.best_move().is_some());
        }
    }
}

/// PVS to a depth, then best-first with the nodes that this took.
fn nodes_of_a_depth(criterion: &mut Criterion) {
    for (number, position) in positions().iter().enumerate().take(3) {
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let name = format!("depth {DEPTH}/{number}/pvs");
        let deep = measure(criterion, &name, position, pvs, &limits);
        assert!(deep.depth == Some(DEPTH));
        let limits = Limits { nodes: Some(deep.counters.nodes), ..Limits::default() };
        let name = format!("depth {DEPTH}/{number}/best-first, its nodes");
        let found = measure(criterion, &name, position, best_first, &limits);
        assert!(found.counters.nodes <= deep.counters.nodes);
    }
}

/// The work that a search does most.
fn hot_paths(criterion: &mut Criterion) {
    let expected = shans_benches::quiescence(successors());
    criterion.bench_function("hot path/quiescence, all successors", |bencher| {
        let run = |positions| assert_eq!(shans_benches::quiescence(positions), expected);
        bencher.iter_batched(successors, run, BatchSize::SmallInput);
    });
    let expected = shans_benches::estimates(successors());
    criterion.bench_function("hot path/estimates, all successors", |bencher| {
        let run = |positions| assert_eq!(shans_benches::estimates(positions), expected);
        bencher.iter_batched(successors, run, BatchSize::SmallInput);
    });
    let expected = shans_benches::iterations(before_iterations());
    criterion.bench_function("hot path/iterations of 2000 nodes", |bencher| {
        let run = |search| assert_eq!(shans_benches::iterations(search), expected);
        bencher.iter_batched(before_iterations, run, BatchSize::PerIteration);
    });
    let search = before_backup();
    let expected = shans_benches::backup(&search);
    criterion.bench_function("hot path/back-up of the root", |bencher| {
        bencher.iter(|| assert_eq!(shans_benches::backup(black_box(&search)), expected));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = equal_nodes, nodes_of_a_depth, hot_paths
}
criterion_main!(benches);
