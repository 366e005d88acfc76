//! Which line is kept behind a node that has grown.

use super::growth::{Change, Growth};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::tree::{Node, NodeId};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Keeps the line that a search has found behind a leaf, if the workers keep no table.
    pub(super) fn keep_line(&mut self, end: NodeId, growth: &Growth) {
        let most = if self.searched.shared().is_some() { 0 } else { self.room.most_lines() };
        let (first, behind) = match &growth.change {
            Change::Leaf(..) => return self.lines.set(end, &growth.line, most),
            // Its own line continues behind its best move.
            Change::Split(split) => (split.children.first(), growth.line.get(1..)),
            Change::Children(children, _) => match &children[..] {
                [one] => (Some(one), growth.line.get(..)),
                _ => (None, None),
            },
            Change::DeeperLeaf(..)
            | Change::GiveUp
            | Change::Looked(_)
            | Change::Nothing
            | Change::Rank(_) => return,
        };
        self.lines.set(end, &[], most);
        let is_new =
            |&(rank, ..): &(u16, NodeId, &Node)| Some(rank) == first.map(|&(rank, _)| rank);
        if let Some((_, child, _)) = self.tree.children(end).find(is_new) {
            self.lines.set(child, behind.unwrap_or_default(), most);
        }
    }
}
