//! Values and chances: the two kinds of number that the search works with.
//!
//! Both are in centipawns, always from the point of view of the same player, Max (White in chess).
//! They are never negated from ply to ply. A [`Value`] says what a position is worth; a [`Chance`]
//! says what one of the players may still reach by moves that have not been tried yet.
//!
//! The range of values is divided, from the greatest down:
//!
//! | range | meaning |
//! |---|---|
//! | [`Value::WIN`] | Max has won; the game is over |
//! | down to [`Value::WIN_BAND`] | Max wins in `WIN - value` plies |
//! | [`Value::EVAL_LIMIT`] and 1,000 below | won as far as was searched, but nothing is proven |
//! | down to the same for Min | an evaluation |
//! | `-WIN_BAND` down to `-WIN` | Min wins, likewise |
//!
//! ```
//! use shans_search::value::{Chance, Player, Value};
//!
//! let better = Value::centipawns(31.0);
//! assert_eq!(better.for_player(Player::Min), -31.0);
//!
//! let mate = Value::win_in(Player::Max, 3);
//! assert!(mate > better && mate < Value::win_in(Player::Max, 1));
//! assert_eq!(mate.one_ply_up().win(), Some((Player::Max, 4)));
//!
//! let chance = Chance::from_player(Player::Min, 20.0);
//! assert_eq!(chance.against(Player::Min, better), 51.0);
//! ```

use ordered_float::OrderedFloat;
use serde::{Deserialize, Serialize};

/// One of the two sides of a game. Partners share a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who wants the value to be great; the alpha player.
    Max,
    /// The player who wants the value to be small; the beta player.
    Min,
}

impl Player {
    /// The other side.
    pub fn opponent(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }

    /// `1` for Max and `-1` for Min: the factor that turns a number from Max's point of view into
    /// one from this player's view.
    pub fn sign(self) -> f32 {
        match self {
            Player::Max => 1.0,
            Player::Min => -1.0,
        }
    }
}

/// What a position is worth: centipawns from Max's point of view, or a win and its distance.
///
/// A win counts plies from the position that carries the value, not from the root, so a tree
/// can be re-rooted without touching its numbers; [`Value::one_ply_up`] translates between a
/// position and its parent. Equality and order are total.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(from = "f32", into = "f32")]
pub struct Value(OrderedFloat<f32>);

impl Value {
    /// The number for a game that Max has won.
    pub const WIN: f32 = 100_000.0;
    /// The longest distance of a win, in plies. Longer ones count as this.
    pub const MAX_PLIES: u16 = 4_000;
    /// A win this many plies away or more is one that endgame tables know: no mate is so far
    /// away in any tree.
    pub const TABLE_PLIES: u16 = 2_000;
    /// Values of at least this are wins for Max.
    pub const WIN_BAND: f32 = Value::WIN - Value::MAX_PLIES as f32;
    /// No evaluation is greater, so that none looks like a win.
    pub const EVAL_LIMIT: f32 = Value::WIN_BAND - 1.0;
    /// Wins that were seen and not proven are this much below [`Value::EVAL_LIMIT`] at most.
    const SEEN_BAND: f32 = 1_000.0;
    /// What a win counts for in arithmetic with evaluations ([`Value::in_centipawns`]).
    pub const WIN_WORTH: f32 = 20_000.0;
    /// Neither player is better.
    pub const DRAW: Value = Value(OrderedFloat(0.0));
    /// Below everything a position can be worth.
    pub const LEAST: Value = Value(OrderedFloat(f32::NEG_INFINITY));
    /// Above everything a position can be worth.
    pub const GREATEST: Value = Value(OrderedFloat(f32::INFINITY));

    /// An evaluation in centipawns, limited to [`Value::EVAL_LIMIT`] on both sides. NaN counts as
    /// zero.
    pub fn centipawns(cp: f32) -> Value {
        let cp = if cp.is_nan() { 0.0 } else { cp };
        Value(OrderedFloat(cp.clamp(-Value::EVAL_LIMIT, Value::EVAL_LIMIT)))
    }

    /// `winner` wins in this number of plies, at most [`Value::MAX_PLIES`].
    pub fn win_in(winner: Player, plies: u16) -> Value {
        let distance = f32::from(plies.min(Value::MAX_PLIES));
        Value(OrderedFloat(winner.sign() * (Value::WIN - distance)))
    }

