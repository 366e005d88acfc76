//! The grower of a tree whose leaves are searched.
//!
//! An iteration visits one node. It asks one question after another about the leaf there, or about the
//! positions after its moves, and the tree changes once everything is known.
//!
//! | file | what it holds |
//! |---|---|
//! | `question` | what a search of a leaf is asked, what its answer says, and what is asked after it |
//! | `place` | what a visit sees of the search |
//! | `visit` | a visit: what is asked, and what was heard so far |
//! | `move_work`, `set_work`, `whole_work`, `faster_win` | the other kinds of visit |
//! | `purpose` | what an iteration is for, and what it asks first |
//! | `select` | the walk to the node that is visited next, and what the visit begins with |
//! | `rank` | the same to rank candidates |
//! | `whole` | when the whole position is searched, and how long the answer of that stands |
//! | `no_room`, `at_once` | visits where there is no room for moves, and visits outside the loop |
//! | `flight`, `recall` | the visits whose questions are out, and taking questions back |
//! | `tentative` | what a node counts as while its question is out |
//! | `record`, `state` | open visits as plain data, for files |

mod at_once;
mod faster_win;
mod flight;
mod move_work;
mod no_room;
mod place;
mod purpose;
mod question;
mod rank;
mod recall;
mod record;
mod select;
mod set_work;
mod state;
mod tentative;
mod visit;
mod whole;
mod whole_work;

use std::collections::VecDeque;

use crate::game::{Evaluate, Heuristics};
use crate::search::budget::Budget;
use crate::search::depth_first::PvsLeaves;
use crate::search::leaf::{EstimateOrder, Inline, LeafAnswer, LeafWorkers, Ticket};
use crate::tree::NodeId;
use crate::value::Value;

pub(super) use faster_win::open_win;
pub(super) use purpose::{is_tight, only_moves_help};
pub use record::VisitState;
pub(super) use visit::Visit;

/// What this form of the search has beside the tree.
#[derive(Debug)]
pub(super) struct Searched<G: Heuristics> {
    /// Who answers.
    pub(super) workers: Box<dyn LeafWorkers<G>>,
    /// The value of the position analysed when it last rested on nothing but exact values.
    pub(super) anchor: Value,
    /// Iterations that have begun, in the order of their open questions.
    pub(super) visits: VecDeque<Visit>,
    next_ticket: u64,
    /// Answers whose turn has not come.
    arrived: Vec<LeafAnswer>,
    order: EstimateOrder<G::Move>,
    /// The node whose moves are in `order`, so that they need not be listed again: moves of the
    /// best line are made one an iteration, and listing them takes as long as ten positions.
    listed: Option<Listed>,
}

/// A node, and how many of its moves were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Listed {
    id: NodeId,
    /// The generation of the tree to which the name belongs.
    generation: u64,
    made: u16,
}

impl<G: Heuristics + Evaluate> Searched<G> {
    /// For a tree of the other form: nobody is asked.
    pub(super) fn idle() -> Searched<G> {
        Searched::new(Box::new(Inline::nobody()))
    }

    /// Nothing asked yet.
    pub(super) fn new(workers: Box<dyn LeafWorkers<G>>) -> Searched<G> {
        Searched {
            workers,
            anchor: Value::DRAW,
            visits: VecDeque::new(),
            next_ticket: 0,
            arrived: Vec::new(),
            order: EstimateOrder::default(),
            listed: None,
        }
    }

    /// What the workers share.
    pub(super) fn shared(&self) -> Option<&PvsLeaves<G>> {
        self.workers.shared()
    }

    /// The move that a search of a position has found best, as long as the table has it.
    pub(super) fn table_move(&self, game: &G) -> Option<G::Move> {
        self.shared()?.table_move(game)
    }

    /// The same of what was searched aside, to rank candidates.
    pub(super) fn move_aside(&self, game: &G) -> Option<G::Move> {
        self.shared()?.table_move_aside(game)
    }

    /// Positions searched for visits that are not done.
    pub(super) fn open_nodes(&self) -> u64 {
        self.visits.iter().map(|visit| visit.spent + visit.counted.nodes).sum()
    }

    /// How many children may come of the visits that are open.
    fn promised(&self) -> usize {
        self.visits.iter().map(Visit::most_children).sum()
    }

    /// Keeps an answer until its turn comes. An answer without a question, or to one answered before, is ignored.
    pub(super) fn receive(&mut self, answer: LeafAnswer) {
        let is_out = |visit: &Visit| visit.out.is_some_and(|(ticket, _)| ticket == answer.ticket);
        let is_new = !self.arrived.iter().any(|known| known.ticket == answer.ticket);
        if is_new && self.visits.iter().any(is_out) {
            self.arrived.push(answer);
        }
    }

    /// The visits whose answers may be taken: the oldest, or all where the tree depends on who answers
    /// when anyway.
    fn visits_in_turn(&self) -> impl Iterator<Item = &Visit> {
        let count = if self.workers.is_reproducible() { 1 } else { usize::MAX };
        self.visits.iter().take(count)
    }

    /// An answer whose turn it is, and which visit has asked.
    fn take_answer(&mut self) -> Option<(usize, LeafAnswer)> {
        let answer_to = |visit: &Visit| {
            let (ticket, _) = visit.out?;
            self.arrived.iter().position(|answer| answer.ticket == ticket)
        };
        let mut in_turn = self.visits_in_turn().enumerate();
        let (index, place) = in_turn.find_map(|(index, visit)| Some((index, answer_to(visit)?)))?;
        drop(in_turn);
        Some((index, self.arrived.swap_remove(place)))
    }

    fn ticket(&mut self) -> Ticket {
        self.next_ticket += 1;
        Ticket(self.next_ticket)
    }
}

impl<G: Heuristics> Searched<G> {
    /// The ways to nodes that somebody is asked about.
    pub(super) fn open_ways(&self) -> Vec<&[NodeId]> {
        self.visits.iter().map(|visit| visit.way.as_slice()).collect()
    }

    /// Another tree begins: nothing is asked about it yet.
    pub(super) fn forget_tree(&mut self) {
        // No thread counts any longer.
        self.workers.recall(&mut Budget::default());
        self.visits.clear();
        self.arrived.clear();
        (self.anchor, self.listed) = (Value::DRAW, None);
    }
}
