//! Going from the position analysed to another one of the tree, and on from there.

use std::sync::Arc;

use thiserror::Error;

use super::change::{Change, Errand, Finding, Growth};
use super::search::BestFirst;
use super::tree_walk::TreeWalk;
use crate::game::{Evaluate, Heuristics, MoveCode, Past, TooManyMoves};
use crate::search::limits::{Limits, Stop};
use crate::search::memory::WhenFull;
use crate::search::room::ReclaimPass;
use crate::tree::Watch;

/// No more lines wait to be searched first: with comments as many and as long as they may be, a file still holds them.
const MOST_INCLUDED: usize = 1 << 22;

/// Why a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CannotStep {
    /// The move is not legal, or was left out when the analysis began.
    #[error("the tree cannot hold this move: it is not legal there, or was left out by choice")]
    NoMove,
    /// As many lines wait to be searched first as a file can keep.
    #[error(
        "{MOST_INCLUDED} lines wait to be searched first, and there is no room for more of them; search these before"
    )]
    TooManyLines,
    /// The tree is full.
    #[error("the tree is full: there is no room for this move")]
    Full,
    /// The position has more moves than a tree can hold.
    #[error(transparent)]
    TooManyMoves(#[from] TooManyMoves),
    /// Whoever searches leaves does not answer any more.
    #[error("nobody answers what the position after this move is worth")]
    Unanswered,
    /// It was interrupted before the move was searched.
    #[error("interrupted before the move was in the tree")]
    Interrupted,
    /// The position analysed is the root of the tree.
    #[error("the tree begins at the position analysed: there is nothing before it")]
    AtTop,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Makes the position after a move the one analysed. What is known about it and everything
    /// around it stays. A move not in the tree yet is made, with those whose turn is before it.
    ///
    /// # Errors
    ///
    /// [`CannotStep`]; the position analysed stays then.
    pub fn step(&mut self, mv: G::Move) -> Result<(), CannotStep> {
        self.step_within(mv, &Limits::default())
    }

    /// The same, where a move that is not in the tree yet is searched within these limits. If they leave no nodes or
    /// no time for that, it is worth what it seems at first sight.
    ///
    /// # Errors
    ///
    /// [`CannotStep`], also if it is interrupted; the position analysed stays then.
    pub fn step_within(&mut self, mv: G::Move, limits: &Limits) -> Result<(), CannotStep> {
        self.come_to_rest();
        while !self.follow(mv) {
            self.grow_here(mv, limits)?;
        }
        Ok(())
    }

    /// Makes the position after a move the one analysed, if the move is in the tree; whether it is.
    pub(super) fn follow(&mut self, mv: G::Move) -> bool {
        let (before, code) = (self.at(), self.position().encode(mv));
        let is_there = self.focus.walk.follow(mv, &self.tree);
        if is_there {
            self.go_on_behind_repetition();
            self.take_anchor_along(before, code);
            self.arrive();
        }
        is_there
    }

    /// Asks what a move of the position analysed is worth that is not in the tree: the answer makes it. What is known at
    /// once is made at once.
    ///
    /// # Errors
    ///
    /// [`CannotStep`].
    pub(super) fn ask_to_grow(&mut self, mv: G::Move) -> Result<(), CannotStep> {
        self.may_grow_by(mv)?;
        if !self.node().next.exists() {
            return Err(CannotStep::NoMove);
        }
        self.return_to_stem();
        let code = self.position().encode(mv);
        match self.ask_to_make(code) {
            Ok(None) => Ok(()),
            Ok(Some(change)) => self.put_known(change).ok_or(CannotStep::Full),
            Err(stop) => self.go_on_after(stop, code),
        }
    }

    /// Whether the tree can hold a move of the position analysed that it does not hold yet.
    fn may_grow_by(&self, mv: G::Move) -> Result<(), CannotStep> {
        let level = self.focus.walk.stem.len() - 1;
        let is_open = !self.node().is_finished();
        let code = self.legal_code(self.position(), level, mv).filter(|_| is_open);
        code.map(drop).ok_or(CannotStep::NoMove)
    }

    /// What ended the search of this move of the position analysed: whether the step goes on all the same.
    fn go_on_after(&mut self, stop: Stop, code: MoveCode) -> Result<(), CannotStep> {
        let frees = self.memory_limits.when_full == WhenFull::Free;
        match stop {
            Stop::TooManyMoves => Err(TooManyMoves.into()),
            Stop::Interrupted => Err(CannotStep::Interrupted),
            Stop::Unanswered => Err(CannotStep::Unanswered),
            Stop::Nodes | Stop::Time => self.make_at_first_sight(code).ok_or(CannotStep::NoMove),
            stop => {
                debug_assert_eq!(stop, Stop::Memory);
                let is_free = frees && self.free_some() == Ok(true);
                if is_free { Ok(()) } else { Err(CannotStep::Full) }
            }
        }
    }

    /// Puts a line of moves from the position analysed into the tree before anything else is searched, whatever
    /// its moves promise. That is done by the next iterations; a limit may come between two of them, and a
    /// file keeps what is left to do. The line ends where nothing is left to search, and is
    /// forgotten where the tree has no room for it.
    ///
    /// # Errors
    ///
    /// [`CannotStep::NoMove`] for a move that is not legal where it stands, or was left out by choice, and
    /// [`CannotStep::TooManyLines`]; nothing changes then.
    pub fn include(&mut self, line: &[G::Move]) -> Result<(), CannotStep> {
        match self.line_from_root(line) {
            Ok(_) if self.included.len() >= MOST_INCLUDED => return Err(CannotStep::TooManyLines),
            Ok((codes, _)) => self.included.push(codes),
            Err(_) if line.is_empty() => {}
            Err(_) => return Err(CannotStep::NoMove),
        }
        Ok(())
    }

    /// Makes the position before the last step the one analysed again.
    ///
    /// # Errors
    ///
    /// [`CannotStep::AtTop`] where there was no step.
    pub fn step_back(&mut self) -> Result<(), CannotStep> {
        let Some(plies) = self.focus.walk.stem.len().checked_sub(2) else {
            return Err(CannotStep::AtTop);
        };
        self.come_to_rest();
        let known = self.focus.walk.position_before(&self.tree).cloned();
        let replayed = || self.root_of(&self.focus.walk.stem[..=plies]).game;
        let position = known.unwrap_or_else(replayed);
        self.focus.walk.go_back(position);
        self.arrive();
        Ok(())
    }

    /// Makes the position analysed the root of the tree: everything that is not below it goes.
    pub fn prune(&mut self) {
        self.come_to_rest();
        let stem = self.moves_to_position();
        let below = self.included.iter().filter_map(|line| line.strip_prefix(&stem[..]));
        self.included = below.filter(|line| !line.is_empty()).map(<[MoveCode]>::to_vec).collect();
        self.pass_none();
        self.notes.begin_behind(&stem, self.position().clone());
        self.root = Arc::new(self.root_of_position());
        self.tree.keep_below(self.at());
        self.focus.walk = TreeWalk::new(&self.root, &self.tree);
        let by_depth = self.tree.by_depth();
        self.stats.depth_sum = by_depth.iter().zip(0..).map(|(&nodes, depth)| nodes * depth).sum();
        self.stats.depth_max = by_depth.len().saturating_sub(1) as u32;
        self.stats.made = self.tree.len() as u64 - 1;
        self.stats.swept_at = self.stats.made;
        self.reclaim_pass = ReclaimPass::default();
    }

    /// Takes the steps so far for moves of the game that was played: what lies beside them goes,
    /// and a position that came back once to one of them is no longer a draw.
    pub fn accept_steps(&mut self) {
        self.prune();
        if self.root.searched_from < self.root.history.len() {
            let played = self.root.history.len();
            Arc::make_mut(&mut self.root).searched_from = played;
            // It always runs to its end: the watch never stops it.
            let _ = self.recompute(|_| Watch::GoOn);
        }
    }

    /// Makes the next move of the position analysed, whatever it promises, or room for it; where
    /// leaves are searched, and making a move costs a search, this move before its turn.
    fn grow_here(&mut self, mv: G::Move, limits: &Limits) -> Result<(), CannotStep> {
        self.may_grow_by(mv)?;
        self.begin_within(limits);
        self.return_to_stem();
        let code = self.position().encode(mv);
        match self.grows_by(code) {
            Ok(true) => Ok(()),
            Ok(false) => Err(CannotStep::NoMove),
            Err(stop) => {
                self.come_to_rest();
                self.go_on_after(stop, code)
            }
        }
    }

    /// Makes a move of the position analysed for which nothing may be searched; `None` if there is no such move.
    fn make_at_first_sight(&mut self, code: MoveCode) -> Option<()> {
        // What was found until a limit came may have made it.
        if self.tree.child_behind(self.at(), code).is_some() {
            return Some(());
        }
        self.return_to_stem();
        // A game that is over there is over, whatever it looks like.
        let known = self.known_child(code);
        let change = known.or_else(|| self.child_at_first_sight(code, Finding::nothing()))?;
        self.put_known(change)
    }

    /// Makes the next move of the position analysed, where the path ends, or this one before its turn; `false` if all are made.
    fn grows_by(&mut self, code: MoveCode) -> Result<bool, Stop> {
        let growth = match self.rules.searches_leaves() {
            true if self.node().next.exists() => Some(self.make_now(code)?),
            true => None,
            false => self.plan_end()?,
        };
        let Some(growth) = growth else { return Ok(false) };
        self.put_outside(growth)?;
        Ok(true)
    }

    /// What making this move finds out.
    fn make_now(&mut self, code: MoveCode) -> Result<Growth, Stop> {
        if let Some(change) = self.ask_to_make(code)? {
            return Ok(Growth::new(change, 0, 0));
        }
        loop {
            if let Some(growth) = self.next_answer()? {
                return Ok(growth);
            }
        }
    }

    /// Asks what this move of the position analysed, where the path ends, is worth; what is known at once needs no
    /// question.
    fn ask_to_make(&mut self, code: MoveCode) -> Result<Option<Change>, Stop> {
        if self.tree.room() == 0 {
            return Err(Stop::Memory);
        }
        if self.end_was_never_searched() {
            return if self.ask(Errand::Search, 1) { Ok(None) } else { Err(Stop::Nodes) };
        }
        let errand = Errand::Make(code);
        let known = self.known_at_once(errand)?;
        if known.is_some() || self.ask(errand, 1) { Ok(known) } else { Err(Stop::Nodes) }
    }

    /// A position that came back once is a draw to the search, but by the rules of the game whoever
    /// steps there may go on: the steps so far count as played from now on.
    fn go_on_behind_repetition(&mut self) {
        if !self.node().is_finished() {
            return;
        }
        let root = self.root_of_position();
        let is_over = |past: &Past<'_>| root.game.outcome(past).is_some();
        if is_over(&root.past()) && !is_over(&root.played_past()) {
            let played = self.root.searched_from.max(root.history.len());
            Arc::make_mut(&mut self.root).searched_from = played;
            // It always runs to its end: the watch never stops it.
            let _ = self.recompute(|_| Watch::GoOn);
            self.leave_path();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::search::chance::ChanceModel;
    use crate::search::memory::MemoryLimits;
    use crate::search::report::{Root, Searcher};
    use crate::testing::Duel;

    /// The pieces go out and back: a position that came back once to one that was stepped through
    /// is drawn, but not to one of the game.
    #[test]
    fn accepted_steps_are_moves_of_the_game() {
        for model in [ChanceModel::default(), ChanceModel::searching()] {
            let root = Root::new(Duel::start());
            let mut search = BestFirst::new(root, model, MemoryLimits::new(8 << 20));
            let step = |search: &mut BestFirst<Duel>, text: &str| {
                let mv = search.position().parse_move(text).expect("a legal move");
                search.step(mv).expect("a step");
            };
            for text in ["3", "14", "0"] {
                step(&mut search, text);
            }
            let nodes = Some(search.nodes() + 10_000);
            search.search(&Limits { nodes, ..Limits::default() }, &mut |_| {});
            let home = |search: &BestFirst<Duel>| {
                let mv = search.position().parse_move("11").expect("a legal move");
                let code = crate::game::Game::encode(search.position(), mv);
                let mut children = search.tree.children(search.at());
                children.find(|(.., node)| node.mv == code).map(|(.., node)| *node)
            };
            assert!(home(&search).is_some_and(|node| node.is_finished()));
            search.accept_steps();
            assert!(home(&search).is_some_and(|node| !node.is_finished()));
            assert_eq!(search.root.searched_from, 3);
            assert_eq!(search.check(), Ok(search.tree.len()));
            let before = search.tree.len();
            search.accept_steps();
            assert_eq!(search.tree.len(), before);
            step(&mut search, "11");
            assert!(!search.node().is_finished());
        }
    }

    /// Also where nothing is left to search a move: a repetition that was not seen as one made a tree that no file may hold.
    #[test]
    fn a_repetition_is_seen_at_first_sight() {
        let root = Root::new(Duel::start());
        let room = MemoryLimits::new(8 << 20);
        let mut search = BestFirst::new(root, ChanceModel::searching(), room);
        let nothing = Limits { nodes: Some(0), ..Limits::default() };
        for text in ["3", "14", "0", "11", "3"] {
            let mv = search.position().parse_move(text).expect("a legal move");
            search.step_within(mv, &nothing).expect("a step");
            assert_eq!(search.check(), Ok(search.tree.len()), "{text}");
        }
        assert!(search.root.searched_from > 0);
    }

    /// By the rules of the game it takes three times, also where a search has taken the second for a
    /// draw.
    #[test]
    fn whoever_steps_on_may_repeat_a_position_once() {
        for model in [ChanceModel::default(), ChanceModel::searching()] {
            let root = Root::new(Duel::start());
            let mut search = BestFirst::new(root, model, MemoryLimits::new(8 << 20));
            let step = |search: &mut BestFirst<Duel>, text: &str| {
                let mv = search.position().parse_move(text).expect("a legal move");
                search.step(mv)
            };
            let knights = ["3", "14", "0", "11"];
            for text in knights {
                assert_eq!(step(&mut search, text), Ok(()), "{text}");
            }
            let nodes = Some(search.nodes() + 2_000);
            let report = search.search(&Limits { nodes, ..Limits::default() }, &mut |_| {});
            assert_eq!(report.stop, Some(Stop::Nodes));
            assert_eq!(search.check(), Ok(search.tree.len()));
            for text in knights {
                assert_eq!(step(&mut search, text), Ok(()), "{text}");
            }
            assert!(search.node().is_finished());
            let third = "the position has come back, a draw";
            assert_eq!(search.root_of_position().ending(), third);
            assert_eq!(step(&mut search, "3"), Err(CannotStep::NoMove));
        }
    }
}
