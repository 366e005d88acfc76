//! One explored position.

use std::num::NonZeroU16;

use super::arena::NodeId;
use crate::game::{MoveCode, Turn};
use crate::value::{Chance, Player, Value};

/// The most moves of one node that can be in the tree.
pub const MAX_MADE: u16 = 0x0fff;

/// A position that was reached by making a move. There is no node for a move not made yet.
///
/// ```text
///  0       4       8       12      16      20      24      28   30   32 bytes
///  | value | alpha | beta  | next  | first | next  | effort| mv |meta|
///  |       | chance| chance| move's| child | sib-  |       |    |    |
///  |       |       |       | est.  |       | ling  |       |    |    |
/// ```
///
/// `meta` is never zero, which gives the slab the niche it needs to stay at 32 bytes a slot.
/// All numbers are centipawns from Max's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Minimax value of the subtree; wins count plies from here.
    pub value: Value,
    /// What Max may still hope for below.
    pub alpha: Chance,
    /// What Min may still hope for below.
    pub beta: Chance,
    /// What the mover may hope for from the next move not made yet, its ply paid; none when all
    /// moves were made.
    pub next: Chance,
    /// The child made first. Siblings follow in the order in which they were made.
    pub(super) first_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// Tree nodes ever made in this subtree, itself included; stays at `u32::MAX` beyond.
    pub effort: u32,
    /// The move that led here; its meaning depends on the parent's position.
    pub mv: MoveCode,
    meta: Meta,
}

/// Bits 0-1: turn, never zero. Bit 2: forced. Bit 3: freed. Bits 4-15: children made, in a freed
/// node those that it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Meta(NonZeroU16);

/// A node taken apart, its links left out: what a tree file keeps of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeParts {
    /// See [`Node::value`].
    pub value: Value,
    /// See [`Node::alpha`].
    pub alpha: Chance,
    /// See [`Node::beta`].
    pub beta: Chance,
    /// See [`Node::next`].
    pub next: Chance,
    /// See [`Node::effort`].
    pub effort: u32,
    /// See [`Node::mv`].
    pub mv: MoveCode,
    /// See [`Node::turn`].
    pub turn: Turn,
    /// See [`Node::forced`].
    pub forced: bool,
    /// See [`Node::is_freed`].
    pub freed: bool,
    /// See [`Node::made`], or [`Node::made_before`] if it is freed.
    pub made: u16,
}

const TURN_BITS: u16 = 0b11;
const FORCED_BIT: u16 = 0b100;
const FREED_BIT: u16 = 0b1000;
const MADE_SHIFT: u32 = 4;

const _: () = assert!(size_of::<Node>() == 32, "a node is 32 bytes");
const _: () = assert!(size_of::<SlabEntry>() == 32, "a slot of the slab is 32 bytes");

/// What the slab keeps in a slot, rebuilt to be measured.
#[allow(dead_code)]
enum SlabEntry {
    Vacant(usize),
    Occupied(Node),
}

impl Meta {
    fn new(turn: Turn, forced: bool) -> Meta {
        let turn = match turn {
            Turn::Max => NonZeroU16::MIN,
            Turn::Min => NonZeroU16::MIN.saturating_add(1),
            Turn::Chance => NonZeroU16::MIN.saturating_add(2),
        };
        Meta(if forced { turn | FORCED_BIT } else { turn })
    }

    fn turn(self) -> Turn {
        match self.0.get() & TURN_BITS {
            1 => Turn::Max,
            2 => Turn::Min,
            _ => Turn::Chance,
        }
    }

    fn is_freed(self) -> bool {
        self.0.get() & FREED_BIT != 0
    }

    /// Children made; of a freed node, those that it had.
    fn count(self) -> u16 {
        self.0.get() >> MADE_SHIFT
    }

    fn count_one_more(&mut self) {
        if self.is_freed() {
            // It begins anew.
            *self = Meta::new(self.turn(), self.0.get() & FORCED_BIT != 0);
        }
        debug_assert!(self.count() < MAX_MADE, "more moves made than a node can count");
        self.0 = self.0.saturating_add(1 << MADE_SHIFT);
    }
}

impl Node {
    /// A position in which no move was made yet. Both players' chances follow from one number:
    /// the value, less for Max and more for Min by the price of the first ply.
    pub fn leaf(mv: MoveCode, turn: Turn, forced: bool, value: Value, first_price: f32) -> Node {
        let alpha = Chance::centipawns(value.raw() - first_price);
        let beta = Chance::centipawns(value.raw() + first_price);
        Node {
            value,
            alpha,
            beta,
            next: if turn == Turn::Min { beta } else { alpha },
            first_child: None,
            next_sibling: None,
            effort: 1,
            mv,
            meta: Meta::new(turn, forced),
        }
    }

    /// A position in which the game is over: its value is exact.
    pub fn finished(mv: MoveCode, turn: Turn, value: Value) -> Node {
        let mut node = Node::leaf(mv, turn, false, value, 0.0);
        node.alpha = Chance::none(Player::Max);
        node.beta = Chance::none(Player::Min);
        node.next = Node::no_next(turn);
        node
    }

