//! Which node is visited next, and what the visit begins with: what it sees, and its moves in the order in which
//! they are made.

use super::super::included::Wanted;
use super::super::path_node::Aim;
use super::super::search::BestFirst;
use super::Listed;
use super::faster_win::{FasterWin, open_win};
use super::move_work::{Making, MoveWork};
use super::place::Place;
use super::purpose::{Errand, Footing, Plan, Purpose, is_tight};
use super::question::LeafWork;
use super::set_work::SetWork;
use super::visit::{Visit, Work};
use crate::game::{Evaluate, Heuristics, MOST_MOVES, MoveCode};
use crate::search::limits::Stop;
use crate::tree::NodeId;
use crate::value::Value;

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
            Purpose::Tighten => place.tighten(self.footing()),
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

    /// The visit that a line of those wanted needs next; `None` while others are open: it may need the node
    /// of one of them.
    fn visit_included(&mut self, wanted: Wanted) -> Result<Option<Visit>, Stop> {
        if !self.searched.visits.is_empty() {
            return Ok(None);
        }
        let Wanted { way, mv, .. } = wanted;
        self.walk.go_along(&way, &self.root.game, &self.tree, &self.rules);
        let place = self.place(self.node().value);
        let work = match (mv, place.end()) {
            (None, Some((_, leaf))) => {
                let near = place.at_analysed(leaf.value);
                Work::Leaf(LeafWork::value(leaf.searched().plies + 1, near))
            }
            (mv, _) => Work::Moves(self.list_moves(Making::One, mv)?),
        };
        Ok(Some(self.visit_of_end(work)))
    }

    /// What a visit of the end of the path begins with.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::select`].
    pub(super) fn work_of(&mut self, plan: Plan) -> Result<Work, Stop> {
        Ok(match plan {
            Plan::Moves(making) => Work::Moves(self.list_moves(making, None)?),
            Plan::Set(plies, splits) => Work::Set(self.set_work(plies, splits)?),
            Plan::Ready(work) => work,
        })
    }

    /// A visit of the end of the path.
    pub(super) fn visit_of_end(&self, work: Work) -> Visit {
        let way = self.walk.path().iter().map(|level| level.id).collect();
        Visit::new(way, self.node().value, work)
    }

    /// What tightening goes by.
    pub(super) fn footing(&self) -> Footing {
        Footing { least_gap: self.answer.least_gap, anchor: self.searched.anchor }
    }

    /// The end of the path, as a visit sees it that began when the position analysed was worth this.
    pub(super) fn place(&self, aim: Value) -> Place<'_, G> {
        Place {
            tree: &self.tree,
            walk: &self.walk,
            rules: &self.rules,
            root: &self.root,
            shared: self.searched.shared(),
            aim,
        }
    }

    /// The moves of the path's last node that are to be made, `wanted` before its turn.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if there is no room for all of its moves, [`Stop::TooManyMoves`].
    pub(in super::super) fn list_moves(
        &mut self,
        making: Making,
        wanted: Option<MoveCode>,
    ) -> Result<MoveWork, Stop> {
        let level = self.walk.path().len() - 1;
        let end = &self.walk.path()[level];
        let (id, game) = (end.id, &end.game);
        let made = self.tree.made(id);
        let listed = Listed { id, generation: self.tree.generation(), made };
        if self.searched.listed.take() != Some(listed) || wanted.is_some() {
            let mut first = self.first_moves(id, game);
            let wanted = wanted.and_then(|code| game.decode(code));
            if let Some(mv) = wanted.filter(|mv| !first.contains(mv)) {
                first.insert(usize::from(made).min(first.len()), mv);
            }
            let allowed = self.root.chosen(game, level);
            self.searched.order.list(game, allowed.as_deref(), 0)?;
            self.searched.order.put_first(first.into_iter());
        }
        let searched = &mut self.searched;
        let total = searched.order.len() as u16;
        if usize::from(total.saturating_sub(made)) + searched.promised() > self.tree.room() {
            return Err(Stop::Memory);
        }
        let is_one = making == Making::One && game.turn().player().is_some();
        let last = if is_one { total.min(made + 1) } else { total };
        let moves = (made..last).filter_map(|rank| searched.order.get(rank));
        let moves: Vec<MoveCode> = moves.map(|estimate| game.encode(estimate.mv)).collect();
        // After a move made before its turn the others would be listed in another order.
        if wanted.is_none() && is_one {
            searched.listed = Some(Listed { made: made + 1, ..listed });
        }
        Ok(MoveWork::new(making, made, total, moves))
    }

    /// The moves of a node that come before all estimates: those made, in this order, or the one
    /// that the table knows if none is.
    pub(in super::super) fn first_moves(&self, id: NodeId, game: &G) -> Vec<G::Move> {
        let children = self.tree.children(id);
        let made: Vec<G::Move> = children.filter_map(|(.., child)| game.decode(child.mv)).collect();
        let known = || self.searched.table_move(game);
        if made.is_empty() { known().into_iter().collect() } else { made }
    }

    /// The question for the best of the moves that were not made at the end of the path.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if the best one is to be made and there is no room for all.
    pub(super) fn set_work(&self, plies: u8, splits: bool) -> Result<SetWork, Stop> {
        let Some(end) = self.walk.end() else { return Err(Stop::Finished) };
        let moves = self.root.choices(&end.game, self.walk.path().len() - 1);
        if moves.len() > usize::from(MOST_MOVES) {
            return Err(Stop::TooManyMoves);
        }
        let moves = (moves.len() as u16).saturating_sub(self.tree.made(end.id));
        if splits && usize::from(moves) + self.searched.promised() > self.tree.room() {
            return Err(Stop::Memory);
        }
        Ok(SetWork { plies, splits, moves, found: None })
    }
}
