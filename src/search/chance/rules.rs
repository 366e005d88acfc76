//! The rules that follow from the parameters, and the chances of leaves.

use super::model::ChanceModel;
use super::prices::Prices;
use crate::tree::{LeafChances, Node, TreeRules};
use crate::value::{Chance, Player, Value};

/// The chance model at work: everything that a tree or a search asks of it.
#[derive(Clone, Debug)]
pub struct ChanceRules {
    pub(super) model: ChanceModel,
    pub(super) prices: Prices,
}

impl TreeRules for ChanceRules {
    fn price(&self, parent: &Node, rank: u16) -> f32 {
        self.prices.price(parent.forced(), rank)
    }

    /// Both players' chances follow from one number: the value, less for Max and more for Min by
    /// the price of the first ply.
    fn leaf_chances(&self, forced: bool, value: Value) -> LeafChances {
        around(value, self.prices.price(forced, 0))
    }
}

impl ChanceRules {
    /// The rules of these parameters.
    pub fn new(model: ChanceModel) -> ChanceRules {
        ChanceRules { prices: model.prices(), model }
    }

    /// The parameters.
    pub fn model(&self) -> &ChanceModel {
        &self.model
    }

    /// The chances in a leaf that was searched `plies` deep without growing: its value, less (for
    /// Min more) by the price of these plies and one more. A forced ply costs a whole one here.
    /// That search leaves out no move, so a win that it finds is proven: the loser has no chance.
    pub fn chances_after(&self, value: Value, plies: u16) -> LeafChances {
        let mut chances = around(value, self.full_ply() * (f32::from(plies) + 1.0));
        match value.win() {
            Some((Player::Max, _)) => chances.beta = Chance::none(Player::Min),
            Some((Player::Min, _)) => chances.alpha = Chance::none(Player::Max),
            None => {}
        }
        chances
    }

    /// How deep its chances say that a leaf was searched, plies: the inverse of
    /// [`ChanceRules::chances_after`]; one for a leaf of the first sight.
    pub fn plies_searched(&self, leaf: &Node) -> u16 {
        let gap = |player| -leaf.chance(player).against(player, leaf.value);
        let gap = gap(Player::Max).min(gap(Player::Min));
        // A cast saturates, and NaN becomes zero.
        (gap / self.full_ply()).round() as u16
    }

    /// The price of a ply that is not forced; at least one centipawn.
    pub(super) fn full_ply(&self) -> f32 {
        self.prices.price(false, 0).max(1.0)
    }
}

fn around(value: Value, gap: f32) -> LeafChances {
    LeafChances {
        alpha: Chance::centipawns(value.raw() - gap),
        beta: Chance::centipawns(value.raw() + gap),
    }
}
