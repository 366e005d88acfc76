//! Another chess engine, asked over its pipes by the protocol UCI.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// An engine that says nothing for this long is given up.
const SILENCE: Duration = Duration::from_secs(10);

/// A running engine.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<io::Result<String>>,
}

/// What an engine says of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// It has found a mate in so many moves or fewer.
    Mate,
    /// It has found a mate of the same side, but none so fast.
    Slower,
    /// It has found none in the time.
    NotFound,
}

impl Engine {
    /// Starts the engine with this name or path.
    ///
    /// # Errors
    ///
    /// A program that cannot be started, or that does not speak UCI.
    pub fn start(program: &str) -> io::Result<Engine> {
        let mut command = Command::new(program);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(io::Error::other("the engine has no pipes"));
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            BufReader::new(output).lines().try_for_each(|line| sender.send(line))
        });
        let mut engine = Engine { child, input, lines };
        engine.say("uci")?;
        engine.wait_for("uciok")?;
        Ok(engine)
    }

    /// Whether the side to move in the position mates (or, negative, is mated) in at most this many
    /// moves, as far as the engine finds out within `time`.
    ///
    /// # Errors
    ///
    /// An engine that has ended, or says nothing any more.
    pub fn opinion(&mut self, fen: &str, moves: i64, time: Duration) -> io::Result<Opinion> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.wait_for("readyok")?;
        self.say(&format!("position fen {fen}"))?;
        self.say(&format!("go movetime {}", time.as_millis()))?;
        let mut opinion = Opinion::NotFound;
        let end = Instant::now() + time + SILENCE;
        loop {
            let line = self.line(end.saturating_duration_since(Instant::now()))?;
            if line.starts_with("bestmove") {
                return Ok(opinion);
            }
            let found = mate(&line).filter(|found| found.signum() == moves.signum());
            match found {
                Some(found) if found.abs() <= moves.abs() => {
                    if opinion != Opinion::Mate {
                        self.say("stop")?;
                    }
                    opinion = Opinion::Mate;
                }
                Some(_) if opinion == Opinion::NotFound => opinion = Opinion::Slower,
                _ => {}
            }
        }
    }

    fn say(&mut self, words: &str) -> io::Result<()> {
        writeln!(self.input, "{words}")?;
        self.input.flush()
    }

    fn wait_for(&self, word: &str) -> io::Result<()> {
        while self.line(SILENCE)? != word {}
        Ok(())
    }

    fn line(&self, time: Duration) -> io::Result<String> {
        self.lines.recv_timeout(time).unwrap_or_else(|error| {
            Err(io::Error::other(match error {
                RecvTimeoutError::Timeout => "the engine says nothing",
                RecvTimeoutError::Disconnected => "the engine has ended",
            }))
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The mate that a line of UCI tells, in moves; negative where the side to move is mated. Bounds
/// are no mates.
fn mate(line: &str) -> Option<i64> {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") || line.contains("lowerbound") || line.contains("upperbound") {
        return None;
    }
    let mut words = words.skip_while(|&word| word != "score").skip(1);
    let number = (words.next() == Some("mate")).then(|| words.next()).flatten();
    number.and_then(|number| number.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_read_and_bounds_are_not() {
        assert_eq!(mate("info depth 9 seldepth 4 score mate -3 nodes 5 pv a2a3"), Some(-3));
        assert_eq!(mate("info depth 9 score mate 2 lowerbound nodes 5"), None);
        assert_eq!(mate("info depth 9 score cp 31 pv a2a3"), None);
        assert_eq!(mate("bestmove a2a3"), None);
    }
}
