//! The review of a game: all its positions are searched, as `shans game` does, while the page shows how far that is.

use super::answers::Refused;
use super::curve::reviewed_line;
use super::explorer::Explorer;
use super::question::{Limit, Moves, ReviewOf};
use super::status::{Phase, ReviewStatus};
use crate::app::args::JudgingArgs;
use crate::app::commands::game::{
    DEFAULT_NODES, DEFAULT_ROUNDS, OfAll, Plan, Progress, Rounds, Told, step_of,
};
use crate::app::games::CommandLineGame;
use crate::search::{BestFirst, Interrupt, Limits, Stop};
use crate::session::{Review, Session};

/// What became of the tree before.
const EMPTY: &str = "the review began with an empty tree, as shans game does: what was searched when the page was opened is gone";
/// How the status names the end of a review.
const REVIEWED: &str = "reviewed";

impl<G: CommandLineGame> Explorer<G> {
    /// Reviews a game. A tree in which nobody had anything searched yet makes room for an empty one, so that the result is
    /// that of `shans game`.
    pub(super) fn review(&mut self, session: &mut Session<G>, wanted: &ReviewOf) {
        self.stop = Interrupt::default();
        let mut is_empty = false;
        if !self.is_asked && session.file().is_none() && session.search().nodes() > 0 {
            // Where no other tree can be begun, this one is as good.
            is_empty = self.begin_empty(session).is_ok();
        }
        self.is_asked = true;
        let reviewed = self.review_line(session, wanted);
        self.note_troubles(session);
        self.status.review = None;
        self.status.judged += 1;
        match reviewed {
            Ok(stop) => {
                self.status.stopped = Some(stop.map_or(REVIEWED, Stop::name));
                self.rest(session, is_empty.then(|| EMPTY.to_string()));
            }
            Err(Refused(message)) => self.end(session, Some(message)),
        }
    }

    /// What ended it before its end, if anything did.
    fn review_line(
        &mut self,
        session: &mut Session<G>,
        wanted: &ReviewOf,
    ) -> Result<Option<Stop>, Refused> {
        if !self.get_ready(session)? {
            return Ok(None);
        }
        self.go_to(session, &Moves::new())?;
        let (positions, moves) = reviewed_line(session.search(), &wanted.moves)?;
        session.search_mut().notes_mut().set_game_line(&moves);
        let mut limits = self.more(Limit::new(wanted.nodes, wanted.time_ms)).0;
        if limits.nodes.is_none() && limits.time.is_none() {
            limits.nodes = Some(DEFAULT_NODES);
        }
        let plan = Plan { limits, positions: positions.len(), rounds: DEFAULT_ROUNDS };
        let judging = JudgingArgs::default();
        let rounds = Rounds { plan, positions: &positions, moves: &moves, judging: &judging };
        (self.status.phase, self.status.stopped) = (Phase::Reviewing, None);
        self.pulse.beat();
        let mut review = begun(session, &moves, &rounds.plan.limits)?;
        let (mut progress, mut before) = (Progress::begin(), (0, 0));
        let of_all = OfAll { games: 1, positions: positions.len(), searched_before: 0 };
        let stop = rounds.search(&mut review, &mut |review| {
            let here = (review.rounds(), review.places_left());
            let told = step_of(review).and_then(|step| progress.told(&rounds, of_all, step));
            if here != before || told.is_some() {
                self.status.judged += u64::from(here != before);
                before = here;
                self.note_review(review.session().search(), told);
            }
            self.look_up(review.session_mut());
        })?;
        if stop.is_none() {
            review.go_to_start()?;
        }
        Ok(stop)
    }

    fn note_review(&mut self, search: &BestFirst<G>, told: Option<Told>) {
        if let Some(told) = told {
            let left_s = told.left.map(|left| left.as_secs());
            self.status.review = Some(ReviewStatus { done: told.done, text: told.text, left_s });
        }
        self.note_place(search);
        self.pulse.beat();
    }
}

/// The review of a line: one that was interrupted goes on.
fn begun<'s, G: CommandLineGame>(
    session: &'s mut Session<G>,
    moves: &[G::Move],
    limits: &Limits,
) -> Result<Review<G, &'s mut Session<G>>, Refused> {
    let is_begun =
        Review::go_on(&mut *session, moves.to_vec()).is_ok_and(|review| review.place().is_some());
    Ok(match is_begun {
        true => Review::go_on(session, moves.to_vec())?,
        false => Review::begin_within(session, moves.to_vec(), limits)?,
    })
}
