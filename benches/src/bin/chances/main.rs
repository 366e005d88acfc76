//! What a chance is worth: how often the value of a node rises for a player when the search
//! continues there, against how deep everything was checked that this player could still try.
//!
//! `cargo run --release -p shans-benches --bin chances -- [leaves=search]
//! [nodes=10000,100000,1000000] [every=1] [samples=20] [least=100] [most=30000] [more=1000,5000]
//! [svg=FILE] SUITE...` (or `leaves=quiescence`, `times=1,4`): grows a tree of each position, to each
//! of these sizes in turn, takes `samples` of its nodes whose effort lies between `least` and `most`,
//! and analyses each of them alone for N nodes more, or N times its effort. Prints how
//! often the value rose, by the plies to which it was checked, and draws it. The counts are the same
//! on every machine.

mod picture;
mod sample;
mod table;

use std::env;
use std::error::Error;
use std::fs;

use sample::{LOOKS, Look, Plan, Sample, samples};
use shans::search::ChanceModel;
use table::Table;

struct Arguments {
    plan: Plan,
    /// The trees are grown to these numbers of nodes searched, one size for each position in turn.
    nodes: Vec<u64>,
    every: usize,
    svg: Option<String>,
    suites: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { plan, nodes, every, svg, suites } = arguments()?;
    let mut found: Vec<Sample> = Vec::new();
    let mut sizes = nodes.iter().copied().cycle();
    let (mut positions, mut taken) = (0, 0);
    for suite in &suites {
        for (epd, nodes) in shans_benches::suite(suite, every)?.into_iter().zip(&mut sizes) {
            let samples = samples(epd.position, nodes, &plan);
            taken += samples.len();
            found.extend(samples.into_iter().flatten());
            positions += 1;
        }
    }
    let lost = taken - found.len();
    println!("{positions} positions, {} nodes; {lost} more were decided or given up", found.len());
    let kinds = [
        ("all nodes", (|_: &Sample| true) as fn(&Sample) -> bool),
        ("leaves", |sample| sample.is_leaf),
        ("nodes with children", |sample| !sample.is_leaf),
        ("moves of the first position", |sample| sample.depth == 1),
    ];
    for (name, is_wanted) in kinds {
        let wanted: Vec<&Sample> = found.iter().filter(|sample| is_wanted(sample)).collect();
        println!("\n{name}: {}\n{}", wanted.len(), Table::of(&wanted, plan.looks));
    }
    if let Some(file) = svg {
        let all: Vec<&Sample> = found.iter().collect();
        fs::write(file, picture::draw(&Table::of(&all, plan.looks))?)?;
    }
    Ok(())
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let model = ChanceModel::searching();
    let looks = [Look::Nodes(1000), Look::Nodes(5000)];
    let plan = Plan { model, samples: 20, least: 100, most: 30_000, looks };
    let nodes = vec![10_000, 100_000, 1_000_000];
    let mut arguments = Arguments { plan, nodes, every: 1, svg: None, suites: Vec::new() };
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("leaves", "search")) => {}
            Some(("leaves", "quiescence")) => arguments.plan.model = ChanceModel::default(),
            Some(("nodes", numbers)) => {
                let numbers: Result<_, _> = numbers.split(',').map(str::parse).collect();
                arguments.nodes = numbers?;
            }
            Some(("samples", number)) => arguments.plan.samples = number.parse()?,
            Some(("least", number)) => arguments.plan.least = number.parse()?,
            Some(("most", number)) => arguments.plan.most = number.parse()?,
            Some(("more", numbers)) => arguments.plan.looks = two(numbers, Look::Nodes)?,
            Some(("times", numbers)) => arguments.plan.looks = two(numbers, Look::Times)?,
            Some(("every", number)) => arguments.every = number.parse::<usize>()?.max(1),
            Some(("svg", file)) => arguments.svg = Some(file.to_string()),
            _ => arguments.suites.push(word),
        }
    }
    Ok(arguments)
}

/// Two numbers, the smaller one first.
fn two(numbers: &str, look: fn(u32) -> Look) -> Result<[Look; LOOKS], Box<dyn Error>> {
    let numbers: Result<Vec<u32>, _> = numbers.split(',').map(str::parse).collect();
    let numbers: [u32; LOOKS] = numbers?.try_into().map_err(|_| "two numbers are wanted")?;
    Ok(numbers.map(look))
}