    /// The `next` of a node whose moves were all made.
    pub fn no_next(turn: Turn) -> Chance {
        Chance::none(turn.player().unwrap_or(Player::Max))
    }

    /// The node without its links.
    pub fn parts(&self) -> NodeParts {
        NodeParts {
            value: self.value,
            alpha: self.alpha,
            beta: self.beta,
            next: self.next,
            effort: self.effort,
            mv: self.mv,
            turn: self.turn(),
            forced: self.forced(),
            freed: self.is_freed(),
            made: self.meta.count(),
        }
    }

    /// A node of these parts, with `made` children still to be linked.
    pub(super) fn unlinked(parts: NodeParts) -> Node {
        let mut meta = Meta::new(parts.turn, parts.forced);
        if parts.freed {
            meta.0 |= FREED_BIT;
        }
        meta.0 |= parts.made.min(MAX_MADE) << MADE_SHIFT;
        Node {
            value: parts.value,
            alpha: parts.alpha,
            beta: parts.beta,
            next: parts.next,
            first_child: None,
            next_sibling: None,
            effort: parts.effort,
            mv: parts.mv,
            meta,
        }
    }

    /// Who moves here.
    pub fn turn(&self) -> Turn {
        self.meta.turn()
    }

    /// Whether the move to be made here is forced, so that its ply costs almost nothing.
    pub fn forced(&self) -> bool {
        self.meta.0.get() & FORCED_BIT != 0
    }

    /// How many moves were made: the index of the next one in the node's order.
    pub fn made(&self) -> u16 {
        if self.is_freed() { 0 } else { self.meta.count() }
    }

    /// How many moves a freed node had made; none in any other.
    pub fn made_before(&self) -> u16 {
        if self.is_freed() { self.meta.count() } else { 0 }
    }

    /// Whether this node had children that were freed to make room: what was learnt from them
    /// stays in its numbers.
    pub fn is_freed(&self) -> bool {
        self.meta.is_freed()
    }

    /// Whether no move was made yet although there is one.
    pub fn is_leaf(&self) -> bool {
        self.made() == 0 && self.next.exists()
    }

    /// Whether the game is over here.
    pub fn is_finished(&self) -> bool {
        self.made() == 0 && !self.next.exists() && !self.is_freed()
    }

    /// Whether the value is proven: no player has a chance left.
    pub fn is_proven(&self) -> bool {
        !self.alpha.exists() && !self.beta.exists()
    }

    /// The winner and the plies, where a win is certain: the loser has no chance left. The winner
    /// may still have that of a faster one.
    pub fn proven_win(&self) -> Option<(Player, u16)> {
        self.value.win().filter(|(winner, _)| !self.chance(winner.opponent()).exists())
    }

    /// Whether nothing can change who wins here, though perhaps how fast.
    pub fn is_decided(&self) -> bool {
        self.is_proven() || self.proven_win().is_some()
    }

    /// The chance that a player has here.
    pub fn chance(&self, of: Player) -> Chance {
        match of {
            Player::Max => self.alpha,
            Player::Min => self.beta,
        }
    }

    /// The node after its children were freed. The estimate of its next move is that of a leaf of
    /// its value; there is none where nobody has a chance left.
    pub(super) fn forget_children(&mut self, first_price: f32) {
        self.first_child = None;
        self.meta.0 |= FREED_BIT;
        self.next = if self.is_proven() {
            Node::no_next(self.turn())
        } else {
            Node::leaf(self.mv, self.turn(), self.forced(), self.value, first_price).next
        };
    }

    /// Takes in that a player's chance in a leaf is known to be no more than this, in his own
    /// view; `f32::NEG_INFINITY` where he has none. Its chances do not follow from its value any
    /// more then: it counts as freed.
    pub fn limit_chance(&mut self, player: Player, most: f32) {
        if self.chance(player).for_player(player) <= most {
            return;
        }
        let chance = Chance::from_player(player, most);
        match player {
            Player::Max => self.alpha = chance,
            Player::Min => self.beta = chance,
        }
        self.meta.0 |= FREED_BIT;
        if self.is_proven() {
            self.next = Node::no_next(self.turn());
        }
    }

    /// How many plies deep its chances say that a leaf was looked at, `price` being that of its
    /// first move: one where nothing is left but quiescence.
    pub fn plies_looked_at(&self, price: f32) -> u16 {
        let gap = |player| -self.chance(player).against(player, self.value);
        let gap = gap(Player::Max).min(gap(Player::Min));
        // A cast saturates, and NaN becomes zero.
        (gap / price.max(1.0)).round() as u16
    }

    /// A leaf that was searched `plies` deep without growing: its value, and chances that lie so
    /// many plies and one more away from it.
    pub fn look_again(&mut self, value: Value, plies: u16, price: f32, first_price: f32) {
        let gap = price.max(1.0) * (f32::from(plies) + 1.0);
        let wide = Node::leaf(self.mv, self.turn(), self.forced(), value, gap);
        (self.value, self.alpha, self.beta) = (value, wide.alpha, wide.beta);
        self.forget_children(first_price);
    }

    pub(super) fn count_child(&mut self) {
        self.meta.count_one_more();
    }
}
