//! Limits hold wherever the search is.

use std::time::Duration;

use crate::common::positions::position;
use crate::common::program::{run, stderr};
use shans::chess::Position;
use shans::search::{
    AlphaBetaOptions, BestFirst, ChanceModel, Leaf, LeafTable, Limits, MemoryLimits, Negamax, Pvs,
    PvsClassic, PvsClassicOptions, PvsOptions, Root, Searcher, Stop,
};

/// The clock and the switch are looked at after this many nodes at the latest.
const LOOKED_AT: u64 = 1_024;
/// Quiescence alone takes seconds here, and minutes.
const WILD: [&str; 2] = [
    "k7/n2QQ1q1/R4qB1/1q1N3n/1B2bN1b/4RKQ1/q1Qr4/2r1qQ2 w - - 0 1",
    "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
];

fn searchers(root: &Root<Position>) -> Vec<(&'static str, Box<dyn Searcher<Position>>)> {
    let root = || root.clone();
    let room = MemoryLimits::new(64 << 20);
    vec![
        ("best-first", Box::new(BestFirst::new(root(), ChanceModel::default(), room))),
        ("pvs", Box::new(Pvs::new(root(), PvsOptions::default()))),
        ("pvs-classic", Box::new(PvsClassic::new(root(), PvsClassicOptions::default()))),
        ("alpha-beta", Box::new(PvsClassic::alpha_beta(root(), AlphaBetaOptions::default()))),
        ("negamax", Box::new(Negamax::new(root(), Leaf::Quiescence))),
    ]
}

#[test]
fn a_limit_on_time_holds_in_quiescence() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for fen in WILD {
        for (name, mut searcher) in searchers(&Root::new(position(fen))) {
            let report = searcher.search(&limits, &mut |_| {});
            assert_eq!(report.stop, Some(Stop::Time), "{name} {fen}");
            assert!(report.counters.nodes <= LOOKED_AT, "{name} {fen}: {}", report.counters.nodes);
            assert!(report.best_move().is_some(), "{name} {fen}");
        }
    }
}

#[test]
fn an_interrupt_holds_in_quiescence() {
    for fen in WILD {
        for (name, mut searcher) in searchers(&Root::new(position(fen))) {
            let limits = Limits::default();
            limits.interrupt.throw();
            let report = searcher.search(&limits, &mut |_| {});
            assert_eq!(report.stop, Some(Stop::Interrupted), "{name} {fen}");
            assert!(report.counters.nodes <= LOOKED_AT, "{name} {fen}: {}", report.counters.nodes);
        }
    }
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    for room in [
        MemoryLimits::new(u64::MAX),
        MemoryLimits::new(1 << 50),
        MemoryLimits { tree_nodes: Some(usize::MAX), ..MemoryLimits::new(u64::MAX) },
    ] {
        // Whether the system promises so much differs; whether it does or not, nothing aborts.
        let root = Root::new(<Position>::default());
        let made = BestFirst::try_new(root, ChanceModel::default(), room);
        assert_eq!(room.check(false), made.map(drop));
    }
}

#[test]
fn a_table_that_is_too_large_is_an_error() {
    // The first is more than any address space has, the second more than a program can name.
    for table_bytes in [1 << 50, u64::MAX] {
        let root = || Root::new(<Position>::default());
        let options = PvsOptions { table_bytes, ..PvsOptions::default() };
        let classic = PvsClassicOptions { table_bytes, ..PvsClassicOptions::default() };
        for made in [
            Pvs::try_new(root(), options).map(drop),
            PvsClassic::try_new(root(), classic).map(drop),
            LeafTable::try_with_bytes(table_bytes).map(drop),
        ] {
            let error = made.expect_err("too much");
            assert!(error.bytes >= 1 << 50, "{error}");
            assert!(error.to_string().ends_with("MiB; lower --memory"), "{error}");
        }
    }
}

#[test]
fn too_much_memory_is_one_line_for_every_searcher() {
    for searcher in ["best-first", "pvs", "pvs-classic", "alpha-beta", "negamax"] {
        let output = run(&["analyze", "--searcher", searcher, "--memory", "100TiB"]);
        let told = "error: --memory: this machine does not have 100.00 TiB; give less\n";
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(2), told), "{searcher}");
    }
}
