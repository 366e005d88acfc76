//! Two trees of one game become one, which knows of each position what the better of them knew.
//!
//! The new tree is built from the root down, in the order of files. A position of one tree alone is taken as
//! it is. Of a position of both, the node that knows more is taken ([`choose`]); where both have moves and
//! nothing is certain, the moves of both. The numbers of such a node follow from its children afterwards, by
//! [`recompute`](super::recompute()).
//!
//! The order of two trees does not matter. That of three may, and not only for the order of moves, because what follows from
//! the children of both is compared with the third tree as if it had been found at once. Two nodes with 5 nodes of work
//! each may have 9 together, which is more than the 7 that a freed node remembers; each alone has less. In the same way
//! the children of both may make a proof that neither has. And of a node with moves, a freed one that remembers more
//! work, and a leaf that was searched deeper than that, each knows more than the one before it, and the first more than
//! the last. To undo that, a tree would have to know which of its nodes come from where.

use super::arena::Tree;
use super::check::{TreeRoot, Watch};
use super::file_order::{Misfit, TreeBuilder};
use super::node::{Node, NodeParts};
use super::node_id::NodeId;
use super::recompute::recompute;
use super::rules::TreeRules;
use super::searched::{NodeForm, Searched};
use super::weight::{Choice, choose};
use crate::game::{Evaluate, Game, MoveCode, Order, Past};
use crate::value::{Chance, Player};

/// Nodes between two calls of who watches.
const NODES_A_LOOK: usize = 4_096;

/// A tree that goes into another one.
#[derive(Debug)]
pub struct MergeSide<'a, R> {
    /// The tree.
    pub tree: &'a Tree,
    /// The rules that its numbers follow from.
    pub rules: &'a R,
}

/// What is merged.
#[derive(Debug)]
pub struct Merge<'a, G: Game, R> {
    /// The tree whose root and whose rules stay.
    pub top: MergeSide<'a, R>,
    /// The other tree, of the same form. Its rules may spread values around another centre.
    pub other: MergeSide<'a, R>,
    /// The moves from the root of the first tree to that of the other; the first tree has them.
    pub way: &'a [MoveCode],
    /// The root of the first tree.
    pub root: &'a TreeRoot<'a, G>,
    /// The other tree counts other positions as those of the game that was played: where the game is over
    /// is asked afresh.
    pub other_past: bool,
}

/// Where a node of the new tree comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The first tree.
    Top(NodeId),
    /// The other one.
    Other(NodeId),
}

/// What there is of a position.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// A node of one tree.
    One(Origin),
    /// A node of either.
    Both(NodeId, NodeId),
    /// A node of the first tree, this many moves along the way to the other.
    Above(NodeId, usize),
}

/// A node whose children are still to come, this many plies below the root.
struct Open<G> {
    known: Known,
    game: G,
    level: usize,
}

/// The new tree, as far as it is built.
struct Walk<'m, 'a, G: Game, R> {
    merge: &'m Merge<'a, G, R>,
    new: TreeBuilder,
    open: Vec<Open<G>>,
    /// Keys of the positions before the node that is added.
    past: Vec<u64>,
    /// How many nodes are added.
    done: usize,
}

