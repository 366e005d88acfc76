//! All positions of a game searched in rounds: for `shans game`, and for the page of `shans explore`.

use std::borrow::BorrowMut;

use super::plan::Plan;
use crate::app::args::JudgingArgs;
use crate::app::games::CommandLineGame;
use crate::app::reporting::judge::Judge;
use crate::app::reporting::score::mover;
use crate::inspect::played_line;
use crate::search::{CannotStep, Stop};
use crate::session::{Review, Session};
use crate::sorting::falling;

/// A value that is not settled is as interesting as a move that loses this much of the result expected.
const DOUBT: f64 = 0.2;

/// How the positions of a game are searched.
pub struct Rounds<'a, G: CommandLineGame> {
    /// How much is searched where.
    pub plan: Plan,
    /// The positions, one more than moves.
    pub positions: &'a [G],
    /// The moves.
    pub moves: &'a [G::Move],
    /// What tells where most is at stake.
    pub judging: &'a JudgingArgs,
}

impl<G: CommandLineGame> Rounds<'_, G> {
    /// Searches what is left to be searched; `watch` may look, save and answer between two pieces. What ended it before its
    /// end, if anything did.
    ///
    /// # Errors
    ///
    /// A tree that has no room for the game, or holds a move that is not legal.
    pub fn search<S: BorrowMut<Session<G>>>(
        &self,
        review: &mut Review<G, S>,
        watch: &mut impl FnMut(&mut Review<G, S>),
    ) -> anyhow::Result<Option<Stop>> {
        loop {
            let several = review.searches_several(&self.plan.limits(review.rounds()));
            let stop = match several {
                true => self.search_several(review, watch)?,
                false => self.search_one_by_one(review, watch)?,
            };
            if stop.is_some() {
                return Ok(stop);
            }
            if review.rounds() > self.plan.rounds {
                return Ok(None);
            }
            let places = self.where_it_matters(review)?;
            review.begin_round(&places);
        }
    }

    /// Searches the places of a round one after the other.
    fn search_one_by_one<S: BorrowMut<Session<G>>>(
        &self,
        review: &mut Review<G, S>,
        watch: &mut impl FnMut(&mut Review<G, S>),
    ) -> anyhow::Result<Option<Stop>> {
        while review.place().is_some() {
            let stop = self.search_place(review, watch)?;
            if matches!(stop, Stop::Interrupted | Stop::Unanswered) {
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }

    /// The same, as many at a time as there is somebody to search them.
    fn search_several<S: BorrowMut<Session<G>>>(
        &self,
        review: &mut Review<G, S>,
        watch: &mut impl FnMut(&mut Review<G, S>),
    ) -> anyhow::Result<Option<Stop>> {
        review.begin_several(&self.plan.limits(review.rounds()))?;
        while review.place().is_some() {
            let stop = match review.advance_several() {
                Err(CannotStep::Unanswered) => Some(Stop::Unanswered),
                stop => stop?,
            };
            watch(review);
            if stop.is_some() {
                return Ok(stop);
            }
        }
        Ok(None)
    }

    fn search_place<S: BorrowMut<Session<G>>>(
        &self,
        review: &mut Review<G, S>,
        watch: &mut impl FnMut(&mut Review<G, S>),
    ) -> anyhow::Result<Stop> {
        match review.begin_place(&self.plan.limits(review.rounds())) {
            Err(CannotStep::Unanswered) => return Ok(Stop::Unanswered),
            Err(CannotStep::Interrupted) => return Ok(Stop::Interrupted),
            begun => begun?,
        }
        loop {
            let stop = review.advance();
            if let Some(stop) = stop {
                review.finish_place(stop);
            }
            watch(review);
            if let Some(stop) = stop {
                return Ok(stop);
            }
        }
    }

    /// The positions of the next round: those in which most was lost, or was given to be taken, those whose value is not
    /// settled or whose answer is worth less by now than another move, and then those that are most open.
    fn where_it_matters<S: BorrowMut<Session<G>>>(
        &self,
        review: &Review<G, S>,
    ) -> anyhow::Result<Vec<usize>> {
        let facts = played_line(review.session().search(), review.moves())?;
        let judge = Judge(self.judging);
        let verdicts = judge.verdicts(self.positions, &facts);
        let loss = |ply: Option<usize>| {
            let verdict = ply.and_then(|ply| verdicts.get(ply));
            verdict.map_or(0.0, |verdict| verdict.loss())
        };
        let open = |place: usize| verdicts.get(place).map_or(0.0, |told| 1.0 - told.before.abs());
        // The search of another position may have refuted the answer of this one.
        let refuted = |place: usize| {
            let (fact, position) = (&facts[place], &self.positions[place]);
            let chances = |value| judge.chances(position, value, mover(position));
            fact.second.map_or(0.0, |second| (chances(second) - chances(fact.value)).max(0.0))
        };
        let stake = |place: usize| {
            let lost = loss(Some(place)).max(loss(place.checked_sub(1)));
            let doubt = if facts[place].is_settled() { 0.0 } else { DOUBT };
            lost.max(refuted(place)).max(doubt) + 0.1 * open(place)
        };
        let mut places: Vec<(f64, usize)> = (0..facts.len())
            .filter(|&place| !facts[place].is_decided)
            .map(|place| (stake(place), place))
            .collect();
        places.sort_by_cached_key(|one| falling(one.0));
        places.truncate(self.plan.places(review.rounds() + 1));
        Ok(places.into_iter().map(|(_, place)| place).collect())
    }
}
