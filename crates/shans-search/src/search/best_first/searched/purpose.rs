//! What an iteration is for, and what it asks first.
//!
//! A leaf is asked in the narrowest window that answers: can the followed player exceed the value
//! of the position analysed here? The answer is a bound. What that value rests on has to be exact,
//! so a bound at the end of the best line is tightened before anything else.

use super::super::growth::Change;
use super::move_work::Making;
use super::place::Place;
use super::question::{LeafWork, Question, Then};
use super::visit::Work;
use super::whole_work::WholeWork;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::chance::ChanceRules;
use crate::tree::{Node, Searched, TreeRules, ValueBound};
use crate::value::{Player, Value};

/// The first step in which a bound is tightened, centipawns; each later one is as wide as all before
/// together.
const FIRST_STEP: f32 = 25.0;
/// An alternative that is itself a bound is expected to be worth this much less, centipawns.
const DOUBT: f32 = 10.0;

/// What an iteration is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Purpose {
    /// To make exact what the value of the position analysed rests on.
    Tighten,
    /// To look for a faster win than this player's proven one.
    FasterWin(Player),
    /// To look after a player's chance.
    Follow(Player),
    /// To find out what a candidate is worth.
    Rank(MoveCode, LeafWork),
    /// To make a move of the position analysed, so that it can be ranked.
    Make,
    /// To search the whole position analysed.
    Whole(WholeWork),
}

/// A purpose: the walk leads to the node where it is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Errand {
    pub(super) purpose: Purpose,
    /// It is done to rank candidates.
    pub(super) ranks: bool,
}

/// What a visit begins with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plan {
    /// Moves of the node at the end of the path, which are still to be listed.
    Moves(Making),
    /// The best of its moves that were not made: how often the nodes count as doubled afterwards, and
    /// whether that move is made.
    Set(u8, bool),
    /// Work that nothing more has to be known for.
    Ready(Work),
}

/// How far the answer has been checked, and its value: tightening needs both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing {
    /// The lowest value so far of the larger gap at the position analysed, centipawns.
    pub(super) least_gap: f32,
    /// The value of the position analysed when it last rested on nothing but exact values.
    pub(super) anchor: Value,
}

/// Whether the value of the position analysed rests on neither a bound nor moves that wait and may be
/// better, this being the end of the best line.
pub(in super::super) fn is_tight(end: &Node, rules: &ChanceRules) -> bool {
    let is_known = match end.is_leaf() {
        true => end.searched().bound == ValueBound::Exact,
        false => !rules.rest_matters(end),
    };
    is_known || end.is_decided()
}

/// Whether a deeper search of a leaf would say nothing new: a win that was seen can only be proven by
/// moves.
pub(in super::super) fn only_moves_help(leaf: &Node) -> bool {
    leaf.searched().plies >= Searched::MOST_PLIES || leaf.value.is_unproven_win()
}

