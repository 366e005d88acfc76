//! Carries out commands, one after another, and keeps what is known in between.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::clock::{Overhead, ThinkingTime};
use super::command::Command;
use super::console::Console;
use super::extras;
use super::game_line::{GameLine, read_move};
use super::go::{Ends, GoLimits, GoRequest};
use super::info;
use super::lag::Lag;
use super::options::{self, Effect, Options};
use super::signals::Signals;
use super::thinker::{Task, Thinker};
use super::thinking::Thought;
use super::tree_file;
use super::walk::walk_to;
use crate::app::games::{CommandLineGame, EndingTables};
use crate::app::reporting::score::{Score, counted, mover};
use crate::app::searchers::CannotStart;
use crate::search::{BestFirst, Limits};
use crate::value::Value;

/// A command to carry out.
#[derive(Debug)]
pub struct Job {
    /// The command.
    pub command: Command,
    /// When it was read.
    pub received: Instant,
    /// What may end it.
    pub signals: Signals,
}

impl Job {
    /// Whether it takes long, and means nothing to the game: it is not waited for after `quit`.
    pub fn is_for_lookers_on(&self) -> bool {
        matches!(self.command, Command::Bench | Command::Perft(_))
    }
}

/// The options, the game and the tree.
pub struct Engine<'a, 'b, G: CommandLineGame> {
    console: &'a Console<'b>,
    /// The answer to `uci`.
    introduction: String,
    /// Shared by all positions, so that what it works out once serves all of them.
    evaluator: G::Evaluator,
    options: Options,
    tables: EndingTables,
    /// The game, or why the last one that was given is none.
    line: Result<GameLine<G>, String>,
    thinker: Option<Thinker<G>>,
    /// Why there is nobody to think, until other options are set or another game begins.
    failure: Option<CannotStart>,
    lag: Lag,
    /// A program drives the engine, since it said `uci`; it may have clocks.
    has_clocks: &'a AtomicBool,
    /// The tree comes from a file, and was not searched yet.
    is_just_loaded: bool,
}

impl<'a, 'b, G: CommandLineGame> Engine<'a, 'b, G> {
    /// An engine that knows nothing yet.
    pub fn new(
        console: &'a Console<'b>,
        options: Options,
        has_clocks: &'a AtomicBool,
    ) -> Engine<'a, 'b, G> {
        let evaluator = G::evaluator_of(&options.evaluation);
        Engine {
            console,
            introduction: options::introduction(&options),
            line: GameLine::read("startpos", false, evaluator.clone()),
            evaluator,
            options,
            tables: EndingTables::default(),
            thinker: None,
            failure: None,
            lag: Lag::default(),
            has_clocks,
            is_just_loaded: false,
        }
    }

    /// Carries out a command.
    pub fn carry_out(&mut self, job: Job) {
        let Job { command, received, signals } = job;
        match command {
            Command::Uci => {
                self.has_clocks.store(true, Ordering::Relaxed);
                self.set_up(|| true);
                self.console.say(&self.introduction);
            }
            Command::IsReady => {
                self.set_up(|| false);
                self.console.say(&"readyok");
            }
            Command::NewGame => self.begin_game(),
            Command::SetOption { name, value } => {
                self.set_option(&name, &value);
                if self.has_clocks.load(Ordering::Relaxed) {
                    self.set_up(|| true);
                }
            }
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::Go(request) => self.go(&request, received, &signals),
            Command::Perft(depth) => self.perft(depth, &signals),
            Command::Bench => self.bench(&signals),
            Command::Display => {
                if let Some(line) = self.line_or_tell() {
                    self.console.say(&extras::display(line, self.tree()));
                }
            }
            Command::Eval => {
                if let Some(line) = self.line_or_tell() {
                    self.console.say(&extras::evaluation(&line.position));
                }
            }
            Command::Why(text) => self.why(&text),
            Command::Help => self.console.say(&extras::HELP),
            // The session answers these itself.
            Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Ignored
            | Command::Unknown(_) => {}
        }
        signals.done();
    }

