//! `docs/algorithm.md` works a small tree by hand. Here its tables are read, the game is built
//! from them, and the search must have every number that the page prints.

use std::collections::HashMap;

use shans::search::{
    BestFirst, ChanceModel, ChanceRules, Limits, MemoryLimits, Report, Root, Searcher, Stop,
};
use shans::tree::{NodeId, Tree, TreeRules};
use shans::value::{Chance, Player, Value};

use crate::common::tiny::{Named, Row, Tiny, named, number, shown, table};

/// The last iteration that the page shows.
const SHOWN: u64 = 5;

/// The parameters of the example.
fn model() -> ChanceModel {
    ChanceModel { ply: 100.0, late: 50.0, burst: 0.0, ..ChanceModel::default() }
}

fn search(model: ChanceModel) -> BestFirst<Tiny> {
    let room = MemoryLimits::new(1 << 16);
    BestFirst::new(Root::new(Tiny::of_table("game")), model, room)
}

/// Continues to that many nodes, never settled. Each iteration of the example makes one.
fn go_on(search: &mut BestFirst<Tiny>, nodes: Option<u64>) -> Report<usize> {
    let limits = Limits { nodes, settles: false, ..Limits::default() };
    let report = search.search(&limits, &mut |_| {});
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    report
}

fn gap(tree: &Tree, of: Player) -> f32 {
    let root = tree.node(tree.root());
    root.chance(of).against(of, root.value)
}

#[test]
fn prices_are_those_of_the_page() {
    let search = search(model());
    let parent = search.tree().node(search.at());
    for row in table("prices") {
        let rank = number(&row["rank"]) as u16;
        assert_eq!(
            search.rules().price(parent, rank, parent),
            number(&row["price"]),
            "rank {rank}"
        );
    }
}

#[test]
fn every_number_after_each_iteration_is_that_of_the_page() {
    let mut search = search(model());
    for iteration in 1..=SHOWN {
        let report = go_on(&mut search, Some(iteration));
        assert_eq!(report.counters.iterations, iteration);
        let mut rows: HashMap<String, Row> = table(&format!("after {iteration}"))
            .into_iter()
            .map(|r| (r["node"].clone(), r))
            .collect();
        for Named { name, id, edge } in named(&search) {
            let node = search.tree().node(id);
            let row = rows.remove(&name);
            let row = row.unwrap_or_else(|| panic!("{name} is missing after {iteration}"));
            let up = |chance: Chance, sign: f32| {
                edge.map_or(String::new(), |(_, price)| shown(chance.raw() + sign * price))
            };
            for (column, expected) in [
                ("value", shown(node.value.raw())),
                ("alpha", shown(node.alpha.raw())),
                ("beta", shown(node.beta.raw())),
                ("next", shown(node.next.raw())),
                ("effort", search.tree().effort(id).to_string()),
                ("alpha up", up(node.alpha, -1.0)),
                ("beta up", up(node.beta, 1.0)),
            ] {
                assert_eq!(row[column], expected, "{column} of {name} after {iteration}");
            }
        }
        assert!(rows.is_empty(), "not in the tree after {iteration}: {:?}", rows.keys());
    }
}

#[test]
fn candidates_are_reported_as_the_page_has_them() {
    let mut search = search(model());
    for iteration in 1..=SHOWN {
        let report = go_on(&mut search, Some(iteration));
        let rows = table(&format!("after {iteration}"));
        assert_eq!(shown(report.value.raw()), rows[0]["value"]);
        assert_eq!(report.alpha.map(|a| shown(a.raw())).as_ref(), Some(&rows[0]["alpha"]));
        assert_eq!(report.beta.map(|b| shown(b.raw())).as_ref(), Some(&rows[0]["beta"]));
        let game = Tiny::of_table("game");
        for line in &report.lines {
            let name = game.name_of(line.moves[0]);
            let row = rows.iter().find(|row| row["node"] == name);
            let row = row.unwrap_or_else(|| panic!("no row for {name}"));
            assert_eq!(shown(line.value.raw()), row["value"], "{name}");
            assert_eq!(line.alpha.map(|a| shown(a.raw())).as_ref(), Some(&row["alpha up"]));
            assert_eq!(line.beta.map(|b| shown(b.raw())).as_ref(), Some(&row["beta up"]));
            assert_eq!(line.effort.to_string(), row["effort"], "{name}");
        }
    }
}

