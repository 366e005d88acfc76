//! What the parts of the reference searchers are worth, in nodes at equal depth.
//!
//! Prints the tables of `docs/journal/selective-search.md`: `cargo run --release -p shans-benches --bin
//! reference_figures`, with `-- killers`, `-- minimax` or `-- parts` for one of them. The counts
//! are the same on every machine. Nothing but the positions of `shans bench` is needed.

use std::env;
use std::error::Error;

use shans::chess::{Epd, Position};
use shans::game::Game;
use shans::search::{
    AlphaBetaOptions, Fail, Forms, KillerPlace, Leaf, Limits, MoveOrder, Negamax, PvsClassic,
    PvsClassicOptions, Report, Root, Searcher,
};
use shans::value::Value;

type Chess = Root<Position>;
type Move = <Position as Game>::Move;
type Found = Report<Move>;

/// The project's own positions, those of `shans bench`.
const POSITIONS: &str = include_str!("../../../src/app/games/bench_positions.epd");
/// Depths at which killers are counted.
const KILLER_DEPTHS: [u32; 3] = [7, 8, 9];
/// Nodes after which an iteration is given up: a few minutes.
const KILLER_NODES: u64 = 400_000_000;
/// Depths at which alpha-beta is held against minimax.
const MINIMAX_DEPTHS: [u32; 4] = [2, 3, 4, 5];
/// Minimax trees up to this size are searched in full.
const MINIMAX_NODES: u64 = 12_000_000;
/// Depths at which parts are switched.
const PART_DEPTHS: [u32; 2] = [4, 5];
const TABLE: u64 = 64 << 20;

const NO_FORM: Forms = Forms { table_move: false, carried_line: false, raised_alpha: false };
const ALL_FORMS: Forms = Forms { table_move: true, carried_line: true, raised_alpha: true };
const CAPTURES_FIRST: AlphaBetaOptions =
    AlphaBetaOptions { leaf: Leaf::Quiescence, fail: Fail::Soft, order: MoveOrder::CapturesFirst };
/// Alpha-beta with captures first: every part is measured against it.
const ALPHA_BETA: PvsClassicOptions = PvsClassicOptions {
    plain: CAPTURES_FIRST,
    forms: NO_FORM,
    killers: KillerPlace::Off,
    table_bytes: 0,
};

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<String> = env::args().skip(1).collect();
    let wanted = |name: &str| asked.is_empty() || asked.iter().any(|word| word == name);
    let mut roots = Vec::new();
    for (_, epd) in <Epd>::read_all(POSITIONS) {
        roots.push(Root::new(epd?.position));
    }
    if wanted("killers") {
        killers();
    }
    if wanted("minimax") {
        minimax(&roots);
    }
    if wanted("parts") {
        parts(&roots);
    }
    Ok(())
}

/// One completed depth.
#[derive(Clone)]
struct Iteration {
    value: Value,
    best: Option<Move>,
    /// Of this and all depths before.
    nodes: u64,
}

/// Every depth up to `depth` that was completed within `nodes`.
fn iterations(searcher: &mut dyn Searcher<Position>, depth: u32, nodes: u64) -> Vec<Iteration> {
    let mut all: Vec<Iteration> = Vec::new();
    let mut add = |report: &Found| {
        let done = report.depth.unwrap_or(0) as usize;
        if done > all.len() {
            let (value, best) = (report.value, report.best_move());
            all.push(Iteration { value, best, nodes: report.counters.nodes });
        }
    };
    let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() };
    let last = searcher.search(&limits, &mut add);
    add(&last);
    all
}

/// The nodes of one depth alone.
fn alone(all: &[Iteration], depth: u32) -> Option<u64> {
    let index = depth as usize - 1;
    let before = index.checked_sub(1).map_or(0, |previous| all[previous].nodes);
    all.get(index).map(|iteration| iteration.nodes - before)
}

fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|number| number.ln()).sum::<f64>() / numbers.len() as f64).exp()
}

fn killers() {
    println!("Killers, start position, alpha-beta without table: nodes of one depth alone");
    let places = [
        ("no killers", KillerPlace::Off),
        ("two killers, before captures", KillerPlace::BeforeCaptures),
        ("two killers, after the best capture", KillerPlace::AfterBestCapture),
    ];
    for leaf in [Leaf::Static, Leaf::Quiescence] {
        for (name, place) in places {
            let plain = AlphaBetaOptions { leaf, ..CAPTURES_FIRST };
            let options = PvsClassicOptions { plain, killers: place, ..ALPHA_BETA };
            let mut searcher = PvsClassic::new(Root::new(Position::default()), options);
            let all = iterations(&mut searcher, KILLER_DEPTHS[2], KILLER_NODES);
            let counts = KILLER_DEPTHS.map(|depth| match alone(&all, depth) {
                Some(nodes) => nodes.to_string(),
                None => "-".to_string(),
            });
            println!("| {leaf:?} | {name} | {} |", counts.join(" | "));
        }
    }
}

