//! `docs/algorithm.md` works a small tree of searched leaves by hand. Here its tables are read, the
//! game is built from them, and the search must have every number that the page prints.

use std::collections::HashMap;

use shans::search::{
    BestFirst, ChanceModel, LeafSearchModel, Limits, MemoryLimits, Report, Root, Stop,
};
use shans::tree::{Node, ValueBound};

use crate::common::tiny::{Named, Row, Tiny, named, shown, table};

/// The parameters of the example.
fn search() -> BestFirst<Tiny> {
    let leaf_search = LeafSearchModel { spread: 1e9, effort: 3.0, ..LeafSearchModel::default() };
    let model = ChanceModel { leaf_search: Some(leaf_search), ..ChanceModel::searching() };
    BestFirst::new(Root::new(Tiny::of_table("searched game")), model, MemoryLimits::new(4 << 20))
}

/// One iteration, never settled.
fn iterate(search: &mut BestFirst<Tiny>) -> Report<usize> {
    search.begin(&Limits { settles: false, ..Limits::default() });
    let before = search.state().stats.iterations;
    let mut stop = None;
    while stop.is_none() && search.state().stats.iterations == before {
        stop = search.advance();
    }
    let report = search.finish(stop.unwrap_or(Stop::Interrupted));
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    report
}

/// `at most 15`: the value of a node, and what it says.
fn said(node: &Node) -> String {
    let bound = match node.searched().bound {
        ValueBound::Exact => "exactly",
        ValueBound::AtLeast => "at least",
        ValueBound::AtMost => "at most",
        ValueBound::Open => "about",
    };
    format!("{bound} {}", shown(node.value.raw()))
}

/// The nodes of the tree by the names of their positions.
fn by_name(search: &BestFirst<Tiny>) -> HashMap<String, Node> {
    let node = |Named { name, id, .. }| (name, *search.tree().node(id));
    named(search).into_iter().map(node).collect()
}

#[test]
fn each_iteration_asks_what_the_page_says() {
    let mut search = search();
    for (row, iteration) in table("searched iterations").into_iter().zip(1_u64..) {
        assert_eq!(row["iteration"], iteration.to_string());
        let before = by_name(&search);
        assert_eq!(row["root before"], said(&before["root"]), "before {iteration}");
        let report = iterate(&mut search);
        assert_eq!(report.counters.iterations, iteration);
        let (name, after) = (&row["node"], by_name(&search));
        let asked = after.get(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(row["made now"] == "no", before.contains_key(name), "{name} in {iteration}");
        assert_ne!(Some(asked), before.get(name), "{name} was not asked in {iteration}");
        assert_eq!(row["plies"], asked.searched().plies.to_string(), "{name} in {iteration}");
        assert_eq!(row["answer"], said(asked), "{name} in {iteration}");
        assert_eq!(row["positions in all"], report.counters.nodes.to_string(), "{iteration}");
    }
}

#[test]
fn every_number_of_searched_nodes_is_that_of_the_page() {
    let mut search = search();
    let iterations = table("searched iterations").len();
    let (mut answers, mut gaps) = (Vec::new(), Vec::new());
    for iteration in 1..=iterations {
        let report = iterate(&mut search);
        answers.push(report.best_move().map(|mv| search.position().name_of(mv).to_string()));
        gaps.push(search.rules().largest_gap(search.tree().node(search.at())));
        // Two iterations share a table twice.
        if [1, 5].contains(&iteration) {
            continue;
        }
        let mut rows: HashMap<String, Row> = table(&format!("searched after {iteration}"))
            .into_iter()
            .map(|row| (row["node"].clone(), row))
            .collect();
        for (name, node) in by_name(&search) {
            let row = rows.remove(&name);
            let row = row.unwrap_or_else(|| panic!("{name} is missing after {iteration}"));
            for (column, expected) in [
                ("value", said(&node)),
                ("plies", node.searched().plies.to_string()),
                ("alpha", shown(node.alpha.raw())),
                ("beta", shown(node.beta.raw())),
                ("next", shown(node.next.raw())),
                ("effort", node.effort.to_string()),
            ] {
                assert_eq!(row[column], expected, "{column} of {name} after {iteration}");
            }
        }
        assert!(rows.is_empty(), "not in the tree after {iteration}: {:?}", rows.keys());
    }
    let last = answers.pop().flatten();
    assert!(answers.iter().all(|answer| answer.as_deref() == Some("a")), "{answers:?}");
    assert_eq!(last.as_deref(), Some("b"));
    assert_eq!((gaps[4], gaps[7]), (-557.0, -604.0), "the larger gaps after iterations 5 and 8");
}
