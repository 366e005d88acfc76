//! The rest of a line behind a position whose value is known without a search, or from a table.

use crate::game::{Evaluate, Game, Past};
use crate::value::Value;

/// Continues a line of legal moves from `game` to the end of the game, by best moves, where it
/// leads to a mate that is known exactly. Wins of tables that tell no mate are left alone: a line of
/// theirs takes a thousand looks, and each position shows its own.
pub(super) fn complete<G: Evaluate>(game: &G, line: &mut Vec<G::Move>) {
    let mut at = game.after_line(line);
    while known(&at).is_some_and(is_mate) {
        let Some((mv, next)) = best(&at) else { return };
        line.push(mv);
        at = next;
    }
}

/// A line of moves from `game`, in which a search has found a win, to the end of the game. `known` is the value of a position by its
/// key, as a table has it: the winner takes the move that wins soonest, the other player the one that loses last. `None` where
/// too little is known, or the game ends before the search has seen it end: then there is a better defence. A win of tables that tell
/// no mate has no end to lead to.
pub(super) fn to_win<G: Game>(
    game: &G,
    line: &[G::Move],
    found: Value,
    known: impl Fn(u64) -> Option<Value>,
) -> Option<Vec<G::Move>> {
    let (winner, plies) = found.win().filter(|_| !found.is_table_win())?;
    let (mut at, mut line) = (game.after_line(line), line.to_vec());
    while line.len() < plies.into() {
        let is_winner = at.turn().player()? == winner;
        let mut moves = Vec::new();
        at.moves(&mut moves);
        let behind = moves.into_iter().filter_map(|mv| {
            let next = at.after(mv);
            let value = next.outcome(&Past::default()).or_else(|| known(next.key()))?;
            let (_, left) = value.win().filter(|&(who, _)| who == winner)?;
            Some((left, mv, next))
        });
        let best = match is_winner {
            true => behind.min_by_key(|(left, ..)| *left),
            false => behind.max_by_key(|(left, ..)| *left),
        };
        let (_, mv, next) = best?;
        line.push(mv);
        at = next;
    }
    let end = at.outcome(&Past::default())?.win()?;
    (end.0 == winner).then_some(line)
}

/// The best move, and the position after it; `None` if the game is over, or a player does not
/// move, or the values of the moves are not known.
fn best<G: Evaluate>(game: &G) -> Option<(G::Move, G)> {
    let mover = game.turn().player()?;
    let mut moves = Vec::new();
    if game.outcome(&Past::default()).is_none() {
        game.moves(&mut moves);
    }
    let behind = moves.into_iter().map(|mv| {
        let next = game.after(mv);
        Some((known(&next)?.for_player(mover), mv, next))
    });
    // The first of equals.
    let best =
        behind.collect::<Option<Vec<_>>>()?.into_iter().rev().max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, mv, next)| (mv, next))
}

fn is_mate(value: Value) -> bool {
    value.win().is_some() && !value.is_table_win()
}

fn known<G: Evaluate>(game: &G) -> Option<Value> {
    let past = Past::default();
    game.outcome(&past).or_else(|| game.exact(&past))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::testing::nim::Nim;
    use crate::value::Player;

    /// Who wins and in how many plies, of this position and all behind it.
    fn solve(game: &Nim, known: &mut HashMap<u64, Value>) -> (Player, u16) {
        if let Some((winner, plies)) = known.get(&game.key()).and_then(|value| value.win()) {
            return (winner, plies);
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let behind = moves.into_iter().map(|mv| {
            let next = game.after(mv);
            let (winner, plies) = solve(&next, known);
            (winner, plies + 1)
        });
        let behind: Vec<(Player, u16)> = behind.collect();
        let mover = game.turn().player().unwrap_or(Player::Max);
        let wins = behind.iter().filter(|(winner, _)| *winner == mover).min_by_key(|it| it.1);
        let best = wins.or_else(|| behind.iter().max_by_key(|it| it.1)).copied();
        let outcome = game.outcome(&Past::default()).and_then(Value::win);
        let (winner, plies) = outcome.or(best).unwrap_or_else(|| panic!("a game without a winner"));
        known.insert(game.key(), Value::win_in(winner, plies));
        (winner, plies)
    }

    #[test]
    fn a_win_is_followed_to_the_end() {
        for piles in [&[1, 2][..], &[3, 4, 5], &[2, 2], &[6, 1, 3]] {
            let (game, mut known) = (Nim::new(piles), HashMap::new());
            let (winner, plies) = solve(&game, &mut known);
            let line = |found: u16, known: &HashMap<u64, Value>| {
                let of = |key: u64| known.get(&key).copied();
                to_win(&game, &[], Value::win_in(winner, found), of)
            };
            let whole = line(plies, &known).unwrap_or_else(|| panic!("no line of {piles:?}"));
            let end = game.after_line(&whole);
            let outcome = end.outcome(&Past::default()).and_then(Value::win);
            assert_eq!(outcome.map(|(who, _)| who), Some(winner));
            assert_eq!(whole.len(), usize::from(plies));
            // Where the first moves of the line are given, the rest follows.
            let of = |key: u64| known.get(&key).copied();
            let rest = to_win(&game, &whole[..1], Value::win_in(winner, plies), of);
            assert_eq!(rest.map(|it| it.len()), Some(whole.len()));
            assert_eq!(line(plies, &HashMap::new()).is_some(), plies == 1);
            assert_eq!(line(plies + 2, &known), None, "no end is to be earlier than it was seen");
        }
    }
}
