//! The files of test positions.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use super::super::exit;
use super::expected::Expected;
use crate::chess::{Epd, Position};

/// A file of test positions.
pub struct Suite {
    /// The file as it was named.
    pub name: String,
    /// The positions that are taken.
    pub cases: Vec<Case>,
    /// The lines that cannot be used.
    pub unusable: Vec<Unusable>,
}

/// A position and what is expected.
pub struct Case {
    /// The file.
    pub suite: String,
    /// The line, from 1 on.
    pub line: usize,
    /// The name.
    pub id: Option<String>,
    /// The position.
    pub position: Position,
    /// What is expected.
    pub expected: Expected,
}

/// A line without a position, or one from which nothing can be learnt.
#[derive(Clone, Debug, Serialize)]
pub struct Unusable {
    suite: String,
    line: usize,
    error: String,
}

impl Suite {
    /// Reads a file and takes each `every`-th of its positions. Lines that cannot be used are
    /// named on standard error.
    ///
    /// # Errors
    ///
    /// A file that cannot be read.
    pub fn read(path: &Path, every: u64) -> anyhow::Result<Suite> {
        let name = path.display().to_string();
        let bytes =
            fs::read(path).with_context(|| format!("cannot read the test positions {name}"))?;
        let mut suite = Suite { name, cases: Vec::new(), unusable: Vec::new() };
        for (line, epd) in <Epd>::read_all(&String::from_utf8_lossy(&bytes)) {
            match epd.map_err(|error| error.to_string()).and_then(|epd| suite.case(line, epd)) {
                Ok(case) => suite.cases.push(case),
                Err(error) => suite.refuse(line, error),
            }
        }
        let every = usize::try_from(every).unwrap_or(usize::MAX);
        suite.cases = suite.cases.into_iter().step_by(every).collect();
        Ok(suite)
    }

    fn case(&self, line: usize, epd: Epd) -> Result<Case, String> {
        let expected = Expected::new(&epd).map_err(|error| error.to_string())?;
        for warning in &epd.warnings {
            exit::warn(&format_args!("{}:{line}: {warning}", self.name));
        }
        let Epd { id, position, .. } = epd;
        Ok(Case { suite: self.name.clone(), line, id, position, expected })
    }

    fn refuse(&mut self, line: usize, error: String) {
        exit::complain(&format_args!("{}:{line}: {error}", self.name));
        self.unusable.push(Unusable { suite: self.name.clone(), line, error });
    }
}
