//! What an engine has said, boiled down by the threads that read it.
//!
//! Only what is asked for is kept, so however much an engine says, this does not grow, and the
//! engine never waits for a reader.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crate::bell::{Bell, locked};
use crate::found::Found;
use crate::message::{Message, printable};
use crate::options::OptionInfo;

/// How many lines are kept for messages about errors, and how much of each.
const LAST_LINES: usize = 8;
const LAST_LINE_LETTERS: usize = 300;
/// More options than any engine has.
const MOST_OPTIONS: usize = 2_000;

/// What is waited for. Everything else is skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Awaited {
    #[default]
    Nothing,
    /// `uciok`, with name and options before it.
    Greeting,
    /// `readyok`.
    Ready,
    /// `readyok`, and all that belongs to a search after it: a `bestmove` before it belongs to an
    /// earlier one.
    SearchReady,
    /// `bestmove`.
    Search,
}

/// Where an engine writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Its standard output, for us.
    Answers,
    /// Its standard error, for people.
    Errors,
}

/// What an engine reports about itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Greeting {
    pub(crate) name: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) options: Vec<OptionInfo>,
}

#[derive(Debug, Default)]
struct State {
    awaited: Awaited,
    greeting: Greeting,
    found: Found,
    last_lines: VecDeque<String>,
    open_streams: u32,
    is_silent: bool,
}

/// Filled by the threads that read an engine, emptied by the thread that waits for it.
#[derive(Debug)]
pub(crate) struct Inbox {
    state: Mutex<State>,
    bell: Arc<Bell>,
}

impl Inbox {
    pub(crate) fn new(bell: Arc<Bell>) -> Inbox {
        Inbox { state: Mutex::default(), bell }
    }

    pub(crate) fn bell(&self) -> &Bell {
        &self.bell
    }

    /// From now on this is waited for, and what was found before is forgotten.
    pub(crate) fn expect(&self, awaited: Awaited) {
        let mut state = locked(&self.state);
        state.awaited = awaited;
        state.found = Found::default();
    }

    /// What has not come yet of what was expected.
    pub(crate) fn awaited(&self) -> Awaited {
        locked(&self.state).awaited
    }

    pub(crate) fn greeting(&self) -> Greeting {
        locked(&self.state).greeting.clone()
    }

    /// What the search has found so far, or at last; empty before its first line.
    pub(crate) fn found(&self) -> Found {
        locked(&self.state).found.clone()
    }

    pub(crate) fn last_lines(&self) -> Vec<String> {
        locked(&self.state).last_lines.iter().cloned().collect()
    }

    /// A stream of the engine is read from now on.
    pub(crate) fn open(&self) {
        locked(&self.state).open_streams += 1;
    }

    /// A stream of the engine has ended.
    pub(crate) fn close(&self, stream: Stream) {
        let mut state = locked(&self.state);
        state.open_streams -= 1;
        state.is_silent |= stream == Stream::Answers;
        drop(state);
        self.bell.ring();
    }

    /// Whether nothing more is to be read, on whatever stream.
    pub(crate) fn is_closed(&self) -> bool {
        locked(&self.state).open_streams == 0
    }

    /// Whether no more answers can come. All that had come are taken by then.
    pub(crate) fn is_silent(&self) -> bool {
        locked(&self.state).is_silent
    }

    /// Takes a line of a stream.
    pub(crate) fn take_from(&self, stream: Stream, line: &str) {
        match stream {
            Stream::Answers => self.take(line),
            Stream::Errors => self.remember(line),
        }
    }

    fn take(&self, line: &str) {
        let message = Message::read(line);
        if message == Message::Other {
            return self.remember(line);
        }
        let mut state = locked(&self.state);
        let awaited = state.awaited;
        state.take(message);
        if state.awaited != awaited {
            drop(state);
            self.bell.ring();
        }
    }

