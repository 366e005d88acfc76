//! One explored position.

use std::num::NonZeroU16;

use super::node_id::NodeId;
use super::searched::{NodeForm, Searched};
use crate::game::{MOST_MOVES, MoveCode, Turn};
use crate::value::{Chance, Player, Value};

/// The bits that count the moves of a node.
pub const MADE_BITS: u16 = 0x07ff;

/// A position that was reached by making a move. There is no node for a move not made yet.
///
/// ```text
///  0       4       8       12      16      20      24      28   30   32 bytes
///  | value | alpha | beta  | next  | first | next  | effort| mv |meta|
///  |       | chance| chance| move's| child | sib-  |       |    |    |
///  |       |       |       | est.  |       | ling  |       |    |    |
/// ```
///
/// `meta` is never zero, which gives the slab the niche it needs to stay at 32 bytes a slot. All
/// numbers are centipawns from Max's point of view. What a node keeps in its last bits depends on
/// the tree's [`NodeForm`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Minimax value of the subtree; wins count plies from here.
    pub value: Value,
    /// What Max may still hope for below.
    pub alpha: Chance,
    /// What Min may still hope for below.
    pub beta: Chance,
    /// What the mover may hope for from the next move not made yet, its price paid; none when all
    /// moves were made.
    pub next: Chance,
    /// The child made first. Siblings follow in the order in which they were made.
    pub(super) first_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// The work spent on this subtree, in the unit of the tree's [`NodeForm`]; stays at `u32::MAX`
    /// beyond.
    pub effort: u32,
    /// The move that led here; its meaning depends on the parent's position.
    pub mv: MoveCode,
    meta: Meta,
}

/// Bits 0-1: turn, never zero. Bit 2: forced. Bit 3: freed. Bit 4: `next` is capped. Bits 5-15 in
/// a tree of explored nodes: children made, in a freed node those that it had. In a tree of
/// searched nodes: bits 5-11 plies, 12-13 bound, 14 tactical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Meta(NonZeroU16);

/// Both players' chances in a position where no move was made yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafChances {
    /// Max's chance.
    pub alpha: Chance,
    /// Min's chance.
    pub beta: Chance,
}

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
    /// See [`Node::is_next_capped`].
    pub next_capped: bool,
    /// The children, in a freed node those that it had.
    pub made: u16,
    /// See [`Node::searched`]; as by default in a tree of explored nodes.
    pub searched: Searched,
}

const TURN_BITS: u16 = 0b11;
const FORCED_BIT: u16 = 0b100;
const FREED_BIT: u16 = 0b1000;
const CAPPED_BIT: u16 = 0b1_0000;
/// Where the bits begin whose meaning depends on the form.
const FORM_SHIFT: u32 = 5;

const _: () = assert!(size_of::<Node>() == 32, "a node is 32 bytes");
const _: () = assert!(MOST_MOVES <= MADE_BITS, "a node can count its moves");
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
            Turn::Random => NonZeroU16::MIN.saturating_add(2),
        };
        Meta(if forced { turn | FORCED_BIT } else { turn })
    }

    fn turn(self) -> Turn {
        match self.0.get() & TURN_BITS {
            1 => Turn::Max,
            2 => Turn::Min,
            _ => Turn::Random,
        }
    }

    fn is_freed(self) -> bool {
        self.0.get() & FREED_BIT != 0
    }

    /// Children made; of a freed node, those that it had.
    fn count(self) -> u16 {
        self.0.get() >> FORM_SHIFT
    }

    fn count_one_more(&mut self) {
        if self.is_freed() {
            // It starts afresh.
            *self = Meta::new(self.turn(), self.0.get() & FORCED_BIT != 0);
        }
        debug_assert!(self.count() < MOST_MOVES, "more moves made than a node can count");
        self.0 = self.0.saturating_add(1 << FORM_SHIFT);
    }
}

impl Node {
    /// A position in which no move was made yet. The estimate of the first one is the mover's
    /// chance (Max's at a random turn).
    pub fn leaf(
        mv: MoveCode,
        turn: Turn,
        forced: bool,
        value: Value,
        chances: LeafChances,
    ) -> Node {
        let LeafChances { alpha, beta } = chances;
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
        let nobody =
            LeafChances { alpha: Chance::none(Player::Max), beta: Chance::none(Player::Min) };
        Node { next: Node::no_next(turn), ..Node::leaf(mv, turn, false, value, nobody) }
    }

