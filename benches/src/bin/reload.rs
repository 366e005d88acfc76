//! What a search loses when it is saved and loaded.
//!
//! `cargo run --release -p shans-benches --bin reload -- [nodes=300000] [every=1] [tables=16777216] SUITE...`: each
//! position is searched with twice the nodes in one piece, and with `nodes`, then saved, loaded and searched on. Prints in how many
//! positions the search of the whole position is as deep again with 1, 1.1, 1.25, 1.5 and 2 times `nodes` after that, and
//! the same where the search goes on without a file. The counts are the same on every machine.

use std::env;
use std::error::Error;
use std::path::Path;

use shans::chess::Position;
use shans::game::Evaluate;
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
use shans::store::{self, SaveOptions, TreeFile};

/// What comes after the first nodes, in hundredths of them.
const MORE: [u64; 5] = [100, 110, 125, 150, 200];
/// In bytes. A quarter of it is the table of the search.
const MEMORY: u64 = 64 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut nodes, mut every, mut tables) = (300_000, 1, 16 << 20);
    let mut suites = Vec::new();
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("nodes", number)) => nodes = number.parse()?,
            Some(("every", number)) => every = number.parse()?,
            Some(("tables", number)) => tables = number.parse()?,
            _ => suites.push(word),
        }
    }
    let file = env::temp_dir().join(format!("reload-{}.tree", std::process::id()));
    let (mut positions, mut loaded, mut kept) = (0, [0; MORE.len()], [0; MORE.len()]);
    for suite in suites {
        for epd in shans_benches::suite(&suite, every)? {
            positions += 1;
            let wanted = depth(&mut new(&epd.position), 2 * nodes);
            let mut first = new(&epd.position);
            depth(&mut first, nodes);
            let options = SaveOptions { searcher: "best-first", compress: false, tables };
            store::save(&file, &first, options)?;
            for (index, more) in MORE.iter().enumerate() {
                let all = nodes + nodes * more / 100;
                loaded[index] += u32::from(depth(&mut load(&file, &epd.position)?, all) >= wanted);
                let mut whole = new(&epd.position);
                depth(&mut whole, nodes);
                kept[index] += u32::from(depth(&mut whole, all) >= wanted);
            }
        }
    }
    std::fs::remove_file(&file)?;
    println!(
        "{positions} positions, {nodes} nodes, then as many again and more, as deep as {} in one piece:",
        2 * nodes
    );
    println!("{:<22} {:>6} {:>10}", "hundredths of nodes", "loaded", "not saved");
    for (index, more) in MORE.iter().enumerate() {
        println!("{more:<22} {:>6} {:>10}", loaded[index], kept[index]);
    }
    Ok(())
}

fn new(position: &Position) -> BestFirst<Position> {
    let (root, model) = (Root::new(position.clone()), ChanceModel::searching());
    BestFirst::new(root, model, MemoryLimits::new(MEMORY))
}

fn load(file: &Path, position: &Position) -> Result<BestFirst<Position>, Box<dyn Error>> {
    let file = TreeFile::open(file)?;
    let room = file.memory_limits();
    Ok(file.load_to_go_on(position.evaluator().clone(), room)?.search)
}

/// How deep the position is searched as a whole once this many nodes are searched in all, plies.
fn depth(search: &mut BestFirst<Position>, nodes: u64) -> u16 {
    search.search(&Limits { nodes: Some(nodes), ..Limits::default() }, &mut |_| {});
    search.anchor().map_or(0, |anchor| anchor.line.depth())
}