    /// Another game: what is known about the last one goes, unless it is to be kept, or was just loaded
    /// for this one.
    fn begin_game(&mut self) {
        // An engine below that failed for some time gets another chance.
        self.failure = None;
        if self.options.is_analysis || self.is_just_loaded {
            return;
        }
        if self.options.searcher.engine().is_some() {
            // It learns about the new game with the next question.
            self.thinker = None;
        } else {
            self.thinker.iter_mut().for_each(Thinker::forget);
        }
    }

    /// Does what takes long, so far as it is not done: sets up the memory and, where clocks may run,
    /// computes what positions are valued by. An engine below that is still starting is waited for until this is over.
    /// No clock runs before `uci` and `isready` are answered, nor while options are set; one may run as soon as a game begins.
    fn set_up(&mut self, is_over: impl Fn() -> bool) {
        if self.has_clocks.load(Ordering::Relaxed) {
            G::prepare(&self.evaluator);
        }
        if let (Ok(line), None, None) = (&self.line, &self.thinker, &self.failure) {
            let position = line.position.clone();
            self.begin_thinker(&position, is_over);
        }
    }

    /// Sets up one that knows nothing if there is none, and its engine is ready before this is over: whether there is
    /// one. What goes wrong is reported, and not tried again: a search does not wait for it.
    fn begin_thinker(&mut self, position: &G, is_over: impl Fn() -> bool) -> bool {
        if self.thinker.is_some() {
            return true;
        }
        let ready = self.options.searcher.await_engine(is_over).map_err(CannotStart::from);
        let new = ready.and_then(|is_ready| match is_ready {
            true => Thinker::new(position, &self.options).map(Some),
            false => Ok(None),
        });
        match new {
            Ok(new) => self.thinker = new,
            Err(error) => {
                self.console.tell(&error);
                self.failure = Some(error);
            }
        }
        self.thinker.is_some()
    }

    /// Why there is nobody to think, at the end.
    pub fn into_failure(self) -> Option<CannotStart> {
        self.failure
    }

    /// Sets up what is to think about this, if its engine gets ready in time.
    fn get_ready(
        &mut self,
        position: &G,
        request: &GoRequest,
        received: Instant,
        signals: &Signals,
    ) {
        if let Some(failure) = &self.failure {
            return self.console.tell(failure);
        }
        let limits = match request.ends() {
            Ends::ByItself => request.limits(mover(position), self.overhead()),
            Ends::OnPonderHit | Ends::OnStop => GoLimits::default(),
        };
        let interrupt = signals.first.clone();
        let is_late = move |time: ThinkingTime| received.elapsed() >= time.hard;
        let is_over = move || interrupt.is_thrown() || limits.time.is_some_and(is_late);
        if !self.begin_thinker(position, is_over) && self.failure.is_none() {
            self.console.tell(&"the engine is not ready yet: nothing is searched");
        }
    }

    fn overhead(&self) -> Overhead {
        self.lag.overhead(self.options.overhead())
    }

    fn tree(&self) -> Option<&BestFirst<G>> {
        self.thinker.as_ref().and_then(Thinker::tree)
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let effect = self.options.set(name, value);
        if effect.is_ok() {
            self.options.out_of_range.iter().for_each(|told| self.console.tell(told));
        }
        match effect {
            Ok(Effect::None) => {}
            Ok(Effect::Forget) => (self.thinker, self.failure) = (None, None),
            Ok(Effect::Evaluation) => self.change_evaluation(),
            Ok(Effect::Memory) => self.fit_into_memory(),
            Ok(Effect::Save) => self.save(),
            Ok(Effect::Load) => self.load(),
            Err(error) => self.console.tell(&error),
        }
    }

    /// The same game, with positions worth something else.
    fn change_evaluation(&mut self) {
        self.tables = self.open_tables();
        let evaluator = G::evaluator_of(&self.options.evaluation);
        self.evaluator = G::with_tables(evaluator, self.tables.clone());
        self.thinker = None;
        if let Ok(line) = &mut self.line
            && let Some(same) = line.with_evaluator(self.evaluator.clone())
        {
            *line = same;
        }
    }

