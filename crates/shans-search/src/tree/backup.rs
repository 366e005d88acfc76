//! The back-up rules: how value and chances of a node follow from its children.
//!
//! | node | value | own chance | the opponent's chance |
//! |---|---|---|---|
//! | a player's | best of the children | best of the next move's estimate and the children's | that of the best child |
//! | chance | weighted mean | as far from the value as in the outcome where it is nearest | the same |
//!
//! Behind a random turn it is not the chances that are averaged: each is measured from the value of
//! its outcome, on the scale of chances ([`TreeRules::scaled`]), and pays for being unlikely
//! ([`TreeRules::odds_price`]). So work goes to outcomes by their probability and by what may still
//! change in them, whatever they are worth.
//!
//! On its way up every edge takes its price off a chance, and a win comes one ply later. The
//! rules are pure, and do not depend on the order in which children are added (for a player's
//! node), so that one child can be exchanged without looking at the others again.

use super::node::Node;
use super::node_id::NodeId;
use super::rules::TreeRules;
use crate::game::Turn;
use crate::value::{Chance, Mean, Player, Value};

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

impl Numbers {
    fn without_unproven_win(mut self) -> Numbers {
        let loser = self.value.win().map(|(winner, _)| winner.opponent());
        if loser.is_some_and(|loser| self.chance(loser).exists()) {
            self.value = self.value.unproven();
        }
        self
    }

    fn chance(&self, of: Player) -> Chance {
        match of {
            Player::Max => self.alpha,
            Player::Min => self.beta,
        }
    }
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
    /// The weight of a random outcome; unused elsewhere.
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
}

/// Where a player's chance in a node comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The node's own next move.
    Next,
    /// A child, with its rank.
    Child(NodeId, u16),
    /// The player has none.
    Nobody,
}

/// What a node needs to know of its children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChildrenSummary {
    /// The children of a node where a player moves.
    Player(PlayerSummary),
    /// The outcomes at a node where chance does.
    Random(ChanceSummary),
}

impl ChildrenSummary {
    /// Of no children yet. `moves_may_lose` is the game's
    /// [`MOVES_MAY_LOSE`](crate::game::Game::MOVES_MAY_LOSE).
    pub fn empty(turn: Turn, moves_may_lose: bool) -> ChildrenSummary {
        match turn.player() {
            Some(player) => ChildrenSummary::Player(PlayerSummary::empty(player, moves_may_lose)),
            None => ChildrenSummary::Random(ChanceSummary::default()),
        }
    }

    /// Of all outcomes of a chance node.
    pub fn of_outcomes(outcomes: &[Edge], rules: &impl TreeRules) -> ChildrenSummary {
        ChildrenSummary::Random(ChanceSummary::of(outcomes, rules))
    }

    /// Takes in one more child of a player's node. Outcomes of chance are summed up all at once
    /// ([`ChildrenSummary::of_outcomes`]).
    pub fn add(&mut self, edge: &Edge) {
        if let ChildrenSummary::Player(children) = self {
            children.add(edge);
        }
    }

    /// Takes out a child that was added with these numbers. Only once, and only from the summary
    /// of a player's node.
    pub fn without(mut self, edge: &Edge) -> ChildrenSummary {
        if let ChildrenSummary::Player(children) = &mut self {
            children.remove(edge);
        }
        self
    }

    /// The node's numbers; `next` is what its mover hopes for from moves not made. `None` without children.
    ///
    /// A win counts as one only where it is proven: while the loser has a chance left, a better
    /// defence may be among the moves not tried yet, and the value is [`Value::unproven`].
    pub fn numbers(&self, next: Chance) -> Option<Numbers> {
        let numbers = match self {
            ChildrenSummary::Player(children) => children.numbers(next),
            ChildrenSummary::Random(outcomes) => outcomes.numbers,
        };
        numbers.map(Numbers::without_unproven_win)
    }

    /// Who holds a player's chance.
    pub fn holder(&self, of: Player, next: Chance) -> Holder {
        match self {
            ChildrenSummary::Player(children) => children.holder(of, next),
            ChildrenSummary::Random(outcomes) => outcomes.holder(of),
        }
    }

