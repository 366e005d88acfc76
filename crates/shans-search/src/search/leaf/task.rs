//! What is asked about leaves, and the answers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{Game, MoveCode, Notation};
use crate::search::depth_first::Known;
use crate::search::report::Root;
use crate::tree::CannotLeaveOut;
use crate::value::Value;

/// Identifies a task within its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ticket(pub u64);

/// A question about a position: which of its moves is the best, leaving these out, and what is it worth? A task
/// refers to nothing in the tree, so it can be answered anywhere.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use std::sync::Arc;
/// use nim::Nim;
/// use shans_search::game::{Game, Notation};
/// use shans_search::search::{LeafTask, Root, Ticket};
///
/// let start = Nim::new(&[3, 4, 5]);
/// let mv = start.read_move("1-3")?;
/// let task = LeafTask {
///     ticket: Ticket(7),
///     root: Arc::new(Root::new(start.clone())),
///     moves: vec![start.encode(mv)],
///     left_out: Vec::new(),
///     grant: 10_000,
///     most: 40_000,
///     known: None,
/// };
/// // It travels as plain data. Every move is checked when it is read.
/// let mut record = task.record();
/// assert_eq!(LeafTask::<Nim>::read(&record, ())?.moves, task.moves);
/// record.moves.push(start.encode(mv));
/// assert!(LeafTask::<Nim>::read(&record, ()).is_err(), "the first heap is empty by then");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LeafTask<G: Game> {
    /// Identifies the question.
    pub ticket: Ticket,
    /// The root of the tree, with the game before it and the moves to choose from there.
    pub root: Arc<Root<G>>,
    /// The moves from the root to the position, all legal.
    pub moves: Vec<MoveCode>,
    /// Moves that are known already: the best of the others is asked for.
    pub left_out: Vec<MoveCode>,
    /// How many positions are to be searched for the answer, roughly.
    pub grant: u64,
    /// How many may be searched at most.
    pub most: u64,
    /// What the last search of the same moves found, where that is known: the next one goes on from there.
    pub known: Option<Known>,
}

/// What was found out about the position of a task: a fact about the position, which stays true whatever
/// becomes of the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeafAnswer {
    /// The task that this answers.
    pub ticket: Ticket,
    /// Whether the search ended by itself. If a limit cut it, this is what it had found until then.
    pub is_finished: bool,
    /// The value of the best move, Max's view, with wins counted from the position. No other move of the task is
    /// worth more to the mover, as far as was searched.
    pub value: Value,
    /// The line that it rests on, the best move first. Empty only if a limit cut the search before it had found
    /// anything.
    pub line: Vec<MoveCode>,
    /// How deep the search was, plies.
    pub depth: u16,
    /// Positions searched.
    pub nodes: u64,
    /// Static evaluations.
    pub evals: u64,
    /// Positions whose value came from a table.
    pub table_hits: u64,
}

impl<G: Game> LeafTask<G> {
    /// The moves to choose from in its position; `None` for all legal moves.
    pub fn choices(&self, position: &G) -> Option<Vec<G::Move>> {
        if self.left_out.is_empty() {
            return self.root.chosen(position, self.moves.len());
        }
        let mut moves = self.root.choices(position, self.moves.len());
        moves.retain(|&mv| !self.left_out.contains(&position.encode(mv)));
        Some(moves)
    }
}

impl LeafAnswer {
    /// The best move; `None` if nothing was found.
    pub fn best(&self) -> Option<MoveCode> {
        self.line.first().copied()
    }
}

