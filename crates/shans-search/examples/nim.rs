//! Searches a game of Nim until it is solved, and prints the best move and the proof.
//!
//! ```sh
//! cargo run -p shans-search --example nim -- 3 4 5
//! ```
//!
//! The game itself, all that a search asks of one, is in `games/nim.rs`.

#[path = "games/nim.rs"]
mod game;

use game::Nim;
use shans_search::game::{Game, Notation};
use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};

fn main() {
    let heaps: Vec<u8> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let heaps = if heaps.is_empty() { vec![3, 4, 5] } else { heaps };
    if heaps.len() > 15
        || heaps.iter().any(|&left| left > 15)
        || heaps.iter().all(|&left| left == 0)
    {
        println!("At most 15 heaps, of at most 15 stones each, and at least one stone.");
        return;
    }
    let mut position = Nim::new(&heaps);
    println!("Heaps of {}: one million positions at most.", position.describe());

    let root = Root::new(position.clone());
    let memory = MemoryLimits::new(64 << 20);
    let mut search = BestFirst::new(root, ChanceModel::default(), memory);
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let report = search.search(&limits, &mut |progress| {
        println!("... {} positions", progress.counters.nodes);
    });

    let Some(line) = report.lines.first() else { return };
    match report.value.win().filter(|_| report.proven) {
        Some((winner, plies)) => {
            println!("{} wins in {plies} plies, which is proven.", Nim::player_name(winner));
        }
        None => println!("Nothing is proven: {:?}.", report.value),
    }
    println!("{} positions, {} tree nodes", report.counters.nodes, search.tree().len());
    for &mv in &line.moves {
        let before = position.describe();
        println!("{before:>12}   {}", position.human_text(mv));
        position.play(mv);
    }
}
