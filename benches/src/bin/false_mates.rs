//! Whether every mate that a search lists is one.
//!
//! `cargo run --release -p shans-benches --bin false_mates -- [nodes=100000] SUITE...`: searches
//! each position of EPD files and proves every listed mate from the tree and the rules alone: a
//! move of the winner's, all moves of the loser's, down to checkmate or an ending that is known
//! exactly. Prints the counts, and each mate that is not proven; fails if there is one.

use std::env;
use std::error::Error;
use std::fs;

use shans::chess::{Epd, Position};
use shans::game::{Evaluate, Game, Notation, Past};
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
use shans::tree::{NodeId, Tree};
use shans::value::{Player, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let mut limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let mut suites = Vec::new();
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("nodes", number)) => limits.nodes = Some(number.parse()?),
            _ => suites.push(word),
        }
    }
    let (mut positions, mut mates, mut wrong) = (0, 0, 0);
    for suite in suites {
        for (_, epd) in <Epd>::read_all(&fs::read_to_string(&suite)?) {
            let position = epd?.position;
            positions += 1;
            for (san, is_proven) in listed_mates(position.clone(), &limits) {
                mates += 1;
                if !is_proven {
                    wrong += 1;
                    println!("not proven: {san} in {}", position.fen());
                }
            }
        }
    }
    println!("{positions} positions, {mates} mates listed, {wrong} not proven");
    if wrong > 0 { Err("a mate is not proven".into()) } else { Ok(()) }
}

/// The mates that a search lists, and whether each is proven.
fn listed_mates(position: Position, limits: &Limits) -> Vec<(String, bool)> {
    let memory = MemoryLimits::new(256 << 20);
    let mut search = BestFirst::new(Root::new(position.clone()), ChanceModel::default(), memory);
    let report = search.search(limits, &mut |_| {});
    let tree = search.tree();
    let listed = report.lines.iter().filter_map(|line| {
        let ((winner, plies), mv) = (line.value.win()?, *line.moves.first()?);
        let code = position.encode(mv);
        let (_, id, _) = tree.children(search.at()).find(|(.., node)| node.mv == code)?;
        let mut after = position.clone();
        after.play(mv);
        let is_proven = proves(tree, id, &after, winner, plies.saturating_sub(1));
        Some((position.human_text(mv), is_proven))
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
