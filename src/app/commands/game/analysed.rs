//! A game with all that was found out about it: what every form of output tells.

use serde::Serialize;

use super::input::PlayedGame;
use super::missed::{Chance, chances};
use super::page::Page;
use crate::app::args::JudgingArgs;
use crate::app::commands::explore::Reasons;
use crate::app::games::CommandLineGame;
use crate::app::reporting::game_curve::{points, svg};
use crate::app::reporting::judge::{Judge, Verdict};
use crate::app::reporting::variation::{numbered, whole_exchanges};
use crate::inspect::PlayedPosition;
use crate::value::Player;

/// A move that decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurningPoint {
    /// How many moves were played before it.
    pub ply: usize,
    /// What was missed, and what refutes the move.
    pub sentence: String,
    /// Why it is bad, as [`AnalysedGame::reasons_of`] tells it.
    pub why: Vec<String>,
}

/// A game that was analysed.
pub struct AnalysedGame<'a, G: CommandLineGame> {
    /// The game.
    pub game: &'a PlayedGame<'a, G>,
    /// What is known about its positions, from the first one on.
    pub facts: Vec<PlayedPosition<G::Move>>,
    /// What its moves lost.
    pub verdicts: Vec<Verdict>,
    /// Chances that were missed, and what else is remarkable.
    pub chances: Vec<Chance>,
    /// The moves that decided it, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
    /// Why moves are bad or good, as `shans why` tells it; of no move where no tree was kept.
    pub reasons: Reasons,
    /// Its pages, one for each of its trees, where they were asked for.
    pub pages: Vec<Page>,
    /// What moves are judged by.
    pub judging: &'a JudgingArgs,
    /// The searcher's name.
    pub searcher: String,
    /// Positions searched.
    pub nodes: u64,
    /// Whether nothing interrupted the search.
    pub is_complete: bool,
}

impl<'a, G: CommandLineGame> AnalysedGame<'a, G> {
    /// Judges what is known about a game.
    pub fn new(
        game: &'a PlayedGame<'a, G>,
        facts: Vec<PlayedPosition<G::Move>>,
        judging: &'a JudgingArgs,
    ) -> AnalysedGame<'a, G> {
        let verdicts = Judge(judging).verdicts(&game.positions, &facts);
        let chances = chances(game, &facts, &verdicts, judging);
        AnalysedGame {
            game,
            facts,
            verdicts,
            chances,
            turning_points: Vec::new(),
            reasons: Reasons::new(),
            pages: Vec::new(),
            judging,
            searcher: String::new(),
            nodes: 0,
            is_complete: true,
        }
    }

    /// How many positions of the game were searched, where an interrupt left others: what is told of all moves cannot be
    /// told then.
    pub fn searched_until_interrupt(&self) -> Option<usize> {
        let searched = self.facts.iter().filter(|fact| fact.is_searched).count();
        (!self.is_complete && searched < self.positions()).then_some(searched)
    }

    /// How many positions there are to search.
    pub fn positions(&self) -> usize {
        self.game.analysed_moves().len() + 1
    }

    /// How accurate a player was, from 0 to 100; `None` where he made no move, or not all of them are known.
    pub fn accuracy(&self, player: Player) -> Option<f64> {
        if self.searched_until_interrupt().is_some() {
            return None;
        }
        Judge(self.judging).accuracy(&self.game.positions, &self.facts, player)
    }

    /// Max's winning chances in a position, from -1 to 1; `None` where its value is not settled.
    pub fn winning_chances(&self, place: usize) -> Option<f64> {
        Judge(self.judging).winning_chances(&self.game.positions[place], &self.facts[place])
    }

    /// Why a move is bad or good; nothing where that is not known.
    pub fn reasons_of(&self, ply: usize) -> &[String] {
        self.reasons.get(&ply).map_or(&[], Vec::as_slice)
    }

    /// The curve of the game, as SVG.
    pub fn curve(&self) -> String {
        let PlayedGame { positions, moves, .. } = self.game;
        let judge = Judge(self.judging);
        let points = points(judge, positions, moves, &self.facts, &self.verdicts);
        svg(&points, self.facts.len())
    }

    /// `14. Nf3` or `14... Nf6`.
    pub fn move_text(&self, ply: usize) -> String {
        numbered(&self.game.positions[ply], &self.game.moves[ply..=ply], 1)
    }

    /// The best line in a position, as many plies as are wanted and to the end of an exchange; empty where none is known.
    pub fn best_line(&self, place: usize) -> &[G::Move] {
        let line = &self.facts[place].best_line;
        &line[..self.shown_of(place, line)]
    }

    /// How many moves are shown of a line from a position on.
    pub fn shown_of(&self, place: usize, line: &[G::Move]) -> usize {
        whole_exchanges(&self.game.positions[place], line, usize::from(self.judging.line_plies))
    }

    /// The same with move numbers.
    pub fn best_line_text(&self, place: usize) -> String {
        let line = self.best_line(place);
        numbered(&self.game.positions[place], line, line.len())
    }

    /// A player's name by the tags of the game, or that of his side.
    pub fn player_name(&self, player: Player) -> &str {
        let side = G::player_name(player);
        self.known_tag(side).unwrap_or(side)
    }

    /// What a tag says, if anything.
    pub fn known_tag(&self, name: &str) -> Option<&str> {
        let is_unknown = |letter: char| "?.- ".contains(letter);
        self.game.written.tag(name).filter(|value| !value.chars().all(is_unknown))
    }
}
