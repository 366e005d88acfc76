//! Instructions of the hot paths, counted by valgrind: the same in every run of the same
//! program. Needs valgrind and `cargo install gungraun-runner`; then
//! `cargo bench -p shans-benches --features instructions --bench instructions`.
#![allow(missing_docs)] // gungraun's macros make functions without

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use shans::chess::Position;
use shans::search::BestFirst;
use shans_benches::{before_backup, before_iterations, successors};

#[library_benchmark]
#[bench::all_successors(successors())]
fn quiescence(positions: Vec<Position>) -> u64 {
    let nodes = shans_benches::quiescence(black_box(positions));
    assert!(nodes > 0);
    nodes
}

#[library_benchmark]
#[bench::all_successors(successors())]
fn estimates(positions: Vec<Position>) -> u64 {
    let moves = shans_benches::estimates(black_box(positions));
    assert!(moves > 100);
    moves
}

#[library_benchmark]
#[bench::two_thousand_nodes(before_iterations())]
fn iterations(search: BestFirst<Position>) -> u64 {
    let count = shans_benches::iterations(black_box(search));
    assert!(count > 0);
    count
}

#[library_benchmark]
#[bench::the_root(before_backup())]
fn backup(search: BestFirst<Position>) -> u64 {
    let bits = shans_benches::backup(black_box(&search));
    assert!(bits != 0);
    bits
}

library_benchmark_group!(name = hot, benchmarks = [quiescence, estimates, iterations, backup]);
main!(library_benchmark_groups = hot);