    /// The tables of the options; what cannot be used is reported.
    fn open_tables(&self) -> EndingTables {
        let tables = &self.options.tables;
        let folders = tables.syzygy.as_ref().map_or(&[][..], |folders| &folders.0);
        let (tables, troubles) = EndingTables::open(folders, tables.syzygy_probe_limit);
        troubles.iter().for_each(|trouble| self.console.tell(trouble));
        tables
    }

    /// The tree continues in another memory, if that can hold what has to stay of it.
    fn fit_into_memory(&mut self) {
        let room = self.options.room();
        let fits = match self.thinker.as_mut().and_then(Thinker::session) {
            Some(session) => {
                let search = session.search_mut();
                search.memory_limits() == room || search.fit_into(room).is_ok()
            }
            None => false,
        };
        if !fits {
            self.thinker = None;
        }
    }

    fn save(&self) {
        let Some(search) = self.tree() else {
            return self.console.tell(&"Save Tree: there is no tree yet; start with go");
        };
        let saved = self.options.searcher.full_name().map_err(anyhow::Error::from);
        let saved = saved.and_then(|name| tree_file::save(&self.options.tree_file, search, &name));
        match saved {
            Ok(told) => self.console.tell(&told),
            Err(error) => self.console.tell(&format_args!("Save Tree: {error:#}")),
        }
    }

    fn load(&mut self) {
        if self.tree().is_none() {
            // The memory is for the tree that comes.
            self.thinker = None;
        }
        let (path, room) = (&self.options.tree_file, self.options.room());
        let engine = self.options.engine();
        match tree_file::load::<G>(path, (&self.evaluator, &self.tables), room, engine) {
            Ok((search, searcher, warning)) => {
                warning.iter().for_each(|warning| self.console.tell(warning));
                self.console.tell(&format_args!(
                    "loaded {} of {}; Searcher is {}",
                    counted(search.tree().len() as u64, "tree node"),
                    search.position().describe(),
                    searcher.name,
                ));
                self.options.searcher = searcher;
                self.thinker = Some(Thinker::of_tree(search));
                self.is_just_loaded = true;
            }
            Err(error) => self.console.tell(&format_args!("Load Tree: {error:#}")),
        }
    }

    fn set_position(&mut self, start: &str, moves: &[String]) {
        let read = GameLine::read(start, self.options.style.is_chess960, self.evaluator.clone());
        self.line = read.and_then(|mut line| {
            for warning in &line.warnings {
                self.console.tell(&format_args!("position: {warning}"));
            }
            line.play(moves)?;
            Ok(line)
        });
        // Whatever is asked now is not about the position before.
        self.line_or_tell();
    }

    /// The game; where there is none, why is told.
    fn line_or_tell(&self) -> Option<&GameLine<G>> {
        self.line.as_ref().map_err(|why| self.console.tell(why)).ok()
    }

    fn go(&mut self, request: &GoRequest, received: Instant, signals: &Signals) {
        request.remark().iter().for_each(|remark| self.console.tell(remark));
        let Some(line) = self.line_or_tell().cloned() else {
            signals.wait_for(request.ends());
            signals.done();
            return self.console.say(&"bestmove 0000");
        };
        let legal = line.position.legal_moves();
        let found = if legal.is_empty() {
            self.console.say(&info::finished(final_score(&line)));
            signals.wait_for(request.ends());
            Vec::new()
        } else {
            self.find(&line, request, received, signals)
        };
        // The reader of the answer may ask for the next thing at once.
        signals.done();
        self.tell_best(&line.position, &found);
    }

