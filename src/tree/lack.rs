//! How far the search is from coming to a node.

use super::backup::Edge;
use super::node::Node;
use crate::value::{Chance, Player, Value};

/// What each player's chance in a node lacks to be the one that is followed, in centipawns: by
/// so much the numbers above would have to change. Zero where the search would go now, infinite
/// where the player has no chance. It never falls on the way down, so the nodes that lack no
/// more than some amount hang together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lack {
    max: f32,
    min: f32,
}

impl Lack {
    /// Of a node that lacks nothing by itself.
    pub const NOTHING: Lack = Lack { max: 0.0, min: 0.0 };

    /// Of the position analysed: the player with the smaller chance lacks the difference.
    pub fn of_root(node: &Node) -> Lack {
        let gap = |player| node.chance(player).against(player, node.value);
        let (max, min) = (gap(Player::Max), gap(Player::Min));
        let larger = max.max(min);
        let lack = |gap: f32| if gap.is_finite() { larger - gap } else { f32::INFINITY };
        Lack { max: lack(max), min: lack(min) }
    }

    /// Of a child, seen along its edge: the mover lacks what another move promises him more, his
    /// opponent what the mover would have to lose before he goes here.
    pub fn below(&self, node: &Node, edge: &Edge) -> Lack {
        let numbers = &edge.numbers;
        Lack {
            max: lack(self.max, Player::Max, node, numbers.value, numbers.alpha),
            min: lack(self.min, Player::Min, node, numbers.value, numbers.beta),
        }
    }

    /// The same, and so much more.
    pub fn and(&self, more: f32) -> Lack {
        Lack { max: self.max + more, min: self.min + more }
    }

    /// What the player lacks who lacks less.
    pub fn least(&self) -> f32 {
        self.max.min(self.min)
    }
}

fn lack(so_far: f32, of: Player, node: &Node, value: Value, chance: Chance) -> f32 {
    if !chance.exists() || !node.chance(of).exists() {
        return f32::INFINITY;
    }
    let more = match node.turn().player() {
        Some(mover) if mover == of => node.chance(of).for_player(of) - chance.for_player(of),
        Some(mover) => node.value.for_player(mover) - value.for_player(mover),
        None => 0.0,
    };
    so_far + more.max(0.0)
}
