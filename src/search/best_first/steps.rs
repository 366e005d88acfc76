//! Going from the position analysed to another one of the tree, and on from there.

use thiserror::Error;

use super::{Answer, BestFirst, Stats, WhenFull, is_only_move};
use crate::game::{Evaluate, Order};
use crate::search::limits::Stop;
use crate::tree::Sweep;
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

impl<G: Order + Evaluate> BestFirst<G> {
    /// Makes the position after a move the one analysed. What is known of it and of everything
    /// around it stays. A move not in the tree yet is made, with those whose turn is before it.
    ///
    /// # Errors
    ///
    /// [`CannotStep`]; the position analysed stays then.
    pub fn step(&mut self, mv: G::Move) -> Result<(), CannotStep> {
        while !self.follow(mv) {
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
        if self.line.len() == 1 {
            return Err(CannotStep::AtTop);
        }
        self.line.pop();
        self.position = self.root_of_position().game;
        self.begin_anew();
        Ok(())
    }

    /// Makes the position analysed the top of the tree: everything that is not below it goes.
    pub fn prune(&mut self) {
        self.root = self.root_of_position();
        self.leave_path();
        let at = self.at();
        self.tree.keep_below(at);
        self.line = vec![at];
        self.past.clone_from(&self.root.history);
        let by_depth = self.tree.census().by_depth;
        self.stats.depth_sum = by_depth.iter().zip(0..).map(|(&nodes, depth)| nodes * depth).sum();
        self.stats.made = self.tree.len() as u64 - 1;
        self.stats.swept_at = self.stats.made;
        self.sweep = Sweep::default();
        self.stats.depth_max = by_depth.len().saturating_sub(1) as u32;
    }

    /// Follows a move that is in the tree; `false` where it is not.
    pub(super) fn follow(&mut self, mv: G::Move) -> bool {
        let code = self.position.encode(mv);
        let mut children = self.tree.children(self.at());
        let Some((_, id, _)) = children.find(|(.., node)| node.mv == code) else { return false };
        self.line.push(id);
        self.position.play(mv);
        self.leave_path();
        true
    }

    /// Makes the next move of the position analysed, whatever it promises, or room for it.
    fn grow_here(&mut self) -> Result<(), CannotStep> {
        if self.node().is_finished() {
            return Err(CannotStep::NoMove);
        }
        self.leave_path();
        self.enter_line();
        self.quiescence.node_limit = u64::MAX;
        let mover = self.node().turn().player().unwrap_or(Player::Max);
        self.begin_round();
        match self.make_moves(mover) {
            Ok(Some(_)) => {}
            Ok(None) => return Err(CannotStep::NoMove),
            Err(stop) => {
                debug_assert_eq!(stop, Stop::Memory);
                self.take_back();
                let frees = self.room.when_full == WhenFull::Free;
                let is_room = frees && self.frees_some(&|| None) == Ok(true);
                return if is_room { Ok(()) } else { Err(CannotStep::Full) };
            }
        }
        self.result_definition();
        Ok(())
    }

    /// The answer for a new position is what looks best now; the trials begin anew.
    fn begin_anew(&mut self) {
        self.only_move = is_only_move(&self.position);
        self.changes.clear();
        self.answer = Answer::default();
        self.stats = Stats { win: None, least_gap: f32::INFINITY, ..self.stats };
        self.leave_path();
        self.enter_line();
        self.note_win();
        self.note_answer();
    }

    /// Forgets the walk, which is only kept to be shorter the next time.
    pub(super) fn leave_path(&mut self) {
        self.path.clear();
        self.past.truncate(self.root.history.len());
        self.path_generation = self.tree.generation();
    }
}
