//! What a player does, whatever the tree thinks of it: how often moves are played in games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::MoveCode;
use crate::sorting::falling;
use crate::value::Player;

/// A move that a player makes now and then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Habit {
    /// The move.
    pub mv: MoveCode,
    /// How often it is played in its position, from 0 to 1.
    pub share: f32,
    /// The games that say so; none where the share is not counted.
    pub games: u32,
    /// Those of them that Max has won.
    pub max_won: u32,
    /// Those of them that were drawn.
    pub drawn: u32,
}

impl Habit {
    /// The points that a player made in these games on average, from 0 to 1, a draw being half a point; `None` without a
    /// game.
    pub fn points(self, player: Player) -> Option<f64> {
        let games = (self.games > 0).then_some(f64::from(self.games))?;
        let max = (f64::from(self.max_won) + f64::from(self.drawn) / 2.0) / games;
        Some(if player == Player::Max { max } else { 1.0 - max })
    }
}

/// What one of the players does in some positions, by their keys. The search does not read it: it is kept with the tree,
/// so that [`InPractice`](crate::inspect::InPractice) can tell what the tree is worth against such a player.
///
/// ```
/// use shans_search::game::MoveCode;
/// use shans_search::search::{Habit, Habits};
/// use shans_search::value::Player;
///
/// let often = Habit { mv: MoveCode(7), share: 0.75, games: 4, max_won: 2, drawn: 1 };
/// let mut habits = Habits::of(Player::Min);
/// habits.insert(1, vec![often]);
/// assert_eq!(habits.at(1)[0].points(Player::Min), Some(0.375));
/// assert!(habits.at(2).is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    player: Player,
    positions: BTreeMap<u64, Vec<Habit>>,
}

impl Default for Habits {
    fn default() -> Habits {
        Habits::of(Player::Min)
    }
}

impl Habits {
    /// The most positions.
    pub const MOST: usize = 1 << 16;
    /// The most moves of a position: those that are played most often.
    pub const MOST_MOVES: usize = 64;

    /// Nothing is known of this player yet.
    pub fn of(player: Player) -> Habits {
        Habits { player, positions: BTreeMap::new() }
    }

    /// Whose they are.
    pub fn player(&self) -> Player {
        self.player
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves that are played in the position of this key, the most frequent one first.
    pub fn at(&self, key: u64) -> &[Habit] {
        self.positions.get(&key).map_or(&[], Vec::as_slice)
    }

    /// All positions, by their keys, and what is played there.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = (u64, &[Habit])> {
        self.positions.iter().map(|(&key, habits)| (key, habits.as_slice()))
    }

    /// Keeps this of a position, in place of what was known. Moves that are never played, and those beyond the bounds, are
    /// left out.
    pub fn insert(&mut self, key: u64, mut habits: Vec<Habit>) {
        habits.retain(|habit| habit.share > 0.0 && habit.share <= 1.0);
        habits.sort_by_cached_key(|habit| falling(habit.share));
        habits.truncate(Habits::MOST_MOVES);
        let has_room = self.positions.len() < Habits::MOST || self.positions.contains_key(&key);
        if has_room && !habits.is_empty() {
            self.positions.insert(key, habits);
        }
    }

    /// Adds what another tree knows of the same player: of a position that both know, what rests on more games. Of another
    /// player nothing is taken, but where nothing is known.
    pub fn take_in(&mut self, other: &Habits) {
        if self.is_empty() {
            *self = other.clone();
        }
        if self.player != other.player {
            return;
        }
        let games = |habits: &[Habit]| habits.iter().map(|habit| u64::from(habit.games)).sum();
        for (key, habits) in other.positions() {
            let (known, new): (u64, u64) = (games(self.at(key)), games(habits));
            if new > known || self.at(key).is_empty() {
                self.insert(key, habits.to_vec());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn habit(code: u16, share: f32, games: u32) -> Habit {
        Habit { mv: MoveCode(code), share, games, ..Habit::default() }
    }

    fn moves(habits: &Habits, key: u64) -> Vec<u16> {
        habits.at(key).iter().map(|habit| habit.mv.0).collect()
    }

    #[test]
    fn the_most_frequent_moves_come_first_and_others_are_left_out() {
        let mut habits = Habits::of(Player::Min);
        habits.insert(1, vec![habit(1, 0.2, 2), habit(2, 0.7, 7), habit(3, 0.0, 0)]);
        habits.insert(2, vec![habit(4, f32::NAN, 1), habit(5, 1.5, 1)]);
        assert_eq!((moves(&habits, 1), habits.positions().len()), (vec![2, 1], 1));
        let many = (0..100).map(|code| habit(code, 1.0 / (2.0 + f32::from(code)), 1));
        habits.insert(3, many.collect());
        assert_eq!(moves(&habits, 3), (0..Habits::MOST_MOVES as u16).collect::<Vec<_>>());
    }

    #[test]
    fn of_two_trees_what_rests_on_more_games_is_kept() {
        let with = |key, code, games| {
            let mut habits = Habits::of(Player::Min);
            habits.insert(key, vec![habit(code, 1.0, games)]);
            habits
        };
        let mut few = with(1, 1, 3);
        few.take_in(&with(1, 2, 4));
        assert_eq!(moves(&few, 1), [2]);
        few.take_in(&with(1, 3, 4));
        few.take_in(&with(2, 4, 0));
        assert_eq!((moves(&few, 1), moves(&few, 2)), (vec![2], vec![4]));
        let mut white = Habits::of(Player::Max);
        white.insert(1, vec![habit(9, 1.0, 1)]);
        few.take_in(&white);
        assert_eq!(moves(&few, 1), [2], "another player");
        let mut nothing = Habits::default();
        nothing.take_in(&few);
        assert_eq!(nothing, few);
    }
}
