//! Numbers of the tree as they are seen from one position.

use indicatif::HumanCount;

use super::super::score::{Chances, Score, mover};
use crate::chess::Position;
use crate::tree::Node;
use crate::value::{Chance, Player, Value};

/// `1 tree node`, `41,649 tree nodes`.
pub fn tree_nodes(effort: u32) -> String {
    let plural = if effort == 1 { "" } else { "s" };
    format!("{} tree node{plural}", HumanCount(u64::from(effort)))
}

/// The way from the position that is looked at down to a node. All numbers are those of the
/// side to move at its upper end: mates count from there, and chances have paid for every ply
/// of it, so that they can be compared with each other wherever they stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The side to move in the position.
    pub viewer: Player,
    /// Length of the way, plies.
    pub plies: u16,
    /// What a chance pays on it, centipawns.
    price: f32,
}

impl View {
    /// The position itself.
    pub fn of(position: &Position) -> View {
        View { viewer: mover(position), plies: 0, price: 0.0 }
    }

    /// One ply further, at its price.
    pub fn down(self, price: f32) -> View {
        View { plies: self.plies.saturating_add(1), price: self.price + price, ..self }
    }

    /// The value of a node at the lower end.
    pub fn score(&self, value: Value) -> Score {
        Score::new(value.shifted(self.plies), self.viewer)
    }

    /// What a player can still reach there, in centipawns; `None` without a chance.
    pub fn chance(&self, of: Player, chance: Chance) -> Option<i64> {
        let paid = Chance::from_player(of, chance.for_player(of) - self.price);
        paid.exists().then(|| paid.for_player(self.viewer).round() as i64)
    }

    /// Both players' chances in a node at the lower end.
    pub fn chances(&self, node: &Node) -> Chances {
        let (own, reply) = (self.viewer, self.viewer.opponent());
        Chances {
            own: self.chance(own, node.chance(own)),
            reply: self.chance(reply, node.chance(reply)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveCode, Turn};

    #[test]
    fn one_node_is_no_plural() {
        assert_eq!(tree_nodes(1), "1 tree node");
        assert_eq!(tree_nodes(41_649), "41,649 tree nodes");
    }

    #[test]
    fn every_ply_is_paid_and_mates_count_from_the_top() -> Result<(), crate::chess::FenError> {
        let (black, _) = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 1")?;
        let view = View::of(&black).down(100.0).down(50.0);
        let value = Value::centipawns(500.0);
        let node = Node::leaf(MoveCode::default(), Turn::Min, false, value, 400.0);
        assert_eq!(view.score(value), Score::Cp(-500));
        assert_eq!(view.chances(&node), Chances { own: Some(-1050), reply: Some(50) });
        assert_eq!(view.score(Value::win_in(Player::Min, 3)), Score::Mate(3));
        assert_eq!(view.chance(Player::Max, Chance::none(Player::Max)), None);
        Ok(())
    }
}
