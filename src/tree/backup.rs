//! The back-up rules: how value and chances of a node follow from its children.
//!
//! | node | value | own chance | the opponent's chance |
//! |---|---|---|---|
//! | a player's | best of the children | best of the next move's estimate and the children's | that of the best child |
//! | chance | weighted mean | weighted mean | weighted mean |
//!
//! On its way up every edge takes its price off a chance, and a win comes one ply later. The
//! rules are pure, and do not depend on the order in which children are added (for a player's
//! node), so that one child can be exchanged without looking at the others again.

use super::arena::NodeId;
use super::node::Node;
use crate::game::Turn;
use crate::value::{Chance, Player, Value};

/// The three numbers of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Minimax value.
    pub value: Value,
    /// Max's chance.
    pub alpha: Chance,
    /// Min's chance.
    pub beta: Chance,
}

/// A child as its parent sees it: distances one ply longer, the price of the ply paid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The child.
    pub id: NodeId,
    /// Its place in the parent's order.
    pub rank: u16,
    /// Who moves in the child.
    pub turn: Turn,
    /// The weight of an outcome of chance; unused elsewhere.
    pub odds: f32,
    /// The child's numbers.
    pub numbers: Numbers,
}

impl Edge {
    /// The way up from `child` at this price (centipawns).
    pub fn new(id: NodeId, rank: u16, child: &Node, price: f32, odds: f32) -> Edge {
        Edge {
            id,
            rank,
            turn: child.turn(),
            odds,
            numbers: Numbers {
                value: child.value.one_ply_up(),
                // None stays none: infinity less a price.
                alpha: Chance::centipawns(child.alpha.raw() - price),
                beta: Chance::centipawns(child.beta.raw() + price),
            },
        }
    }

    fn chance(&self, of: Player) -> Chance {
        match of {
            Player::Max => self.numbers.alpha,
            Player::Min => self.numbers.beta,
        }
    }
}

/// Where a player's chance in a node comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The node's own next move.
    Next,
    /// A child.
    Child(NodeId),
    /// The player has none.
    Nobody,
}

/// What a node needs to know of its children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Digest {
    /// The children of a node where a player moves.
    Player(Family),
    /// The outcomes at a node where chance does.
    Chance(Lottery),
}

impl Digest {
    /// Of no children yet.
    pub fn empty(turn: Turn) -> Digest {
        match turn.player() {
            Some(player) => Digest::Player(Family::empty(player)),
            None => Digest::Chance(Lottery::default()),
        }
    }

    /// Takes in one more child.
    pub fn add(&mut self, edge: &Edge) {
        match self {
            Digest::Player(family) => family.add(edge),
            Digest::Chance(lottery) => lottery.add(edge),
        }
    }

    /// The node's numbers, `next` being the estimate of its next move. `None` without children.
    pub fn numbers(&self, next: Chance) -> Option<Numbers> {
        match self {
            Digest::Player(family) => family.numbers(next),
            Digest::Chance(lottery) => lottery.numbers(),
        }
    }

    /// Who holds a player's chance.
    pub fn holder(&self, of: Player, next: Chance) -> Holder {
        match self {
            Digest::Player(family) => family.holder(of, next),
            Digest::Chance(lottery) => lottery.holder(of),
        }
    }

    /// The child to which the mover would go; `None` without children and where chance decides.
    pub fn best(&self) -> Option<NodeId> {
        match self {
            Digest::Player(family) => family.best.map(|best| best.id),
            Digest::Chance(_) => None,
        }
    }
}

/// The children of a player's node, condensed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Family {
    player: Player,
    best: Option<Best>,
    hope: Option<Hope>,
    /// The fastest win that any child with a chance left can still become, own view.
    fastest: f32,
}

/// The child with the best value. Among equals the one that the opponent has least chances
/// against, then the one made first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Best {
    id: NodeId,
    rank: u16,
    value: Value,
    /// The opponent's chance there.
    threat: Chance,
}

/// The child with the player's best chance. Among equals the one made first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hope {
    id: NodeId,
    rank: u16,
    chance: Chance,
}

impl Family {
    fn empty(player: Player) -> Family {
        Family { player, best: None, hope: None, fastest: f32::NEG_INFINITY }
    }

    fn add(&mut self, edge: &Edge) {
        let opponent = self.player.opponent();
        let candidate = Best {
            id: edge.id,
            rank: edge.rank,
            value: edge.numbers.value,
            threat: edge.chance(opponent),
        };
        if self.best.is_none_or(|best| self.prefers(&candidate, &best)) {
            self.best = Some(candidate);
        }
        let chance = edge.chance(self.player);
        if !chance.exists() {
            return;
        }
        let own = chance.for_player(self.player);
        let better = self.hope.is_none_or(|hope| {
            let present = hope.chance.for_player(self.player);
            own > present || (own == present && edge.rank < hope.rank)
        });
        if better {
            self.hope = Some(Hope { id: edge.id, rank: edge.rank, chance });
        }
        // Whoever moves next there, a win takes one more ply of the player's own.
        let plies = if edge.turn == Turn::from(opponent) { 3.0 } else { 2.0 };
        self.fastest = self.fastest.max(Value::WIN - plies);
    }