impl<G: Heuristics + Evaluate> Place<'_, G> {
    /// Makes a move that waits at the end of the best line, or tightens the bound there.
    pub(super) fn tighten(&self, footing: Footing) -> Option<Plan> {
        let (_, node) = self.end()?;
        if let Some(all) = self.known_moves(&node) {
            return Some(all);
        }
        if self.rules.exact_leaves().is_some() {
            return Some(self.search_set(&node));
        }
        if !node.is_leaf() {
            return Some(Plan::Moves(Making::One));
        }
        let plies = self.plies_to_tighten(&node, footing);
        let is_deeper = plies > node.searched().plies;
        let bound = self.at_analysed(node.value);
        let flattered = match node.searched().bound {
            ValueBound::AtMost => Player::Max,
            ValueBound::AtLeast => Player::Min,
            ValueBound::Exact => return None,
            // Its children were freed.
            ValueBound::Open => {
                return Some(Plan::Ready(Work::Leaf(LeafWork::one(plies, Question::Near(bound)))));
            }
        };
        let goal = self.goal(flattered, bound, footing);
        let then = Then::Narrow { flattered, goal, bound, is_deeper };
        let first = LeafWork::one(plies, Question::Exceeds(flattered, goal));
        Some(Plan::Ready(Work::Leaf(LeafWork { then, ..first })))
    }

    /// Looks after a player's chance: the leaf is searched a ply deeper, or moves are made.
    pub(super) fn follow(&self, player: Player) -> Option<Plan> {
        let (_, node) = self.end()?;
        if node.is_forgotten_proof() {
            return Some(Plan::Ready(Work::Done(Change::GiveUp)));
        }
        if let Some(all) = self.known_moves(&node) {
            return Some(all);
        }
        if self.rules.exact_leaves().is_some() {
            return Some(match self.search_set(&node) {
                // Outcomes of chance are made all at once.
                Plan::Set(_, true) if node.turn().player().is_none() => {
                    Plan::Moves(Making::All(player))
                }
                plan => plan,
            });
        }
        let deepens = !self.is_analysed()
            && !only_moves_help(&node)
            && self.rules.is_worth_deepening(node.effort);
        if node.is_leaf() && deepens {
            let plies = node.searched().plies + 1;
            return Some(Plan::Ready(Work::Leaf(LeafWork::one(plies, self.question_for(player)))));
        }
        Some(Plan::Moves(match node.turn().player() {
            _ if self.is_on_best_line() => Making::One,
            Some(mover) if mover != player => Making::UntilRefuted(player),
            _ => Making::All(player),
        }))
    }

    /// All moves of a node at once, where nothing has to be searched to know them.
    fn known_moves(&self, node: &Node) -> Option<Plan> {
        let mover = node.turn().player()?;
        let is_known = node.next.exists() && self.walk.end()?.game.knows_moves();
        is_known.then_some(Plan::Moves(Making::All(mover)))
    }

    /// Asks for the best of the moves that were not made, with twice the nodes of the last search.
    fn search_set(&self, node: &Node) -> Plan {
        let plies = node.searched().plies.saturating_add(1).min(Searched::MOST_PLIES);
        let splits = plies >= self.rules.plies_to_split() || only_moves_help(node);
        Plan::Set(plies, splits || !node.is_leaf())
    }

    /// What is asked about a leaf that is visited for this player's chance.
    pub(super) fn question_for(&self, player: Player) -> Question {
        match self.is_on_best_line() {
            true => Question::Near(self.aim),
            false => Question::Exceeds(player, self.aim),
        }
    }

    /// How deep the leaf at the end of the best line is asked to tighten its bound: as deep as
    /// the answer has been checked, since values of unequal depth do not compare well. Late moves on
    /// the way count for no more than others here.
    fn plies_to_tighten(&self, leaf: &Node, footing: Footing) -> u8 {
        let plies = leaf.searched().plies;
        let path = self.walk.path();
        let from_analysed = path[self.walk.stem().len() - 1..].iter();
        let way = from_analysed.filter_map(|level| Some((level.id, level.child?.0)));
        let price =
            |(parent, child)| self.rules.price(self.tree.node(parent), 0, self.tree.node(child));
        let checked = self.rules.as_plies(-footing.least_gap - way.map(price).sum::<f32>());
        let checked = (checked - 1.0).clamp(0.0, f32::from(Searched::MOST_PLIES)) as u8;
        plies.max(checked)
    }

    /// What a leaf at the end of the best line has to reach for the player whom its bound
    /// flatters: the best alternative, or a step back from the bound, whichever is nearer.
    fn goal(&self, flattered: Player, bound: Value, footing: Footing) -> Value {
        let own = |value: Value| value.for_player(flattered);
        // What is won or lost is not a number of centipawns away.
        let moved = bound.evaluation().zip(footing.anchor.evaluation());
        let step = FIRST_STEP.max(moved.map_or(0.0, |(now, before)| (now - before).abs()));
        let held = self.best_alternative(flattered).unwrap_or(f32::NEG_INFINITY);
        let goal = held.max(own(bound) - step).min(own(bound) - 1.0);
        Value::centipawns(flattered.sign() * goal)
    }

    /// What the player could have elsewhere, beside the path: own view, centipawns.
    fn best_alternative(&self, player: Player) -> Option<f32> {
        let analysed = self.walk.stem().len() - 1;
        let levels = self.walk.path().iter().skip(analysed);
        let own_levels = levels.filter(|level| level.game.turn().player() == Some(player));
        let others = own_levels.flat_map(|level| {
            let on_path = level.child.map(|(id, _)| id);
            self.tree.children(level.id).filter(move |&(_, id, _)| Some(id) != on_path)
        });
        let worth = |node: &Node| {
            let is_bound = node.searched().bound != ValueBound::Exact;
            node.value.for_player(player) - if is_bound { DOUBT } else { 0.0 }
        };
        others.map(|(.., node)| worth(node)).max_by(f32::total_cmp)
    }
}
