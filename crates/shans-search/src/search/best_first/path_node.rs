//! A node on the path from the root of the tree to the node that grows.

use crate::game::Game;
use crate::search::chance::ChanceRules;
use crate::search::limits::Narrowing;
use crate::sorting::falling;
use crate::tree::{ChildrenSummary, Edge, Holder, Node, NodeId, Tree, TreeRules, summary};
use crate::value::{Chance, Player};

/// Where a walk leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// To the node on whose next move this player's chance rests, through moves within these bounds as
    /// long as any of them has a chance.
    Chance(Player, Narrowing),
    /// Down the best moves, to where the value comes from: a leaf, an end of the game, a random turn; or to a node in which
    /// moves wait that may be better.
    BestLine,
}

/// A tree, and the rules that its numbers follow.
#[derive(Clone, Copy, Debug)]
pub struct Ruled<'a> {
    pub tree: &'a Tree,
    pub rules: &'a ChanceRules,
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
    pub fn new(id: NodeId, game: G, on: Ruled<'_>) -> PathNode<G> {
        let others = ChildrenSummary::empty(game.turn(), G::MOVES_MAY_LOSE);
        let mut node = PathNode { id, game, child: None, others };
        node.look_at_children(on);
        node
    }

    /// Selects the child to which the aim leads, and puts it on the path; `None` if the walk ends here.
    pub fn select_child(&mut self, aim: Aim, on: Ruled<'_>) -> Option<NodeId> {
        let node = on.tree.node(self.id);
        let chosen = match aim {
            _ if node.is_leaf() || node.is_forgotten_proof() => None,
            Aim::Chance(player, narrowing) => match self.holder(player, narrowing, on) {
                Holder::Child(id, rank) => Some((id, rank)),
                Holder::Next => None,
                Holder::Nobody => {
                    debug_assert!(false, "followed a chance that nobody holds");
                    None
                }
            },
            // A move that waits may be better, or who wins here is decided.
            Aim::BestLine if on.rules.waiting_matters(node) || node.is_decided() => None,
            Aim::BestLine => self.all(on).best_with_rank(),
        };
        if chosen != self.child {
            self.set_child(chosen, on);
        }
        chosen.map(|(id, _)| id)
    }

    /// On what a player's chance rests here.
    fn holder(&self, player: Player, narrowing: Narrowing, on: Ruled<'_>) -> Holder {
        let node = on.tree.node(self.id);
        // Where the opponent moves, it rests on the opponent's best move.
        let chooses = node.turn().player() == Some(player);
        if chooses && narrowing.is_any() {
            let within = self.holder_within(player, narrowing, on);
            if within != Holder::Nobody {
                return within;
            }
        }
        self.all(on).holder(player, node.next)
    }

    /// On what the chance of the mover rests, were there no moves but these.
    fn holder_within(&self, mover: Player, narrowing: Narrowing, on: Ruled<'_>) -> Holder {
        let node = on.tree.node(self.id);
        let own = |node: &Node| mover.sign() * node.value.in_centipawns();
        let mut children: Vec<_> = on.tree.children(self.id).collect();
        children.sort_by_cached_key(|child| falling(own(child.2)));
        let is_full = narrowing.is_full(on.tree.made(self.id));
        let least = children.first().map_or(0.0, |best| own(best.2))
            - narrowing.window.unwrap_or(f32::INFINITY);
        children.truncate(narrowing.width.map_or(usize::MAX, usize::from));
        let mut within = ChildrenSummary::empty(self.game.turn(), G::MOVES_MAY_LOSE);
        for (rank, id, _) in children.into_iter().filter(|child| own(child.2) >= least) {
            within.add(&self.edge(id, rank, on));
        }
        let next = if is_full { Chance::none(mover) } else { node.next };
        within.holder(mover, next)
    }

    /// Puts this child (or none) on the path, where it is another one than now; returns it.
    pub fn lead_to(&mut self, child: Option<NodeId>, on: Ruled<'_>) -> Option<NodeId> {
        if child != self.child.map(|(id, _)| id) {
            let ranked = child.and_then(|id| Some((id, on.tree.rank_of(self.id, id)?)));
            self.set_child(ranked, on);
        }
        child
    }

    /// Puts a child (or none) on the path.
    fn set_child(&mut self, child: Option<(NodeId, u16)>, on: Ruled<'_>) {
        // Only one child can be taken out of a summary: another one needs a new summary.
        if self.child.is_some() {
            self.look_at_children(on);
        }
        if let Some((id, rank)) = child {
            self.others = self.others.without(&self.edge(id, rank, on));
            self.child = child;
        }
    }

    /// What all children amount to now.
    pub fn all(&self, on: Ruled<'_>) -> ChildrenSummary {
        let mut all = self.others;
        match (&all, self.child) {
            // Outcomes are summed up all at once.
            (ChildrenSummary::Random(_), _) => self.summary(on),
            (_, Some((id, rank))) => {
                all.add(&self.edge(id, rank, on));
                all
            }
            (_, None) => all,
        }
    }

    /// Takes in a child that was just made.
    pub fn adopt(&mut self, id: NodeId, rank: u16, on: Ruled<'_>) {
        let edge = self.edge(id, rank, on);
        self.others.add(&edge);
    }

    /// Sums up all children, none of them on the path.
    fn look_at_children(&mut self, on: Ruled<'_>) {
        self.others = self.summary(on);
        self.child = None;
    }

    fn summary(&self, on: Ruled<'_>) -> ChildrenSummary {
        summary(on.tree, self.id, &self.game, on.rules)
    }

    /// A child of a player's node.
    fn edge(&self, id: NodeId, rank: u16, Ruled { tree, rules }: Ruled<'_>) -> Edge {
        let child = tree.node(id);
        Edge::new(id, rank, child, rules.price(tree.node(self.id), rank, child), 1.0)
    }
}
