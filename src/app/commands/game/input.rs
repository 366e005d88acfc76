//! The games of a file, as far as they can be played.

use std::path::Path;

use crate::app::files::game_file::{
    GameFileError, WrittenGame, read_move, refuse_open, start, text_of, written_games,
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
    /// Its positions, one more than moves.
    pub positions: Vec<G>,
    /// Its moves.
    pub moves: Vec<G::Move>,
    /// How many moves lead to a position in which the game is over by its rules, as by the third repetition, where
    /// it continued nevertheless. What follows is not analysed.
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

    /// How many positions can be analysed: one more than such moves.
    pub fn analysed_positions(&self) -> usize {
        self.analysed_moves().len() + 1
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
        let start = start::<G>(written, &self.name, evaluator)?;
        let mut game = PlayedGame {
            number,
            written,
            positions: vec![start.position.clone()],
            moves: Vec::new(),
            over: None,
            fault: None,
        };
        let played = self.play_moves(&mut game, Root::new(start.position));
        game.fault = played.and_then(|()| refuse_open(written, &self.name)).err();
        Ok(game)
    }

    /// Plays as many moves as can be; the error says why it is not all of them.
    fn play_moves<G: CommandLineGame>(
        &self,
        game: &mut PlayedGame<'_, G>,
        mut root: Root<G>,
    ) -> Result<(), GameFileError> {
        for written in &game.written.moves {
            if game.over.is_none() && root.game().outcome(&root.past()).is_some() {
                game.over = Some(game.moves.len());
            }
            let mv = read_move(root.game(), &written.text, &self.name, written.place)?;
            root.play(mv);
            game.moves.push(mv);
            game.positions.push(root.game().clone());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};

    fn played(text: &str) -> (usize, Option<String>) {
        let text = text.as_bytes().to_vec();
        let games = written_games(&text).collect();
        let file = GameFile { name: "a.pgn".to_string(), text, games };
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
}
