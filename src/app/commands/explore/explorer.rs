//! The thread that owns the search: it answers questions, and searches in between.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::answers::{done, json, refused, why};
use super::desk::Job;
use super::http::Response;
use super::line::{self, line_of};
use super::look::look;
use super::pulse::Pulse;
use super::question::{Limit, Moves, Question, Start};
use super::status::{Phase, Status};
use super::story::Stories;
use super::subject::{Subject, Unready};
use super::walk::{Walk, analysed_line};
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::searchers::SearcherKind;
use crate::search::{BestFirst, Interrupt, Limits};
use crate::session::{More, SaveFile, Session, SessionReport, Trouble};
use crate::tree::{NodeForm, Watch};

/// How often a thread at rest looks whether the program is to end.
const REST: Duration = Duration::from_millis(100);
/// Questions that are answered between two pieces of a search.
const AT_ONCE: usize = 4;
/// Positions that were analysed before and can be gone back to by a click.
const MOST_EARLIER: usize = 6;
/// Between two pulses of a check.
const CHECK_PULSE: Duration = Duration::from_millis(250);

/// Everything but the search itself.
pub struct Explorer {
    jobs: Receiver<Job>,
    pulse: Pulse,
    /// Thrown when the program is to end.
    quit: Interrupt,
    /// Thrown when the running search is to stop.
    stop: Interrupt,
    limits: Limits,
    /// What goes wrong with its engine is told in the page.
    searcher: Option<SearcherKind>,
    unready: Option<Unready>,
    status: Status,
    stories: Stories,
    /// The moves to the position analysed.
    line: Moves,
    /// What is to be searched next.
    wanted: Option<Start>,
}

impl Explorer {
    /// Answers `jobs` until `quit` is thrown. `limits` are those of searches for which the page says
    /// none.
    pub fn new(jobs: Receiver<Job>, pulse: Pulse, quit: Interrupt, limits: Limits) -> Explorer {
        Explorer {
            jobs,
            pulse,
            quit,
            stop: Interrupt::default(),
            limits,
            searcher: None,
            unready: None,
            status: Status::default(),
            stories: Stories::default(),
            line: Moves::new(),
            wanted: None,
        }
    }

