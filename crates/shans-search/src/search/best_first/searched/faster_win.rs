//! Looking for a faster win where one is proven.
//!
//! Chances say who may gain centipawns, and a faster win is not such a gain. So the search looks for it by its
//! distance: it asks whether the mover of the position analysed wins in fewer plies, each time a ply deeper. If
//! the answer is yes, the moves that it names are made until the tree has proven them.

use serde::{Deserialize, Serialize};

use super::place::Place;
use super::question::{Asked, Finding, Question, is_max};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::tree::{Node, NodeId, Searched};
use crate::value::Player;

/// A faster win is looked for up to this many plies deep for each ply of the proven one, and this
/// many more: searches of leaves look less deep at late moves. Beyond that they see nothing new.
const PLIES_A_PLY: u16 = 3;
const MORE_PLIES: u16 = 6;

/// Looking for a faster win of this player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) struct FasterWin {
    #[serde(with = "is_max")]
    pub(super) winner: Player,
    /// How deep.
    pub(super) plies: u8,
    /// What a search of the end of the path has found.
    pub(super) found: Option<Finding>,
}

/// What is to be done at the end of the path.
pub(super) enum Pursuit {
    /// A search is asked.
    Ask(Asked),
    /// The walk continues to this child.
    Down(NodeId),
    /// This move is made.
    Make(MoveCode),
    /// Replies are made, up to one that avoids the faster win.
    MakeReplies,
    /// No faster win was seen, or the tree knows better.
    Nothing,
}

/// The winner of a proven win where a faster one is not ruled out, and how many plies deeper that is
/// still looked for.
pub(in super::super) fn open_win(analysed: &Node) -> Option<(Player, u16)> {
    let (winner, plies) = analysed.proven_win()?;
    let is_open = analysed.turn() == winner.into() && analysed.chance(winner).exists();
    let deepest = plies.saturating_mul(PLIES_A_PLY).saturating_add(MORE_PLIES);
    let deepest = deepest.min(u16::from(Searched::MOST_PLIES));
    is_open.then(|| (winner, deepest.saturating_sub(u16::from(analysed.searched().plies))))
}

impl FasterWin {
    /// Looks a ply deeper than before.
    pub(super) fn new(winner: Player, analysed: &Node) -> FasterWin {
        let plies = analysed.searched().plies.saturating_add(1).min(Searched::MOST_PLIES);
        FasterWin { winner, plies, found: None }
    }

    /// What is to be done at the end of the path.
    pub(super) fn pursue<G: Heuristics + Evaluate>(&mut self, place: &Place<'_, G>) -> Pursuit {
        let Some((_, node)) = place.end() else { return Pursuit::Nothing };
        match node.turn().player() {
            Some(mover) if mover == self.winner => self.pursue_own_move(place),
            Some(_) => self.pursue_reply(place),
            None => Pursuit::Nothing,
        }
    }

    /// Where the winner moves: on to the nearest win that was seen, or to the move that a search
    /// names.
    fn pursue_own_move<G: Heuristics + Evaluate>(&mut self, place: &Place<'_, G>) -> Pursuit {
        let Some((id, node)) = place.end() else { return Pursuit::Nothing };
        if node.is_finished() || node.is_forgotten_proof() {
            return Pursuit::Nothing;
        }
        if let Some(child) = self.nearest_seen_win(place, id) {
            return Pursuit::Down(child);
        }
        let question = Question::Exceeds(self.winner, place.aim);
        let Some(Finding { value, best, .. }) = self.found.take() else {
            return Pursuit::Ask(Asked { mv: None, plies: self.plies, question, with_made: false });
        };
        let Some(game) = place.walk.end().map(|end| &end.game) else { return Pursuit::Nothing };
        let known = || Some(game.encode(place.shared?.table_move(game)?));
        let best = best.or_else(known).filter(|_| place.exceeds(self.winner, value));
        let Some(code) = best else { return Pursuit::Nothing };
        match place.tree.child_behind(id, code) {
            Some(child) => Pursuit::Down(child),
            None if node.next.exists() => Pursuit::Make(code),
            None => Pursuit::Nothing,
        }
    }

    /// Where the loser moves: on to a reply that avoids the faster win, or is not yet proven to
    /// allow it.
    fn pursue_reply<G: Heuristics + Evaluate>(&self, place: &Place<'_, G>) -> Pursuit {
        let Some((_, node)) = place.end() else { return Pursuit::Nothing };
        if node.is_leaf() {
            return if node.is_finished() { Pursuit::Nothing } else { Pursuit::MakeReplies };
        }
        let all = place.walk.end().map(|end| end.all(place.tree, place.rules));
        let Some(reply) = all.and_then(|all| all.best()) else {
            return Pursuit::Nothing;
        };
        let value = place.tree.node(reply).value;
        match place.exceeds(self.winner, place.at_analysed(value.one_ply_up())) {
            true if node.next.exists() => Pursuit::MakeReplies,
            true if !value.is_unproven_win() => Pursuit::Nothing,
            _ => Pursuit::Down(reply),
        }
    }

    /// The child of a node with the nearest win that is seen, not proven, and faster.
    fn nearest_seen_win<G: Heuristics + Evaluate>(
        &self,
        place: &Place<'_, G>,
        id: NodeId,
    ) -> Option<NodeId> {
        let seen = place.tree.children(id).filter_map(|(_, id, child)| {
            let value = child.value;
            let is_faster = value.is_unproven_win() && place.exceeds(self.winner, value);
            is_faster.then_some((value.for_player(self.winner), id))
        });
        seen.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, id)| id)
    }
}
