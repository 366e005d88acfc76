//! What a search knows besides its tree and its table, so that it can be put away and go on
//! later as if it had never stopped.

use thiserror::Error;

use super::{Answer, BestFirst, ChanceModel, Room, is_only_move};
use crate::game::{Evaluate, MoveCode, Order};
use crate::search::report::{Change, Root};
use crate::search::table::LeafTable;
use crate::tree::{NodeId, Sweep, SweepState, Tree};
use crate::value::{Player, Value};

/// The state of a search at rest. Moves are codes, the nodes that it points to are named by
/// their places.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchState {
    /// The moves from the top of the tree to the position analysed.
    pub line: Vec<MoveCode>,
    /// Nodes that limits have allowed so far, at least `nodes`.
    pub granted: u64,
    /// Positions reached by making a move.
    pub nodes: u64,
    /// Static evaluations.
    pub evals: u64,
    /// What is counted beside them.
    pub stats: Stats,
    /// The freeing under way, if there is one.
    pub sweep: SweepState,
    /// The rank of the preferred move.
    pub answer: Option<u16>,
    /// The winner and the plies, if the answer is a proven win.
    pub answer_win: Option<(Player, u16)>,
    /// How the answer came about, oldest first.
    pub changes: Vec<Change<MoveCode>>,
}

/// What a search counts and remembers beside its tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stats {
    /// Rounds of the loop.
    pub iterations: u64,
    /// Leaf values taken from the table.
    pub table_hits: u64,
    /// Tree nodes ever made.
    pub made: u64,
    /// Sum of the depths at which they were made, plies below the top.
    pub depth_sum: u64,
    /// The greatest of them.
    pub depth_max: u32,
    /// The proven win of the position analysed, and `nodes` when it was found.
    pub win: Option<(Value, u64)>,
    /// The smallest largest chance there ever was, against the value, centipawns.
    pub least_gap: f32,
    /// Tree nodes freed to make room.
    pub freed: u64,
    /// How often the whole tree was swept to find them.
    pub sweeps: u64,
    /// Leaves that were searched deeper because there was no room for their children.
    pub deepened: u64,
    /// `nodes` of these searches.
    pub deep_nodes: u64,
    /// `made` when the tree was last looked after.
    pub swept_at: u64,
}

impl Default for Stats {
    fn default() -> Stats {
        Stats {
            iterations: 0,
            table_hits: 0,
            made: 0,
            depth_sum: 0,
            depth_max: 0,
            win: None,
            least_gap: f32::INFINITY,
            freed: 0,
            sweeps: 0,
            deepened: 0,
            deep_nodes: 0,
            swept_at: 0,
        }
    }
}

/// Why a state does not fit its tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// The line to the position analysed leaves the tree.
    #[error("move {0} of the line to the position analysed is not in the tree")]
    Line(usize),
    /// There is no such child.
    #[error("the preferred move is not in the tree")]
    Answer,
    /// A move that is not legal.
    #[error("change {0} of the preferred move names an illegal move")]
    Change(usize),
}

impl<G: Order + Evaluate> BestFirst<G> {
    /// What has to be kept besides the tree and the table.
    pub fn state(&self) -> SearchState {
        let answer = self.answer.mv.and_then(|answer| {
            self.tree.children(self.at()).find(|&(_, id, _)| id == answer).map(|(rank, ..)| rank)
        });
        let change = |change: &Change<G::Move>| Change {
            nodes: change.nodes,
            best: self.position.encode(change.best),
            win: change.win,
        };
        SearchState {
            line: self.line.iter().skip(1).map(|&id| self.tree.node(id).mv).collect(),
            granted: self.granted(),
            nodes: self.quiescence.nodes,
            evals: self.quiescence.evals,
            stats: self.stats,
            sweep: self.sweep.state(),
            answer,
            answer_win: self.answer.win,
            changes: self.changes.iter().map(change).collect(),
        }
    }

    /// The node behind the preferred move: what has withstood most, and not always the best
    /// one of the moment.
    pub fn answer(&self) -> Option<NodeId> {
        self.answer.mv
    }

    /// The position analysed as a root of its own, with everything that was played before it.
    pub fn root_of_position(&self) -> Root<G> {
        let mut root = self.root.clone();
        for &id in &self.line[1..] {
            if let Some(mv) = root.game.decode(self.tree.node(id).mv) {
                root.step(mv);
            }
        }
        root
    }

    /// Whether all names of nodes that are kept beside the tree name what they should.
    pub(super) fn names_are_linked(&self) -> bool {
        let is_child = |parent, child| self.tree.children(parent).any(|(_, id, _)| id == child);
        let is_way = |way: &[NodeId]| {
            way.first().is_none_or(|&top| top == self.tree.root())
                && way.windows(2).all(|pair| is_child(pair[0], pair[1]))
        };
        // A path from before the last freeing is not followed any more.
        let is_followed = self.path_generation == self.tree.generation();
        let path = self.path.iter().filter(|_| is_followed).map(|frame| frame.id);
        is_way(&self.line)
            && is_way(&path.collect::<Vec<_>>())
            && self.answer.mv.is_none_or(|answer| is_child(self.at(), answer))
    }

    /// The table of leaf values.
    pub fn table(&self) -> &LeafTable {
        &self.table
    }

    /// The bounds on what is kept.
    pub fn room(&self) -> Room {
        self.room
    }

    /// A search that goes on where another one stopped. The tree is believed: whoever got it
    /// from outside asks [`BestFirst::check`] before it is searched.
    ///
    /// # Errors
    ///
    /// [`Unfit`] where the state names what is not there.
    pub fn restore(
        root: Root<G>,
        tree: Tree,
        table: LeafTable,
        model: ChanceModel,
        room: Room,
        state: SearchState,
    ) -> Result<BestFirst<G>, Unfit> {
        let mut search = BestFirst::over(tree, root, model, room);
        search.table = table;
        for (index, &code) in state.line.iter().enumerate() {
            let mv = search.position.legal(code).ok_or(Unfit::Line(index + 1))?;
            if !search.follow(mv) {
                return Err(Unfit::Line(index + 1));
            }
        }
        search.only_move = is_only_move(&search.position);
        let ranked = |rank: u16| {
            let mut children = search.tree.children(search.at());
            children.nth(usize::from(rank)).map(|(_, id, _)| id).ok_or(Unfit::Answer)
        };
        let mv = state.answer.map(ranked).transpose()?;
        for (index, change) in state.changes.iter().enumerate() {
            let best = search.position.legal(change.best).ok_or(Unfit::Change(index + 1))?;
            search.changes.push(Change { nodes: change.nodes, best, win: change.win });
        }
        search.answer = Answer { mv, win: state.answer_win };
        search.granted = state.granted;
        search.quiescence.nodes = state.nodes;
        search.quiescence.evals = state.evals;
        search.stats = state.stats;
        search.sweep = Sweep::of(state.sweep);
        Ok(search)
    }
}
