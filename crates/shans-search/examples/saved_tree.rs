//! An analysis that is saved and resumed: a tree is searched, saved, loaded, and continues
//! as if nothing had been.
//!
//! ```sh
//! cargo run -p shans-search --example saved_tree
//! ```

#[path = "games/nim.rs"]
mod game;

use game::Nim;
use shans_search::game::Notation;
use shans_search::inspect::{Score, TreeReader, mover};
use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
use shans_search::store::{self, SaveOptions, TreeFile};
use shans_search::value::Player;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Root::new(Nim::new(&[3, 4, 5]));
    let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(64 << 20));
    search_to(&mut search, 20_000);

    let folder = tempfile::tempdir()?;
    let path = folder.path().join("nim.tree");
    let options =
        SaveOptions { searcher: "best-first", compress: true, tables: SaveOptions::TABLES };
    store::save(&path, &search, options)?;
    println!("saved {} bytes", std::fs::metadata(&path)?.len());
    drop(search);

    // Another day. What a file says is not trusted before it was checked.
    let file = TreeFile::open(&path)?;
    let memory = file.memory_limits();
    let mut search = file.load_to_go_on::<Nim>((), memory)?.search;
    search.check()?;
    println!("loaded {} tree nodes", search.tree().len());
    search_to(&mut search, 200_000);

    // What the tree says of the moves, the best one first.
    let reader = TreeReader::new(&search);
    let viewer = mover(reader.position());
    for (_, id) in reader.ranked(reader.at()).into_iter().take(5) {
        let mv = reader.move_to(id, reader.position())?;
        let value = reader.node(id).reported_value().one_ply_up();
        println!("{}: {}", reader.position().human_text(mv), Score::new(value, viewer));
    }
    Ok(())
}

/// Continues until this many positions have been searched in all.
fn search_to(search: &mut BestFirst<Nim>, nodes: u64) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = search.search(&limits, &mut |_progress| {});
    let (score, stop) = (Score::new(report.value, Player::Max), report.stop);
    println!("{} positions in all: {score}, {stop:?}", report.counters.nodes);
}
