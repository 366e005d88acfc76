//! Whose chance is followed, and when a result is settled.

use super::rules::ChanceRules;
use crate::tree::Node;
use crate::value::Player;

impl ChanceRules {
    /// The player whose chance against the value of the position analysed is larger; the mover of
    /// two equals.
    pub fn followed(&self, analysed: &Node) -> Player {
        let mover = analysed.turn().player().unwrap_or(Player::Max);
        let opponent = mover.opponent();
        if gap(analysed, opponent) > gap(analysed, mover) { opponent } else { mover }
    }

    /// How far the larger of the two chances lies above the value, in centipawns of its owner;
    /// below zero nearly always, since plies have their price.
    pub fn largest_gap(&self, analysed: &Node) -> f32 {
        gap(analysed, Player::Max).max(gap(analysed, Player::Min))
    }

    /// Whether both chances lie at least `margin` centipawns below the result; the model's own
    /// margin where `None`.
    pub fn is_settled(&self, analysed: &Node, margin: Option<f32>) -> bool {
        self.largest_gap(analysed) < -margin.unwrap_or(self.model.settle)
    }
}

/// How far a player's chance lies above the value, centipawns of that player.
fn gap(node: &Node, player: Player) -> f32 {
    node.chance(player).against(player, node.value)
}
