//! All that is kept with a tree, and the position in which its lines begin.

use std::collections::HashMap;

use thiserror::Error;

use super::comment::{CannotComment, Comment};
use super::habits::Habits;
use super::source_game::SourceGame;
use crate::game::{Game, MoveCode};

/// What is kept, as a file has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// Numbers of whoever drives the search.
    pub memo: Vec<u64>,
    /// What one of the players does in games.
    pub habits: Habits,
    /// What people say about positions, the oldest first.
    pub comments: Vec<Comment>,
    /// What is known of the game that leads to the root of the tree.
    pub game: SourceGame,
    /// The moves of the game from the root of the tree on.
    pub game_line: Vec<MoveCode>,
}

/// What of the notes of a file does not fit the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadNote {
    /// The moves of the game have one that is not legal.
    #[error("move {0} of the game is not legal")]
    GameLine(usize),
    /// A comment that is too long, or on a line with an illegal move.
    #[error("comment {0} does not fit the tree")]
    Comment(usize),
}

/// What is kept with a tree. No search looks at it.
#[derive(Clone, Debug)]
pub struct Notebook<G> {
    /// The position at the root of the tree: all lines begin there.
    start: G,
    notes: Notes,
}

impl<G: Game> Notebook<G> {
    /// Nothing is kept yet.
    pub(in crate::search) fn new(start: G) -> Notebook<G> {
        Notebook { start, notes: Notes::default() }
    }

    /// The notes of a file.
    ///
    /// # Errors
    ///
    /// [`BadNote`].
    pub(in crate::search) fn restored(start: G, notes: Notes) -> Result<Notebook<G>, BadNote> {
        let comments = &notes.comments;
        let misfit = comments.iter().position(|comment| !comment.fits(&start));
        if let Some(index) = misfit.or((comments.len() > Comment::MOST).then_some(Comment::MOST)) {
            return Err(BadNote::Comment(index + 1));
        }
        let legal = start.legal_line(&notes.game_line).len();
        if legal < notes.game_line.len() {
            return Err(BadNote::GameLine(legal + 1));
        }
        Ok(Notebook { start, notes })
    }

    /// All of it, as a file has it.
    pub fn all(&self) -> &Notes {
        &self.notes
    }

    /// Numbers that whoever drives the search keeps with it, in its file, too: how far a plan is that takes many runs.
    pub fn memo(&self) -> &[u64] {
        &self.notes.memo
    }

    /// Keeps these numbers in place of those of [`Notebook::memo`].
    pub fn set_memo(&mut self, memo: Vec<u64>) {
        self.notes.memo = memo;
    }

    /// What one of the players does in games, where anybody has told.
    pub fn habits(&self) -> &Habits {
        &self.notes.habits
    }

    /// Keeps this in place of [`Notebook::habits`].
    pub fn set_habits(&mut self, habits: Habits) {
        self.notes.habits = if habits.is_empty() { Habits::default() } else { habits };
    }

    /// All comments, the oldest first.
    pub fn comments(&self) -> &[Comment] {
        &self.notes.comments
    }

    /// The comment on the position after these moves from the root of the tree.
    pub fn comment_on(&self, line: &[MoveCode]) -> Option<&str> {
        let found = self.comments().iter().find(|comment| comment.line == line);
        found.map(|comment| comment.text.as_str())
    }

    /// Puts a comment on the position after these moves from the root of the tree, in place of the one
    /// before; an empty text removes it.
    ///
    /// # Errors
    ///
    /// [`CannotComment`]; nothing changes then.
    pub fn comment(&mut self, line: &[MoveCode], text: &str) -> Result<(), CannotComment> {
        let comment = Comment { line: line.to_vec(), text: text.trim().to_string() };
        let comments = &mut self.notes.comments;
        let place = comments.iter().position(|known| known.line == line);
        if comment.text.is_empty() {
            place.into_iter().for_each(|place| _ = comments.remove(place));
            return Ok(());
        }
        if comment.text.len() > Comment::LONGEST {
            return Err(CannotComment::TooLong);
        }
        if !comment.fits(&self.start) {
            return Err(CannotComment::NoMove);
        }
        match place {
            Some(place) => comments[place] = comment,
            None if comments.len() == Comment::MOST => return Err(CannotComment::TooMany),
            None => comments.push(comment),
        }
        Ok(())
    }

    /// What is known of the game that leads to the root of the tree.
    pub fn source_game(&self) -> &SourceGame {
        &self.notes.game
    }

    /// Keeps this in place of what is known of that game.
    pub fn set_source_game(&mut self, game: SourceGame) {
        self.notes.game = game;
    }

    /// The moves of the game from the root of the tree on; none where the tree is not that of a game.
    pub fn game_line(&self) -> Vec<G::Move> {
        self.start.legal_line(&self.notes.game_line)
    }

    /// The codes of these moves, as a file has them.
    pub fn game_line_codes(&self) -> &[MoveCode] {
        &self.notes.game_line
    }

    /// Whether the tree is that of a game.
    pub fn is_of_game(&self) -> bool {
        !self.notes.game_line.is_empty()
    }

    /// Keeps these moves as those of the game, from the root of the tree on, in place of what is kept.
    ///
    /// # Panics
    ///
    /// May panic if a move is not legal where it stands.
    pub fn set_game_line(&mut self, moves: &[G::Move]) {
        self.notes.game_line = self.start.encode_line(moves);
    }

    /// The tree begins behind these moves from now on, at this position. What does not lie below goes.
    pub(in crate::search) fn begin_behind(&mut self, moves: &[MoveCode], start: G) {
        let Notes { comments, game_line, .. } = &mut self.notes;
        let below = |comment: Comment| {
            let line = comment.line.strip_prefix(moves)?.to_vec();
            Some(Comment { line, ..comment })
        };
        *comments = std::mem::take(comments).into_iter().filter_map(below).collect();
        *game_line = game_line.strip_prefix(moves).map(<[MoveCode]>::to_vec).unwrap_or_default();
        self.start = start;
    }

    /// Takes in what is kept with a tree whose root lies behind these moves; `above` is how many moves of the game lie
    /// before the root of this one.
    pub(in crate::search) fn take_in(&mut self, other: &Notes, way: &[MoveCode], above: usize) {
        let below = |line: &[MoveCode]| [way, line].concat();
        let comments = other.comments.iter();
        self.take_in_comments(comments.map(|theirs| (below(&theirs.line), theirs.text.clone())));
        self.notes.habits.take_in(&other.habits);
        let mut game = other.game.clone();
        let behind = game.split_off(above).into_iter();
        self.notes.game.take_in(&game);
        self.take_in_comments(
            behind.filter_map(|(moves, text)| Some((way.get(..moves - above)?.to_vec(), text))),
        );
        if !self.is_of_game() && !other.game_line.is_empty() {
            self.notes.game_line = below(&other.game_line);
        }
    }

    fn take_in_comments(&mut self, all: impl Iterator<Item = (Vec<MoveCode>, String)>) {
        let comments = &mut self.notes.comments;
        let places = comments.iter().map(|own| own.line.clone()).zip(0..);
        let mut places: HashMap<Vec<MoveCode>, usize> = places.collect();
        for (line, text) in all {
            match places.get(&line) {
                Some(&place) => Comment::join(&mut comments[place].text, &text),
                None if comments.len() == Comment::MOST => {}
                None => {
                    places.insert(line.clone(), comments.len());
                    comments.push(Comment { line, text });
                }
            }
        }
    }
}
