//! Whether every mate that a search lists is one.
//!
//! `cargo run --release -p shans-benches --bin false_mates -- [nodes=100000] [leaves=search]
//! [engine=stockfish] [seconds=5] SUITE...` (or `leaves=quiescence`): searches each position of EPD files and proves every listed mate from the
//! tree and the rules alone: a move of the winner's, all moves of the loser's, down to checkmate or
//! an ending that is known exactly. An engine that speaks UCI is asked as well, where one is named:
//! whether it finds that mate, or a faster one, within a number of seconds. Prints the counts, and each
//! mate that is not proven or not found; fails if one is not proven.

use std::env;
use std::error::Error;
use std::time::Duration;

use shans::chess::{Epd, Position};
use shans::game::{Evaluate, Game, Notation, Past};
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
use shans::tree::{NodeId, Tree};
use shans::value::{Player, Value};
use shans_tools::engine::{Engine, Score};

/// A mate that a search lists.
struct ListedMate {
    /// The move, as people write it.
    san: String,
    /// The position after it.
    after: Position,
    winner: Player,
    /// From there on.
    plies: u16,
    /// By the tree and the rules.
    is_proven: bool,
}

/// What an engine says of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Opinion {
    /// It has found a mate in that many moves or fewer.
    Mate,
    /// It has found a mate of the same side, but none so fast.
    Slower,
    /// It has found none in the time.
    NotFound,
}

/// How many positions and mates were looked at, and what is said about the mates.
#[derive(Default)]
struct Counts {
    positions: u64,
    mates: u64,
    not_proven: u64,
    /// By the engine: found, found slower, not found.
    asked: [u64; 3],
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let (mut suites, mut engine, mut time) = (Vec::new(), None, Duration::from_secs(5));
    let mut model = ChanceModel::searching();
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("nodes", number)) => limits.nodes = Some(number.parse()?),
            Some(("leaves", "search")) => {}
            Some(("leaves", "quiescence")) => model = ChanceModel::default(),
            Some(("engine", program)) => engine = Some(Engine::start(program, &[])?),
            Some(("seconds", number)) => time = Duration::from_secs(number.parse()?),
            _ => suites.push(word),
        }
    }
    let mut counts = Counts::default();
    for suite in suites {
        for Epd { position, .. } in shans_benches::suite(&suite, 1)? {
            counts.positions += 1;
            for mate in listed_mates(position.clone(), model, &limits) {
                counts.mates += 1;
                if !mate.is_proven {
                    counts.not_proven += 1;
                    println!("not proven: {} in {}", mate.san, position.fen());
                }
                if let Some(engine) = &mut engine {
                    let opinion = opinion(engine, &mate, time)?;
                    counts.asked[opinion as usize] += 1;
                    if opinion != Opinion::Mate {
                        println!("{opinion:?}: {} in {}", mate.san, position.fen());
                    }
                }
            }
        }
    }
    let Counts { positions, mates, not_proven, asked: [found, slower, not_found] } = counts;
    println!("{positions} positions, {mates} mates listed, {not_proven} not proven");
    if engine.is_some() {
        println!("engine: {found} found, {slower} found slower, {not_found} not found");
    }
    if not_proven > 0 { Err("a mate is not proven".into()) } else { Ok(()) }
}

/// What an engine says of a mate. It is not asked where the game is over.
fn opinion(engine: &mut Engine, mate: &ListedMate, time: Duration) -> anyhow::Result<Opinion> {
    let moves = i32::from(mate.plies.div_ceil(2));
    if moves == 0 {
        return Ok(Opinion::Mate);
    }
    let is_winner = mate.after.turn().player() == Some(mate.winner);
    let mut opinion = Opinion::NotFound;
    engine.begin_game()?;
    engine.ask_until(&mate.after.fen(), &format!("movetime {}", time.as_millis()), |score| {
        let Score::Mate(found) = score else { return false };
        if found.is_positive() == is_winner {
            let is_fast = found.abs() <= moves;
            opinion = opinion.min(if is_fast { Opinion::Mate } else { Opinion::Slower });
        }
        opinion == Opinion::Mate
    })?;
    Ok(opinion)
}

/// The mates that a search lists, and whether each is proven.
fn listed_mates(position: Position, model: ChanceModel, limits: &Limits) -> Vec<ListedMate> {
    let memory = MemoryLimits::new(64 << 20);
    let mut search = BestFirst::new(Root::new(position.clone()), model, memory);
    let report = search.search(limits, &mut |_| {});
    let tree = search.tree();
    let listed = report.lines.iter().filter_map(|line| {
        let ((winner, plies), mv) = (line.value.win()?, *line.moves.first()?);
        let code = position.encode(mv);
        let (_, id, _) = tree.children(search.at()).find(|(.., node)| node.mv == code)?;
        let (san, plies) = (position.human_text(mv), plies.saturating_sub(1));
        let mut after = position.clone();
        after.play(mv);
        let is_proven = proves(tree, id, &after, winner, plies);
        Some(ListedMate { san, after, winner, plies, is_proven })
    });
    listed.collect()
}

/// Whether the tree below a node proves that `winner` mates within this number of plies.
fn proves(tree: &Tree, id: NodeId, game: &Position, winner: Player, plies: u16) -> bool {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if moves.is_empty() {
        return game.outcome(&Past::default()) == Some(Value::win_in(winner, 0));
    }
    if let Some((who, distance)) = game.exact(&Past::default()).and_then(Value::win) {
        return who == winner && distance <= plies;
    }
    let Some(left) = plies.checked_sub(1) else { return false };
    let holds = |child: NodeId| {
        let code = tree.node(child).mv;
        let mv = moves.iter().find(|&&mv| game.encode(mv) == code);
        mv.is_some_and(|&mv| {
            let mut after = game.clone();
            after.play(mv);
            proves(tree, child, &after, winner, left)
        })
    };
    let mut children = tree.children(id);
    if game.turn().player() == Some(winner) {
        return children.any(|(_, child, node)| node.value.win().is_some() && holds(child));
    }
    tree.children(id).count() == moves.len() && children.all(|(_, child, _)| holds(child))
}
