//! Two trees of one game become one, which knows of each position what either of them knew.
//!
//! The new tree is built from the root down, in the order of files. A position of one tree alone is taken as
//! it is. Of a position of both, the moves of both are taken, and what the better of the two knows about moves not
//! made ([`knows_more`]); the numbers follow from the children afterwards, by
//! [`recompute`](super::recompute()). Where one of them needs no moves, it is taken as a whole, or the other
//! ([`choose`]).
//!
//! A tree merged with itself is the same tree. The order of trees does not matter where leaves are searched, of
//! three neither, with one exception: a proof whose moves were freed takes the place of moves that only together
//! with those of a third tree would prove something nearer.
//!
//! A value that is certain stays. That it is certain may be lost, as in one tree that grows there: a move that is refuted by one
//! reply proves that another move is better, and so do not all of its replies once the other tree has more of them, of which
//! one looks still better and is not certain.

use super::arena::Tree;
use super::check::{NODES_A_LOOK, Watch};
use super::file_order::{Misfit, TreeBuilder};
use super::node::{Node, NodeParts};
use super::node_id::NodeId;
use super::recompute::recompute;
use super::root::Root;
use super::rules::TreeRules;
use super::weight::{Choice, choose, knows_more};
use crate::game::{Evaluate, Game, MoveCode, Order, Past};
use crate::value::Chance;

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
    /// The other tree. Its rules may spread values around another centre.
    pub other: MergeSide<'a, R>,
    /// The moves from the root of the first tree to that of the other; the first tree has them.
    pub way: &'a [MoveCode],
    /// The root of the first tree.
    pub root: &'a Root<G>,
    /// The other tree counts other positions as those of the game that was played: where the game is over
    /// is asked afresh.
    pub other_past: bool,
    /// Whether leaves are searched; otherwise they are valued at first sight, and moves have ranks.
    pub is_searched: bool,
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
            new: TreeBuilder::new(most, top.len().max(other.len())),
            open: Vec::new(),
            past: self.root.history.clone(),
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
        let mut parts = tree.parts(id);
        let node = &mut parts.node;
        let shift = self.top.rules.scaled(node.value) - self.other.rules.scaled(node.value);
        let shifted = |chance: Chance| match chance.exists() && shift != 0.0 {
            true => Chance::centipawns(chance.raw() + shift),
            false => chance,
        };
        [node.alpha, node.beta, node.next] = [node.alpha, node.beta, node.next].map(shifted);
        parts
    }

    /// What is taken of a position in which `is_over` holds of the rules of the game.
    fn chosen(&self, known: Known, is_over: bool) -> Known {
        match known {
            Known::Both(a, b) => {
                let [one, two] = [self.parts(Origin::Top(a)), self.parts(Origin::Other(b))];
                match choose(&one, &two) {
                    // The game was over there by another past.
                    Choice::Second if self.is_past(b) && !is_over => Known::One(Origin::Top(a)),
                    Choice::First => Known::One(Origin::Top(a)),
                    Choice::Second => Known::One(Origin::Other(b)),
                    Choice::Both => known,
                }
            }
            Known::Above(a, _) if self.top.tree.node(a).is_decided() => Known::One(Origin::Top(a)),
            _ => known,
        }
    }

    /// Which of the trees a node without children comes from.
    fn origin_of_leaf(&self, chosen: Known) -> Option<Origin> {
        match chosen {
            Known::One(origin) => Some(origin),
            Known::Above(..) => None,
            Known::Both(a, b) => {
                let [one, two] = [self.parts(Origin::Top(a)), self.parts(Origin::Other(b))];
                let is_first = knows_more(&one, &two, self.is_searched).is_ge();
                Some(if is_first { Origin::Top(a) } else { Origin::Other(b) })
            }
        }
    }

    /// Whether a node says that the game is over in a tree that counts other positions as played.
    fn is_past(&self, other: NodeId) -> bool {
        self.other_past && self.other.tree.node(other).is_finished()
    }

    /// The node of a position of which both trees know something.
    fn parts_of_both(&self, a: NodeId, b: NodeId, game: &G, level: usize) -> NodeParts {
        let [one, two] = [self.parts(Origin::Top(a)), self.parts(Origin::Other(b))];
        let made = self.union(a, b).len();
        let mut parts = if knows_more(&one, &two, self.is_searched).is_ge() { one } else { two };
        parts.made = u16::try_from(made).unwrap_or(u16::MAX);
        parts.effort = one.effort.max(two.effort);
        if made > 0 {
            parts.node.grow_again();
        }
        if made > 0 && made >= self.root.choices(game, level).len() {
            parts.node.set_next(Node::no_next(parts.node.turn()));
        }
        parts
    }

    /// The moves of two nodes. Where they have not made the same in the same order, they stand in an order that
    /// follows from the moves; if moves have ranks, those that were made first in either of them before others.
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
        let is_same = all.iter().all(|((least, most), ..)| least == most);
        let has_ranks = is_same || !self.is_searched;
        all.sort_by_key(|&(ranks, code, _)| (has_ranks.then_some(ranks), code.0));
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
            parts = Node::finished(parts.node.mv, parts.node.turn(), value).parts(0, 1);
        }
        if let Known::Both(a, _) = known {
            // The root of a tree does not know the move that leads there.
            parts.node.mv = merge.top.tree.node(a).mv;
        }
        self.new.add(parts)?;
        if parts.made > 0 {
            self.open.push(Open { known: chosen, game, level });
        } else if let Some(origin) = merge.origin_of_leaf(chosen) {
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
        self.past.truncate(self.merge.root.history.len() + open.level);
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

/// No node has less effort than its children together. Nodes stand in the order of files: children behind
/// their parents.
fn add_up_effort(tree: &mut Tree) {
    for place in (0..u32::try_from(tree.len()).unwrap_or(u32::MAX)).rev() {
        let Some(id) = tree.nth_loaded(place) else { continue };
        let below: u64 = tree.children(id).map(|(_, child, _)| tree.effort(child)).sum();
        tree.add_effort(id, (below + 1).saturating_sub(tree.effort(id)));
    }
}
