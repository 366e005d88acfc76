//! The best-first search without a depth.
//!
//! The whole explored tree is kept. Each node has its minimax value and what each player might
//! still gain from moves that nobody tried yet; the search makes the move on which the larger
//! of these chances at the root rests, and carries the new numbers back to the root.

mod deeper;
mod freeing;
mod grow;
mod model;
mod order;
mod outcome;
mod path;
mod regrow;
mod room;
mod state;
mod steps;

pub use model::{ChanceModel, Growth};
pub use room::{Room, WhenFull};
pub use state::{SearchState, Stats, Unfit};
pub use steps::CannotStep;

use std::cell::Cell;
use std::time::Duration;

use self::grow::{Planned, Round};
use self::order::MoveOrder;
use self::path::Frame;
use super::limits::{Clock, Limits, Stop};
use super::quiescence::Quiescence;
use super::report::{Change, Observer, Report, Root, Searcher};
use super::table::LeafTable;
use crate::game::{Evaluate, Game, MoveCode, Order, Past};
use crate::tree::{Broken, Node, NodeId, Prices, Sweep, Top, Tree, check};
use crate::value::Player;

/// A best-first search and its tree. It can be asked to search again and goes on where it
/// stopped.
#[derive(Debug)]
pub struct BestFirst<G: Game> {
    root: Root<G>,
    model: ChanceModel,
    prices: Prices,
    tree: Tree,
    /// From the top of the tree to the node of the position analysed.
    line: Vec<NodeId>,
    /// The position analysed.
    position: G,
    table: LeafTable,
    quiescence: Quiescence<G::Move>,
    /// The walk of the last iteration.
    path: Vec<Frame<G>>,
    /// Keys of the game's history and of the positions on the path.
    past: Vec<u64>,
    order: MoveOrder<G::Move>,
    planned: Vec<Planned<G>>,
    round: Round,
    stats: Stats,
    sweep: Sweep,
    /// The generation of the tree to which the names of nodes on the path belong.
    path_generation: u64,
    changes: Vec<Change<G::Move>>,
    /// The present answer, which the last of them tells.
    answer: Answer,
    /// The rules leave no choice at the root.
    only_move: bool,
    room: Room,
    /// Nodes that limits have allowed so far: an iteration that did not fit into the rest is
    /// made when more are.
    granted: u64,
}

/// What the search would answer now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Answer {
    /// The node behind the preferred move.
    mv: Option<NodeId>,
    /// The winner and the plies, where a win is proven.
    win: Option<(Player, u16)>,
}

/// Between looks at the clock.
const ITERATIONS_A_LOOK: u64 = 64;
/// Effort, in nodes, before an only move is accepted: it gets a value and a line.
const ONLY_MOVE_NODES: u64 = 1_000;
/// A proven win is looked for a faster one until this many times the nodes were spent that it
/// took to find.
const FASTER_WIN_EFFORT: u64 = 16;

impl<G: Order + Evaluate> BestFirst<G> {
    /// A search of this root, nothing explored yet.
    pub fn new(root: Root<G>, model: ChanceModel, room: Room) -> BestFirst<G> {
        let prices = model.prices();
        let node = root_node(&root, &prices);
        let tree = Tree::new(node, room.tree_capacity());
        BestFirst::over(tree, root, model, room)
    }

    /// A search that goes on with this tree of the root, whose table is empty.
    fn over(tree: Tree, root: Root<G>, model: ChanceModel, room: Room) -> BestFirst<G> {
        BestFirst {
            past: root.history.clone(),
            line: vec![tree.root()],
            position: root.game.clone(),
            only_move: is_only_move(&root.game),
            root,
            prices: model.prices(),
            model,
            tree,
            table: LeafTable::with_bytes(room.table_bytes()),
            quiescence: Quiescence::default(),
            path: Vec::new(),
            order: MoveOrder::default(),
            planned: Vec::new(),
            round: Round::default(),
            stats: Stats::default(),
            sweep: Sweep::default(),
            path_generation: 0,
            changes: Vec::new(),
            answer: Answer::default(),
            room,
            granted: 0,
        }
    }

    /// The explored tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The prices of its plies.
    pub fn prices(&self) -> &Prices {
        &self.prices
    }

