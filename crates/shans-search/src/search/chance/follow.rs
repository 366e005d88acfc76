//! Whose chance is followed, and whether both fell below a margin.

use super::rules::ChanceRules;
use crate::tree::Node;
use crate::value::Player;

impl ChanceRules {
    /// The player whose chance against the value of the position analysed is larger; the mover of
    /// two equals.
    pub fn followed(&self, analysed: &Node) -> Player {
        let mover = analysed.turn().player().unwrap_or(Player::Max);
        let opponent = mover.opponent();
        if let Some(loser) = self.loser_to_follow(analysed) {
            return loser;
        }
        let gap = |player| self.gap_of(analysed, player);
        if gap(opponent) > gap(mover) { opponent } else { mover }
    }

    /// How far the larger of the two chances lies above the value, in centipawns of its owner;
    /// below zero nearly always, since plies have their price.
    pub fn largest_gap(&self, analysed: &Node) -> f32 {
        self.gap_of(analysed, Player::Max).max(self.gap_of(analysed, Player::Min))
    }

    /// Where a search of leaves has seen a win, the tree has to prove it: only the loser's chances
    /// are in the way.
    fn loser_to_follow(&self, analysed: &Node) -> Option<Player> {
        let value = analysed.value;
        let is_seen = self.model.leaf_search.is_some() && value.is_seen_win();
        let loser = if value.raw() > 0.0 { Player::Min } else { Player::Max };
        (is_seen && analysed.chance(loser).exists()).then_some(loser)
    }

    /// How far a player's chance lies above the value, centipawns of that player.
    fn gap_of(&self, node: &Node, player: Player) -> f32 {
        self.gap(player, node.chance(player), node.value)
    }
}
