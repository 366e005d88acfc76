//! When the result is settled.
//!
//! Where leaves are valued at first sight, chances alone tell: both lie far below the result. Where
//! they are searched, chances tell how deep everything was looked at, which says little of how
//! likely the best move is to change. So the answer must have stood, have taken most of the work,
//! and lead. `docs/results.md` has what these limits were chosen by.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::tree::{Node, NodeForm};
use crate::value::Player;

/// The answer has stood while all nodes but one part in this many were searched.
const STOOD: u64 = 4;
/// At least this share of the effort went into the answer.
const EFFORT_SHARE: f64 = 0.6;
/// The answer is better than any other move by at least this, centipawns.
const LEAD: f32 = 25.0;
/// From here on a game seems to be won, centipawns: many moves win then, and which of them is best
/// is for a proof to say.
const SEEMS_WON: f32 = 1_000.0;
/// What a result that is deep enough but not settled counts as.
const NEARLY: f64 = 0.99;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether nothing is expected to change. A game that is won, or seems to be, is settled by
    /// proof, not by a margin; elsewhere a margin that was asked for is all that counts.
    pub(super) fn is_settled(&self) -> bool {
        let (node, margin) = (self.node(), self.budget.limits().settle);
        self.answer.proven_win.is_none()
            && !node.is_leaf()
            && self.rules.is_settled(node, margin)
            && self.stands(margin)
    }

    /// How settled the result is, from 0 to 1; `None` where it never is.
    pub(super) fn settled_share(&self) -> Option<f64> {
        // Where settling is switched off, how settled a result is still is told by the model.
        let margin = self.budget.limits().settle.filter(|margin| margin.is_finite());
        let share = self.rules.settled_share(self.node(), margin)?;
        let is_certain = self.node().is_decided() || self.stands(margin);
        Some(if is_certain { share } else { share.min(NEARLY) })
    }

    /// Whether nothing but chances is in the way of a settled result. A win that was seen has to be
    /// proven, or to turn out to be none.
    fn stands(&self, margin: Option<f32>) -> bool {
        !self.node().value.is_unproven_win() && (margin.is_some() || self.answer_is_firm())
    }

    /// Whether the answer is unlikely to change, as far as chances do not tell it.
    fn answer_is_firm(&self) -> bool {
        if self.tree.form() == NodeForm::Explored {
            return true;
        }
        if self.node().value.raw().abs() >= SEEMS_WON {
            return false;
        }
        let Some(answer) = self.answer.id.map(|id| self.tree.node(id)) else { return false };
        let chosen = self.answer.changes.last().map_or(0, |change| change.nodes);
        chosen.saturating_mul(STOOD) <= self.budget.nodes()
            && f64::from(answer.effort) >= EFFORT_SHARE * f64::from(self.node().effort)
            && self.leads(answer)
    }

    /// Whether a move of the position analysed leads all others.
    fn leads(&self, answer: &Node) -> bool {
        let mover = self.node().turn().player().unwrap_or(Player::Max);
        let own = |node: &Node| node.value.for_player(mover);
        let mut others =
            self.tree.children(self.at()).filter(|&(_, id, _)| Some(id) != self.answer.id);
        others.all(|(.., other)| own(answer) >= own(other) + LEAD)
    }
}
