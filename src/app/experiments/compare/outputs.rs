//! The files that a comparison writes.

use std::io::Write;

use super::answer::SearcherAnswer;
use super::comparison::Comparison;
use super::suite::SuitePosition;
use super::{csv, json, plot, text};
use crate::app::args::CompareArgs;
use crate::app::exit;
use crate::app::files::output_file::{GrowingFile, OutputFile};
use crate::app::games::CommandLineGame;
use crate::app::reporting::json_line;
use crate::app::searchers::SearcherKind;

/// The files, whose places are looked at before the first search, so that what cannot be written is
/// reported at once. Where writing fails later on, the comparison continues without.
pub struct Outputs {
    csv: Option<GrowingFile>,
    plot: Option<OutputFile>,
    /// Where the report goes, if not to standard output.
    report: Option<OutputFile>,
    /// Why no more rows are written.
    failure: Option<anyhow::Error>,
}

impl Outputs {
    /// Creates the table, and finds out whether the plot can be written.
    ///
    /// # Errors
    ///
    /// As [`OutputFile::new`]: the files of test positions and the other output are not replaced.
    pub fn open(args: &CompareArgs) -> anyhow::Result<Outputs> {
        let named = [&args.csv, &args.plot, &args.output];
        let [csv, plot, report] = OutputFile::all(named, args.force, &args.suites)?;
        let mut csv = csv.map(OutputFile::grow).transpose()?;
        if let Some(csv) = &mut csv {
            csv.add(|out| csv::write_head(out))?;
        }
        Ok(Outputs { csv, plot, report, failure: None })
    }

    /// Writes the answers to a position.
    pub fn add<G: CommandLineGame>(
        &mut self,
        searchers: &[SearcherKind],
        position: &SuitePosition<G>,
        answers: &[SearcherAnswer],
    ) {
        let Some(csv) = &mut self.csv else { return };
        let mut rows = searchers.iter().zip(answers);
        let written = csv.add(|out| {
            rows.try_for_each(|(kind, answer)| csv::write_row(position, &kind.name, answer, out))
        });
        if let Err(error) = written {
            self.failure = Some(error);
            self.csv = None;
        }
    }

    /// Writes what needs all answers: the plot, and then the report, to its file or to `out`.
    ///
    /// # Errors
    ///
    /// The first file that could not be written, now or before. The report is written even where another file cannot be.
    pub fn finish<G: CommandLineGame>(
        mut self,
        comparison: &Comparison<G>,
        as_json: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let report = self.report.take();
        let written = self.finish_files(comparison);
        OutputFile::write_or(report, out, |out| match as_json {
            true => Ok(json_line::write(&json::record(comparison), out)?),
            false => text::write(comparison, out),
        })?;
        written
    }

    fn finish_files<G: CommandLineGame>(self, comparison: &Comparison<G>) -> anyhow::Result<()> {
        let draw = |out: &mut dyn Write| Ok(out.write_all(plot::draw(comparison).as_bytes())?);
        let plotted = self.plot.map_or(Ok(()), |plot| plot.write(draw));
        let Some(failure) = self.failure else { return plotted };
        if let Err(error) = plotted {
            exit::complain(&format_args!("{error:#}"));
        }
        Err(failure)
    }
}
