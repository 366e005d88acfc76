//! Another position for the same searcher: what it knew by the plies from the old one is forgotten.

use crate::common::positions::position;
use crate::common::trees::{go_on, saved};
use shans::chess::Position;
use shans::search::{
    BestFirst, ChanceModel, Limits, MemoryLimits, Pvs, PvsClassic, PvsClassicOptions, PvsOptions,
    Root, Searcher,
};

const FIRST: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";
const SECOND: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn root(fen: &str) -> Root<Position> {
    Root::new(position(fen))
}

/// Positions searched for the second root, by a new searcher and by one that has searched the first
/// one and was cleared.
fn nodes<S: Searcher<Position>>(new: impl Fn(Root<Position>) -> S) -> [u64; 2] {
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let mut fresh = new(root(SECOND));
    let mut used = new(root(FIRST));
    used.search(&limits, &mut |_| {});
    used.go_to(root(SECOND));
    used.clear();
    [fresh.search(&limits, &mut |_| {}), used.search(&limits, &mut |_| {})]
        .map(|report| report.counters.nodes)
}

#[test]
fn depth_first_searchers_forget_their_killers() {
    let [fresh, used] = nodes(|root| Pvs::new(root, PvsOptions::default()));
    assert_eq!(fresh, used, "pvs");
    let [fresh, used] = nodes(|root| PvsClassic::new(root, PvsClassicOptions::default()));
    assert_eq!(fresh, used, "pvs-classic");
}

/// Threads that search leaves learn about moves, and a table fills up.
#[test]
fn a_tree_of_another_root_is_that_of_a_new_search() {
    let search =
        |fen| BestFirst::new(root(fen), ChanceModel::searching(), MemoryLimits::new(8 << 20));
    let mut fresh = search(SECOND);
    let mut used = search(FIRST);
    go_on(&mut used, 30_000);
    used.go_to(root(SECOND));
    used.clear();
    go_on(&mut fresh, 30_000);
    go_on(&mut used, 30_000);
    assert!(saved(&fresh, false) == saved(&used, false), "another tree");
}
