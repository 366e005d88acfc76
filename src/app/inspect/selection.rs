//! A part of the tree that is small enough to be read: the position, and branches below it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use shakmaty::Move;

use super::IllegalMove;
use super::study::Study;
use super::untried::order;
use super::view::View;
use crate::chess::Position;
use crate::game::{Game, Notation};
use crate::tree::{Node, NodeId};

/// The deepest branch, plies. A ply nests JSON by two levels, and common readers refuse more
/// than 127.
pub const MAX_PLIES: u16 = 60;

/// A node of the selection.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its place in the tree.
    pub id: NodeId,
    /// The branch above; `None` at the top.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the top.
    pub mv: Option<Move>,
    /// The position.
    pub position: Position,
    /// How it is seen from the top.
    pub view: View,
    /// Whether the preferred moves of both players lead here.
    pub is_principal: bool,
    /// The branches below, the preferred one first if there is any.
    pub children: Vec<usize>,
    /// Its place among all children of its parent, the preferred one first.
    place: usize,
}

/// A child that may be taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Offer {
    // Compared in this order, the greatest is taken first.
    is_principal: bool,
    effort: u32,
    /// Among equals, the one that was offered first.
    turn: Reverse<(usize, usize)>,
    rank: u16,
    id: NodeId,
}

/// Entering and leaving a branch, in the order in which a nested text tells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Before its children.
    Enter(usize),
    /// After them.
    Leave(usize),
}

/// The position that is looked at and what was chosen below it, always connected.
#[derive(Debug)]
pub struct Selection<'a> {
    study: &'a Study,
    branches: Vec<Branch>,
}

impl<'a> Selection<'a> {
    fn top(study: &'a Study) -> Selection<'a> {
        let top = Branch {
            id: study.at,
            parent: None,
            mv: None,
            position: study.position.clone(),
            view: View::of(&study.position),
            is_principal: true,
            children: Vec::new(),
            place: 0,
        };
        Selection { study, branches: vec![top] }
    }

    /// So many plies, and the best children of each node; the nearest ones if these are more
    /// than `most` nodes.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] where the tree holds one.
    pub fn of_shape(
        study: &'a Study,
        plies: u16,
        width: usize,
        most: usize,
    ) -> Result<Self, IllegalMove> {
        let mut selection = Selection::top(study);
        let mut queue = VecDeque::from([0]);
        while let Some(parent) = queue.pop_front() {
            if selection.branches[parent].view.plies >= plies {
                continue;
            }
            for offer in selection.offers(parent).into_iter().take(width) {
                if selection.branches.len() >= most {
                    return Ok(selection);
                }
                queue.push_back(selection.add(&offer)?);
            }
        }
        Ok(selection)
    }

    /// At most so many nodes: the principal variation, then those with most effort. No node
    /// comes without the one that its parent prefers.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] where the tree holds one.
    pub fn most_important(study: &'a Study, most: usize) -> Result<Self, IllegalMove> {
        let mut selection = Selection::top(study);
        let mut heap = BinaryHeap::from(selection.offers(0));
        while selection.branches.len() < most
            && let Some(offer) = heap.pop()
        {
            let branch = selection.add(&offer)?;
            if selection.branches[branch].view.plies < MAX_PLIES {
                heap.extend(selection.offers(branch));
            }
        }
        for index in 0..selection.branches.len() {
            let mut children = std::mem::take(&mut selection.branches[index].children);
            children.sort_by_key(|&child| selection.branches[child].place);
            selection.branches[index].children = children;
        }
        Ok(selection)
    }

    /// All children of a branch, the preferred one first.
    fn offers(&self, parent: usize) -> Vec<Offer> {
        let branch = &self.branches[parent];
        let ranked = self.study.ranked(branch.id);
        let effort = |id| self.study.node(id).effort;
        let most = ranked.iter().map(|&(_, id)| effort(id)).max().unwrap_or_default();
        let offer = |(place, &(rank, id)): (usize, &(u16, NodeId))| Offer {
            is_principal: branch.is_principal && place == 0,
            // The preferred child goes before its siblings.
            effort: if place == 0 { most } else { effort(id) },
            turn: Reverse((parent, place)),
            rank,
            id,
        };
        ranked.iter().enumerate().map(offer).collect()
    }

    fn add(&mut self, offer: &Offer) -> Result<usize, IllegalMove> {
        let Reverse((parent, place)) = offer.turn;
        let above = &self.branches[parent];
        let mv = self
            .study
            .move_to(offer.id, &above.position)
            .map_err(|fault| fault.after(&self.line(parent)))?;
        let mut position = above.position.clone();
        position.play(mv);
        let branch = Branch {
            id: offer.id,
            parent: Some(parent),
            mv: Some(mv),
            position,
            view: above.view.down(self.study.price(above.id, offer.rank)),
            is_principal: offer.is_principal,
            children: Vec::new(),
            place,
        };
        let index = self.branches.len();
        self.branches.push(branch);
        self.branches[parent].children.push(index);
        Ok(index)
    }

    /// The study.
    pub fn study(&self) -> &'a Study {
        self.study
    }

    /// A branch; the top is the first.
    pub fn branch(&self, index: usize) -> &Branch {
        &self.branches[index]
    }

