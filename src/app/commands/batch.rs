//! `shans analyze -`: one position for each line of standard input, and one result for each.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use anyhow::Context;
use thiserror::Error;

use super::run_analysis::{Searching, search_and_write};
use crate::app::analysis::AnalysisInput;
use crate::app::args::OutputArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::files::game_file;
use crate::app::games::CommandLineGame;
use crate::app::net::lines::{next_of, read_ahead};
use crate::app::reporting::report_json;
use crate::app::reporting::score::counted;
use crate::app::settings::SearchSettings;
use crate::app::usage::UsageError;

/// No EPD is longer than this many bytes.
const LONGEST_LINE: u64 = 64 << 10;
/// While no line comes, Ctrl-C is looked for this often.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// No more lines than this are counted that an interrupt leaves.
const MOST_LEFT: u64 = 100_000;

/// Why a line has no result.
#[derive(Debug, Error)]
enum LineError {
    #[error("longer than {LONGEST_LINE} bytes; give one FEN or EPD per line")]
    TooLong,
    #[error(transparent)]
    NoPosition(#[from] UsageError),
}

/// A game where positions were expected: none of its lines is one.
#[derive(Debug, Error)]
#[error("line {0} of standard input is the start of a PGN game; use --pgn - instead of -")]
struct IsGame(u64);

/// The text of a line.
type InputLine = Result<String, LineError>;

/// Analyses every line as it comes. Blank lines and comments are skipped. [`Exit::BadInput`] if
/// any line could not be used, [`Exit::Interrupted`] after an interrupt.
///
/// # Errors
///
/// [`UsageError`] for a game in PGN; input that cannot be read, or `out` that cannot be written.
pub fn run<G: CommandLineGame>(
    input: impl Read + Send + 'static,
    settings: &SearchSettings,
    output: &OutputArgs,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let lines = read_lines(input);
    let mut exit = Exit::Done;
    let interrupt = &settings.limits.interrupt;
    let evaluator = ending_tables::evaluator::<G>(&settings.evaluation, &settings.tables);
    for number in 1.. {
        let Some(line) = next_of(&lines, POLL_INTERVAL, || interrupt.is_thrown()) else {
            if interrupt.is_thrown() {
                exit = Exit::Interrupted;
                exit::warn(&interruption(number - 1, lines_left(&lines, POLL_INTERVAL)));
            }
            break;
        };
        let line = line.context("cannot read standard input")?;
        if line.as_ref().is_ok_and(|line| game_file::begins_like_a_game(line)) {
            return Err(UsageError::new(IsGame(number)).into());
        }
        match position_of::<G>(line, number, &evaluator) {
            Ok(None) => {}
            Ok(Some(input)) => {
                for warning in &input.warnings {
                    exit::warn(&format_args!("line {number}: {warning}"));
                }
                let searching = Searching::of(&input.root, settings)?;
                search_and_write(searching, input, settings.clone(), output, out)?;
                if !output.json {
                    writeln!(out)?;
                }
            }
            Err(error) => {
                exit = Exit::BadInput;
                exit::complain(&format_args!("line {number}: {error}"));
                if output.json {
                    report_json::write_bad_line(number, &error.to_string(), out)?;
                }
            }
        }
        out.flush()?;
    }
    Ok(exit)
}

/// The position of a line; `None` if the line is blank or a comment.
fn position_of<G: CommandLineGame>(
    line: InputLine,
    number: u64,
    evaluator: &G::Evaluator,
) -> Result<Option<AnalysisInput<G>>, LineError> {
    let line = line?;
    let Some((_, read)) = G::read_given_lines(&line, evaluator.clone()).next() else {
        return Ok(None);
    };
    let input = AnalysisInput::new(read?);
    Ok(Some(AnalysisInput { input_line: Some(number), ..input }))
}

/// Lines that were not analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LinesLeft {
    count: u64,
    /// There may be more.
    at_least: bool,
}

/// Counts the lines that exist still, without waiting longer than this for one that is yet to be written.
fn lines_left(lines: &Receiver<io::Result<InputLine>>, patience: Duration) -> LinesLeft {
    for count in 0..MOST_LEFT {
        match lines.recv_timeout(patience) {
            Ok(Ok(_)) => {}
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                return LinesLeft { count, at_least: false };
            }
            Err(RecvTimeoutError::Timeout) => return LinesLeft { count, at_least: true },
        }
    }
    LinesLeft { count: MOST_LEFT, at_least: true }
}

