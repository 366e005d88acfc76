//! A `go` from beginning to `bestmove`.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::clock::Overhead;
use super::console::Console;
use super::go::{Ends, GoLimits, GoRequest};
use super::info::{self, Progress};
use super::options::Options;
use super::signals::{Signal, Signals};
use super::thinker::{Kept, Task, Thinker};
use super::watch::{Watch, depth_of};
use crate::app::games::CommandLineGame;
use crate::app::reporting::left_out;
use crate::app::reporting::no_progress::no_progress_text;
use crate::app::reporting::score::mover;
use crate::game::Estimate;
use crate::search::{Limits, Line, Searcher, Stop};
use crate::session::{More, Session, SessionReport};
use crate::value::Value;

/// A search takes at least this long, however late it is: an answer has to come.
const LEAST_SEARCH: Duration = Duration::from_micros(100);

/// How a run of a tree's session begins.
type Begin<G> = fn(&mut Session<G>, &More);

/// A search that was asked for.
pub struct Thought<'a, 'b, G: CommandLineGame> {
    /// Where everything is reported.
    pub console: &'a Console<'b>,
    /// The options.
    pub options: &'a Options,
    /// The position, and the moves to choose from.
    pub task: &'a Task<'a, G>,
    /// What ends it.
    pub request: &'a GoRequest,
    /// When it was asked for.
    pub received: Instant,
    /// What the answer costs on a clock.
    pub overhead: Overhead,
    /// What comes from outside meanwhile.
    pub signals: &'a Signals,
}

impl<G: CommandLineGame> Thought<'_, '_, G> {
    /// Searches until the best move may be reported, and returns it, and the reply that is expected.
    pub fn think(&self, thinker: &mut Thinker<G>) -> Vec<G::Move> {
        let ends = self.request.ends();
        let run = if ends == Ends::OnPonderHit {
            self.ponder(thinker)
        } else {
            let watch = Watch::new(self.limits(), self.received, self.signals.first.clone());
            let run = self.search(thinker, watch, Session::begin);
            self.signals.wait_for(ends);
            run
        };
        run.report.lines.into_iter().next().map(|line| line.moves).unwrap_or_default()
    }

    /// Where nobody searches: a move all the same, worth what the position seems to be.
    pub fn guess(&self) -> Vec<G::Move> {
        let line = self.unsearched_line(self.position().evaluate());
        if let Some(line) = &line {
            self.console.say(&info::unsearched(self.position(), line, self.options.style));
        }
        self.signals.wait_for(self.request.ends());
        line.map(|line| line.moves).unwrap_or_default()
    }

    /// Searches on the opponent's time, and on our own if the move expected is played.
    fn ponder(&self, thinker: &mut Thinker<G>) -> SessionReport<G::Move> {
        let endless = Watch::new(GoLimits::default(), self.received, self.signals.first.clone());
        let run = self.search(thinker, endless, Session::begin);
        let Signal::PonderHit(at) = self.signals.wait() else { return run };
        // Without a limit, nothing would ever end it.
        if run.report.stop != Some(Stop::Interrupted) || !self.request.has_limits() {
            return run;
        }
        let watch = Watch::new(self.limits(), at, self.signals.second.clone());
        self.search(thinker, watch, Session::go_on)
    }

    fn position(&self) -> &G {
        &self.task.line.position
    }

    /// The limits of a search on our own time.
    fn limits(&self) -> GoLimits {
        self.request.limits(mover(self.position()), self.overhead)
    }

    fn search(
        &self,
        thinker: &mut Thinker<G>,
        mut watch: Watch,
        begin: Begin<G>,
    ) -> SessionReport<G::Move> {
        // What is known already may be enough.
        thinker.tree().into_iter().for_each(|search| watch.look_at_tree(search));
        // A program that analyses says so, or thinks until it is stopped.
        let plays = !self.options.is_analysis && self.request.ends() != Ends::OnStop;
        let more = more(&watch, plays);
        let search = thinker.tree();
        let progress = Progress {
            started: self.received,
            depth: 0,
            plies_above: search.map_or(0, |search| search.moves_to_position().len() as u32),
            tree_capacity: search.map_or(0, |search| search.tree().capacity() as u64),
            probes_before: G::table_probes(self.position().evaluator()),
        };
        let mut run = match thinker.at_work() {
            Kept::Tree(session) => {
                session.search_mut().want_lines(self.options.wanted_lines());
                begin(session, &more);
                self.search_tree(session, &mut watch, &progress)
            }
            Kept::Other(searcher) => {
                self.search_other(searcher.as_mut(), &more, &mut watch, &progress)
            }
        };
        watch.note_depth(run.report.depth);
        if run.report.lines.is_empty() {
            // A drawn game has no more to search, but a move may be wanted all the same.
            run.report.lines.extend(self.unsearched_line(run.report.value));
        }
        self.tell(&mut run, &Progress { depth: watch.depth, ..progress });
        if let Some(nodes) = run.report.no_progress {
            self.console.tell(&no_progress_text(nodes));
        }
        if run.report.conditional {
            let note = thinker.tree().and_then(|search| left_out::note(search.root()));
            self.console.tell(&note.as_deref().unwrap_or(left_out::CONDITION));
        }
        run
    }

