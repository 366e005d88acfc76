//! The walk to the node that is visited next, and the visit.

use super::super::path_node::Aim;
use super::super::search::BestFirst;
use super::faster_win::{FasterWin, open_win};
use super::move_work::Making;
use super::purpose::{Errand, Plan, Purpose, is_tight};
use super::visit::{Visit, Work};
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;

/// How many times a selection passes over nodes with open questions.
const MOST_PASSED: u32 = 3;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Walks to the node that the next iteration is about; candidates are ranked only if that is allowed
    /// (`may_rank`). `None` if nothing more can be asked.
    pub(super) fn find_purpose(&mut self, may_rank: bool) -> Option<Errand> {
        for _ in 0..MOST_PASSED {
            match self.purpose_there(may_rank) {
                Some(Errand { purpose: Purpose::Follow(_), ranks: false }) if self.end_is_out() => {
                    // A reproducible tree must not depend on how many nodes were passed over: that follows
                    // from when answers come.
                    if self.is_reproducible() || !self.pass_over_end() {
                        return None;
                    }
                }
                errand => return errand,
            }
        }
        None
    }

    /// The purpose of the node to which the numbers lead now, whether or not a question about it is open.
    fn purpose_there(&mut self, may_rank: bool) -> Option<Errand> {
        let for_answer = |purpose| Errand { purpose, ranks: false };
        if let Some(whole) = self.whole_work() {
            self.walk.descend(Aim::Analysed, &self.root.game, &self.tree, &self.rules);
            return Some(for_answer(Purpose::Whole(whole)));
        }
        let end = self.walk.end_of_best_line(&self.tree, &self.rules);
        if !is_tight(self.tree.node(end), &self.rules) {
            self.walk.descend(Aim::BestLine, &self.root.game, &self.tree, &self.rules);
            // A question elsewhere would be about a bound that is about to change: that makes searches quicker
            // at first, and solves fewer positions in the end.
            if !self.end_is_out() {
                return Some(for_answer(Purpose::Tighten));
            }
            // Whoever asks outside the program waits for no single answer.
            if !self.asks_outside() {
                return None;
            }
        }
        let rank = if may_rank { self.purpose_of_rank() } else { None };
        if let Some(purpose) = rank
            && (matches!(purpose, Purpose::Rank(..)) || !self.end_is_out())
        {
            return Some(Errand { purpose, ranks: true });
        }
        if self.node().is_proven() {
            // The search continues only to rank candidates, or for a line that is wanted in the tree, and a
            // question about these is open.
            return None;
        }
        let has_windows = self.rules.exact_leaves().is_none();
        let win = open_win(self.node()).filter(|&(_, left)| left > 0 && has_windows);
        if let Some((winner, _)) = win {
            self.walk.descend(Aim::Analysed, &self.root.game, &self.tree, &self.rules);
            let is_alone = self.searched.visits.is_empty();
            return is_alone.then_some(for_answer(Purpose::FasterWin(winner)));
        }
        let player = self.rules.followed(self.node());
        self.walk.descend(
            Aim::Chance(player, self.budget.limits().narrowing),
            &self.root.game,
            &self.tree,
            &self.rules,
        );
        Some(for_answer(Purpose::Follow(player)))
    }

    /// Whether the tree is the same no matter who answers when.
    fn is_reproducible(&self) -> bool {
        self.searched.workers.is_reproducible()
    }

    /// Whether the questions asked now are answered outside the program: there are no workers.
    fn asks_outside(&self) -> bool {
        self.searched.workers.capacity() == 0
    }

    /// Whether a question about the end of the path is open. A search of the whole position is beside the tree.
    fn end_is_out(&self) -> bool {
        let end = self.walk.end().map(|end| end.id);
        let mut visits = self.searched.visits.iter();
        visits.any(|visit| visit.way.last().copied() == end && !visit.is_beside_tree())
    }

    /// The next visit; `None` if all that could be asked is out.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] and [`Stop::TooManyMoves`] if moves cannot be made.
    pub(super) fn select(&mut self) -> Result<Option<Visit>, Stop> {
        if let Some(wanted) = self.wanted() {
            return self.visit_included(wanted);
        }
        let Some(Errand { purpose, ranks }) = self.find_purpose(true) else { return Ok(None) };
        let place = self.place(self.node().value);
        let plan = match purpose {
            Purpose::Tighten => place.tighten(self.trial()),
            Purpose::Follow(player) => place.follow(player),
            Purpose::Make => Some(Plan::Moves(Making::One)),
            Purpose::FasterWin(winner) => {
                Some(Plan::Ready(Work::FasterWin(FasterWin::new(winner, self.node()))))
            }
            Purpose::Rank(mv, leaf) => Some(Plan::Ready(Work::Candidate(mv, leaf))),
            Purpose::Whole(whole) => Some(Plan::Ready(Work::Whole(whole))),
        };
        let Some(plan) = plan else { return Ok(None) };
        let work = self.work_of(plan)?;
        Ok(Some(Visit { ranks, ..self.visit_of_end(work) }))
    }
}
