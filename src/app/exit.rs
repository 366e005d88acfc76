//! How the program ends: exit codes, and what is said on standard error.

use std::error::Error as Cause;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context as _;
use thiserror::Error;

use super::printable::printable;
use super::usage::UsageError;
use crate::store::StoreError;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything was done.
    Done = 0,
    /// Something failed, although the request was right; or part of a file was left out, and all else done.
    Failed = 1,
    /// Wrong usage or bad input.
    BadInput = 2,
    /// Ctrl-C, or a signal that asks to end, came before everything was done: as shells report it.
    Interrupted = 130,
}

/// The user has ended it before there was anything to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted")]
pub struct Interrupted;

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
        // The reader of the output (`| head`) has seen enough.
        return Exit::Done.into();
    }
    say("error", &format_args!("{error:#}{}", advice(&error)));
    let is = |kind: fn(&(dyn Cause + 'static)) -> bool| error.chain().any(kind);
    let exit = if is(|cause| cause.is::<Interrupted>()) {
        Exit::Interrupted
    } else if is(|cause| cause.is::<UsageError>()) {
        Exit::BadInput
    } else {
        Exit::Failed
    };
    exit.into()
}

/// What to do where a game was given for a tree; nothing for other errors.
fn advice(error: &anyhow::Error) -> &'static str {
    let is_game = error.chain().any(|cause| match cause.downcast_ref() {
        Some(StoreError::NoTree(path)) => {
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
        }
        _ => false,
    });
    if is_game { "; shans game FILE.pgn --save FILE.tree makes a tree of a game" } else { "" }
}

/// Prints a warning: the program continues.
pub fn warn(warning: &dyn Display) {
    say("warning", warning);
}

/// Prints an error in part of the input: the program continues with the rest.
pub fn complain(error: &dyn Display) {
    say("error", error);
}

/// The end of a command that was interrupted before this.
pub fn interrupted_before(what: &dyn Display) -> Exit {
    complain(&format_args!("interrupted before {what}"));
    Exit::Interrupted
}

/// Says in one line, in which nothing of what was given makes the terminal do anything.
fn say(kind: &str, what: &dyn Display) {
    // If standard error is closed, there is nowhere left to report that.
    let _ = writeln!(io::stderr(), "{kind}: {}", printable(&what.to_string()));
}

/// Answers arguments that are not a command: with the help that they ask for, or with what is wrong.
pub fn answer_arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let printed = error.print().context("cannot write to standard output");
        return code(printed.map(|()| Exit::Done));
    }
    let text = error.to_string();
    // Where standard error is closed, there would be nowhere to report that.
    if text.lines().all(|line| line == printable(line)) {
        let _ = error.print();
    } else {
        let lines: Vec<String> = text.lines().map(printable).collect();
        let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
    }
    Exit::BadInput.into()
}

fn is_broken_pipe(cause: &(dyn Cause + 'static)) -> bool {
    let cause = cause.downcast_ref::<io::Error>();
    cause.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
