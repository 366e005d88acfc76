//! What a searching thread does.

use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use super::line::PositionLine;
use super::search::{answer, search};
use super::task::{LeafAnswer, LeafTask, Ticket};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::{Beside, Knowledge, PvsLeaves};
use crate::search::limits::{Interrupt, Limits};
use crate::search::meter::Meter;

/// An order to a thread.
pub(super) enum Order<G: Heuristics> {
    /// Search with this from now on, or drop the present one.
    Know(Option<Box<Beside<G>>>),
    /// Answer a task, unless interrupted.
    Search(Box<LeafTask<G>>, Interrupt),
    /// Answer a task with empty tables, in at most this many nodes, unless interrupted.
    SearchApart(Box<LeafTask<G>>, Interrupt, u64),
    /// Report what it has learned about moves.
    Tell,
}

/// A reply of a thread.
pub(super) enum Reply {
    /// The result of a task.
    Searched {
        /// The number of the thread.
        by: usize,
        ticket: Ticket,
        /// `None` if it was interrupted.
        answer: Option<LeafAnswer>,
        /// What had been counted for the task before.
        counted: Spent,
        /// What was searched for it, `counted` included.
        spent: Spent,
        cpu: Duration,
    },
    /// What it knows about moves.
    Knows(Knowledge),
}

/// Carries out orders until the sender is gone.
pub(super) fn serve<G: Heuristics + Evaluate>(
    by: usize,
    orders: &Receiver<Order<G>>,
    replies: &Sender<Reply>,
    meter: &Meter,
) {
    let (mut leaves, mut line) = (None, PositionLine::default());
    for order in orders {
        let reply = match order {
            Order::Know(new) => {
                leaves = new.map(|beside| PvsLeaves::beside_others(*beside));
                continue;
            }
            Order::Tell => {
                Reply::Knows(leaves.as_ref().map(PvsLeaves::knowledge).unwrap_or_default())
            }
            Order::Search(task, interrupt) => {
                let budget = Budget::of_task(task.counted, interrupt, meter.clone());
                reply_to(by, leaves.as_mut(), &mut line, &task, budget)
            }
            Order::SearchApart(task, interrupt, nodes) => {
                leaves.iter_mut().for_each(PvsLeaves::begin_apart);
                let mut budget = Budget::default();
                budget.begin(&Limits { interrupt, nodes: Some(nodes), ..Limits::default() });
                reply_to(by, leaves.as_mut(), &mut line, &task, budget)
            }
        };
        if replies.send(reply).is_err() {
            return;
        }
    }
}

/// The result of a task within this budget.
fn reply_to<G: Heuristics + Evaluate>(
    by: usize,
    leaves: Option<&mut PvsLeaves<G>>,
    line: &mut PositionLine<G>,
    task: &LeafTask<G>,
    mut budget: Budget,
) -> Reply {
    let answer = leaves.and_then(|leaves| searched(leaves, line, task, &mut budget));
    budget.tell_meter();
    let (ticket, counted, spent) = (task.ticket, task.counted, budget.spent());
    Reply::Searched { by, ticket, answer, counted, spent, cpu: budget.cpu() }
}

/// The answer to a task; `None` if it was interrupted.
fn searched<G: Heuristics + Evaluate>(
    leaves: &mut PvsLeaves<G>,
    line: &mut PositionLine<G>,
    task: &LeafTask<G>,
    budget: &mut Budget,
) -> Option<LeafAnswer> {
    let found = search(leaves, line, task, budget).ok();
    leaves.commit();
    let table_hits = leaves.take_table_hits();
    found.map(|found| answer(task, found, line, budget.spent(), table_hits))
}
