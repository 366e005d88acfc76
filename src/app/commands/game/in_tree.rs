//! All positions of a game searched in one tree.

use std::time::{Duration, Instant};

use super::input::PlayedGame;
use super::plan::{OfAll, Plan};
use crate::app::args::WholeGameArgs;
use crate::app::exit;
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::reporting::judge::Judge;
use crate::app::reporting::progress_display::{ProgressDisplay, duration};
use crate::app::reporting::score::mover;
use crate::app::searchers::{EngineFailed, SearcherKind};
use crate::inspect::{PlayedPosition, played_line};
use crate::search::{BestFirst, CannotStep, Stop};
use crate::session::Review;

/// A value that is not settled is as interesting as a move that loses this much of the result expected.
const DOUBT: f64 = 0.2;

/// A game that was searched.
pub struct Searched<G: CommandLineGame> {
    /// What is known about its positions.
    pub facts: Vec<PlayedPosition<G::Move>>,
    /// The tree, where one was kept.
    pub tree: Option<BestFirst<G>>,
    /// Positions reached by making a move, in all.
    pub nodes: u64,
    /// Whether nothing interrupted it.
    pub is_complete: bool,
    /// Why the tree could not be saved, or the engine answers no longer.
    pub failure: Option<anyhow::Error>,
}

/// What the search of one game has to know.
pub struct Task<'a, G: CommandLineGame> {
    /// The game.
    pub game: &'a PlayedGame<'a, G>,
    /// How much is searched where.
    pub plan: Plan,
    /// Who searches.
    pub searcher: &'a SearcherKind,
    /// The arguments.
    pub args: &'a WholeGameArgs,
    /// Which part the game is of all.
    pub of_all: OfAll,
}