impl<G: Order + Evaluate, R: TreeRules> Merge<'_, G, R> {
    /// The new tree, all numbers right by the rules of the first one. `note` gets the place and the origin
    /// of every node without children. `None` if `watch` ended it.
    ///
    /// # Errors
    ///
    /// [`Misfit::Full`] if there are more nodes than a tree can have.
    pub fn make(
        &self,
        mut note: impl FnMut(u32, Origin),
        mut watch: impl FnMut(usize) -> Watch,
    ) -> Result<Option<Tree>, Misfit> {
        let [top, other] = [self.top.tree, self.other.tree];
        let most = top.len().saturating_add(other.len());
        let mut walk = Walk {
            merge: self,
            new: TreeBuilder::new(top.form(), most, top.len().max(other.len())),
            open: Vec::new(),
            past: self.root.past.to_vec(),
            done: 0,
        };
        let known = match self.way {
            [] => Known::Both(top.root(), other.root()),
            _ => Known::Above(top.root(), 0),
        };
        walk.add(known, self.root.game.clone(), 0, &mut note)?;
        let mut looked = 0;
        while let Some(open) = walk.open.pop() {
            walk.add_children(&open, &mut note)?;
            if walk.done >= looked + NODES_A_LOOK {
                looked = walk.done;
                if watch(looked) == Watch::Stop {
                    return Ok(None);
                }
            }
        }
        let mut new = walk.new.finish()?;
        add_up_effort(&mut new);
        let changed = recompute(&mut new, self.root, self.top.rules, watch);
        Ok(changed.map(|_| new))
    }

    /// A node of one tree as it is in the new one: chances lie as far from its value as before.
    fn parts(&self, origin: Origin) -> NodeParts {
        let (tree, id) = match origin {
            Origin::Top(id) => return self.top.tree.parts(id),
            Origin::Other(id) => (self.other.tree, id),
        };
        let parts = tree.parts(id);
        let shift = self.top.rules.scaled(parts.value) - self.other.rules.scaled(parts.value);
        let shifted = |chance: Chance| match chance.exists() && shift != 0.0 {
            true => Chance::centipawns(chance.raw() + shift),
            false => chance,
        };
        let [alpha, beta, next] = [parts.alpha, parts.beta, parts.next].map(shifted);
        NodeParts { alpha, beta, next, ..parts }
    }

    /// What is taken of a position in which `is_over` holds of the rules of the game.
    fn chosen(&self, known: Known, is_over: bool) -> Known {
        match known {
            Known::Both(a, b) => match choose((self.top.tree, a), (self.other.tree, b)) {
                // The game was over there by another past.
                Choice::Second if self.is_past(b) && !is_over => Known::One(Origin::Top(a)),
                Choice::First => Known::One(Origin::Top(a)),
                Choice::Second => Known::One(Origin::Other(b)),
                Choice::Both => known,
            },
            Known::Above(a, _) if self.top.tree.node(a).is_decided() => Known::One(Origin::Top(a)),
            _ => known,
        }
    }

    /// Whether a node says that the game is over in a tree that counts other positions as played.
    fn is_past(&self, other: NodeId) -> bool {
        self.other_past && self.other.tree.node(other).is_finished()
    }

    /// The node of a position of which both trees have moves.
    fn parts_of_both(&self, a: NodeId, b: NodeId, game: &G, level: usize) -> NodeParts {
        let [one, two] = [self.parts(Origin::Top(a)), self.parts(Origin::Other(b))];
        let made = self.union(a, b).len();
        let mut parts = if waits_deeper(&one, &two) { one } else { two };
        parts.made = u16::try_from(made).unwrap_or(u16::MAX);
        parts.effort = one.effort.max(two.effort);
        if made >= self.root.moves(level == 0, game).len() {
            (parts.next, parts.next_capped) = (Node::no_next(parts.turn), false);
        }
        parts
    }

    /// The moves of two nodes, those that were made first in either of them before others.
    fn union(&self, a: NodeId, b: NodeId) -> Vec<(MoveCode, Known)> {
        let other = self.other.tree;
        let mut all: Vec<((u16, u16), MoveCode, Known)> = Vec::new();
        for (rank, id, node) in self.top.tree.children(a) {
            all.push(((rank, u16::MAX), node.mv, Known::One(Origin::Top(id))));
        }
        let of_top = all.len();
        for (rank, id, node) in other.children(b) {
            match all[..of_top].iter_mut().find(|(_, code, _)| *code == node.mv) {
                Some((ranks, _, known)) => {
                    *ranks = (ranks.0.min(rank), ranks.0.max(rank));
                    if let Known::One(Origin::Top(top)) = *known {
                        *known = Known::Both(top, id);
                    }
                }
                None => all.push(((rank, u16::MAX), node.mv, Known::One(Origin::Other(id)))),
            }
        }
        all.sort_by_key(|&(ranks, code, _)| (ranks, code.0));
        all.into_iter().map(|(_, code, known)| (code, known)).collect()
    }

    /// The moves of a node, each with what there is of the position behind it.
    fn children(&self, known: Known) -> Vec<(MoveCode, Known)> {
        let of_top = |id| self.top.tree.children(id).map(|(_, id, node)| (node.mv, id));
        match known {
            Known::Both(a, b) => self.union(a, b),
            Known::One(Origin::Top(a)) => {
                of_top(a).map(|(code, id)| (code, Known::One(Origin::Top(id)))).collect()
            }
            Known::One(Origin::Other(b)) => {
                let children = self.other.tree.children(b);
                children.map(|(_, id, node)| (node.mv, Known::One(Origin::Other(id)))).collect()
            }
            Known::Above(a, gone) => {
                let behind = |(code, id): (MoveCode, NodeId)| match self.way.get(gone) {
                    Some(&on) if on == code && gone + 1 == self.way.len() => {
                        (code, Known::Both(id, self.other.tree.root()))
                    }
                    Some(&on) if on == code => (code, Known::Above(id, gone + 1)),
                    _ => (code, Known::One(Origin::Top(id))),
                };
                of_top(a).map(behind).collect()
            }
        }
    }
}

