//! How far a node is from being visited.

use super::rules::ChanceRules;
use crate::tree::{Edge, Node, TreeRules};
use crate::value::{Chance, Player};

/// What everything beside the way to the position analysed is farther than its chances say:
/// centipawns.
const OFF_PATH: f32 = 1000.0;

/// How far, in centipawns, a node is from being visited next for the sake of either player: by
/// this much the numbers above would have to change. Zero where the search would go now, infinite
/// where the player has no chance. It never falls on the way down, so the nodes within a distance
/// are connected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisitDistance {
    max: f32,
    min: f32,
}

impl VisitDistance {
    /// Of a node that the search passes in any case.
    pub const ZERO: VisitDistance = VisitDistance { max: 0.0, min: 0.0 };

    /// Of the position analysed: for the player with the smaller chance it is the difference
    /// between the two.
    pub fn of_analysed(node: &Node, rules: &ChanceRules) -> VisitDistance {
        let gap = |player| rules.gap(player, node.chance(player), node.value);
        let (max, min) = (gap(Player::Max), gap(Player::Min));
        let larger = max.max(min);
        let distance = |gap: f32| if gap.is_finite() { larger - gap } else { f32::INFINITY };
        VisitDistance { max: distance(max), min: distance(min) }
    }

    /// Of a child, seen along its edge: for the mover farther by what another move promises more,
    /// for the opponent by what the mover would have to lose before going there; at a random turn
    /// by what another outcome promises more, each against its own value.
    pub fn below(&self, node: &Node, edge: &Edge, rules: &ChanceRules) -> VisitDistance {
        let numbers = &edge.numbers;
        let farther = |so_far: f32, player: Player, chance: Chance| {
            let here = node.chance(player);
            if !chance.exists() || !here.exists() {
                return f32::INFINITY;
            }
            let more = match node.turn().player() {
                Some(mover) if mover == player => {
                    here.for_player(player) - chance.for_player(player)
                }
                Some(mover) => {
                    mover.sign() * (rules.scaled(node.value) - rules.scaled(numbers.value))
                }
                None => {
                    rules.gap(player, here, node.value) - rules.gap(player, chance, numbers.value)
                }
            };
            so_far + more.max(0.0)
        };
        VisitDistance {
            max: farther(self.max, Player::Max, numbers.alpha),
            min: farther(self.min, Player::Min, numbers.beta),
        }
    }

    /// Of the same child where it leaves the way to the position analysed.
    pub fn off_path(&self) -> VisitDistance {
        VisitDistance { max: self.max + OFF_PATH, min: self.min + OFF_PATH }
    }

    /// For the player for whom it is less.
    pub fn least(&self) -> f32 {
        self.max.min(self.min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;
    use crate::search::chance::ChanceModel;
    use crate::tree::Tree;

    #[test]
    fn what_lies_off_the_path_is_farther_by_a_fixed_distance() {
        let rules = ChanceRules::new(ChanceModel::default());
        let mut tree = Tree::new(rules.leaf(Turn::Max, 0.0), 2);
        let appended = tree.append(tree.root(), None, rules.leaf(Turn::Min, 0.0));
        let Ok(child) = appended else { panic!("{appended:?}") };
        let parent = tree.node(tree.root());
        let edge =
            Edge::new(child, 0, tree.node(child), rules.price(parent, 0, tree.node(child)), 1.0);
        let below = VisitDistance::ZERO.below(parent, &edge, &rules);
        assert_eq!(below.least(), 0.0, "the mover loses nothing by going there");
        assert_eq!(below.off_path().least(), 1000.0);
    }
}
