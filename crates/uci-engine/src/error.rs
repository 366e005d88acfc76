//! What can go wrong.

use std::time::Duration;

/// Why text of the user is not a command or option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The line names no program.
    #[error("no engine is named")]
    NoProgram,
    /// A quote is not closed, or the line ends with a backslash.
    #[error("a quote is not closed, or nothing follows the last backslash")]
    Quotes,
    /// Not of the form `Name=Value`.
    #[error("`{0}` is not an option of the form Name=Value")]
    NoOption(String),
}

/// Why an engine does not do what it was asked. `name` is [`Engine::label`](crate::Engine::label): its name and where
/// its program is. Each message is one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no such program.
    #[error("there is no program {program}: {advice}")]
    NoProgram {
        /// The program as it was named.
        program: String,
        /// What to do about it.
        advice: String,
    },
    /// The program could not be started.
    #[error("cannot start {program}: {reason}")]
    NotStarted {
        /// The program, with its path.
        program: String,
        /// Why, in plain words.
        reason: String,
    },
    /// The engine has no such option.
    #[error("{name} has no option `{option}`{}", suggestion(.nearest))]
    UnknownOption {
        /// The engine.
        name: String,
        /// The option that was asked for.
        option: String,
        /// Options that it has, the likeliest first; none if no name is near.
        nearest: Vec<String>,
    },
    /// The engine would ignore this value, without saying so.
    #[error("{name}: option `{option}` cannot be `{value}`: {wanted}")]
    BadValue {
        /// The engine.
        name: String,
        /// The option.
        option: String,
        /// The value that was asked for.
        value: String,
        /// What it may be.
        wanted: String,
    },
    /// A search of Chess960, for an engine that does not have the option `UCI_Chess960`.
    #[error("{name} does not play Chess960: it has no option UCI_Chess960")]
    NoChess960 {
        /// The engine.
        name: String,
    },
    /// A position, a move or an option would not be one word or one line. Nothing was sent.
    #[error("cannot be sent to an engine: {0:?}")]
    Unsendable(String),
    /// The engine is searching. It has to answer first.
    #[error("{name} is searching")]
    Busy {
        /// The engine.
        name: String,
    },
    /// There is no search to wait for.
    #[error("{name} was asked nothing")]
    NothingAsked {
        /// The engine.
        name: String,
    },
    /// The engine did not answer in time, and was killed.
    #[error("{name} hangs: it did not say `{awaited}` within {waited:?}{}", quoted(.last_lines))]
    Hangs {
        /// The engine.
        name: String,
        /// What it should have said.
        awaited: &'static str,
        /// How long it had.
        waited: Duration,
        /// The last it said that is not a part of the protocol.
        last_lines: Vec<String>,
    },
    /// The process has ended.
    #[error("{name} has ended{}, {status}{}", early(*.has_greeted), quoted(.last_lines))]
    Died {
        /// The engine.
        name: String,
        /// It has said `uciok`; otherwise it may be no UCI engine.
        has_greeted: bool,
        /// How it ended, as the system tells it.
        status: String,
        /// The last it said that is not a part of the protocol.
        last_lines: Vec<String>,
    },
    /// An engine that was started again, or beside others of its kind, is not the same: what two engines say does not
    /// compare.
    #[error("{name} is another engine now: it says that it is {is}, and was {was} before")]
    Changed {
        /// The engine.
        name: String,
        /// [`Engine::identity`](crate::Engine::identity) of the one before.
        was: String,
        /// That of this one.
        is: String,
    },
    /// Engines of the pool died so often that no more are started for now.
    #[error("{last}; within a minute it was started again {restarts} times")]
    TooManyRestarts {
        /// The error with which it ended last.
        last: String,
        /// How many restarts there were.
        restarts: usize,
    },
}

fn suggestion(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return String::new();
    }
    let quoted: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    format!("; is {} meant?", quoted.join(" or "))
}

fn early(has_greeted: bool) -> &'static str {
    if has_greeted { "" } else { " without saying `uciok` (is it a UCI engine?)" }
}

/// What it said last, in the line of the error.
fn quoted(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!("; it said last: {}", lines.join(" | ")) }
}
