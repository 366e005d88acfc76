//! An engine by itself, as one more searcher to compare with.

use std::time::{Duration, Instant};

use uci_engine::{Found, Search};

use super::question::{NoAnswer, credible, line_of, line_to, score_of, search_of, texts, value_of};
use super::settings::{Engines, Troubles};
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{
    AnswerReason, Change, Counters, Limits, Line, Memory, Observer, Report, Root, Searcher, Stop,
};
use crate::value::Player;

/// Between two looks at the limits.
const LOOK: Duration = Duration::from_millis(5);
/// How much longer than it was given an engine may take before it is told to stop.
const LATE: Duration = Duration::from_millis(15);

/// The first of some engines, which searches the position as a whole. CPU time is its wall-clock time.
pub struct BareEngine<G: Heuristics> {
    root: Root<G>,
    engines: Engines,
    troubles: Troubles,
}

impl<G: Heuristics + Evaluate + Notation> BareEngine<G> {
    /// A search of this root.
    pub fn new(root: Root<G>, engines: Engines, troubles: Troubles) -> BareEngine<G> {
        BareEngine { root, engines, troubles }
    }

    fn question(&self, limits: &Limits) -> Search {
        let (game, moves) = line_to(&self.root, &[]);
        let only = texts(&game, self.root.candidates.as_deref());
        let search = search_of(&self.root).moves(moves).only(only);
        let search = Search { nodes: limits.nodes, depth: limits.depth, ..search };
        let time = limits.time.or(limits.cpu_time);
        time.map_or(search.clone(), |time| search.time(time)).in_new_game()
    }

    /// The answer of the engine, and why the search ended.
    fn ask(&mut self, limits: &Limits) -> (Option<Found>, Stop) {
        let time = limits.time.or(limits.cpu_time);
        // It looks at its own clock first.
        let until = time.map(|time| Instant::now() + time + LATE);
        let over = |until: Option<Instant>| match limits.interrupt.is_thrown() {
            true => Some(Stop::Interrupted),
            false => until.filter(|&until| Instant::now() >= until).map(|_| Stop::Time),
        };
        let asked = Instant::now();
        // One that did not hear `stop` may still be at the last question.
        while self.engines.free().all(|index| index != 0) {
            if let Some(stop) = over(until) {
                return (None, stop);
            }
            self.engines.next(LOOK);
        }
        let question = self.question(limits);
        if let Err(error) = self.engines.submit(0, &question) {
            return self.unanswered(&error.to_string());
        }
        loop {
            match self.engines.next(LOOK) {
                Some((_, Ok(found))) => {
                    let stop = match limits.nodes {
                        Some(_) => Stop::Nodes,
                        None if limits.depth.is_some() => Stop::Depth,
                        None => Stop::Time,
                    };
                    return self.checked(credible(found, asked.elapsed()), stop, true);
                }
                Some((_, Err(error))) => return self.unanswered(&error.to_string()),
                None => {}
            }
            if let Some(stop) = over(until) {
                let found = self.engines.end_all(time.is_some()).into_iter().next();
                return match found.and_then(|(_, found)| found.ok()) {
                    Some(found) => self.checked(credible(found, asked.elapsed()), stop, false),
                    None => (None, stop),
                };
            }
        }
    }

    /// What was found, if its move is one of those asked about and it tells a score. Of a search that was cut, that
    /// may be nothing.
    fn checked(&self, found: Found, stop: Stop, is_finished: bool) -> (Option<Found>, Stop) {
        let (game, found) = (self.root.game(), self.engines.exactly(found));
        let line = line_of(game, &found, |mv| self.root.allows(game, 0, mv));
        let fault = match line {
            Ok(_) if found.best.is_none() && is_finished => NoAnswer::Move,
            Ok(_) => match score_of(&found) {
                Ok(_) => return (Some(found), stop),
                Err(fault) => fault,
            },
            Err(fault) => fault,
        };
        match is_finished || matches!(fault, NoAnswer::Illegal(_)) {
            true => self.unanswered(&format!("{} {fault}", self.engines.label())),
            false => (None, stop),
        }
    }

    fn unanswered(&self, why: &str) -> (Option<Found>, Stop) {
        self.troubles.note(why.to_string());
        (None, Stop::Unanswered)
    }
}

impl<G: Heuristics + Evaluate + Notation> Searcher<G> for BareEngine<G> {
    fn search(&mut self, limits: &Limits, _observer: Observer<'_, G::Move>) -> Report<G::Move> {
        let started = Instant::now();
        let game = self.root.game().clone();
        let (found, stop) = match game.outcome(&self.root.past()) {
            Some(_) => (None, Stop::Finished),
            None => self.ask(limits),
        };
        let mover = game.turn().player().unwrap_or(Player::Max);
        let score = found.as_ref().and_then(|found| found.score);
        let value =
            score.map_or_else(|| game.evaluate(), |score| value_of(score, mover).unproven());
        let depth = found.as_ref().map(|found| found.depth);
        let moves = found.as_ref().and_then(|found| line_of(&game, found, |_| true).ok());
        let mut moves: Vec<_> = moves.unwrap_or_default().into_iter().map(|(_, mv)| mv).collect();
        self.root.end_with_game(&mut moves);
        let line = Some(moves).filter(|moves| !moves.is_empty());
        let line = line.map(|moves| Line { depth, ..Line::plain(moves, value) });
        let lines: Vec<_> = line.into_iter().collect();
        let nodes = found.as_ref().map_or(0, |found| found.nodes);
        let best = lines.first().and_then(|line| line.moves.first());
        let changes = best.map(|&best| Change { nodes, best, win: None }).into_iter().collect();
        Report {
            stop: Some(stop),
            value,
            proven: false,
            conditional: false,
            unsettled_by: None,
            rests_on: None,
            answer_reason: lines.first().map(|_| AnswerReason::BestValue),
            alpha: None,
            beta: None,
            answer_holds: None,
            no_progress: None,
            lines,
            waiting: None,
            changes,
            counters: Counters { nodes, ..Counters::default() },
            tree_nodes: 0,
            depth_mean: 0.0,
            depth_max: found.as_ref().map_or(0, |found| found.seldepth),
            depth,
            elapsed: started.elapsed(),
            cpu: started.elapsed(),
            threads: 1,
            memory: Memory::default(),
        }
    }

    fn go_to(&mut self, root: Root<G>) {
        self.root = root;
    }

    fn clear(&mut self) {}
}