    /// The child to which the mover would go; `None` without children and where chance decides.
    pub fn best(&self) -> Option<NodeId> {
        self.best_with_rank().map(|(id, _)| id)
    }

    /// The same child with its rank.
    pub fn best_with_rank(&self) -> Option<(NodeId, u16)> {
        match self {
            ChildrenSummary::Player(children) => children.best[0].map(|best| (best.id, best.rank)),
            ChildrenSummary::Random(_) => None,
        }
    }
}

/// The children of a player's node, condensed. The runners-up allow to take out one child.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerSummary {
    player: Player,
    moves_may_lose: bool,
    /// Best and second best by value.
    best: Podium,
    chances: Podium,
    /// Children in which the player has a chance left, by who moves there: the opponent, or
    /// anybody else.
    open: [u16; 2],
}

/// The first two.
type Podium = [Option<Edge>; 2];

impl PlayerSummary {
    fn empty(player: Player, moves_may_lose: bool) -> PlayerSummary {
        PlayerSummary { player, moves_may_lose, best: [None; 2], chances: [None; 2], open: [0; 2] }
    }

    fn add(&mut self, edge: &Edge) {
        let player = self.player;
        enter(&mut self.best, *edge, |new, old| is_better(new, old, player));
        if edge.numbers.chance(player).exists() {
            enter(&mut self.chances, *edge, |new, old| has_more_chance(new, old, player));
            self.open[self.mover_class(edge)] += 1;
        }
    }

    fn remove(&mut self, edge: &Edge) {
        leave(&mut self.best, edge.id);
        leave(&mut self.chances, edge.id);
        if edge.numbers.chance(self.player).exists() {
            self.open[self.mover_class(edge)] -= 1;
        }
    }

    /// The opponent's chance behind a move.
    fn threat(&self, edge: &Edge) -> Chance {
        edge.numbers.chance(self.player.opponent())
    }

    fn mover_class(&self, edge: &Edge) -> usize {
        usize::from(edge.turn != Turn::from(self.player.opponent()))
    }

    /// The fastest win that a child with a chance left can still become, own view: one more move
    /// wins, or the opponent's move and one of the player's own where moves cannot lose.
    fn fastest(&self) -> f32 {
        match self.open {
            [0, 0] => f32::NEG_INFINITY,
            [_, 0] if !self.moves_may_lose => Value::WIN - 3.0,
            _ => Value::WIN - 2.0,
        }
    }

    /// The player's chances by the next move and by the children. A proven win leaves no
    /// chances that cannot become a faster one.
    fn own_chances(&self, next: Chance) -> (Chance, Option<Edge>) {
        let [Some(best), _] = self.best else { return (next, None) };
        let proven = !self.threat(&best).exists();
        let value = best.numbers.value.for_player(self.player);
        let beyond = |fastest: f32| proven && value >= fastest;
        let next = if beyond(Value::WIN - 1.0) { Chance::none(self.player) } else { next };
        (next, self.chances[0].filter(|_| !beyond(self.fastest())))
    }

    fn numbers(&self, next: Chance) -> Option<Numbers> {
        let best = self.best[0]?;
        let (next, best_child) = self.own_chances(next);
        let own = best_child.map_or(next, |child| match self.player {
            Player::Max => next.max(child.numbers.alpha),
            Player::Min => next.min(child.numbers.beta),
        });
        let (alpha, beta) = match self.player {
            Player::Max => (own, best.numbers.beta),
            Player::Min => (best.numbers.alpha, own),
        };
        Some(Numbers { value: best.numbers.value, alpha, beta })
    }

    fn holder(&self, of: Player, next: Chance) -> Holder {
        if of != self.player {
            return match self.best[0] {
                Some(best) if self.threat(&best).exists() => Holder::Child(best.id, best.rank),
                _ => Holder::Nobody,
            };
        }
        let (next, best_child) = self.own_chances(next);
        match best_child {
            Some(child) if child.numbers.chance(of).for_player(of) > next.for_player(of) => {
                Holder::Child(child.id, child.rank)
            }
            _ if next.exists() => Holder::Next,
            _ => Holder::Nobody,
        }
    }
}

