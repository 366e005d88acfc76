//! The list of questions that are out.

use std::collections::VecDeque;

use super::change::{Errand, Question};
use crate::game::MoveCode;
use crate::search::leaf::Ticket;
use crate::tree::NodeId;

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
