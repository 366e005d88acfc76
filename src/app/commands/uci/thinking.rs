//! A `go` from beginning to `bestmove`.

use std::time::{Duration, Instant};

use super::clock::ThinkingTime;
use super::console::Console;
use super::go::GoRequest;
use super::info::{self, InfoStyle, Progress};
use super::options::Options;
use super::signals::{Signal, Signals};
use super::thinker::{AtWork, Thinker};
use super::watch::{Watch, depth_of};
use crate::app::games::CommandLineGame;
use crate::app::reporting::left_out;
use crate::app::reporting::score::mover;
use crate::search::{Interrupt, Limits, Searcher, Stop};
use crate::session::{More, Session, SessionReport};

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
    /// The position.
    pub position: &'a G,
    /// What ends it.
    pub request: &'a GoRequest,
    /// When it was asked for.
    pub received: Instant,
    /// What comes from outside meanwhile.
    pub signals: &'a Signals,
}

impl<G: CommandLineGame> Thought<'_, '_, G> {
    /// Tells whether an answer is wanted by now, however little was done.
    pub fn is_over(&self) -> impl Fn() -> bool + use<G> {
        let watch = self.watch(self.received, self.signals.first.clone());
        move || {
            let is_late = |time: ThinkingTime| watch.started.elapsed() >= time.hard;
            watch.interrupt.is_thrown() || watch.time.is_some_and(is_late)
        }
    }

    /// Searches until the best move may be reported, and returns it, and the reply that is expected.
    pub fn think(&self, thinker: &mut Thinker<G>) -> Vec<G::Move> {
        let run = if self.request.ponder && !self.request.infinite {
            self.ponder(thinker)
        } else {
            let watch = self.watch(self.received, self.signals.first.clone());
            let run = self.search(thinker, watch, Session::begin);
            if self.request.is_endless() {
                self.wait_for_stop();
            }
            run
        };
        run.report.lines.into_iter().next().map(|line| line.moves).unwrap_or_default()
    }

    /// Searches on the opponent's time, and on our own if the move expected is played.
    fn ponder(&self, thinker: &mut Thinker<G>) -> SessionReport<G::Move> {
        let endless = Watch::new(self.received, self.signals.first.clone());
        let run = self.search(thinker, endless, Session::begin);
        let Signal::PonderHit(at) = self.signals.wait() else { return run };
        if run.report.stop != Some(Stop::Interrupted) {
            return run;
        }
        let watch = self.watch(at, self.signals.second.clone());
        let run = self.search(thinker, watch, Session::go_on);
        let own = GoRequest { ponder: false, ..self.request.clone() };
        if own.is_endless() {
            self.wait_for_stop();
        }
        run
    }

    /// Waits until `stop`.
    pub fn wait_for_stop(&self) {
        while self.signals.wait() != Signal::Stop {}
    }

    /// What ends the search, by a clock that started then.
    fn watch(&self, started: Instant, interrupt: Interrupt) -> Watch {
        let (request, overhead) = (self.request, self.options.overhead());
        let clock = request.clock(mover(self.position));
        let time = match (request.move_time, clock) {
            _ if request.infinite => None,
            (Some(time), _) => Some(ThinkingTime::of_move(time, overhead)),
            (None, Some((left, increment))) => {
                let moves = request.moves_to_go;
                Some(ThinkingTime::of_clock(left, increment, moves, overhead))
            }
            (None, None) => None,
        };
        let mut watch = Watch::new(started, interrupt);
        (watch.depth_limit, watch.mate, watch.time) = (request.depth, request.mate, time);
        watch
    }

