//! One explored position.

use std::fmt;
use std::num::NonZeroU16;

use super::node_id::NodeId;
use crate::game::{MOST_MOVES, MoveCode, Turn};
use crate::value::{Chance, Player, Value};

/// A position that was reached by making a move. There is no node for a move not made yet.
///
/// ```text
///  0       4       8       12      16      20      24      28   30   32 bytes
///  | value | alpha | beta  | next  | first | next  | effort| mv |meta|
///  |       | chance| chance| move's| child | sib-  | (low) |    |    |
///  |       |       |       | est.  |       | ling  |       |    |    |
/// ```
///
/// `meta` is never zero, which gives the slab the niche it needs to stay at 32 bytes a slot. All
/// numbers are centipawns from Max's point of view.
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
    /// The low word of [`Tree::effort`](super::Tree::effort).
    pub(super) effort: u32,
    /// The move that led here; its meaning depends on the parent's position.
    pub mv: MoveCode,
    /// Bits 0-1: turn, never zero. Bit 2: forced. Bit 3: freed. Bit 4: `next` is capped. Bits 5-15: how often
    /// the nodes for a search of the moves that were not made were doubled; where leaves are valued at first sight, how
    /// many moves a freed node had made.
    meta: NonZeroU16,
}

/// Both players' chances in a position where no move was made yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafChances {
    /// Max's chance.
    pub alpha: Chance,
    /// Min's chance.
    pub beta: Chance,
}

/// A node taken out of its tree: what a tree file keeps of it.
#[derive(Clone, Copy, PartialEq)]
pub struct NodeParts {
    /// The node, without its links and its effort.
    pub node: Node,
    /// See [`Tree::effort`](super::Tree::effort).
    pub effort: u64,
    /// The children that it has.
    pub made: u16,
}

/// Merging orders trees by this text, and it is what tests know of trees: no links.
impl fmt::Debug for NodeParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NodeParts { node, effort, made } = self;
        let Node { value, alpha, beta, next, mv, .. } = node;
        let (turn, forced, freed) = (node.turn(), node.forced(), node.is_freed());
        let (next_capped, work) = (node.is_next_capped(), node.work());
        write!(f, "NodeParts {{ value: {value:?}, alpha: {alpha:?}, beta: {beta:?}, ")?;
        write!(f, "next: {next:?}, effort: {effort}, mv: {mv:?}, turn: {turn:?}, ")?;
        write!(f, "forced: {forced}, freed: {freed}, next_capped: {next_capped}, ")?;
        write!(f, "made: {made}, work: {work} }}")
    }
}

impl NodeParts {
    /// No node remembers more doublings, or moves.
    pub const MOST_WORK: u16 = 0x07ff;
}