/// Whether a child has a better value than another one. Among equals the one that the opponent has least chances against,
/// then the one made first.
fn is_better(new: &Edge, old: &Edge, player: Player) -> bool {
    let value = |edge: &Edge| edge.numbers.value.for_player(player);
    let threat = |edge: &Edge| {
        let opponent = player.opponent();
        edge.numbers.chance(opponent).for_player(opponent)
    };
    if value(new) != value(old) {
        return value(new) > value(old);
    }
    threat(new) < threat(old) || (threat(new) == threat(old) && new.rank < old.rank)
}

/// Whether the player has a better chance behind a child than behind another one. Among equals the one made first.
fn has_more_chance(new: &Edge, old: &Edge, player: Player) -> bool {
    let chance = |edge: &Edge| edge.numbers.chance(player).for_player(player);
    chance(new) > chance(old) || (chance(new) == chance(old) && new.rank < old.rank)
}

/// Keeps the first two of all that entered.
fn enter(podium: &mut Podium, new: Edge, is_before: impl Fn(&Edge, &Edge) -> bool) {
    // Most children are behind both: one comparison.
    match podium {
        [_, Some(second)] if !is_before(&new, second) => {}
        [Some(first), second] if !is_before(&new, first) => *second = Some(new),
        [first, second] => {
            *second = *first;
            *first = Some(new);
        }
    }
}

/// Takes one out; the place behind it becomes empty.
fn leave(podium: &mut Podium, id: NodeId) {
    match podium {
        [Some(first), second] if first.id == id => *podium = [*second, None],
        [_, second] if second.is_some_and(|second| second.id == id) => *second = None,
        _ => {}
    }
}

/// The outcomes of a chance node, summed up. The sums depend (in their last bits) on the order of
/// adding, so they are always made of all outcomes, in the order of the children.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ChanceSummary {
    numbers: Option<Numbers>,
    /// For Max, for Min: the outcome on which the chance rests, with its rank.
    holders: [Option<(NodeId, u16)>; 2],
}

impl ChanceSummary {
    fn of(outcomes: &[Edge], rules: &impl TreeRules) -> ChanceSummary {
        let mut mean = Mean::default();
        for Edge { odds, numbers, .. } in outcomes {
            mean.add(numbers.value, f64::from(*odds));
        }
        let Some(value) = mean.value() else { return ChanceSummary::default() };
        let nearest = |player| nearest_outcome(outcomes, mean.odds(), player, rules);
        let nearest = [Player::Max, Player::Min].map(nearest);
        let chance = |player: Player, nearest: Option<(f32, (NodeId, u16))>| match nearest {
            Some((gap, _)) => {
                Chance::from_player(player, player.sign() * rules.scaled(value) + gap)
            }
            None => Chance::none(player),
        };
        let (alpha, beta) = (chance(Player::Max, nearest[0]), chance(Player::Min, nearest[1]));
        ChanceSummary {
            numbers: Some(Numbers { value, alpha, beta }),
            holders: nearest.map(|nearest| nearest.map(|(_, holder)| holder)),
        }
    }

    fn holder(&self, of: Player) -> Holder {
        self.holders[of as usize].map_or(Holder::Nobody, |(id, rank)| Holder::Child(id, rank))
    }
}

/// The outcome in which a player's chance lies nearest to its value, what is unlikely paid for, and
/// how near: centipawns of that player. Among equals the one made first.
fn nearest_outcome(
    outcomes: &[Edge],
    odds: f64,
    player: Player,
    rules: &impl TreeRules,
) -> Option<(f32, (NodeId, u16))> {
    let gap = |edge: &Edge| {
        let value = player.sign() * rules.scaled(edge.numbers.value);
        let price = rules.odds_price(f64::from(edge.odds) / odds);
        (edge.numbers.chance(player).for_player(player) - value - price, (edge.id, edge.rank))
    };
    let open = outcomes.iter().filter(|edge| edge.numbers.chance(player).exists());
    open.map(gap).reduce(|best, next| if next.0 > best.0 { next } else { best })
}