    /// Keeps a line that is for people.
    fn remember(&self, line: &str) {
        let start: String = line.chars().take(LAST_LINE_LETTERS).collect();
        let text = printable(&start);
        if text.trim().is_empty() {
            return;
        }
        let lines = &mut locked(&self.state).last_lines;
        if lines.len() == LAST_LINES {
            lines.pop_front();
        }
        lines.push_back(text);
    }
}

impl State {
    fn take(&mut self, message: Message) {
        let greeting = &mut self.greeting;
        match (self.awaited, message) {
            (Awaited::Greeting, Message::Name(name)) => greeting.name = Some(name),
            (Awaited::Greeting, Message::Author(author)) => greeting.author = Some(author),
            (Awaited::Greeting, Message::Option(option))
                if greeting.options.len() < MOST_OPTIONS =>
            {
                greeting.options.push(option);
            }
            (Awaited::Greeting, Message::UciOk) => self.awaited = Awaited::Nothing,
            (Awaited::Ready, Message::ReadyOk) => self.awaited = Awaited::Nothing,
            (Awaited::SearchReady, Message::ReadyOk) => self.awaited = Awaited::Search,
            (Awaited::Search, Message::Info(info)) => info.update(&mut self.found),
            (Awaited::Search, Message::BestMove { best, ponder }) => {
                self.found.best = best;
                self.found.ponder = ponder;
                self.awaited = Awaited::Nothing;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn inbox(awaited: Awaited) -> Inbox {
        let inbox = Inbox::new(Arc::default());
        inbox.expect(awaited);
        inbox
    }

    #[test]
    fn only_what_is_awaited_is_taken() {
        let inbox = inbox(Awaited::SearchReady);
        inbox.take("info depth 9 nodes 99 pv a2a3");
        inbox.take("bestmove a2a3");
        inbox.take("uciok");
        assert_eq!(inbox.awaited(), Awaited::SearchReady, "of an earlier search");
        assert_eq!(inbox.found(), Found::default());
        inbox.take("readyok");
        inbox.take("info nodes 7");
        inbox.take("bestmove e2e4 ponder e7e5");
        inbox.take("bestmove d2d4");
        assert_eq!(inbox.awaited(), Awaited::Nothing);
        let found = inbox.found();
        assert_eq!((found.best.as_deref(), found.nodes), (Some("e2e4"), 7));
    }

    #[test]
    fn the_bell_rings_when_something_has_come() {
        let inbox = inbox(Awaited::Ready);
        inbox.take("info nodes 7");
        assert_eq!(inbox.bell().rings(), 0);
        inbox.take("readyok");
        assert_eq!(inbox.bell().rings(), 1);
    }

    #[test]
    fn the_last_lines_are_kept_and_no_more() {
        let inbox = inbox(Awaited::Nothing);
        for number in 0..100 {
            inbox.take(&format!("line {number}\u{1b}"));
        }
        inbox.take("  ");
        inbox.remember(&"ä".repeat(100_000));
        let lines = inbox.last_lines();
        assert_eq!(lines.len(), LAST_LINES);
        assert_eq!(lines[LAST_LINES - 2], "line 99");
        assert_eq!(lines[LAST_LINES - 1].chars().count(), LAST_LINE_LETTERS);
    }

    #[test]
    fn an_endless_greeting_does_not_fill_the_memory() {
        let inbox = inbox(Awaited::Greeting);
        for number in 0..2 * MOST_OPTIONS {
            inbox.take(&format!("option name O{number} type check"));
        }
        assert_eq!(inbox.greeting().options.len(), MOST_OPTIONS);
    }

    proptest! {
        #[test]
        fn whatever_is_said_is_survived(lines in proptest::collection::vec(".{0,40}", 0..30)) {
            let inbox = inbox(Awaited::SearchReady);
            for line in lines {
                inbox.take(&line);
                inbox.take(&format!("info {line}"));
            }
            inbox.take("readyok");
            inbox.take("bestmove e2e4");
            prop_assert_eq!(inbox.awaited(), Awaited::Nothing);
        }
    }
}