impl<G: CommandLineGame> Task<'_, G> {
    /// Searches what is left to be searched.
    ///
    /// # Errors
    ///
    /// A tree that has no room for the game; an engine that has answered nothing.
    pub fn search(&self, mut review: Review<G>) -> anyhow::Result<Searched<G>> {
        let display = ProgressDisplay::new(self.args.printing.quiet);
        let mut progress = Progress::begin(&display);
        let before = review.session().search().nodes();
        let stop = self.all_rounds(&mut review, &mut progress)?;
        display.clear();
        let engine_failed = self.warn_of_engine(stop);
        let nodes = review.session().search().nodes();
        if let Some(failure) = engine_failed.clone().filter(|_| nodes == before) {
            return Err(failure.into());
        }
        let facts = played_line(review.session().search(), review.moves())?;
        // An interrupted search goes on where it is.
        if stop.is_none() {
            review.go_to_start()?;
        }
        let (_, failure) = saving::save_last(review.session_mut());
        let tree = Some(review.into_session().into_search());
        let failure = failure.or(engine_failed.map(anyhow::Error::from));
        Ok(Searched { facts, tree, nodes, is_complete: stop.is_none(), failure })
    }

    /// Tells what went wrong with an engine in a search that this rule ended. Returns why it answers no longer.
    pub(super) fn warn_of_engine(&self, stop: Option<Stop>) -> Option<EngineFailed> {
        let (troubles, failure) = self.searcher.troubles_of(stop);
        troubles.iter().for_each(|trouble| exit::warn(trouble));
        failure
    }

    /// What ended it before all was searched, if anything did.
    fn all_rounds(
        &self,
        review: &mut Review<G>,
        progress: &mut Progress<'_>,
    ) -> anyhow::Result<Option<Stop>> {
        loop {
            let several = review.searches_several(&self.plan.limits(review.rounds()));
            let stop = match several {
                true => self.search_several(review, progress)?,
                false => self.search_one_by_one(review, progress)?,
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

    /// Searches the places of a round one after the other. What ended it before its end, if anything did.
    fn search_one_by_one(
        &self,
        review: &mut Review<G>,
        progress: &mut Progress<'_>,
    ) -> anyhow::Result<Option<Stop>> {
        while review.place().is_some() {
            let stop = self.search_place(review, progress)?;
            if matches!(stop, Stop::Interrupted | Stop::Unanswered) {
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }

    /// The same, as many at a time as there is somebody to search them.
    fn search_several(
        &self,
        review: &mut Review<G>,
        progress: &mut Progress<'_>,
    ) -> anyhow::Result<Option<Stop>> {
        let round = review.rounds();
        review.begin_several(&self.plan.limits(round))?;
        while let Some(place) = review.place() {
            progress.show(self, round, review.places_left(), place);
            let stop = match review.advance_several() {
                Err(CannotStep::Unanswered) => Some(Stop::Unanswered),
                stop => stop?,
            };
            saving::keep(review.session_mut());
            if stop.is_some() {
                return Ok(stop);
            }
        }
        Ok(None)
    }

    fn search_place(
        &self,
        review: &mut Review<G>,
        progress: &mut Progress<'_>,
    ) -> anyhow::Result<Stop> {
        let round = review.rounds();
        match review.begin_place(&self.plan.limits(round)) {
            Err(CannotStep::Unanswered) => return Ok(Stop::Unanswered),
            Err(CannotStep::Interrupted) => return Ok(Stop::Interrupted),
            begun => begun?,
        }
        loop {
            progress.show(self, round, review.places_left(), review.place().unwrap_or_default());
            let stop = review.advance();
            if let Some(stop) = stop {
                review.finish_place(stop);
            }
            saving::keep(review.session_mut());
            if let Some(stop) = stop {
                return Ok(stop);
            }
        }
    }

    /// The positions of the next round: those in which most was lost, or was given to be taken, those whose value is not
    /// settled or whose answer is worth less by now than another move, and then those that are most open.
    fn where_it_matters(&self, review: &Review<G>) -> anyhow::Result<Vec<usize>> {
        let facts = played_line(review.session().search(), review.moves())?;
        let judge = Judge(&self.args.judging);
        let verdicts = judge.verdicts(&self.game.positions, &facts);
        let loss = |ply: Option<usize>| {
            let verdict = ply.and_then(|ply| verdicts.get(ply));
            verdict.map_or(0.0, |verdict| verdict.loss())
        };
        let open = |place: usize| verdicts.get(place).map_or(0.0, |told| 1.0 - told.before.abs());
        // The search of another position may have refuted the answer of this one.
        let refuted = |place: usize| {
            let (fact, position) = (&facts[place], &self.game.positions[place]);
            let chances = |value| judge.chances(position, value, mover(position));
            fact.second.map_or(0.0, |second| (chances(second) - chances(fact.value)).max(0.0))
        };
        let stake = |place: usize| {
            let lost = loss(Some(place)).max(loss(place.checked_sub(1)));
            let doubt = if facts[place].is_settled { 0.0 } else { DOUBT };
            lost.max(refuted(place)).max(doubt) + 0.1 * open(place)
        };
        let mut places: Vec<(f64, usize)> = (0..facts.len())
            .filter(|&place| !facts[place].is_decided)
            .map(|place| (stake(place), place))
            .collect();
        places.sort_by(|one, other| other.0.total_cmp(&one.0));
        places.truncate(self.plan.places(review.rounds() + 1));
        Ok(places.into_iter().map(|(_, place)| place).collect())
    }
}

/// What is shown is replaced no sooner.
const SHOWN: Duration = Duration::from_millis(250);

/// How far the search is, and when it will be over.
pub struct Progress<'a> {
    display: &'a ProgressDisplay,
    began: Instant,
    shown: Option<Instant>,
    /// What was done before, if it continues from a file.
    done_before: Option<f64>,
}

impl<'a> Progress<'a> {
    /// Begins now.
    pub fn begin(display: &'a ProgressDisplay) -> Progress<'a> {
        Progress { display, began: Instant::now(), shown: None, done_before: None }
    }

    /// Shows that this many places of this round are left, and that this one is searched, unless something was shown
    /// a moment ago.
    pub fn show<G: CommandLineGame>(
        &mut self,
        task: &Task<'_, G>,
        round: u64,
        left: usize,
        place: usize,
    ) {
        if self.shown.is_some_and(|shown| shown.elapsed() < SHOWN) {
            return;
        }
        self.shown = Some(Instant::now());
        let done = task.of_all.done(task.plan.positions, task.plan.done(round, left));
        let before = *self.done_before.get_or_insert(done);
        let position = &task.game.positions[place];
        let at = match task.game.moves.get(place) {
            Some(&mv) => {
                let number = position.move_number(true).unwrap_or_default();
                format!("{number} {}", position.human_text(mv))
            }
            None => "the last position".to_string(),
        };
        let here = task.plan.places(round).saturating_sub(left) + 1;
        let title = match task.of_all.games {
            1 => String::new(),
            _ => format!("game {}, ", task.game.number),
        };
        let mut text = format!(
            "{title}round {round} of {}, position {here} of {}: {at}  {:.0} %",
            task.plan.rounds + 1,
            task.plan.places(round),
            100.0 * done,
        );
        if let Some(left) = forecast(self.began.elapsed(), before, done) {
            text.push_str(&format!(", about {} left", duration(left)));
        }
        self.display.say(&text);
    }
}

/// When all will be done, where `before` was done at the beginning and `done` now; both from 0 to 1.
fn forecast(elapsed: Duration, before: f64, done: f64) -> Option<Duration> {
    (done > before).then(|| elapsed.mul_f64((1.0 - done) / (done - before)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_what_was_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(forecast(minute, 0.0, 0.25), Some(3 * minute));
        assert_eq!(forecast(minute, 0.5, 0.75), Some(minute), "what a file held took no time");
        assert_eq!(forecast(minute, 0.5, 0.5), None);
    }
}
