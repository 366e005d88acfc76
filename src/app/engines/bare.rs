//! An engine by itself, as one more searcher to compare with.

use std::time::{Duration, Instant};

use uci_engine::{Found, Search};

use super::question::{line_of, line_to, texts, value_of};
use super::settings::Engines;
use super::troubles::Troubles;
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{
    AnswerReason, Change, Counters, Limits, Line, Memory, Observer, Report, Root, Searcher, Stop,
};
use crate::value::Player;

/// Between two looks at the limits.
const LOOK: Duration = Duration::from_millis(10);

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
        let search = Search::from_fen(self.root.start().describe()).moves(moves).only(only);
        let search = Search { nodes: limits.nodes, depth: limits.depth, ..search };
        let time = limits.time.or(limits.cpu_time);
        time.map_or(search.clone(), |time| search.time(time)).in_new_game()
    }

    /// The answer of the engine, and why the search ended.
    fn ask(&mut self, limits: &Limits) -> (Option<Found>, Stop) {
        let question = self.question(limits);
        if let Err(error) = self.engines.submit(0, &question) {
            self.troubles.note(error.to_string());
            return (None, Stop::Unanswered);
        }
        let mut is_stopped = false;
        loop {
            match self.engines.next(LOOK) {
                Some((_, Ok(found))) => {
                    let stop = match (is_stopped, limits.nodes) {
                        (true, _) => Stop::Interrupted,
                        (false, Some(_)) => Stop::Nodes,
                        (false, None) if limits.depth.is_some() => Stop::Depth,
                        (false, None) => Stop::Time,
                    };
                    return (Some(self.engines.scored(found)), stop);
                }
                Some((_, Err(error))) => {
                    self.troubles.note(error.to_string());
                    return (None, Stop::Unanswered);
                }
                None if limits.interrupt.is_thrown() && !is_stopped => {
                    self.engines.stop(0);
                    is_stopped = true;
                }
                None => {}
            }
        }
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
        let moves = found.as_ref().map(|found| line_of(&game, found)).unwrap_or_default();
        let moves: Vec<_> = moves.into_iter().map(|(_, mv)| mv).collect();
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
            provisional: false,
            answer_reason: lines.first().map(|_| AnswerReason::BestValue),
            alpha: None,
            beta: None,
            answer_holds: None,
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
