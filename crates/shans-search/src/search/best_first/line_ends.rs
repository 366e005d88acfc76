//! The ends of the lines behind leaves, and what a search there makes of such a line.

use super::change::Change;
use super::leaf_lines::LeafLine;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::leaf::LeafAnswer;
use crate::tree::NodeId;
use crate::value::{Player, Value};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The moves that are kept behind a leaf.
    pub(in crate::search) fn line_behind(&self, id: NodeId) -> &[MoveCode] {
        let node = self.tree.node(id);
        let is_open = node.is_leaf() && !node.is_decided();
        self.kept.lines.get(id).filter(|_| is_open).map_or(&[], LeafLine::moves)
    }

    /// How deep the search was that has found the line behind a leaf, plies; 0 where none is kept.
    pub(in crate::search) fn depth_behind(&self, id: NodeId) -> u16 {
        self.kept.lines.get(id).map_or(0, LeafLine::depth)
    }

    /// What the search of the end of a line makes of that line, if it still ends there: it goes on. Where the value there is
    /// another one, its last move goes instead if the search of the leaf was not so deep: it was a mistake. The value of the
    /// leaf stays that of its own search, which was longer.
    pub(super) fn change_by_end(&mut self, leaf: NodeId, key: u64, answer: &LeafAnswer) -> Change {
        self.stats.for_lines += answer.nodes.max(1);
        let end = self.play_line_behind(leaf, &mut Vec::new());
        let is_same = end.is_some_and(|end| end.key() == key);
        if !is_same || answer.line.is_empty() {
            return Change::Nothing;
        }
        let line = self.line_behind(leaf);
        let depth = usize::from(self.depth_behind(leaf)).max(1);
        let worth = |value: Value| value.for_player(Player::Max);
        let apart = worth(answer.value) - worth(self.tree.node(leaf).value);
        let is_mistake = apart.abs() > self.rules.tuning().end_apart && line.len() > depth;
        Change::OtherLine(match line.split_last() {
            Some((_, rest)) if is_mistake => rest.to_vec(),
            _ => [line, &answer.line].concat(),
        })
    }

    /// The position in which the line behind the leaf ends to which the walk leads, its own where no line is known; the keys of
    /// those between the two join `past`.
    pub(super) fn play_line_behind(&self, leaf: NodeId, past: &mut Vec<u64>) -> Option<G> {
        let mut game = self.focus.walk.end().game.clone();
        let line = self.line_behind(leaf);
        for (index, &code) in line.iter().enumerate() {
            if index > 0 {
                past.push(game.key());
            }
            let mv = game.legal(code)?;
            game.play(mv);
        }
        Some(game)
    }
}
