//! Searching: where the user asked for it, or looks.

use std::time::{Duration, Instant};

use super::answers::Refused;
use super::course::Course;
use super::explorer::Explorer;
use super::line;
use super::question::{Limit, Moves, Purpose, Start};
use super::status::Phase;
use crate::app::games::CommandLineGame;
use crate::app::reporting::no_progress::no_progress_text;
use crate::search::{Interrupt, Limits, Stop};
use crate::session::{More, Session, SessionReport};
use crate::tree::Watch;

/// Between two pulses of a check.
const CHECK_PULSE: Duration = Duration::from_millis(250);
/// Positions that were analysed before and can be gone back to by a click.
const MOST_EARLIER: usize = 6;
/// How long a leaf is searched that the user opens while nothing else is.
const GLANCE: Duration = Duration::from_millis(100);
/// No leaf is searched for more than this many of them. On a busy machine, or over an engine that has to start first, one
/// does not bring a move.
const MOST_GLANCES: usize = 300;

impl<G: CommandLineGame> Explorer<G> {
    /// Goes to a position and searches it.
    pub(super) fn search(&mut self, session: &mut Session<G>, start: &Start) {
        self.stop = Interrupt::default();
        let limit = self.limit_of(start.limit);
        let nodes = session.search().nodes();
        let is_glance = start.purpose == Purpose::Glance;
        self.course = (!is_glance).then(|| Course::new(start.moves.clone(), limit, nodes));
        match self.get_ready(session) {
            Ok(true) => {}
            Ok(false) => return self.end(session, None),
            Err(error) => return self.end(session, Some(format!("{error:#}"))),
        }
        if self.wish.is_some() {
            return;
        }
        let searched = match start.purpose {
            Purpose::Glance => self.glance(session, &start.moves),
            Purpose::Asked => self.search_there(session, start, limit),
            // What was left of the limits may have been too little for a move.
            Purpose::Follow => {
                self.search_there(session, start, limit).map(|()| self.bring_moves(session))
            }
        };
        match searched {
            Ok(()) => self.rest(session, None),
            Err(Refused(message)) => self.end(session, Some(message)),
        }
    }

    fn search_there(
        &mut self,
        session: &mut Session<G>,
        start: &Start,
        limit: Limit,
    ) -> Result<(), Refused> {
        if start.purpose == Purpose::Asked {
            self.note_home(&start.moves);
        }
        self.go_to(session, &start.moves)?;
        self.note_place(session.search());
        if !start.exclude.is_empty() {
            let moves = line::legal_moves(session, &start.exclude)?;
            session.search_mut().leave_out(&moves)?;
        }
        for included in &start.include {
            let moves = line::legal_moves(session, included)?;
            session.search_mut().include(&moves)?;
        }
        self.stories.begin(&self.line, session.search());
        self.status.phase = Phase::Searching;
        self.status.stopped = None;
        self.pulse.beat();
        let run = session.run_watched(&self.more(limit), |session| {
            if let Some(run) = session.report_if_due() {
                self.note_report(session.search().position(), &run);
            }
            self.look_up(session);
        });
        self.note_troubles(session);
        self.note_report(session.search().position(), &run);
        self.status.stopped = run.report.stop.map(|stop| stop.name());
        // Where this position alone is done with, the search comes along to the next one.
        let is_done_here =
            matches!(run.report.stop, Some(Stop::Proven | Stop::Settled | Stop::Finished));
        self.course = self.course.take().filter(|_| is_done_here);
        Ok(())
    }

    /// Looks into a leaf, and goes back to where the search was.
    fn glance(&mut self, session: &mut Session<G>, moves: &Moves) -> Result<(), Refused> {
        let before = self.line.clone();
        self.go_to(session, moves)?;
        self.bring_moves(session);
        self.go_to(session, &before)
    }

    /// Searches the position analysed until it has moves, if it has none.
    fn bring_moves(&mut self, session: &mut Session<G>) {
        for _ in 0..MOST_GLANCES {
            let search = session.search();
            let node = search.tree().node(search.at());
            if !node.is_leaf() || node.is_finished() || self.stop.is_thrown() {
                break;
            }
            self.status.phase = Phase::Looking;
            let more = self.more(Limit { nodes: None, time: Some(GLANCE) });
            let run = session.run_watched(&more, |session| self.look_up(session));
            if run.report.stop != Some(Stop::Time) {
                break;
            }
        }
        self.note_troubles(session);
    }

