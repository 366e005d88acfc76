//! All positions of a game searched in one tree.

use super::input::PlayedGame;
use super::plan::{Job, Plan};
use super::progress::{Progress, Step, Told, step_of};
use super::rounds::Rounds;
use crate::app::exit;
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::reporting::progress_display::{ProgressDisplay, duration};
use crate::app::searchers::EngineFailed;
use crate::inspect::{PlayedPosition, played_line};
use crate::search::{BestFirst, Stop};
use crate::session::Review;

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
    /// The rest.
    pub job: Job<'a>,
}

impl<G: CommandLineGame> Task<'_, G> {
    /// Searches what is left to be searched.
    ///
    /// # Errors
    ///
    /// A tree that has no room for the game; an engine that has answered nothing.
    pub fn search(&self, mut review: Review<G>) -> anyhow::Result<Searched<G>> {
        let display = ProgressDisplay::new(self.job.args.printing.quiet);
        let mut progress = Progress::begin();
        let before = review.session().search().nodes();
        let rounds = self.rounds();
        let stop = rounds.search(&mut review, &mut |review| {
            self.show(&mut progress, &rounds, &display, step_of(review));
            saving::keep(review.session_mut());
        })?;
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

    /// How the positions are searched.
    pub(super) fn rounds(&self) -> Rounds<'_, G> {
        let PlayedGame { positions, moves, .. } = self.game;
        Rounds { plan: self.plan.clone(), positions, moves, judging: &self.job.args.judging }
    }

    /// Shows how far the search is, unless that was shown a moment ago.
    pub(super) fn show(
        &self,
        progress: &mut Progress,
        rounds: &Rounds<'_, G>,
        display: &ProgressDisplay,
        step: Option<Step>,
    ) {
        let told = step.and_then(|step| progress.told(rounds, self.job.of_all, step));
        let Some(Told { done, text, left }) = told else { return };
        let title = match self.job.of_all.games {
            1 => String::new(),
            _ => format!("game {}, ", self.game.number),
        };
        let left = left.map_or(String::new(), |left| format!(", about {} left", duration(left)));
        display.say(&format!("{title}{text}  {:.0} %{left}", 100.0 * done));
    }

    /// Tells what went wrong with an engine in a search that this rule ended. Returns why it answers no longer.
    pub(super) fn warn_of_engine(&self, stop: Option<Stop>) -> Option<EngineFailed> {
        let (troubles, failure) = self.job.settings.searcher.troubles_of(stop);
        troubles.iter().for_each(|trouble| exit::warn(trouble));
        failure
    }
}
