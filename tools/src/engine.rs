//! Another chess engine, asked over its pipes by the protocol UCI.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

/// An engine that says nothing for this long is given up.
const SILENCE: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<io::Result<String>>,
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In centipawns.
    Centipawns(i32),
    /// A mate in this many moves; negative where the side to move is mated.
    Mate(i32),
}

/// `31`, or `#3` for a mate.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(number) => write!(f, "{number}"),
            Score::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// What an engine says of a position.
pub struct Answer {
    /// The value for the side to move.
    pub score: Score,
    /// The best move in UCI form.
    pub best: String,
}

impl Engine {
    /// Starts an engine with these options, each written `NAME=VALUE`. `program` is its path, with
    /// arguments between spaces.
    ///
    /// # Errors
    ///
    /// A program that cannot be started, or that does not speak UCI.
    pub fn start(program: &str, options: &[&str]) -> Result<Engine> {
        let mut words = program.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start the engine {program}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("the engine {program} has no pipes");
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            BufReader::new(output).lines().try_for_each(|line| sender.send(line))
        });
        let mut engine = Engine { child, input, lines };
        engine.say("uci")?;
        engine.wait_for("uciok")?;
        for option in options {
            let (name, value) = option.split_once('=').context("an option without a value")?;
            engine.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(engine)
    }

    /// Forgets what earlier games have taught it.
    ///
    /// # Errors
    ///
    /// An engine that has ended, or no longer answers; so for the others.
    pub fn begin_game(&mut self) -> Result<()> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.wait_for("readyok")
    }

    /// Searches a position, as `go LIMIT` tells. `None` where the engine names no value or move.
    pub fn ask(&mut self, fen: &str, limit: &str) -> Result<Option<Answer>> {
        self.ask_until(fen, limit, |_| false)
    }

    /// The same, and stops at the first value that is enough.
    pub fn ask_until(
        &mut self,
        fen: &str,
        limit: &str,
        mut is_enough: impl FnMut(Score) -> bool,
    ) -> Result<Option<Answer>> {
        self.say(&format!("position fen {fen}\ngo {limit}"))?;
        let mut score = None;
        let mut stopped = false;
        loop {
            match Said::read(&self.line()?) {
                Said::Score(told) => {
                    score = Some(told);
                    if !stopped && is_enough(told) {
                        self.say("stop")?;
                        stopped = true;
                    }
                }
                Said::Best(best) => {
                    let answer = score.zip(best.map(String::from));
                    return Ok(answer.map(|(score, best)| Answer { score, best }));
                }
                Said::Other => {}
            }
        }
    }

    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").context("the engine has ended")
    }

    fn wait_for(&self, word: &str) -> Result<()> {
        while self.line()?.trim() != word {}
        Ok(())
    }

    fn line(&self) -> Result<String> {
        match self.lines.recv_timeout(SILENCE) {
            Ok(line) => line.context("the engine cannot be read"),
            Err(RecvTimeoutError::Timeout) => bail!("the engine no longer answers"),
            Err(RecvTimeoutError::Disconnected) => bail!("the engine has ended"),
        }
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

/// What a line of an engine says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said<'a> {
    /// Its value so far.
    Score(Score),
    /// The best move in UCI form, with which the answer ends; `None` where there is none.
    Best(Option<&'a str>),
    /// Something else.
    Other,
}

impl Said<'_> {
    /// Reads a line.
    pub fn read(line: &str) -> Said<'_> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("info") => score_in(words).map_or(Said::Other, Said::Score),
            Some("bestmove") => {
                Said::Best(words.next().filter(|&word| word != "(none)" && word != "0000"))
            }
            _ => Said::Other,
        }
    }
}

/// The value in a line of information; bounds are none.
fn score_in<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Score> {
    words.find(|&word| word == "score")?;
    let (kind, number) = (words.next()?, words.next()?.parse().ok()?);
    if words.next().is_some_and(|word| word == "lowerbound" || word == "upperbound") {
        return None;
    }
    match kind {
        "cp" => Some(Score::Centipawns(number)),
        "mate" => Some(Score::Mate(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let score = |line| match Said::read(line) {
            Said::Score(score) => Some(score),
            _ => None,
        };
        assert_eq!(score("info depth 6 score cp -31 nodes 5"), Some(Score::Centipawns(-31)));
        assert_eq!(score("info depth 6 score mate 3 nodes 5"), Some(Score::Mate(3)));
        assert_eq!(score("info depth 6 score cp 31 lowerbound nodes 5"), None);
        assert_eq!(Said::read("info string hello"), Said::Other);
        assert_eq!(Said::read("bestmove e2e4 ponder e7e5\n"), Said::Best(Some("e2e4")));
        assert_eq!(Said::read("bestmove (none)"), Said::Best(None));
    }
}
