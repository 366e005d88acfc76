//! Questions about leaves, and their answers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{Game, MoveCode, Notation};
use crate::search::budget::Spent;
use crate::search::left_out::CannotLeaveOut;
use crate::search::report::Root;
use crate::search::window::Window;
use crate::tree::ValueBound;
use crate::value::Value;

/// Identifies a task within its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ticket(pub u64);

/// A question about a position: what is it worth within this window, to a search of this depth? Or, if it
/// is to be exact: which move is the best, leaving these out, and what is it worth? A task refers to
/// nothing in the tree, so it can be answered anywhere.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use std::sync::Arc;
/// use nim::Nim;
/// use shans_search::game::{Game, Notation};
/// use shans_search::search::{LeafTask, Root, Spent, Ticket, Window};
///
/// let start = Nim::new(&[3, 4, 5]);
/// let mv = start.read_move("1-3")?;
/// let task = LeafTask {
///     ticket: Ticket(7),
///     root: Arc::new(Root::new(start.clone())),
///     moves: vec![start.encode(mv)],
///     window: Window::FULL,
///     left_out: Vec::new(),
///     is_exact: false,
///     plies: 4,
///     grant: 10_000,
///     counted: Spent::default(),
///     is_aside: false,
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
    /// The values that matter, from Max's point of view, with wins counted from the position. Outside the
    /// window a bound is enough.
    pub window: Window,
    /// Moves that are known already: the best of the others is asked for.
    pub left_out: Vec<MoveCode>,
    /// Asks for the best move and its exact value, by a search that spends its whole grant. The window and
    /// the plies are not used.
    pub is_exact: bool,
    /// How deep to search, plies.
    pub plies: u16,
    /// How many positions may be searched for the answer.
    pub grant: u64,
    /// The part of a search for the answer that a limit interrupted. It was counted, and is not counted again
    /// when it is repeated.
    pub counted: Spent,
    /// What its search finds is kept aside: searches of other leaves do not use it. They would take values
    /// for nothing that the tree has spent nothing on, and grow in the wrong places.
    pub is_aside: bool,
}

/// What was found out about the position of a task: a fact about the position, which stays true whatever
/// becomes of the tree.
///
/// ```
/// use shans_search::search::{LeafAnswer, Window};
/// use shans_search::tree::ValueBound;
/// use shans_search::value::{Player, Value};
///
/// // A value above the window is only known to be at least that.
/// let window = Window { low: Value::centipawns(-50.0), high: Value::centipawns(50.0) };
/// assert_eq!(LeafAnswer::bound_of(Value::centipawns(80.0), window), ValueBound::AtLeast);
/// assert_eq!(LeafAnswer::bound_of(Value::centipawns(10.0), window), ValueBound::Exact);
/// // The search saw the way to a win, wherever the window is.
/// assert_eq!(LeafAnswer::bound_of(Value::win_in(Player::Max, 5), window), ValueBound::Exact);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeafAnswer {
    /// The task that this answers.
    pub ticket: Ticket,
    /// Whether the search was finished. If its grant was too small, the answer says nothing about the
    /// position, and the question may be asked again.
    pub is_finished: bool,
    /// The value from Max's point of view, with wins counted from the position.
    pub value: Value,
    /// Whether the value is exact or a bound. A win is exact: the search saw the way to it.
    pub bound: ValueBound,
    /// How deep the search was, plies.
    pub plies: u16,
    /// The moves that the value rests on, as far as they are known.
    pub line: Vec<MoveCode>,
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
    /// The work behind it.
    pub fn work(&self) -> Spent {
        Spent { nodes: self.nodes, evals: self.evals }
    }

    /// The bound that a value found in this window has.
    pub fn bound_of(value: Value, window: Window) -> ValueBound {
        match value.win() {
            Some(_) => ValueBound::Exact,
            None => ValueBound::new(value > window.low, value < window.high),
        }
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
    /// [`LeafTask::window`]: what Max is sure of, and what Min is sure of. `None` if that is nothing, since
    /// not every text format can write infinity.
    pub window: (Option<Value>, Option<Value>),
    /// [`LeafTask::plies`].
    pub plies: u16,
    /// [`LeafTask::grant`].
    pub grant: u64,
    /// [`LeafTask::left_out`]; older programs left nothing out.
    #[serde(default)]
    pub left_out: Vec<MoveCode>,
    /// Lines from the root whose last moves are not considered ([`Root::left_out`]).
    #[serde(default)]
    pub left_out_below: Vec<Vec<MoveCode>>,
    /// [`LeafTask::is_exact`]; older programs asked for nothing exact.
    #[serde(default)]
    pub is_exact: bool,
    /// [`LeafTask::is_aside`]; older programs kept nothing aside.
    #[serde(default)]
    pub is_aside: bool,
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
}

impl<G: Game + Notation> LeafTask<G> {
    /// The task as plain data.
    pub fn record(&self) -> TaskRecord {
        let mut game = self.root.start().clone();
        let mut played = Vec::with_capacity(self.root.moves().len());
        for &mv in self.root.moves() {
            played.push(game.encode(mv));
            game.play(mv);
        }
        let codes = |moves: &Vec<G::Move>| moves.iter().map(|&mv| game.encode(mv)).collect();
        TaskRecord {
            ticket: self.ticket,
            start: self.root.start().describe(),
            played,
            searched_from: self.root.searched_from() as u64,
            candidates: self.root.candidates.as_ref().map(codes),
            moves: self.moves.clone(),
            window: (
                Some(self.window.low).filter(|&low| low > Value::LEAST),
                Some(self.window.high).filter(|&high| high < Value::GREATEST),
            ),
            plies: self.plies,
            grant: self.grant,
            left_out: self.left_out.clone(),
            left_out_below: self.root.left_out().iter().map(|left| left.line.clone()).collect(),
            is_exact: self.is_exact,
            is_aside: self.is_aside,
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
        root.count_as_played(usize::try_from(record.searched_from).unwrap_or(usize::MAX));
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
        Ok(LeafTask {
            ticket: record.ticket,
            root: Arc::new(root),
            moves: record.moves.clone(),
            window: Window {
                low: record.window.0.unwrap_or(Value::LEAST),
                high: record.window.1.unwrap_or(Value::GREATEST),
            },
            left_out: record.left_out.clone(),
            is_exact: record.is_exact,
            plies: record.plies,
            grant: record.grant,
            counted: Spent::default(),
            is_aside: record.is_aside,
        })
    }
}
