//! The thread that owns the search: it answers questions, and searches in between.

use std::cell::RefCell;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::answers::{done, json, refused, why};
use super::desk::Job;
use super::http::Response;
use super::keeper::Keeper;
use super::look::look;
use super::pulse::Pulse;
use super::question::{Limit, Moves, Question};
use super::status::{Phase, Status};
use super::story::Stories;
use super::subject::{Subject, Unready};
use super::walk::{PathMove, Walk, analysed_line};
use crate::app::analysis::speed;
use crate::app::games::CommandLineGame;
use crate::search::{BestFirst, Checkpoints, Interrupt, Limits, Report};
use crate::tree::{NodeForm, Watch};

/// How often a thread at rest looks whether the program is to end.
const REST: Duration = Duration::from_millis(100);
/// Questions that are answered between two iterations.
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
    keeper: Option<Keeper>,
    unready: Option<Unready>,
    status: Status,
    stories: Stories,
    /// The moves to the position analysed.
    line: Moves,
    /// What is to be searched next.
    wanted: Option<(Moves, Limit)>,
    /// The nodes spent before the running search began.
    nodes_before: u64,
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
            keeper: None,
            unready: None,
            status: Status::default(),
            stories: Stories::default(),
            line: Moves::new(),
            wanted: None,
            nodes_before: 0,
        }
    }

    /// Serves until the program is to end. A position that was given is searched at once. Returns
    /// the search, and where it is kept.
    pub fn serve<G: CommandLineGame>(
        mut self,
        subject: Subject<G>,
    ) -> (BestFirst<G>, Option<Keeper>) {
        let Subject { mut search, keeper, unready } = subject;
        (self.keeper, self.unready) = (keeper, unready);
        self.status.leaves_searched = search.tree().form() == NodeForm::Searched;
        self.note_place(&search);
        if self.unready.is_none() {
            self.wanted = Some((self.line.clone(), Limit::default()));
        }
        while !self.quit.is_thrown() {
            if let Some((moves, limit)) = self.wanted.take() {
                self.search(&mut search, &moves, limit);
                continue;
            }
            match self.jobs.recv_timeout(REST) {
                Ok(job) => self.answer(job, &mut search),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        (search, self.keeper)
    }

    /// Answers while nothing is searched.
    fn answer<G: CommandLineGame>(&mut self, job: Job, search: &mut BestFirst<G>) {
        // A tree without its tables is not saved.
        let needs_all = job.question == Question::Save && self.is_file_gone();
        if needs_all && let Some(unready) = self.unready.take() {
            match unready.make_ready(search) {
                Ok(notice) => self.status.notice = notice,
                Err(error) => {
                    self.unready = Some(unready);
                    return job.answer(refused(&format_args!("{error:#}")));
                }
            }
        }
        self.attend(job, search);
    }

    fn is_file_gone(&self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| !keeper.path().exists())
    }

    /// Answers whatever only looks at the search, and notes the rest.
    fn attend<G: CommandLineGame>(&mut self, job: Job, search: &BestFirst<G>) {
        let response = match &job.question {
            Question::Look(moves) => self.look(search, moves),
            Question::Why(moves, mv) => why(search, moves, mv),
            Question::Save => self.save(search),
            Question::Stop => {
                self.stop.throw();
                self.wanted = None;
                done()
            }
            Question::Start(moves, limit) => self.want(search, moves, *limit),
        };
        job.answer(response);
    }

    fn want<G: CommandLineGame>(
        &mut self,
        search: &BestFirst<G>,
        moves: &Moves,
        limit: Limit,
    ) -> Response {
        match Walk::new(search, moves) {
            Err(error) => return refused(&error),
            Ok(walk) if walk.is_over() => {
                let why = walk.ending().unwrap_or_default();
                return refused(&format_args!("nothing is left to search: {why}"));
            }
            Ok(_) => {}
        }
        self.stop.throw();
        self.wanted = Some((moves.clone(), limit));
        done()
    }

    fn look<G: CommandLineGame>(&mut self, search: &BestFirst<G>, moves: &Moves) -> Response {
        let walk = match Walk::new(search, moves) {
            Ok(walk) => walk,
            Err(error) => return refused(&error),
        };
        self.note_state(search);
        let story = || self.stories.told(&self.line, search);
        match look(walk, self.status.clone(), story) {
            Ok(look) => json(&look),
            Err(error) => refused(&error),
        }
    }

    fn save<G: CommandLineGame>(&mut self, search: &BestFirst<G>) -> Response {
        let Some(keeper) = &mut self.keeper else {
            let message = "there is no file to save to; start shans explore with --save FILE";
            return refused(&message);
        };
        if self.unready.is_some() {
            self.status.notice = Some(format!("{} holds all of it already", keeper.name()));
            self.pulse.beat();
            return done();
        }
        let saved = keeper.save(search);
        self.pulse.beat();
        match saved {
            Ok(_) => {
                self.status.notice = Some(format!("saved to {}", keeper.name()));
                done()
            }
            Err(error) => refused(&error),
        }
    }

    /// Goes to the position after these moves and searches it.
    fn search<G: CommandLineGame>(
        &mut self,
        search: &mut BestFirst<G>,
        moves: &Moves,
        limit: Limit,
    ) {
        self.stop = Interrupt::default();
        self.status.notice = None;
        match self.get_ready(search) {
            Ok(true) => {}
            Ok(false) => return self.rest(search, None),
            Err(error) => return self.rest(search, Some(format!("{error:#}"))),
        }
        if self.wanted.is_some() {
            return;
        }
        if let Err(message) = self.go_to(search, moves) {
            return self.rest(search, Some(message));
        }
        let limits = self.limits_of(search, limit);
        self.nodes_before = search.state().nodes;
        self.stories.begin(&self.line, search);
        self.status.phase = Phase::Searching;
        self.status.stopped = None;
        self.pulse.beat();
        let position = search.position().clone();
        let desk = RefCell::new(&mut *self);
        let mut observer =
            |report: &Report<G::Move>| desk.borrow_mut().note_report(&position, report);
        let look = |search: &BestFirst<G>| desk.borrow_mut().look_up(search);
        let always = Checkpoints { interval: Duration::ZERO, save: look };
        let report = search.search_with_checkpoints(&limits, &mut observer, Some(always));
        self.note_report(&position, &report);
        self.status.stopped = report.stop.map(|stop| stop.name());
        self.rest(search, None);
    }

    fn rest<G: CommandLineGame>(&mut self, search: &BestFirst<G>, notice: Option<String>) {
        self.status.phase = Phase::Resting;
        self.status.checked = None;
        self.status.notice = notice.or(self.status.notice.take());
        self.note_place(search);
        self.pulse.beat();
    }

    /// Answers what waits, between two iterations.
    fn look_up<G: CommandLineGame>(&mut self, search: &BestFirst<G>) {
        if self.quit.is_thrown() {
            self.stop.throw();
        }
        if let Some(Err(error)) = self.keeper.as_mut().map(|keeper| keeper.keep_up(search)) {
            self.status.notice = Some(format!("checkpoint: {error}; the search goes on"));
        }
        for _ in 0..AT_ONCE {
            let Ok(job) = self.jobs.try_recv() else { return };
            self.attend(job, search);
        }
    }

    /// Makes a loaded tree one that can be searched; `false` where that was stopped.
    fn get_ready<G: CommandLineGame>(&mut self, search: &mut BestFirst<G>) -> anyhow::Result<bool> {
        let Some(unready) = self.unready.clone() else { return Ok(true) };
        let seen = &*search;
        if let Some(keeper) = &mut self.keeper {
            keeper.take()?;
        }
        self.status.phase = Phase::Checking;
        let mut last = Instant::now();
        let watch = |nodes: usize| {
            self.status.checked = Some(nodes);
            if last.elapsed() >= CHECK_PULSE {
                last = Instant::now();
                self.pulse.beat();
            }
            self.look_up(seen);
            // Who wants another position wants the tree checked, too.
            let is_over = self.quit.is_thrown() || self.stop.is_thrown() && self.wanted.is_none();
            if is_over { Watch::Stop } else { Watch::GoOn }
        };
        if seen.check_watched(watch)?.is_none() {
            return Ok(false);
        }
        self.status.notice = unready.make_ready(search)?;
        self.unready = None;
        Ok(true)
    }

    /// Makes the position after these moves the one analysed; moves that were never tried are made.
    fn go_to<G: CommandLineGame>(
        &mut self,
        search: &mut BestFirst<G>,
        moves: &Moves,
    ) -> Result<(), String> {
        if *moves == self.line {
            return Ok(());
        }
        self.stories.keep(&self.line, search);
        self.note_earlier(moves);
        let before = std::mem::take(&mut self.line);
        let went = step_to(search, &before, moves);
        if went.is_err() {
            let here: Moves = line_of(search);
            // What was there before can be gone to.
            let _ = step_to(search, &here, &before);
        }
        self.note_place(search);
        went
    }

    fn limits_of<G: CommandLineGame>(&self, search: &BestFirst<G>, limit: Limit) -> Limits {
        let is_given = limit.nodes.is_some() || limit.time.is_some();
        let (nodes, time) = match is_given {
            true => (limit.nodes, limit.time),
            false => (self.limits.nodes, self.limits.time),
        };
        Limits {
            nodes: nodes.map(|more| search.granted().saturating_add(more)),
            time,
            beyond_only_move: true,
            interrupt: self.stop.clone(),
            ..self.limits.clone()
        }
    }

    fn note_report<G: CommandLineGame>(&mut self, position: &G, report: &Report<G::Move>) {
        self.status.answer_holds = report.answer_holds;
        self.status.speed = speed(report, self.nodes_before);
        self.stories.note(&self.line, position, report);
        self.pulse.beat();
    }

    /// Remembers the position analysed, which is about to be another one.
    fn note_earlier(&mut self, next: &Moves) {
        let left = self.status.analysed.clone();
        let earlier = &mut self.status.earlier;
        earlier.retain(|line| *line != left && !is_line(line, next));
        earlier.insert(0, left);
        earlier.truncate(MOST_EARLIER);
    }

    fn note_place<G: CommandLineGame>(&mut self, search: &BestFirst<G>) {
        self.status.analysed = analysed_line(search);
        self.line = line_of(search);
    }

    fn note_state<G: CommandLineGame>(&mut self, search: &BestFirst<G>) {
        self.status.nodes = search.state().nodes;
        self.status.tree_nodes = search.tree().len();
        let is_ready = self.unready.is_none();
        self.status.tree_room = is_ready.then(|| search.tree().capacity());
        self.status.file = self.keeper.as_ref().map(Keeper::name);
        self.status.unsaved = match &self.keeper {
            Some(keeper) => keeper.is_behind(search),
            None => self.status.nodes > 0,
        };
    }
}

fn is_line(path: &[PathMove], moves: &Moves) -> bool {
    path.iter().map(|step| &step.mv.machine).eq(moves)
}

fn line_of<G: CommandLineGame>(search: &BestFirst<G>) -> Moves {
    analysed_line(search).into_iter().map(|step| step.mv.machine).collect()
}

/// Steps from the end of one line to the end of another.
fn step_to<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    from: &Moves,
    to: &Moves,
) -> Result<(), String> {
    let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    for _ in common..from.len() {
        search.step_back().map_err(|error| error.to_string())?;
    }
    for text in &to[common..] {
        let position = search.position();
        let mv = position.read_move(text).map_err(|error| format!("{text} {error}"))?;
        search.step(mv).map_err(|error| error.to_string())?;
    }
    Ok(())
}