    /// `winner` wins, as endgame tables know that tell no mate: in this number of plies the next
    /// move is made that cannot be taken back, after which the win continues. Any mate is better, and
    /// of two such wins the one with the nearer move.
    pub fn table_win(winner: Player, plies: u16) -> Value {
        Value::win_in(winner, Value::TABLE_PLIES.saturating_add(plies))
    }

    /// The plies of [`Value::table_win`], where the distance of a win is that of one.
    pub fn plies_of_table(distance: u16) -> Option<u16> {
        distance.checked_sub(Value::TABLE_PLIES)
    }

    /// Whether this is a win that rests on endgame tables, not on a mate.
    pub fn is_table_win(self) -> bool {
        self.win().is_some_and(|(_, distance)| distance >= Value::TABLE_PLIES)
    }

    /// The value with this number, as [`Value::raw`] gives it, limited to [`Value::WIN`] on both
    /// sides. NaN counts as zero.
    pub fn from_raw(raw: f32) -> Value {
        let raw = if raw.is_nan() { 0.0 } else { raw };
        Value(OrderedFloat(raw.clamp(-Value::WIN, Value::WIN)))
    }

    /// The number, from Max's point of view.
    pub fn raw(self) -> f32 {
        self.0.0
    }

    /// What the value counts for where it is added to others or taken from them, centipawns: an
    /// evaluation itself, a win, proven or only seen, [`Value::WIN_WORTH`], and nothing more than
    /// that. The numbers of wins are made to be compared: as centipawns they would outweigh all else.
    pub fn in_centipawns(self) -> f32 {
        self.raw().clamp(-Value::WIN_WORTH, Value::WIN_WORTH)
    }

    /// The centipawns of an evaluation; `None` for a win, proven or only seen.
    pub fn evaluation(self) -> Option<f32> {
        let is_evaluation = self.win().is_none() && !self.is_seen_win() && self.0.is_finite();
        is_evaluation.then_some(self.raw())
    }

    /// The number from a player's view: greater is better for that player.
    pub fn for_player(self, player: Player) -> f32 {
        player.sign() * self.0.0
    }

    /// The winner and the distance in plies; `None` if this is an evaluation.
    pub fn win(self) -> Option<(Player, u16)> {
        let winner = if self.0.0 > 0.0 { Player::Max } else { Player::Min };
        let distance = Value::WIN - self.0.0.abs();
        // LEAST and GREATEST are not wins.
        let is_win = self.0.is_finite() && distance <= f32::from(Value::MAX_PLIES);
        is_win.then_some((winner, distance.max(0.0) as u16))
    }

    /// This value where nothing is proven: a win becomes the greatest evaluation of its winner,
    /// since a better defence may be among the moves that have not been tried yet.
    pub fn unproven(self) -> Value {
        match self.win() {
            Some((winner, _)) => Value::centipawns(winner.sign() * Value::EVAL_LIMIT),
            None => self,
        }
    }

    /// The evaluation of a win that was seen this many plies away, from a fixed position, and is
    /// not proven: among such wins the nearest is the best. Those of 1,000 plies and more are equal.
    pub fn seen_win(winner: Player, plies: u16) -> Value {
        let distance = f32::from(plies).min(Value::SEEN_BAND);
        Value::centipawns(winner.sign() * (Value::EVAL_LIMIT - distance))
    }

    /// Whether this is the evaluation of a win that is not proven ([`Value::unproven`],
    /// [`Value::seen_win`]).
    pub fn is_seen_win(self) -> bool {
        let least = Value::EVAL_LIMIT - Value::SEEN_BAND;
        self.win().is_none() && self.0.abs() >= least && self.0.is_finite()
    }

    /// The winner of a win that is not proven, and the plies after which it was seen; `None` where that is not known.
    pub fn seen_in(self) -> Option<(Player, u16)> {
        let winner = if self.0.0 > 0.0 { Player::Max } else { Player::Min };
        let plies = Value::EVAL_LIMIT - self.0.abs();
        let is_known = self.is_seen_win() && (1.0..Value::SEEN_BAND).contains(&plies);
        is_known.then_some((winner, plies as u16))
    }

