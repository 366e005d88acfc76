//! Recomputes everything that a tree keeps up to date, and compares.

use thiserror::Error;

use super::arena::{NodeId, Tree};
use super::backup::{Digest, Edge, Numbers};
use super::node::{MAX_MADE, Node};
use super::price::Prices;
use crate::game::{Game, Order};

/// An invariant that does not hold, and the node where it does not, as moves from the root.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("tree node at [{}]: {what}", .path.join(" "))]
pub struct Broken {
    /// Move codes from the root, in hexadecimal.
    pub path: Vec<String>,
    /// What is wrong there.
    pub what: String,
}

/// Checks every invariant of a tree over the position of its root:
///
/// * every node is reached exactly once, by a legal move that no sibling shares;
/// * turn and forcedness are those of the position, and the count of children is right;
/// * an inner node's numbers follow from its children by the back-up rules;
/// * a leaf's chances lie at the price of a ply on both sides of its value, and a finished node
///   has none;
/// * effort is at least that of the children and the node itself.
///
/// Returns the number of nodes. The tree may be deep: the walk keeps its own stack.
pub fn check<G: Order>(tree: &Tree, root: &G, prices: &Prices) -> Result<usize, Broken> {
    let mut reached = 0;
    let mut stack = vec![(tree.root(), root.clone(), Vec::new())];
    while let Some((id, game, path)) = stack.pop() {
        reached += 1;
        let fail = |what: String| Broken { path: path_text(&path), what };
        if reached > tree.len() {
            return Err(fail("a node is linked twice".into()));
        }
        check_numbers(tree, id, &game, prices).map_err(fail)?;
        let mut legal = Vec::new();
        game.moves(&mut legal);
        let mut seen = Vec::new();
        for (_, child, node) in tree.children(id) {
            let code = node.mv;
            let mv = game.decode(code).filter(|mv| legal.contains(mv));
            let mv = mv.ok_or_else(|| fail(format!("illegal move code {:04x}", code.0)))?;
            if seen.contains(&code) {
                return Err(fail(format!("move code {:04x} was made twice", code.0)));
            }
            seen.push(code);
            let mut next = game.clone();
            next.play(mv);
            let mut next_path = path.clone();
            next_path.push(code.0);
            stack.push((child, next, next_path));
        }
    }
    if reached == tree.len() {
        Ok(reached)
    } else {
        let what = format!("{} of {} nodes cannot be reached", tree.len() - reached, tree.len());
        Err(Broken { path: Vec::new(), what })
    }
}

fn path_text(path: &[u16]) -> Vec<String> {
    path.iter().map(|code| format!("{code:04x}")).collect()
}

fn check_numbers<G: Game + Order>(
    tree: &Tree,
    id: NodeId,
    game: &G,
    prices: &Prices,
) -> Result<(), String> {
    let node = tree.node(id);
    let children: Vec<_> = tree.children(id).take(usize::from(MAX_MADE) + 1).collect();
    ensure(node.turn() == game.turn(), || "wrong turn".into())?;
    ensure(usize::from(node.made()) == children.len(), || {
        format!("{} children, {} counted", children.len(), node.made())
    })?;
    let effort: u64 = 1 + children.iter().map(|(.., child)| u64::from(child.effort)).sum::<u64>();
    ensure(u64::from(node.effort) >= effort.min(u64::from(u32::MAX)), || {
        format!("effort {} below that of the children, {effort}", node.effort)
    })?;
    if node.is_finished() {
        return ensure(node.is_proven(), || "finished, but somebody has a chance".into());
    }
    ensure(node.forced() == game.forced(), || "wrong forcedness".into())?;
    let stored = Numbers { value: node.value, alpha: node.alpha, beta: node.beta };
    let expected = if node.is_leaf() {
        let price = prices.of(node.forced(), 0);
        let leaf = Node::leaf(node.mv, node.turn(), node.forced(), node.value, price);
        ensure(leaf.next == node.next, || "a leaf's next move has another estimate".into())?;
        Some(Numbers { value: leaf.value, alpha: leaf.alpha, beta: leaf.beta })
    } else {
        let mut digest = Digest::empty(node.turn(), G::MOVES_MAY_LOSE);
        for &(rank, child, numbers) in &children {
            let odds = game.decode(numbers.mv).map_or(1.0, |outcome| game.odds(outcome));
            digest.add(&Edge::new(child, rank, numbers, prices.of(node.forced(), rank), odds));
        }
        digest.numbers(node.next)
    };
    ensure(expected == Some(stored), || format!("{stored:?} stored, {expected:?} computed"))
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}