    /// The best move of a position that has moves, and the reply that is expected.
    fn find(
        &mut self,
        line: &GameLine<G>,
        request: &GoRequest,
        received: Instant,
        signals: &Signals,
    ) -> Vec<G::Move> {
        let plies = line.moves.len();
        // What was pondered about is not on the clock.
        let clock =
            request.clock(mover(&line.position)).filter(|_| request.ends() == Ends::ByItself);
        clock.into_iter().for_each(|clock| self.lag.note_clock(plies, clock));
        self.get_ready(&line.position, request, received, signals);
        let is_timed = request.is_timed_game() || request.move_time.is_some();
        let is_game = request.is_timed_game() && !request.infinite;
        let (candidates, final_value) = (self.candidates(request, line), line.final_value());
        let task = Task { line, final_value, candidates, is_game, is_timed };
        let (console, options) = (self.console, &self.options);
        let overhead = self.overhead();
        let thought =
            Thought { console, options, task: &task, request, received, overhead, signals };
        let Some(thinker) = &mut self.thinker else { return thought.guess() };
        let loses_tree = thinker.begin(&task, options);
        if loses_tree && (options.is_analysis || self.is_just_loaded) {
            console.tell(&"the position is not in the tree; starting a new tree");
        }
        let found = thought.think(thinker);
        thinker.end();
        options.searcher.troubles().iter().for_each(|trouble| console.tell(trouble));
        G::table_troubles(&self.evaluator).iter().for_each(|trouble| console.tell(trouble));
        self.is_just_loaded = false;
        clock.into_iter().for_each(|clock| self.lag.note_answer(plies, clock, received.elapsed()));
        found
    }

    /// The moves to choose from, where the request names legal ones.
    fn candidates(&self, request: &GoRequest, line: &GameLine<G>) -> Option<Vec<G::Move>> {
        let mut candidates: Vec<G::Move> = Vec::new();
        for text in &request.moves {
            match read_move(&line.position, text) {
                Ok(mv) if !candidates.contains(&mv) => candidates.push(mv),
                Ok(_) => {}
                Err(error) => self.console.tell(&format_args!("searchmoves: {text:?} {error}")),
            }
        }
        Some(candidates).filter(|candidates| !candidates.is_empty())
    }

    fn tell_best(&self, position: &G, moves: &[G::Move]) {
        let text = |position: &G, mv| position.engine_text(mv, self.options.style.is_chess960);
        match *moves {
            [] => self.console.say(&"bestmove (none)"),
            [best] => self.console.say(&format_args!("bestmove {}", text(position, best))),
            [best, reply, ..] => {
                let after = position.after(best);
                let (best, reply) = (text(position, best), text(&after, reply));
                self.console.say(&format_args!("bestmove {best} ponder {reply}"));
            }
        }
    }

    fn perft(&self, depth: u32, signals: &Signals) {
        let Some(line) = self.line_or_tell() else { return };
        let is_chess960 = self.options.style.is_chess960;
        match extras::perft(&line.position, depth, is_chess960, &signals.first) {
            Some(text) => self.console.say(&text),
            None => self.console.tell(&"perft: stopped"),
        }
    }

    fn bench(&self, signals: &Signals) {
        if let Err(error) =
            extras::bench::<G>(&self.options.evaluation, self.console, &signals.first)
        {
            self.console.tell(&format_args!("bench: {error:#}"));
        }
    }

    /// Explains a move of the position, as far as the tree knows it.
    fn why(&mut self, text: &str) {
        let Some(line) = self.line_or_tell().cloned() else { return };
        let Some(session) = self.thinker.as_mut().and_then(Thinker::session) else {
            return self.console.tell(&"why: there is no tree yet; start with go");
        };
        let limits = Limits { nodes: Some(0), ..Limits::default() };
        if !walk_to(session, &line, false, &limits) {
            self.thinker = None;
            return self.console.tell(&"why: the position is not in the tree; start with go");
        }
        match extras::why(session.search(), text) {
            Ok(told) => self.console.say(&told),
            Err(error) => self.console.tell(&format_args!("{error:#}")),
        }
    }
}

/// The score of a game that is over, as the side to move sees it.
fn final_score<G: CommandLineGame>(line: &GameLine<G>) -> Score {
    Score::new(line.final_value().unwrap_or(Value::DRAW), mover(&line.position))
}
