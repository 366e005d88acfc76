//! Everything as one JSON object.

use std::io::{self, Write};

use serde::Serialize;
use shans::app::experiments::compare::{Comparison, data};
use shans::app::reporting::json_line;
use shans::chess::Position;

use crate::args::{Arguments, ParameterSet};
use crate::halves::Half;
use crate::paired::{Against, FIRST};

#[derive(Serialize)]
struct Record<'a> {
    version: &'a str,
    half: Half,
    threads: u32,
    sets: Vec<Set<'a>>,
    budgets: Vec<Budget<'a>>,
}

#[derive(Serialize)]
struct Set<'a> {
    label: &'a str,
    searcher: &'a str,
}

/// What `shans compare --json` tells, and the sets but the first against it.
#[derive(Serialize)]
struct Budget<'a> {
    #[serde(flatten)]
    comparison: data::Record<'a>,
    against_first: Vec<Difference<'a>>,
}

#[derive(Serialize)]
struct Difference<'a> {
    label: &'a str,
    #[serde(flatten)]
    against: Against,
}

/// Writes what was found within each budget by this `version` of the program.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(
    version: &str,
    arguments: &Arguments,
    comparisons: &[Comparison<Position>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let record = Record {
        version,
        half: arguments.half,
        threads: arguments.threads,
        sets: arguments.sets.iter().map(set).collect(),
        budgets: comparisons.iter().map(|comparison| budget(arguments, comparison)).collect(),
    };
    json_line::write(&record, out)
}

fn set(set: &ParameterSet) -> Set<'_> {
    Set { label: &set.label, searcher: &set.kind.name }
}

fn budget<'a>(arguments: &'a Arguments, comparison: &'a Comparison<Position>) -> Budget<'a> {
    let others = arguments.sets.iter().enumerate().skip(FIRST + 1);
    let difference = |(set, named): (usize, &'a ParameterSet)| Difference {
        label: &named.label,
        against: Against::first(comparison, set),
    };
    Budget { comparison: data::record(comparison), against_first: others.map(difference).collect() }
}
