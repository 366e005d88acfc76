//! What the moves of all games lost, by one value for each position.

use std::collections::HashMap;

use shakmaty::{Chess, Move, Position as _};

use super::games::OwnGame;
use crate::app::args::JudgingArgs;
use crate::app::reporting::judge::{Judge, Mark, Verdict};
use crate::chess::Position;
use crate::game::Game as _;
use crate::inspect::{PlayedMove, PlayedPosition, mover, played_line, points};
use crate::search::BestFirst;
use crate::value::{Player, Value};

/// No more is kept of a line.
const LINE_PLIES: usize = 16;
/// Pieces, kings and pawns not counted, with which an ending begins; twice as many in all are a board that is still full.
const ENDING_PIECES: usize = 6;
/// Behind so many plies the opening is over in any case.
const OPENING_PLIES: usize = 24;

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The first twelve moves, while most pieces are there.
    Opening,
    /// What comes between.
    Middlegame,
    /// At most six pieces are left beside kings and pawns.
    Ending,
}

impl Phase {
    /// What players call it.
    pub fn name(self) -> &'static str {
        ["opening", "middlegame", "ending"][self as usize]
    }

    /// That of a position after so many plies.
    pub fn of(chess: &Chess, ply: usize) -> Phase {
        let board = chess.board();
        let pieces = (board.occupied() & !board.pawns() & !board.kings()).count();
        match pieces {
            ..=ENDING_PIECES => Phase::Ending,
            _ if ply < OPENING_PLIES && pieces > 2 * ENDING_PIECES - 2 => Phase::Opening,
            _ => Phase::Middlegame,
        }
    }
}

/// A move of a game, judged.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// How many moves were played before it.
    pub ply: usize,
    /// Who moved.
    pub mover: Player,
    /// What part of the game it belongs to.
    pub phase: Phase,
    /// The points that the mover expects with the best move, from 0 to 1; `None` where the value is not settled.
    pub expected: Option<f64>,
    /// The points that it lost, from 0 to 1.
    pub lost: f64,
    /// The mark, if it has one.
    pub mark: Option<Mark>,
}

impl JudgedMove {
    /// Whether it counts as an error: a mistake or a blunder.
    pub fn is_error(&self) -> bool {
        self.mark >= Some(Mark::Mistake)
    }
}

/// A game whose moves are judged.
pub type JudgedGame = Vec<JudgedMove>;

/// What is known of all positions of the games.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The position with which they begin.
    pub start: &'a Position,
    known: HashMap<u64, PlayedPosition<Move>>,
}

impl<'a> Facts<'a> {
    /// What the tree knows of these games.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`](crate::inspect::IllegalMove) for a damaged tree.
    pub fn new(
        search: &BestFirst<Position>,
        games: &[OwnGame],
        start: &'a Position,
    ) -> anyhow::Result<Facts<'a>> {
        let mut facts = Facts { start, known: HashMap::new() };
        for game in games {
            let known = played_line(search, &game.moves)?;
            for (mut fact, position) in known.into_iter().zip(game.positions(start)) {
                fact.best_line.truncate(LINE_PLIES);
                fact.played = None;
                // Reached in another way it was not searched again.
                let knows_more = |before: &PlayedPosition<Move>| {
                    (fact.is_searched, fact.effort) > (before.is_searched, before.effort)
                };
                let key = position.key();
                if facts.known.get(&key).is_none_or(knows_more) {
                    facts.known.insert(key, fact);
                }
            }
        }
        // A move that was played is worth what is behind it in every game.
        for game in games {
            let positions = game.positions(start);
            for (ply, &mv) in game.moves.iter().enumerate().rev() {
                facts.raise(&positions[ply], mv, positions[ply + 1].key());
            }
        }
        Ok(facts)
    }

    /// What is known of a position.
    pub fn of(&self, position: &Position) -> Option<&PlayedPosition<Move>> {
        self.known.get(&position.key())
    }

    /// A position is worth at least as much as a move that was played in it.
    fn raise(&mut self, position: &Position, mv: Move, behind: u64) {
        let behind = self.known.get(&behind).filter(|it| it.is_searched && it.is_settled());
        let Some(behind) = behind.cloned() else { return };
        let Some(fact) = self.known.get_mut(&position.key()).filter(|fact| !fact.is_decided) else {
            return;
        };
        let own = |value: Value| value.for_player(mover(position));
        if own(behind.value.told_from(1)) > own(fact.value) && fact.best_line.first() != Some(&mv) {
            fact.second = Some(fact.value);
            fact.take(mv, &behind, mover(position));
            fact.best_line.truncate(LINE_PLIES);
        }
    }

    /// The facts of a line, with the moves that were played, up to a position that is not known.
    pub fn of_line(&self, positions: &[Position], moves: &[Move]) -> Vec<PlayedPosition<Move>> {
        let known = positions.iter().map_while(|position| self.of(position).cloned());
        let mut known: Vec<PlayedPosition<Move>> = known.collect();
        for ply in 0..known.len().saturating_sub(1) {
            let (fact, behind) = (&known[ply], &known[ply + 1]);
            let is_best = fact.best_line.first() == Some(&moves[ply]);
            let value = behind.value.told_from(1);
            let is_decided = behind.is_decided;
            known[ply].played = Some(PlayedMove { mv: moves[ply], value, is_decided, is_best });
        }
        known
    }
}

/// Judges a game by what is known of its positions.
pub fn judge(game: &OwnGame, facts: &Facts<'_>) -> JudgedGame {
    let positions = game.positions(facts.start);
    let known = facts.of_line(&positions, &game.moves);
    let judging = JudgingArgs::default();
    let verdicts = Judge(&judging).verdicts(&positions, &known);
    let judged = |(ply, verdict): (usize, &Verdict)| {
        let fact = &known[ply];
        let is_known = fact.is_searched && fact.is_settled();
        let lost = if verdict.mark.is_some() { verdict.loss() / 2.0 } else { 0.0 };
        JudgedMove {
            ply,
            mover: verdict.mover,
            phase: Phase::of(positions[ply].chess(), ply),
            expected: is_known.then(|| points(fact.value, verdict.mover)),
            lost,
            mark: verdict.mark,
        }
    };
    verdicts.iter().enumerate().map(judged).collect()
}
