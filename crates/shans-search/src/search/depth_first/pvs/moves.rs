//! The moves of a node: which are left out, which are searched less deep.

use super::super::deepening::DepthFirst;
use super::super::walk::Scored;
use super::node::Node;
use super::order::Rank;
use super::{PlyState, Pvs};
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::Value;

/// Moves are left out no deeper than this.
const PRUNED_DEPTH: i32 = 6;
/// What a quiet move may gain at the last ply, centipawns ...
const FUTILITY: f32 = 100.0;
/// ... and with every ply more.
const FUTILITY_PLY: f32 = 90.0;
/// What exchanges may lose per ply of depth, centipawns: captures, then quiet moves.
const CAPTURE_LOSS: i32 = 100;
const QUIET_LOSS: i32 = 60;
/// A history score of this is worth a ply of reduction.
const HISTORY_PLY: i32 = 12_000;

/// How the moves of a node went so far.
struct Progress<M> {
    left: Window,
    value: Value,
    best: Option<M>,
    /// Moves searched.
    tried: usize,
    /// Quiet moves searched.
    quiet: usize,
}

/// A move about to be made.
struct ListedMove<M> {
    mv: M,
    rank: Rank,
    /// Its history, or whatever ordered it.
    score: i32,
    quiet: bool,
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// The value of a node by its moves, and the best or refuting one.
    pub(super) fn search_moves(
        &mut self,
        node: &Node<'_, G>,
    ) -> Result<(Value, Option<G::Move>), Stop> {
        let start = self.walk.list(node.game, node.ply, |_| 0);
        let mut so_far = Progress {
            left: node.window,
            value: Window::FULL.alpha(node.mover),
            best: None,
            tried: 0,
            quiet: 0,
        };
        for index in start.. {
            let Some(Scored { mv, score }) = self.next(node, start, index) else { break };
            if Some(node.game.encode(mv)) == self.stack[node.frame()].excluded {
                continue;
            }
            let quiet = node.game.is_quiet(mv);
            let listed = ListedMove { mv, rank: Rank::of(score), score, quiet };
            if self.is_left_out(node, &so_far, &listed) {
                continue;
            }
            let value = self.search_move(node, &so_far, &listed)?;
            so_far.tried += 1;
            so_far.quiet += usize::from(quiet);
            if value.for_player(node.mover) > so_far.value.for_player(node.mover) {
                so_far.value = value;
                if so_far.left.is_raised_by(node.mover, value) {
                    so_far.best = Some(mv);
                    self.walk.lead(node.ply, mv, value);
                }
                if so_far.left.closes(node.mover, value) {
                    self.learn(node, start, index);
                    break;
                }
            }
        }
        self.walk.forget(start);
        Ok((so_far.value, so_far.best))
    }

    /// Whether a move is not worth a look near the depth limit. Never the first one, never
    /// while the mover is losing or forced, never a check.
    fn is_left_out(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
    ) -> bool {
        let safe = so_far.tried > 0
            && node.ply > 0
            && node.depth <= PRUNED_DEPTH
            && !node.forced
            && so_far.value.for_player(node.mover) > -Value::WIN_BAND;
        safe && listed.rank != Rank::Trusted
            && (self.comes_too_late(node, so_far, listed)
                || self.is_futile(node, so_far, listed)
                || self.loses_too_much(node, listed))
            && !node.game.forces(listed.mv)
    }

    /// Late-move pruning: by now the history would have put a good quiet move earlier.
    /// Without: 249 / 24 / 50.
    fn comes_too_late(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
    ) -> bool {
        let enough = 4 + (node.depth * node.depth) as usize;
        let enough = if node.improving { enough } else { enough.div_ceil(2) };
        self.options.late_move_pruning && listed.rank == Rank::Quiet && so_far.quiet >= enough
    }

    /// Futility: a quiet move will not gain what is missing. Without: 259 / 33 / 58.
    fn is_futile(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
    ) -> bool {
        let hoped = node.eval + FUTILITY + FUTILITY_PLY * node.depth as f32;
        let alpha = so_far.left.alpha(node.mover).for_player(node.mover);
        self.options.futility && listed.rank == Rank::Quiet && !node.open && hoped <= alpha
    }

    /// A move that hangs more than the plies left could win back. Without: 261 / 40 / 54.
    fn loses_too_much(&self, node: &Node<'_, G>, listed: &ListedMove<G::Move>) -> bool {
        if !self.options.see_pruning || node.open {
            return false;
        }
        let allowed = if listed.quiet { QUIET_LOSS } else { CAPTURE_LOSS };
        node.game.see(listed.mv) < -allowed * node.depth
    }

    /// The value of one move: reduced, in a zero window, in the window, as far as needed.
    fn search_move(
        &mut self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
    ) -> Result<Value, Stop> {
        let extension = match so_far.tried {
            0 => self.singular_extension(node, listed.mv)?,
            _ => 0,
        };
        let child = self.walk.make(node.game, listed.mv)?;
        let frame = node.frame();
        self.stack[frame].made = Some(node.game.slot(listed.mv));
        self.stack[frame + 1] = PlyState::default();
        let (depth, ply, left) = (node.depth - 1, node.ply + 1, so_far.left);
        if so_far.tried == 0 {
            return self.node(&child, left, depth + extension, ply);
        }
        let probe = left.probe(node.mover);
        let reduction = self.reduction(node, so_far, listed, &child);
        let mut value = self.node(&child, probe, depth - reduction, ply)?;
        if reduction > 0 && left.is_raised_by(node.mover, value) {
            value = self.node(&child, probe, depth, ply)?;
        }
        let inside = left.is_raised_by(node.mover, value) && !left.is_refuted_by(node.mover, value);
        if inside && left.is_open() { self.node(&child, left, depth, ply) } else { Ok(value) }
    }

    /// Late-move reduction: the later in the order the less a quiet move promises. Less for open
    /// windows and moves with a good history, none for checks; and none for captures, losing
    /// ones included: what looks like a sacrifice is one often enough (wac300 / iq4 244 / 49, with
    /// losing captures left alone 258 / 61). Without reductions: 257 / 33 / 56.
    fn reduction(
        &self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
        child: &G,
    ) -> i32 {
        let applies = self.options.late_move_reduction
            && node.depth >= 3
            && so_far.tried >= 2
            && listed.rank == Rank::Quiet
            && !node.forced
            && !child.forced();
        if !applies {
            return 0;
        }
        // In f64, so that no library's last bit decides: the same search on every machine.
        let plies = f64::from(node.depth).ln() * (so_far.tried as f64).ln() / 2.25 + 0.5;
        let mut reduction = plies as i32;
        reduction -= i32::from(node.open) + listed.score / HISTORY_PLY;
        reduction += i32::from(!node.improving);
        reduction.clamp(0, node.depth - 2)
    }
}
