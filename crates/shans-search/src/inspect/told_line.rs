//! What is told of a position wherever in the tree it stands: what the node knows into which most work went.
//!
//! The tree has a node for each way to a position. The line that is told begins in the best informed of the nodes of its
//! first position and goes on in that of each further one; the value is that of the last one. So a position is worth the
//! same wherever it is met, and as much as its best move.

use super::reader::TreeReader;
use crate::game::{Evaluate, Heuristics, Notation, Past};
use crate::search::{Ground, Told, Unsettled};
use crate::tree::NodeId;
use crate::value::Value;

/// A part of a line within one part of the tree.
#[derive(Clone, Debug)]
struct Part<G> {
    /// Its first node, and the position there.
    node: NodeId,
    position: G,
    /// How many moves of the line lead there.
    plies: usize,
}

/// A line as far as it has nodes.
#[derive(Clone, Debug)]
pub(super) struct ToldLine<G: Notation> {
    parts: Vec<Part<G>>,
    /// The moves.
    pub(super) moves: Vec<G::Move>,
    /// Its last node, and the position there.
    pub(super) end: NodeId,
    pub(super) position: G,
}

impl<'a, G: Heuristics + Evaluate + Notation> TreeReader<'a, G> {
    /// The line of a node and its position. It ends early where the tree holds an illegal move.
    pub(super) fn told_line(&self, id: NodeId, position: &G) -> ToldLine<G> {
        self.told_line_within(id, position, usize::MAX)
    }

    /// The same, where no more than so many plies are wanted.
    pub(super) fn told_line_within(&self, id: NodeId, position: &G, most: usize) -> ToldLine<G> {
        let first = self.best_informed(id, position);
        let part = Part { node: first, position: position.clone(), plies: 0 };
        let mut line = ToldLine {
            parts: vec![part],
            moves: Vec::new(),
            end: first,
            position: position.clone(),
        };
        let mut met = vec![position.key()];
        while line.moves.len() < most
            && let Some(next) = self.best_child(line.end)
        {
            let Some(mv) = line.position.legal(self.node(next).mv) else { break };
            line.position.play(mv);
            line.moves.push(mv);
            let key = line.position.key();
            let is_new = !met.contains(&key);
            line.end = if is_new { self.best_informed(next, &line.position) } else { next };
            met.push(key);
            if line.end != next {
                let (node, plies) = (line.end, line.moves.len());
                line.parts.push(Part { node, position: line.position.clone(), plies });
            }
        }
        line
    }

    /// What is told of a node and its position.
    pub fn told(&self, id: NodeId, position: &G) -> Told {
        if self.transpositions().is_none() {
            return self.search().told_with(id, position, self.answer, self.played());
        }
        let line = self.told_line(id, position);
        let told = self.told_in(&line.parts[0]);
        let (Some(last), false) = (line.parts.last(), told.is_decided) else { return told };
        let of_last = self.told_in(last);
        let plies = u16::try_from(last.plies).unwrap_or(u16::MAX);
        let value = of_last.value.told_from(plies);
        // A win of another part of the tree is not proven for this one.
        let value = if line.parts.len() > 1 { value.as_seen() } else { value };
        let ground = self.ground_of(self.open_part(&line).unwrap_or(last));
        Told { value, ground, ..told }
    }

    /// The ground of what a part of a line says, as it lies below the beginning of the line.
    fn ground_of(&self, part: &Part<G>) -> Option<Ground> {
        let ground = self.search().ground(part.node, self.answer, self.played())?;
        Some(Ground { plies: ground.plies.saturating_add(part.plies as u16), ..ground })
    }

    fn told_in(&self, part: &Part<G>) -> Told {
        self.search().told_with(part.node, &part.position, self.answer, self.played())
    }