    /// Searches in a tree, at which the watch looks meanwhile.
    fn search_tree(
        &self,
        session: &mut Session<G>,
        watch: &mut Watch,
        progress: &Progress,
    ) -> SessionReport<G::Move> {
        loop {
            if let Some(stop) = session.advance() {
                let run = session.finish(stop);
                watch.note_depth(depth_of(session.search()));
                return run;
            }
            if let Some(mut run) = session.report_if_due() {
                self.tell(&mut run, &Progress { depth: watch.depth, ..*progress });
            }
            watch.look_at_tree(session.search());
        }
    }

    /// Searches without a tree: the watch looks at reports.
    fn search_other(
        &self,
        searcher: &mut dyn Searcher<G>,
        more: &More,
        watch: &mut Watch,
        progress: &Progress,
    ) -> SessionReport<G::Move> {
        let report = searcher.search(&more.0, &mut |report| {
            watch.look_at_report(self.position(), report);
            let progress = Progress { depth: watch.depth, ..*progress };
            self.tell(&mut report.clone().into(), &progress);
        });
        report.into()
    }

    /// The move that looks best without any search, worth this unless the game is over.
    fn unsearched_line(&self, value: Value) -> Option<Line<G::Move>> {
        let best = self.choices().into_iter().next()?;
        let line = Line::plain(vec![best], value);
        Some(match self.task.final_value {
            Some(value) => final_line(line, value),
            None => line,
        })
    }

    /// The moves to choose from, in the order in which they look best without any search.
    fn choices(&self) -> Vec<G::Move> {
        let candidates = self.task.candidates.as_deref();
        let mut estimates: Vec<Estimate<G::Move>> = Vec::new();
        self.position().estimates(&mut estimates);
        estimates.retain(|estimate| candidates.is_none_or(|moves| moves.contains(&estimate.mv)));
        estimates.sort_by_cached_key(|estimate| Reverse(estimate.gain));
        estimates.into_iter().map(|estimate| estimate.mv).collect()
    }

    /// The moves that are to be told beside those that were searched one by one, worth no more than the last of these and
    /// than is known of all that wait.
    fn others(&self, run: &SessionReport<G::Move>) -> Vec<Line<G::Move>> {
        let lines = &run.report.lines;
        let missing = self.options.style.lines.saturating_sub(lines.len());
        let Some(last) = lines.last().filter(|_| missing > 0) else { return Vec::new() };
        let mover = mover(self.position());
        let most = run.report.waiting.and_then(|waiting| waiting.most);
        let is_less = |most: &Value| most.for_player(mover) < last.value.for_player(mover);
        let value = most.filter(is_less).unwrap_or(last.value);
        let is_told = |mv: &G::Move| lines.iter().any(|line| line.moves.first() == Some(mv));
        let others = self.choices().into_iter().filter(|mv| !is_told(mv)).take(missing);
        others.map(|mv| Line::plain(vec![mv], value)).collect()
    }

    /// Reports this, whose lines are put in the order in which they are told.
    fn tell(&self, run: &mut SessionReport<G::Move>, progress: &Progress) {
        let (style, mover) = (self.options.style, mover(self.position()));
        info::put_in_order(&mut run.report.lines, style, mover);
        let settled = self.task.final_value.map(|value| settled(run, value));
        let run = settled.as_ref().unwrap_or(run);
        let lines = info::lines(self.position(), run, &self.others(run), progress, style);
        if !lines.is_empty() {
            self.console.say(&lines.join("\n"));
        }
    }
}

/// The report on a game that is over by its rules, and worth this: what is searched then is how it goes on if nobody
/// claims its end.
fn settled<M: Copy>(run: &SessionReport<M>, value: Value) -> SessionReport<M> {
    let mut run = run.clone();
    let lines = std::mem::take(&mut run.report.lines);
    run.report.lines = lines.into_iter().map(|line| final_line(line, value)).collect();
    run
}

/// A line of a game that is over by its rules, and worth this.
fn final_line<M>(line: Line<M>, value: Value) -> Line<M> {
    Line { value, proven: true, unsettled_by: None, rests_on: None, ..line }
}

/// The limits that the searcher itself looks after.
fn more(watch: &Watch, plays: bool) -> More {
    let GoLimits { depth, nodes, time, .. } = watch.limits;
    let is_game = time.is_some_and(|time| time.soft.is_some());
    More(Limits {
        nodes,
        time: time.map(|time| {
            let gone = watch.started.elapsed();
            time.hard.saturating_sub(gone).max(LEAST_SEARCH)
        }),
        depth,
        beyond_only_move: !is_game,
        plays,
        interrupt: watch.interrupt.clone(),
        ..Limits::default()
    })
}