    /// All branches, each behind the one above it.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The tree's node of a branch.
    pub fn node(&self, branch: &Branch) -> &Node {
        self.study.node(branch.id)
    }

    /// The position before the move that leads to a branch; at the top, its own.
    pub fn before<'b>(&'b self, branch: &'b Branch) -> &'b Position {
        branch.parent.map_or(&branch.position, |parent| &self.branches[parent].position)
    }

    /// How many children a branch has in the tree, and how many moves may be tried there.
    pub fn moves(&self, branch: &Branch) -> (usize, usize) {
        let tried = self.study.tree().children(branch.id).count();
        (tried, order(self.study, branch.id, &branch.position).len())
    }

    /// The preferred moves from a branch on, at most `plies`.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] where the tree holds one.
    pub fn best_line(&self, index: usize, plies: usize) -> Result<Vec<Move>, IllegalMove> {
        let branch = &self.branches[index];
        let line = self.study.best_line(branch.id, &branch.position, plies);
        let line = line.map_err(|fault| fault.after(&self.line(index)))?;
        Ok(line.into_iter().map(|(_, mv)| mv).collect())
    }

    /// The moves from the position analysed to a branch, UCI.
    fn line(&self, index: usize) -> Vec<String> {
        let mut line = Vec::new();
        let mut branch = &self.branches[index];
        while let (Some(parent), Some(mv)) = (branch.parent, branch.mv) {
            branch = &self.branches[parent];
            line.push(branch.position.machine_text(mv));
        }
        line.extend(self.study.line.iter().rev().cloned());
        line.reverse();
        line
    }

    /// The whole selection from the top down, each branch around its children.
    pub fn visits(&self) -> Vec<Visit> {
        let mut visits = Vec::with_capacity(2 * self.branches.len());
        let mut stack = vec![Visit::Enter(0)];
        while let Some(visit) = stack.pop() {
            visits.push(visit);
            if let Visit::Enter(index) = visit {
                stack.push(Visit::Leave(index));
                let children = self.branches[index].children.iter().rev();
                stack.extend(children.map(|&child| Visit::Enter(child)));
            }
        }
        visits
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{Example, damaged};
    use super::*;

    #[test]
    fn shape_bounds_depth_and_width() -> anyhow::Result<()> {
        let study = Example::start().study();
        let selection = Selection::of_shape(&study, 2, 3, 100)?;
        assert_eq!(selection.branches().len(), 1 + 3 + 9);
        assert!(selection.branches().iter().all(|branch| branch.view.plies <= 2));
        assert_eq!(selection.branch(0).children.len(), 3);
        let ranked = study.ranked(study.at);
        let shown = selection.branch(0).children.iter().map(|&child| selection.branch(child).id);
        assert!(shown.eq(ranked.iter().take(3).map(|&(_, id)| id)));
        assert_eq!(Selection::of_shape(&study, 2, 3, 6)?.branches().len(), 6);
        Ok(())
    }

    #[test]
    fn the_most_important_part_is_connected_and_no_larger_than_allowed() -> anyhow::Result<()> {
        let study = Example::start().study();
        let size = study.tree().len();
        for most in [1, 2, 50, 1000, size + 10] {
            let selection = Selection::most_important(&study, most)?;
            assert_eq!(selection.branches().len(), most.min(size));
            for (index, branch) in selection.branches().iter().enumerate() {
                assert_eq!(branch.parent.is_none(), index == 0);
                if let Some(parent) = branch.parent {
                    assert!(parent < index && selection.branch(parent).children.contains(&index));
                }
                let preferred = study.ranked(branch.id).first().map(|&(_, id)| id);
                let first = branch.children.first().map(|&child| selection.branch(child).id);
                assert!(first.is_none() || first == preferred);
            }
            assert_eq!(selection.visits().len(), 2 * selection.branches().len());
        }
        Ok(())
    }

    #[test]
    fn the_principal_variation_comes_first_then_effort() -> anyhow::Result<()> {
        let study = Example::start().study();
        let line = study.best_line(study.at, &study.position, 99)?;
        let selection = Selection::most_important(&study, line.len() + 1)?;
        let ids = selection.branches().iter().skip(1).map(|branch| branch.id);
        assert!(ids.eq(line.iter().map(|&(id, _)| id)));
        assert!(selection.branches().iter().all(|branch| branch.is_principal));
        let selection = Selection::most_important(&study, 200)?;
        let taken: Vec<_> = selection.branches().iter().map(|branch| branch.id).collect();
        let efforts = study.tree().children(study.at).map(|(_, id, node)| (node.effort, id));
        let most = efforts.max().map(|(_, id)| id);
        assert!(most.is_some_and(|id| taken.contains(&id)));
        Ok(())
    }

    #[test]
    fn an_illegal_move_has_its_place() -> anyhow::Result<()> {
        let mut study = damaged();
        study.line = vec!["e2e4".to_string()];
        let fault = Selection::most_important(&study, 9).expect_err("no fault");
        assert_eq!(fault.line, ["e2e4"]);
        assert_eq!(Selection::of_shape(&study, 1, 1, 9).expect_err("no fault"), fault);
        Ok(())
    }
}
