//! Leaving a move out of a tree that may have it already.

use std::sync::Arc;

use super::search::BestFirst;
use crate::game::{Evaluate, Game, Heuristics, MoveCode};
use crate::search::report::Root;
use crate::tree;
use crate::tree::CannotLeaveOut;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Leaves the last move of a line from the position analysed out, in the position in which it is made,
    /// wherever that is reached. What was known about that position goes, and what tables know; all values
    /// above are recomputed, and the position is what is searched next. A search of captures at the end of a
    /// leaf's search may still see the move, and so does an engine below its leaves.
    ///
    /// # Errors
    ///
    /// [`CannotLeaveOut`]; nothing changes then.
    pub fn leave_out(&mut self, line: &[G::Move]) -> Result<(), CannotLeaveOut> {
        let (codes, game) = self.line_from_root(line).map_err(CannotLeaveOut::NoMove)?;
        if self.passes_before(game.key()) {
            return Err(CannotLeaveOut::OnTheWay);
        }
        let mut root = Root::clone(&self.root);
        root.leave_out(&codes)?;
        self.come_to_rest();
        // What they searched is no longer what they would search.
        self.kept.anchors.all.clear();
        self.root = Arc::new(root);
        self.forget_leaves();
        tree::search_anew(&mut self.tree, &self.root, &self.rules, game.key());
        self.include_restricted();
        self.begin_anew();
        Ok(())
    }

    /// Has the positions searched first in which moves are left out, as far as they lie below the position
    /// analysed: whoever cannot be told what to leave out below a leaf is asked about these.
    fn include_restricted(&mut self) {
        let stem = self.focus.walk.stem.len() - 1;
        let BestFirst { root, included, .. } = self;
        included.retain(|line| is_legal(root, line));
        for left_out in root.left_out() {
            let way = left_out.line.split_last().map_or(&[][..], |(_, way)| way);
            if way.len() > stem && !included.iter().any(|line| line == way) {
                included.push(way.to_vec());
            }
        }
    }

    /// Whether the way to the position analysed comes through a position.
    fn passes_before(&self, key: u64) -> bool {
        let above = self.focus.walk.stem.split_last().map_or(&[][..], |(_, above)| above);
        (0..above.len()).any(|level| self.root_of(&above[..=level]).game.key() == key)
    }
}

/// Whether a line goes without what is left out.
fn is_legal<G: Game>(root: &Root<G>, line: &[MoveCode]) -> bool {
    let mut game = root.game.clone();
    line.iter().enumerate().all(|(level, &code)| {
        let mv = game.legal(code).filter(|&mv| root.allows(&game, level, mv));
        mv.map(|mv| game.play(mv)).is_some()
    })
}
