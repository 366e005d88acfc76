//! What a session is told: the lines of its input, and the signals that end it.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::app::exit::Exit;
use crate::app::signals;
use crate::search::Interrupt;

/// A line is not read beyond this: bytes. A game of a thousand moves has ten thousand.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that may have been read and not looked at: the queue of what is to be done has its own limit.
const LINES: usize = 16;
/// After a signal to end, the program ends in this time, whatever it waits for: nothing is there to be saved.
const LAST_MOMENT: Duration = Duration::from_secs(3);

/// What happens.
#[derive(Debug)]
pub enum Event {
    /// A line, and when it was read. What is not UTF-8 is replaced.
    Line(String, Instant),
    /// The end of the input, or why it cannot be read.
    End(io::Result<()>),
    /// Ctrl-C, or a signal that asks to end.
    Signal,
}

/// Everything that happens from now on, and the switch that a signal throws. The input is read in a thread of its
/// own, which ends with the program. This may be called once only.
///
/// # Errors
///
/// A handler that the system refuses, or a thread.
pub fn events(input: impl Read + Send + 'static) -> anyhow::Result<(Receiver<Event>, Interrupt)> {
    let (sender, events) = mpsc::sync_channel(LINES);
    let signalled = sender.clone();
    let quit = signals::catch_and(move || {
        let sender = signalled.clone();
        // A session that does not listen ends all the same.
        thread::spawn(move || sender.send(Event::Signal));
        thread::sleep(LAST_MOMENT);
        std::process::exit(Exit::Interrupted as i32);
    })?;
    let reader = thread::Builder::new().name("uci: input".to_string());
    let read = move || {
        let end = read(BufReader::new(input), &sender);
        // Nobody listens after `quit`.
        let _ = sender.send(Event::End(end));
    };
    reader.spawn(read).context("cannot start a thread")?;
    Ok((events, quit))
}

/// Reads to the end, or until nobody listens.
fn read(mut input: impl BufRead, sender: &SyncSender<Event>) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let received = Instant::now();
        if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_LINE {
            input.skip_until(b'\n')?;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        if sender.send(Event::Line(text, received)).is_err() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_where_they_are_too_long() {
        let long = "x".repeat(LONGEST_LINE as usize + 7);
        let (sender, events) = mpsc::sync_channel(LINES);
        let read = read(format!("uci\n{long}\nquit").as_bytes(), &sender);
        assert!(read.is_ok());
        drop(sender);
        let lengths = events.into_iter().map(|event| match event {
            Event::Line(line, _) => line.len(),
            other => panic!("{other:?}"),
        });
        assert_eq!(lengths.collect::<Vec<_>>(), [4, LONGEST_LINE as usize, 4]);
    }
}
