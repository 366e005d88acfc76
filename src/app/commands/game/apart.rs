//! The positions of a game searched one by one: what searchers do that keep no tree.

use super::in_tree::{Searched, Task};
use super::progress::{Progress, Step};
use crate::app::games::CommandLineGame;
use crate::app::reporting::progress_display::ProgressDisplay;
use crate::inspect::{PlayedMove, PlayedPosition};
use crate::search::{Report, Root, Stop};
use crate::value::Value;

impl<G: CommandLineGame> Task<'_, G> {
    /// Searches each position by itself, the last one first.
    ///
    /// # Errors
    ///
    /// An engine that cannot be started, or answers no longer.
    pub fn search_apart(&self) -> anyhow::Result<Searched<G>> {
        let display = ProgressDisplay::new(self.job.args.printing.quiet);
        let (mut progress, rounds) = (Progress::begin(), self.rounds());
        let mut roots = self.roots();
        let (settings, root) = (self.job.settings, Root::new(self.game.start().clone()));
        let mut searcher = settings.searcher.build(root, settings.room)?;
        let mut behind: Option<PlayedPosition<G::Move>> = None;
        let (mut facts, mut nodes, mut is_complete) = (Vec::new(), 0, true);
        while let Some(root) = roots.pop() {
            let (place, ending) = (roots.len(), root.game().outcome(&root.past()));
            let step = Some(Step { round: 1, left: place + 1, place });
            self.show(&mut progress, &rounds, &display, step);
            let report = ending.is_none().then(|| {
                searcher.go_to(root);
                searcher.search(&self.plan.limits(1), &mut |_| {
                    self.show(&mut progress, &rounds, &display, step);
                })
            });
            let stop = report.as_ref().and_then(|report| report.stop);
            if let Some(failure) = self.warn_of_engine(stop) {
                return Err(failure.into());
            }
            if stop == Some(Stop::Interrupted) {
                is_complete = false;
                break;
            }
            nodes += report.as_ref().map_or(0, |report| report.counters.nodes);
            let mut fact = match (report, ending) {
                (Some(report), _) => searched(&report),
                (None, ending) => over(ending.unwrap_or_default()),
            };
            fact.played = self.game.moves.get(place).zip(behind.as_ref()).map(|(&mv, behind)| {
                let is_best = fact.best_line.first() == Some(&mv);
                let value = behind.value.told_from(1);
                PlayedMove { mv, value, is_decided: behind.is_decided, is_best }
            });
            behind = Some(fact.clone());
            facts.push(fact);
        }
        display.clear();
        facts.reverse();
        // The report begins with the first position.
        if !is_complete {
            facts.clear();
        }
        Ok(Searched { facts, tree: None, nodes, is_complete, failure: None })
    }

    /// The positions, each with the game before it.
    fn roots(&self) -> Vec<Root<G>> {
        let mut root = Root::new(self.game.start().clone());
        let mut roots = vec![root.clone()];
        for &mv in self.game.analysed_moves() {
            root.play(mv);
            roots.push(root.clone());
        }
        roots
    }
}

fn searched<M: Copy>(report: &Report<M>) -> PlayedPosition<M> {
    PlayedPosition {
        is_decided: report.proven,
        best_line: report.lines.first().map(|line| line.moves.clone()).unwrap_or_default(),
        second: report.lines.get(1).map(|line| line.value),
        unsettled: report.unsettled_by.as_ref().map(|moves| moves.bounds(report.value)),
        effort: report.counters.nodes,
        ..over(report.value)
    }
}

/// A position in which the game is over.
fn over<M>(value: Value) -> PlayedPosition<M> {
    PlayedPosition {
        value,
        is_decided: true,
        best_line: Vec::new(),
        second: None,
        played: None,
        is_searched: true,
        was_analysed: true,
        unsettled: None,
        effort: 0,
    }
}
