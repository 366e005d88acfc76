//! The game up to the position that is asked about.

use crate::app::games::CommandLineGame;
use crate::search::Root;
use crate::value::Value;

/// A first position, and the moves from there.
#[derive(Clone, Debug)]
pub struct GameLine<G: CommandLineGame> {
    pub(super) start: G,
    /// The moves from there.
    pub(super) moves: Vec<G::Move>,
    /// The position at the end.
    pub(super) position: G,
    /// What was ignored to make sense of the first position.
    pub(super) warnings: Vec<String>,
}

/// What is said behind whatever is wrong with a game.
const NO_POSITION: &str = "there is no position until another one is given";

impl<G: CommandLineGame> GameLine<G> {
    /// A game that begins, and ends, here.
    pub fn new(start: G) -> GameLine<G> {
        GameLine { position: start.clone(), moves: Vec::new(), start, warnings: Vec::new() }
    }

    /// Reads the first position of a game; `chess960` tells that castling is that of Chess960.
    ///
    /// # Errors
    ///
    /// Why the text is none, in words.
    pub fn read(
        start: &str,
        chess960: bool,
        evaluator: G::Evaluator,
    ) -> Result<GameLine<G>, String> {
        let none = "position: there is none; give startpos, or fen and a FEN";
        let read = G::read_engine_position(start, chess960, evaluator)
            .ok_or_else(|| format!("{none}; {NO_POSITION}"))?;
        let given = read.map_err(|error| format!("position: {error}; {NO_POSITION}"))?;
        Ok(GameLine { warnings: given.warnings, ..GameLine::new(given.position) })
    }

    /// The same game with another evaluator; `None` if its first position cannot be read again.
    pub fn with_evaluator(&self, evaluator: G::Evaluator) -> Option<GameLine<G>> {
        let mut line = GameLine::new(G::read(&self.start.describe(), evaluator)?);
        line.moves = self.moves.clone();
        line.moves.iter().for_each(|&mv| line.position.play(mv));
        Some(line)
    }

    /// Plays moves.
    ///
    /// # Errors
    ///
    /// Which is the first that is not legal, in words; those before it are played.
    pub fn play(&mut self, moves: &[String]) -> Result<(), String> {
        for (number, text) in (1..).zip(moves) {
            let mv = read_move(&self.position, text).map_err(|why| {
                let place = self.position.describe();
                format!("position: move {number}, {text:?}, {why} in {place}; {NO_POSITION}")
            })?;
            self.position.play(mv);
            self.moves.push(mv);
        }
        Ok(())
    }

    /// The position with its past, to be searched.
    pub fn root(&self) -> Root<G> {
        let mut root = Root::new(self.start.clone());
        self.moves.iter().for_each(|&mv| root.play(mv));
        root
    }

    /// What the rules say of the game if it is over in the position, a move being possible or not.
    pub fn final_value(&self) -> Option<Value> {
        let root = self.root();
        root.game().outcome(&root.past())
    }
}

/// The legal move that a text names, in small letters if not as it stands.
pub fn read_move<G: CommandLineGame>(position: &G, text: &str) -> Result<G::Move, String> {
    let small = text.to_ascii_lowercase();
    position
        .read_move(text)
        .or_else(|error| position.read_move(&small).map_err(|_| error))
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};

    type Line = GameLine<Position>;

    fn start() -> Line {
        Line::read("startpos", false, Tapered::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_game_goes_as_far_as_it_is_legal() {
        let mut line = start();
        let moves = ["e2e4", "E7E5", "e1e3", "g1f3"].map(str::to_string);
        let error = line.play(&moves).expect_err("the king flies");
        assert!(error.starts_with("position: move 3, \"e1e3\", "), "{error}");
        assert_eq!(line.moves.len(), 2);
        assert_eq!(line.root().moves(), line.moves);
        assert_eq!(line.root().game(), &line.position);
    }

    #[test]
    fn no_position_is_an_error() {
        for text in ["", "8/8 w", "startpo", "# comment"] {
            assert!(Line::read(text, false, Tapered::default()).is_err(), "{text}");
        }
    }
}
