//! How far a result was checked, on a scale that people know: plies.

use super::rules::ChanceRules;
use crate::value::{Chance, Player, Value};

/// How many plies deep everything was checked that a player could still try: everything but the
/// moves beyond these plies. A late move counts for more than one ply, a forced one for less, and
/// if leaves are searched the plies of their searches count, too. `None` if the player has nothing left to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PliesChecked {
    /// For Max.
    pub max: Option<u16>,
    /// For Min.
    pub min: Option<u16>,
}

impl PliesChecked {
    /// For this player.
    pub fn of(&self, player: Player) -> Option<u16> {
        match player {
            Player::Max => self.max,
            Player::Min => self.min,
        }
    }

    /// For the player for whom it is less; `None` if neither has anything left to try.
    pub fn least(&self) -> Option<u16> {
        self.max.into_iter().chain(self.min).min()
    }
}

impl ChanceRules {
    /// How deep everything was checked in a position of this value, in which the players have
    /// these chances: the gap of each chance over the price of a ply. A chance that lies where only
    /// lost positions do, while the value does not, is none: its owner has nothing left to try.
    pub fn plies_checked(&self, value: Value, alpha: Chance, beta: Chance) -> PliesChecked {
        // The chance of a leaf that was searched lies a ply beyond that search.
        let beyond = if self.model.leaf_search.is_some() { self.full_ply() } else { 0.0 };
        let plies = |of: Player, chance: Chance| {
            let gap = -self.gap(of, chance, value) - beyond;
            let is_lost = |own: f32| own <= -Value::WIN_WORTH;
            let is_hopeless =
                is_lost(chance.for_player(of)) && !is_lost(of.sign() * value.in_centipawns());
            // A cast saturates: a chance above the value was not checked at all.
            (chance.exists() && !is_hopeless).then(|| (gap / self.full_ply()) as u16)
        };
        PliesChecked { max: plies(Player::Max, alpha), min: plies(Player::Min, beta) }
    }

    /// This many plies as a distance between two chances, centipawns.
    pub fn of_plies(&self, plies: f32) -> f32 {
        plies * self.full_ply()
    }

    /// A distance between two chances, centipawns, as plies.
    pub fn as_plies(&self, distance: f32) -> f32 {
        distance / self.full_ply()
    }
}

#[cfg(test)]
mod tests {
    use super::super::ChanceModel;
    use super::*;
    use crate::tree::{Searched, TreeRules};

    fn rules() -> ChanceRules {
        ChanceRules::new(ChanceModel { ply: 400.0, ..ChanceModel::default() })
    }

    #[test]
    fn plies_are_gaps_over_the_price_of_a_ply() {
        let checked = |alpha: f32, beta: f32| {
            let (alpha, beta) = (Chance::centipawns(alpha), Chance::centipawns(beta));
            let checked = rules().plies_checked(Value::centipawns(100.0), alpha, beta);
            (checked.max, checked.min, checked.least())
        };
        assert_eq!(checked(-4212.0, 4485.0), (Some(10), Some(10), Some(10)));
        assert_eq!(checked(-300.0, 900.0), (Some(1), Some(2), Some(1)));
        assert_eq!(checked(700.0, -98_000.0), (Some(0), Some(0), Some(0)));
        // Nothing is left but lost positions, or nothing at all.
        assert_eq!(checked(-98_000.0, 500.0), (None, Some(1), Some(1)));
        assert_eq!(checked(f32::NEG_INFINITY, f32::INFINITY), (None, None, None));
    }

    #[test]
    fn a_searched_leaf_was_checked_as_deep_as_it_was_searched() {
        let rules = ChanceRules::new(ChanceModel::searching()).with_centre(0.0);
        for (plies, value) in [(0, 0.0), (6, 30.0), (9, -800.0)] {
            let value = Value::centipawns(value);
            let searched = Searched { plies, ..Searched::default() };
            let chances = rules.leaf_chances(false, value, searched);
            let checked = rules.plies_checked(value, chances.alpha, chances.beta);
            assert_eq!((checked.max, checked.min), (Some(plies.into()), Some(plies.into())));
        }
        assert_eq!(rules.as_plies(250.0), 2.5);
    }
}