    /// This value where it is not known from where a win that is only seen was counted: it is the least of them.
    #[must_use]
    pub fn without_seen_distance(self) -> Value {
        match self.is_seen_win() {
            true => Value::centipawns(self.0.signum() * (Value::EVAL_LIMIT - Value::SEEN_BAND)),
            false => self,
        }
    }

    /// This value where nothing is proven, but the line to a win is known: it is seen as far away.
    #[must_use]
    pub fn as_seen(self) -> Value {
        self.win().map_or(self, |(winner, plies)| Value::seen_win(winner, plies))
    }

    /// A value as it is told, seen from `plies` earlier in the game: a win is farther away there, also one that is only seen
    /// and was counted from the position.
    #[must_use]
    pub fn told_from(self, plies: u16) -> Value {
        match self.seen_in() {
            Some((winner, seen)) => Value::seen_win(winner, seen.saturating_add(plies)),
            None => self.shifted(plies),
        }
    }

    /// The same value seen from the parent: a win is one ply farther away there.
    pub fn one_ply_up(self) -> Value {
        self.shifted(1)
    }

    /// The same value seen from `plies` earlier in the game: a win is farther away there, but never
    /// farther than [`Value::MAX_PLIES`].
    pub fn shifted(self, plies: u16) -> Value {
        match self.win() {
            Some((winner, distance)) => Value::win_in(winner, distance.saturating_add(plies)),
            None => self,
        }
    }

    /// The same value seen from `plies` later in the game: a win is nearer there.
    pub fn unshifted(self, plies: u16) -> Value {
        match self.win() {
            Some((winner, distance)) => Value::win_in(winner, distance.saturating_sub(plies)),
            None => self,
        }
    }
}

impl From<f32> for Value {
    /// [`Value::from_raw`], and beyond all values the two that nothing reaches.
    fn from(raw: f32) -> Value {
        match raw {
            f32::INFINITY => Value::GREATEST,
            f32::NEG_INFINITY => Value::LEAST,
            _ => Value::from_raw(raw),
        }
    }
}

impl From<Value> for f32 {
    /// [`Value::raw`].
    fn from(value: Value) -> f32 {
        value.raw()
    }
}

/// The weighted mean of values: what a random turn is worth.
///
/// If every outcome is a win of the same player, so is the mean, at the mean distance; it is only
/// seen if one of them is. Any other mean is an evaluation, to which wins contribute what they are
/// worth ([`Value::in_centipawns`]).
///
/// ```
/// use shans_search::value::{Mean, Player, Value};
///
/// let mut mean = Mean::default();
/// mean.add(Value::centipawns(300.0), 1.0);
/// mean.add(Value::centipawns(-100.0), 3.0);
/// assert_eq!(mean.value(), Some(Value::DRAW));
///
/// // A mean is a win only if every outcome is one.
/// let mut certain = Mean::default();
/// certain.add(Value::win_in(Player::Max, 2), 1.0);
/// certain.add(Value::win_in(Player::Max, 4), 1.0);
/// assert_eq!(certain.value(), Some(Value::win_in(Player::Max, 3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Mean {
    odds: f64,
    numbers: f64,
    centipawns: f64,
    winner: Option<Player>,
    is_mixed: bool,
    is_only_seen: bool,
}

impl Mean {
    /// Adds an outcome with its weight, which must be greater than zero.
    pub fn add(&mut self, value: Value, odds: f64) {
        let ahead = if value.raw() > 0.0 { Player::Max } else { Player::Min };
        let winner = value.evaluation().is_none().then_some(ahead);
        self.is_mixed |= winner.is_none() || (self.odds > 0.0 && self.winner != winner);
        self.is_only_seen |= value.is_seen_win();
        self.winner = winner;
        self.odds += odds;
        self.numbers += odds * f64::from(value.raw());
        self.centipawns += odds * f64::from(value.in_centipawns());
    }

    /// The sum of the weights.
    pub fn odds(&self) -> f64 {
        self.odds
    }

    /// The mean; `None` without outcomes.
    pub fn value(&self) -> Option<Value> {
        let mean = |sum: f64| (sum / self.odds) as f32;
        match () {
            () if self.odds <= 0.0 => None,
            () if self.is_mixed => Some(Value::centipawns(mean(self.centipawns))),
            () if self.is_only_seen => Some(Value::centipawns(mean(self.numbers))),
            () => Some(Value::from_raw(mean(self.numbers))),
        }
    }
}

