//! Going from the position analysed to another one of the tree, and on from there.

use thiserror::Error;

use super::answer::Answer;
use super::reclaim_pass::ReclaimPass;
use super::search::BestFirst;
use super::tree_walk::TreeWalk;
use crate::game::{Evaluate, Heuristics, Past};
use crate::search::limits::{Limits, Stop};
use crate::search::memory::WhenFull;
use crate::tree::NodeForm;
use crate::value::Player;

/// Why a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CannotStep {
    /// The move is not legal, or was left out when the analysis began.
    #[error("the tree cannot hold this move: it is not legal there, or was left out by choice")]
    NoMove,
    /// The tree is full.
    #[error("the tree is full: there is no room for this move")]
    Full,
    /// The position analysed is the top of the tree.
    #[error("the tree begins at the position analysed: there is nothing before it")]
    AtTop,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Makes the position after a move the one analysed. What is known of it and of everything
    /// around it stays. A move not in the tree yet is made, with those whose turn is before it.
    ///
    /// # Errors
    ///
    /// [`CannotStep`]; the position analysed stays then.
    pub fn step(&mut self, mv: G::Move) -> Result<(), CannotStep> {
        while !self.walk.follow(mv, &self.tree) {
            self.grow_here()?;
        }
        self.begin_anew();
        Ok(())
    }

    /// Makes the position before the last step the one analysed again.
    ///
    /// # Errors
    ///
    /// [`CannotStep::AtTop`] where there was no step.
    pub fn step_back(&mut self) -> Result<(), CannotStep> {
        let Some((_, before)) = self.walk.stem().split_last().filter(|(_, rest)| !rest.is_empty())
        else {
            return Err(CannotStep::AtTop);
        };
        let position = self.root_of(before).game;
        self.walk.go_back(position, &self.tree);
        self.begin_anew();
        Ok(())
    }

    /// Makes the position analysed the top of the tree: everything that is not below it goes.
    pub fn prune(&mut self) {
        self.root = self.root_of_position();
        self.tree.keep_below(self.at());
        self.walk = TreeWalk::new(&self.root, &self.tree);
        let by_depth = self.tree.census().by_depth;
        self.counters.depth_sum =
            by_depth.iter().zip(0..).map(|(&nodes, depth)| nodes * depth).sum();
        self.counters.depth_max = by_depth.len().saturating_sub(1) as u32;
        self.counters.made = self.tree.len() as u64 - 1;
        self.reclaimed.kept_room_at = self.counters.made;
        self.reclaim_pass = ReclaimPass::default();
    }

    /// Makes the next move of the position analysed, whatever it promises, or room for it.
    fn grow_here(&mut self) -> Result<(), CannotStep> {
        if self.node().is_finished() {
            return Err(CannotStep::NoMove);
        }
        self.budget.begin(&Limits::default());
        self.enter_stem();
        let mover = self.node().turn().player().unwrap_or(Player::Max);
        self.begin_round();
        let newest = match self.tree.form() {
            NodeForm::Explored => self.make_moves(mover),
            NodeForm::Searched => self.make_next_searched(),
        };
        match newest {
            Ok(Some(_)) => {}
            Ok(None) => return Err(CannotStep::NoMove),
            Err(stop) => {
                debug_assert_eq!(stop, Stop::Memory);
                self.take_back();
                let frees = self.room.when_full == WhenFull::Free;
                let is_room = frees && self.frees_some() == Ok(true);
                return if is_room { Ok(()) } else { Err(CannotStep::Full) };
            }
        }
        match self.tree.form() {
            NodeForm::Explored => self.result_definition(),
            NodeForm::Searched => self.end_visit(),
        }
        Ok(())
    }

    /// The answer for a new position is what looks best now; the trials begin anew.
    pub(super) fn begin_anew(&mut self) {
        self.answer = Answer::default();
        self.enter_stem();
        self.reopen();
        self.note_win();
        self.note_answer();
    }

    /// Opens a position that is known exactly, but in which the game is not over: a move is
    /// wanted.
    fn reopen(&mut self) {
        let root = self.root_of_position();
        let is_over = root.game.outcome(&Past::new(&root.history, root.searched_from)).is_some();
        if self.node().is_finished() && !is_over {
            let leaf = self.leaf(self.node().mv, &root.game, self.node().value);
            self.tree.reopen(self.at(), leaf);
            self.result_definition();
        }
    }

    /// Walks to the position analysed, and no further.
    fn enter_stem(&mut self) {
        self.walk.leave_path(&self.tree);
        self.walk.enter_stem(&self.root.game, &self.tree, &self.rules);
    }
}