/// What an interrupt after line `done` leaves to do.
fn interruption(done: u64, left: LinesLeft) -> String {
    let next = done + 1;
    match left {
        LinesLeft { count: 0, at_least: false } => {
            format!("interrupted at line {done}, the last one")
        }
        LinesLeft { count, at_least } => {
            let at_least = if at_least { "at least " } else { "" };
            let lines = counted(count, "line");
            format!("interrupted at line {done}; left: {at_least}{lines}, from line {next} on")
        }
    }
}

/// Reads in another thread, so that Ctrl-C works while the input is awaited. One line is read
/// ahead.
fn read_lines(input: impl Read + Send + 'static) -> Receiver<io::Result<InputLine>> {
    let mut input = BufReader::new(input);
    read_ahead(1, move || read_line(&mut input))
}

/// The next line, `None` at the end. Bytes that are not UTF-8 are replaced, so the line will not
/// read as a position.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineError::TooLong)));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&bytes).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::evaluations::EvaluationKind;
    use crate::chess::Position;
    use crate::game::{Evaluate, Past};

    #[test]
    fn lines_end_and_long_ones_are_passed_over() {
        let long = "x".repeat(200_000);
        let text = format!("a\r\n{long}\n\nlast");
        let mut input = BufReader::new(text.as_bytes());
        let mut read = Vec::new();
        while let Ok(Some(line)) = read_line(&mut input) {
            read.push(line.map_err(|error| error.to_string().len()));
        }
        let length = LineError::TooLong.to_string().len();
        let text = |text: &str| Ok(text.to_string());
        assert_eq!(read, [text("a\r\n"), Err(length), text("\n"), text("last")]);
    }

    /// However slow the machine is.
    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn an_interrupt_tells_what_is_left() {
        let left = |text: &'static str| lines_left(&read_lines(text.as_bytes()), PATIENCE);
        let all = |count| LinesLeft { count, at_least: false };
        assert_eq!((left(""), left("a\nb\n\nc")), (all(0), all(4)));
        assert_eq!(interruption(7, all(0)), "interrupted at line 7, the last one");
        let told = interruption(7, all(4));
        assert_eq!(told, "interrupted at line 7; left: 4 lines, from line 8 on");
        let endless = lines_left(&read_lines(io::repeat(b'\n')), PATIENCE);
        assert_eq!(endless, LinesLeft { count: MOST_LEFT, at_least: true });
        assert!(interruption(7, endless).contains("at least 100,000 lines"));
    }

    #[test]
    fn a_line_is_a_position_with_its_name() -> Result<(), LineError> {
        let evaluator = Position::evaluator_of(&EvaluationKind::default());
        let read = |text: &str| position_of::<Position>(Ok(text.to_string()), 7, &evaluator);
        assert!(read("  \n")?.is_none() && read("# comment")?.is_none());
        let input = read("\u{feff}startpos bm e4; id \"one\";\r\n")?;
        let found = input.map(|input| (input.id, input.input_line));
        assert_eq!(found, Some((Some("one".to_string()), Some(7))));
        assert!(read("nonsense").is_err());
        Ok(())
    }

    #[test]
    fn all_lines_share_the_tables_of_endings() -> Result<(), LineError> {
        let evaluator = Position::evaluator_of(&EvaluationKind::Tables);
        let bytes = || Position::evaluator_bytes(&evaluator);
        let exact = || -> Result<_, LineError> {
            let line = "8/8/8/3k4/8/8/1BN5/K7 w - -".to_string();
            let input = position_of::<Position>(Ok(line), 1, &evaluator)?;
            Ok(input.and_then(|input| input.root.game().exact(&Past::default())))
        };
        assert_eq!(bytes(), 0);
        let first = exact()?;
        let computed = bytes();
        assert!(first.is_some() && (5 << 20..6 << 20).contains(&computed), "{computed}");
        assert_eq!((exact()?, bytes()), (first, computed), "not computed again");
        Ok(())
    }
}
