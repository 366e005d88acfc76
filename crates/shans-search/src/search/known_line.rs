//! The rest of a line behind a position whose value is known without a search.

use crate::game::{Evaluate, Past};
use crate::value::Value;

/// Continues a line of legal moves from `game` to the end of the game, by best moves, where it
/// leads to a win that is known exactly.
pub(super) fn complete<G: Evaluate>(game: &G, line: &mut Vec<G::Move>) {
    let mut at = game.clone();
    line.iter().for_each(|&mv| at.play(mv));
    while known(&at).is_some_and(|value| value.win().is_some()) {
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

fn known<G: Evaluate>(game: &G) -> Option<Value> {
    let past = Past::default();
    game.outcome(&past).or_else(|| game.exact(&past))
}
