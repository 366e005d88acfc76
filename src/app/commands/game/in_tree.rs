//! All positions of a game searched in one tree.

use std::time::Instant;

use super::input::PlayedGame;
use super::judge::Judge;
use super::plan::Plan;
use crate::app::args::WholeGameArgs;
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::reporting::progress_display::{ProgressDisplay, duration};
use crate::inspect::{PlayedPosition, played_line};
use crate::search::{BestFirst, Stop};
use crate::session::Review;

/// A game that was searched.
pub struct Searched<G: CommandLineGame> {
    /// What is known of its positions.
    pub facts: Vec<PlayedPosition<G::Move>>,
    /// The tree, where one was kept.
    pub tree: Option<BestFirst<G>>,
    /// Positions reached by making a move, in all.
    pub nodes: u64,
    /// Whether nothing interrupted it.
    pub is_complete: bool,
    /// Why the tree could not be saved.
    pub failure: Option<anyhow::Error>,
}

/// What the search of one game has to know.
pub struct Task<'a, G: CommandLineGame> {
    /// The game.
    pub game: &'a PlayedGame<'a, G>,
    /// How much is searched where.
    pub plan: Plan,
    /// The arguments.
    pub args: &'a WholeGameArgs,
    /// What stands before the progress: which of several games it is.
    pub title: &'a str,
}

impl<G: CommandLineGame> Task<'_, G> {
    /// Searches what is left to be searched.
    ///
    /// # Errors
    ///
    /// A tree that has no room for the game.
    pub fn search(&self, mut review: Review<G>) -> anyhow::Result<Searched<G>> {
        let display = ProgressDisplay::new(self.args.quiet);
        let mut progress = Progress::begin(&display, self.title);
        let is_complete = self.all_rounds(&mut review, &mut progress)?;
        display.clear();
        let facts = played_line(review.session().search(), review.moves())?;
        let (_, failure) = saving::save_last(review.session_mut());
        let search = review.into_session().into_search();
        let nodes = search.state().nodes;
        Ok(Searched { facts, tree: Some(search), nodes, is_complete, failure })
    }

    /// `false` where it was interrupted.
    fn all_rounds(
        &self,
        review: &mut Review<G>,
        progress: &mut Progress<'_>,
    ) -> anyhow::Result<bool> {
        loop {
            while review.place().is_some() {
                if self.search_place(review, progress)? == Stop::Interrupted {
                    return Ok(false);
                }
            }
            if review.rounds() > self.plan.rounds {
                return Ok(true);
            }
            let places = self.where_it_matters(review)?;
            review.begin_round(&places);
        }
    }

    fn search_place(
        &self,
        review: &mut Review<G>,
        progress: &mut Progress<'_>,
    ) -> anyhow::Result<Stop> {
        let round = review.rounds();
        review.begin_place(&self.plan.limits(round))?;
        loop {
            if let Some(stop) = review.advance() {
                review.finish_place(stop);
                let session = review.session_mut();
                session.checkpoint_if_due();
                session.troubles().iter().for_each(saving::warn_of);
                return Ok(stop);
            }
            let session = review.session_mut();
            let report = session.report_if_due();
            session.checkpoint_if_due();
            session.troubles().iter().for_each(saving::warn_of);
            if report.is_some() {
                let place = review.place().unwrap_or_default();
                progress.show(self, round, review.places_left(), place);
            }
        }
    }

    /// The positions of the next round: those in which most was lost, or was given to be taken, and then those
    /// that are most open.
    fn where_it_matters(&self, review: &Review<G>) -> anyhow::Result<Vec<usize>> {
        let facts = played_line(review.session().search(), review.moves())?;
        let judge = Judge(&self.args.judging);
        let verdicts = judge.verdicts(&self.game.positions, &facts);
        let loss = |ply: Option<usize>| {
            let verdict = ply.and_then(|ply| verdicts.get(ply));
            verdict.map_or(0.0, |verdict| verdict.loss())
        };
        let open = |place: usize| verdicts.get(place).map_or(0.0, |told| 1.0 - told.before.abs());
        let stake = |place: usize| {
            let lost = loss(Some(place)).max(loss(place.checked_sub(1)));
            lost + 0.1 * open(place)
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

/// How far the search of a game is, and when it will be over.
pub struct Progress<'a> {
    display: &'a ProgressDisplay,
    title: &'a str,
    began: Instant,
    /// What was done before, where it goes on from a file.
    done_before: Option<f64>,
}

impl<'a> Progress<'a> {
    /// Begins now.
    pub fn begin(display: &'a ProgressDisplay, title: &'a str) -> Progress<'a> {
        Progress { display, title, began: Instant::now(), done_before: None }
    }

    /// Shows that so many places of this round are left, and that this one is searched.
    pub fn show<G: CommandLineGame>(
        &mut self,
        task: &Task<'_, G>,
        round: u64,
        left: usize,
        place: usize,
    ) {
        let done = task.plan.done(round, left);
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
        let mut text = format!(
            "{}round {round} of {}, position {here} of {}: {at}  {:.0} %",
            self.title,
            task.plan.rounds + 1,
            task.plan.places(round),
            100.0 * done,
        );
        if done > before {
            let left = self.began.elapsed().mul_f64((1.0 - done) / (done - before));
            text.push_str(&format!(", about {} left", duration(left)));
        }
        self.display.say(&text);
    }
}
