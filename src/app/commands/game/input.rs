//! The games of a file, as far as they can be played.

use std::path::Path;

use crate::app::files::game_file::{
    GameFileError, ReadGame, WrittenGame, main_line, text_of, written_games,
};
use crate::app::games::CommandLineGame;
use crate::search::Root;

/// The games of a file, and its bytes.
pub struct GameFile {
    /// Its name.
    pub name: String,
    /// All of it.
    pub text: Vec<u8>,
    /// Its games.
    pub games: Vec<WrittenGame>,
}

/// A game, as far as it can be played.
pub struct PlayedGame<'f, G: CommandLineGame> {
    /// Which game of the file it is, from 1 on.
    pub number: u64,
    /// The game as it is written.
    pub written: &'f WrittenGame,
    /// The text of the file.
    pub text: &'f [u8],
    /// Its positions, one more than moves.
    pub positions: Vec<G>,
    /// Its moves.
    pub moves: Vec<G::Move>,
    /// What was ignored to make sense of its first position.
    pub warnings: Vec<String>,
    /// After how many moves, each time, a draw could be claimed, and the game continued nevertheless.
    pub claims: Vec<usize>,
    /// How many moves lead to a position in which the game is over by its rules, where more are written: neither
    /// side can mate. What follows is not analysed.
    pub over: Option<usize>,
    /// What cannot be read or played; the moves before it can.
    pub fault: Option<GameFileError>,
}

impl<G: CommandLineGame> PlayedGame<'_, G> {
    /// The first position.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// Whether it is text that only looked like a game: it has no tags, and its first word is no move.
    pub fn is_no_game(&self) -> bool {
        self.fault.is_some() && self.moves.is_empty() && self.written.tags.is_empty()
    }

    /// The moves up to the end of the game by its rules: those that can be analysed.
    pub fn analysed_moves(&self) -> &[G::Move] {
        &self.moves[..self.over.unwrap_or(self.moves.len())]
    }

    /// How many positions are searched: one more than such moves, and those in which a draw could be claimed twice.
    pub fn searched_positions(&self) -> usize {
        self.analysed_moves().len() + 1 + self.claims.len()
    }

    /// The parts of the game between the claims, each with the number of moves before it. What came before a claim
    /// is not counted behind it: the value of a position in which a draw could be claimed would be that draw, no
    /// matter what was played there.
    pub fn parts(&self) -> Vec<(usize, Self)> {
        let end = self.analysed_moves().len();
        let begins = [0].into_iter().chain(self.claims.iter().copied());
        let ends = self.claims.iter().copied().chain([end]);
        begins.zip(ends).map(|(begin, end)| (begin, self.part(begin, end))).collect()
    }

    fn part(&self, begin: usize, end: usize) -> Self {
        let first = &self.positions[begin];
        let start = if begin == 0 { None } else { first.unclaimed() };
        let moves = self.moves[begin..end].to_vec();
        let positions = start.as_ref().unwrap_or(first).positions_along(&moves);
        PlayedGame {
            number: self.number,
            written: self.written,
            text: self.text,
            positions,
            moves,
            warnings: Vec::new(),
            claims: Vec::new(),
            over: None,
            fault: None,
        }
    }
}

impl GameFile {
    /// Reads a file, or standard input (`-`).
    ///
    /// # Errors
    ///
    /// A file that cannot be read.
    pub fn read(path: &Path) -> anyhow::Result<GameFile> {
        let (name, text) = text_of(path)?;
        let games = written_games(&text).collect();
        Ok(GameFile { name, text, games })
    }

    /// A game of it, played.
    ///
    /// # Errors
    ///
    /// Why not even its first position can be read.
    pub fn play<G: CommandLineGame>(
        &self,
        number: u64,
        evaluator: G::Evaluator,
    ) -> Result<PlayedGame<'_, G>, GameFileError> {
        let index = usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
        let Some(written) = self.games.get(index) else {
            let (file, games) = (self.name.clone(), self.games.len() as u64);
            return Err(GameFileError::NoGame { file, number, games });
        };
        let ReadGame { line, warnings, fault } = main_line::<G>(written, &self.name, evaluator)?;
        let mut game = PlayedGame {
            number,
            written,
            text: &self.text,
            positions: line.start.positions_along(&line.moves),
            moves: line.moves,
            warnings,
            claims: Vec::new(),
            over: None,
            fault,
        };
        game.play_on(Root::new(line.start));
        Ok(game)
    }
}

