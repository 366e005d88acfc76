//! The rules that follow from the parameters, and the chances of leaves.

use super::model::{ChanceModel, LeafSearchModel};
use super::prices::Prices;
use super::tuning::Tuning;
use crate::game::{Evaluate, MoveCode, Order, Turn};
use crate::tree::{LeafChances, Node, TreeRules};
use crate::value::{Chance, Player, Value};

/// The chance model at work: everything that a tree or a search asks of it.
#[derive(Clone, Debug)]
pub struct ChanceRules {
    pub(super) model: ChanceModel,
    pub(super) prices: Prices,
    /// The value around which values are spread out ([`LeafSearchModel::spread`]), centipawns.
    pub(super) centre: f32,
}

impl TreeRules for ChanceRules {
    fn price(&self, parent: &Node, rank: u16, child: &Node) -> f32 {
        // Outcomes of chance have no order.
        let rank = if parent.turn() == Turn::Random { 0 } else { rank };
        self.prices.price(parent.forced(), child.forced(), rank)
    }

    /// What being late costs a move that is as likely the best one: of `n` outcomes of the same odds
    /// each pays as much as the last of `n` moves. If leaves are searched, work goes to outcomes by their
    /// probability.
    fn odds_price(&self, probability: f64) -> f32 {
        let late = match self.searches_leaves() {
            true => f64::from(self.model.ply) / std::f64::consts::LN_2,
            false => f64::from(self.model.late),
        };
        // In f64, so that no library's last bit decides.
        (-late * probability.ln()).round().max(0.0) as f32
    }

    /// A value on the scale of chances, centipawns; all wins of a player count for the same there,
    /// proven or seen ([`Value::in_centipawns`]). If leaves are searched it grows with the
    /// logarithm of the distance from the centre: a line that is a rook down is some doublings away,
    /// not as many as the rook has pawns.
    fn scaled(&self, value: Value) -> f32 {
        let value = value.in_centipawns();
        match self.model.leaf_search {
            None => value,
            Some(LeafSearchModel { spread, .. }) => {
                let distance = f64::from(value - self.centre);
                let spread = f64::from(spread.max(1.0));
                // In f64, so that no library's last bit decides: the same search on every machine.
                let scaled = spread * (distance.abs() / spread).ln_1p();
                self.centre + (scaled.copysign(distance) as f32)
            }
        }
    }

    /// Both players' chances follow from one number, the value: less for Max and more for Min by
    /// the price of the first ply, or of the doublings and one more.
    fn leaf_chances(&self, forced: bool, value: Value, doublings: u8) -> LeafChances {
        let gap = match self.searches_leaves() {
            true => self.full_ply() * (f32::from(doublings) + 1.0),
            false => self.prices.price(forced, false, 0),
        };
        around(self.scaled(value), gap)
    }

    /// A leaf that keeps its value and its chances. If leaves are searched it counts as searched as far as the larger
    /// chance says, and no less than its moves were before they were made.
    fn after_freeing(&self, node: &Node, made: u16) -> Node {
        let mut leaf = *node;
        if !self.searches_leaves() {
            leaf.forget_children(made, self.leaf_chances(node.forced(), node.value, 0));
        } else if node.is_decided() {
            leaf.forget_proof();
        } else {
            let said = self.plies_searched(node).saturating_sub(1);
            let doublings = u8::try_from(said).unwrap_or(u8::MAX).max(node.doublings());
            let formal = self.leaf_chances(node.forced(), node.value, doublings);
            leaf.forget_searched_children(doublings, formal);
        }
        leaf
    }
}

impl ChanceRules {
    /// The rules of these parameters.
    pub fn new(model: ChanceModel) -> ChanceRules {
        ChanceRules { prices: model.prices(), model, centre: 0.0 }
    }

    /// The same rules for a tree of this root, around whose value values are spread out where
    /// leaves are searched.
    pub fn around<G: Evaluate>(self, root: &G) -> ChanceRules {
        match self.searches_leaves() {
            false => self,
            true => self.with_centre(root.evaluate().in_centipawns()),
        }
    }