/// What a player may still reach by moves that have not been tried yet: centipawns from Max's
/// view, on the scale of [`Value`], less a price for every ply on the way there. Or no chance at
/// all, if nothing that is left to try can change the value in favour of that player.
///
/// A great alpha-chance is good for Max; a small beta-chance is good for Min.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chance(OrderedFloat<f32>);

impl Chance {
    /// No chance left for player `of`.
    pub fn none(of: Player) -> Chance {
        Chance(OrderedFloat(of.sign() * f32::NEG_INFINITY))
    }

    /// A chance in centipawns, from Max's point of view.
    pub fn centipawns(cp: f32) -> Chance {
        Chance(OrderedFloat(cp))
    }

    /// Whether any chance is left.
    pub fn exists(self) -> bool {
        self.0.is_finite()
    }

    /// The number, from Max's point of view; infinite if no chance is left.
    pub fn raw(self) -> f32 {
        self.0.0
    }

    /// The number from the point of view of the player whose chance it is: greater is better for
    /// that player, and `f32::NEG_INFINITY` is not a chance.
    pub fn for_player(self, player: Player) -> f32 {
        player.sign() * self.0.0
    }

    /// The chance of player `of`, in centipawns from that player's view.
    pub fn from_player(of: Player, own_view: f32) -> Chance {
        Chance(OrderedFloat(of.sign() * own_view))
    }

