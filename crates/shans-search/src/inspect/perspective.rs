//! Numbers of the tree as they are seen from one position.

use super::move_text::variation_text;
use super::score::{Chances, Score, UnsettledBy, chance_cp, mover};
use crate::game::{Game, Notation};
use crate::search::Unsettled;
use crate::tree::Node;
use crate::value::{Chance, Player, Value};

/// How the numbers of a node are seen from a position above it.
///
/// All numbers are those of the side to move in that position: wins count moves from there, and
/// chances have paid for every ply from there, so that they can be compared with each other
/// wherever in the tree they stand.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::inspect::{Perspective, Score};
/// use shans_search::value::{Player, Value};
///
/// // A node two plies below the position says: Max wins in three plies. Seen from the position that
/// // is five plies, or three moves.
/// let here = Perspective::new(&Nim::new(&[3, 4, 5]));
/// let there = here.down(400.0).down(400.0);
/// assert_eq!(there.score(Value::win_in(Player::Max, 3)), Score::Mate(3));
/// assert_eq!((there.viewer(), there.plies()), (Player::Max, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perspective {
    viewer: Player,
    plies: u16,
    /// What a chance pays on the way, centipawns.
    price: f32,
}

impl Perspective {
    /// The numbers of the position itself.
    pub fn new<G: Game>(position: &G) -> Perspective {
        Perspective { viewer: mover(position), plies: 0, price: 0.0 }
    }

    /// Those of a node one ply further down, whose edge has this price in centipawns.
    pub fn down(self, price: f32) -> Perspective {
        Perspective { plies: self.plies.saturating_add(1), price: self.price + price, ..self }
    }

    /// The side to move in the position.
    pub fn viewer(&self) -> Player {
        self.viewer
    }

    /// From the position down to the node, plies.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// The value of the node.
    pub fn score(&self, value: Value) -> Score {
        Score::new(value.told_from(self.plies), self.viewer)
    }

    /// Which moves keep the value of the node from being settled; the line to them begins in `position`.
    pub fn unsettled<G: Notation>(&self, position: &G, moves: &Unsettled<G::Move>) -> UnsettledBy {
        let mut at = position.clone();
        let mut last = None;
        for &mv in &moves.after {
            let number = at.move_number(true).map_or(String::new(), |number| number + " ");
            last = Some(number + &at.human_text(mv));
            at.play(mv);
        }
        UnsettledBy {
            after: variation_text(position, &moves.after),
            count: moves.count,
            at_most: moves.at_most.map(|most| self.score(most)),
            is_own: moves.mover == self.viewer,
            last,
        }
    }

    /// What a player can still reach there, in centipawns; `None` without a chance.
    pub fn chance(&self, of: Player, chance: Chance) -> Option<i64> {
        chance_cp(self.paid(of, chance), self.viewer)
    }

    /// Both players' chances in the node.
    pub fn chances(&self, node: &Node) -> Chances {
        let paid = |of| self.paid(of, node.chance(of));
        Chances::new(paid(Player::Max), paid(Player::Min), self.viewer)
    }

    fn paid(&self, of: Player, chance: Chance) -> Chance {
        Chance::from_player(of, chance.for_player(of) - self.price)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveCode, Turn};
    use crate::testing::Duel;
    use crate::tree::LeafChances;

    #[test]
    fn every_ply_is_paid_and_mates_count_from_the_top() {
        let min = Duel::of(0, 11, Player::Min);
        let perspective = Perspective::new(&min).down(100.0).down(50.0);
        let value = Value::centipawns(500.0);
        let chances =
            LeafChances { alpha: Chance::centipawns(100.0), beta: Chance::centipawns(900.0) };
        let node = Node::leaf(MoveCode::default(), Turn::Min, false, value, chances);
        assert_eq!(perspective.score(value), Score::Cp(-500));
        let chances = perspective.chances(&node);
        assert_eq!((chances.own, chances.opponent), (Some(-1050), Some(50)));
        assert_eq!(perspective.score(Value::win_in(Player::Min, 3)), Score::Mate(3));
        assert_eq!(perspective.chance(Player::Max, Chance::none(Player::Max)), None);
    }
}
