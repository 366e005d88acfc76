//! An engine for the tests, which misbehaves on request.
//!
//! How it behaves from the start is reported by its argument, its manner:
//!
//! * `dies-at-once` ends before it has said anything,
//! * `silent` never says anything,
//! * `never-ready` never says that it is ready,
//! * `deaf` does not read what comes after the first `isready`,
//! * `stubborn` does not end by `quit` or the end of its input,
//! * `companion` does not end before four of its kind, with the folder of its second argument, are told to,
//! * `parent` starts another process, a stubborn one, and tells its number as its author,
//! * `other-name` has a name of its own each time,
//! * `chess960` has the option UCI_Chess960; how often it was set, and whether it is, are the hits in tables.
//!
//! How it behaves in a search is
//! reported by the moves of the position: it is a game whose moves are `die`, `hang` and the like.
//! Answers are the same every time. It is a program of this package since Cargo tells tests where
//! those are, and is not part of what is published.

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread;
use std::time::Duration;

struct Fake {
    manner: String,
    hash: u32,
    new_games: u32,
    castling: u32,
    moves: Vec<String>,
    is_searching: bool,
}

fn main() -> io::Result<()> {
    let manner = std::env::args().nth(1).unwrap_or_default();
    if manner == "dies-at-once" {
        eprintln!("no network file");
        exit(2);
    }
    let (moves, is_searching) = (Vec::new(), false);
    let mut fake = Fake { manner, hash: 16, new_games: 0, castling: 0, moves, is_searching };
    for line in io::stdin().lock().lines() {
        if !fake.obey(&line?)? {
            break;
        }
    }
    match fake.manner.as_str() {
        "stubborn" => sleep_forever(),
        "companion" => await_companions(&std::env::args().nth(2).unwrap_or_default()),
        _ => Ok(()),
    }
}

impl Fake {
    /// Does what a line says; whether to continue.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let mut words = line.split(' ');
        match words.next() {
            _ if self.manner == "silent" => {}
            Some("uci") => self.greet()?,
            Some("isready") if self.manner == "never-ready" => {}
            Some("isready") => say("readyok")?,
            Some("setoption") if line.contains("UCI_Chess960") => {
                self.castling += if line.ends_with("true") { 100 } else { 1 };
            }
            Some("setoption") => {
                let value = line.strip_prefix("setoption name Hash value ");
                self.hash = value.and_then(|value| value.parse().ok()).unwrap_or(self.hash);
            }
            Some("ucinewgame") => self.new_games += 1,
            Some("position") => self.moves = words.skip(2).map(str::to_string).collect(),
            Some("go") => self.search(&words.collect::<Vec<_>>())?,
            Some("stop") if self.is_searching => self.answer()?,
            Some("quit") => return Ok(false),
            _ => {}
        }
        if self.manner == "deaf" && line == "isready" {
            sleep_forever();
        }
        Ok(true)
    }

    fn greet(&self) -> io::Result<()> {
        say("Fake engine, for tests")?;
        match self.manner.as_str() {
            "other-name" => say(&format!("id name Fake 1.{}", std::process::id()))?,
            _ => say("id name Fake 1.0")?,
        }
        if self.manner == "parent" {
            let program = std::env::current_exe()?;
            let child = std::process::Command::new(program)
                .arg("stubborn")
                .stdin(std::process::Stdio::null())
                .spawn()?;
            say(&format!("id author {}", child.id()))?;
        } else {
            say("id author Nobody")?;
        }
        say("option name Hash type spin default 16 min 1 max 1024")?;
        say("option name Threads type spin default 1 min 1 max 8")?;
        if self.manner == "chess960" {
            say("option name UCI_Chess960 type check default false")?;
        }
        say("uciok")
    }

    /// Tells hash and new games among the numbers, so that tests see what has arrived.
    fn search(&mut self, limits: &[&str]) -> io::Result<()> {
        let nodes = limits.iter().skip_while(|word| **word != "nodes").nth(1).unwrap_or(&"1");
        let line = self.moves.join(" ");
        say(&format!(
            "info depth 3 score cp {} nodes {nodes} hashfull {} tbhits {} pv {line}",
            self.new_games, self.hash, self.castling
        ))?;
        self.is_searching = true;
        match self.moves.last().map(String::as_str) {
            Some("die") => {
                say("info string the end is near")?;
                eprintln!("out of cheese");
                exit(3);
            }
            Some("hang") => sleep_forever(),
            Some("flood") => {
                for number in 0..200_000 {
                    say(&format!("info depth 9 nodes {number} score cp 7 pv e2e4 e7e5"))?;
                }
            }
            Some("garbage") => garbage()?,
            _ => {}
        }
        if !limits.contains(&"infinite") {
            self.answer()?;
        }
        Ok(())
    }

    fn answer(&mut self) -> io::Result<()> {
        self.is_searching = false;
        let best = self.moves.first().map_or("(none)", String::as_str);
        say(&format!("bestmove {best} ponder e7e5"))?;
        if best == "twice" {
            say("info nodes 77777")?;
            say("bestmove wrong")?;
        }
        Ok(())
    }
}

/// All that is not a protocol, ten million letters of it in one line.
fn garbage() -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(b"\xff\xfe\0 info score\n\n\rinfo score cp\ninfo depth 99999999999999999999\n")?;
    out.write_all(b"info nodes 12 score cp 99999999999 pv\nbestmov")?;
    out.write_all("info score cp 5 ".repeat(10_000_000 / 16).as_bytes())?;
    out.write_all(b"\nuciok\noption name\nid name Other\nid\ninfo\n")
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
}

fn await_companions(folder: &str) -> io::Result<()> {
    std::fs::write(format!("{folder}/{}", std::process::id()), "")?;
    while std::fs::read_dir(folder)?.count() < 4 {
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

fn sleep_forever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}
