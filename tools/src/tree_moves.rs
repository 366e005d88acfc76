//! Positions from the trees of our own searches, each with the move that an engine finds best: what
//! move probabilities are fitted to.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position as _};
use shans::chess::Position;
use shans::game::Game;
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
use shans_tools::engine::Engine;

use crate::excluded::Excluded;
use crate::random::Random;
use crate::record;

/// From which games to search, and what to write.
#[derive(Args)]
pub struct MovesArgs {
    /// Files of records, as `positions` writes them
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// The engine that names the best moves: a command
    #[arg(long)]
    engine: String,
    /// What the engine's searches are limited by, as after `go`
    #[arg(long, default_value = "depth 6")]
    limit: String,
    /// Every how many records one is searched
    #[arg(long, default_value_t = 83, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// How far each of them is searched, in nodes
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// How many positions are taken from each tree
    #[arg(long, default_value_t = 16)]
    from_each: u32,
    /// Files of test positions, which are not taken
    #[arg(long, num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file that positions are added to
    #[arg(long)]
    out: PathBuf,
}

/// The memory of a search, in bytes.
const MEMORY: u64 = 16 << 20;
/// A position is at most this many plies below the one searched.
const DEEPEST: usize = 7;
/// Only nodes on which at least this much work was spent are taken.
const LEAST_EFFORT: u64 = 4;

/// Searches, takes positions from the trees, and adds them to the file.
pub fn run(args: &MovesArgs) -> Result<()> {
    let excluded = Excluded::read(&args.exclude)?;
    let mut engine = Engine::start(&args.engine, &["Hash=8"])?;
    let file = OpenOptions::new().create(true).append(true).open(&args.out);
    let mut out = BufWriter::new(file.context("cannot open the file of positions")?);
    for path in &args.records {
        for (index, record) in (0_u64..).zip(record::read_file(path)?) {
            let record = record?;
            if index % u64::from(args.every) != 0 {
                continue;
            }
            let fen = Fen::from_position(&record.chess()?, EnPassantMode::Legal).to_string();
            let mut random = Random::new(args.seed, index);
            for position in positions_of_tree(&fen, args, &mut random) {
                let is_choice = position.chess().legal_moves().len() > 1;
                if !is_choice || excluded.contains(position.chess()) {
                    continue;
                }
                let fen = position.fen();
                if let Some(answer) = engine.ask(&fen, &args.limit)? {
                    writeln!(out, "{}\t{}\t{fen}", record.game, answer.best)
                        .context("cannot write the positions")?;
                }
            }
        }
    }
    out.flush().context("cannot write the positions")
}

/// Positions of the tree that a search from this one grows, by random walks.
fn positions_of_tree(fen: &str, args: &MovesArgs, random: &mut Random) -> Vec<Position> {
    let Ok((start, _)) = <Position>::from_fen(fen) else { return Vec::new() };
    let mut search =
        BestFirst::new(Root::new(start.clone()), ChanceModel::default(), MemoryLimits::new(MEMORY));
    search.search(&Limits { nodes: Some(args.nodes), ..Limits::default() }, &mut |_| {});
    (0..args.from_each).map(|_| walk(&search, start.clone(), random)).collect()
}

/// The position at the end of a random walk from the root.
fn walk(search: &BestFirst<Position>, mut position: Position, random: &mut Random) -> Position {
    let mut at = search.at();
    for _ in 0..1 + random.below(DEEPEST) {
        let children: Vec<_> = search
            .tree()
            .children(at)
            .filter(|&(_, child, _)| search.tree().effort(child) >= LEAST_EFFORT)
            .map(|(_, id, child)| (id, child.mv))
            .collect();
        let Some(&(id, code)) = random.one_of(&children) else { break };
        let Some(mv) = position.decode(code) else { break };
        position.play(mv);
        at = id;
    }
    position
}