    /// Serves until the program is to end. A position that was given is searched at once. Returns
    /// the search, which may hold work that is not saved.
    pub fn serve<G: CommandLineGame>(mut self, subject: Subject<G>) -> Session<G> {
        let Subject { mut session, searcher, unready } = subject;
        self.unready = unready;
        self.status.engine = searcher.engine();
        self.searcher = Some(searcher);
        self.status.leaves_searched = session.search().tree().form() == NodeForm::Searched;
        self.note_place(session.search());
        if self.unready.is_none() {
            self.wanted = Some(Start { moves: self.line.clone(), ..Start::default() });
        }
        while !self.quit.is_thrown() {
            if let Some(start) = self.wanted.take() {
                self.search(&mut session, &start);
                continue;
            }
            match self.jobs.recv_timeout(REST) {
                Ok(job) => self.answer(job, &mut session),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        session
    }

    /// Answers while nothing is searched.
    fn answer<G: CommandLineGame>(&mut self, job: Job, session: &mut Session<G>) {
        // A tree without its tables is not saved.
        let needs_all = job.question == Question::Save && is_file_gone(session);
        if needs_all && let Some(unready) = self.unready.take() {
            match unready.make_ready(session.search_mut()) {
                Ok(notice) => self.status.notice = notice,
                Err(error) => {
                    self.unready = Some(unready);
                    return job.answer(refused(&format_args!("{error:#}")));
                }
            }
        }
        self.attend(job, session);
    }

    /// Answers whatever leaves the tree as it is, and notes the rest.
    fn attend<G: CommandLineGame>(&mut self, job: Job, session: &mut Session<G>) {
        if job.question == Question::Save && self.unready.is_none() {
            let response = self.save(session);
            job.answer(response);
        } else {
            self.show(job, session);
        }
    }

    /// Answers whatever only looks at the search, and notes the rest.
    fn show<G: CommandLineGame>(&mut self, job: Job, session: &Session<G>) {
        let search = session.search();
        let response = match &job.question {
            Question::Look(moves) => self.look(session, moves),
            Question::Why(moves, mv) => why(search, moves, mv),
            // A loaded tree that was not searched.
            Question::Save => {
                self.tell_saved(session, |name| format!("{name} is already up to date"))
            }
            Question::Stop => {
                self.stop.throw();
                self.wanted = None;
                done()
            }
            Question::Start(start) => self.want(search, start),
        };
        job.answer(response);
    }

    fn want<G: CommandLineGame>(&mut self, search: &BestFirst<G>, start: &Start) -> Response {
        let whole = [&start.moves[..], &start.include].concat();
        if let Err(error) = Walk::new(search, &whole) {
            return refused(&error);
        }
        match Walk::new(search, &start.moves) {
            Err(error) => return refused(&error),
            Ok(walk) if walk.is_over() => {
                let why = walk.ending().unwrap_or_default();
                return refused(&format_args!("nothing is left to search: {why}"));
            }
            Ok(_) => {}
        }
        self.stop.throw();
        self.wanted = Some(start.clone());
        done()
    }

    fn look<G: CommandLineGame>(&mut self, session: &Session<G>, moves: &Moves) -> Response {
        let search = session.search();
        let walk = match Walk::new(search, moves) {
            Ok(walk) => walk,
            Err(error) => return refused(&error),
        };
        self.note_state(session);
        let story = || self.stories.told(&self.line, search);
        match look(walk, self.status.clone(), story) {
            Ok(look) => json(&look),
            Err(error) => refused(&error),
        }
    }

    fn save<G: CommandLineGame>(&mut self, session: &mut Session<G>) -> Response {
        let saved = session.save();
        self.note_troubles(session);
        self.pulse.beat();
        match saved {
            None => nowhere_to_save(),
            Some(Ok(_)) => self.tell_saved(session, |name| format!("saved to {name}")),
            Some(Err(error)) => refused(&error),
        }
    }

    /// Tells how the file stands.
    fn tell_saved<G: CommandLineGame>(
        &mut self,
        session: &Session<G>,
        told: impl Fn(&str) -> String,
    ) -> Response {
        let Some(file) = session.file() else { return nowhere_to_save() };
        self.status.notice = Some(told(&name(file)));
        self.pulse.beat();
        done()
    }

    /// Goes to a position and searches it.
    fn search<G: CommandLineGame>(&mut self, session: &mut Session<G>, start: &Start) {
        self.stop = Interrupt::default();
        self.status.notice = None;
        match self.get_ready(session) {
            Ok(true) => {}
            Ok(false) => return self.rest(session, None),
            Err(error) => return self.rest(session, Some(format!("{error:#}"))),
        }
        if self.wanted.is_some() {
            return;
        }
        let went = self.go_to(session, &start.moves);
        if let Err(message) = went.and_then(|()| line::include(session, &start.include)) {
            return self.rest(session, Some(message));
        }
        let more = self.limits_of(start.limit);
        self.stories.begin(&self.line, session.search());
        self.status.phase = Phase::Searching;
        self.status.stopped = None;
        self.pulse.beat();
        let run = self.run(session, &more);
        self.note_troubles(session);
        self.note_report(session.search().position(), &run);
        self.status.stopped = run.report.stop.map(|stop| stop.name());
        self.rest(session, None);
    }

    fn run<G: CommandLineGame>(
        &mut self,
        session: &mut Session<G>,
        more: &More,
    ) -> SessionReport<G::Move> {
        session.begin(more);
        loop {
            if let Some(stop) = session.advance() {
                return session.finish(stop);
            }
            if let Some(run) = session.report_if_due() {
                self.note_report(session.search().position(), &run);
            }
            self.look_up(session);
        }
    }

    fn rest<G: CommandLineGame>(&mut self, session: &Session<G>, notice: Option<String>) {
        self.status.phase = Phase::Resting;
        self.status.checked = None;
        self.status.notice = notice.or(self.status.notice.take());
        self.note_place(session.search());
        self.pulse.beat();
    }

    /// Saves if that is due and answers what waits, between two pieces of a search.
    fn look_up<G: CommandLineGame>(&mut self, session: &mut Session<G>) {
        session.checkpoint_if_due();
        self.note_troubles(session);
        for job in self.waiting() {
            self.attend(job, session);
        }
    }

    /// A few of the questions that wait. When the program is to end, so is what it is at.
    fn waiting(&self) -> Vec<Job> {
        if self.quit.is_thrown() {
            self.stop.throw();
        }
        self.jobs.try_iter().take(AT_ONCE).collect()
    }

    /// Makes a loaded tree one that can be searched; `false` where that was stopped.
    fn get_ready<G: CommandLineGame>(&mut self, session: &mut Session<G>) -> anyhow::Result<bool> {
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
            let is_over = self.quit.is_thrown() || self.stop.is_thrown() && self.wanted.is_none();
            if is_over { Watch::Stop } else { Watch::GoOn }
        };
        if seen.search().check_watched(watch)?.is_none() {
            return Ok(false);
        }
        self.status.notice = unready.make_ready(session.search_mut())?;
        self.unready = None;
        Ok(true)
    }

    /// Makes the position after these moves the one analysed; moves that were never tried are made.
    fn go_to<G: CommandLineGame>(
        &mut self,
        session: &mut Session<G>,
        moves: &Moves,
    ) -> Result<(), String> {
        if *moves == self.line {
            return Ok(());
        }
        self.stories.keep(&self.line, session.search());
        self.note_earlier(moves);
        let before = std::mem::take(&mut self.line);
        let went = line::go_to(session, &before, moves);
        self.note_place(session.search());
        went
    }

    fn limits_of(&self, limit: Limit) -> More {
        let is_given = limit.nodes.is_some() || limit.time.is_some();
        let (nodes, time) = match is_given {
            true => (limit.nodes, limit.time),
            false => (self.limits.nodes, self.limits.time),
        };
        More(Limits {
            nodes,
            time,
            beyond_only_move: true,
            interrupt: self.stop.clone(),
            ..self.limits.clone()
        })
    }

    fn note_report<G: CommandLineGame>(&mut self, position: &G, run: &SessionReport<G::Move>) {
        self.status.answer_holds = run.report.answer_holds;
        self.status.speed = run.speed();
        self.stories.note(&self.line, position, &run.report);
        self.pulse.beat();
    }

    /// Tells the page of a checkpoint that failed and of trouble with an engine, and whoever started the
    /// program of another file.
    fn note_troubles<G: CommandLineGame>(&mut self, session: &mut Session<G>) {
        let of_engine = self.searcher.iter().flat_map(SearcherKind::troubles).last();
        self.status.notice = of_engine.or(self.status.notice.take());
        for trouble in session.troubles() {
            match trouble {
                Trouble::Checkpoint(_) => self.status.notice = Some(saving::told(&trouble)),
                Trouble::Moved { .. } => saving::warn_of(&trouble),
            }
        }
    }

    /// Remembers the position analysed, which is about to be another one.
    fn note_earlier(&mut self, next: &Moves) {
        let left = self.status.analysed.clone();
        let earlier = &mut self.status.earlier;
        earlier.retain(|line| *line != left && !line::is_line(line, next));
        earlier.insert(0, left);
        earlier.truncate(MOST_EARLIER);
    }

    fn note_place<G: CommandLineGame>(&mut self, search: &BestFirst<G>) {
        self.status.analysed = analysed_line(search);
        self.line = line_of(search);
    }

    fn note_state<G: CommandLineGame>(&mut self, session: &Session<G>) {
        let search = session.search();
        self.status.nodes = search.state().nodes;
        self.status.tree_nodes = search.tree().len();
        let is_ready = self.unready.is_none();
        self.status.tree_room = is_ready.then(|| search.tree().capacity());
        self.status.file = session.file().map(name);
        self.status.unsaved = session.has_unsaved_work();
    }
}

/// The name of a file, without its folder.
fn name(file: &SaveFile) -> String {
    let path = file.path();
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn is_file_gone<G: CommandLineGame>(session: &Session<G>) -> bool {
    session.file().is_some_and(|file| !file.path().exists())
}

fn nowhere_to_save() -> Response {
    refused(&"nowhere to save; start shans explore with --save FILE")
}
