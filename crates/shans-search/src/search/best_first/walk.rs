//! Where the search is in its tree: the position analysed, and the walk from there to the node that grows.

mod stem;

use super::search::BestFirst;
use crate::game::{Game, Heuristics};
use crate::search::chance::ChanceRules;
use crate::search::limits::Narrowing;
use crate::search::report::Root;
use crate::tree::{ChildrenSummary, Edge, Holder, Node, NodeId, Numbers, Tree, TreeRules, summary};
use crate::value::{Chance, Player};

/// The position analysed with the way to it, and the path of the last iteration.
#[derive(Clone, Debug)]
pub struct TreeWalk<G: Game> {
    /// From the root of the tree to the node of the position analysed, both included.
    stem: Vec<NodeId>,
    /// The position analysed.
    position: G,
    /// The rules leave no choice there.
    only_move: bool,
    /// From the root of the tree to the node that grows; begins with the stem, or is empty.
    path: Vec<PathNode<G>>,
    /// Keys of the game's history and of the positions on the path.
    past: Vec<u64>,
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
            only_move: is_only_move(&root.game),
            path: Vec::new(),
            past: root.history.clone(),
            history_plies: root.history.len(),
            generation: tree.generation(),
        }
    }

    /// From the root of the tree to the node of the position analysed, both included.
    pub fn stem(&self) -> &[NodeId] {
        &self.stem
    }

    /// The node of the position analysed; `root` is that of the tree.
    pub fn analysed(&self, root: NodeId) -> NodeId {
        self.stem.last().copied().unwrap_or(root)
    }

    pub fn position(&self) -> &G {
        &self.position
    }

    pub fn has_only_move(&self) -> bool {
        self.only_move
    }

    pub fn path(&self) -> &[PathNode<G>] {
        &self.path
    }

    pub fn path_mut(&mut self) -> &mut [PathNode<G>] {
        &mut self.path
    }

    /// From the root of the tree to the node at the end of the path, both included.
    pub fn way(&self) -> Vec<NodeId> {
        self.path.iter().map(|level| level.id).collect()
    }

    /// The node at the end of the path.
    pub fn end(&self) -> Option<&PathNode<G>> {
        self.path.last()
    }

    /// The node of the position analysed, if it is on the path.
    pub fn analysed_on_path(&self) -> Option<&PathNode<G>> {
        self.path.get(self.stem.len() - 1)
    }

    /// Keys of the positions before and on the path; the end of the path is the last one.
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// Whether the path was walked in the tree as it is.
    pub fn is_current(&self, tree: &Tree) -> bool {
        self.generation == tree.generation()
    }

    /// Forgets the path, which is only kept to be shorter the next time.
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
                None => node.turn_to(tree, aim, rules),
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
        self.walk_on(shared.saturating_sub(1), tree, rules, |node, level| {
            node.lead_to(tree, way.get(level + 1).copied(), rules)
        });
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
            self.enter_stem(root, tree, rules);
        }
    }

    /// Walks on from a level of the path, to the child that is chosen at each. What the path has there already
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

    /// Gives every node of the path the numbers that follow from its children. Nothing changes above one before the
    /// position analysed that keeps its own: in a long game that is most of the way.
    pub fn carry_numbers_up(&self, tree: &mut Tree, rules: &ChanceRules) {
        for (plies, level) in self.path.iter().enumerate().rev() {
            let node = tree.node(level.id);
            if let Some(numbers) = level.all(tree, rules).numbers(node.next) {
                let Node { value, alpha, beta, .. } = *node;
                let is_same = numbers == Numbers { value, alpha, beta };
                if is_same && plies + 1 < self.stem.len() {
                    return;
                }
                tree.set_numbers(level.id, &numbers);
            }
        }
    }

    /// Puts the way to the position analysed on the path, which is empty; `root` is the position at
    /// the root of the tree.
    pub fn enter_stem(&mut self, root: &G, tree: &Tree, rules: &ChanceRules) {
        self.enter(tree.root(), root.clone(), tree, rules);
        let stem = self.stem.clone();
        self.walk_on(0, tree, rules, |node, level| {
            node.lead_to(tree, stem.get(level + 1).copied(), rules)
        });
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

    /// The node of the position analysed in its tree.
    pub fn node<'t>(&self, tree: &'t Tree) -> &'t Node {
        tree.node(self.analysed(tree.root()))
    }
}

