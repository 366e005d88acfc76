//! What people say about positions, and the game: kept with the tree, and not read by the search.

use std::collections::HashMap;

use super::super::search::BestFirst;
use super::comment::{CannotComment, Comment};
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
    pub(in super::super) fn comments_below(&self) -> Vec<Comment> {
        let stem = self.moves_to_position();
        let below = |comment: &Comment| {
            let line = comment.line.strip_prefix(&stem[..])?.to_vec();
            Some(Comment { line, text: comment.text.clone() })
        };
        self.comments.iter().filter_map(below).collect()
    }

    /// Adds the comments of a search whose root lies behind these moves.
    pub(in super::super) fn comments_of(&mut self, other: &BestFirst<G>, way: &[MoveCode]) {
        let lines = other.comments.iter().map(|theirs| [way, &theirs.line].concat());
        self.take_in_comments(lines.zip(other.comments.iter().map(|theirs| theirs.text.clone())));
    }

    /// Takes in what the game of a search says, whose root lies behind these moves.
    pub(in super::super) fn game_of(&mut self, other: &BestFirst<G>, way: &[MoveCode]) {
        let above = self.root.moves().len();
        let mut game = other.game.clone();
        let behind = game.split_off(above);
        self.game.take_in(&game);
        let lines = behind.into_iter();
        self.take_in_comments(
            lines.filter_map(|(moves, text)| Some((way.get(..moves - above)?.to_vec(), text))),
        );
    }

    fn take_in_comments(&mut self, all: impl Iterator<Item = (Vec<MoveCode>, String)>) {
        let places = self.comments.iter().map(|own| own.line.clone()).zip(0..);
        let mut places: HashMap<Vec<MoveCode>, usize> = places.collect();
        for (line, text) in all {
            match places.get(&line) {
                Some(&place) => self.comments[place].take_in(&text),
                None if self.comments.len() == Comment::MOST => {}
                None => {
                    places.insert(line.clone(), self.comments.len());
                    self.comments.push(Comment { line, text });
                }
            }
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

    /// The moves of the game from the root of the tree on; none where the tree is not that of a game.
    pub fn game_line(&self) -> Vec<G::Move> {
        self.root.game.legal_line(&self.game_line)
    }

    /// Whether the tree is that of a game.
    pub fn is_of_game(&self) -> bool {
        !self.game_line.is_empty()
    }

    /// Keeps these moves as those of the game, from the root of the tree on, in place of what is kept.
    ///
    /// # Panics
    ///
    /// May panic if a move is not legal where it stands.
    pub fn set_game_line(&mut self, moves: &[G::Move]) {
        self.game_line = self.root.game.encode_line(moves);
    }

    /// The codes of these moves, as a file has them.
    pub fn game_line_codes(&self) -> &[MoveCode] {
        &self.game_line
    }

    /// The moves of the game as those of a tree that begins at the position analysed; none where the game does not lead
    /// there.
    pub(in super::super) fn game_line_below(&self) -> Vec<MoveCode> {
        let below = self.game_line.strip_prefix(&self.moves_to_position()[..]);
        below.map(<[MoveCode]>::to_vec).unwrap_or_default()
    }

    /// Takes over the moves of the game of a search whose root lies behind these moves, where this one has none.
    pub(in super::super) fn game_line_of(&mut self, other: &BestFirst<G>, way: &[MoveCode]) {
        if self.game_line.is_empty() && !other.game_line.is_empty() {
            self.game_line = [way, &other.game_line].concat();
        }
    }
}
