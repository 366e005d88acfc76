//! What a visit of the end of the path begins with: what it sees, and its moves in the order in which they are made.

use super::super::search::BestFirst;
use super::Listed;
use super::move_work::{Making, MoveWork};
use super::place::Place;
use super::purpose::{Plan, Trial};
use super::set_work::SetWork;
use super::visit::{Visit, Work};
use crate::game::{Evaluate, Heuristics, MOST_MOVES, MoveCode};
use crate::search::limits::Stop;
use crate::tree::NodeId;
use crate::value::Value;

impl<G: Heuristics + Evaluate> BestFirst<G> {
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
    pub(super) fn trial(&self) -> Trial {
        Trial { least_gap: self.answer.least_gap, anchor: self.searched.anchor }
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