impl<G: CommandLineGame> PlayedGame<'_, G> {
    /// Plays the moves from the first position on.
    fn play_on(&mut self, mut root: Root<G>) {
        for (ply, &mv) in self.moves.iter().enumerate() {
            if self.over.is_none() && root.game().outcome(&root.past()).is_some() {
                match root.game().unclaimed() {
                    Some(position) => {
                        self.claims.push(ply);
                        root = Root::new(position);
                    }
                    None => self.over = Some(ply),
                }
            }
            root.play(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};

    fn file(text: &str) -> GameFile {
        let text = text.as_bytes().to_vec();
        let games = written_games(&text).collect();
        GameFile { name: "a.pgn".to_string(), text, games }
    }

    fn played(text: &str) -> (usize, Option<String>) {
        let file = file(text);
        match file.play::<Position>(1, Tapered::default()) {
            Ok(game) => (game.moves.len(), game.fault.map(|fault| fault.to_string())),
            Err(why) => (0, Some(why.to_string())),
        }
    }

    #[test]
    fn what_can_be_played_is_and_the_rest_is_named() {
        assert_eq!(played("1. e4 e5 *"), (2, None));
        let (moves, fault) = played("1. e4\ne5 2. Ke3 Ke7");
        let fault = fault.unwrap_or_default();
        assert_eq!(moves, 2);
        assert!(fault.starts_with("a.pgn, line 2, column 7: \"Ke3\" is not legal in "), "{fault}");
        let (moves, fault) = played("1. f3 e5 2. g4 Qh4# 3. a3");
        assert_eq!(moves, 4);
        assert!(fault.is_some_and(|told| told.contains("\"a3\" is not legal in ")));
        let (moves, fault) = played("1. e4 {x");
        assert_eq!(moves, 1);
        assert!(fault.is_some_and(|told| told.contains("the comment that begins here has no end")));
        assert!(
            played("[FEN \"x\"] 1. e4").1.is_some_and(|told| told.contains("line 1, column 1"))
        );
    }

    #[test]
    fn games_begin_anywhere() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40";
        assert_eq!(played(&format!("[FEN \"{fen}\"]\n\n40... Kd8 41. e4")), (2, None));
        let chess960 = "[Variant \"Chess960\"]\n[FEN \"bqrkrbnn/pppppppp/8/8/8/8/PPPPPPPP/BQRKRBNN w KQkq - 0 1\"]";
        assert_eq!(played(&format!("{chess960}\n\n1. Ng3 Ng6")), (2, None));
    }

    #[test]
    fn a_game_continues_behind_a_draw_that_nobody_claims() {
        let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
        let repeated = file(&format!("{knights} {knights} e4"));
        let game = repeated.play::<Position>(1, Tapered::default()).expect("a game");
        assert_eq!((&game.claims[..], game.over), (&[8, 16][..], None));
        let lengths: Vec<_> =
            game.parts().iter().map(|(begin, part)| (*begin, part.moves.len())).collect();
        assert_eq!(lengths, [(0, 8), (8, 8), (16, 1)]);
        assert_eq!(game.searched_positions(), 17 + 1 + 2);
        let fifty = file("[FEN \"4k3/8/8/8/8/8/4P3/R3K3 w - - 99 90\"]\n\n1. Ra2 Kd7 2. Ra3 Kd6 *");
        let game = fifty.play::<Position>(1, Tapered::default()).expect("a game");
        assert_eq!(game.claims, [1]);
        assert_eq!(game.parts()[1].1.start().fen(), "4k3/8/8/8/8/8/R3P3/4K3 b - - 0 90");
        assert_eq!(game.positions[2].fen(), "8/3k4/8/8/8/8/R3P3/4K3 w - - 101 91");
        let dead = file("[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n1. Kxe2 Ke7 2. Ke3 *");
        let game = dead.play::<Position>(1, Tapered::default()).expect("a game");
        assert_eq!((&game.claims[..], game.over), (&[][..], Some(1)));
    }
}
