//! What stands out in a repertoire.

use std::collections::HashMap;

use shakmaty::Move;

use super::opponent::{ENOUGH_GAMES, MANY, Reply};
use super::place::{Own, Place};
use super::repertoire::Plan;
use crate::game::Game;
use crate::sorting::falling;
use crate::value::Value;

/// A move of one's own is named as one that loses where another one makes this many points more, and a position where it
/// is worth so much less than before: a twentieth of a game.
const LOSS: f64 = 0.05;
/// A move that [`MANY`] play and that gives away this many points is a trap for the opponent, and poisoned for oneself.
const MUCH: f64 = 0.1;
/// One stands badly with fewer points.
const BAD: f64 = 0.4;

/// A move of one's own lines that loses.
#[derive(Clone, Debug)]
pub struct Loss<'p> {
    /// Where it is played.
    pub place: &'p Place,
    /// The position behind it.
    pub answer: &'p Place,
    /// What is better, and what it is worth for White.
    pub better: (Move, Value),
}

/// A move that many choose although it gives points away: a trap where it is the opponent's, and poisoned where it is one's
/// own.
#[derive(Clone, Debug)]
pub struct Popular<'p> {
    /// Where it is played.
    pub place: &'p Place,
    /// The position behind it.
    pub behind: &'p Place,
    /// The share of games in which it was played there, from 0 to 1.
    pub share: f64,
}

/// A position of which the repertoire thinks otherwise than before.
#[derive(Clone, Debug)]
pub struct Changed<'p> {
    /// What it thought.
    pub before: &'p Place,
    /// What it thinks.
    pub now: &'p Place,
}

