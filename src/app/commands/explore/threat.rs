//! The threat: what the other side would play if it were its turn.

use serde::Serialize;

use super::answers::{Reply, json};
use super::question::Moves;
use super::walk::{PathMove, Walk};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::mover;
use crate::app::searchers;
use crate::inspect::{Score, TreeReader};
use crate::search::{BestFirst, Interrupt, Limits, MemoryLimits, Root, Searcher as _};

/// Nodes that are searched for it: no question is answered in the meantime.
const NODES: u64 = 20_000;
/// Memory for that: bytes.
const MEMORY: u64 = 24 << 20;
/// Moves of its line.
const PLIES: usize = 6;

/// What the other side would play.
#[derive(Debug, Serialize)]
struct Threat {
    /// Nodes of the small search that found it.
    nodes: u64,
    /// Who threatens.
    side: &'static str,
    /// Its moves and the replies.
    line: Vec<PathMove>,
    /// What that is worth to it.
    score: Score,
}

/// The threat in the position after these moves: a small search of its own finds it.
pub fn threat<G: CommandLineGame>(search: &BestFirst<G>, moves: &Moves, quit: &Interrupt) -> Reply {
    let walk = Walk::new(search, moves)?;
    if walk.is_over() {
        return Err("the game is over".into());
    }
    let passed = walk.position().pass();
    let passed = passed.ok_or("there is no threat to show while the side to move is in check")?;
    json(&found(passed, quit)?)
}

fn found<G: CommandLineGame>(passed: G, quit: &Interrupt) -> anyhow::Result<Threat> {
    let own = searchers::by_name(searchers::DEFAULT)?;
    let room = MemoryLimits::new(MEMORY);
    let mut search = own
        .build_with_tree(Root::new(passed), room)?
        .ok_or_else(|| anyhow::anyhow!("{} keeps no tree", own.name))?;
    let limits = Limits { nodes: Some(NODES), interrupt: quit.clone(), ..Limits::default() };
    search.search(&limits, &mut |_| {});
    let reader = TreeReader::from_root(&search);
    let side = mover(reader.position());
    let score = Score::new(reader.value(), side);
    let line = Walk::new(&search, &[])?.best_line(PLIES)?;
    Ok(Threat { nodes: search.nodes(), side: G::player_name(side), line, score })
}

#[cfg(test)]
mod tests {
    use super::super::answers::Refused;
    use super::*;
    use crate::app::tests::Example;

    fn asked(fen: &'static str) -> (u16, String) {
        let search = Example::of(fen, 100).search();
        let reply = threat(&search, &Moves::new(), &Interrupt::default());
        let answer = reply.unwrap_or_else(Refused::response);
        (answer.status, answer.body)
    }

    #[test]
    fn the_other_side_shows_what_it_would_play() {
        let (status, body) =
            asked("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
        assert_eq!(status, 200, "{body}");
        assert!(
            body.contains("\"side\":\"White\"") && body.contains("\"san\":\"Qxf7#\""),
            "{body}"
        );
        assert!(body.contains("\"mate\":1"), "{body}");
        let (status, body) = asked("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1");
        assert!(status == 409 && body.contains("in check"), "{body}");
    }
}
