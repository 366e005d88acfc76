//! From open visits to plain data, for files, and back.

use super::super::search::BestFirst;
use super::super::state::Unfit;
use super::faster_win::FasterWin;
use super::move_work::MoveWork;
use super::place::Place;
use super::question::LeafWork;
use super::record::{ChildState, VisitState, WorkState};
use super::set_work::SetWork;
use super::visit::{Visit, Work};
use super::whole_work::WholeWork;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::budget::Spent;
use crate::tree::{Node, NodeId, Searched};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The visits that wait for the answer's sake. The tree is at rest.
    pub(in super::super) fn visit_states(&self) -> Vec<VisitState> {
        self.waiting_visits().filter(|(visit, _)| !visit.ranks).map(|(_, state)| state).collect()
    }

    /// The visit that waits and is made to rank candidates, and its place among all.
    pub(in super::super) fn ranking_visit(&self) -> Option<(u16, VisitState)> {
        let mut visits = self.waiting_visits().zip(0..);
        visits.find_map(|((visit, state), place)| visit.ranks.then_some((place, state)))
    }

    fn waiting_visits(&self) -> impl Iterator<Item = (&Visit, VisitState)> {
        self.searched.visits.iter().filter_map(|visit| Some((visit, self.visit_state(visit)?)))
    }

    fn visit_state(&self, visit: &Visit) -> Option<VisitState> {
        let rank = |pair: &[NodeId]| self.tree.rank_of(pair[0], pair[1]);
        Some(VisitState {
            way: visit.way.windows(2).map(rank).collect::<Option<_>>()?,
            aim: visit.aim,
            spent: visit.spent,
            unfinished: visit.unfinished,
            counted: (visit.counted.nodes, visit.counted.evals),
            table_hits: visit.table_hits,
            has_no_room: visit.has_no_room,
            work: work_state(&visit.work)?,
        })
    }

    /// Takes up visits that wait.
    ///
    /// # Errors
    ///
    /// [`Unfit::Visit`] for one that is about what is not there.
    pub(in super::super) fn restore_visits(&mut self, states: &[VisitState]) -> Result<(), Unfit> {
        for (index, state) in states.iter().enumerate() {
            let visit = self.restored(state).ok_or(Unfit::Visit(index + 1))?;
            self.searched.visits.push_back(visit);
        }
        Ok(())
    }

    /// Takes up the visit that is made to rank candidates, at its place among the others.
    ///
    /// # Errors
    ///
    /// [`Unfit::Visit`] if it is about what is not there.
    pub(in super::super) fn restore_ranking_visit(
        &mut self,
        ranking: Option<&(u16, VisitState)>,
    ) -> Result<(), Unfit> {
        let Some((place, state)) = ranking else { return Ok(()) };
        let unfit = Unfit::Visit(usize::from(*place) + 1);
        let visit = self.restored(state).ok_or(unfit.clone())?;
        let (visits, place) = (&mut self.searched.visits, usize::from(*place));
        if place > visits.len() {
            return Err(unfit);
        }
        visits.insert(place, Visit { ranks: true, ..visit });
        Ok(())
    }

    fn restored(&mut self, state: &VisitState) -> Option<Visit> {
        let mut way = vec![self.tree.root()];
        for &rank in &state.way {
            let parent = way.last().copied()?;
            way.push(self.tree.children(parent).nth(usize::from(rank))?.1);
        }
        let stem = self.walk.stem();
        if !way.starts_with(stem) || !self.tree.leaves_are_searched() {
            return None;
        }
        self.walk.go_along(&way, &self.root.game, &self.tree, &self.rules);
        let work = restored_work(&self.place(state.aim), &state.work)?;
        self.walk.leave_path(&self.tree);
        let mut visit = Visit::new(way, state.aim, work);
        visit.spent = state.spent;
        visit.unfinished = state.unfinished;
        visit.counted = Spent { nodes: state.counted.0, evals: state.counted.1 };
        visit.table_hits = state.table_hits;
        visit.has_no_room = state.has_no_room;
        Some(visit)
    }
}