/// A [`LeafTask`] as plain data, to be sent to another program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRecord {
    /// [`LeafTask::ticket`].
    pub ticket: Ticket,
    /// The position in which the game begins ([`Notation::describe`]).
    pub start: String,
    /// The moves from there to the root of the tree.
    pub played: Vec<MoveCode>,
    /// How many of them count as played ([`Root::searched_from`]).
    pub searched_from: u64,
    /// The moves to choose from at the root, if they are restricted.
    pub candidates: Option<Vec<MoveCode>>,
    /// [`LeafTask::moves`].
    pub moves: Vec<MoveCode>,
    /// [`LeafTask::left_out`].
    pub left_out: Vec<MoveCode>,
    /// Lines from the root whose last moves are not considered ([`Root::left_out`]).
    pub left_out_below: Vec<Vec<MoveCode>>,
    /// [`LeafTask::grant`].
    pub grant: u64,
    /// [`LeafTask::most`].
    pub most: u64,
    /// [`LeafTask::known`].
    pub known: Option<Known>,
}

/// Why a record is not a task.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadTask {
    /// The start is not a position of this game.
    #[error("{0:?} is not a position of this game")]
    Start(String),
    /// A move is not legal where it stands; the first one is number 1.
    #[error("move {0} of the line is not legal")]
    Move(usize),
    /// A move cannot be left out.
    #[error("a move that is left out: {0}")]
    LeftOut(CannotLeaveOut),
    /// Nothing may be searched, or what was searched before is impossible.
    #[error("its numbers are impossible")]
    Numbers,
}

impl<G: Game + Notation> LeafTask<G> {
    /// The task as plain data.
    pub fn record(&self) -> TaskRecord {
        let game = self.root.game();
        let codes = |moves: &Vec<G::Move>| moves.iter().map(|&mv| game.encode(mv)).collect();
        TaskRecord {
            ticket: self.ticket,
            start: self.root.start().describe(),
            played: self.root.start().encode_line(self.root.moves()),
            searched_from: self.root.searched_from() as u64,
            candidates: self.root.candidates.as_ref().map(codes),
            moves: self.moves.clone(),
            left_out: self.left_out.clone(),
            left_out_below: self.root.left_out().iter().map(|left| left.line.clone()).collect(),
            grant: self.grant,
            most: self.most,
            known: self.known.clone(),
        }
    }

    /// The task of a record, which may come from anywhere: everything in it is checked.
    ///
    /// # Errors
    ///
    /// [`BadTask`] if this is not a task of this game.
    pub fn read(record: &TaskRecord, evaluator: G::Evaluator) -> Result<LeafTask<G>, BadTask> {
        let start = G::read(&record.start, evaluator);
        let mut root = Root::new(start.ok_or_else(|| BadTask::Start(record.start.clone()))?);
        for (index, &code) in record.played.iter().enumerate() {
            let mv = root.game().legal(code).ok_or(BadTask::Move(index + 1))?;
            root.step(mv);
        }
        let played = record.played.len();
        root.searched_from = usize::try_from(record.searched_from).unwrap_or(usize::MAX);
        if let Some(codes) = &record.candidates {
            let legal = |&code: &MoveCode| root.game().legal(code).ok_or(BadTask::Move(played));
            root.candidates = Some(codes.iter().map(legal).collect::<Result<_, _>>()?);
        }
        for line in &record.left_out_below {
            root.leave_out(line).map_err(BadTask::LeftOut)?;
        }
        let mut game = root.game().clone();
        for (index, &code) in record.moves.iter().enumerate() {
            let mv = game.legal(code).ok_or(BadTask::Move(played + index + 1))?;
            game.play(mv);
        }
        let line = played + record.moves.len();
        if record.left_out.iter().any(|&code| game.legal(code).is_none()) {
            return Err(BadTask::Move(line + 1));
        }
        let is_known = |known: &Known| known.value.raw().abs() < Value::WIN;
        if record.most == 0 || !record.known.as_ref().is_none_or(is_known) {
            return Err(BadTask::Numbers);
        }
        Ok(LeafTask {
            ticket: record.ticket,
            root: Arc::new(root),
            moves: record.moves.clone(),
            left_out: record.left_out.clone(),
            grant: record.grant,
            most: record.most,
            known: record.known.clone(),
        })
    }
}
