//! The errors of both sides, each with its cause, tested by small searches.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use shakmaty::{File, Move, Square};

use super::games::OwnGame;
use super::judged::{Facts, JudgedGame, JudgedMove};
use crate::app::games::{CauseQuestion, CauseStory, CommandLineGame as _, idea};
use crate::chess::Position;
use crate::game::{Game as _, Notation as _};
use crate::inspect::{Trials, mover, points};
use crate::search::Interrupt;

/// All tests of one error together may take so many times the nodes of one.
const MOST_TESTS: u64 = 10;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wing {
    /// The files a to c.
    Queenside,
    /// The files d and e.
    Centre,
    /// The files f to h.
    Kingside,
}

impl Wing {
    /// What it consists of.
    pub fn files(self) -> &'static str {
        ["files a to c", "files d and e", "files f to h"][self as usize]
    }

    fn of(square: Square) -> Wing {
        match square.file() {
            File::A | File::B | File::C => Wing::Queenside,
            File::D | File::E => Wing::Centre,
            File::F | File::G | File::H => Wing::Kingside,
        }
    }
}

/// An error, and why it is one.
#[derive(Clone, Debug)]
pub struct OwnError {
    /// The game, by its place among the games.
    pub game: usize,
    /// The move.
    pub told: JudgedMove,
    /// Whether it is the player's, and not the opponent's.
    pub is_own: bool,
    /// The name of its cause; [`UNKNOWN`] where none holds.
    pub cause: &'static str,
    /// Whether the cause is what the best move would have done, and not what the move allowed.
    pub is_missed: bool,
    /// What is said of it.
    pub words: Option<String>,
    /// Whose move that is said of: "Bxd5 takes the knight on d5, ...".
    pub said_of: Option<String>,
    /// Where a piece of the mover's hangs by it; `None` where none does.
    pub wing: Option<Wing>,
}

/// Causes by which a piece can simply be taken. What falls by tactics falls where the opponent's pieces are, and says little of what
/// somebody overlooks on one side of the board.
const HANGS: [&str; 3] = ["unprotected", "cheaper-attacker", "outnumbered"];

/// The name of the cause where none holds.
pub const UNKNOWN: &str = "other";

impl OwnError {
    /// The cause in a player's words: `missed: fork`; `None` where it is not known.
    pub fn cause_text(&self) -> Option<String> {
        if self.cause == UNKNOWN {
            return None;
        }
        Some(cause_text(self.cause, self.is_missed))
    }
}

fn cause_text(cause: &str, is_missed: bool) -> String {
    let how = if is_missed { "missed" } else { "allowed" };
    format!("{how}: {}", idea(cause))
}

/// Whether this is the name of a cause by which a piece of one's own can simply be taken.
pub fn hangs(cause: &str) -> bool {
    HANGS.iter().any(|kind| cause_text(kind, false) == cause)
}

/// How causes are tested.
#[derive(Clone, Debug)]
pub struct Tests {
    /// The nodes of each search.
    pub nodes: u64,
    /// Ends it.
    pub interrupt: Interrupt,
}

impl Tests {
    /// Does something for each of these, in any order on all cores of the machine, and gives the results in theirs; `None` where
    /// it was interrupted.
    pub fn for_all<T: Sync, R: Send>(
        &self,
        all: &[T],
        each: impl Fn(&T) -> R + Sync,
        seen: impl Fn(usize) + Sync,
    ) -> Option<Vec<R>> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(one) = all.get(at).filter(|_| !self.interrupt.is_thrown()) else {
                    return found;
                };
                seen(at);
                found.push((at, each(one)));
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        let mut found: Vec<(usize, R)> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut found = work();
            others.into_iter().for_each(|it| found.extend(it.join().unwrap_or_default()));
            found
        });
        found.sort_by_cached_key(|(at, _)| *at);
        (found.len() == all.len()).then(|| found.into_iter().map(|(_, found)| found).collect())
    }
}

/// The errors of all games with their causes; `None` where an interrupt came first.
pub fn errors(
    games: &[OwnGame],
    judged: &[JudgedGame],
    facts: &Facts<'_>,
    tests: &Tests,
    seen: impl Fn(usize, usize) + Sync,
) -> Option<Vec<OwnError>> {
    let of_game = |(game, told): (usize, &JudgedGame)| {
        let errors = told.iter().filter(|told| told.is_error());
        errors.map(move |told| (game, told.clone())).collect::<Vec<_>>()
    };
    let all: Vec<(usize, JudgedMove)> = judged.iter().enumerate().flat_map(of_game).collect();
    let explain =
        |(game, told): &(usize, JudgedMove)| explained(*game, told, &games[*game], facts, tests);
    tests.for_all(&all, explain, |at| seen(at, all.len()))
}

fn explained(
    number: usize,
    told: &JudgedMove,
    game: &OwnGame,
    facts: &Facts<'_>,
    tests: &Tests,
) -> OwnError {
    let mv = game.moves[told.ply];
    let before = facts.start.after_line(&game.moves[..told.ply]);
    let mut trials =
        Trials::new(tests.nodes, tests.nodes.saturating_mul(MOST_TESTS), tests.interrupt.clone());
    let question = question(&before, mv, facts);
    let causes = question.map(|question| before.causes(&question, &mut trials)).unwrap_or_default();
    let cause = causes.held.first();
    let hangs = |cause: &&CauseStory<Move>| cause.is_own && HANGS.contains(&cause.kind);
    let hanging = cause.filter(hangs).and_then(|cause| cause.targets.first());
    let square = hanging.and_then(|square| square.parse().ok());
    OwnError {
        game: number,
        told: told.clone(),
        is_own: told.mover == game.own,
        cause: cause.map_or(UNKNOWN, |cause| cause.kind),
        is_missed: cause.is_some_and(|cause| !cause.is_own),
        words: cause.map(|cause| cause.text.clone()),
        said_of: cause.and_then(|cause| subject(&before, &cause.line, cause.subject)),
        wing: square.map(Wing::of),
    }
}

/// The move against the best one.
fn question(before: &Position, mv: Move, facts: &Facts<'_>) -> Option<CauseQuestion<Move>> {
    let after = before.after(mv);
    let (had, has) = (facts.of(before)?, facts.of(&after)?);
    let mover = mover(before);
    Some(CauseQuestion {
        line: [mv].into_iter().chain(has.best_line.iter().copied()).collect(),
        rival: had.best_line.clone(),
        points: points(has.value, mover),
        rival_points: points(had.value, mover),
        is_best: false,
    })
}

/// A move of a line, as people write it.
fn subject(before: &Position, line: &[Move], place: usize) -> Option<String> {
    let mut at = before.clone();
    line.get(..place)?.iter().for_each(|&mv| at.play(mv));
    Some(at.human_text(*line.get(place)?))
}