fn is_only_move<G: Game>(game: &G) -> bool {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.len() == 1
}

/// Where a walk leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// To the node on whose next move this player's chance rests, through moves within these bounds as
    /// long as any of them has a chance.
    Chance(Player, Narrowing),
    /// Down the best moves, to where the value comes from: a leaf, an end of the game, a turn of
    /// chance; or to a node in which moves wait that may be better.
    BestLine,
    /// No further than the position analysed.
    Analysed,
}

/// Whether the best line ends in a node: there is no better move behind it, or one that waits may be better.
fn ends_best_line(node: &Node, rules: &ChanceRules) -> bool {
    node.is_leaf() || node.is_forgotten_proof() || rules.rest_matters(node) || node.is_decided()
}

/// A node on the path with its position and the summary of its children. It is kept between
/// iterations, so that only the part of the path that changes is walked again.
#[derive(Clone, Debug)]
pub struct PathNode<G> {
    pub id: NodeId,
    pub game: G,
    /// The child on the path and its rank; `None` at the end of the path.
    pub child: Option<(NodeId, u16)>,
    /// All children but `child`.
    others: ChildrenSummary,
}

impl<G: Game> PathNode<G> {
    pub fn new(tree: &Tree, id: NodeId, game: G, rules: &ChanceRules) -> PathNode<G> {
        let others = ChildrenSummary::empty(game.turn(), G::MOVES_MAY_LOSE);
        let mut frame = PathNode { id, game, child: None, others };
        frame.look_at_children(tree, rules);
        frame
    }

    /// The child to which the aim leads, or `None` if the walk ends here. The path leads there
    /// afterwards.
    pub fn turn_to(&mut self, tree: &Tree, aim: Aim, rules: &ChanceRules) -> Option<NodeId> {
        let node = tree.node(self.id);
        let chosen = match aim {
            Aim::Analysed => None,
            _ if node.is_leaf() || node.is_forgotten_proof() => None,
            Aim::Chance(player, narrowing) => match self.holder(player, narrowing, tree, rules) {
                Holder::Child(id, rank) => Some((id, rank)),
                Holder::Next => None,
                Holder::Nobody => {
                    debug_assert!(false, "followed a chance that nobody holds");
                    None
                }
            },
            Aim::BestLine if ends_best_line(node, rules) => None,
            Aim::BestLine => self.all(tree, rules).best_with_rank(),
        };
        if chosen != self.child {
            self.set_child(tree, chosen, rules);
        }
        chosen.map(|(id, _)| id)
    }

    /// On what a player's chance rests here.
    fn holder(
        &self,
        player: Player,
        narrowing: Narrowing,
        tree: &Tree,
        rules: &ChanceRules,
    ) -> Holder {
        let node = tree.node(self.id);
        // Where the opponent moves, it rests on the opponent's best move.
        let chooses = node.turn().player() == Some(player);
        if chooses && narrowing.is_any() {
            let within = self.holder_within(player, narrowing, tree, rules);
            if within != Holder::Nobody {
                return within;
            }
        }
        self.all(tree, rules).holder(player, node.next)
    }

    /// On what the chance of the mover rests, were there no moves but these.
    fn holder_within(
        &self,
        mover: Player,
        narrowing: Narrowing,
        tree: &Tree,
        rules: &ChanceRules,
    ) -> Holder {
        let node = tree.node(self.id);
        let own = |node: &Node| mover.sign() * node.value.in_centipawns();
        let mut children: Vec<_> = tree.children(self.id).collect();
        children.sort_by(|a, b| own(b.2).total_cmp(&own(a.2)));
        let is_full = narrowing.is_full(tree.made(self.id));
        let least = children.first().map_or(0.0, |best| own(best.2))
            - narrowing.window.unwrap_or(f32::INFINITY);
        children.truncate(narrowing.width.map_or(usize::MAX, usize::from));
        let mut within = ChildrenSummary::empty(self.game.turn(), G::MOVES_MAY_LOSE);
        for (rank, id, _) in children.into_iter().filter(|child| own(child.2) >= least) {
            within.add(&self.edge(tree, id, rank, rules));
        }
        let next = if is_full { Chance::none(mover) } else { node.next };
        within.holder(mover, next)
    }