    fn prefers(&self, candidate: &Best, present: &Best) -> bool {
        let order = |best: &Best| {
            let opponent = self.player.opponent();
            (best.value.for_player(self.player), -best.threat.for_player(opponent))
        };
        let (new, old) = (order(candidate), order(present));
        new > old || (new == old && candidate.rank < present.rank)
    }

    /// The player's chances by the next move and by the children. A proven win leaves no
    /// chances that cannot become a faster one.
    fn own_chances(&self, next: Chance) -> (Chance, Option<Hope>) {
        let Some(best) = self.best else { return (next, None) };
        let proven = !best.threat.exists();
        let value = best.value.for_player(self.player);
        let beyond = |fastest: f32| proven && value >= fastest;
        let next = if beyond(Value::WIN - 1.0) { Chance::none(self.player) } else { next };
        (next, self.hope.filter(|_| !beyond(self.fastest)))
    }

    fn numbers(&self, next: Chance) -> Option<Numbers> {
        let best = self.best?;
        let (next, hope) = self.own_chances(next);
        let own = hope.map_or(next, |hope| match self.player {
            Player::Max => next.max(hope.chance),
            Player::Min => next.min(hope.chance),
        });
        let (alpha, beta) = match self.player {
            Player::Max => (own, best.threat),
            Player::Min => (best.threat, own),
        };
        Some(Numbers { value: best.value, alpha, beta })
    }

    fn holder(&self, of: Player, next: Chance) -> Holder {
        if of != self.player {
            return match self.best {
                Some(best) if best.threat.exists() => Holder::Child(best.id),
                _ => Holder::Nobody,
            };
        }
        let (next, hope) = self.own_chances(next);
        match hope {
            Some(hope) if hope.chance.for_player(of) > next.for_player(of) => {
                Holder::Child(hope.id)
            }
            _ if next.exists() => Holder::Next,
            _ => Holder::Nobody,
        }
    }
}

/// The outcomes of a chance node, summed up. Unlike [`Family`] the sums depend (in their last
/// bits) on the order of adding, so they are always made anew, in the order of the children.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Lottery {
    odds: f64,
    value: f64,
    alpha: f64,
    beta: f64,
    max_hope: Option<(NodeId, f32)>,
    min_hope: Option<(NodeId, f32)>,
}

impl Lottery {
    fn add(&mut self, edge: &Edge) {
        let odds = f64::from(edge.odds);
        let value = edge.numbers.value;
        self.odds += odds;
        self.value += odds * f64::from(value.raw());
        // A player without a chance in an outcome hopes for no more there than its value.
        let hoped = |chance: Chance| if chance.exists() { chance.raw() } else { value.raw() };
        self.alpha += odds * f64::from(hoped(edge.numbers.alpha));
        self.beta += odds * f64::from(hoped(edge.numbers.beta));
        for player in [Player::Max, Player::Min] {
            let gap = edge.chance(player).against(player, value);
            let hope = self.hope_of(player);
            let better = hope.is_none_or(|(_, present)| gap > present);
            if gap > f32::NEG_INFINITY && better {
                *self.hope_mut(player) = Some((edge.id, gap));
            }
        }
    }

    fn hope_of(&self, player: Player) -> Option<(NodeId, f32)> {
        match player {
            Player::Max => self.max_hope,
            Player::Min => self.min_hope,
        }
    }

    fn hope_mut(&mut self, player: Player) -> &mut Option<(NodeId, f32)> {
        match player {
            Player::Max => &mut self.max_hope,
            Player::Min => &mut self.min_hope,
        }
    }

    fn numbers(&self) -> Option<Numbers> {
        if self.odds <= 0.0 {
            return None;
        }
        let mean = |sum: f64| (sum / self.odds) as f32;
        let chance = |player, sum| match self.hope_of(player) {
            Some(_) => Chance::centipawns(mean(sum)),
            None => Chance::none(player),
        };
        Some(Numbers {
            value: Value::from_raw(mean(self.value)),
            alpha: chance(Player::Max, self.alpha),
            beta: chance(Player::Min, self.beta),
        })
    }

    fn holder(&self, of: Player) -> Holder {
        self.hope_of(of).map_or(Holder::Nobody, |(id, _)| Holder::Child(id))
    }
}
