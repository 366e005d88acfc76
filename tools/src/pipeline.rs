//! An engine that is asked many questions before it has answered the first: while it works on one,
//! others wait in its pipe, so it never waits for us.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};
use shans_tools::engine::{Answer, Said};

/// Answers questions in the order in which they were asked.
pub trait Answers {
    /// Asks what a position is worth.
    fn ask(&mut self, chess: &Chess) -> Result<()>;

    /// The answer to the oldest question without one; `None` where the engine names no value or move.
    fn answer(&mut self) -> Result<Option<Answer>>;
}

/// The pipes of an engine.
pub struct Pipeline<W, R> {
    input: W,
    output: R,
    limit: String,
    line: String,
}

impl<W: Write, R: BufRead> Pipeline<W, R> {
    /// Takes the pipes of an engine that speaks UCI, and makes it ready. `limit` is what stands
    /// after `go`.
    pub fn new(input: W, output: R, limit: &str) -> Result<Pipeline<W, R>> {
        let mut pipeline =
            Pipeline { input, output, limit: limit.to_string(), line: String::new() };
        // What is kept from one question helps the next one little: they are of different games.
        pipeline.say("uci\nsetoption name Hash value 4\nisready\n")?;
        while pipeline.next_line()?.trim() != "readyok" {}
        Ok(pipeline)
    }

    fn say(&mut self, text: &str) -> Result<()> {
        self.input.write_all(text.as_bytes()).context("the engine has ended")
    }

    fn next_line(&mut self) -> Result<&str> {
        self.line.clear();
        let bytes = self.output.read_line(&mut self.line).context("the engine cannot be read")?;
        ensure!(bytes > 0, "the engine has ended");
        Ok(&self.line)
    }
}

impl<W: Write, R: BufRead> Answers for Pipeline<W, R> {
    fn ask(&mut self, chess: &Chess) -> Result<()> {
        let fen = Fen::from_position(chess, EnPassantMode::Legal);
        self.say(&format!("position fen {fen}\ngo {}\n", self.limit))
    }

    fn answer(&mut self) -> Result<Option<Answer>> {
        let mut score = None;
        loop {
            match Said::read(self.next_line()?) {
                Said::Score(told) => score = Some(told),
                Said::Best(best) => {
                    let answer = score.zip(best.map(String::from));
                    return Ok(answer.map(|(score, best)| Answer { score, best }));
                }
                Said::Other => {}
            }
        }
    }
}

/// A running engine, which ends with this.
pub struct Running(Child);

impl Running {
    /// Starts an engine; `program` is its path, with arguments between spaces.
    pub fn start(
        program: &str,
        limit: &str,
    ) -> Result<(Running, Pipeline<ChildStdin, BufReader<ChildStdout>>)> {
        let mut words = program.split_whitespace();
        let child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start the engine {program}"))?;
        let mut running = Running(child);
        let pipes = running.0.stdin.take().zip(running.0.stdout.take());
        let (input, output) = pipes.context("the engine has no pipes")?;
        let pipeline = Pipeline::new(input, BufReader::new(output), limit)?;
        Ok((running, pipeline))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shans_tools::engine::Score;

    #[test]
    fn questions_wait_for_their_answers() -> Result<()> {
        let said = "id name x\nuciok\nreadyok\n\
            info depth 1 score cp 5 nodes 9\ninfo depth 2 score cp -7 nodes 9\nbestmove e2e4\n\
            info depth 2 score mate 1\nbestmove d2d4 ponder e7e5\nbestmove (none)\n";
        let mut asked = Vec::new();
        let mut pipeline = Pipeline::new(&mut asked, said.as_bytes(), "depth 2")?;
        for _ in 0..3 {
            pipeline.ask(&Chess::default())?;
        }
        let mut answers = [(Score::Centipawns(-7), "e2e4"), (Score::Mate(1), "d2d4")].into_iter();
        while let Some(answer) = pipeline.answer()? {
            assert_eq!(Some((answer.score, &answer.best[..])), answers.next());
        }
        assert_eq!(answers.next(), None);
        assert!(pipeline.answer().is_err());
        let asked = String::from_utf8(asked)?;
        let question = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
            go depth 2\n";
        assert!(asked.ends_with(&format!("isready\n{}", question.repeat(3))), "{asked}");
        Ok(())
    }
}
