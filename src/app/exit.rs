//! How the program ends: exit codes, and what is said on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use super::inspect::BadLine;
use super::plan::BadInput;
use crate::chess::FenError;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything was done.
    Done = 0,
    /// Something failed that was asked for rightly.
    Failed = 1,
    /// Wrong usage or bad input.
    BadInput = 2,
}

impl Exit {
    /// The end of a check that everything passed, or not.
    pub fn of_check(passed: bool) -> Exit {
        if passed { Exit::Done } else { Exit::Failed }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// The code of a command's result. An error is printed in one line.
pub fn code(result: anyhow::Result<Exit>) -> ExitCode {
    let error = match result {
        Ok(exit) => return exit.into(),
        Err(error) => error,
    };
    if error.chain().any(is_broken_pipe) {
        // Whoever read the output (`| head`) has seen enough.
        return Exit::Done.into();
    }
    say("error", &format_args!("{error:#}"));
    let is_bad_input = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<BadInput>() || cause.is::<BadLine>() || cause.is::<FenError>()
    };
    if error.chain().any(is_bad_input) { Exit::BadInput.into() } else { Exit::Failed.into() }
}

/// Prints something that may be wrong, but stops nothing.
pub fn warn(warning: &dyn Display) {
    say("warning", warning);
}

/// Prints something that is wrong, where the program goes on nevertheless.
pub fn complain(error: &dyn Display) {
    say("error", error);
}

fn say(kind: &str, what: &dyn Display) {
    // With nobody to listen there is nobody to tell.
    let _ = writeln!(io::stderr(), "{kind}: {what}");
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let cause = cause.downcast_ref::<io::Error>();
    cause.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