fn minimax(roots: &[Chess]) {
    println!("Alpha-beta against full minimax, static leaves, geometric means of one depth alone");
    let found: Vec<Vec<Iteration>> = roots
        .iter()
        .map(|root| {
            let mut searcher = Negamax::new(root.clone(), Leaf::Static);
            iterations(&mut searcher, MINIMAX_DEPTHS[3], MINIMAX_NODES)
        })
        .collect();
    for depth in MINIMAX_DEPTHS {
        let orders = [MoveOrder::Estimates, MoveOrder::Random, MoveOrder::Worst];
        let mut full = Vec::new();
        let mut counts = orders.map(|_| Vec::new());
        for (root, oracle) in roots.iter().zip(&found) {
            let Some(nodes) = alone(oracle, depth) else { continue };
            full.push(nodes as f64);
            for (order, counts) in orders.iter().zip(&mut counts) {
                let options =
                    AlphaBetaOptions { leaf: Leaf::Static, order: *order, ..Default::default() };
                let mut searcher = PvsClassic::alpha_beta(root.clone(), options);
                let all = iterations(&mut searcher, depth, u64::MAX);
                let index = depth as usize - 1;
                assert_eq!(all[index].value, oracle[index].value, "alpha-beta is exact");
                counts.extend(alone(&all, depth).map(|nodes| nodes as f64));
            }
        }
        let root = geometric_mean(&full).sqrt();
        let means = counts.map(|counts| {
            let mean = geometric_mean(&counts);
            format!("{mean:.0} ({:.2}) | {:.3}", mean / root, mean.ln() / (2.0 * root.ln()))
        });
        let (positions, full) = (full.len(), geometric_mean(&full));
        println!("| {depth} | {positions} | {full:.0} | {root:.0} | {} |", means.join(" | "));
    }
}

/// The settings that are compared, each against the first.
fn settings() -> Vec<(&'static str, PvsClassicOptions)> {
    let as_listed = AlphaBetaOptions { order: MoveOrder::AsListed, ..CAPTURES_FIRST };
    let with = |forms| PvsClassicOptions { forms, ..ALPHA_BETA };
    let classic = PvsClassicOptions {
        forms: ALL_FORMS,
        killers: KillerPlace::AfterBestCapture,
        table_bytes: TABLE,
        ..ALPHA_BETA
    };
    vec![
        ("alpha-beta, captures first", ALPHA_BETA),
        ("captures not first", PvsClassicOptions { plain: as_listed, ..ALPHA_BETA }),
        ("PVS: known move", with(Forms { table_move: true, ..NO_FORM })),
        ("PVS: carried line", with(Forms { carried_line: true, ..NO_FORM })),
        ("PVS: raised alpha", with(Forms { raised_alpha: true, ..NO_FORM })),
        ("PVS: all three", with(ALL_FORMS)),
        (
            "killers after the best capture",
            PvsClassicOptions { killers: KillerPlace::AfterBestCapture, ..ALPHA_BETA },
        ),
        (
            "killers before captures",
            PvsClassicOptions { killers: KillerPlace::BeforeCaptures, ..ALPHA_BETA },
        ),
        ("table", PvsClassicOptions { table_bytes: TABLE, ..ALPHA_BETA }),
        ("PVS and killers", PvsClassicOptions { table_bytes: 0, ..classic }),
        ("PVS, killers and table", classic),
        ("killers and table, no PVS", PvsClassicOptions { forms: NO_FORM, ..classic }),
    ]
}

/// What one setting did with one position.
struct Count {
    nodes: f64,
    /// The best move was the same at every depth from 2 on.
    is_steady: bool,
}

fn parts(roots: &[Chess]) {
    for depth in PART_DEPTHS {
        let positions = roots.len();
        println!("Parts at depth {depth}, {positions} positions, quiescence leaves: nodes, ratio");
        let mut baseline: Vec<Count> = Vec::new();
        for (name, options) in settings() {
            let counts: Vec<Count> = roots.iter().map(|root| count(root, options, depth)).collect();
            if baseline.is_empty() {
                baseline = counts;
                let nodes: f64 = baseline.iter().map(|count| count.nodes).sum();
                println!("| {name} | {nodes:.0} | 1 | | |");
            } else {
                println!("| {name} | {} |", against(&baseline, &counts));
            }
        }
        let steady = baseline.iter().filter(|count| count.is_steady).count();
        println!("best move steady in {steady} of {positions}");
    }
}

fn count(root: &Chess, options: PvsClassicOptions, depth: u32) -> Count {
    let mut searcher = PvsClassic::new(root.clone(), options);
    let all = iterations(&mut searcher, depth, u64::MAX);
    let last = all.last().map_or(0, |iteration| iteration.nodes);
    let is_steady = all.windows(2).skip(1).all(|pair| pair[0].best == pair[1].best);
    Count { nodes: last as f64, is_steady }
}

/// All nodes, the geometric mean of the ratios, that of steady and unsteady positions, and the
/// range.
fn against(baseline: &[Count], counts: &[Count]) -> String {
    let nodes: f64 = counts.iter().map(|count| count.nodes).sum();
    let ratio = |(old, new): (&Count, &Count)| new.nodes / old.nodes;
    let ratios: Vec<f64> = baseline.iter().zip(counts).map(ratio).collect();
    let of = |steady: bool| -> Vec<f64> {
        let kept = baseline.iter().zip(&ratios).filter(|(count, _)| count.is_steady == steady);
        kept.map(|(_, &ratio)| ratio).collect()
    };
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    let (all, steady, other) =
        (geometric_mean(&ratios), geometric_mean(&of(true)), geometric_mean(&of(false)));
    format!("{nodes:.0} | {all:.3} | {steady:.3} / {other:.3} | {least:.2} to {most:.2}")
}
