//! Asks an engine the same again and again: whether its answers are the same, and what a call takes.
//!
//! ```sh
//! cargo run --release -p uci-engine --example repeat -- "stockfish" 20000 100 Hash=64 Threads=1
//! ```

use std::error::Error;
use std::time::{Duration, Instant};

use uci_engine::{Command, Deadlines, Engine, Found, Search};

/// The position after 1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6.
const MOVES: &str = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6";

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut command: Command = args.next().ok_or("an engine is wanted")?.parse()?;
    let nodes = args.next().ok_or("a number of nodes is wanted")?.parse()?;
    let calls = args.next().ok_or("a number of calls is wanted")?.parse()?;
    for option in args {
        command.options.push(option.parse()?);
    }
    let mut engine = Engine::start(&command, &Deadlines::default())?;
    println!("{}", engine.identity());
    let search = Search::from_start().moves(MOVES.split(' ')).nodes(nodes);
    for (how, search) in [("new games", search.clone().in_new_game()), ("one game", search)] {
        let begin = Instant::now();
        let mut answers: Vec<Found> = Vec::new();
        for _ in 0..calls {
            engine.begin(&search)?;
            let found = engine.wait(Duration::from_secs(60))?.ok_or("no answer in a minute")?;
            // All but the time.
            let found = Found { time_ms: 0, ..found };
            if !answers.contains(&found) {
                answers.push(found);
            }
        }
        let each = begin.elapsed().as_secs_f64() * 1e3 / f64::from(calls);
        println!("{how}: {each:.3} ms each, {} different answers of {calls}", answers.len());
    }
    Ok(())
}