    /// Recomputes every number of the tree, and looks whether all nodes that the search names are
    /// linked in it; returns how many were checked.
    pub fn check(&self) -> Result<usize, Broken> {
        if !self.names_are_linked() {
            let what = "the search names a node that is not linked there".to_string();
            return Err(Broken { path: Vec::new(), what });
        }
        let top = Top {
            game: &self.root.game,
            past: &self.root.history,
            searched_from: self.root.searched_from,
            candidates: self.root.candidates.as_deref(),
        };
        check(&self.tree, &top, &self.prices)
    }

    /// Nodes that limits have allowed so far; `Limits::nodes` goes on from here.
    pub fn granted(&self) -> u64 {
        // Steps grow the tree without a limit.
        self.granted.max(self.quiescence.nodes)
    }

    /// The node of the position analysed.
    pub fn at(&self) -> NodeId {
        self.line.last().copied().unwrap_or(self.tree.root())
    }

    /// The position analysed.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The position at the top of the tree, and the game before it.
    pub fn root(&self) -> &Root<G> {
        &self.root
    }

    /// The parameters.
    pub fn model(&self) -> &ChanceModel {
        &self.model
    }

    /// The moves to choose from in the position analysed, where they are restricted.
    fn candidates(&self) -> Option<&[G::Move]> {
        self.root.candidates.as_deref().filter(|_| self.line.len() == 1)
    }

    /// The node of the position analysed.
    fn node(&self) -> &Node {
        self.tree.node(self.at())
    }

    /// Whether the search is over: the rule that says so.
    fn stop_variations(&mut self, limits: &Limits, clock: &Clock) -> Option<Stop> {
        let root = self.node();
        if root.is_finished() {
            return Some(Stop::Finished);
        }
        if root.is_proven() || self.win_is_fast_enough() {
            return Some(Stop::Proven);
        }
        if self.is_settled(limits) {
            return Some(Stop::Settled);
        }
        if limits.nodes.is_some_and(|nodes| self.quiescence.nodes >= nodes) {
            return Some(Stop::Nodes);
        }
        if self.quiescence.nodes >= ONLY_MOVE_NODES && self.only_move {
            return Some(Stop::OnlyMove);
        }
        let look = self.stats.iterations.is_multiple_of(ITERATIONS_A_LOOK);
        if look { clock.stop(limits) } else { None }
    }

    /// Walks from the position analysed to the node whose next move the larger chance rests on, and returns
    /// the player whose chance it is. The path ends in that node.
    fn find_next_variation(&mut self) -> Player {
        let player = self.followed();
        if self.path_generation != self.tree.generation() {
            self.leave_path();
        }
        if self.path.is_empty() {
            self.enter_line();
        }
        let mut level = self.line.len() - 1;
        loop {
            let child = self.path[level].turn_to(&self.tree, player, &self.prices);
            let on_path = self.path.get(level + 1).map(|frame| frame.id);
            if child.is_none() || child != on_path {
                self.path.truncate(level + 1);
                self.past.truncate(self.root.history.len() + level + 1);
            }
            match child {
                None => return player,
                Some(id) if child != on_path => self.enter_child(id),
                Some(_) => {}
            }
            level += 1;
        }
    }

    /// Makes the next move of the node at the end of the path, or several, until the chance for
    /// which it was visited is used up.
    fn make_variation(&mut self, player: Player) -> Result<(), Stop> {
        self.begin_round();
        let plies = match self.model.growth {
            Growth::Move => 1,
            Growth::Chain(plies) => plies.max(1),
        };
        for ply in 1..=plies {
            let Some(newest) = self.make_moves(player)? else { break };
            if ply == plies || !self.keeps_hope(player, newest) {
                break;
            }
            self.enter_newest(newest);
        }
        Ok(())
    }

    /// Carries the new numbers back to the root.
    fn result_definition(&mut self) {
        let mut fresh = 0;
        for frame in self.path.iter_mut().rev() {
            let all = frame.all(&self.tree, &self.prices);
            let node = self.tree.node_mut(frame.id);
            fresh += std::mem::take(&mut frame.fresh);
            node.effort = node.effort.saturating_add(fresh);
            if let Some(numbers) = all.numbers(node.next) {
                node.value = numbers.value;
                node.alpha = numbers.alpha;
                node.beta = numbers.beta;
            }
        }
        self.end_round();
        self.note_win();
        self.note_answer();
    }

    /// The player whose chance against the root's value is larger; the mover of two equals.
    fn followed(&self) -> Player {
        let mover = self.node().turn().player().unwrap_or(Player::Max);
        if self.gap(mover.opponent()) > self.gap(mover) { mover.opponent() } else { mover }
    }

