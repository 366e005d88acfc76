//! What is asked, the questions that are out, and what becomes of them.

use std::collections::VecDeque;

use crate::game::MoveCode;
use crate::search::leaf::Ticket;
use crate::tree::{Node, NodeId};
use crate::value::{Chance, Value};

/// The questions about one position that are out.
#[derive(Debug, Default)]
pub struct Questions {
    pub tasks: VecDeque<OutTask>,
    /// Nothing more can be asked until the next answer is in the tree.
    pub is_idle: bool,
}

/// A question that is out.
#[derive(Clone, Debug)]
pub struct OutTask {
    pub ticket: Ticket,
    pub errand: Errand,
    /// From the root of the tree to the node that it is about.
    pub way: Vec<NodeId>,
    /// How often the nodes are doubled for it.
    pub doublings: u8,
    /// The nodes that are granted for it ...
    pub grant: u64,
    /// ... and those that it may take.
    pub most: u64,
    /// The node before it counted as searched once more.
    pub counted: Option<Counted>,
}

/// What is undone where a node counted as searched once more.
#[derive(Clone, Debug)]
pub struct Counted {
    pub way: Vec<NodeId>,
    pub before: Node,
    /// The node as it was then.
    pub counted: Node,
}

impl Questions {
    /// Whether one more question may be out, as far as is known.
    pub fn has_room(&self, most: usize) -> bool {
        self.tasks.is_empty() || self.tasks.len() < most && !self.is_idle
    }

    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether the position analysed is searched as a whole now.
    pub fn has_anchor(&self) -> bool {
        self.tasks.iter().any(|task| task.errand == Errand::Anchor)
    }

    /// Whether anything is asked but how lines go on.
    pub fn asks_for_more_than_lines(&self) -> bool {
        self.tasks.iter().any(|task| !matches!(task.errand, Errand::Lengthen(_)))
    }

    /// Whether something is asked about a node, other than as the anchor, which is beside the tree, or for want of work.
    pub fn is_about(&self, id: NodeId) -> bool {
        let asks =
            |errand| matches!(errand, Errand::Search | Errand::Lengthen(_) | Errand::Make(_));
        self.tasks.iter().any(|task| task.way.last() == Some(&id) && asks(task.errand))
    }

    /// The moves of a node that are searched for want of work.
    pub fn spare_moves(&self, id: NodeId) -> Vec<MoveCode> {
        let about = self.tasks.iter().filter(|task| task.way.last() == Some(&id));
        let spare = about.filter_map(|task| match task.errand {
            Errand::Spare(mv) => Some(mv),
            Errand::Search | Errand::Anchor | Errand::Lengthen(_) | Errand::Make(_) => None,
        });
        spare.collect()
    }

    /// The ways to the nodes that something is asked about.
    pub fn ways(&self) -> impl Iterator<Item = &[NodeId]> {
        self.tasks.iter().map(|task| task.way.as_slice())
    }

    /// Nodes that the open searches may still take.
    pub fn reserved(&self) -> u64 {
        self.tasks.iter().fold(0, |sum, task| sum.saturating_add(task.most))
    }

    /// Takes out the question that was answered; `None` for an answer that nobody waits for, or the second one.
    pub fn take(&mut self, ticket: Ticket) -> Option<OutTask> {
        self.is_idle = false;
        let place = self.tasks.iter().position(|task| task.ticket == ticket)?;
        self.tasks.remove(place)
    }
}

/// What is asked about the node at the end of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// The best of the moves that were not made; of a leaf, of all.
    Search,
    /// The best of all moves of the position analysed, those that were made, too.
    Anchor,
    /// How the line behind a leaf goes on from the position of this key, in which it ends.
    Lengthen(u64),
    /// What this move is worth, which somebody wants in the tree.
    Make(MoveCode),
    /// What this move is worth, as a worker has nothing better to do.
    Spare(MoveCode),
}

/// What an iteration does to the node at the end of its path.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A leaf was searched.
    Leaf(Finding),
    /// The best of the moves that wait is known: its line becomes a chain of nodes.
    Chain(Finding),
    /// The line behind a leaf is this one, and nothing else changes.
    OtherLine(Vec<MoveCode>),
    /// This move is made; behind it stands this line.
    Child(Node, Finding),
    /// New children behind those there are, with their ranks, and the estimate of the next move, where that is
    /// another one now; with it whether it is capped.
    Children(Vec<(u16, Node)>, Option<(Chance, bool)>),
    /// A search found nothing: it counts, so that the next one gets more nodes.
    Deeper,
    /// A proof whose moves were freed: nothing here is worth another visit.
    GiveUp,
    /// Nothing: a limit came too early.
    Nothing,
}

/// What a search of moves has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub value: Value,
    /// How often the nodes were doubled for it.
    pub doublings: u8,
    /// How deep it was, plies.
    pub depth: u16,
    /// The best move first.
    pub line: Vec<MoveCode>,
    /// The nodes that it rests on.
    pub nodes: u64,
}

impl Finding {
    /// Of moves that were not searched.
    pub fn nothing() -> Finding {
        Finding { value: Value::DRAW, doublings: 0, depth: 0, line: Vec::new(), nodes: 0 }
    }
}

/// A change, and the work that went into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    pub change: Change,
    /// In the unit of the tree's effort.
    pub effort: u64,
    /// Values that came from a table.
    pub table_hits: u64,
    /// How many plies below the root of the tree the node lies; set as the change is put into the tree.
    pub level: usize,
}

impl Growth {
    /// This change, by so much work.
    pub fn new(change: Change, effort: u64, table_hits: u64) -> Growth {
        Growth { change, effort, table_hits, level: 0 }
    }
}