    /// The same rules for values around this one, centipawns.
    pub fn with_centre(self, centre: f32) -> ChanceRules {
        ChanceRules { centre, ..self }
    }

    /// The value around which values are spread out, centipawns.
    pub fn centre(&self) -> f32 {
        self.centre
    }

    /// The parameters.
    pub fn model(&self) -> &ChanceModel {
        &self.model
    }

    /// The numbers of the rules beside them.
    pub(in crate::search) fn tuning(&self) -> &Tuning {
        &self.model.tuning
    }

    /// Whether leaves are searched; otherwise they are valued at first sight.
    pub fn searches_leaves(&self) -> bool {
        self.model.leaf_search.is_some()
    }

    /// Whether each leaf is searched with nothing that other searches have taught.
    pub(in crate::search) fn searches_apart(&self) -> bool {
        self.model.leaf_search.is_some_and(|leaves| leaves.apart)
    }

    /// How far a player's chance lies above this value, in centipawns of that player and on the
    /// scale of chances; below zero nearly always, `f32::NEG_INFINITY` without a chance.
    pub fn gap(&self, player: Player, chance: Chance, value: Value) -> f32 {
        match chance.exists() {
            true => chance.for_player(player) - player.sign() * self.scaled(value),
            false => f32::NEG_INFINITY,
        }
    }

    /// The chances in a leaf that was searched `plies` deep without growing: its value, less (for
    /// Min more) by the price of these plies and one more. A forced ply costs a whole one here.
    /// That search leaves out no move, so a win that it finds is proven: the loser has no chance.
    pub fn chances_after(&self, value: Value, plies: u16) -> LeafChances {
        let mut chances = around(self.scaled(value), self.full_ply() * (f32::from(plies) + 1.0));
        match value.win() {
            Some((Player::Max, _)) => chances.beta = Chance::none(Player::Min),
            Some((Player::Min, _)) => chances.alpha = Chance::none(Player::Max),
            None => {}
        }
        chances
    }

    /// How deep its chances say that a leaf was searched, plies or doublings: the inverse of
    /// [`ChanceRules::chances_after`]; one for a leaf of the first sight.
    pub fn plies_searched(&self, leaf: &Node) -> u16 {
        let gap = |player| -self.gap(player, leaf.chance(player), leaf.value);
        let gap = gap(Player::Max).min(gap(Player::Min));
        // A cast saturates, and NaN becomes zero.
        (gap / self.full_ply()).round() as u16
    }

    /// The leaf behind a move, whose position has this value at first sight.
    pub fn new_leaf<G: Order>(&self, mv: MoveCode, game: &G, value: Value) -> Node {
        // What is seen at first sight is not proven until the tree has the moves.
        let (forced, value) = (game.forced(), value.unproven());
        let chances = self.leaf_chances(forced, value, 0);
        Node::leaf(mv, game.turn(), forced, value, chances)
    }

    /// A leaf takes the value that a search with so many doublings has found, and the chances that follow from it.
    pub(in crate::search) fn set_leaf(&self, leaf: &mut Node, value: Value, doublings: u8) {
        let chances = self.leaf_chances(leaf.forced(), value, doublings);
        leaf.set_leaf(value, doublings, chances);
    }

    /// A leaf of this value that was not searched, for tests.
    #[cfg(test)]
    pub(super) fn leaf(&self, turn: Turn, cp: f32) -> Node {
        let value = Value::centipawns(cp);
        let chances = self.leaf_chances(false, value, 0);
        Node::leaf(MoveCode(0), turn, false, value, chances)
    }

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

    /// The price of a ply that is not forced, or of a doubling; at least one centipawn.
    pub(super) fn full_ply(&self) -> f32 {
        self.prices.ply().max(1.0)
    }
}

fn around(value: f32, gap: f32) -> LeafChances {
    LeafChances { alpha: Chance::centipawns(value - gap), beta: Chance::centipawns(value + gap) }
}