    /// Takes the numbers of this leaf, at its own place in the tree.
    pub(super) fn become_leaf(&mut self, leaf: Node) {
        *self = Node { next_sibling: self.next_sibling, effort: self.effort, ..leaf };
    }

    /// The `next` of a node whose moves were all made.
    pub fn no_next(turn: Turn) -> Chance {
        Chance::none(turn.player().unwrap_or(Player::Max))
    }

    /// The node without its links. The number of children of a searched node is not in it.
    pub(super) fn parts(&self, form: NodeForm, children: u16) -> NodeParts {
        let (made, searched) = match form {
            NodeForm::Explored => (self.meta.count(), Searched::default()),
            NodeForm::Searched => (children, self.searched()),
        };
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
            next_capped: self.is_next_capped(),
            made,
            searched,
        }
    }

    /// A node of these parts, with `made` children still to be linked.
    pub(super) fn unlinked(parts: NodeParts, form: NodeForm) -> Node {
        let mut meta = Meta::new(parts.turn, parts.forced);
        if parts.freed {
            meta.0 |= FREED_BIT;
        }
        if parts.next_capped {
            meta.0 |= CAPPED_BIT;
        }
        meta.0 |= match form {
            NodeForm::Explored => parts.made.min(MADE_BITS),
            NodeForm::Searched => parts.searched.to_bits(),
        } << FORM_SHIFT;
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

    /// Whether `next` is less than the model's estimate, because more was known about this node
    /// when it was freed: no later move promises more.
    pub fn is_next_capped(&self) -> bool {
        self.meta.0.get() & CAPPED_BIT != 0
    }

    /// Sets the estimate of the next move, `capped` or as the model has it.
    pub fn set_next(&mut self, next: Chance, capped: bool) {
        self.next = next;
        if capped {
            self.meta.0 |= CAPPED_BIT;
        } else if let Some(meta) = NonZeroU16::new(self.meta.0.get() & !CAPPED_BIT) {
            self.meta.0 = meta;
        }
    }

    /// How many moves were made: the index of the next one in the node's order. Of an explored
    /// node; [`Tree::made`](super::Tree::made) tells it of any.
    pub fn made(&self) -> u16 {
        if self.is_freed() { 0 } else { self.meta.count() }
    }

    /// What a search of the position found. Of a searched node; [`Tree::searched`](super::Tree::searched)
    /// tells it of any.
    pub fn searched(&self) -> Searched {
        Searched::from_bits(self.meta.count())
    }

    /// Sets what a search of the position found. Of a searched node.
    pub fn set_searched(&mut self, searched: Searched) {
        let rest = self.meta.0.get() & ((1 << FORM_SHIFT) - 1);
        // The turn is never zero.
        if let Some(meta) = NonZeroU16::new(rest | searched.to_bits() << FORM_SHIFT) {
            self.meta.0 = meta;
        }
    }

    /// How many moves a freed node had made; none in any other. Of an explored node.
    pub fn made_before(&self) -> u16 {
        if self.is_freed() { self.meta.count() } else { 0 }
    }

    /// Whether this node had children that were freed to make room: what was learned from them
    /// stays in its numbers.
    pub fn is_freed(&self) -> bool {
        self.meta.is_freed()
    }

    /// Whether no move was made yet although there is one.
    pub fn is_leaf(&self) -> bool {
        self.first_child.is_none() && self.next.exists()
    }

    /// Whether the game is over here.
    pub fn is_finished(&self) -> bool {
        self.first_child.is_none() && !self.next.exists() && !self.is_freed()
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

    /// The value as reports give it: a win only where it is proven. Trees of older programs hold
    /// others.
    pub fn reported_value(&self) -> Value {
        if self.is_decided() { self.value } else { self.value.unproven() }
    }

    /// The chance that a player has here.
    pub fn chance(&self, of: Player) -> Chance {
        match of {
            Player::Max => self.alpha,
            Player::Min => self.beta,
        }
    }

    /// A searched node whose children are gone, and of which it is certain who wins: that is kept.
    /// A chance of a faster win stays until the node is visited for it
    /// ([`Node::give_up_chances`]).
    pub(super) fn forget_proof(&mut self) {
        self.first_child = None;
        self.meta.0 |= FREED_BIT;
        self.next = Node::no_next(self.turn());
    }

    /// Whether only the outcome is known about this node, and the moves that prove it were freed.
    pub fn is_forgotten_proof(&self) -> bool {
        self.is_freed() && !self.next.exists()
    }

    /// No faster win is looked for where the moves that prove one were freed.
    pub fn give_up_chances(&mut self) {
        (self.alpha, self.beta) = (Chance::none(Player::Max), Chance::none(Player::Min));
    }

    /// A searched node whose children are gone: a leaf that keeps its value and its chances, and
    /// counts as searched this deep. `chances` are those that such a leaf would have, for a mover
    /// who had none.
    pub(super) fn become_searched_leaf(&mut self, plies: u8, chances: LeafChances) {
        self.first_child = None;
        self.meta.0 |= FREED_BIT;
        self.set_searched(Searched { plies, ..self.searched() });
        let mover = self.turn().player().unwrap_or(Player::Max);
        let own = self.chance(mover);
        let formal = if mover == Player::Max { chances.alpha } else { chances.beta };
        self.next = if own.exists() { own } else { formal };
    }

    /// A searched node that was freed grows again.
    pub(super) fn grow_again(&mut self) {
        // The turn is never zero.
        if let Some(meta) = NonZeroU16::new(self.meta.0.get() & !FREED_BIT) {
            self.meta.0 = meta;
        }
    }

    /// Takes in what a search of this leaf found. Of a searched node.
    pub fn set_leaf(&mut self, value: Value, searched: Searched, chances: LeafChances) {
        let leaf = Node::leaf(self.mv, self.turn(), self.forced(), value, chances);
        let links = (self.first_child, self.next_sibling, self.effort);
        *self = leaf;
        (self.first_child, self.next_sibling, self.effort) = links;
        self.set_searched(searched);
    }

    /// The node after its children were freed. The estimate of its next move is that of a leaf of
    /// its value, whose chances are these; there is none where nobody has a chance left.
    pub(super) fn forget_children(&mut self, chances: LeafChances) {
        self.first_child = None;
        self.meta.0 |= FREED_BIT;
        let leaf = Node::leaf(self.mv, self.turn(), self.forced(), self.value, chances);
        self.set_next(self.next_of_freed(leaf.next), false);
    }

    /// The estimate of the next move of a freed node; `formal` is that of a leaf of its value.
    /// Where it remembers a win or a loss, which says nothing about moves, it is what the mover can
    /// hope for at all, or what the opponent fears if that is nothing.
    fn next_of_freed(&self, formal: Chance) -> Chance {
        let mover = self.turn().player().unwrap_or(Player::Max);
        let (own, others) = (self.chance(mover), self.chance(mover.opponent()));
        match self.value.evaluation() {
            _ if self.is_proven() => Node::no_next(self.turn()),
            Some(_) => formal,
            None if own.exists() => own,
            None => others,
        }
    }

    /// Takes in that a leaf is remembered to be won or lost. What both players hoped for at first
    /// sight stays: it counts as freed.
    pub fn remember_win(&mut self, value: Value) {
        self.value = value;
        self.meta.0 |= FREED_BIT;
        self.next = self.next_of_freed(self.next);
    }

    /// Takes in that a player's chance in a leaf is known to be no more than this, in that
    /// player's own view; `f32::NEG_INFINITY` if there is none. Its chances do not follow from
    /// its value any more then: it counts as freed.
    pub fn cap_chance(&mut self, player: Player, most: f32) {
        if self.chance(player).for_player(player) <= most {
            return;
        }
        let chance = Chance::from_player(player, most);
        match player {
            Player::Max => self.alpha = chance,
            Player::Min => self.beta = chance,
        }
        self.meta.0 |= FREED_BIT;
        self.next = self.next_of_freed(self.next);
    }

    pub(super) fn count_child(&mut self) {
        self.meta.count_one_more();
    }
}
