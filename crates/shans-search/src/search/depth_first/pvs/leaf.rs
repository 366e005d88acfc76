//! Leaves of a tree, searched by the same code as a whole position is: deeper and deeper, and on from where the
//! last search ended.
//!
//! A grant is soft: no iteration begins after [`SOFT_SHARE`] of it, and one that has begun may take
//! [`HARD_FACTOR`] times the grant. So searches end between iterations, and a leaf that is doubled again and again
//! costs no more than one straight search. The next one begins with the iteration behind the last one that was
//! finished: with that one once more, a tree of 100,000 nodes solves 866 of 1,416 positions in place of 900, and `pvs`
//! in one search 879. Begun anew each time and cut in the middle of an iteration it was far behind (of 709 positions
//! with 20,000 nodes 297 in place of 324).

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::super::deepening::{DEEPEST, DepthFirst as _};
use super::{PlyState, Pvs};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::budget::Budget;
use crate::search::limits::Stop;
use crate::search::report::Root;
use crate::tree::is_restricted;
use crate::value::Value;

/// No iteration begins once this share of a grant is spent.
pub(in crate::search) const SOFT_SHARE: f64 = 0.7;
/// No search takes more than this many times its grant.
pub(in crate::search) const HARD_FACTOR: u64 = 4;
/// A win that was seen is looked at again until the search is this many plies deeper than it is long: the tree has to
/// prove it. So 336 of 367 mates in four are proven with 100,000 nodes, and 332 where the search goes on to twice
/// the length and ten plies more, as `pvs` does.
pub(in crate::search) const BEYOND_WIN: u32 = 4;
/// A search goes on where the last one ended if the table still knows the position behind its best move, searched
/// at most this many plies less deep.
const PLIES_FORGOTTEN: i32 = 2;
/// Lines are continued with what the table knows up to this many plies,
const LONGEST_OF_TABLE: usize = 12;
/// and with the captures that quiescence finds up to this many: with 16 for both, 26 of 237 lines ended in the middle of an
/// exchange after 40,000 nodes, with these 21.
const LONGEST_LINE: usize = 19;
/// For the captures this part of the nodes that a search may take is kept back (44 of 237 for a sixteenth) ...
const PART_FOR_LINE: u64 = 4;
/// ... and no more than these: a half of the nodes gives 14, and so much shorter searches.
const MOST_FOR_LINE: u64 = 64;

/// A leaf to be searched.
#[derive(Clone, Debug)]
pub(in crate::search) struct LeafPosition<'a, G: Heuristics> {
    /// The position; the game continues there.
    pub(in crate::search) game: &'a G,
    /// Keys of the positions before it.
    pub(in crate::search) past: &'a [u64],
    /// The root of the tree, which knows how many of them are the game's history, and what is not considered.
    pub(in crate::search) root: &'a Root<G>,
    /// The moves to choose from; all legal ones where `None`.
    pub(in crate::search) candidates: Option<Vec<G::Move>>,
    /// What the last search of the leaf found.
    pub(in crate::search) known: Option<Known<G::Move>>,
    /// The nodes that it may take, roughly.
    pub(in crate::search) grant: u64,
}

