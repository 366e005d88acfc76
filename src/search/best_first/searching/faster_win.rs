//! Looking for a faster win where one is proven.
//!
//! Chances tell who may gain centipawns, and a faster win is no such gain. So it is looked for by
//! its distance: a search of the position analysed is asked whether its mover wins in fewer plies,
//! each time a ply deeper, and where it says so, the moves that it names are made until the tree
//! has proven them.

use super::super::search::BestFirst;
use super::ask::Finding;
use super::question::Question;
use super::replies::Making;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::tree::{NodeForm, NodeId, Searched};
use crate::value::Player;

/// A faster win is looked for up to this many plies deep for each ply of the proven one, and this
/// many more: searches of leaves look less deep at late moves. Beyond that they see nothing new.
const PLIES_A_PLY: u16 = 3;
const MORE_PLIES: u16 = 6;

/// What was done at the end of the path.
enum Step {
    /// Nothing yet: the walk goes on to this child.
    Down(NodeId, u16),
    /// The tree grew, or a leaf has another value.
    Grown,
    /// No faster win was seen, or the tree knows better.
    Nothing,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The mover of the position analysed where its win is proven, and a faster one was not looked
    /// for deep enough.
    pub(super) fn looks_for_faster_win(&self) -> Option<Player> {
        self.open_win().filter(|&(_, plies_left)| plies_left > 0).map(|(winner, _)| winner)
    }

    /// Whether a win of the position analysed is proven, and a faster one was looked for deep
    /// enough. What could still grow then are slower wins.
    pub(in super::super) fn has_looked_for_faster_win(&self) -> bool {
        self.tree.form() == NodeForm::Searched
            && self.open_win().is_some_and(|(_, plies_left)| plies_left == 0)
    }

    /// The mover of the position analysed where its win is proven, and a faster one is not ruled
    /// out; and how many plies deeper that is still looked for.
    fn open_win(&self) -> Option<(Player, u16)> {
        let node = self.node();
        let (winner, plies) = node.proven_win()?;
        let is_open = node.turn() == winner.into() && node.chance(winner).exists();
        let deepest = plies.saturating_mul(PLIES_A_PLY).saturating_add(MORE_PLIES);
        let deepest = deepest.min(u16::from(Searched::MOST_PLIES));
        is_open.then(|| (winner, deepest.saturating_sub(u16::from(node.searched().plies))))
    }

    /// Asks for a faster win at the end of the path, the position analysed, and makes a move on the
    /// way to it.
    ///
    /// # Errors
    ///
    /// The limit that ended it.
    pub(super) fn look_for_faster_win(&mut self, winner: Player) -> Result<(), Stop> {
        let spent = self.budget.spent();
        let plies = self.node().searched().plies.saturating_add(1).min(Searched::MOST_PLIES);
        loop {
            self.begin_round_from(spent);
            let step = match self.walk.end().and_then(|end| end.game.turn().player()) {
                Some(mover) if mover == winner => self.pursue_own_move(winner, plies)?,
                Some(_) => self.pursue_reply(winner)?,
                None => Step::Nothing,
            };
            match step {
                Step::Down(id, rank) => self.walk.enter_move(id, rank, &self.tree, &self.rules),
                Step::Grown => return Ok(()),
                Step::Nothing => {
                    self.note_looked(plies);
                    return Ok(());
                }
            }
        }
    }

    /// Notes that a faster win was looked for this deep.
    fn note_looked(&mut self, plies: u8) {
        let analysed = self.tree.node_mut(self.at());
        analysed.set_searched(Searched { plies, ..analysed.searched() });
    }

    /// Where the winner moves: on to the nearest win that was seen, or to the move that a search
    /// names.
    fn pursue_own_move(&mut self, winner: Player, plies: u8) -> Result<Step, Stop> {
        let Some((id, node)) = self.end() else { return Ok(Step::Nothing) };
        if node.is_finished() || node.is_forgotten_proof() {
            return Ok(Step::Nothing);
        }
        if let Some((child, rank)) = self.nearest_seen_win(winner) {
            return Ok(Step::Down(child, rank));
        }
        let question = Question::Exceeds(winner, self.node().value);
        let Finding { value, best, .. } = self.ask_about_end(plies, question)?;
        if !self.exceeds(winner, value) {
            return Ok(Step::Nothing);
        }
        let Some(game) = self.walk.end().map(|end| &end.game) else { return Ok(Step::Nothing) };
        let Some(mv) = best.or_else(|| self.table_move(game)) else { return Ok(Step::Nothing) };
        let code = game.encode(mv);
        let made = self.tree.children(id).find(|(.., child)| child.mv == code);
        if let Some((rank, child, _)) = made {
            return Ok(Step::Down(child, rank));
        }
        Ok(if self.make_wanted(mv)?.is_some() { Step::Grown } else { Step::Nothing })
    }

    /// Where the loser moves: on to a reply that avoids the faster win, or is not yet proven to
    /// allow it.
    fn pursue_reply(&mut self, winner: Player) -> Result<Step, Stop> {
        let Some((_, node)) = self.end() else { return Ok(Step::Nothing) };
        if node.is_leaf() {
            self.make_searched_moves(Making::UntilRefuted(winner))?;
            return Ok(Step::Grown);
        }
        let all = self.walk.end().map(|end| end.all(&self.tree, &self.rules));
        let Some((reply, rank)) = all.and_then(|all| all.best_with_rank()) else {
            return Ok(Step::Nothing);
        };
        let value = self.tree.node(reply).value;
        let is_faster = self.exceeds(winner, self.at_analysed(value.one_ply_up()));
        match is_faster {
            true if node.next.exists() => {
                self.make_searched_moves(Making::UntilRefuted(winner))?;
                Ok(Step::Grown)
            }
            true if !value.is_unproven_win() => Ok(Step::Nothing),
            _ => Ok(Step::Down(reply, rank)),
        }
    }

    /// The child at the end of the path with the nearest win that is seen, not proven, and faster.
    fn nearest_seen_win(&self, winner: Player) -> Option<(NodeId, u16)> {
        let end = self.walk.end()?;
        let seen = self.tree.children(end.id).filter_map(|(rank, id, child)| {
            let value = child.value;
            let is_faster = value.is_unproven_win() && self.exceeds(winner, value);
            is_faster.then_some((value.for_player(winner), id, rank))
        });
        let nearest = seen.max_by(|(a, ..), (b, ..)| a.total_cmp(b))?;
        Some((nearest.1, nearest.2))
    }
}
