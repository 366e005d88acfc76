//! An engine, asked over its pipes by the protocol UCI.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::record::Score;

/// A running engine.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
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
        let output = BufReader::new(output);
        let mut engine = Engine { child, input, output, line: String::new() };
        engine.say("uci")?;
        engine.wait_for("uciok")?;
        for option in options {
            let (name, value) = option.split_once('=').context("an option without a value")?;
            engine.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(engine)
    }

    /// Forgets what earlier games have taught it.
    pub fn begin_game(&mut self) -> Result<()> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.wait_for("readyok")
    }

    /// Searches a position, as `go LIMIT` tells. `None` where the engine names no value or move.
    pub fn ask(&mut self, fen: &str, limit: &str) -> Result<Option<Answer>> {
        self.say(&format!("position fen {fen}\ngo {limit}"))?;
        let mut score = None;
        loop {
            self.read_line()?;
            let mut words = self.line.split_whitespace();
            match words.next() {
                Some("info") => score = score_in(words).or(score),
                Some("bestmove") => {
                    let best = words.next().filter(|&word| word != "(none)" && word != "0000");
                    let answer = score.zip(best.map(String::from));
                    return Ok(answer.map(|(score, best)| Answer { score, best }));
                }
                _ => {}
            }
        }
    }

    fn say(&mut self, line: &str) -> Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes()).context("the engine has ended")
    }

    fn wait_for(&mut self, word: &str) -> Result<()> {
        loop {
            self.read_line()?;
            if self.line.trim() == word {
                return Ok(());
            }
        }
    }

    fn read_line(&mut self) -> Result<()> {
        self.line.clear();
        if self.output.read_line(&mut self.line).context("the engine cannot be read")? == 0 {
            bail!("the engine has ended");
        }
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // An engine that has ended already cannot be told to, and has been waited for then.
        let _ = self.say("quit");
        let _ = self.child.wait();
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
    fn scores_are_read() {
        let read = |line: &str| score_in(line.split_whitespace());
        assert_eq!(read("depth 6 score cp -31 nodes 5"), Some(Score::Centipawns(-31)));
        assert_eq!(read("depth 6 score mate 3 nodes 5"), Some(Score::Mate(3)));
        assert_eq!(read("depth 6 score cp 31 lowerbound nodes 5"), None);
        assert_eq!(read("string hello"), None);
    }
}
