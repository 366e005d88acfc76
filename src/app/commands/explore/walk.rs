//! The way from the root of the tree to the position that a page shows: in the tree, and beyond it
//! by moves that were never tried.

use serde::Serialize;

use crate::app::games::CommandLineGame;
use crate::inspect::{IllegalMove, MoveText, PathError, Transpositions, TreeReader, TreeSelection};
use crate::search::{BestFirst, Root};

/// A move of the way, with the number that stands before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathMove {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// Its number in the game, where it is written.
    pub number: Option<String>,
}

/// A position that can be reached from the root of the tree.
pub struct Walk<'a, G: CommandLineGame> {
    /// The last position on the way that the tree has.
    pub reader: TreeReader<'a, G>,
    /// The position, and everything before it.
    pub root: Root<G>,
    /// The moves from the root.
    pub path: Vec<PathMove>,
    /// How many of them are in the tree.
    pub known: usize,
    /// Whether the way goes on behind a position in which a draw could be claimed. No tree does.
    pub(super) is_behind_claim: bool,
}

impl<'a, G: CommandLineGame> Walk<'a, G> {
    /// Plays these moves from the root.
    ///
    /// # Errors
    ///
    /// [`PathError`] names the first that is not legal.
    pub fn new(search: &'a BestFirst<G>, moves: &[String]) -> Result<Walk<'a, G>, PathError> {
        let reader = TreeReader::from_root(search);
        let root = reader.root().clone();
        let mut walk = Walk { reader, root, path: Vec::new(), known: 0, is_behind_claim: false };
        for text in moves {
            walk.play(text)?;
        }
        Ok(walk)
    }

    fn play(&mut self, text: &str) -> Result<(), PathError> {
        let game = self.root.game().clone();
        if self.is_over() {
            return Err(PathError::Over { position: game.describe() });
        }
        let mv = game.read_move(text).map_err(|why| PathError::NoMove {
            text: text.to_string(),
            why,
            position: game.describe(),
        })?;
        let text = MoveText::new(&game, mv);
        self.is_behind_claim |= self.is_claimable();
        if self.is_in_tree() && self.reader.child(mv).is_some() {
            self.reader.step(mv)?;
            self.known += 1;
        }
        let number = game.move_number(self.path.is_empty());
        self.path.push(PathMove { mv: text, number });
        self.root.step(mv);
        Ok(())
    }

    /// Tells of each position what is known about it wherever in the tree it stands.
    pub fn with_transpositions(self, known: &'a Transpositions) -> Self {
        Walk { reader: self.reader.with_transpositions(known), ..self }
    }

    /// The position.
    pub fn position(&self) -> &G {
        self.root.game()
    }

    /// Whether the tree has the position.
    pub fn is_in_tree(&self) -> bool {
        self.known == self.path.len()
    }

    /// Whether no move of it is in the tree.
    pub fn is_unexplored(&self) -> bool {
        !self.is_in_tree() || self.reader.node(self.reader.at()).is_leaf()
    }

    /// The best moves from there, as far as the tree knows them: `plies` at most.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn best_line(&self, plies: usize) -> Result<Vec<PathMove>, IllegalMove> {
        let moves = match self.is_in_tree() {
            true => TreeSelection::of_shape(&self.reader, 0, 0, 1)?.best_variation(0, plies)?,
            false => Vec::new(),
        };
        Ok(numbered(self.position(), moves))
    }

    /// Whether the rules end the game there. What a search takes for a draw because it came
    /// back once may continue, and so may a game whose players do not claim a draw.
    pub fn is_over(&self) -> bool {
        self.has_outcome() && self.position().unclaimed().is_none()
    }

    /// Whether a draw can be claimed there.
    pub fn is_claimable(&self) -> bool {
        self.has_outcome() && self.position().unclaimed().is_some()
    }

    fn has_outcome(&self) -> bool {
        self.root.game().outcome(&self.root.played_past()).is_some()
    }

    /// Why the game is over there, or could be, or nothing is searched behind it; `None` if neither is so.
    pub fn ending(&self) -> Option<String> {
        let is_known = self.is_in_tree() && self.reader.node(self.reader.at()).is_finished();
        (is_known || self.has_outcome()).then(|| self.root.ending())
    }

