//! What an untried move promises, and when a visit ends.

use super::rules::ChanceRules;
use crate::tree::Node;
use crate::value::{Chance, Player, Value};

impl ChanceRules {
    /// What the mover of a node may hope for from an untried move: the value of the position at
    /// first sight (the mover's view), plus the move's gain, less its price. `rank` is the move's
    /// place in the node's order. No chance where chance moves: its outcomes are made all at once.
    pub fn estimate(&self, node: &Node, first_sight: f32, gain: i32, rank: u16) -> Chance {
        match node.turn().player() {
            Some(mover) => Chance::from_player(
                mover,
                first_sight + gain as f32 - self.prices.price(node.forced(), false, rank),
            ),
            None => Node::no_next(node.turn()),
        }
    }

    /// The value of a position before any of its moves was tried, on which the estimates of its
    /// moves rest. It is not stored: `None` if moves were made, and where a freed node remembers
    /// that those made won or lost, which says nothing about the others; then the position has to
    /// be looked at again.
    pub fn first_sight(&self, node: &Node) -> Option<Value> {
        let is_told = !node.is_freed() || node.value.evaluation().is_some();
        (node.is_leaf() && is_told).then_some(node.value)
    }

    /// What the estimates of the moves after the next one rest on, from the mover's view (Max's at a
    /// random turn): the value at first sight, less a share of what the moves made so far have
    /// shown it to be too great. In whole centipawns. A win or a loss is not such a fall: where all
    /// moves made so far lose, the others promise what they did, and are tried.
    pub fn sobered(&self, node: &Node, first_sight: Value) -> f32 {
        let mover = node.turn().player().unwrap_or(Player::Max);
        let own = mover.sign() * first_sight.in_centipawns();
        let fall = first_sight.evaluation().zip(node.value.evaluation());
        let fall = fall.map_or(0.0, |(sight, now)| (mover.sign() * (sight - now)).max(0.0));
        match node.turn().player() {
            Some(_) => own - (self.model.fallen_share * fall).round(),
            None => own,
        }
    }

    /// The estimate of a later move of a node whose next one was capped: it promises no more.
    pub fn capped_estimate(&self, node: &Node, estimate: Chance) -> (Chance, bool) {
        let Some(mover) = node.turn().player().filter(|_| node.is_next_capped()) else {
            return (estimate, false);
        };
        let is_less = estimate.for_player(mover) <= node.next.for_player(mover);
        if is_less { (estimate, false) } else { (node.next, true) }
    }

    /// What the mover may hope for from each of the untried moves of a node, in its order;
    /// `untried` gives their ranks and gains, `first_sight` the value of the position where
    /// the node does not tell.
    pub fn untried(
        &self,
        node: &Node,
        untried: &[(u16, i32)],
        first_sight: impl FnOnce() -> Value,
    ) -> Vec<Chance> {
        if untried.is_empty() {
            return Vec::new();
        }
        let sight = self.first_sight(node).unwrap_or_else(first_sight);
        let sight = self.sobered(node, sight);
        let later = untried[1..].iter().map(|&(rank, gain)| {
            let estimate = self.estimate(node, sight, gain, rank);
            self.capped_estimate(node, estimate).0
        });
        [node.next].into_iter().chain(later).collect()
    }

    /// Whether a visit of `node` for the sake of `player` continues to the move that promises
    /// `next`: the walk and the ordering pay for several moves at once. All random outcomes are
    /// made in one visit.
    pub fn continues_visit(&self, node: &Node, player: Player, next: Chance) -> bool {
        let wanted = node.next.for_player(player) - self.model.burst;
        match node.turn().player() {
            Some(mover) => mover == player && next.for_player(player) >= wanted,
            None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveCode, Turn};
    use crate::search::chance::ChanceModel;
    use crate::tree::Tree;

    const SHARE: f32 = 0.5;

    fn rules() -> ChanceRules {
        ChanceRules::new(ChanceModel { fallen_share: SHARE, ..ChanceModel::default() })
    }

    /// A node of Min's whose value is 80 at first sight, in which one move was made.
    fn grown() -> Node {
        let leaf = |mv, turn| {
            let mut leaf = rules().leaf(turn, 80.0);
            leaf.mv = MoveCode(mv);
            leaf
        };
        let mut tree = Tree::new(leaf(0, Turn::Min), 2);
        let child = tree.append(tree.root(), None, leaf(1, Turn::Max));
        assert!(child.is_ok());
        *tree.node(tree.root())
    }

    #[test]
    fn a_fall_takes_its_share_of_what_later_moves_promise() {
        let mut node = grown();
        let estimates = [0, 115].map(|gain| rules().estimate(&node, -80.0, gain, 1));
        assert_eq!(
            estimates[1].for_player(Player::Min) - estimates[0].for_player(Player::Min),
            115.0
        );
        assert_eq!(rules().first_sight(&node), None);
        // Min's moves are worth no less than at first sight, then 40 less.
        let sight = Value::centipawns(80.0);
        assert_eq!(rules().sobered(&node, sight), -80.0);
        node.value = Value::centipawns(120.0);
        assert_eq!(rules().sobered(&node, sight), -80.0 - 40.0 * SHARE);
        node.set_next(estimates[0]);
        let untried = rules().untried(&node, &[(1, 0), (2, -5)], || sight);
        assert_eq!(untried[0], node.next);
        assert_eq!(untried[1], rules().estimate(&node, -80.0 - 40.0 * SHARE, -5, 2));
    }

    #[test]
    fn a_capped_estimate_caps_later_moves() {
        let mut node = grown();
        let estimate = rules().estimate(&node, -80.0, 0, 1);
        let capped = Chance::from_player(Player::Min, estimate.for_player(Player::Min) - 60.0);
        node.set_capped_next(capped);
        // The next move is still capped, a late one promises less by itself, and no more is taken
        // off it.
        assert_eq!(rules().capped_estimate(&node, estimate), (capped, true));
        let late = rules().estimate(&node, -80.0, -40, 30);
        assert_eq!(rules().capped_estimate(&node, late), (late, false));
        let untried = rules().untried(&node, &[(1, 0), (30, -40)], || Value::centipawns(80.0));
        assert_eq!(untried, [capped, late]);
    }
}
