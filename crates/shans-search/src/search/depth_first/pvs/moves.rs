//! The moves of a node, one after another.

use super::super::deepening::DepthFirst;
use super::super::walk::Scored;
use super::node::Node;
use super::order::Rank;
use super::singular::Extension;
use super::{PlyState, Pvs};
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::Value;

/// How the moves of a node went so far.
pub(super) struct Progress<M> {
    pub(super) left: Window,
    pub(super) value: Value,
    best: Option<M>,
    /// Moves searched.
    pub(super) tried: usize,
    /// Quiet moves searched.
    pub(super) quiet: usize,
}

/// A move about to be made.
pub(super) struct ListedMove<M> {
    pub(super) mv: M,
    pub(super) rank: Rank,
    /// Its history, or whatever ordered it.
    pub(super) score: i32,
    pub(super) quiet: bool,
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

    /// The value of one move: reduced, in a zero window, in the window, as far as needed.
    fn search_move(
        &mut self,
        node: &Node<'_, G>,
        so_far: &Progress<G::Move>,
        listed: &ListedMove<G::Move>,
    ) -> Result<Value, Stop> {
        let extension = match so_far.tried {
            0 => self.singular_extension(node, listed.mv)?,
            _ => Extension::NONE,
        };
        let extension = match extension {
            Extension::Plies(plies) => plies,
            Extension::Refuted(value) => return Ok(value),
        };
        self.table.prefetch_after(node.game, listed.mv);
        let child = self.walk.make(node.game, listed.mv)?;
        let frame = node.frame();
        let doubled = self.stack[frame].doubled + u8::from(extension > 1);
        self.stack[frame].made = Some(node.game.slot(listed.mv));
        self.stack[frame + 1] =
            PlyState { doubled, cut: !node.open && !node.cut, ..PlyState::default() };
        let (depth, ply, left) = (node.depth - 1, node.ply + 1, so_far.left);
        if so_far.tried == 0 {
            return self.node(&child, left, depth + extension, ply);
        }
        let probe = left.probe(node.mover);
        let reduction = self.reduction(node, so_far, listed, &child);
        self.stack[frame + 1].cut = true;
        let mut value = self.node(&child, probe, depth - reduction, ply)?;
        let mut depth = depth;
        if reduction > 0 && left.is_raised_by(node.mover, value) {
            let reduced = depth - reduction;
            depth += self.adjustment(node, so_far, value, reduction);
            self.stack[frame + 1].cut = !node.cut;
            if depth > reduced {
                value = self.node(&child, probe, depth, ply)?;
            }
        }
        self.stack[frame + 1].cut = false;
        let inside = left.is_raised_by(node.mover, value) && !left.is_refuted_by(node.mover, value);
        if inside && left.is_open() { self.node(&child, left, depth, ply) } else { Ok(value) }
    }
}
