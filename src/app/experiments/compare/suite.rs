//! The files of test positions.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use super::expected::refuse_pointless;
use crate::app::exit;
use crate::app::games::{CommandLineGame, Expected, GivenPosition, TestPosition};
use crate::game::Game;

/// A file of test positions.
#[derive(Clone)]
pub struct Suite<G: Game> {
    /// The file as it was named.
    pub name: String,
    /// The positions to be searched.
    pub positions: Vec<SuitePosition<G>>,
    /// The lines that cannot be used.
    pub unusable: Vec<UnusableLine>,
}

/// A position of a suite, and what is expected there.
#[derive(Clone)]
pub struct SuitePosition<G: Game> {
    /// The file.
    pub suite: String,
    /// The number of its line, from 1 on.
    pub line: usize,
    /// Its name, where it has one.
    pub id: Option<String>,
    /// The position.
    pub position: G,
    /// What is expected.
    pub expected: Expected<G::Move>,
}

/// A line without a position, or with one that tests nothing.
#[derive(Clone, Debug, Serialize)]
pub struct UnusableLine {
    suite: String,
    line: usize,
    error: String,
}

impl<G: CommandLineGame> Suite<G> {
    /// Reads a file and takes each `every`-th of its positions, which `evaluator` evaluates. Lines
    /// that cannot be used are named on standard error.
    ///
    /// # Errors
    ///
    /// A file that cannot be read.
    pub fn read(path: &Path, every: u64, evaluator: G::Evaluator) -> anyhow::Result<Suite<G>> {
        let name = path.display().to_string();
        let bytes =
            fs::read(path).with_context(|| format!("cannot read the test positions {name}"))?;
        let mut suite = Suite { name, positions: Vec::new(), unusable: Vec::new() };
        for (line, read) in G::read_lines(&String::from_utf8_lossy(&bytes), evaluator) {
            let read = read.map_err(|error| error.to_string());
            match read.and_then(|test| suite.position(line, test)) {
                Ok(position) => suite.positions.push(position),
                Err(error) => suite.refuse(line, error),
            }
        }
        let every = usize::try_from(every).unwrap_or(usize::MAX);
        suite.positions = suite.positions.into_iter().step_by(every).collect();
        Ok(suite)
    }

    fn position(&self, line: usize, test: TestPosition<G>) -> Result<SuitePosition<G>, String> {
        refuse_pointless(&test).map_err(|error| error.to_string())?;
        let TestPosition { given: GivenPosition { position, id, warnings, .. }, expected } = test;
        for warning in warnings {
            exit::warn(&format_args!("{}:{line}: {warning}", self.name));
        }
        Ok(SuitePosition { suite: self.name.clone(), line, id, position, expected })
    }

    fn refuse(&mut self, line: usize, error: String) {
        exit::complain(&format_args!("{}:{line}: {error}", self.name));
        self.unusable.push(UnusableLine { suite: self.name.clone(), line, error });
    }
}