#[test]
fn each_iteration_grows_where_the_page_says() {
    let mut search = search(model());
    for (row, iteration) in table("iterations").into_iter().zip(1..) {
        assert_eq!(row["iteration"], format!("{iteration}"));
        let (max, min) = (gap(search.tree(), Player::Max), gap(search.tree(), Player::Min));
        assert_eq!((shown(max), shown(min)), (row["Max's gap"].clone(), row["Min's gap"].clone()));
        assert_eq!(row["followed"], if max >= min { "Max" } else { "Min" });
        let before: Vec<NodeId> = named(&search).iter().map(|node| node.id).collect();
        go_on(&mut search, Some(iteration));
        let nodes = named(&search);
        let new: Vec<_> = nodes.iter().filter(|node| !before.contains(&node.id)).collect();
        let [Named { name, edge: Some((parent, _)), .. }] = &new[..] else {
            panic!("{} new nodes", new.len())
        };
        let parent = nodes.iter().find(|node| node.id == *parent).map(|node| &node.name);
        assert_eq!((name, parent), (&row["move made"], Some(&row["grows"])));
    }
    assert_eq!(table("iterations").len() as u64, SHOWN);
}

#[test]
fn left_alone_it_ends_as_the_page_says() {
    let mut search = search(model());
    let report = go_on(&mut search, None);
    assert_eq!(report.stop, Some(Stop::Proven));
    let best = report.best_move().map(|mv| Tiny::of_table("game").name_of(mv).to_string());
    let row = &table("end")[0];
    assert_eq!(row["iterations"], report.counters.iterations.to_string());
    assert_eq!(row["nodes in the tree"], report.tree_nodes.to_string());
    assert_eq!(row["value"], shown(report.value.raw()));
    assert_eq!(Some(&row["best move"]), best.as_ref());
}

/// The text names the moves.
#[test]
fn a_burst_makes_the_moves_of_the_page() {
    let mut search = search(ChanceModel { burst: 50.0, ..model() });
    // One iteration makes two nodes; another would make a third.
    let report = go_on(&mut search, Some(2));
    assert_eq!(report.counters.iterations, 1);
    let made: Vec<String> = named(&search).into_iter().skip(1).map(|node| node.name).collect();
    assert_eq!(made, ["a", "b"]);
}

#[test]
fn defaults_are_those_of_the_page() {
    let model = ChanceModel::default();
    let rows = table("defaults");
    assert_eq!(rows.len(), 6);
    for row in rows {
        let actual = match row["parameter"].as_str() {
            "ply" => shown(model.ply),
            "late" => shown(model.late),
            "forced_share" => shown(model.forced_share),
            "forcing_share" => shown(model.forcing_share),
            "fallen_share" => shown(model.fallen_share),
            "burst" => shown(model.burst),
            other => panic!("there is no parameter {other:?}"),
        };
        assert_eq!(row["default"], actual, "{}: docs/algorithm.md is behind", row["parameter"]);
    }
}

#[test]
fn grants_and_distances_where_leaves_are_searched_are_those_of_the_page() {
    let rules = ChanceRules::new(ChanceModel::searching());
    let value = Value::centipawns(0.0);
    for row in table("grants") {
        let doublings = number(&row["doublings"]) as u8;
        assert_eq!(rules.grant(doublings) as f32, number(&row["nodes"]), "{doublings}");
        let chances = rules.leaf_chances(false, value, doublings);
        let distance = number(&row["distance"]);
        assert_eq!((chances.alpha.raw(), chances.beta.raw()), (-distance, distance), "{doublings}");
    }
    // The text: a line that is a queen down is about seven doublings away.
    let queen = rules.scaled(Value::centipawns(900.0));
    assert_eq!((queen.round(), (queen / rules.doubling()).round()), (126.0, 7.0));
}

#[test]
fn searches_that_split_leaves_are_those_of_the_page() {
    let model = ChanceModel::searching();
    let rules = ChanceRules::new(model);
    let leaves = model.leaf_search.unwrap_or_default();
    for row in table("splits") {
        let nodes = number(&row["nodes in all"]);
        let least = leaves.split.max((leaves.growth * nodes.cbrt()).round());
        assert_eq!(least, number(&row["least nodes"]), "{nodes}");
        let doublings = rules.doublings_to_split(nodes as u64);
        let split = rules.grant(doublings) as f32;
        assert_eq!(split, number(&row["the search that splits"]), "{nodes}");
    }
}

#[test]
fn defaults_where_leaves_are_searched_are_those_of_the_page() {
    let rows = table("searching defaults");
    for (column, model) in
        [("default", ChanceModel::searching()), ("over an engine", ChanceModel::over_engine())]
    {
        let leaves = model.leaf_search.unwrap_or_default();
        let defaults = [
            ("ply", model.ply),
            ("spread", leaves.spread),
            ("first", leaves.first),
            ("split", leaves.split),
            ("growth", leaves.growth),
            ("halvings", leaves.halvings),
            ("edge", leaves.edge),
            ("alone", leaves.alone),
            ("anchor", leaves.anchor),
        ];
        assert_eq!(rows.len(), defaults.len());
        for (row, (name, default)) in rows.iter().zip(defaults) {
            assert_eq!((row["parameter"].as_str(), number(&row[column])), (name, default));
        }
    }
}
