//! The names of openings, by position: whatever moves led there.

use std::collections::HashMap;

use super::CommandLineGame;
use crate::packed::unpacked_text;

/// A name of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings: `C60`.
    pub eco: String,
    /// Its name in English.
    pub name: String,
}

/// The names of the openings of a game: none where it has no list ([`CommandLineGame::OPENINGS`]).
#[derive(Clone, Debug, Default)]
pub struct Openings(HashMap<u64, Opening>);

impl Openings {
    /// Reads the list that is part of the program, in some twenty milliseconds.
    pub fn new<G: CommandLineGame>(evaluator: G::Evaluator) -> Openings {
        let mut names = HashMap::new();
        let Ok(start) = G::read_position("startpos", evaluator) else { return Openings(names) };
        let (mut line, mut before) = (vec![start.position], String::new());
        let list = G::OPENINGS.map(unpacked_text).unwrap_or_default();
        for text in list.lines() {
            let Some(Written { depth, mv, name }) = Written::read(text, &before) else { break };
            line.truncate(depth + 1);
            let Some(mut at) = line.last().cloned() else { break };
            let Ok(mv) = at.read_move(mv) else { break };
            at.play(mv);
            if let Some(opening) = name {
                before.clone_from(&opening.name);
                names.insert(at.key(), opening);
            }
            line.push(at);
        }
        Openings(names)
    }

    /// The name of a position, if it has one.
    pub fn name<G: CommandLineGame>(&self, position: &G) -> Option<&Opening> {
        self.0.get(&position.key())
    }

    /// The name of a line with these positions: that of the last of them that has one.
    pub fn of_line<'a, G: CommandLineGame>(
        &self,
        positions: impl IntoIterator<Item = &'a G>,
    ) -> Option<&Opening> {
        positions.into_iter().filter_map(|position| self.name(position)).last()
    }
}

/// A line of the list: `DEPTH MOVE [ECO|SHARED|REST]`, as `tools/openings.py` writes it.
struct Written<'t> {
    depth: usize,
    mv: &'t str,
    name: Option<Opening>,
}

impl Written<'_> {
    /// `before` is the name above, whose first letters the next one may share.
    fn read<'t>(text: &'t str, before: &str) -> Option<Written<'t>> {
        let (depth, rest) = text.split_once(' ')?;
        let (mv, told) = rest.split_once(' ').unwrap_or((rest, ""));
        let name = match told {
            "" => None,
            told => {
                let (eco, rest) = told.split_once('|')?;
                let (shared, rest) = rest.split_once('|')?;
                let shared: String = before.chars().take(shared.parse().ok()?).collect();
                Some(Opening { eco: eco.to_string(), name: shared + rest })
            }
        };
        Some(Written { depth: depth.parse().ok()?, mv, name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};
    use crate::game::{Game as _, Notation as _};

    fn line(moves: &str) -> Vec<Position> {
        let mut line = vec![Position::default()];
        for word in moves.split_whitespace() {
            let mut at = line[line.len() - 1].clone();
            at.play(at.read_move(word).expect("a move"));
            line.push(at);
        }
        line
    }

    #[test]
    fn names_are_found_by_position_in_whatever_order_it_is_reached() {
        let openings = Openings::new::<Position>(Tapered::default());
        let named = |moves: &str| {
            let found = openings.of_line(&line(moves));
            found.map(|it| format!("{} {}", it.eco, it.name)).unwrap_or_default()
        };
        assert_eq!(named("e4 e5 Nf3 Nc6 Bb5"), "C60 Ruy Lopez");
        assert_eq!(named("c4 e6 d4 d5"), "D30 Queen's Gambit Declined");
        // Behind the last position with a name, its name stays.
        assert_eq!(
            named("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O h5 h4"),
            "C78 Ruy Lopez: Morphy Defense"
        );
        assert_eq!(named(""), "");
        assert_eq!(named("g3 e5 Nf3"), "A00 Hungarian Opening: Reversed Alekhine");
    }

    #[test]
    fn the_whole_list_is_read() {
        let openings = Openings::new::<Position>(Tapered::default());
        let list = Position::OPENINGS.map(unpacked_text).unwrap_or_default();
        let named = list.lines().filter(|line| line.contains('|')).count();
        // Some positions are named twice, by two orders of moves.
        assert!(named > 3_700 && openings.0.len() > 3_600, "{named}: {}", openings.0.len());
        assert!(openings.0.values().all(|it| it.eco.len() == 3 && !it.name.is_empty()));
    }
}