    /// Ends a search that did not begin.
    pub(super) fn end(&mut self, session: &Session<G>, notice: Option<String>) {
        self.course = None;
        self.rest(session, notice);
    }

    pub(super) fn rest(&mut self, session: &Session<G>, notice: Option<String>) {
        self.status.phase = Phase::Resting;
        self.status.checked = None;
        self.status.notice = notice.or(self.status.notice.take());
        self.note_place(session.search());
        self.pulse.beat();
    }

    /// Saves if that is due and answers what waits, between two pieces of a search.
    pub(super) fn look_up(&mut self, session: &mut Session<G>) {
        session.checkpoint_if_due();
        self.note_troubles(session);
        self.index.follow(session.search());
        for job in self.waiting() {
            self.attend(job, session);
        }
    }

    /// Makes a loaded tree one that can be searched; `false` where that was stopped.
    pub(super) fn get_ready(&mut self, session: &mut Session<G>) -> anyhow::Result<bool> {
        let Some(unready) = self.unready.clone() else { return Ok(true) };
        session.take_file()?;
        let seen = &*session;
        self.status.phase = Phase::Checking;
        let mut last = Instant::now();
        let watch = |nodes: usize| {
            self.status.checked = Some(nodes);
            if last.elapsed() >= CHECK_PULSE {
                last = Instant::now();
                self.pulse.beat();
            }
            for job in self.waiting() {
                self.show(job, seen);
            }
            // Who wants another position wants the tree checked, too.
            let is_over = self.quit.is_thrown() || self.stop.is_thrown() && self.wish.is_none();
            if is_over { Watch::Stop } else { Watch::GoOn }
        };
        if seen.search().check_watched(watch)?.is_none() {
            return Ok(false);
        }
        let notice = unready.make_ready(&self.another, session.search_mut())?;
        self.status.notice = notice.or(self.status.notice.take());
        self.unready = None;
        Ok(true)
    }

    /// Makes the position after these moves the one analysed; moves that were never tried are made.
    pub(super) fn go_to(&mut self, session: &mut Session<G>, moves: &Moves) -> Result<(), Refused> {
        if *moves == self.line {
            return Ok(());
        }
        self.stories.keep(&self.line, session.search());
        let before = std::mem::take(&mut self.line);
        let went = line::go_to(session, &before, moves);
        self.note_place(session.search());
        went
    }

    /// Makes the position that the user asked for the one analysed again, wherever the search came along to.
    pub(super) fn go_home(&mut self, session: &mut Session<G>) {
        let home = self.home.clone();
        // Where its nodes made room, the search stays where it is.
        let _ = self.go_to(session, &home);
    }

    /// The limits of a search for which the page says this.
    fn limit_of(&self, limit: Limit) -> Limit {
        let is_given = limit.nodes.is_some() || limit.time.is_some();
        if is_given { limit } else { Limit { nodes: self.limits.nodes, time: self.limits.time } }
    }

    pub(super) fn more(&self, Limit { nodes, time }: Limit) -> More {
        More(Limits {
            nodes,
            time,
            beyond_only_move: true,
            interrupt: self.stop.clone(),
            ..self.limits.clone()
        })
    }

    fn note_report(&mut self, position: &G, run: &SessionReport<G::Move>) {
        self.status.answer_holds = run.report.answer_holds;
        self.status.no_progress = run.report.no_progress.map(no_progress_text);
        self.status.speed = run.speed();
        self.status.workers = self.another.searcher.status().map(|workers| workers.to_string());
        self.stories.note(&self.line, position, &run.report);
        self.pulse.beat();
    }

    /// Remembers the position that the user asked for last, before it changes.
    fn note_home(&mut self, next: &Moves) {
        if *next == self.home {
            return;
        }
        let left = self.status.home.clone();
        let earlier = &mut self.status.earlier;
        earlier.retain(|line| *line != left && !line::is_line(line, next));
        earlier.insert(0, left);
        earlier.truncate(MOST_EARLIER);
        self.home.clone_from(next);
    }
}
