//! Where the search is in its tree: the position analysed, and the walk from there to the node
//! that grows.

mod stem;

use super::path_node::{Aim, PathNode, Ruled};
use crate::game::Game;
use crate::search::chance::ChanceRules;
use crate::search::depth_first::has_only_move;
use crate::search::report::Root;
use crate::tree::{Node, NodeId, Numbers, Tree};

/// The position analysed with the way to it, and the path of the last iteration.
#[derive(Clone, Debug)]
pub struct TreeWalk<G: Game> {
    /// The position at the root of the tree.
    root: G,
    /// From the root of the tree to the node of the position analysed, both included; never empty.
    pub stem: Vec<NodeId>,
    /// The position analysed.
    pub position: G,
    /// The rules leave no choice there.
    pub only_move: bool,
    /// From the root of the tree to the node that grows; begins with the stem, or is empty.
    pub path: Vec<PathNode<G>>,
    /// Keys of the game's history and of the positions on the path.
    pub past: Vec<u64>,
    /// How many of these are the game's history.
    history_plies: usize,
    /// The generation of the tree to which the names of nodes on the path belong.
    generation: u64,
}

impl<G: Game> TreeWalk<G> {
    /// The root of the tree is the position analysed.
    pub fn new(root: &Root<G>, tree: &Tree) -> TreeWalk<G> {
        TreeWalk {
            root: root.game.clone(),
            stem: vec![tree.root()],
            position: root.game.clone(),
            only_move: has_only_move(&root.game),
            path: Vec::new(),
            past: root.history.clone(),
            history_plies: root.history.len(),
            generation: tree.generation(),
        }
    }

    /// The node of the position analysed.
    pub fn analysed(&self) -> NodeId {
        self.stem[self.stem.len() - 1]
    }

    /// How many plies below the root of the tree the path ends.
    pub fn level(&self) -> usize {
        self.path.len() - 1
    }

    /// From the root of the tree to the node at the end of the path, both included.
    pub fn way(&self) -> Vec<NodeId> {
        self.path.iter().map(|at| at.id).collect()
    }

    /// The node at the end of the path, after a walk.
    pub fn end(&self) -> &PathNode<G> {
        &self.path[self.level()]
    }

    /// The node of the position analysed, if it is on the path.
    pub fn analysed_on_path(&self) -> Option<&PathNode<G>> {
        self.path.get(self.stem.len() - 1)
    }

    /// Whether the path was walked in the tree as it is.
    pub fn is_current(&self, tree: &Tree) -> bool {
        self.generation == tree.generation()
    }

    /// Forgets the path, which is only kept to shorten the next walk.
    pub fn leave_path(&mut self, tree: &Tree) {
        self.path.clear();
        self.past.truncate(self.history_plies);
        self.generation = tree.generation();
    }

    /// Walks from the position analysed to the node to which the aim leads, through this child of it, where one is named.
    pub fn descend_through(&mut self, first: Option<NodeId>, aim: Aim, on: Ruled<'_>) {
        self.begin(on);
        let analysed = self.stem.len() - 1;
        self.walk_on(analysed, on, |node, level| match first.filter(|_| level == analysed) {
            Some(first) => node.lead_to(Some(first), on),
            None => node.select_child(aim, on),
        });
    }

    /// Walks along these nodes, which lead from the root of the tree to a node below the position
    /// analysed.
    pub fn go_along(&mut self, way: &[NodeId], on: Ruled<'_>) {
        self.begin(on);
        // As far as the path goes along the way already, nothing has to be looked at.
        let nodes = self.path.iter().map(|node| node.id);
        let shared = nodes.zip(way).take_while(|(at, to)| at == *to).count();
        self.walk_along(shared.saturating_sub(1), way, on);
    }

    /// Walks to the position analysed, and no further. What the path has of the way there stays: in a long game that is
    /// nearly all of it.
    pub fn return_to_stem(&mut self, on: Ruled<'_>) {
        let stem = self.stem.clone();
        self.go_along(&stem, on);
    }

    /// Puts the way to the position analysed on the path, unless that was walked in the tree as it is.
    fn begin(&mut self, on: Ruled<'_>) {
        if !self.is_current(on.tree) {
            self.leave_path(on.tree);
        }
        if self.path.is_empty() {
            self.enter(on.tree.root(), self.root.clone(), on);
            let stem = self.stem.clone();
            self.walk_along(0, &stem, on);
        }
    }

    /// Walks on from a level of the path along this way, to its end.
    fn walk_along(&mut self, level: usize, way: &[NodeId], on: Ruled<'_>) {
        self.walk_on(level, on, |node, level| node.lead_to(way.get(level + 1).copied(), on));
    }

    /// Walks on from a level of the path, to the child that each node puts on it (`choose`). What the path has there already
    /// stays.
    fn walk_on(
        &mut self,
        mut level: usize,
        on: Ruled<'_>,
        mut choose: impl FnMut(&mut PathNode<G>, usize) -> Option<NodeId>,
    ) {
        loop {
            let child = choose(&mut self.path[level], level);
            level += 1;
            // Where the walk ends, or leaves the path, the rest of that goes.
            if child != self.path.get(level).map(|node| node.id) {
                self.path.truncate(level);
                self.past.truncate(self.history_plies + level);
            }
            match child {
                None => return,
                Some(id) if self.path.len() == level => self.enter_child(id, on),
                Some(_) => {}
            }
        }
    }

    /// Gives every node of the path, from its end to the root, the numbers that follow from its children. Ends at a node above
    /// the position analysed whose numbers stay the same: in a long game that leaves out most of the way.
    pub fn back_up(&self, tree: &mut Tree, rules: &ChanceRules) {
        for (level, at) in self.path.iter().enumerate().rev() {
            let node = tree.node(at.id);
            // Without children it keeps its own.
            if let Some(numbers) = at.all(Ruled { tree, rules }).numbers(node.next) {
                let Node { value, alpha, beta, .. } = *node;
                let is_same = numbers == Numbers { value, alpha, beta };
                if is_same && level + 1 < self.stem.len() {
                    return;
                }
                tree.set_numbers(at.id, &numbers);
            }
        }
    }

    fn enter_child(&mut self, id: NodeId, on: Ruled<'_>) {
        if let Some(parent) = self.path.last() {
            let mut game = parent.game.clone();
            if let Some(mv) = game.decode(on.tree.node(id).mv) {
                game.play(mv);
            }
            self.enter(id, game, on);
        }
    }

    fn enter(&mut self, id: NodeId, game: G, on: Ruled<'_>) {
        self.past.push(game.key());
        self.path.push(PathNode::new(id, game, on));
    }
}