    /// Puts this child (or none) on the path, where it is another one than now; returns it.
    pub fn lead_to(
        &mut self,
        tree: &Tree,
        child: Option<NodeId>,
        rules: &ChanceRules,
    ) -> Option<NodeId> {
        if child != self.child.map(|(id, _)| id) {
            let ranked = child.and_then(|id| Some((id, tree.rank_of(self.id, id)?)));
            self.set_child(tree, ranked, rules);
        }
        child
    }

    /// Puts a child (or none) on the path.
    fn set_child(&mut self, tree: &Tree, child: Option<(NodeId, u16)>, rules: &ChanceRules) {
        if self.child.is_some() {
            self.look_at_children(tree, rules);
        }
        if let Some((id, rank)) = child {
            self.others = self.others.without(&self.edge(tree, id, rank, rules));
            self.child = child;
        }
    }

    /// What all children amount to now.
    pub fn all(&self, tree: &Tree, rules: &ChanceRules) -> ChildrenSummary {
        let mut all = self.others;
        match (&all, self.child) {
            // Outcomes are summed up all at once.
            (ChildrenSummary::Random(_), _) => self.summary(tree, rules),
            (_, Some((id, rank))) => {
                all.add(&self.edge(tree, id, rank, rules));
                all
            }
            (_, None) => all,
        }
    }

    /// Takes in a child that was just made.
    pub fn adopt(&mut self, tree: &Tree, id: NodeId, rank: u16, rules: &ChanceRules) {
        let edge = self.edge(tree, id, rank, rules);
        self.others.add(&edge);
    }

    /// Sums up all children, none of them on the path.
    fn look_at_children(&mut self, tree: &Tree, rules: &ChanceRules) {
        self.others = self.summary(tree, rules);
        self.child = None;
    }

    fn summary(&self, tree: &Tree, rules: &ChanceRules) -> ChildrenSummary {
        summary(tree, self.id, rules, G::MOVES_MAY_LOSE, |child| self.odds(child))
    }

    /// A child of a player's node.
    fn edge(&self, tree: &Tree, id: NodeId, rank: u16, rules: &ChanceRules) -> Edge {
        let child = tree.node(id);
        Edge::new(id, rank, child, rules.price(tree.node(self.id), rank, child), 1.0)
    }

    /// The weight of a random outcome.
    fn odds(&self, outcome: &Node) -> f32 {
        self.game.decode(outcome.mv).map_or(1.0, |outcome| self.game.odds(outcome))
    }
}

/// Walking from the position whose turn it is.
impl<G: Heuristics> BestFirst<G> {
    /// Walks from the position analysed to the node to which the aim leads.
    pub(in crate::search) fn descend(&mut self, aim: Aim) {
        self.descend_through(None, aim);
    }

    /// The same through this child of the position analysed, where one is named.
    pub(in crate::search) fn descend_through(&mut self, first: Option<NodeId>, aim: Aim) {
        self.focus.walk.descend_through(first, aim, &self.root.game, &self.tree, &self.rules);
    }

    /// Walks along these nodes, which lead from the root of the tree to a node below the position analysed.
    pub(in crate::search) fn go_along(&mut self, way: &[NodeId]) {
        self.focus.walk.go_along(way, &self.root.game, &self.tree, &self.rules);
    }

    /// Walks to the position analysed, and no further.
    pub(in crate::search) fn enter_stem(&mut self) {
        self.focus.walk.return_to_stem(&self.root.game, &self.tree, &self.rules);
    }

    /// Gives every node of the path the numbers that follow from its children.
    pub(in crate::search) fn carry_numbers_up(&mut self) {
        self.focus.walk.carry_numbers_up(&mut self.tree, &self.rules);
    }

    /// Forgets the path, which is only kept to be shorter the next time.
    pub(in crate::search) fn leave_path(&mut self) {
        self.focus.walk.leave_path(&self.tree);
    }
}
