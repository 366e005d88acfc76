//! The anchor: the search of the position analysed with all its moves, for as long as the tree lives.
//!
//! A search of a leaf says nothing about the moves that it did not choose, and most leaves are small; a move that
//! takes a deep search to be seen would be seen late. So the anchor gets nearly all nodes while there are few, and a
//! share later. Its line is the first chain of the tree, and its move the answer until the tree has found a better one
//! with enough nodes. It is kept for every position that was analysed, so that a step back finds it again; a step
//! along its line takes it along.

use std::collections::{BTreeMap, HashMap};

use super::iterate::{Change, Finding};
use super::leaf_lines::LeafLine;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::leaf::{Known, LeafAnswer};
use crate::tree::{FileOrder, NodeId, Renaming, Tree};
use crate::value::Value;

/// Anchors of more positions are not kept.
const MOST: usize = 4096;

/// What the anchor has found in one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The line that it rests on, the best move first.
    pub line: LeafLine,
    /// The value, Max's view, wins as they were seen: counted from the position.
    pub value: Value,
    /// Nodes that it has had.
    pub nodes: u64,
    /// The effort below the position when it began there.
    pub began_at: u32,
    /// It has seen all there is.
    pub is_final: bool,
}

impl Anchor {
    /// Orders two of one position: that with more nodes knows more; equals are the same.
    pub(super) fn key(&self) -> (u64, u16, u32, Vec<u16>) {
        let line = self.line.moves().iter().map(|code| code.0).collect();
        (self.nodes, self.line.depth(), self.value.raw().to_bits(), line)
    }

    /// What its next search goes on from.
    pub(super) fn known(&self) -> Option<Known> {
        let line = self.line.moves().to_vec();
        (!line.is_empty()).then(|| Known { depth: self.line.depth(), value: self.value, line })
    }
}

/// Anchors by the moves from the root of a tree to their positions.
pub(super) type AnchorsByLine = BTreeMap<Vec<MoveCode>, Anchor>;

/// Anchors by their positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchors {
    by_node: HashMap<NodeId, Anchor>,
    /// That of the tree when those of freed nodes went last.
    generation: u64,
}

impl Anchors {
    pub(super) fn get(&self, id: NodeId) -> Option<&Anchor> {
        self.by_node.get(&id)
    }

    pub(super) fn set(&mut self, id: NodeId, anchor: Anchor) {
        if self.by_node.len() < MOST || self.by_node.contains_key(&id) {
            self.by_node.insert(id, anchor);
        }
    }

    /// Drops those of nodes that were freed. To be asked for before new nodes get their names.
    pub(super) fn follow(&mut self, tree: &Tree) {
        if self.generation != tree.generation() {
            self.generation = tree.generation();
            self.by_node.retain(|&id, _| tree.contains(id));
        }
    }

    /// Nodes have moved.
    pub(super) fn rename(&mut self, renaming: &Renaming, tree: &Tree) {
        let anchors = std::mem::take(&mut self.by_node);
        self.by_node = anchors.into_iter().map(|(id, it)| (renaming.now(id), it)).collect();
        self.generation = tree.generation();
    }

    /// All, each with the place of its node in the order of files.
    pub(super) fn in_file_order(&self, tree: &Tree) -> Vec<(u32, Anchor)> {
        let places = (0..).zip(FileOrder::new(tree)).take_while(|_| !self.by_node.is_empty());
        places.filter_map(|(place, id)| Some((place, *self.by_node.get(&id)?))).collect()
    }

    /// All by the moves to their positions.
    pub(super) fn by_line(&self, tree: &Tree) -> AnchorsByLine {
        let mut found = AnchorsByLine::new();
        let mut waiting =
            if self.by_node.is_empty() { vec![] } else { vec![(tree.root(), vec![])] };
        while let Some((id, line)) = waiting.pop() {
            if let Some(&anchor) = self.by_node.get(&id) {
                found.insert(line.clone(), anchor);
            }
            for (_, child, node) in tree.children(id) {
                waiting.push((child, [&line[..], &[node.mv]].concat()));
            }
        }
        found
    }

    /// Those of a tree whose nodes are in the order of files.
    pub(super) fn loaded(anchors: &[(u32, Anchor)], tree: &Tree) -> Anchors {
        let named = |&(place, anchor): &(u32, Anchor)| Some((tree.nth_loaded(place)?, anchor));
        let by_node = anchors.iter().filter_map(named).collect();
        Anchors { by_node, generation: tree.generation() }
    }

