//! Puzzles: positions of the games in which somebody missed the only good move. They are plain data, for files and for a drill.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use shakmaty::{Move, Position as _};

use super::errors::{OwnError, Tests};
use super::games::OwnGame;
use super::judged::{Facts, Phase};
use super::puzzle_test::{OnlyGood, OnlyMoves};
use crate::app::commands::why;
use crate::app::games::{CauseQuestion, Causes, CommandLineGame as _, Openings};
use crate::app::reporting::variation::{machine_texts, numbered};
use crate::chess::{Position, Tapered};
use crate::game::{Game as _, Notation as _};
use crate::inspect::{MoveText, Score, Trials, mover, points};

/// A solution has at most so many moves of the solver.
const LONGEST: usize = 5;
/// Moves that are likely by the model of likely moves, and how likely they are at least, are natural.
const LIKELY: usize = 3;
const LEAST_LIKELY: f64 = 0.04;
/// Plies of a refutation.
const REFUTATION_PLIES: usize = 6;
/// What has a second move that is worth so much in the games, in centipawns, need not be tested.
const SECOND_WINS: f32 = 300.0;
/// The searches that test causes have this part of the nodes of others, and may take so many times theirs together.
const PART_OF_TESTS: u64 = 4;
const MOST_TESTS: u64 = 10;

/// A position with its only good move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Its name: eight digits that follow from the position.
    pub id: String,
    /// The position before the move that leads to it, as FEN.
    pub fen_before: String,
    /// That move (UCI).
    pub last_move: String,
    /// The position, as FEN.
    pub fen: String,
    /// The moves of both sides, that of the solver first and last (UCI).
    pub solution: Vec<String>,
    /// The same as people write it.
    pub solution_san: String,
    /// What it is worth to the solver, as people write it: `+3.20`, `#3`.
    pub score: String,
    /// What the second best move is worth.
    pub second_score: String,
    /// Themes by the names of lichess.org.
    pub themes: Vec<String>,
    /// The opening of the game, if it has a name.
    pub opening: String,
    /// Hints, each saying more than the one before: the piece, the idea, the move.
    pub hints: Vec<String>,
    /// The natural wrong answers, the likeliest first.
    pub wrong: Vec<WrongAnswer>,
    /// The number of the game.
    pub game: u64,
    /// How many moves were played before it.
    pub ply: usize,
    /// White and Black.
    pub white: String,
    /// The same.
    pub black: String,
    /// The date, as the file has it.
    pub date: String,
    /// Where it was played.
    pub site: String,
    /// Whether it was the player who missed it, and not the opponent.
    pub is_own: bool,
}

/// A natural move that is not the solution, and why not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrongAnswer {
    /// The move (UCI).
    #[serde(rename = "move")]
    pub mv: String,
    /// The same as people write it.
    pub san: String,
    /// Whether it was played in the game.
    pub was_played: bool,
    /// The replies that show it (UCI).
    pub refutation: Vec<String>,
    /// The move and these as people write them, with numbers.
    pub line: String,
    /// What it is worth to the solver.
    pub score: String,
}

/// The puzzles of all errors, each position once; `None` where an interrupt came first.
pub fn puzzles(
    games: &[OwnGame],
    errors: &[OwnError],
    facts: &Facts<'_>,
    tests: &Tests,
    seen: impl Fn(usize, usize) + Sync,
) -> Option<Vec<Puzzle>> {
    let mut keys = HashSet::new();
    let mut all: Vec<Missed<'_>> =
        errors.iter().filter_map(|error| Missed::new(games, error, facts.start)).collect();
    all.retain(|missed| missed.may_be_one(facts) && keys.insert(missed.position.key()));
    let only = OnlyMoves { nodes: tests.nodes, interrupt: tests.interrupt.clone() };
    let openings = Openings::new::<Position>(Tapered::default());
    let maker = Maker { only, openings, start: facts.start };
    let found = tests.for_all(&all, |missed| maker.puzzle(missed), |at| seen(at, all.len()))?;
    Some(found.into_iter().flatten().collect())
}

/// An error in its position.
struct Missed<'a> {
    game: &'a OwnGame,
    error: &'a OwnError,
    before: Position,
    position: Position,
}

impl<'a> Missed<'a> {
    /// The first position of a game has no move that leads to it, and is no puzzle.
    fn new(games: &'a [OwnGame], error: &'a OwnError, start: &Position) -> Option<Missed<'a>> {
        let game = &games[error.game];
        let (last, line) = game.moves[..error.told.ply].split_last()?;
        let before = start.after_line(line);
        let position = before.after(*last);
        Some(Missed { game, error, before, position })
    }

    /// Whether the values of the review leave it possible.
    fn may_be_one(&self, facts: &Facts<'_>) -> bool {
        let second = facts.of(&self.position).and_then(|fact| fact.second);
        let own = |value: crate::value::Value| value.in_centipawns() * mover(&self.position).sign();
        second.is_none_or(|second| own(second) < SECOND_WINS)
    }

    fn played(&self) -> Move {
        self.game.moves[self.error.told.ply]
    }
}

/// Makes puzzles.
struct Maker<'a> {
    only: OnlyMoves,
    openings: Openings,
    start: &'a Position,
}

