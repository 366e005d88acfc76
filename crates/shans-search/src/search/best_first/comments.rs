//! What people say about positions: kept with the tree, and not read by the search.

use super::comment::{CannotComment, Comment};
use super::search::BestFirst;
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
        let mut game = self.root.game.clone();
        let code = |&mv: &G::Move| {
            let code = game.encode(mv);
            game.play(mv);
            code
        };
        let moves = below.moves().get(self.root.moves().len()..)?;
        Some(moves.iter().map(code).collect())
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
            let line = [way, &theirs.line].concat();
            let place = self.comments.iter().position(|own| own.line == line);
            match place {
                Some(place) => self.comments[place].take_in(&theirs.text),
                None if self.comments.len() == Comment::MOST => return,
                None => self.comments.push(Comment { line, text: theirs.text.clone() }),
            }
        }
    }
}
