//! `docs/algorithm.md` works a small tree of searched leaves by hand. Here its tables are read, and the game and the
//! answers of the searches are taken from them: the tree must ask what the page says, and have every number that the
//! page prints.

use std::collections::HashMap;

use shans::game::MoveCode;
use shans::search::{
    BestFirst, Budget, ChanceModel, LeafAnswer, LeafSearchModel, LeafTask, LeafWorkers, Limits,
    MemoryLimits, Report, Root, Stop,
};
use shans::tree::Node;
use shans::value::Value;

use crate::common::tiny::{Named, Row, Tiny, named, number, shown, table};

/// The first iteration after which the page shows the tree; before it the tree is told in the text.
const FIRST_SHOWN: f32 = 3.0;

/// Answers each question as the next row of the page does, and makes sure that it is the question of that row.
struct Scripted {
    rows: std::vec::IntoIter<Row>,
    open: Option<LeafAnswer>,
}

impl Scripted {
    fn answer(&mut self, task: &LeafTask<Tiny>) -> LeafAnswer {
        let row = self.rows.next().unwrap_or_else(|| panic!("one question more: {task:?}"));
        let iteration = &row["iteration"];
        let game = task.root.game();
        let names = |codes: &[MoveCode]| -> String {
            let names = codes.iter().map(|code| game.name_of(usize::from(code.0)));
            names.collect::<Vec<_>>().join(" ")
        };
        let about = task.moves.last().map_or("root".to_string(), |&last| names(&[last]));
        assert_eq!(row["asked about"], about, "question {iteration}");
        assert_eq!(row["left out"], names(&task.left_out), "question {iteration}");
        assert_eq!(row["nodes"], task.grant.to_string(), "question {iteration}");
        LeafAnswer {
            ticket: task.ticket,
            is_finished: true,
            value: Value::centipawns(number(&row["value"])),
            line: row["best line"].split(' ').map(|name| game.code_of(name)).collect(),
            depth: 1,
            nodes: task.grant,
            evals: 0,
            table_hits: 0,
        }
    }
}

impl LeafWorkers<Tiny> for Scripted {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: LeafTask<Tiny>) {
        self.open = Some(self.answer(&task));
    }

    fn next_answer(&mut self, _budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        Ok(self.open.take())
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.open.take().into_iter().collect()
    }
}

/// The parameters of the example. Values are not scaled.
fn search() -> BestFirst<Tiny> {
    let leaf_search = LeafSearchModel {
        spread: 1e12,
        first: 100.0,
        split: 200.0,
        growth: 0.0,
        alone: 350.0,
        ..LeafSearchModel::default()
    };
    let model =
        ChanceModel { ply: 10.0, leaf_search: Some(leaf_search), ..ChanceModel::searching() };
    let root = Root::new(Tiny::of_table("searched game"));
    let rows = table("searched iterations").into_iter();
    let scripted = Scripted { rows, open: None };
    BestFirst::new(root, model, MemoryLimits::new(4 << 20)).with_workers(Box::new(scripted))
}

/// One iteration.
fn iterate(search: &mut BestFirst<Tiny>) -> Report<usize> {
    search.begin(&Limits::default());
    let before = search.state().stats.iterations;
    let mut stop = None;
    while stop.is_none() && search.state().stats.iterations == before {
        stop = search.advance();
    }
    let report = search.finish(stop.unwrap_or(Stop::Interrupted));
    search.check().unwrap_or_else(|broken| panic!("{broken}"));
    report
}

/// `22~`: the value of a node, with the mark if the best line ends where moves that wait may be better.
fn said(search: &BestFirst<Tiny>, named: &Named) -> String {
    let is_unsettled = search.rules().is_unsettled(search.tree(), named.id);
    let mark = if is_unsettled { "~" } else { "" };
    format!("{}{mark}", shown(search.tree().node(named.id).value.raw()))
}

#[test]
fn every_number_of_searched_nodes_is_that_of_the_page() {
    let mut search = search();
    for row in table("searched iterations") {
        let iteration = &row["iteration"];
        let report = iterate(&mut search);
        assert_eq!(report.counters.iterations.to_string(), *iteration);
        let best = report.best_move().map(|mv| search.position().name_of(mv));
        assert_eq!(best, Some(row["answer"].as_str()), "after {iteration}");
        if number(iteration) < FIRST_SHOWN {
            continue;
        }
        let mut rows: HashMap<String, Row> = table(&format!("searched after {iteration}"))
            .into_iter()
            .map(|row| (row["node"].clone(), row))
            .collect();
        for named in named(&search) {
            let (name, node): (&str, &Node) = (&named.name, search.tree().node(named.id));
            let row = rows.remove(name);
            let row = row.unwrap_or_else(|| panic!("{name} is missing after {iteration}"));
            let most = search.rules().most_of_rest(node).filter(|_| !node.is_leaf());
            for (column, expected) in [
                ("value", said(&search, &named)),
                ("alpha", shown(node.alpha.raw())),
                ("beta", shown(node.beta.raw())),
                ("next", shown(node.next.raw())),
                ("doublings", node.doublings().to_string()),
                ("others", most.map_or("-".to_string(), |most| shown(most.raw()))),
                ("effort", search.tree().effort(named.id).to_string()),
            ] {
                assert_eq!(row[column], expected, "{column} of {name} after {iteration}");
            }
        }
        assert!(rows.is_empty(), "not in the tree after {iteration}: {:?}", rows.keys());
    }
}
