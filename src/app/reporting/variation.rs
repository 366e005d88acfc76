//! Lines of moves as people write them.

use crate::game::Notation;

/// Tables of moves show this many plies of the line of each.
pub const TABLE_PLIES: usize = 10;

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
    fn numbers_begin_with_either_side() {
        assert_eq!(text("e4 e5 Nf3", 0, 9), "1. e4 e5 2. Nf3");
        assert_eq!(text("e4 e5 Nf3 Nc6", 1, 9), "1... e5 2. Nf3 Nc6");
        assert_eq!(text("e4 e5 Nf3 Nc6", 1, 2), "1... e5 2. Nf3 ...");
    }
}