    /// Forgets all: what they searched is no longer what they would search.
    pub(super) fn clear(&mut self) {
        self.by_node.clear();
    }
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Every position that was searched as a whole, with the place of its node in the order of files.
    pub fn anchors(&self) -> Vec<(u32, Anchor)> {
        self.anchors.in_file_order(&self.tree)
    }

    /// The anchor of the position analysed.
    pub fn anchor(&self) -> Option<&Anchor> {
        self.anchors.get(self.at())
    }

    /// How often the nodes are doubled for the next search of the anchor, if it is its turn.
    pub(super) fn anchor_that_is_due(&self) -> Option<u8> {
        let is_due = self.node().is_leaf() || self.nodes_for_tree() <= 0.0;
        self.anchor_that_can_go_on().filter(|_| is_due)
    }

    /// The nodes that the tree below the position analysed may take before it is the anchor's turn.
    pub(super) fn nodes_for_tree(&self) -> f64 {
        let (nodes, began_at) = self.anchor().map_or((0, 0), |it| (it.nodes, it.began_at));
        let spent = u64::from(self.node().effort.saturating_sub(began_at)).max(nodes);
        self.rules.nodes_of_tree(spent) - (spent - nodes) as f64
    }

    /// The same whether it is its turn or not; `None` where it cannot say anything that the tree does not know.
    pub(super) fn anchor_that_can_go_on(&self) -> Option<u8> {
        let node = self.node();
        let anchor = self.anchor();
        let is_settled = node.is_decided() || !node.is_leaf() && node.value.is_unproven_win();
        let is_choice = node.turn().player().is_some() && !self.position().knows_moves();
        let is_over = self.out.has_anchor() || anchor.is_some_and(|anchor| anchor.is_final);
        // An effort that is full does not tell where it went.
        let can_go_on = is_choice && !is_settled && !is_over && node.effort < u32::MAX;
        let before = self.rules.doublings_of(anchor.map_or(0, |anchor| anchor.nodes));
        can_go_on.then(|| before.saturating_add(1))
    }

    /// Notes what the anchor has found, whether it has seen all there is, and what that makes of the position
    /// analysed, `id`.
    pub(super) fn change_by_anchor(
        &mut self,
        id: NodeId,
        answer: &LeafAnswer,
        found: Finding,
        is_final: bool,
    ) -> Change {
        let node = *self.tree.node(id);
        let before = self.anchors.get(id).copied();
        let nodes = before.map_or(0, |anchor| anchor.nodes) + answer.nodes;
        let began_at =
            before.map_or(if node.is_leaf() { 0 } else { node.effort }, |it| it.began_at);
        let line = LeafLine::new(&answer.line, answer.depth);
        let found_now = Anchor { line, value: answer.value, nodes, began_at, is_final };
        if answer.line.is_empty() {
            // A limit came before anything was found: the nodes count, so that the next search gets more.
            let nothing = Anchor { value: node.value, is_final: false, ..found_now };
            self.anchors.set(id, Anchor { nodes, ..before.unwrap_or(nothing) });
            return Change::Nothing;
        }
        self.anchors.set(id, found_now);
        let found = Finding { doublings: self.rules.doublings_of(nodes).max(1), nodes, ..found };
        self.all_if_lost(&node, &found).unwrap_or(Change::Chain(found))
    }

    /// A step along the line of the anchor takes it along, with half its nodes, unless the position has one with more.
    pub(super) fn take_anchor_along(&mut self, before: NodeId, mv: MoveCode) {
        let Some(anchor) = self.anchors.get(before).copied() else { return };
        let Some((&best, line)) = anchor.line.moves().split_first() else { return };
        let (id, nodes) = (self.at(), anchor.nodes / 2);
        let has_more = self.anchors.get(id).is_some_and(|known| known.nodes >= nodes);
        let is_value = anchor.value.evaluation().is_some();
        if best != mv || line.is_empty() || has_more || !is_value || self.node().is_decided() {
            return;
        }
        let depth = anchor.line.depth().saturating_sub(1);
        let began_at = self.node().effort;
        let (line, is_final) = (LeafLine::new(line, depth), false);
        self.anchors.set(id, Anchor { line, nodes, began_at, is_final, ..anchor });
    }

    /// Takes up the anchors of a tree that was just loaded.
    pub fn put_back_anchors(&mut self, anchors: &[(u32, Anchor)]) {
        self.anchors = Anchors::loaded(anchors, &self.tree);
    }
}