    /// How much better than `value` this chance is for player `of`, in centipawns, a win counting for
    /// [`Value::WIN_WORTH`]; negative if it is worse, `f32::NEG_INFINITY` if no chance is left.
    pub fn against(self, of: Player, value: Value) -> f32 {
        match self.exists() {
            true => self.for_player(of) - of.sign() * value.in_centipawns(),
            false => f32::NEG_INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_do_not_overlap() {
        assert!(Value::centipawns(1e9) < Value::win_in(Player::Max, Value::MAX_PLIES));
        assert!(Value::centipawns(-1e9) > Value::win_in(Player::Min, Value::MAX_PLIES));
        assert_eq!(Value::centipawns(1e9).win(), None);
        assert_eq!(Value::centipawns(f32::NAN), Value::DRAW);
    }

    #[test]
    fn wins_count_plies_both_ways() {
        let mate = Value::win_in(Player::Min, 4);
        assert_eq!(mate.win(), Some((Player::Min, 4)));
        assert_eq!(mate.one_ply_up().win(), Some((Player::Min, 5)));
        assert_eq!(mate.shifted(7).unshifted(7), mate);
        assert_eq!(Value::centipawns(31.0).one_ply_up(), Value::centipawns(31.0));
        let longest = Value::win_in(Player::Max, u16::MAX);
        assert_eq!(longest.one_ply_up(), longest);
        for bound in [Value::LEAST, Value::GREATEST] {
            assert_eq!((bound.win(), bound.shifted(3)), (None, bound));
        }
    }

    #[test]
    fn an_unproven_win_is_an_evaluation() {
        for player in [Player::Max, Player::Min] {
            let unproven = Value::win_in(player, 3).unproven();
            assert!(unproven.win().is_none() && unproven.is_seen_win());
            assert_eq!(unproven.one_ply_up(), unproven);
            assert!(unproven.for_player(player) < Value::win_in(player, 4_000).for_player(player));
        }
        for player in [Player::Max, Player::Min] {
            let seen = |plies| Value::seen_win(player, plies);
            assert!(seen(3).for_player(player) > seen(5).for_player(player));
            assert!(seen(3).is_seen_win() && seen(u16::MAX).is_seen_win());
            assert!(seen(0).for_player(player) < Value::win_in(player, 4_000).for_player(player));
        }
        assert!(!Value::centipawns(900.0).is_seen_win() && !Value::GREATEST.is_seen_win());
        for player in [Player::Max, Player::Min] {
            let seen = Value::seen_win(player, 9);
            assert_eq!(
                (seen.seen_in(), seen.told_from(2).seen_in()),
                (Some((player, 9)), Some((player, 11)))
            );
            assert_eq!(Value::win_in(player, 9).as_seen(), seen);
            assert!(seen.for_player(player) > seen.without_seen_distance().for_player(player));
            assert!(seen.without_seen_distance().is_seen_win());
            assert_eq!(seen.without_seen_distance().told_from(2).seen_in(), None);
            assert_eq!(Value::win_in(player, 9).told_from(2).win(), Some((player, 11)));
        }
    }

    #[test]
    fn a_win_of_tables_is_less_than_any_mate() {
        for player in [Player::Max, Player::Min] {
            let own = |value: Value| value.for_player(player);
            let (near, far) = (Value::table_win(player, 0), Value::table_win(player, 7));
            assert!(own(near) > own(far) && own(far) > own(near.unproven()));
            assert!(own(Value::win_in(player, Value::TABLE_PLIES - 1)) > own(near));
            assert_eq!(far.win(), Some((player, Value::TABLE_PLIES + 7)));
            assert_eq!(far.one_ply_up(), Value::table_win(player, 8));
            assert_eq!(far.win().and_then(|(_, plies)| Value::plies_of_table(plies)), Some(7));
            assert!(near.is_table_win() && !Value::win_in(player, 300).is_table_win());
        }
        assert_eq!(Value::plies_of_table(31), None);
        assert!(!Value::DRAW.is_table_win() && !Value::GREATEST.is_table_win());
    }

    #[test]
    fn a_faster_win_is_better_for_its_winner() {
        assert!(Value::win_in(Player::Max, 1) > Value::win_in(Player::Max, 3));
        assert!(Value::win_in(Player::Min, 1) < Value::win_in(Player::Min, 3));
    }

    #[test]
    fn a_mean_is_a_win_only_where_all_outcomes_are() {
        let mean = |outcomes: &[(Value, f64)]| {
            let mut mean = Mean::default();
            outcomes.iter().for_each(|&(value, odds)| mean.add(value, odds));
            mean.value()
        };
        let (win, loss) = (Value::win_in(Player::Max, 2), Value::win_in(Player::Min, 2));
        assert_eq!(mean(&[]), None);
        assert_eq!(
            mean(&[(Value::centipawns(8.0), 3.0), (Value::DRAW, 1.0)]).map(Value::raw),
            Some(6.0)
        );
        assert_eq!(
            mean(&[(win, 1.0), (Value::win_in(Player::Max, 4), 1.0)]).and_then(Value::win),
            Some((Player::Max, 3))
        );
        for (other, expected) in [(loss, 19_960.0), (Value::DRAW, 19_980.0)] {
            for outcomes in [[(win, 999.0), (other, 1.0)], [(other, 1.0), (win, 999.0)]] {
                assert_eq!(mean(&outcomes), Some(Value::centipawns(expected)));
            }
        }
        let seen = Value::seen_win(Player::Max, 4);
        for outcomes in [[(win, 1.0), (seen, 3.0)], [(seen, 3.0), (win, 1.0)]] {
            assert!(mean(&outcomes).is_some_and(Value::is_seen_win));
        }
    }

    #[test]
    fn a_win_counts_for_the_same_whatever_its_number() {
        for player in [Player::Max, Player::Min] {
            let wins = [0, 3, 4_000].map(|plies| Value::win_in(player, plies));
            let seen = [0, 3, 4_000].map(|plies| Value::seen_win(player, plies));
            for win in wins.into_iter().chain(seen).chain([wins[0].unproven()]) {
                assert_eq!(win.evaluation(), None);
                assert_eq!(win.in_centipawns(), player.sign() * Value::WIN_WORTH);
            }
        }
        let value = Value::centipawns(-31.0);
        assert_eq!((value.evaluation(), value.in_centipawns()), (Some(-31.0), -31.0));
        assert_eq!((Value::LEAST.evaluation(), Value::GREATEST.evaluation()), (None, None));
    }

    #[test]
    fn no_chance_is_worse_than_any() {
        for player in [Player::Max, Player::Min] {
            let none = Chance::none(player);
            let poor = Chance::from_player(player, -1e9);
            assert!(!none.exists() && poor.exists());
            assert!(none.for_player(player) < poor.for_player(player));
            assert_eq!(none.against(player, Value::DRAW), f32::NEG_INFINITY);
        }
    }
}
