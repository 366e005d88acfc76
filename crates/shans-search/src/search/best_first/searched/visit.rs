//! A visit: the questions of an iteration about the end of one path, with the answers so far.
//!
//! It is data, separate from the tree. A limit may come between two questions: the visit then waits with all
//! its answers, and continues with the next question when there are more nodes to spend.

use super::super::growth::{Change, Growth};
use super::super::ranking::Rank;
use super::faster_win::{FasterWin, Pursuit};
use super::move_work::MoveWork;
use super::place::Place;
use super::question::{Asked, Finding, LeafWork};
use super::set_work::SetWork;
use super::whole_work::WholeWork;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::budget::{Budget, Spent};
use crate::search::leaf::Ticket;
use crate::search::limits::Stop;
use crate::tree::{Node, NodeId};
use crate::value::Value;

/// The questions, and what is known so far.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Visit {
    /// From the root of the tree to the node that it is about.
    pub(in super::super) way: Vec<NodeId>,
    /// The value of the position analysed when it began.
    pub(super) aim: Value,
    pub(super) work: Work,
    /// Positions searched for it, but for those of a search that was interrupted (`counted`).
    pub(super) spent: u64,
    /// Positions searched for the question that is open, in searches whose grants were too small.
    pub(super) unfinished: u64,
    pub(super) table_hits: u64,
    /// The line of the last answer, where leaves have exact values.
    pub(super) line: Vec<MoveCode>,
    /// The part of the answering search that a limit interrupted: counted, and to be repeated.
    pub(super) counted: Spent,
    /// The open question.
    pub(super) out: Option<(Ticket, Asked)>,
    /// What it has found, if there is nothing left to ask.
    pub(super) growth: Option<Growth>,
    /// The node as it was before it was counted as searched, while other visits continue.
    pub(super) before: Option<Node>,
    /// The tree has no room: the leaf is searched deeper instead of growing.
    pub(in super::super) has_no_room: bool,
    /// It is made to rank candidates.
    pub(super) ranks: bool,
}

/// What a visit is about.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Work {
    /// The leaf at the end of the path.
    Leaf(LeafWork),
    /// Moves of the node there.
    Moves(MoveWork),
    /// The best of its moves that were not made.
    Set(SetWork),
    /// The whole position.
    Whole(WholeWork),
    /// A faster win.
    FasterWin(FasterWin),
    /// The position after this move of the node there, for its rank among others.
    Candidate(MoveCode, LeafWork),
    /// There is nothing to ask: this is done.
    Done(Change),
}

/// What comes next in a visit.
pub(super) enum Next {
    /// A question.
    Ask(Asked),
    /// The walk continues to this child of its end.
    Down(NodeId),
    /// Moves of the end of the path are to be listed: this one before its turn, or, where there is
    /// none, replies until one refutes.
    List(Option<MoveCode>),
    /// All is known.
    Grow(Growth),
}

impl Visit {
    /// A visit of the node at the end of this way.
    pub(super) fn new(way: Vec<NodeId>, aim: Value, work: Work) -> Visit {
        Visit {
            way,
            aim,
            work,
            spent: 0,
            unfinished: 0,
            table_hits: 0,
            line: Vec::new(),
            counted: Spent::default(),
            out: None,
            growth: None,
            before: None,
            has_no_room: false,
            ranks: false,
        }
    }

    /// Whether its answer changes nothing of the node that it asks about.
    pub(super) fn is_beside_tree(&self) -> bool {
        matches!(self.work, Work::Candidate(..) | Work::Whole(_))
    }

    /// Whether it searches the whole position analysed.
    pub(super) fn searches_whole(&self) -> bool {
        matches!(self.work, Work::Whole(_))
    }

    /// It makes at most this many children.
    pub(super) fn most_children(&self) -> usize {
        match &self.work {
            Work::Moves(moves) => moves.moves.len(),
            Work::Set(set) => usize::from(if set.splits { set.moves } else { 0 }),
            Work::Whole(_) => 1,
            Work::Leaf(_) | Work::FasterWin(_) | Work::Candidate(..) | Work::Done(_) => 0,
        }
    }

    /// What comes next.
    ///
    /// # Errors
    ///
    /// The limit that forbids to make the next move.
    pub(super) fn next<G: Heuristics + Evaluate>(
        &mut self,
        place: &Place<'_, G>,
        budget: &mut Budget,
    ) -> Result<Next, Stop> {
        let change = match &mut self.work {
            Work::Leaf(leaf) => match leaf.found.filter(|_| leaf.is_over) {
                None => return Ok(Next::Ask(leaf.asked())),
                Some(found) => {
                    let tactical = place.end().is_some_and(|(_, node)| node.searched().tactical);
                    Change::Leaf(found.value, leaf.searched(found, tactical), found.best)
                }
            },
            Work::Moves(moves) => {
                let before = budget.nodes();
                let asked = moves.asked(place, budget);
                self.spent += budget.nodes() - before;
                match asked? {
                    Some(asked) => return Ok(Next::Ask(asked)),
                    None => moves.change(place),
                }
            }
            Work::Set(set) => match set.found {
                None => return Ok(Next::Ask(set.asked(place))),
                Some(found) => set.change(place, found),
            },
            Work::Whole(whole) => match whole.found {
                None => return Ok(Next::Ask(whole.asked())),
                Some(found) => whole.change(place, found),
            },
            Work::FasterWin(search) => match search.pursue(place) {
                Pursuit::Ask(asked) => return Ok(Next::Ask(asked)),
                Pursuit::Down(id) => return Ok(Next::Down(id)),
                Pursuit::Make(mv) => return Ok(Next::List(Some(mv))),
                Pursuit::MakeReplies => return Ok(Next::List(None)),
                Pursuit::Nothing => Change::Looked(search.plies),
            },
            &mut Work::Candidate(mv, leaf) => match leaf.found.filter(|_| leaf.is_over) {
                None => return Ok(Next::Ask(Asked { mv: Some(mv), ..leaf.asked() })),
                Some(found) => {
                    let Finding { value, bound, .. } = found;
                    Change::Rank(Rank { mv, value, bound, plies: leaf.plies, nodes: self.spent })
                }
            },
            Work::Done(change) => change.clone(),
        };
        let (table_hits, has_no_room) = (self.table_hits, self.has_no_room);
        // Children that were not searched themselves count all the same.
        let unsearched = if let Change::Split(split) = &change { split.children.len() } else { 0 };
        let effort = self.spent + unsearched as u64;
        let line = self.line.clone();
        Ok(Next::Grow(Growth { change, effort, table_hits, line, has_no_room }))
    }

    /// Takes the answer to its question.
    pub(super) fn take<G: Heuristics + Evaluate>(
        &mut self,
        place: &Place<'_, G>,
        finding: Finding,
    ) {
        self.unfinished = 0;
        match &mut self.work {
            Work::Leaf(leaf) | Work::Candidate(_, leaf) => {
                leaf.take(finding, place.at_analysed(finding.value));
            }
            Work::Moves(moves) => moves.take(place, finding),
            Work::Set(set) => set.found = Some(finding),
            Work::Whole(whole) => whole.found = Some(finding),
            Work::FasterWin(search) => search.found = Some(finding),
            Work::Done(_) => {}
        }
    }
}