impl Plan {
    /// The moves of one's own lines that lose, those that games come to most often first.
    pub fn losses<'p>(&self, first: &'p Place) -> Vec<Loss<'p>> {
        let places = first.all().into_iter();
        most_first(places.filter_map(|place| self.loss_in(place)), |one| one.place)
    }

    /// The move of one's own lines that loses in a position, if it does.
    pub fn loss_in<'p>(&self, place: &'p Place) -> Option<Loss<'p>> {
        let (better, answer) = (place.better?, place.next.first()?);
        // By value: what is expected behind it counts moves of one's own further on, which may lose, too.
        let points = |value| self.points(&place.position, value, false);
        let loss = points(better.1)? - points(answer.value_of_move()?)?;
        (loss >= LOSS).then_some(Loss { place, answer, better })
    }

    /// Where one's own lines end although games go on: the first position of each line in which there is no move of
    /// one's own.
    pub fn gaps<'p>(&self, first: &'p Place) -> Vec<&'p Place> {
        if self.chosen.is_empty() {
            return Vec::new();
        }
        match self.is_own(&first.position) && self.has_none_chosen(first) {
            true => vec![first],
            false => first.next.iter().flat_map(|next| self.gaps(next)).collect(),
        }
    }

    /// Whether one's own lines end with the opponent's move between these positions.
    pub fn ends_lines(&self, before: &Place, place: &Place) -> bool {
        before.own == Some(Own::Chosen) && self.has_none_chosen(place)
    }

    /// Whether games go on there, and not by a move of one's own lines.
    fn has_none_chosen(&self, place: &Place) -> bool {
        !place.next.is_empty() && !self.chosen.contains_key(&place.position.key())
    }

    /// The traps, those that most games fall into first.
    pub fn traps<'p>(&self, first: &'p Place) -> Vec<Popular<'p>> {
        let places = first.all().into_iter();
        most_first(places.flat_map(|place| self.traps_in(place)), |one| one.behind)
    }

    /// The traps of a position.
    pub fn traps_in<'p>(&self, place: &'p Place) -> Vec<Popular<'p>> {
        let points = |value| self.points(&place.position, value, false);
        let trap = |behind: &'p Place| {
            let Reply { share, of, .. } = behind.reply?;
            if share < MANY || (1..ENOUGH_GAMES).contains(&of) {
                return None;
            }
            let by_value = points(behind.value_of_move()?)? - points(place.value?)?;
            // Points count one's own moves, which may be weaker than the best ones.
            let by_points = behind.expected? - place.expected?;
            let is_trap = by_value >= MUCH && by_points >= MUCH;
            is_trap.then_some(Popular { place, behind, share })
        };
        place.next.iter().filter_map(trap).collect()
    }

    /// The poisoned moves, those of the most frequent positions first.
    pub fn poisoned_moves<'p>(&self, first: &'p Place) -> Vec<Popular<'p>> {
        let places = first.all().into_iter();
        most_first(places.flat_map(|place| self.poisoned_in(place)), |one| one.place)
    }

    /// The poisoned moves of a position.
    pub fn poisoned_in<'p>(&self, place: &'p Place) -> Vec<Popular<'p>> {
        let points = |value| self.points(&place.position, value, false);
        let best = self.points_at(place);
        let poisoned = |behind: &'p Place| {
            let Reply { share, of, .. } = behind.reply?;
            if share < MANY || of < ENOUGH_GAMES || !self.is_own(&place.position) {
                return None;
            }
            let gain = best? - behind.value_of_move().and_then(points)?;
            let is_known = !self.is_open(behind) && gain >= MUCH;
            is_known.then_some(Popular { place, behind, share })
        };
        place.aside.iter().filter_map(poisoned).collect()
    }

    /// The positions behind moves of one's own that are in no game although games come there, the most frequent first. A
    /// move of one's own lines that loses is none of them.
    pub fn novelties<'p>(&self, first: &'p Place) -> Vec<&'p Place> {
        let is_good = |place: &&Place| !self.is_open(place) && self.loss_in(place).is_none();
        let places = first.all().into_iter().filter(is_good);
        most_first(places.flat_map(|place| &place.next).filter(|next| next.is_new), |one| *one)
    }

    /// Where one stands badly although one plays the best move: the first position of each line in which that is so.
    pub fn bad<'p>(&self, first: &'p Place) -> Vec<&'p Place> {
        match self.is_bad(first) {
            true => vec![first],
            false => first.next.iter().flat_map(|next| self.bad(next)).collect(),
        }
    }

    /// Whether one stands badly in a turn of one's own, although one plays the best move.
    pub fn is_bad(&self, place: &Place) -> bool {
        let is_answered = self.is_own(&place.position)
            && place.joins.is_none()
            && !place.next.is_empty()
            && !self.is_open(place);
        is_answered && self.points_at(place).is_some_and(|points| points < BAD)
    }

    /// The positions with another answer than before, and those that are worth less, the most frequent first.
    pub fn changes<'p>(&self, before: &'p Place, first: &'p Place) -> Vec<Changed<'p>> {
        let answered =
            |first: &'p Place| first.all().into_iter().filter(|place| self.has_answer(place));
        let known: HashMap<u64, &Place> =
            answered(before).map(|place| (place.position.key(), place)).collect();
        let changed = |now: &'p Place| {
            let before = *known.get(&now.position.key())?;
            let is_other = before.next[0].mv() != now.next[0].mv();
            let points = self.points_at(before).zip(self.points_at(now));
            let is_less = points.is_some_and(|(was, is)| was - is >= LOSS);
            // What was not searched yet has no answer that could change.
            (before.effort > 0 && (is_other || is_less)).then_some(Changed { before, now })
        };
        most_first(answered(first).filter_map(changed), |one| one.now)
    }
}

/// What was found, with that first of which most games come to this place.
pub fn most_first<'p, T>(
    found: impl Iterator<Item = T>,
    place: impl Fn(&T) -> &'p Place,
) -> Vec<T> {
    let mut found: Vec<T> = found.collect();
    found.sort_by_cached_key(|one| falling(place(one).reach));
    found
}
