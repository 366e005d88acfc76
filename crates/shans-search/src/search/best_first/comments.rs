//! What people say about positions and the game before them: kept with the tree, and not read by the search.

use super::comment::{CannotComment, Comment};
use super::search::BestFirst;
use super::source_game::SourceGame;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::report::Root;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// All comments, the oldest first.
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// The comment on the position after these moves from the root of the tree.
    pub fn comment_on(&self, line: &[MoveCode]) -> Option<&str> {
        let found = self.comments.iter().find(|comment| comment.line == line);
        found.map(|comment| comment.text.as_str())
    }

    /// The moves from the root of the tree to a position of the same game that lies below it.
    pub fn line_to(&self, below: &Root<G>) -> Option<Vec<MoveCode>> {
        let moves = below.moves().get(self.root.moves().len()..)?;
        Some(self.root.game.encode_line(moves))
    }

    /// Puts a comment on the position after these moves from the root of the tree, in place of the one
    /// before; an empty text removes it.
    ///
    /// # Errors
    ///
    /// [`CannotComment`]; nothing changes then.
    pub fn comment(&mut self, line: &[MoveCode], text: &str) -> Result<(), CannotComment> {
        let comment = Comment { line: line.to_vec(), text: text.trim().to_string() };
        let place = self.comments.iter().position(|known| known.line == line);
        if comment.text.is_empty() {
            place.into_iter().for_each(|place| _ = self.comments.remove(place));
            return Ok(());
        }
        if comment.text.len() > Comment::LONGEST {
            return Err(CannotComment::TooLong);
        }
        if !comment.fits(&self.root.game) {
            return Err(CannotComment::NoMove);
        }
        match place {
            Some(place) => self.comments[place] = comment,
            None if self.comments.len() == Comment::MOST => return Err(CannotComment::TooMany),
            None => self.comments.push(comment),
        }
        Ok(())
    }

    /// The comments as those of a tree that begins at the position analysed.
    pub(super) fn comments_below(&self) -> Vec<Comment> {
        let stem = self.moves_to_position();
        let below = |comment: &Comment| {
            let line = comment.line.strip_prefix(&stem[..])?.to_vec();
            Some(Comment { line, text: comment.text.clone() })
        };
        self.comments.iter().filter_map(below).collect()
    }

    /// Adds the comments of a search whose root lies behind these moves.
    pub(super) fn comments_of(&mut self, other: &BestFirst<G>, way: &[MoveCode]) {
        for theirs in &other.comments {
            self.take_in_comment([way, &theirs.line].concat(), &theirs.text);
        }
    }

    /// Takes in what the game of a search says, whose root lies behind these moves.
    pub(super) fn game_of(&mut self, other: &BestFirst<G>, way: &[MoveCode]) {
        let above = self.root.moves().len();
        let mut game = other.game.clone();
        let behind = game.split_off(above);
        self.game.take_in(&game);
        for (moves, text) in behind {
            if let Some(line) = way.get(..moves - above) {
                self.take_in_comment(line.to_vec(), &text);
            }
        }
    }

    fn take_in_comment(&mut self, line: Vec<MoveCode>, text: &str) {
        match self.comments.iter().position(|own| own.line == line) {
            Some(place) => self.comments[place].take_in(text),
            None if self.comments.len() == Comment::MOST => {}
            None => self.comments.push(Comment { line, text: text.to_string() }),
        }
    }

    /// What is known of the game that leads to the root of the tree.
    pub fn source_game(&self) -> &SourceGame {
        &self.game
    }

    /// Keeps this in place of what is known of that game.
    pub fn set_source_game(&mut self, game: SourceGame) {
        self.game = game;
    }
}
