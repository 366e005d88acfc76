//! The words of an iteration: what is asked (`Errand`, `Question`, `Questions`), what was found (`Finding`), and what that does to the tree
//! (`Change`, `Growth`).

use std::collections::VecDeque;

use crate::game::MoveCode;
use crate::search::leaf::Ticket;
use crate::tree::{Node, NodeId};
use crate::value::{Chance, Value};

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

/// A question that is out.
#[derive(Clone, Debug)]
pub struct Question {
    pub ticket: Ticket,
    pub errand: Errand,
    /// From the root of the tree to the node that it is about. None of them is freed while it is out.
    pub way: Vec<NodeId>,
    /// Which search of its node this is, in a series that has twice the nodes each time: 1 is the first.
    pub doublings: u8,
    /// The nodes that are granted for it ...
    pub grant: u64,
    /// ... and those that it may take.
    pub most: u64,
    /// How to take back the virtual loss of its node, if it has one.
    pub counted: Option<Counted>,
}

/// The questions about one position that are out.
#[derive(Debug, Default)]
pub struct Questions {
    pub out: VecDeque<Question>,
    /// Nothing more can be asked until the next answer is in the tree.
    pub has_nothing_more: bool,
}

impl Questions {
    /// Whether one more question may be out, as far as is known.
    pub fn may_ask(&self, most: usize) -> bool {
        self.out.is_empty() || self.out.len() < most && !self.has_nothing_more
    }

    /// Whether the position analysed is searched as a whole now.
    pub fn has_anchor(&self) -> bool {
        self.out.iter().any(|it| it.errand == Errand::Anchor)
    }

    /// Whether anything is asked but how lines go on.
    pub fn asks_for_more_than_lines(&self) -> bool {
        self.out.iter().any(|it| !matches!(it.errand, Errand::Lengthen(_)))
    }

    /// Whether something is asked about a node, other than as the anchor, which is beside the tree, or for want of work.
    pub fn is_about(&self, id: NodeId) -> bool {
        let asks =
            |errand| matches!(errand, Errand::Search | Errand::Lengthen(_) | Errand::Make(_));
        self.out.iter().any(|it| it.way.last() == Some(&id) && asks(it.errand))
    }

    /// The moves of a node that are searched for want of work.
    pub fn spare_moves(&self, id: NodeId) -> Vec<MoveCode> {
        let about = self.out.iter().filter(|it| it.way.last() == Some(&id));
        let spare = about.filter_map(|it| match it.errand {
            Errand::Spare(mv) => Some(mv),
            Errand::Search | Errand::Anchor | Errand::Lengthen(_) | Errand::Make(_) => None,
        });
        spare.collect()
    }

    /// Nodes that the open searches may still take.
    pub fn reserved(&self) -> u64 {
        self.out.iter().fold(0, |sum, it| sum.saturating_add(it.most))
    }

    /// Takes out the question that was answered; `None` for an answer that nobody waits for, or the second one.
    pub fn take(&mut self, ticket: Ticket) -> Option<Question> {
        self.has_nothing_more = false;
        let place = self.out.iter().position(|it| it.ticket == ticket)?;
        self.out.remove(place)
    }
}

/// A virtual loss: what it changed, to be taken back.
#[derive(Clone, Debug)]
pub struct Counted {
    pub way: Vec<NodeId>,
    pub before: Node,
    pub after: Node,
}

/// What an iteration does to the node at the end of its path.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A leaf gets another value.
    Leaf(Finding),
    /// The line of a search becomes a chain of nodes: of the best of the moves that wait, or of the anchor. Moves of it that are
    /// made already stay.
    Chain(Finding),
    /// The line behind a leaf is this one, and nothing else changes.
    OtherLine(Vec<MoveCode>),
    /// This move is made. Of the finding counts what the node does not have: line, depth and nodes.
    Child(Node, Finding),
    /// New children behind those there are, with their ranks, and the estimate of the next move now; with it whether it is
    /// capped ([`Node::is_next_capped`]).
    Children(Vec<(u16, Node)>, (Chance, bool)),
    /// Nothing is made, since a search found nothing or the tree has no room: the node counts as searched once more, so that the
    /// next search gets more nodes.
    Deeper,
    /// A proof whose moves were freed: nothing here is worth another visit.
    GiveUp,
    /// Nothing: what was found says nothing new, or came too late.
    Nothing,
}

/// What a search of moves has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub value: Value,
    /// How often the nodes for it were doubled: 1 for the first search of a node.
    pub doublings: u8,
    /// How deep it was, plies.
    pub depth: u16,
    /// The best move first.
    pub line: Vec<MoveCode>,
    /// The nodes that it rests on.
    pub nodes: u64,
}

impl Finding {
    /// Of moves that were not searched; its value is not read.
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
