//! `shans analyze -`: one position a line from standard input, one result each.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use thiserror::Error;

use super::analysis::Task;
use super::args::OutputArgs;
use super::exit::{self, Exit};
use super::plan::Plan;
use super::{analyze, report_json};
use crate::chess::{Epd, EpdError};
use crate::search::Root;

/// No EPD is longer than this many bytes.
const LONGEST_LINE: u64 = 64 << 10;
/// How long Ctrl-C may go unnoticed while no line comes.
const PATIENCE: Duration = Duration::from_millis(50);

/// Why a line has no result.
#[derive(Debug, Error)]
enum LineError {
    #[error("longer than {LONGEST_LINE} bytes; give one FEN or EPD a line")]
    TooLong,
    #[error(transparent)]
    Epd(#[from] EpdError),
}

type Line = Result<String, LineError>;

/// Analyses every line as it comes. Blank lines and those that start with `#` are passed over.
/// [`Exit::BadInput`] if any line could not be used.
///
/// # Errors
///
/// Input that cannot be read, or `out` that cannot be written.
pub fn run(
    input: impl Read + Send + 'static,
    plan: &Plan,
    output: &OutputArgs,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let lines = read_lines(input);
    let mut exit = Exit::Done;
    for number in 1.. {
        let Some(line) = next(&lines, plan) else { break };
        let line = line.context("cannot read standard input")?;
        match task(line, number) {
            Ok(None) => {}
            Ok(Some(task)) => {
                for warning in &task.warnings {
                    exit::warn(&format_args!("line {number}: {warning}"));
                }
                analyze::write(&task.run(plan, output.quiet), output, out)?;
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

/// What a line asks for; nothing if it is blank or a comment.
fn task(line: Line, number: u64) -> Result<Option<Task>, LineError> {
    let line = line?;
    let text = line.trim_start_matches('\u{feff}').trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let epd = <Epd>::parse(text)?;
    let task = Task::new(Root::new(epd.position), &epd.warnings);
    Ok(Some(Task { id: epd.id, line: Some(number), ..task }))
}

/// The next line, `None` at the end of the input or after an interrupt.
fn next(lines: &Receiver<io::Result<Line>>, plan: &Plan) -> Option<io::Result<Line>> {
    loop {
        if plan.limits.interrupt.is_thrown() {
            return None;
        }
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Reads on a thread of its own, so that waiting for a line does not keep Ctrl-C waiting. One
/// line is read ahead.
fn read_lines(input: impl Read + Send + 'static) -> Receiver<io::Result<Line>> {
    let (sender, receiver) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(line) = read_line(&mut input).transpose() {
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// `None` at the end. What is no UTF-8 is replaced, and no FEN then.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
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

    #[test]
    fn a_line_is_a_task_with_its_name() -> Result<(), LineError> {
        let read = |text: &str| task(Ok(text.to_string()), 7);
        assert!(read("  \n")?.is_none() && read("# comment")?.is_none());
        let task = read("\u{feff}startpos bm e4; id \"one\";")?;
        assert_eq!(task.and_then(|task| task.id), Some("one".to_string()));
        assert!(read("nonsense").is_err());
        Ok(())
    }
}
