//! Moves that come to mind and lose, of both sides.

use super::place::Place;
use super::repertoire::Plan;
use super::reports::most_first;
use super::text::score;
use crate::app::reporting::loss::centipawns;
use crate::app::reporting::score::percent;
use crate::app::reporting::variation::numbered;
use crate::chess::Position;
use crate::game::Game as _;
use crate::inspect::{Score, Trials, mover};
use crate::search::Interrupt;
use crate::value::Value;

/// A move that loses less is none, in centipawns ...
const LEAST: i64 = 50;
/// ... and one that loses fewer points: where the game is won, half a pawn is nothing.
const LEAST_POINTS: f64 = 0.04;

/// Another search has to see as much: with 35, six of 236 that it agreed to are refuted by Stockfish less clearly, with 50 two of 193.
const CONFIRMED: f32 = 50.0;

/// A move that comes to mind and loses.
#[derive(Clone, Copy, Debug)]
pub struct NaturalError<'p> {
    /// Where it is played.
    pub place: &'p Place,
    /// The position behind it.
    pub behind: &'p Place,
    /// What it is worth, for White.
    pub value: Value,
    /// What is best there, for White.
    pub best: Value,
    /// Centipawns that it loses, for whoever makes it.
    pub loss: i64,
}

impl Plan {
    /// The errors of all positions, those that games come to most often first.
    pub fn errors<'p>(&self, first: &'p Place) -> Vec<NaturalError<'p>> {
        let places = first.all().into_iter();
        most_first(places.flat_map(|place| self.errors_in(place)), |one| one.behind)
    }

    /// The errors that come to mind in a position: moves of one's own that are not in the repertoire, and moves of the
    /// opponent. None where they are not looked for.
    pub fn errors_in<'p>(&self, place: &'p Place) -> Vec<NaturalError<'p>> {
        if !self.why_not || place.joins.is_some() || self.is_open(place) {
            return Vec::new();
        }
        let (best, replies) = match self.is_own(&place.position) {
            true => (place.next.first().and_then(Place::value_of_move), &[][..]),
            false => (place.value, &place.next[..]),
        };
        let Some(best) = best else { return Vec::new() };
        let errors = place.aside.iter().chain(replies);
        errors.filter_map(|behind| self.error(place, behind, best)).collect()
    }

    fn error<'p>(
        &self,
        place: &'p Place,
        behind: &'p Place,
        best: Value,
    ) -> Option<NaturalError<'p>> {
        let is_known = !self.is_open(behind) && !behind.is_doubtful;
        let value = behind.value_of_move().filter(|_| is_known)?;
        let mover = mover(&place.position);
        let worth = |value| centipawns(Score::new(value, mover));
        let points = |value| self.points(&place.position, value, false);
        let loss = worth(best) - worth(value);
        let lost = (points(best)? - points(value)?).abs();
        let is_error = loss >= LEAST && lost >= LEAST_POINTS;
        is_error.then_some(NaturalError { place, behind, value, best, loss })
    }
}

impl NaturalError<'_> {
    /// Whether a search of another kind, with so many nodes, agrees that it loses: with the best reply to it, and with the
    /// one that is told. Of 70 errors told without, five cost less than a quarter of a pawn by Stockfish with a million nodes.
    pub fn is_confirmed(&self, nodes: u64) -> bool {
        let mut trials = Trials::new(nodes, 3 * nodes, Interrupt::default());
        let mover = mover(&self.place.position);
        let mut worth = |position: &Position| {
            trials.look(position, None).map(|found| mover.sign() * found.value.in_centipawns())
        };
        let mut refuted = self.behind.position.clone();
        if let Some(&reply) = self.behind.refutation.first().and_then(|line| line.first()) {
            refuted.play(reply);
        }
        let had = worth(&self.place.position);
        let left = [&self.behind.position, &refuted].map(worth);
        left.into_iter()
            .all(|left| had.zip(left).is_some_and(|(had, left)| had - left >= CONFIRMED))
    }

    /// A sentence on it: `an error that 12 % play, -1.20 in place of +0.30: Nxe5 loses a piece`.
    pub fn told(&self, plan: &Plan) -> String {
        let reply = self.behind.reply.filter(|reply| reply.of > 0);
        let played =
            reply.map_or(String::new(), |reply| format!(" that {} play", percent(reply.share)));
        let [value, best] = [self.value, self.best].map(|value| score(plan, value));
        let why = self.behind.why.as_ref().map_or(String::new(), |why| format!(": {why}"));
        format!("an error{played}, {value} in place of {best}{why}")
    }

    /// The move, its values, why it loses, and the first line that refutes it, for the report.
    pub fn line(&self, plan: &Plan, way: &str) -> String {
        let mv = self.behind.mv();
        let mv = mv.map_or(String::new(), |mv| numbered(&self.place.position, &[mv], 1));
        let told = format!("{way}: {mv}, {}", self.told(plan));
        match self.behind.refutation.first() {
            // The reason has its line.
            Some(line) if self.behind.why.is_none() => {
                format!("{told}: {}", numbered(&self.behind.position, line, line.len()))
            }
            _ => told,
        }
    }
}
