//! Which positions of a tree go into a file: a line to the first one shown, what was searched most below it, and the notation.

use std::collections::HashMap;

use super::super::notation::Notation;
use super::super::question::Moves;
use crate::app::games::CommandLineGame;
use crate::inspect::{IllegalMove, TreeReader, TreeSelection};

/// A position of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The position before it, which comes earlier in the list; the root of the tree has none.
    pub parent: Option<usize>,
    /// The moves to it from the root of the tree.
    pub moves: Moves,
    /// The positions after its moves, in the order in which they were taken in.
    pub children: Vec<usize>,
}

/// All positions of a file, the root of the tree first and each position before what comes behind it, as a reader meets them:
/// neighbours have much in common.
#[derive(Debug, Default)]
pub struct Places {
    list: Vec<Place>,
    known: HashMap<(usize, String), usize>,
}

impl Places {
    /// Those from the position of `reader` on, at most so many nodes of the tree, and all of the notation.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn new<G: CommandLineGame>(
        reader: &TreeReader<'_, G>,
        above: &Moves,
        notation: &Notation,
        most: usize,
    ) -> Result<Places, IllegalMove> {
        let mut places = Places { list: vec![Place::default()], known: HashMap::new() };
        let top = above.iter().fold(0, |at, mv| places.step(at, mv));
        // The moves of a game are there in any case.
        let selection = TreeSelection::along(reader, &reader.game_line(), most)?;
        let mut place_of = vec![top];
        for (index, node) in selection.nodes().iter().enumerate().skip(1) {
            let parent = place_of[node.parent.unwrap_or_default()];
            let mv = selection.move_text(index).map(|mv| mv.machine).unwrap_or_default();
            place_of.push(places.step(parent, &mv));
        }
        let mut noted = vec![0];
        for (parent, mv) in notation.steps() {
            noted.push(places.step(noted[parent], mv));
        }
        Ok(places.in_order())
    }

    /// All of them.
    pub fn list(&self) -> &[Place] {
        &self.list
    }

    /// The position after these moves, where the file has it.
    pub fn find<'m>(&self, moves: impl IntoIterator<Item = &'m String>) -> Option<usize> {
        let step = |at, mv: &String| self.known.get(&(at, mv.clone())).copied();
        moves.into_iter().try_fold(0, step)
    }

    fn step(&mut self, parent: usize, mv: &str) -> usize {
        if let Some(&known) = self.known.get(&(parent, mv.to_string())) {
            return known;
        }
        let moves = [&self.list[parent].moves[..], &[mv.to_string()]].concat();
        self.list.push(Place { parent: Some(parent), moves, children: Vec::new() });
        let place = self.list.len() - 1;
        self.list[parent].children.push(place);
        self.known.insert((parent, mv.to_string()), place);
        place
    }

    fn in_order(mut self) -> Places {
        let mut ordered = Places::default();
        let mut waiting = vec![(0, None)];
        while let Some((at, parent)) = waiting.pop() {
            let Place { moves, children, .. } = std::mem::take(&mut self.list[at]);
            let place = ordered.list.len();
            if let Some((parent, mv)) = parent.zip(moves.last()) {
                ordered.known.insert((parent, mv.clone()), place);
                ordered.list[parent].children.push(place);
            }
            waiting.extend(children.into_iter().rev().map(|child| (child, Some(place))));
            ordered.list.push(Place { parent, moves, children: Vec::new() });
        }
        ordered
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::notation::keep;
    use super::*;
    use crate::app::tests::Example;
    use crate::chess::Position;
    use crate::search::BestFirst;

    fn places(search: &BestFirst<Position>, most: usize) -> anyhow::Result<Places> {
        let reader = TreeReader::from_root(search);
        Ok(Places::new(&reader, &Moves::new(), &Notation::of(search), most)?)
    }

    #[test]
    fn every_position_stands_behind_the_one_before_it() -> anyhow::Result<()> {
        let search = Example::start().search();
        let places = places(&search, 500)?;
        assert_eq!(places.list().len(), 500);
        for (index, place) in places.list().iter().enumerate() {
            assert_eq!(places.find(&place.moves), Some(index));
            let before = place.parent.map(|parent| &places.list()[parent]);
            assert!(
                before.is_none_or(|before| before.moves[..] == place.moves[..before.moves.len()])
            );
            assert!(before.is_none_or(|before| before.children.contains(&index)));
            assert!(place.parent.is_none_or(|parent| parent < index));
        }
        Ok(())
    }

    #[test]
    fn the_notation_is_there_whether_it_was_searched_or_not() -> anyhow::Result<()> {
        let mut search = Example::start().search();
        let line = [(0, "a2a3".to_string()), (1, "h7h6".to_string()), (2, "a3a4".to_string())];
        assert_eq!(keep(&mut search, &line), Ok(()));
        let places = places(&search, 1)?;
        assert_eq!(places.list().len(), 4);
        assert!(places.find(["a2a3", "h7h6", "a3a4"].map(str::to_string).iter()).is_some());
        Ok(())
    }
}
