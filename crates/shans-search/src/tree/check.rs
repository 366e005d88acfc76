//! Recomputes everything that a tree keeps up to date, and compares.

use thiserror::Error;

use super::arena::Tree;
use super::backup::Numbers;
use super::node::Node;
use super::node_id::NodeId;
use super::preference::summary;
use super::root::Root;
use super::rules::TreeRules;
use crate::game::{Evaluate, Game, MOST_MOVES, Order, Past, TooManyMoves};

/// An invariant that does not hold, and the node where it does not, as moves from the root.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("tree node at [{}]: {what}", .path.join(" "))]
pub struct Broken {
    /// Move codes from the root, in hexadecimal.
    pub path: Vec<String>,
    /// What is wrong there.
    pub what: String,
}

/// Checks every invariant of a tree:
///
/// * every node is reached exactly once, by a legal move that no sibling shares;
/// * turn and forcedness are those of the position, and the count of children is right;
/// * where the game is over, the node says so, with its value; other nodes say so only where the
///   value is known exactly ([`Evaluate::exact`]);
/// * a node has a next move exactly if a legal one was not made yet;
/// * a value is a win only where the loser has no chance left: a win is a proof;
/// * an inner node's numbers follow from its children by the back-up rules;
/// * a freed node has no children, and a next move unless it is proven;
/// * a leaf's chances are those that the chance model gives to its value, and a finished node
///   has none;
/// * effort is at least that of the children and the node itself.
///
/// Returns the number of nodes. `watch` is told now and then how many are checked, and may end it: with `None`, as what
/// is left may be wrong. A tree that passes can be searched, wherever it comes from. The
/// tree may be deep: the walk keeps its own stack.
///
/// What is known exactly is asked of the evaluator of `root`: a tree that another one has made may
/// be wrong for this one, as one that an older search has made may be. [`recompute`](super::recompute())
/// takes such a tree over.
///
/// # Errors
///
/// [`Broken`] tells what is wrong first.
pub fn check<G: Order + Evaluate>(
    tree: &Tree,
    root: &Root<G>,
    rules: &impl TreeRules,
    watch: impl FnMut(usize) -> Watch,
) -> Result<Option<usize>, Broken> {
    let mut walk = CheckWalk { tree, root, rules, past: root.history.clone(), path: Vec::new() };
    let reached = match walk.check_all(watch).map_err(|what| walk.broken(what))? {
        Some(reached) => reached,
        None => return Ok(None),
    };
    if reached == tree.len() {
        return Ok(Some(reached));
    }
    walk.path.clear();
    Err(walk.broken(format!("{} of {} nodes cannot be reached", tree.len() - reached, tree.len())))
}

/// Whether a check continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// It does.
    GoOn,
    /// It ends at once.
    Stop,
}

/// Nodes checked between two calls of who watches: less than ten milliseconds.
pub(super) const NODES_A_LOOK: usize = 4_096;

struct CheckWalk<'a, G: Game, R> {
    tree: &'a Tree,
    root: &'a Root<G>,
    rules: &'a R,
    /// Keys of the positions before the node that is checked.
    past: Vec<u64>,
    /// Nodes from below the root to the one that is checked, with their positions.
    path: Vec<(NodeId, G)>,
}

