//! Lines of moves as people write them.

use crate::game::{Heuristics, Notation};
use crate::inspect::variation_text;

/// Tables of moves show this many plies of the line of each.
pub const TABLE_PLIES: usize = 10;

/// Plies that a line is longer at most so as not to end in the middle of an exchange.
const LONGEST_EXCHANGE: usize = 8;

/// A line of moves with their numbers: `3. Bb5 a6 4. Ba4`, or `3... a6 4. Ba4` where Black
/// begins. At most `plies` moves are written; an ellipsis stands for the rest.
pub fn numbered<G: Notation>(position: &G, moves: &[G::Move], plies: usize) -> String {
    let mut words = Vec::new();
    let mut at = position.clone();
    for (index, &mv) in moves.iter().take(plies).enumerate() {
        words.extend(at.move_number(index == 0));
        words.push(at.human_text(mv));
        at.play(mv);
    }
    if moves.len() > plies {
        words.push("...".to_string());
    }
    words.join(" ")
}

/// The moves of a line in machine notation.
pub fn machine_texts<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<String> {
    variation_text(position, moves).into_iter().map(|mv| mv.machine).collect()
}

/// How many moves of a line to show where `plies` are wanted: more, if it would end in the middle of an exchange.
pub fn whole_exchanges<G: Heuristics>(position: &G, moves: &[G::Move], plies: usize) -> usize {
    let mut at = position.clone();
    moves.iter().take(plies).for_each(|&mv| at.play(mv));
    let more = moves.iter().skip(plies).take(LONGEST_EXCHANGE);
    let exchanges = more.take_while(|&&mv| {
        let mut tactical = Vec::new();
        at.tactical(&mut tactical);
        at.play(mv);
        tactical.iter().any(|estimate| estimate.mv == mv)
    });
    moves.len().min(plies + exchanges.count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::Game;

    fn text(moves: &str, start: usize, plies: usize) -> String {
        let mut first = <Position>::default();
        let mut list = Vec::new();
        let mut at = first.clone();
        for (index, word) in moves.split(' ').enumerate() {
            let mv = at.parse_move(word).unwrap_or_else(|| panic!("{word}"));
            at.play(mv);
            if index < start {
                first.play(mv);
            } else {
                list.push(mv);
            }
        }
        numbered(&first, &list, plies)
    }

    #[test]
    fn no_line_ends_in_the_middle_of_an_exchange() {
        let mut at = <Position>::default();
        let mut line = Vec::new();
        for word in "e4 d5 exd5 Qxd5 Nc3 Qa5".split(' ') {
            let mv = at.parse_move(word).unwrap_or_else(|| panic!("{word}"));
            at.play(mv);
            line.push(mv);
        }
        let shown = |plies| whole_exchanges(&<Position>::default(), &line, plies);
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 9].map(shown), [0, 1, 2, 4, 4, 5, 6, 6]);
    }

    #[test]
    fn numbers_begin_with_either_side() {
        assert_eq!(text("e4 e5 Nf3", 0, 9), "1. e4 e5 2. Nf3");
        assert_eq!(text("e4 e5 Nf3 Nc6", 1, 9), "1... e5 2. Nf3 Nc6");
        assert_eq!(text("e4 e5 Nf3 Nc6", 1, 2), "1... e5 2. Nf3 ...");
    }
}