/// What a search of a position found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known<M = MoveCode> {
    /// How deep the last iteration was that was finished, plies.
    pub depth: u16,
    /// The value, Max's view, with wins counted from the position.
    pub value: Value,
    /// The line that it rests on, the best move first.
    pub line: Vec<M>,
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// The best line of a leaf and its value, and the limit of the budget that ended the search, if one did. `None`
    /// if that was too early for any answer.
    pub(in crate::search) fn deepen_leaf(
        &mut self,
        leaf: &LeafPosition<'_, G>,
        budget: &mut Budget,
    ) -> (Option<Known<G::Move>>, Option<Stop>) {
        self.killers.clear();
        let kept_back = (budget.nodes_left() / PART_FOR_LINE).min(MOST_FOR_LINE);
        budget.keep_back(kept_back);
        std::mem::swap(budget, &mut self.walk.budget);
        let (mut found, stop) = self.deepened(leaf);
        std::mem::swap(budget, &mut self.walk.budget);
        if let Some(found) = &mut found {
            self.walk.budget = Budget::of_nodes(kept_back);
            match self.line_to_win(leaf.game, &found.line, found.value) {
                Some(line) => found.line = line,
                None => self.continue_line(leaf.game, &mut found.line),
            }
            budget.add(self.walk.budget.spent(), Duration::ZERO);
        }
        self.walk.carried.clear();
        self.walk.changes.clear();
        (found, stop)
    }

    fn deepened(&mut self, leaf: &LeafPosition<'_, G>) -> (Option<Known<G::Move>>, Option<Stop>) {
        let mut found = leaf.known.clone().filter(|known| self.remembers(leaf.game, known));
        let first = found.as_ref().map_or(1, |found| u32::from(found.depth) + 1);
        self.walk.carried = found.as_ref().map(|found| found.line.clone()).unwrap_or_default();
        let begun = self.walk.budget.nodes();
        let soft = (SOFT_SHARE * leaf.grant as f64) as u64;
        for depth in first..=DEEPEST {
            if found.is_some() && self.walk.budget.nodes() - begun >= soft {
                break;
            }
            self.begin_at_leaf(leaf, depth);
            let previous = found.as_ref().map_or(Value::DRAW, |found| found.value);
            match self.iteration(leaf.game, depth, previous) {
                Ok(value) => {
                    let (finished, is_final) = self.finished(value, depth);
                    found = Some(finished);
                    if is_final {
                        break;
                    }
                }
                Err(stop) => {
                    self.improve(&mut found);
                    return (found, Some(stop));
                }
            }
        }
        (found, None)
    }

    /// Whether the table still knows what a search rests on that ended before.
    fn remembers(&self, game: &G, known: &Known<G::Move>) -> bool {
        let Some(&best) = known.line.first() else { return false };
        let after = game.after(best);
        let entry = self.table.get(after.key(), 0);
        entry.is_some_and(|entry| entry.depth + 1 + PLIES_FORGOTTEN >= i32::from(known.depth))
    }

    /// Sets the search up for an iteration. The position counts as the top of its search, whatever lies before it.
    fn begin_at_leaf(&mut self, leaf: &LeafPosition<'_, G>, depth: u32) {
        let Pvs { walk, stack, longest, .. } = self;
        walk.root.searched_from = leaf.root.searched_from;
        walk.root.candidates.clone_from(&leaf.candidates);
        walk.root.left_out.clone_from(&leaf.root.left_out);
        walk.begin_iteration();
        walk.past.clear();
        walk.past.extend_from_slice(leaf.past);
        *longest = 2 * depth as u16;
        stack[..2].fill(PlyState::default());
    }

    /// What an iteration has found that was finished, and whether a deeper search would find the same: all was seen,
    /// or a win often enough.
    fn finished(&mut self, value: Value, depth: u32) -> (Known<G::Move>, bool) {
        // Not in games: positions are left there so often that no move was made in.
        let sees_whole = !self.plays;
        let walk = &mut self.walk;
        let line = walk.lines.root_line().to_vec();
        walk.carried.clone_from(&line);
        let win = value.win().filter(|_| !walk.met_chance);
        let is_seen = win.is_some_and(|(_, plies)| u32::from(plies) + BEYOND_WIN <= depth);
        (Known { value, line, depth: depth as u16 }, is_seen || sees_whole && !walk.met_horizon)
    }

    /// Takes over what the last iteration, unfinished, has found: it began with the best move.
    fn improve(&self, found: &mut Option<Known<G::Move>>) {
        if let Some((found, (line, value))) = found.as_mut().zip(self.walk.root_line.as_ref()) {
            *found = Known { value: *value, line: line.clone(), depth: found.depth };
        }
    }

    /// Continues a line with the best moves that the table knows, and behind these with the captures on which the last
    /// value rests: no line ends in the middle of an exchange. Never round in circles.
    fn continue_line(&mut self, game: &G, line: &mut Vec<G::Move>) {
        let mut at = game.clone();
        let mut seen = vec![at.key()];
        for &mv in line.iter() {
            at.play(mv);
            seen.push(at.key());
        }
        while line.len() < LONGEST_LINE {
            let known = self.table.get(at.key(), 0).filter(|_| line.len() < LONGEST_OF_TABLE);
            let best = known.and_then(|entry| entry.best);
            let best = best.and_then(|code| at.legal(code));
            let Some(mv) = best.or_else(|| self.best_capture(&at)) else { return };
            at.play(mv);
            if seen.contains(&at.key()) || at.turn().player().is_none() {
                return;
            }
            seen.push(at.key());
            line.push(mv);
        }
    }

    /// The capture on which the value of a position rests in which no move was searched.
    fn best_capture(&mut self, at: &G) -> Option<G::Move> {
        let is_free = !is_restricted(self.walk.root.left_out(), at);
        if is_free { self.walk.best_at_limit(at) } else { None }
    }
}