    /// All moves that can be made there.
    pub fn legal_moves(&self) -> Vec<MoveText> {
        let position = self.position();
        let moves = if self.is_over() { Vec::new() } else { position.legal_moves() };
        moves.into_iter().map(|mv| MoveText::new(position, mv)).collect()
    }
}

/// The moves from the root of the tree to the position analysed.
pub fn analysed_line<G: CommandLineGame>(search: &BestFirst<G>) -> Vec<PathMove> {
    let above = search.root().moves().len();
    let moves = search.root_of_position().moves()[above..].to_vec();
    numbered(search.root().game(), moves)
}

/// Moves from a position on, with their numbers.
pub fn numbered<G: CommandLineGame>(position: &G, moves: Vec<G::Move>) -> Vec<PathMove> {
    let mut at = position.clone();
    let step = |(place, mv): (usize, G::Move)| {
        let step = PathMove { mv: MoveText::new(&at, mv), number: at.move_number(place == 0) };
        at.play(mv);
        step
    };
    moves.into_iter().enumerate().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;
    use crate::game::Notation as _;
    use crate::search::{Limits, Searcher as _};

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn the_way_goes_on_where_the_tree_ends() -> anyhow::Result<()> {
        let search = Example::start().search();
        let walk = Walk::new(&search, &words("e2e4 e7e5 e1e2 e8e7 e2d3"))?;
        assert!(!walk.is_in_tree() && walk.known >= 2 && walk.path.len() == 5);
        let numbers: Vec<_> = walk.path.iter().map(|step| step.number.as_deref()).collect();
        assert_eq!(numbers[..3], [Some("1."), None, Some("2.")]);
        assert_eq!(walk.path[4].mv.human, "Kd3");
        assert!(walk.legal_moves().iter().any(|mv| mv.human == "Ke6"));
        assert_eq!(walk.ending(), None);
        Ok(())
    }

    #[test]
    fn nothing_follows_the_end() -> anyhow::Result<()> {
        let search = Example::fools_mate().search();
        let walk = Walk::new(&search, &words("g2g4 d8h4"))?;
        assert!(walk.is_over() && walk.legal_moves().is_empty());
        assert_eq!(walk.ending().as_deref(), Some("checkmate, Black has won"));
        assert!(Walk::new(&search, &words("g2g4 d8h4 a2a3")).is_err());
        let error = Walk::new(&search, &words("e2e4 e2e4")).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.starts_with("\"e2e4\" is not legal in ")));
        Ok(())
    }

    #[test]
    fn a_position_may_come_back_once() -> anyhow::Result<()> {
        let mut search = Example { nodes: 0, ..Example::start() }.search();
        for text in ["Nf3", "Nf6", "Ng1"] {
            let mv = search.position().read_move(text)?;
            search.step(mv)?;
        }
        search.search(&Limits { nodes: Some(20_000), ..Limits::default() }, &mut |_| {});
        let knights = "g1f3 g8f6 f3g1 f6g8 ";
        let twice = Walk::new(&search, &words(knights))?;
        let ending = twice.ending().unwrap_or_default();
        assert!(twice.is_in_tree() && !twice.is_over(), "{ending}");
        assert!(ending.starts_with("the position has occurred twice"), "{ending}");
        assert_eq!(twice.legal_moves().len(), 20);
        assert_eq!(Walk::new(&search, &words(&format!("{knights} e2e4")))?.path.len(), 5);
        let thrice = Walk::new(&search, &words(&knights.repeat(2)))?;
        let ending = thrice.ending().unwrap_or_default();
        assert_eq!(ending, "the position has occurred for the third time, a draw");
        // Nobody has to claim it.
        assert!(!thrice.is_over() && thrice.is_claimable() && !thrice.is_behind_claim);
        assert_eq!(thrice.legal_moves().len(), 20);
        let played_on = Walk::new(&search, &words(&format!("{} e2e4", knights.repeat(2))))?;
        assert!(played_on.is_behind_claim && !played_on.is_in_tree());
        Ok(())
    }

    #[test]
    fn the_line_to_the_position_analysed_is_known() -> anyhow::Result<()> {
        let mut search = Example::start().search();
        assert_eq!(analysed_line(&search), []);
        let mv = search.position().read_move("e4")?;
        search.step(mv)?;
        let line = analysed_line(&search);
        assert_eq!((line[0].mv.machine.as_str(), line[0].number.as_deref()), ("e2e4", Some("1.")));
        Ok(())
    }
}