impl<G: Order + Evaluate, R: TreeRules> CheckWalk<'_, G, R> {
    fn broken(&self, what: String) -> Broken {
        let path = self.path.iter();
        let path = path.map(|&(id, _)| format!("{:04x}", self.tree.node(id).mv.0)).collect();
        Broken { path, what }
    }

    /// In the order of first children, then siblings. `None` if `watch` stopped it.
    fn check_all(
        &mut self,
        mut watch: impl FnMut(usize) -> Watch,
    ) -> Result<Option<usize>, String> {
        let mut reached: usize = 1;
        let mut next = self.check_node(self.tree.root(), &self.root.game)?;
        loop {
            if let Some(child) = next {
                let parent = self.path.last().map_or(&self.root.game, |(_, game)| game);
                self.past.push(parent.key());
                let mut game = parent.clone();
                // Legal: the parent was checked.
                if let Some(mv) = game.decode(self.tree.node(child).mv) {
                    game.play(mv);
                }
                reached += 1;
                if reached.is_multiple_of(NODES_A_LOOK) && watch(reached) == Watch::Stop {
                    return Ok(None);
                }
                if reached > self.tree.len() {
                    return Err("a node is linked twice".into());
                }
                let found = self.check_node(child, &game);
                self.path.push((child, game));
                next = found?;
            } else if let Some((left, _)) = self.path.pop() {
                self.past.pop();
                next = self.tree.node(left).next_sibling;
            } else {
                return Ok(Some(reached));
            }
        }
    }

    /// Checks one node and its moves; returns its first child.
    fn check_node(&self, id: NodeId, game: &G) -> Result<Option<NodeId>, String> {
        let node = self.tree.node(id);
        ensure(node.turn() == game.turn(), || "wrong turn".into())?;
        let is_proof = node.value.win().is_none() || node.proven_win().is_some();
        ensure(is_proof, || format!("a win that is not proven: {:?}", node.value))?;
        let past = Past::new(&self.past, self.root.searched_from);
        let outcome = game.outcome(&past);
        if node.is_finished() || outcome.is_some() {
            let known = outcome.or_else(|| game.exact(&past));
            let is_known = match known {
                Some(known) => known == node.value,
                None => game.was_exact(node.value),
            };
            ensure(node.is_finished() && is_known, || {
                format!("the position is worth {known:?}, the node says {:?}", node.value)
            })?;
            let is_plain = node.is_proven() && !node.forced();
            ensure(is_plain, || "finished, but forced, or a player has a chance".into())?;
            return Ok(None);
        }
        ensure(node.forced() == game.forced(), || "wrong forcedness".into())?;
        if node.is_freed() {
            // Its numbers are memories: nothing is left to compute them from.
            return self.check_freed(id, game).map(|()| None);
        }
        self.check_moves(id, game)?;
        self.check_numbers(id, game)?;
        Ok(node.first_child)
    }

    fn check_freed(&self, id: NodeId, game: &G) -> Result<(), String> {
        let node = self.tree.node(id);
        let moves = self.moves(id, game).len();
        ensure(node.first_child.is_none(), || "freed, but it has children".into())?;
        ensure(moves > 0, || "freed, but it has no moves".into())?;
        let again = self.rules.after_freeing(node, node.made_before());
        ensure(again == *node, || "a freed node's next move has another estimate".into())
    }

    /// The moves to choose from.
    fn moves(&self, id: NodeId, game: &G) -> Vec<G::Move> {
        self.root.choices(game, usize::from(id != self.tree.root()))
    }

    fn check_moves(&self, id: NodeId, game: &G) -> Result<(), String> {
        let (node, made) = (self.tree.node(id), self.tree.made(id));
        let mut legal = self.moves(id, game);
        let is_too_many = made > 0 && legal.len() > usize::from(MOST_MOVES);
        ensure(!is_too_many, || TooManyMoves.to_string())?;
        let (is_whole, is_rest_possible) = match node.turn().player() {
            Some(_) => (true, usize::from(made) < legal.len()),
            // Outcomes of chance are made all at once.
            None => (made == 0 || usize::from(made) == legal.len(), made == 0),
        };
        ensure(is_whole && node.next.exists() == is_rest_possible, || {
            format!("{made} of {} moves made, next {:?}", legal.len(), node.next)
        })?;
        let mut count = 0;
        for (_, _, child) in self.tree.children(id).take(usize::from(MOST_MOVES) + 1) {
            let mv = game.decode(child.mv);
            // A move that was met is taken out: so it is not found a second time.
            let place = legal.iter().position(|&legal| Some(legal) == mv);
            let place = place.ok_or_else(|| {
                format!("move code {:04x} is illegal or was made twice", child.mv.0)
            })?;
            legal.swap_remove(place);
            count += 1;
        }
        ensure(made == count, || format!("{count} children, {made} counted"))
    }

    fn check_numbers(&self, id: NodeId, game: &G) -> Result<(), String> {
        let node = self.tree.node(id);
        let children = self.tree.children(id);
        let effort = self.tree.effort(id);
        let least = 1 + children.map(|(_, child, _)| self.tree.effort(child)).sum::<u64>();
        ensure(effort >= least.min(Tree::MOST_EFFORT), || {
            format!("effort {effort} below that of the children, {least}")
        })?;
        let stored = Numbers { value: node.value, alpha: node.alpha, beta: node.beta };
        let expected = if node.is_leaf() {
            let chances = self.rules.leaf_chances(node.forced(), node.value, node.doublings());
            let leaf = Node::leaf(node.mv, node.turn(), node.forced(), node.value, chances);
            ensure(leaf.next == node.next, || "a leaf's next move has another estimate".into())?;
            Some(Numbers { value: leaf.value, alpha: leaf.alpha, beta: leaf.beta })
        } else {
            summary(self.tree, id, game, self.rules).numbers(node.next)
        };
        ensure(expected == Some(stored), || format!("{stored:?} stored, {expected:?} computed"))
    }
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}