impl<G: Order + Evaluate, R: TreeRules> Walk<'_, '_, G, R> {
    /// Adds the node of a position; its children wait.
    fn add(
        &mut self,
        known: Known,
        game: G,
        level: usize,
        note: &mut impl FnMut(u32, Origin),
    ) -> Result<(), Misfit> {
        let merge = self.merge;
        let past = Past::new(&self.past, merge.root.searched_from);
        let outcome = if merge.other_past { game.outcome(&past) } else { None };
        let chosen = merge.chosen(known, outcome.is_some());
        let mut parts = match chosen {
            Known::One(origin) => merge.parts(origin),
            Known::Above(a, _) => merge.parts(Origin::Top(a)),
            Known::Both(a, b) => merge.parts_of_both(a, b, &game, level),
        };
        if let (Some(value), Known::One(Origin::Other(_))) = (outcome, chosen) {
            let over = Node::finished(parts.mv, parts.turn, value);
            let searched = Searched { tactical: parts.searched.tactical, ..Searched::default() };
            parts = NodeParts { searched, ..over.parts(NodeForm::Explored, 0) };
        }
        if let Known::Both(a, _) = known {
            // The root of a tree does not know the move that leads there.
            let top = merge.top.tree.parts(a);
            (parts.mv, parts.searched.tactical) = (top.mv, top.searched.tactical);
        }
        self.new.add(parts)?;
        if parts.made > 0 && !parts.freed {
            self.open.push(Open { known: chosen, game, level });
        } else if let Known::One(origin) = chosen {
            note(u32::try_from(self.done).unwrap_or(u32::MAX), origin);
        }
        self.done += 1;
        Ok(())
    }

    fn add_children(
        &mut self,
        open: &Open<G>,
        note: &mut impl FnMut(u32, Origin),
    ) -> Result<(), Misfit> {
        // Nodes that were added since stand deeper, or beside this one.
        self.past.truncate(self.merge.root.past.len() + open.level);
        self.past.push(open.game.key());
        for (code, known) in self.merge.children(open.known) {
            let mut game = open.game.clone();
            if let Some(mv) = game.legal(code) {
                game.play(mv);
            }
            self.add(known, game, open.level + 1, note)?;
        }
        Ok(())
    }
}

/// Whether the first of two nodes knows more of its moves that wait. What it knows holds for those that wait
/// in both. Later moves promise less than earlier ones; where they were searched, deeper comes first.
fn waits_deeper(one: &NodeParts, two: &NodeParts) -> bool {
    let mover = one.turn.player().unwrap_or(Player::Max);
    let key = |parts: &NodeParts| (parts.searched.plies, parts.next_capped);
    let next = |parts: &NodeParts| parts.next.for_player(mover);
    let [first, second] = [key(one), key(two)];
    let order = first.0.cmp(&second.0);
    let order = order.then(next(two).total_cmp(&next(one))).then(first.1.cmp(&second.1));
    order.is_ge()
}

/// No node has less effort than its children together. Nodes stand in the order of files: children behind
/// their parents.
fn add_up_effort(tree: &mut Tree) {
    for place in (0..u32::try_from(tree.len()).unwrap_or(u32::MAX)).rev() {
        let Some(id) = tree.nth_loaded(place) else { continue };
        let below: u64 = tree.children(id).map(|(.., child)| u64::from(child.effort)).sum();
        let least = u32::try_from(below + 1).unwrap_or(u32::MAX);
        let node = tree.node_mut(id);
        node.effort = node.effort.max(least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;
    use crate::tree::node::LeafChances;
    use crate::value::Value;

    /// A node whose mover may hope for so much from the next move, searched so deep before it had moves.
    fn waiting(turn: Turn, next: f32, next_capped: bool, plies: u8) -> NodeParts {
        let [alpha, beta] = [next, -next].map(Chance::centipawns);
        let leaf = Node::leaf(MoveCode(1), turn, false, Value::DRAW, LeafChances { alpha, beta });
        let searched = Searched { plies, ..Searched::default() };
        NodeParts { next_capped, searched, ..leaf.parts(NodeForm::Searched, 0) }
    }

    #[test]
    fn of_moves_that_wait_the_deeper_search_knows_more_and_then_the_lower_promise() {
        for turn in [Turn::Max, Turn::Min] {
            let less = waiting(turn, 30.0, false, 3);
            let more = [(30.0, true, 3), (20.0, false, 3), (40.0, false, 4)]
                .map(|(next, capped, plies)| waiting(turn, next, capped, plies));
            for more in more {
                assert!(waits_deeper(&more, &less) && !waits_deeper(&less, &more), "{more:?}");
            }
            // Nothing was searched where moves are made at first sight.
            let deep = Node::unlinked(waiting(turn, 40.0, false, 4), NodeForm::Searched);
            assert!(!waits_deeper(&deep.parts(NodeForm::Explored, 0), &less));
        }
    }
}