    /// The first part of a line in which moves wait that may be better than the line.
    fn open_part<'l>(&self, line: &'l ToldLine<G>) -> Option<&'l Part<G>> {
        let ends = line.parts.iter().skip(1).map(|next| next.plies).chain([usize::MAX]);
        let is_open = |&(part, end): &(&Part<G>, usize)| {
            let ground = self.search().ground(part.node, self.answer, self.played());
            ground.is_some_and(|it| it.waits && part.plies + usize::from(it.plies) < end)
        };
        line.parts.iter().zip(ends).find(is_open).map(|(part, _)| part)
    }

    /// Which moves keep what is told of a node from being settled, if it is not.
    pub fn unsettled_by(&self, id: NodeId, position: &G) -> Option<Unsettled<G::Move>> {
        let line = self.told_line(id, position);
        if self.node(line.parts[0].node).is_decided() {
            return None;
        }
        let part = self.open_part(&line)?;
        let (search, played) = (self.search(), self.played());
        let mut moves = search.unsettled_by(part.node, &part.position, self.answer, played)?;
        moves.after.splice(..0, line.moves[..part.plies].iter().copied());
        Some(moves)
    }

    /// The node of a position into which most work went, of all that are known: this one, or another whose value holds here,
    /// too.
    fn best_informed(&self, id: NodeId, position: &G) -> NodeId {
        let other = || {
            let search = self.search();
            let known = self.transpositions()?;
            let leaves_out = search.root().leaves_moves_out(true);
            let is_over = self.node(id).is_finished();
            let other =
                known.best_informed(search, position, id).filter(|_| !leaves_out && !is_over)?;
            self.holds_here(other, position).then_some(other)
        };
        other().unwrap_or(id)
    }

    /// Whether what a node says does not depend on the way to it: no draw by the moves before it ends its line, neither
    /// there nor from this position on.
    fn holds_here(&self, id: NodeId, position: &G) -> bool {
        let is_draw = self.node(id).is_decided() && self.node(id).value == Value::DRAW;
        let (mut at, mut end) = (position.clone(), id);
        while let Some(next) = self.best_child(end) {
            let Some(mv) = at.legal(self.node(next).mv) else { return false };
            at.play(mv);
            end = next;
            let is_last = self.best_child(end).is_none();
            let is_over = at.outcome(&Past::default()).is_some();
            if is_over && !is_last || self.root().history().contains(&at.key()) {
                return false;
            }
        }
        let is_by_the_way = self.node(end).is_finished()
            && at.outcome(&Past::default()).is_none()
            && at.exact(&Past::default()).is_none();
        !is_draw && !is_by_the_way
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::selection::TreeSelection;
    use super::super::tests::Example;
    use super::super::transposition_index::transpositions;
    use super::*;
    use crate::game::Game as _;

    #[test]
    fn a_position_is_worth_the_same_wherever_it_stands() -> anyhow::Result<()> {
        let search = Example::start().search();
        let index = transpositions(&search, 5_000)?;
        let reader = TreeReader::from_root(&search).with_transpositions(&index);
        let own = TreeReader::from_root(&search);
        let selection = TreeSelection::most_important(&reader, 5_000)?;
        let mut known: HashMap<u64, Told> = HashMap::new();
        let mut differ = 0;
        for (place, node) in selection.nodes().iter().enumerate() {
            if selection.tree_node(place).is_finished() {
                continue;
            }
            let told = selection.told(place);
            let first = known.entry(node.position.key()).or_insert(told);
            assert_eq!((told.value, told.effort), (first.value, first.effort), "{node:?}");
            differ += usize::from(own.told(node.id, &node.position).value != told.value);
        }
        assert!(differ > 0, "the example has positions that are worth something else elsewhere");
        Ok(())
    }

    #[test]
    fn a_position_and_its_best_move_tell_the_same() -> anyhow::Result<()> {
        let search = Example::start().search();
        let index = transpositions(&search, 5_000)?;
        let reader = TreeReader::from_root(&search).with_transpositions(&index);
        let line = reader.line(&[], reader.at())?;
        let (mut at, mut id, value) =
            (reader.position().clone(), reader.at(), reader.told_here().value);
        for mv in line.into_iter().take(3) {
            let code = at.encode(mv);
            let Some(next) = reader.tree().child_behind(id, code) else { break };
            at.play(mv);
            id = next;
            assert_eq!(reader.told(id, &at).value, value);
        }
        Ok(())
    }
}