    fn search(
        &self,
        thinker: &mut Thinker<G>,
        mut watch: Watch,
        begin: Begin<G>,
    ) -> SessionReport<G::Move> {
        // What is known already may be enough.
        thinker.tree().into_iter().for_each(|search| watch.look_at_tree(search));
        let more = self.limits(&watch);
        let search = thinker.tree();
        let progress = Progress {
            started: self.received,
            depth: 0,
            plies_above: search.map_or(0, |search| search.state().line.len() as u32),
            tree_capacity: search.map_or(0, |search| search.tree().capacity() as u64),
            probes_before: G::table_probes(self.position.evaluator()),
        };
        let run = match thinker.at_work() {
            AtWork::Tree(session) => {
                session.search_mut().want_lines(self.options.wanted_lines());
                begin(session, &more);
                self.search_tree(session, &mut watch, &progress)
            }
            AtWork::Other(searcher) => self.search_other(searcher, &more, &mut watch, &progress),
        };
        watch.note_depth(run.report.depth);
        self.tell(&run, &Progress { depth: watch.depth, ..progress });
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
            if let Some(run) = session.report_if_due() {
                self.tell(&run, &Progress { depth: watch.depth, ..*progress });
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
            watch.look_at_report(self.position, report);
            let run = SessionReport::from(report.clone());
            self.tell(&run, &Progress { depth: watch.depth, ..*progress });
        });
        report.into()
    }

    /// The limits that the searcher itself looks after.
    fn limits(&self, watch: &Watch) -> More {
        let nodes = self.request.nodes;
        let is_game = watch.time.is_some_and(|time| time.soft.is_some());
        More(Limits {
            // A ponder search that nothing ends yet is under no limit.
            nodes: nodes.filter(|_| !self.request.infinite && !self.is_pondering(watch)),
            time: watch.time.map(|time| {
                let gone = watch.started.elapsed();
                time.hard.saturating_sub(gone).max(LEAST_SEARCH)
            }),
            depth: watch.depth_limit,
            beyond_only_move: !is_game,
            interrupt: watch.interrupt.clone(),
            ..Limits::default()
        })
    }

    fn is_pondering(&self, watch: &Watch) -> bool {
        self.request.ponder && watch.started == self.received
    }

    fn tell(&self, run: &SessionReport<G::Move>, progress: &Progress) {
        let style = InfoStyle {
            lines: self.options.multi_pv,
            shows_wdl: self.options.shows_wdl,
            is_chess960: self.options.is_chess960,
        };
        let lines = info::lines(self.position, run, progress, style);
        if !lines.is_empty() {
            self.console.say(&lines.join("\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::signals::remote;
    use super::*;
    use crate::app::args::EngineArgs;
    use crate::chess::Position;

    /// The time for a move that is asked for like this.
    fn time(words: &str) -> Option<ThinkingTime> {
        let mut out = Vec::new();
        let (console, (_remote, signals)) = (Console::new(&mut out), remote(false));
        let options = Options::new(EngineArgs::default(), Interrupt::default());
        let options = options.unwrap_or_else(|e| panic!("{e}"));
        let request = GoRequest::read(&words.split_whitespace().collect::<Vec<_>>());
        let thought = Thought {
            console: &console,
            options: &options,
            position: &<Position>::default(),
            request: &request,
            received: Instant::now(),
            signals: &signals,
        };
        thought.watch(thought.received, Interrupt::default()).time
    }

    #[test]
    fn the_clock_of_the_mover_counts_with_its_increment_and_time_control() {
        let of_clock = |left, increment, moves| {
            let ms = Duration::from_millis;
            Some(ThinkingTime::of_clock(ms(left), ms(increment), moves, ms(10)))
        };
        assert_eq!(time("wtime 9000 btime 5 winc 30 binc 7"), of_clock(9000, 30, None));
        assert_eq!(time("wtime 9000 btime 5 movestogo 3"), of_clock(9000, 0, Some(3)));
        assert_ne!(of_clock(9000, 0, Some(3)), of_clock(9000, 0, None));
        assert_eq!(time("movetime 50").map(|time| time.hard), Some(Duration::from_millis(40)));
        assert_eq!((time("infinite wtime 9000"), time("nodes 5")), (None, None));
    }
}
