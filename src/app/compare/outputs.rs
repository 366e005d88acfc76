//! The files that a comparison writes beside its result.

use std::fs::File;
use std::io::{LineWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::super::args::CompareArgs;
use super::super::games::CommandLineGame;
use super::super::overwriting::{refuse_overwriting, refuse_tree};
use super::super::searchers::SearcherKind;
use super::super::usage::UsageError;
use super::answer::SearcherAnswer;
use super::comparison::Comparison;
use super::suite::SuitePosition;
use super::{csv, plot};

/// The files, created before the first search, so that a file that cannot be written is reported
/// at once.
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
    /// [`UsageError`] where one would destroy a file of test positions or the other output; files
    /// that cannot be created.
    pub fn open(args: &CompareArgs) -> anyhow::Result<Outputs> {
        let mut others: Vec<&Path> = args.suites.iter().map(PathBuf::as_path).collect();
        for output in [&args.csv, &args.plot].into_iter().flatten() {
            refuse_overwriting(output, others.iter().copied()).map_err(UsageError::new)?;
            refuse_tree(output).map_err(UsageError::new)?;
            others.push(output);
        }
        let open = |path: &Option<PathBuf>| path.as_deref().map(Output::create).transpose();
        let mut outputs = Outputs { csv: open(&args.csv)?, plot: open(&args.plot)? };
        if let Some(output) = &mut outputs.csv {
            output.write(|file| csv::write_head(file))?;
        }
        Ok(outputs)
    }

    /// Writes the answers to a position.
    pub fn add<G: CommandLineGame>(
        &mut self,
        searchers: &[SearcherKind],
        position: &SuitePosition<G>,
        answers: &[SearcherAnswer],
    ) -> anyhow::Result<()> {
        let Some(output) = &mut self.csv else { return Ok(()) };
        for (kind, answer) in searchers.iter().zip(answers) {
            output.write(|file| csv::write_row(position, &kind.name, answer, file))?;
        }
        Ok(())
    }

    /// Writes what needs all answers.
    pub fn finish<G: CommandLineGame>(self, comparison: &Comparison<G>) -> anyhow::Result<()> {
        let Some(mut output) = self.plot else { return Ok(()) };
        let picture = plot::draw(comparison)?;
        output.write(|file| file.write_all(picture.as_bytes()))
    }
}

impl Output {
    fn create(path: &Path) -> anyhow::Result<Output> {
        let file =
            File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
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