impl Maker<'_> {
    fn puzzle(&self, missed: &Missed<'_>) -> Option<Puzzle> {
        let Missed { game, error, before, position } = missed;
        let found = self.only.of(position).filter(|it| it.line[0] != missed.played())?;
        let solution = self.solution(position, &found);
        let player = mover(position);
        let score = |value| Score::new(value, player).to_string();
        let causes = self.causes(position, &found);
        let text = MoveText::new(position, solution[0]);
        let hints = (1..=3).map(|hint| why::hint_text(hint, &text, &causes, position)).collect();
        let positions = game.positions(self.start);
        let opening = self.openings.of_line(&positions).map(|it| it.name.clone());
        let [white, black] = game.names.clone();
        Some(Puzzle {
            id: format!("{:08x}", position.key() >> 32),
            fen_before: before.fen(),
            last_move: before.machine_text(game.moves[error.told.ply - 1]),
            fen: position.fen(),
            solution: machine_texts(position, &solution),
            solution_san: numbered(position, &solution, solution.len()),
            score: score(found.value),
            second_score: score(found.second_value),
            themes: themes(position, error.told.ply, &found, &solution, &causes),
            opening: opening.unwrap_or_default(),
            hints,
            wrong: self.wrong(missed, solution[0])?,
            game: game.number,
            ply: error.told.ply,
            white,
            black,
            date: game.date.clone(),
            site: game.site.clone(),
            is_own: error.is_own,
        })
    }

    /// The only good moves one after another, with the best replies, as long as there is only one good move.
    fn solution(&self, position: &Position, found: &OnlyGood) -> Vec<Move> {
        let (mut at, mut line) = (position.clone(), Vec::new());
        let mut next = found.clone();
        loop {
            line.push(next.line[0]);
            at.play(next.line[0]);
            let reply = next.line.get(1).copied();
            let Some(reply) = reply.filter(|_| line.len() < 2 * LONGEST - 1) else { return line };
            at.play(reply);
            let Some(more) = self.only.of(&at) else { return line };
            line.push(reply);
            next = more;
        }
    }

    fn causes(&self, position: &Position, found: &OnlyGood) -> Causes<Move> {
        let player = mover(position);
        let question = CauseQuestion {
            line: found.line.clone(),
            rival: found.second.clone(),
            points: points(found.value, player),
            rival_points: points(found.second_value, player),
            is_best: true,
        };
        let nodes = self.only.nodes / PART_OF_TESTS;
        let most = nodes.saturating_mul(MOST_TESTS);
        position.causes(&question, &mut Trials::new(nodes, most, self.only.interrupt.clone()))
    }

    /// The move of the game and the likely ones, each with its refutation; `None` where it was interrupted.
    fn wrong(&self, missed: &Missed<'_>, solution: Move) -> Option<Vec<WrongAnswer>> {
        let (position, played) = (&missed.position, missed.played());
        let mut natural = likely(position);
        natural.retain(|&mv| mv != solution && mv != played);
        natural.truncate(LIKELY);
        let answer = |mv: Move| {
            let behind = position.after(mv);
            let found = self.only.look(&behind)?;
            let refutation = &found.line[..found.line.len().min(REFUTATION_PLIES)];
            let line: Vec<Move> = [mv].into_iter().chain(refutation.iter().copied()).collect();
            Some(WrongAnswer {
                mv: position.machine_text(mv),
                san: position.human_text(mv),
                was_played: mv == played,
                refutation: machine_texts(&behind, refutation),
                line: numbered(position, &line, line.len()),
                score: Score::new(found.value.told_from(1), mover(position)).to_string(),
            })
        };
        [played].into_iter().chain(natural).map(answer).collect()
    }
}

/// The moves that people are likely to make, the likeliest first.
fn likely(position: &Position) -> Vec<Move> {
    let likely = position.likely_moves().into_iter();
    likely.take_while(|&(_, share)| share >= LEAST_LIKELY).map(|(mv, _)| mv).collect()
}

/// The theme of lichess.org for a cause; `None` for those that have none.
fn theme(cause: &str) -> Option<&'static str> {
    Some(match cause {
        "unprotected" | "outnumbered" => "hangingPiece",
        "fork" | "attack-and-mate" => "fork",
        "skewer" => "skewer",
        "discovered-attack" => "discoveredAttack",
        "discovered-check" => "discoveredCheck",
        "capturing-defender" => "capturingDefender",
        "deflection" | "overloading" => "deflection",
        "attraction" => "attraction",
        "trapped-piece" => "trappedPiece",
        "pin" | "relative-pin" | "pinned-guard" => "pin",
        "back-rank-mate" => "backRankMate",
        "passed-pawn" => "advancedPawn",
        "promotion" => "promotion",
        "zugzwang" | "puts-in-zugzwang" => "zugzwang",
        "saves" | "takes-attacker" | "protects" | "shuts-line" | "stops-mate" => "defensiveMove",
        _ => return None,
    })
}

fn themes(
    position: &Position,
    ply: usize,
    found: &OnlyGood,
    solution: &[Move],
    causes: &Causes<Move>,
) -> Vec<String> {
    let mut themes: Vec<String> = Vec::new();
    let named = causes.held.iter().filter_map(|cause| theme(cause.kind));
    for name in named {
        if !themes.iter().any(|known| known == name) {
            themes.push(name.to_string());
        }
    }
    let cp = found.value.in_centipawns() * mover(position).sign();
    let mut end = position.chess().clone();
    solution.iter().for_each(|&mv| end.play_unchecked(mv));
    let moves = solution.len().div_ceil(2);
    if end.is_checkmate() {
        themes.extend(["mate".to_string(), format!("mateIn{moves}")]);
    } else {
        let worth = if cp >= 600.0 {
            "crushing"
        } else if cp >= 200.0 {
            "advantage"
        } else {
            "equality"
        };
        themes.push(worth.to_string());
    }
    let phase = match Phase::of(position.chess(), ply) {
        Phase::Ending => "endgame",
        phase => phase.name(),
    };
    let length = ["oneMove", "short", "long", "veryLong"][moves.clamp(1, 4) - 1];
    themes.extend([phase.to_string(), length.to_string()]);
    themes
}
