//! Where searches of leaves give exact values: how many nodes each gets, and what is known about
//! moves that wait.
//!
//! A search of a set of moves says which is the best and what it is worth; so each of the others is worth
//! no more. That bound is not stored: what the mover may hope for from them ([`Node::next`]) lies as far
//! below it as the doublings of that search cost, and tells it.

use super::model::ExactLeaves;
use super::rules::ChanceRules;
use crate::tree::{Node, Searched, TreeRules};
use crate::value::{Chance, Player, Value};

/// No search gets more nodes.
const MOST_NODES: f64 = 1e18;

impl ChanceRules {
    /// How many nodes the search gets after which a set of moves counts as searched with that many
    /// doublings; `None` if leaves are searched to a depth.
    pub fn grant(&self, plies: u8) -> Option<u64> {
        let ExactLeaves { first, .. } = self.exact_leaves()?;
        let nodes = f64::from(first.max(1.0)) * f64::from(plies.saturating_sub(1)).exp2();
        Some(nodes.min(MOST_NODES) as u64)
    }

    /// The least doublings of a search that splits a leaf.
    pub fn plies_to_split(&self) -> u8 {
        let is_enough = |plies: &u8| {
            let effort = self.model.leaf_search.map_or(0.0, |leaves| leaves.effort);
            self.grant(*plies).is_none_or(|nodes| nodes as f32 >= effort)
        };
        (1..Searched::MOST_PLIES).find(is_enough).unwrap_or(Searched::MOST_PLIES)
    }

    /// The most doublings of a search that gets no more nodes than this, but at least those that split a leaf.
    pub fn plies_within(&self, nodes: u64) -> u8 {
        let fits = |plies: &u8| self.grant(*plies).is_some_and(|grant| grant <= nodes);
        let least = self.plies_to_split();
        (least..Searched::MOST_PLIES).take_while(fits).last().unwrap_or(least)
    }

    /// How often the nodes count as doubled for the leaf behind the best move of a set that was searched
    /// with this many doublings.
    pub fn plies_of_best(&self, plies: u8) -> u8 {
        let halvings = self.exact_leaves().map_or(0.0, |exact| exact.halvings);
        plies.saturating_sub(halvings as u8)
    }

    /// What the mover may hope for from moves that are worth no more than this, by a search with that many
    /// doublings.
    pub fn hope_of_rest(&self, mover: Player, most: Value, plies: u8) -> Chance {
        let chances = self.leaf_chances(false, most, Searched { plies, ..Searched::default() });
        if mover == Player::Max { chances.alpha } else { chances.beta }
    }

    /// The same after a search with one doubling more.
    pub fn hope_after(&self, mover: Player, next: Chance, plies: u8) -> (Chance, u8) {
        let deeper = plies.saturating_add(1).min(Searched::MOST_PLIES);
        let price = self.full_ply() * f32::from(deeper - plies.min(deeper));
        (Chance::from_player(mover, next.for_player(mover) - price), deeper)
    }

    /// Whether moves that wait in a node with children may be better than the best one that was made.
    pub fn rest_matters(&self, node: &Node) -> bool {
        match node.turn().player() {
            Some(mover) => self.waiting(node).may_exceed(mover, node.value),
            None => node.next.exists(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::waiting::SLACK;
    use super::super::{ChanceModel, LeafSearchModel};
    use super::*;
    use crate::game::{MoveCode, Turn};

    fn rules() -> ChanceRules {
        let exact = ExactLeaves { first: 1_000.0, ..ExactLeaves::default() };
        let model = ChanceModel::over_engine();
        let leaves = LeafSearchModel {
            effort: 4_000.0,
            exact: Some(exact),
            ..model.leaf_search.unwrap_or_default()
        };
        ChanceRules::new(ChanceModel { leaf_search: Some(leaves), ..model }).with_centre(30.0)
    }

    #[test]
    fn grants_double_up_to_the_one_that_splits() {
        let grants = [1, 2, 3].map(|plies| rules().grant(plies));
        assert_eq!(grants, [1_000, 2_000, 4_000].map(Some));
        assert_eq!(rules().plies_to_split(), 3);
        assert_eq!(ChanceRules::new(ChanceModel::searching()).grant(3), None);
    }

    #[test]
    fn searches_of_the_whole_position_fit_into_what_was_spent() {
        let plies = [0, 4_000, 7_999, 8_000, 70_000].map(|nodes| rules().plies_within(nodes));
        assert_eq!(plies, [3, 3, 3, 4, 7]);
    }

    #[test]
    fn what_waits_tells_its_bound() {
        for (turn, value, plies) in [
            (Turn::Max, 30.0, 1),
            (Turn::Min, -45.0, 3),
            (Turn::Max, -900.0, 7),
            (Turn::Min, 2_000.0, 90),
        ] {
            let mover = turn.player().unwrap_or(Player::Max);
            let value = Value::centipawns(value);
            let searched = Searched { plies, ..Searched::default() };
            let mut node = Node::leaf(
                MoveCode(0),
                turn,
                false,
                value,
                rules().leaf_chances(false, value, searched),
            );
            node.set_searched(searched);
            let most = rules().waiting(&node).most + SLACK;
            assert!((most - value.for_player(mover)).abs() < 0.1, "{most} {value:?}");
            let worse = |cp: f32| Value::centipawns(value.raw() - mover.sign() * cp);
            let matters = |value| {
                let mut node = node;
                node.value = value;
                rules().rest_matters(&node)
            };
            assert!(!matters(value) && !matters(worse(7.0)) && matters(worse(9.0)));
            let (next, plies) = rules().hope_after(mover, node.next, plies);
            node.set_next(next, false);
            node.set_searched(Searched { plies, ..searched });
            assert!((rules().waiting(&node).most + SLACK - most).abs() < 0.1, "searched deeper");
        }
    }
}
