//! The files that a comparison writes beside its result.

use std::fs::{self, File};
use std::io::{LineWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::super::args::CompareArgs;
use super::super::plan::BadInput;
use super::super::searchers::SearcherKind;
use super::suite::Case;
use super::{Answer, Comparison, csv, plot};

/// Files that were opened before the first search: what cannot be written is known at once.
pub struct Outputs {
    csv: Option<Output>,
    plot: Option<Output>,
}

struct Output {
    path: PathBuf,
    file: LineWriter<File>,
}

impl Outputs {
    /// Creates the files.
    ///
    /// # Errors
    ///
    /// [`BadInput::Overwrites`] where one would destroy a file of test positions or the other
    /// output; files that cannot be created.
    pub fn open(args: &CompareArgs) -> anyhow::Result<Outputs> {
        let mut taken: Vec<PathBuf> = args.suites.iter().filter_map(|path| same(path)).collect();
        let mut open = |path: &Option<PathBuf>| {
            path.as_deref().map(|path| Output::create(path, &mut taken)).transpose()
        };
        let mut outputs = Outputs { csv: open(&args.csv)?, plot: open(&args.plot)? };
        if let Some(output) = &mut outputs.csv {
            output.write(|file| csv::write_head(file))?;
        }
        Ok(outputs)
    }

    /// Writes the answers to a position.
    pub fn add(
        &mut self,
        searchers: &[SearcherKind],
        case: &Case,
        answers: &[Answer],
    ) -> anyhow::Result<()> {
        let Some(output) = &mut self.csv else { return Ok(()) };
        for (kind, answer) in searchers.iter().zip(answers) {
            output.write(|file| csv::write_row(case, &kind.name, answer, file))?;
        }
        Ok(())
    }

    /// Writes what only the end tells.
    pub fn finish(self, comparison: &Comparison) -> anyhow::Result<()> {
        let Some(mut output) = self.plot else { return Ok(()) };
        let picture = plot::draw(comparison)?;
        output.write(|file| file.write_all(picture.as_bytes()))
    }
}

impl Output {
    fn create(path: &Path, taken: &mut Vec<PathBuf>) -> anyhow::Result<Output> {
        if same(path).is_some_and(|path| taken.contains(&path)) {
            return Err(BadInput::Overwrites(path.display().to_string()).into());
        }
        let file =
            File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
        taken.extend(same(path));
        Ok(Output { path: path.to_path_buf(), file: LineWriter::new(file) })
    }

    fn write(
        &mut self,
        write: impl FnOnce(&mut LineWriter<File>) -> std::io::Result<()>,
    ) -> anyhow::Result<()> {
        write(&mut self.file)
            .and_then(|()| self.file.flush())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The one path of a regular file that exists, however it was named.
fn same(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|path| path.is_file())
}