    /// How far a player's chance at the root lies above the value, centipawns of his view;
    /// below zero nearly always, as plies have their price.
    fn gap(&self, player: Player) -> f32 {
        let root = self.node();
        root.chance(player).against(player, root.value)
    }

    fn largest_gap(&self) -> f32 {
        self.gap(Player::Max).max(self.gap(Player::Min))
    }

    fn is_settled(&self, limits: &Limits) -> bool {
        let margin = limits.settle.unwrap_or(self.model.settle);
        // A won game is settled by proof, not by a margin.
        self.stats.win.is_none() && !self.node().is_leaf() && self.largest_gap() < -margin
    }

    fn note_win(&mut self) {
        let root = self.node();
        if root.proven_win().is_none() {
            self.stats.win = None;
        } else if self.stats.win.is_none_or(|(value, _)| value != root.value) {
            self.stats.win = Some((root.value, self.quiescence.nodes));
        }
    }

    fn win_is_fast_enough(&self) -> bool {
        let most = |found: u64| FASTER_WIN_EFFORT.saturating_mul(found.max(ONLY_MOVE_NODES));
        self.stats.win.is_some_and(|(_, found)| self.quiescence.nodes >= most(found))
    }
}

fn is_only_move<G: Game>(game: &G) -> bool {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.len() == 1
}

fn root_node<G: Order + Evaluate>(root: &Root<G>, prices: &Prices) -> Node {
    let game = &root.game;
    let none = MoveCode::default();
    match game.outcome(&Past::new(&root.history, root.searched_from)) {
        Some(value) => Node::finished(none, game.turn(), value),
        None => {
            let forced = game.forced();
            Node::leaf(none, game.turn(), forced, game.evaluate(), prices.of(forced, 0))
        }
    }
}

/// Called with the search at rest between two iterations, to save it.
#[derive(Debug)]
pub struct Checkpoints<F> {
    /// From the end of one to the next.
    pub interval: Duration,
    /// What is done.
    pub save: F,
}

impl<G: Order + Evaluate> BestFirst<G> {
    /// Searches as [`Searcher::search`] does, with checkpoints.
    pub fn search_with_checkpoints<F: FnMut(&BestFirst<G>)>(
        &mut self,
        limits: &Limits,
        observer: Observer<'_, G::Move>,
        mut checkpoints: Option<Checkpoints<F>>,
    ) -> Report<G::Move> {
        let mut clock = Clock::start();
        self.note_untried();
        self.quiescence.node_limit = limits.nodes.unwrap_or(u64::MAX);
        let is_tiny = self.is_tiny() && self.room.when_full == WhenFull::Free;
        let stop = loop {
            if let Some(stop) = self.stop_variations(limits, &clock) {
                break stop;
            }
            let player = self.find_next_variation();
            let calls = Cell::new(0);
            let halt = || clock.stop_now_and_then(limits, &calls);
            let deepened = self.stats.deepened;
            let done = if is_tiny && self.node().is_leaf() || self.looks_deeper() {
                self.deepen(&halt)
            } else if let Err(stop) = self.make_variation(player) {
                self.take_back();
                let frees = stop == Stop::Memory && self.room.when_full == WhenFull::Free;
                if frees { self.make_room(&halt) } else { Err(stop) }
            } else {
                self.result_definition();
                self.keep_room();
                Ok(())
            };
            if let Err(stop) = done {
                break stop;
            }
            // A leaf that was searched deeper may have taken long.
            let was_long = self.stats.deepened > deepened;
            if !was_long && !self.stats.iterations.is_multiple_of(ITERATIONS_A_LOOK) {
                continue;
            }
            if clock.report_is_due() {
                observer(&self.report(None, &clock));
            }
            let due =
                |checkpoints: &&mut Checkpoints<F>| clock.checkpoint_is_due(checkpoints.interval);
            if let Some(checkpoints) = checkpoints.as_mut().filter(due) {
                (checkpoints.save)(self);
                clock.checkpoint_is_done();
            }
        };
        let limit = limits.nodes.filter(|_| stop == Stop::Nodes);
        self.granted = limit.unwrap_or(self.quiescence.nodes);
        self.report(Some(stop), &clock)
    }
}

impl<G: Order + Evaluate> Searcher<G> for BestFirst<G> {
    fn search(&mut self, limits: &Limits, observer: Observer<'_, G::Move>) -> Report<G::Move> {
        self.search_with_checkpoints(limits, observer, None::<Checkpoints<fn(&BestFirst<G>)>>)
    }
}
