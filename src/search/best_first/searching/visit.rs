//! An iteration: a question about one leaf, or the moves of one node.
//!
//! A leaf is asked in the narrowest window that answers: can the followed player exceed the value
//! of the position analysed here? The answer is a bound. What that value rests on has to be exact,
//! so a bound at the end of the best line is narrowed down before anything else.

use super::super::path_node::Aim;
use super::super::search::BestFirst;
use super::question::Question;
use super::replies::Making;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::memory::WhenFull;
use crate::search::window::Window;
use crate::tree::{Node, NodeForm, Searched, TreeRules, ValueBound};
use crate::value::{Player, Value};

/// The first step in which a bound is narrowed down, centipawns; each later one is as wide as all
/// before together.
const FIRST_STEP: f32 = 25.0;
/// An alternative that is itself a bound is expected to be worth this much less, centipawns.
const DOUBT: f32 = 10.0;
/// A bound is narrowed down at most this many plies deeper than it was searched before.
const CATCH_UP: u8 = 4;

/// What an iteration is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Purpose {
    /// To make exact what the value of the position analysed rests on.
    Tighten,
    /// To look for a faster win than this player's proven one.
    FasterWin(Player),
    /// To look after a player's chance.
    Follow(Player),
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// One iteration. Where the tree is full, something is freed, or a leaf is searched deeper
    /// instead of growing.
    ///
    /// # Errors
    ///
    /// The limit that ended it; everything is as before then.
    pub(in super::super) fn iterate_searching(&mut self, is_tiny: bool) -> Result<(), Stop> {
        let purpose = self.find_purpose();
        self.begin_round();
        let done = self.within_grant(|search| match purpose {
            _ if is_tiny && search.node().is_leaf() => search.search_end_deeper(purpose),
            Purpose::Tighten => search.tighten(),
            Purpose::FasterWin(winner) => search.look_for_faster_win(winner),
            Purpose::Follow(player) => search.visit(player),
        });
        if let Err(stop) = done {
            self.take_back();
            let frees = stop == Stop::Memory && self.room.when_full == WhenFull::Free;
            return if frees { self.make_room() } else { Err(stop) };
        }
        self.keep_room();
        Ok(())
    }

    /// Walks to the node that the next iteration is about.
    pub(in super::super) fn find_purpose(&mut self) -> Purpose {
        if !self.is_tight() {
            return Purpose::Tighten;
        }
        if let Some(winner) = self.looks_for_faster_win() {
            self.walk.descend(Aim::Analysed, &self.root.game, &self.tree, &self.rules);
            return Purpose::FasterWin(winner);
        }
        let player = self.rules.followed(self.node());
        self.walk.descend(Aim::Chance(player), &self.root.game, &self.tree, &self.rules);
        Purpose::Follow(player)
    }

    /// Walks down the best line, and tells whether the value of the position analysed rests on
    /// neither a bound nor moves that wait.
    fn is_tight(&mut self) -> bool {
        self.walk.descend(Aim::BestLine, &self.root.game, &self.tree, &self.rules);
        let Some((_, node)) = self.end() else { return true };
        let is_exact = node.is_leaf() && node.searched().bound == ValueBound::Exact;
        is_exact || node.is_decided() || !node.next.exists()
    }

    /// Carries the new numbers and the work back to the root, and notes what follows for the
    /// answer.
    pub(in super::super) fn end_visit(&mut self) {
        let spent = self.budget.nodes() - self.round.nodes_before();
        let asked = self.end().map(|(id, _)| id);
        if let Some(end) = self.walk.path_mut().last_mut() {
            end.fresh = u32::try_from(spent).unwrap_or(u32::MAX);
        }
        self.result_definition();
        if self.is_tight() {
            self.anchor = self.node().value;
            self.note_answer();
            self.note_line(asked);
        }
    }

    /// Makes a move that waits at the end of the path, or narrows down the bound there.
    fn tighten(&mut self) -> Result<(), Stop> {
        let Some((_, node)) = self.end() else { return Ok(()) };
        if !node.is_leaf() {
            return self.make_searched_moves(Making::One);
        }
        let plies = self.plies_to_tighten(&node);
        let is_deeper = plies > node.searched().plies;
        let bound = self.at_analysed(node.value);
        let flattered = match node.searched().bound {
            ValueBound::AtMost => Player::Max,
            ValueBound::AtLeast => Player::Min,
            ValueBound::Exact => return Ok(()),
            // Its children were freed.
            ValueBound::Open => return self.ask_end(plies, Question::Near(bound)),
        };
        let goal = self.goal(flattered, bound);
        let question = Question::Exceeds(flattered, goal);
        self.ask_end(plies, question)?;
        let Some((_, node)) = self.end() else { return Ok(()) };
        let found = self.at_analysed(node.value);
        let is_reached = found.for_player(flattered) > goal.for_player(flattered);
        if is_reached && node.searched().bound != ValueBound::Exact {
            // A deeper search may go beyond the bound of the last one.
            let question = match is_deeper {
                true => Question::Near(found),
                false => Question::Within(up_to_bound(flattered, goal, bound)),
            };
            self.ask_end(plies, question)?;
        }
        Ok(())
    }

    /// How deep the leaf at the end of the best line is asked to narrow down its bound: as deep as
    /// the answer has been checked, since values of unequal depth do not compare well. Late moves on
    /// the way count for no more than others here.
    fn plies_to_tighten(&self, leaf: &Node) -> u8 {
        let plies = leaf.searched().plies;
        let path = self.walk.path();
        let from_analysed = path[self.walk.stem().len() - 1..].iter();
        let way = from_analysed.filter_map(|level| Some((level.id, level.child?.0)));
        let price =
            |(parent, child)| self.rules.price(self.tree.node(parent), 0, self.tree.node(child));
        let checked = self.rules.as_plies(-self.answer.least_gap - way.map(price).sum::<f32>());
        let checked = (checked - 1.0).clamp(0.0, f32::from(Searched::MOST_PLIES)) as u8;
        plies.max(checked.min(plies.saturating_add(CATCH_UP)))
    }

    /// What a leaf at the end of the best line has to reach for the player whom its bound
    /// flatters: the best alternative, or a step back from the bound, whichever is nearer.
    fn goal(&self, flattered: Player, bound: Value) -> Value {
        let own = |value: Value| value.for_player(flattered);
        // What is won or lost is no number of centipawns away.
        let moved = bound.evaluation().zip(self.anchor.evaluation());
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

    /// Looks after a player's chance at the end of the path: searches the leaf there a ply deeper,
    /// or makes moves.
    fn visit(&mut self, player: Player) -> Result<(), Stop> {
        let Some((id, node)) = self.end() else { return Ok(()) };
        if node.is_forgotten_proof() {
            self.tree.node_mut(id).give_up_chances();
            return Ok(());
        }
        if node.is_leaf() && self.deepens(&node) {
            return self.ask_end(node.searched().plies + 1, self.question_at_end(player));
        }
        let is_best = self.walk.is_best_line(&self.tree, &self.rules);
        self.make_searched_moves(match node.turn().player() {
            _ if is_best => Making::One,
            Some(mover) if mover != player => Making::UntilRefuted(player),
            _ => Making::All(player),
        })
    }

    /// What is asked about a leaf at the end of the path, visited for this player's chance.
    fn question_at_end(&self, player: Player) -> Question {
        let value = self.node().value;
        match self.walk.is_best_line(&self.tree, &self.rules) {
            true => Question::Near(value),
            false => Question::Exceeds(player, value),
        }
    }

    /// Whether a leaf is searched deeper before its moves are made. A win that was seen can only be
    /// proven by moves.
    fn deepens(&self, leaf: &Node) -> bool {
        let is_analysed = self.walk.path().len() == self.walk.stem().len();
        !is_analysed && !self.only_moves_help(leaf) && self.rules.is_worth_deepening(leaf.effort)
    }

    /// Whether a deeper search of a leaf would say nothing new.
    pub(in super::super) fn only_moves_help(&self, leaf: &Node) -> bool {
        let is_deepest = leaf.searched().plies >= Searched::MOST_PLIES;
        self.tree.form() == NodeForm::Searched && (is_deepest || leaf.value.is_unproven_win())
    }

    /// Searches the leaf at the end of the path a ply deeper, whatever it has cost: there is no
    /// room for its moves.
    fn search_end_deeper(&mut self, purpose: Purpose) -> Result<(), Stop> {
        let Some((id, node)) = self.end() else { return Ok(()) };
        let plies = node.searched().plies.saturating_add(1).min(Searched::MOST_PLIES);
        match purpose {
            _ if id == self.at() => self.ask_for_value(plies)?,
            Purpose::Follow(player) if !self.only_moves_help(&node) => {
                self.ask_end(plies, self.question_at_end(player))?;
            }
            // Nothing is cut off, so that it costs work, and a limit ends it.
            _ => self.ask_end(plies, Question::Open)?,
        }
        self.reclaimed.deepened += 1;
        self.reclaimed.deep_nodes += self.budget.nodes() - self.round.nodes_before();
        Ok(())
    }

    /// Asks what the leaf at the end of the path is worth, near its present value first.
    fn ask_for_value(&mut self, plies: u8) -> Result<(), Stop> {
        let Some((_, node)) = self.end() else { return Ok(()) };
        self.ask_end(plies, Question::Near(self.at_analysed(node.value)))?;
        let Some((_, node)) = self.end() else { return Ok(()) };
        let found = self.at_analysed(node.value);
        let window = match node.searched().bound {
            ValueBound::Exact => return Ok(()),
            ValueBound::AtMost => up_to_bound(Player::Max, Value::LEAST, found),
            ValueBound::AtLeast => up_to_bound(Player::Min, Value::GREATEST, found),
            ValueBound::Open => Window::FULL,
        };
        self.ask_end(plies, Question::Within(window))
    }

    /// The iteration of a full tree: the node at the end of the path, found for this purpose, becomes
    /// a leaf, if it is none, and is searched deeper.
    ///
    /// # Errors
    ///
    /// The limit that ended it; everything is as before then.
    pub(in super::super) fn deepen_searched(&mut self, mut purpose: Purpose) -> Result<(), Stop> {
        let Some((id, _)) = self.end() else { return Ok(()) };
        if self.collapse(id) > 0 {
            purpose = self.find_purpose();
        }
        self.begin_round();
        let done = self.within_grant(|search| match purpose {
            Purpose::Tighten if search.end().is_some_and(|(_, end)| end.is_leaf()) => {
                search.tighten()
            }
            _ => search.search_end_deeper(purpose),
        });
        done.inspect_err(|_| self.take_back())
    }
}

/// The values between a goal that this player reaches and the bound that flatters him.
fn up_to_bound(flattered: Player, goal: Value, bound: Value) -> Window {
    let beyond = Value::centipawns(bound.raw() + flattered.sign());
    match flattered {
        Player::Max => Window { low: goal, high: beyond },
        Player::Min => Window { low: beyond, high: goal },
    }
}