/// A count of these words.
pub fn joined(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// The low word and the high one of a count.
pub fn parted(count: u64) -> (u32, u32) {
    (count as u32, (count >> 32) as u32)
}

const TURN_BITS: u16 = 0b11;
const FORCED_BIT: u16 = 0b100;
const FREED_BIT: u16 = 0b1000;
const CAPPED_BIT: u16 = 0b1_0000;
const FLAG_BITS: u16 = 0b1_1111;
/// Where the bits begin that remember doublings, or moves.
const WORK_SHIFT: u32 = 5;

const _: () = assert!(size_of::<Node>() == 32, "a node is 32 bytes");
const _: () = assert!(MOST_MOVES <= NodeParts::MOST_WORK, "a node can count its moves");
const _: () = assert!(size_of::<SlabEntry>() == 32, "a slot of the slab is 32 bytes");

/// What the slab keeps in a slot, rebuilt to be measured.
#[allow(dead_code)]
enum SlabEntry {
    Vacant(usize),
    Occupied(Node),
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
        let meta = match turn {
            Turn::Max => NonZeroU16::MIN,
            Turn::Min => NonZeroU16::MIN.saturating_add(1),
            Turn::Random => NonZeroU16::MIN.saturating_add(2),
        };
        Node {
            value,
            alpha,
            beta,
            next: if turn == Turn::Min { beta } else { alpha },
            first_child: None,
            next_sibling: None,
            effort: 1,
            mv,
            meta: if forced { meta | FORCED_BIT } else { meta },
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

    /// The node without its links, the number of its children, and its whole effort.
    pub(super) fn parts(&self, made: u16, effort: u64) -> NodeParts {
        let node = Node { first_child: None, next_sibling: None, effort: 1, ..*self };
        NodeParts { node, effort, made }
    }

    /// A node of these [`Node::flags`] without numbers, which is to be given them; `None` if no side is to move.
    pub fn of_flags(flags: u16) -> Option<Node> {
        let flags = NonZeroU16::new(flags & FLAG_BITS).filter(|it| it.get() & TURN_BITS != 0)?;
        let empty = Node::finished(MoveCode::default(), Turn::Max, Value::DRAW);
        Some(Node { meta: flags, ..empty })
    }

    /// Who moves here, and whether it is forced, freed and its `next` is capped, as bits of tree files: there are five.
    pub fn flags(&self) -> u16 {
        self.meta.get() & FLAG_BITS
    }

    /// Who moves here.
    pub fn turn(&self) -> Turn {
        match self.meta.get() & TURN_BITS {
            1 => Turn::Max,
            2 => Turn::Min,
            _ => Turn::Random,
        }
    }

    /// Whether the move to be made here is forced, so that its ply costs almost nothing.
    pub fn forced(&self) -> bool {
        self.has(FORCED_BIT)
    }

    /// Whether `next` is less than the model's estimate, because more was known about this node
    /// when it was freed: no later move promises more.
    pub fn is_next_capped(&self) -> bool {
        self.has(CAPPED_BIT)
    }

    /// Sets the estimate of the next move, as the model has it.
    pub fn set_next(&mut self, next: Chance) {
        self.next = next;
        self.set(CAPPED_BIT, false);
    }

    /// Sets the estimate of the next move, lower than the model has it: see [`Node::is_next_capped`].
    pub fn set_capped_next(&mut self, next: Chance) {
        self.next = next;
        self.set(CAPPED_BIT, true);
    }

    fn has(&self, flag: u16) -> bool {
        self.meta.get() & flag != 0
    }

    fn set(&mut self, flag: u16, is_set: bool) {
        let others = self.meta.get() & !flag;
        self.set_meta(if is_set { others | flag } else { others });
    }

    /// The turn is never zero.
    fn set_meta(&mut self, bits: u16) {
        self.meta = NonZeroU16::new(bits).unwrap_or(self.meta);
    }

    /// See [`Node::doublings`] and [`Node::made_before`]: at most [`NodeParts::MOST_WORK`].
    pub fn work(&self) -> u16 {
        self.meta.get() >> WORK_SHIFT
    }

    /// Sets what is remembered of doublings, or moves.
    pub fn set_work(&mut self, work: u16) {
        self.set_meta(self.flags() | work.min(NodeParts::MOST_WORK) << WORK_SHIFT);
    }

    /// How often the nodes for the last search of the moves that were not made were doubled: 0 without a search.
    /// Of a leaf these are all its moves. Not where leaves are valued at first sight.
    pub fn doublings(&self) -> u8 {
        u8::try_from(self.work()).unwrap_or(u8::MAX)
    }

    /// Sets how often they were doubled.
    pub fn set_doublings(&mut self, doublings: u8) {
        self.set_work(doublings.into());
    }

    /// How many moves a freed node had made; none in any other. Where leaves are valued at first sight.
    pub fn made_before(&self) -> u16 {
        if self.is_freed() { self.work() } else { 0 }
    }

    /// Whether this node had children that were freed to make room: what was learned from them
    /// stays in its numbers.
    pub fn is_freed(&self) -> bool {
        self.has(FREED_BIT)
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

    /// A node whose children are gone, and of which it is certain who wins: that is kept. A chance of a
    /// faster win stays until the node is visited for it ([`Node::give_up_chances`]).
    pub fn forget_proof(&mut self) {
        self.first_child = None;
        self.set(FREED_BIT, true);
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

    /// A leaf whose moves are made now is no longer one that was freed.
    pub(super) fn grow_again(&mut self) {
        self.set(FREED_BIT, false);
    }

    /// Takes in what a search of this leaf found: its value, and the chances that follow from it and from how
    /// often the nodes for it were doubled.
    pub fn set_leaf(&mut self, value: Value, doublings: u8, chances: LeafChances) {
        let is_freed = self.is_freed();
        let leaf = Node::leaf(self.mv, self.turn(), self.forced(), value, chances);
        self.become_leaf(leaf);
        self.set_doublings(doublings);
        self.set(FREED_BIT, is_freed);
    }

    /// The node after its children were freed. The estimate of its next move is that of a leaf of
    /// its value, whose chances are these; there is none where nobody has a chance left.
    pub fn forget_children(&mut self, made: u16, chances: LeafChances) {
        self.first_child = None;
        self.set(FREED_BIT, true);
        self.set_work(made);
        let leaf = Node::leaf(self.mv, self.turn(), self.forced(), self.value, chances);
        self.set_next(self.next_of_freed(leaf.next));
    }

    /// The node after its children were freed, if leaves are searched: it counts as searched with these doublings, and
    /// the mover hopes for what could be hoped for below, or if that was nothing, for what a leaf would promise.
    pub fn forget_searched_children(&mut self, doublings: u8, formal: LeafChances) {
        self.first_child = None;
        self.set(FREED_BIT, true);
        self.set_work(doublings.into());
        let mover = self.turn().player().unwrap_or(Player::Max);
        let own = self.chance(mover);
        let formal = if mover == Player::Max { formal.alpha } else { formal.beta };
        self.set_next(if own.exists() { own } else { formal });
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
        self.set(FREED_BIT, true);
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
        self.set(FREED_BIT, true);
        self.next = self.next_of_freed(self.next);
    }
}