fn work_state(work: &Work) -> Option<WorkState> {
    Some(match work {
        Work::Leaf(leaf) => WorkState::Leaf(*leaf),
        Work::Candidate(mv, leaf) => WorkState::Candidate(*mv, *leaf),
        Work::Moves(moves) => WorkState::Moves {
            making: moves.making,
            total: moves.total,
            moves: moves.moves.clone(),
            children: moves.children.iter().map(child_state).collect(),
            is_counted: moves.is_counted,
            spent: moves.spent,
            is_over: moves.is_over,
        },
        Work::FasterWin(search) => WorkState::FasterWin(*search),
        Work::Set(set) => WorkState::Set(*set),
        // It makes none of the moves that wait.
        &Work::Whole(WholeWork { plies, found }) => {
            WorkState::Set(SetWork { plies, splits: false, moves: 0, found })
        }
        // It has nothing to wait for.
        Work::Done(_) => return None,
    })
}

fn restored_work<G: Heuristics + Evaluate>(
    place: &Place<'_, G>,
    state: &WorkState,
) -> Option<Work> {
    let (id, node) = place.end()?;
    let can_grow = node.is_leaf() || node.next.exists();
    let is_child = |mv: MoveCode| place.tree.child_behind(id, mv).is_some();
    let (work, is_sound) = match *state {
        WorkState::Leaf(leaf) => {
            let is_sound = node.is_leaf() && !node.is_finished();
            (Work::Leaf(heard(leaf)), is_sound && leaf.plies <= Searched::MOST_PLIES)
        }
        WorkState::Candidate(mv, leaf) => {
            let is_sound = place.is_analysed() && is_child(mv);
            (Work::Candidate(mv, heard(leaf)), is_sound && leaf.plies <= Searched::MOST_PLIES)
        }
        WorkState::Set(set) => {
            let is_possible =
                set.plies <= Searched::MOST_PLIES && place.rules.exact_leaves().is_some();
            let SetWork { plies, splits, moves, found } = set;
            if !splits && moves == 0 {
                let is_sound = !node.is_leaf() && place.is_analysed();
                (Work::Whole(WholeWork { plies, found }), is_possible && is_sound)
            } else {
                let is_whole = usize::from(moves) == place.moves_that_wait().len();
                let is_sound = can_grow && (splits || node.is_leaf()) && is_whole;
                (Work::Set(set), is_possible && is_sound)
            }
        }
        WorkState::FasterWin(search) => {
            let plies = search.plies.min(Searched::MOST_PLIES);
            (Work::FasterWin(FasterWin { plies, ..search }), true)
        }
        WorkState::Moves { making, total, ref moves, ref children, is_counted, spent, is_over } => {
            let made = place.tree.made(id);
            let mut work = MoveWork::new(making, made, total, moves.clone());
            let is_legal =
                |code| place.walk.end().is_some_and(|end| end.game.legal(code).is_some());
            let is_sound = can_grow
                && moves.iter().all(|&code| is_legal(code) && !is_child(code))
                && moves.iter().enumerate().all(|(at, mv)| !moves[..at].contains(mv))
                && children.len() <= moves.len()
                && usize::from(made) + moves.len() <= usize::from(total);
            if !is_sound {
                return None;
            }
            for child in children {
                work.children.push(restored_child(place, &work, child)?);
            }
            (work.is_counted, work.spent, work.is_over) = (is_counted, spent, is_over);
            (Work::Moves(work), true)
        }
    };
    is_sound.then_some(work)
}

/// Nothing is left to ask only where something was found.
fn heard(leaf: LeafWork) -> LeafWork {
    LeafWork { is_over: leaf.is_over && leaf.found.is_some(), ..leaf }
}

fn restored_child<G: Heuristics + Evaluate>(
    place: &Place<'_, G>,
    work: &MoveWork,
    state: &ChildState,
) -> Option<Node> {
    let &ChildState { value, is_finished, bound, plies, effort } = state;
    let code = *work.moves.get(work.children.len())?;
    place.walk.end()?.game.legal(code)?;
    let after = place.after(code)?;
    let is_value = value.raw().is_finite() && (is_finished || value.win().is_none());
    if plies > Searched::MOST_PLIES || !is_value {
        return None;
    }
    let mut node = match is_finished {
        true => after.finished(value),
        false => place.searched_child(&after, value, bound, plies),
    };
    node.effort = effort;
    Some(node)
}

fn child_state(child: &Node) -> ChildState {
    let Searched { plies, bound, .. } = child.searched();
    let (value, effort) = (child.value, child.effort);
    ChildState { value, is_finished: child.is_finished(), bound, plies, effort }
}
