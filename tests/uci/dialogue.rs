//! A program that talks to the engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use shans::chess::Position;
use shans::game::{Game, Notation};

use crate::common::program::start;

pub const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
pub const STALEMATE: &str = "k7/8/1Q6/8/8/8/8/K7 b - - 0 1";
pub const MATE_IN_2: &str = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
pub const MIDDLE: &str = "r1r4k/1b3ppp/qP2pn2/P1bpN3/Q2p4/6P1/3NPPBP/R1R3K1 w - - 0 1";

/// A search that is not thought about has fewer nodes.
pub const AT_ONCE: i64 = 5_000;
/// An engine that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start() -> Engine {
        Engine::start_with(&[])
    }

    /// With these words on the command line.
    pub fn start_with(words: &[&str]) -> Engine {
        let mut child = start(&[&["uci"], words].concat(), Stdio::piped());
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Engine { input: child.stdin.take(), child, lines }
    }

    /// An engine with a small memory, which is set up sooner.
    pub fn small() -> Engine {
        let mut engine = Engine::start();
        engine.say("setoption name Hash value 16");
        engine
    }

    /// Sends lines.
    pub fn say(&mut self, lines: &str) {
        self.send(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// The next line.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// The lines up to the first that begins like this, that one included.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// The first line about a search that has come to this many nodes.
    pub fn until_nodes(&self, least: i64) {
        while Info::read(&self.line()).and_then(|info| info.number("nodes")) < Some(least) {}
    }

    /// The processor time that it has used so far, milliseconds: what else the machine does is not in it.
    #[cfg(target_os = "linux")]
    pub fn work(&self) -> u64 {
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(path).expect("a process");
        // Behind the name in brackets, in hundredths of a second: of the program, and of the system for it.
        let (_, rest) = stat.rsplit_once(')').expect("a name");
        let ticks = rest.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>());
        10 * ticks.map(|ticks| ticks.expect("a number")).sum::<u64>()
    }

    /// All lines that come within this time.
    pub fn within(&self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            lines.push(line);
        }
        lines
    }

    /// Sends a `go`, and returns the best move with the `info` lines before it.
    pub fn go(&mut self, request: &str) -> Answer {
        self.say(&format!("go {request}"));
        self.answer()
    }

    /// Waits for the best move.
    pub fn answer(&self) -> Answer {
        let mut lines = self.until("bestmove ");
        let last = lines.pop().unwrap_or_default();
        let best = last.split(' ').nth(1).unwrap_or_default().to_string();
        Answer { best, last, lines }
    }

    /// Asks whether it is ready, and returns what came before the answer.
    pub fn ready(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Closes its input; the exit code.
    pub fn end(mut self) -> Option<i32> {
        self.close();
        self.exit_code()
    }

    /// Tells it to quit; the exit code.
    pub fn quit(mut self) -> Option<i32> {
        self.say("quit");
        self.exit_code()
    }

    fn exit_code(&mut self) -> Option<i32> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(2));
        }
        panic!("the engine does not end");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What comes of a `go`.
#[derive(Debug)]
pub struct Answer {
    pub best: String,
    /// The line with the best move.
    pub last: String,
    /// The lines before it.
    pub lines: Vec<String>,
}

impl Answer {
    /// The `info` lines of a search.
    pub fn infos(&self) -> Vec<Info> {
        self.lines.iter().filter_map(|line| Info::read(line)).collect()
    }

    /// The last of them for the best move.
    pub fn info(&self) -> Info {
        let mut infos = self.infos().into_iter();
        infos.rfind(|info| info.number("multipv") == Some(1)).expect("the search is reported")
    }
}

/// An `info` line.
#[derive(Clone, Debug)]
pub struct Info(Vec<String>);

impl Info {
    fn read(line: &str) -> Option<Info> {
        let rest = line.strip_prefix("info ").filter(|rest| !rest.starts_with("string "))?;
        Some(Info(rest.split(' ').map(str::to_string).collect()))
    }

    /// The word behind this one.
    pub fn word(&self, name: &str) -> Option<&str> {
        let at = self.0.iter().position(|word| word == name)?;
        self.0.get(at + 1).map(String::as_str)
    }

    /// The number behind this word.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.word(name).map(|word| word.parse().unwrap_or_else(|_| panic!("{self:?}")))
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|word| word == name)
    }

    /// The score: `cp` or `mate`, and the number.
    pub fn score(&self) -> (&str, i64) {
        let kind = self.word("score").expect("a score");
        (kind, self.number(kind).expect("a number"))
    }

    pub fn pv(&self) -> Vec<&str> {
        let at = self.0.iter().position(|word| word == "pv").expect("a line of moves");
        self.0[at + 1..].iter().map(String::as_str).collect()
    }
}

/// The position after moves, all of which are legal.
pub fn play(fen: &str, moves: &[&str]) -> Position {
    let (mut position, _) = <Position>::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
    for text in moves {
        let mv = position.parse_move(text).unwrap_or_else(|| panic!("{text} in {position:?}"));
        position.play(mv);
    }
    position
}
