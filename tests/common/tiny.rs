//! The tiny games of `docs/algorithm.md`, built from its tables, and the tables themselves.

use std::collections::HashMap;
use std::sync::Arc;

use shans::game::{Estimate, Evaluate, Game, Heuristics, MoveCode, Order, Past, Turn};
use shans::search::BestFirst;
use shans::tree::{NodeId, Tree, TreeRules};
use shans::value::Value;

const PAGE: &str = include_str!("../../docs/algorithm.md");

/// A row of a table by the names of its columns.
pub type Row = HashMap<String, String>;

/// The table of this name on the page.
pub fn table(name: &str) -> Vec<Row> {
    let mark = format!("<!-- table: {name} -->");
    let (_, rest) = PAGE.split_once(&mark).unwrap_or_else(|| panic!("no table {name:?}"));
    let mut lines = rest.trim_start().lines().take_while(|line| line.starts_with('|')).map(cells);
    let head = lines.next().unwrap_or_else(|| panic!("table {name:?} is empty"));
    let rows: Vec<Row> = lines.skip(1).map(|row| head.iter().cloned().zip(row).collect()).collect();
    assert!(!rows.is_empty(), "table {name:?} has no rows");
    rows
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
}

pub fn number(text: &str) -> f32 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is not a number"))
}

/// A position of the game, as the page lists it.
#[derive(Debug)]
pub struct Place {
    name: String,
    after: String,
    gain: i32,
    turn: Option<Turn>,
    value: Value,
}

/// A game of the page, at one of its positions.
#[derive(Clone, Debug)]
pub struct Tiny {
    places: Arc<Vec<Place>>,
    at: usize,
}

impl Tiny {
    /// The game in the table of this name.
    pub fn of_table(name: &str) -> Tiny {
        let place = |row: Row| Place {
            name: row["position"].clone(),
            after: row["after"].clone(),
            gain: row["gain"].parse().unwrap_or(0),
            turn: match row["to move"].as_str() {
                "Max" => Some(Turn::Max),
                "Min" => Some(Turn::Min),
                "over" => None,
                other => panic!("who is {other:?}?"),
            },
            value: Value::centipawns(number(&row["value"])),
        };
        Tiny { places: Arc::new(table(name).into_iter().map(place).collect()), at: 0 }
    }

    fn here(&self) -> &Place {
        &self.places[self.at]
    }

    pub fn name_of(&self, place: usize) -> &str {
        &self.places[place].name
    }

    /// The move that leads to the position of this name.
    pub fn code_of(&self, name: &str) -> MoveCode {
        let place = self.places.iter().position(|place| place.name == name);
        let place = place.unwrap_or_else(|| panic!("no position {name:?}"));
        MoveCode(place as u16)
    }
}

impl Game for Tiny {
    /// The place that it leads to.
    type Move = usize;

    fn turn(&self) -> Turn {
        self.here().turn.unwrap_or(Turn::Max)
    }

    fn moves(&self, out: &mut Vec<usize>) {
        let here = &self.here().name;
        out.extend((0..self.places.len()).filter(|&place| self.places[place].after == *here));
    }

    fn play(&mut self, mv: usize) {
        self.at = mv;
    }

    fn outcome(&self, _past: &Past<'_>) -> Option<Value> {
        self.here().turn.is_none().then_some(self.here().value)
    }

    fn key(&self) -> u64 {
        self.at as u64
    }

    fn encode(&self, mv: usize) -> MoveCode {
        MoveCode(mv as u16)
    }

    fn decode(&self, code: MoveCode) -> Option<usize> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.into_iter().find(|&mv| mv == usize::from(code.0))
    }
}

impl Evaluate for Tiny {
    type Evaluator = ();

    fn evaluator(&self) -> &() {
        &()
    }

    fn evaluate(&self) -> Value {
        self.here().value
    }

    fn fingerprint((): &()) -> u64 {
        0
    }
}

impl Heuristics for Tiny {
    const SLOTS: usize = 1;

    fn is_quiet(&self, _mv: usize) -> bool {
        true
    }

    fn mvv_lva(&self, _mv: usize) -> i32 {
        0
    }

    fn see(&self, _mv: usize) -> i32 {
        0
    }

    fn forces(&self, _mv: usize) -> bool {
        false
    }

    fn slot(&self, _mv: usize) -> usize {
        0
    }

    fn pass(&self) -> Option<Tiny> {
        None
    }
}

impl Order for Tiny {
    fn estimates(&self, out: &mut Vec<Estimate<usize>>) {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        out.extend(moves.into_iter().map(|mv| Estimate { mv, gain: self.places[mv].gain }));
    }

    fn forced(&self) -> bool {
        false
    }

    fn tactical(&self, _out: &mut Vec<Estimate<usize>>) {}

    fn evasions(&self, out: &mut Vec<Estimate<usize>>) {
        self.estimates(out);
    }
}

/// A node of the tree by the name of its position.
pub struct Named {
    pub name: String,
    pub id: NodeId,
    /// The parent, and the price of the way there; the root has none.
    pub edge: Option<(NodeId, f32)>,
}

/// Every node of the tree, parents before their children.
pub fn named(search: &BestFirst<Tiny>) -> Vec<Named> {
    let game = search.position();
    let tree: &Tree = search.tree();
    let mut found = vec![Named { name: "root".to_string(), id: tree.root(), edge: None }];
    let mut looked_at = 0;
    while let Some(parent) = found.get(looked_at).map(|node| node.id) {
        for (rank, id, child) in tree.children(parent) {
            let price = search.rules().price(tree.node(parent), rank, child);
            let name = game.name_of(usize::from(child.mv.0)).to_string();
            found.push(Named { name, id, edge: Some((parent, price)) });
        }
        looked_at += 1;
    }
    found
}

/// A number as the page prints it.
pub fn shown(number: f32) -> String {
    if number.is_finite() { format!("{number}") } else { "-".to_string() }
}
