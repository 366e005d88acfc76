//! The rest of a line behind a position whose value is known without a search.

use crate::game::{Evaluate, Past};
use crate::value::Value;

/// Continues a line of legal moves from `game` to the end of the game, by best moves, where it
/// leads to a mate that is known exactly. Wins of tables that tell no mate are left alone: a line of
/// theirs takes a thousand looks, and each position shows its own.
pub(super) fn complete<G: Evaluate>(game: &G, line: &mut Vec<G::Move>) {
    let mut at = game.clone();
    line.iter().for_each(|&mv| at.play(mv));
    while known(&at).is_some_and(is_mate) {
        let Some((mv, next)) = best(&at) else { return };
        line.push(mv);
        at = next;
    }
}

/// The best move, and the position after it; `None` if the game is over, or a player does not
/// move, or the values of the moves are not known.
fn best<G: Evaluate>(game: &G) -> Option<(G::Move, G)> {
    let mover = game.turn().player()?;
    let mut moves = Vec::new();
    if game.outcome(&Past::default()).is_none() {
        game.moves(&mut moves);
    }
    let mut best: Option<(f32, G::Move, G)> = None;
    for mv in moves {
        let mut next = game.clone();
        next.play(mv);
        let value = known(&next)?.for_player(mover);
        if best.as_ref().is_none_or(|(most, ..)| value > *most) {
            best = Some((value, mv, next));
        }
    }
    best.map(|(_, mv, next)| (mv, next))
}

fn is_mate(value: Value) -> bool {
    value.win().is_some() && !value.is_table_win()
}

fn known<G: Evaluate>(game: &G) -> Option<Value> {
    let past = Past::default();
    game.outcome(&past).or_else(|| game.exact(&past))
}
