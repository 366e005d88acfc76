//! Where the search is in its tree: the position analysed, and the walk from there to the node
//! that grows.

mod stem;

use super::path_node::{Aim, PathNode};
use crate::game::Game;
use crate::search::chance::ChanceRules;
use crate::search::depth_first::has_only_move;
use crate::search::report::Root;
use crate::tree::{Node, NodeId, Numbers, Tree};

/// The position analysed with the way to it, and the path of the last iteration.
#[derive(Clone, Debug)]
pub struct TreeWalk<G: Game> {
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
    pub fn descend_through(
        &mut self,
        first: Option<NodeId>,
        aim: Aim,
        root: &G,
        tree: &Tree,
        rules: &ChanceRules,
    ) {
        self.begin(root, tree, rules);
        let analysed = self.stem.len() - 1;
        self.walk_on(analysed, tree, rules, |node, level| {
            match first.filter(|_| level == analysed) {
                Some(first) => node.lead_to(tree, Some(first), rules),
                None => node.select_child(tree, aim, rules),
            }
        });
    }

    /// Walks along these nodes, which lead from the root of the tree to a node below the position
    /// analysed.
    pub fn go_along(&mut self, way: &[NodeId], root: &G, tree: &Tree, rules: &ChanceRules) {
        self.begin(root, tree, rules);
        // As far as the path goes along the way already, nothing has to be looked at.
        let nodes = self.path.iter().map(|node| node.id);
        let shared = nodes.zip(way).take_while(|(at, to)| at == *to).count();
        self.walk_along(shared.saturating_sub(1), way, tree, rules);
    }

    /// Walks to the position analysed, and no further. What the path has of the way there stays: in a long game that is
    /// nearly all of it.
    pub fn return_to_stem(&mut self, root: &G, tree: &Tree, rules: &ChanceRules) {
        let stem = self.stem.clone();
        self.go_along(&stem, root, tree, rules);
    }

    /// Puts the way to the position analysed on the path, unless that was walked in the tree as it is.
    fn begin(&mut self, root: &G, tree: &Tree, rules: &ChanceRules) {
        if !self.is_current(tree) {
            self.leave_path(tree);
        }
        if self.path.is_empty() {
            self.enter(tree.root(), root.clone(), tree, rules);
            let stem = self.stem.clone();
            self.walk_along(0, &stem, tree, rules);
        }
    }

    /// Walks on from a level of the path along this way, to its end.
    fn walk_along(&mut self, level: usize, way: &[NodeId], tree: &Tree, rules: &ChanceRules) {
        self.walk_on(level, tree, rules, |node, level| {
            node.lead_to(tree, way.get(level + 1).copied(), rules)
        });
    }

    /// Walks on from a level of the path, to the child that each node puts on it (`choose`). What the path has there already
    /// stays.
    fn walk_on(
        &mut self,
        mut level: usize,
        tree: &Tree,
        rules: &ChanceRules,
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
                Some(id) if self.path.len() == level => self.enter_child(id, tree, rules),
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
            if let Some(numbers) = at.all(tree, rules).numbers(node.next) {
                let Node { value, alpha, beta, .. } = *node;
                let is_same = numbers == Numbers { value, alpha, beta };
                if is_same && level + 1 < self.stem.len() {
                    return;
                }
                tree.set_numbers(at.id, &numbers);
            }
        }
    }

    fn enter_child(&mut self, id: NodeId, tree: &Tree, rules: &ChanceRules) {
        if let Some(parent) = self.path.last() {
            let mut game = parent.game.clone();
            if let Some(mv) = game.decode(tree.node(id).mv) {
                game.play(mv);
            }
            self.enter(id, game, tree, rules);
        }
    }

    fn enter(&mut self, id: NodeId, game: G, tree: &Tree, rules: &ChanceRules) {
        self.past.push(game.key());
        self.path.push(PathNode::new(tree, id, game, rules));
    }
}
