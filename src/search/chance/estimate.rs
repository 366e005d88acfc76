//! What an untried move promises, its inverse, and when a visit ends.

use super::rules::ChanceRules;
use crate::tree::Node;
use crate::value::{Chance, Player};

impl ChanceRules {
    /// What the mover of a node may hope for from an untried move: the value of the position at
    /// first sight (the mover's view), plus the move's gain, less its price. `rank` is the move's
    /// place in the node's order. No chance where chance moves: its outcomes are made all at once.
    pub fn estimate(&self, node: &Node, first_sight: f32, gain: i32, rank: u16) -> Chance {
        match node.turn().player() {
            Some(mover) => Chance::from_player(
                mover,
                first_sight + gain as f32 - self.price_untried(node, rank),
            ),
            None => Node::no_next(node.turn()),
        }
    }

    /// The value of a position before any of its moves was tried, from the mover's view (Max's at
    /// a turn of chance), on which the estimates of its moves rest. It is not stored: where moves
    /// were made already, the estimate of the next one, whose gain is `next_gain`, gives it back.
    /// `None` where that estimate was capped ([`Node::is_next_capped`]): then the position has to
    /// be looked at again.
    pub fn first_sight(&self, node: &Node, next_gain: i32) -> Option<f32> {
        match node.turn().player() {
            Some(_) if node.is_next_capped() => None,
            Some(mover) if node.made() > 0 => {
                let price = self.price_untried(node, node.made());
                Some(node.next.for_player(mover) - next_gain as f32 + price)
            }
            Some(mover) => Some(node.value.for_player(mover)),
            None => Some(node.value.raw()),
        }
    }

    fn price_untried(&self, node: &Node, rank: u16) -> f32 {
        self.prices.price(node.forced(), false, rank)
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
    /// `untried` gives their ranks and gains, `first_sight` the value of the position (the
    /// mover's view) where the node does not tell.
    pub fn untried(
        &self,
        node: &Node,
        untried: &[(u16, i32)],
        first_sight: impl FnOnce() -> f32,
    ) -> Vec<Chance> {
        let Some(&(_, next_gain)) = untried.first() else { return Vec::new() };
        let sight = self.first_sight(node, next_gain).unwrap_or_else(first_sight);
        let later = untried[1..].iter().map(|&(rank, gain)| {
            let estimate = self.estimate(node, sight, gain, rank);
            self.capped_estimate(node, estimate).0
        });
        [node.next].into_iter().chain(later).collect()
    }

    /// Whether a visit of `node` for the sake of `player` goes on to the move that promises
    /// `next`: the walk and the ordering pay for several moves at once. All outcomes of chance are
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

    fn rules() -> ChanceRules {
        ChanceRules::new(ChanceModel::default())
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
    fn the_estimate_of_the_next_move_gives_the_first_sight_back() {
        let mut node = grown();
        for gain in [-300, 0, 115] {
            node.set_next(rules().estimate(&node, -80.0, gain, 1), false);
            assert_eq!(rules().first_sight(&node, gain), Some(-80.0));
            let untried = rules().untried(&node, &[(1, gain), (2, -5)], || f32::NAN);
            assert_eq!(untried[0], node.next);
            assert_eq!(untried[1], rules().estimate(&node, -80.0, -5, 2));
        }
    }

    #[test]
    fn a_capped_estimate_hides_the_first_sight_and_caps_later_moves() {
        let mut node = grown();
        let estimate = rules().estimate(&node, -80.0, 0, 1);
        let capped = Chance::from_player(Player::Min, estimate.for_player(Player::Min) - 60.0);
        node.set_next(capped, true);
        assert_eq!(rules().first_sight(&node, 0), None);
        // Looked at again, the position is worth what it was: the next move is still capped, a
        // late one promises less by itself, and no more is taken off it.
        assert_eq!(rules().capped_estimate(&node, estimate), (capped, true));
        let late = rules().estimate(&node, -80.0, -40, 30);
        assert_eq!(rules().capped_estimate(&node, late), (late, false));
        let untried = rules().untried(&node, &[(1, 0), (30, -40)], || -80.0);
        assert_eq!(untried, [capped, late]);
    }
}
