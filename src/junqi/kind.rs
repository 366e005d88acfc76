//! The kinds of pieces, sets of them, and battles.

/// A kind of piece. Ranks are in the order of their strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The weakest rank: turns corners on the rails and removes mines.
    Engineer,
    /// Strength 2.
    Platoon,
    /// Strength 3.
    Company,
    /// Strength 4.
    Battalion,
    /// Strength 5.
    Regiment,
    /// Strength 6.
    Brigade,
    /// Strength 7.
    Division,
    /// Strength 8.
    General,
    /// The strongest rank; with its loss the seat's flag is shown.
    Marshal,
    /// Removes itself and whatever it meets.
    Bomb,
    /// Never moves; removes every attacker but engineers and bombs.
    Mine,
    /// Never moves; its capture puts the seat out.
    Flag,
}

/// What comes of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Battle {
    /// The attacker takes the defender's place.
    AttackerWins,
    /// The attacker is removed, the defender stays.
    DefenderWins,
    /// Both are removed.
    BothFall,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 12;
    /// All of them.
    pub const ALL: [Kind; 12] = [
        Kind::Engineer,
        Kind::Platoon,
        Kind::Company,
        Kind::Battalion,
        Kind::Regiment,
        Kind::Brigade,
        Kind::Division,
        Kind::General,
        Kind::Marshal,
        Kind::Bomb,
        Kind::Mine,
        Kind::Flag,
    ];

    /// Its place in [`Kind::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// How many of this kind a seat begins with.
    pub fn number(self) -> u8 {
        const NUMBERS: [u8; Kind::COUNT] = [3, 3, 3, 2, 2, 2, 2, 1, 1, 2, 3, 1];
        NUMBERS[self.index()]
    }

    /// The strength of a rank, from 1 to 9; `None` for the others.
    pub fn strength(self) -> Option<u8> {
        (self <= Kind::Marshal).then_some(self as u8 + 1)
    }

    /// How it is written: the strength of a rank, or the first letter.
    pub fn letter(self) -> char {
        const LETTERS: [char; Kind::COUNT] =
            ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'B', 'M', 'F'];
        LETTERS[self.index()]
    }

    /// The kind with this letter, small or capital.
    pub fn by_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// What comes of it if this piece attacks the other.
    pub fn attacks(self, defender: Kind) -> Battle {
        match (self, defender) {
            (Kind::Bomb, _) | (_, Kind::Bomb) => Battle::BothFall,
            (_, Kind::Flag) | (Kind::Engineer, Kind::Mine) => Battle::AttackerWins,
            (_, Kind::Mine) => Battle::DefenderWins,
            _ if self == defender => Battle::BothFall,
            _ if self > defender => Battle::AttackerWins,
            _ => Battle::DefenderWins,
        }
    }
}

/// A set of kinds: what a piece may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Kinds(u16);

impl Kinds {
    /// Every kind.
    pub const ANY: Kinds = Kinds(0xfff);
    /// Those that can move: all but mine and flag.
    pub const MOVING: Kinds = Kinds(0x3ff);
    /// No kind.
    pub const NONE: Kinds = Kinds(0);

    /// The set of this kind alone.
    pub const fn only(kind: Kind) -> Kinds {
        Kinds(1 << kind as u16)
    }

    /// The set with these bits, of which the first twelve count.
    pub(super) const fn from_bits(bits: u16) -> Kinds {
        Kinds(bits & 0xfff)
    }

    /// A bit for each kind.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The kind, where there is only one.
    pub fn single(self) -> Option<Kind> {
        let index = self.0.trailing_zeros() as usize;
        if self.0.count_ones() == 1 { Some(Kind::ALL[index]) } else { None }
    }

    /// Whether the kind is among them.
    pub fn contains(self, kind: Kind) -> bool {
        self.0 & Kinds::only(kind).0 != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in both sets.
    #[must_use]
    pub fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    /// Those in any of the sets.
    #[must_use]
    pub fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// All but this one.
    #[must_use]
    pub fn without(self, kind: Kind) -> Kinds {
        Kinds(self.0 & !Kinds::only(kind).0)
    }

    /// Them, the weakest rank first.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            Kind::ALL.get(index).copied()
        })
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Kinds {
        kinds.into_iter().fold(Kinds::NONE, |set, kind| set.or(Kinds::only(kind)))
    }
}

/// How many of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts([u8; Kind::COUNT]);

impl Counts {
    /// What a seat begins with.
    pub fn full() -> Counts {
        Counts(Kind::ALL.map(Kind::number))
    }

    /// How many of this kind.
    pub fn of(self, kind: Kind) -> u8 {
        self.0[kind.index()]
    }

    /// How many in all.
    pub fn total(self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// One more.
    pub fn add(&mut self, kind: Kind) {
        self.0[kind.index()] += 1;
    }

    /// One less; whether there was one.
    #[must_use]
    pub fn take(&mut self, kind: Kind) -> bool {
        let count = &mut self.0[kind.index()];
        let is_there = *count > 0;
        *count = count.saturating_sub(1);
        is_there
    }

    /// The kinds of which there is any.
    pub fn kinds(self) -> Kinds {
        Kind::ALL.into_iter().filter(|&kind| self.of(kind) > 0).collect()
    }

    /// Every piece, the weakest first.
    pub fn each(self) -> impl Iterator<Item = Kind> {
        Kind::ALL
            .into_iter()
            .flat_map(move |kind| std::iter::repeat_n(kind, usize::from(self.of(kind))))
    }

    /// A number that differs where any count does.
    pub(super) fn packed(self) -> u64 {
        self.0.iter().fold(0, |packed, &count| packed << 4 | u64::from(count))
    }
}
