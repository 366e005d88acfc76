//! One node, from its end conditions to its place in the table.

use super::super::deepening::DepthFirst;
use super::super::transposition::{AT_SIGHT, Bound, TableEntry};
use super::super::walk::out_of_reach;
use super::{PlyState, Pvs};
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::{Player, Value};

/// A node on its way through the steps.
pub(super) struct Node<'a, G: Heuristics> {
    pub(super) game: &'a G,
    pub(super) mover: Player,
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) ply: u16,
    pub(super) key: u64,
    pub(super) entry: Option<TableEntry>,
    /// The move to be tried first.
    pub(super) first: Option<G::Move>,
    /// More than yes or no is asked.
    pub(super) open: bool,
    pub(super) forced: bool,
    /// What the position seems worth now, from the mover's view; nothing is assumed of forced
    /// positions.
    pub(super) eval: f32,
    /// It seems worth more than at the mover's last turn.
    pub(super) improving: bool,
    /// It is expected to be refuted.
    pub(super) cut: bool,
    /// What static values are corrected by.
    parts: [u64; 3],
}

impl<G: Heuristics> Node<'_, G> {
    pub(super) fn frame(&self) -> usize {
        usize::from(self.ply)
    }

    /// What the opponent is sure to hold him to, from the mover's view.
    pub(super) fn beta(&self) -> f32 {
        self.window.beta(self.mover).for_player(self.mover)
    }
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// The value of a position, wins counted from the root; a bound outside of the window.
    pub(super) fn step(
        &mut self,
        game: &G,
        window: Window,
        depth: i32,
        ply: u16,
    ) -> Result<Value, Stop> {
        self.walk.lines.clear(ply);
        if let Some(value) = self.walk.finished(game, ply) {
            return Ok(value.shifted(ply));
        }
        let forced = game.forced();
        let depth = self.extended(forced, depth, ply);
        if depth <= 0 || usize::from(ply) + 4 >= self.stack.len() {
            return self.leaf(game, window, ply);
        }
        let Some(mover) = game.turn().player() else {
            self.stack[usize::from(ply)] = PlyState { no_pass: true, ..PlyState::default() };
            self.stack[usize::from(ply) + 1] = PlyState::default();
            return self.mean(game, depth, ply);
        };
        if let Some(bound) = out_of_reach(window, ply) {
            return Ok(bound);
        }
        let key = game.key();
        let entry = self.table.get(key, ply);
        let open = window.is_open();
        let excluded = self.stack[usize::from(ply)].excluded.is_some();
        if let Some(entry) =
            entry.filter(|entry| !open && !excluded && entry.depth >= depth && ply > 0)
            && entry.answers(window)
        {
            self.walk.table_hits += 1;
            return Ok(entry.value);
        }
        let first = match self.walk.known_best(ply) {
            Some(mv) => Some(mv),
            None => entry.and_then(|entry| entry.best).and_then(|code| game.decode(code)),
        };
        let is_unknown = first.is_none() && !forced && !excluded;
        let shorter = is_unknown && depth >= self.numbers.unknown_depth;
        let depth = depth - i32::from(shorter && self.options.late_move_reduction);
        let node = Node {
            game,
            mover,
            window,
            depth,
            ply,
            key,
            entry,
            first,
            open,
            forced,
            eval: 0.0,
            improving: false,
            cut: !open && self.stack[usize::from(ply)].cut,
            parts: [0; 3],
        };
        self.decide(node)
    }

    /// Values the node without its moves if that is enough, else with them.
    fn decide(&mut self, mut node: Node<'_, G>) -> Result<Value, Stop> {
        let static_value = self.look(&mut node);
        let excluded = self.stack[node.frame()].excluded.is_some();
        if !excluded && let Some(value) = self.before_moves(&mut node)? {
            if self.plays && node.entry.is_none() {
                self.table.put_static(node.key, node.mover, static_value);
            }
            return Ok(value);
        }
        if !excluded && let Some(value) = self.probcut(&node, static_value)? {
            return Ok(value);
        }
        self.walk.enter(node.key, node.ply);
        let (value, best) = self.search_moves(&node)?;
        self.walk.leave();
        if self.plays && !excluded && best.is_none_or(|mv| node.game.is_quiet(mv)) {
            self.learn_correction(&node, value);
        }
        let restricted = node.ply == 0 && self.walk.root.candidates.is_some();
        if self.table.exists() && !restricted && !excluded {
            let entry = TableEntry {
                value,
                bound: Bound::of(node.window, value),
                eval: static_value,
                depth: node.depth,
                best: best.map(|mv| node.game.encode(mv)),
            };
            self.store(node.key, node.ply, entry);
        }
        Ok(value)
    }

    /// Check extension: a forced ply costs no depth, so that a series of checks is seen to its
    /// end. Without: 260 / 26 / 44.
    fn extended(&self, forced: bool, depth: i32, ply: u16) -> i32 {
        let extends = self.options.check_extension && forced && ply < self.longest;
        if extends { depth.max(0) + 1 } else { depth }
    }

    /// The static value, stored or computed, and what follows from it for the node.
    fn look(&mut self, node: &mut Node<'_, G>) -> Value {
        let frame = node.frame();
        if node.forced {
            self.stack[frame].eval = None;
            return Value::DRAW;
        }
        let value = match node.entry {
            Some(entry) => entry.eval,
            None => self.walk.evaluate(node.game),
        };
        let stored = value;
        let value = if self.plays { self.corrected(node, value) } else { value };
        self.stack[frame].eval = Some(value);
        node.eval = value.for_player(node.mover);
        let earlier = frame.checked_sub(2).and_then(|frame| self.stack[frame].eval);
        node.improving = earlier.is_none_or(|earlier| node.eval > earlier.for_player(node.mover));
        // A searched value on the right side is the better guess.
        let searched = |entry: &TableEntry| entry.depth > AT_SIGHT && entry.value.win().is_none();
        if let Some(entry) = node.entry.filter(searched) {
            let searched = entry.value.for_player(node.mover);
            let better = entry.value > value;
            let sharper = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => better,
                Bound::Upper => !better,
                Bound::Empty => false,
            };
            if sharper {
                node.eval = searched;
            }
        }
        stored
    }

    /// A static value with what it was wrong by where parts of the position were the same.
    fn corrected(&self, node: &mut Node<'_, G>, value: Value) -> Value {
        node.parts = node.game.parts();
        let correction = self.learned.corrections.of(node.mover as usize, node.parts);
        Value::centipawns(value.raw() + correction)
    }

    /// Learns from a value how wrong the static one was, if it tells.
    fn learn_correction(&mut self, node: &Node<'_, G>, value: Value) {
        let Some(eval) = self.stack[node.frame()].eval.filter(|_| value.win().is_none()) else {
            return;
        };
        let tells = match Bound::of(node.window, value) {
            Bound::Lower => value > eval,
            Bound::Upper => value < eval,
            Bound::Exact | Bound::Empty => true,
        };
        if tells {
            let difference = value.raw() - eval.raw();
            self.learned.corrections.learn(node.mover as usize, node.parts, node.depth, difference);
        }
    }

    /// The depth limit: quiescence, whose values are kept in the table too: 265 / 35 / 61 instead
    /// of 259 / 35 / 59, before singular extensions.
    fn leaf(&mut self, game: &G, window: Window, ply: u16) -> Result<Value, Stop> {
        if !self.options.leaf_table {
            return Ok(self.walk.leaf(game, window, ply, None)?.0);
        }
        let key = game.key();
        let entry = self.table.get(key, ply);
        if let Some(entry) = entry.filter(|entry| entry.answers(window)) {
            self.walk.met_horizon = true;
            self.walk.table_hits += 1;
            return Ok(entry.value);
        }
        // In analysis the static value may be a result, and the table has it in whole centipawns.
        let known = entry.filter(|_| self.plays && !game.forced()).map(|entry| entry.eval);
        let (value, stand) = self.walk.leaf(game, window, ply, known)?;
        let bound = Bound::of(window, value);
        // Nobody asks for the static value where the player must move.
        let eval = match stand {
            Some(stand) => stand,
            None if game.forced() => Value::DRAW,
            None => self.walk.evaluate(game),
        };
        self.store(key, ply, TableEntry { value, bound, eval, depth: 0, best: None });
        Ok(value)
    }

    /// Stores what is known about a position.
    pub(super) fn store(&mut self, key: u64, ply: u16, entry: TableEntry) {
        self.table.make_room_for(self.walk.budget.nodes());
        match self.plays {
            true => self.table.put_unless_deeper(key, ply, entry, self.numbers.kept_deeper),
            false => self.table.put(key, ply, entry),
        }
    }
}
