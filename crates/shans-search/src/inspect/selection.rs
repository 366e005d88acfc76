//! A part of the tree that is small enough to be read: a position, and nodes below it.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::error::IllegalMove;
use super::move_text::{MoveText, variation_text};
use super::perspective::Perspective;
use super::reader::TreeReader;
use super::score::{Chances, Others, Score, UnsettledBy, mover, win_draw_loss};
use super::transpositions::Elsewhere;
use super::untried::moves_by_promise;
use crate::game::{Game, Heuristics, Notation, Past};
use crate::search::Told;
use crate::tree::{Node, NodeId};
use crate::value::Value;
use crate::win_draw_loss::WinDrawLoss;

/// The deepest node of a selection, plies below the position. A ply nests JSON by two levels,
/// and common readers refuse more than 127.
pub const MAX_PLIES: u16 = 60;

/// A node of a selection.
#[derive(Clone, Debug)]
pub struct SelectedNode<G: Game> {
    /// Its place in the tree.
    pub id: NodeId,
    /// The number of the selected node above; `None` at the top.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the top.
    pub mv: Option<G::Move>,
    /// The position.
    pub position: G,
    /// How its numbers are seen from the top.
    pub perspective: Perspective,
    /// Whether the preferred moves of both players lead here.
    pub is_principal: bool,
    /// Whether the line leads here along which the selection was made ([`TreeSelection::along`]).
    pub is_on_line: bool,
    /// The numbers of the selected nodes below, the one on that line first, then the preferred one if there is any.
    pub children: Vec<usize>,
    /// Its place among all children of its parent, the preferred one first.
    place: usize,
    /// What is told of it, once that was asked: its line is followed for it.
    told: OnceCell<Told>,
}

/// A child that may be taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Offer {
    // Compared in this order, the greatest is taken first.
    is_principal: bool,
    effort: u64,
    /// The parent and the place among its children: of equals, the one that was offered first.
    offered: Reverse<(usize, usize)>,
    rank: u16,
    id: NodeId,
}

/// Where a node begins and ends in a nested text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    /// The node of this number, before its children.
    Open(usize),
    /// The same node, after them.
    Close(usize),
}

/// The position that a reader looks at and what was selected below it, always connected. The top
/// is number 0, and every other node comes after its parent.
///
/// A selection is data: serialized, it is the [`PositionReport`](super::PositionReport) of its
/// top with nested children, as `shans show --json` prints it.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// # let root = Root::new(Nim::new(&[7, 8, 9]));
/// # let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
/// # search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
/// use shans_search::inspect::{TreeReader, TreeSelection};
///
/// // The twenty nodes of `search` with most effort: always a connected part of its tree.
/// let reader = TreeReader::new(&search);
/// let selection = TreeSelection::most_important(&reader, 20)?;
/// assert!(selection.nodes().len() <= 20);
/// for (index, node) in selection.nodes().iter().enumerate().skip(1) {
///     assert!(node.parent.is_some_and(|parent| parent < index));
///     println!("{:?}: {:?}", selection.move_text(index), selection.score(index));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TreeSelection<'a, G: Heuristics + Notation> {
    reader: &'a TreeReader<'a, G>,
    nodes: Vec<SelectedNode<G>>,
}

impl<'a, G: Heuristics + Notation> TreeSelection<'a, G> {
    fn top(reader: &'a TreeReader<'a, G>) -> Self {
        let top = SelectedNode {
            id: reader.at(),
            parent: None,
            mv: None,
            position: reader.position().clone(),
            perspective: Perspective::new(reader.position()),
            is_principal: true,
            is_on_line: false,
            children: Vec::new(),
            place: 0,
            told: OnceCell::new(),
        };
        TreeSelection { reader, nodes: vec![top] }
    }

    /// The `width` best children of each node, down to `plies` ([`MAX_PLIES`] at most); only the
    /// nearest ones if these are more than `most` nodes.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn of_shape(
        reader: &'a TreeReader<'a, G>,
        plies: u16,
        width: usize,
        most: usize,
    ) -> Result<Self, IllegalMove> {
        let mut selection = TreeSelection::top(reader);
        let mut queue = VecDeque::from([0]);
        while let Some(parent) = queue.pop_front() {
            if selection.nodes[parent].perspective.plies() >= plies.min(MAX_PLIES) {
                continue;
            }
            for offer in selection.offers(parent).into_iter().take(width) {
                if selection.nodes.len() >= most {
                    return Ok(selection);
                }
                queue.push_back(selection.add(&offer)?);
            }
        }
        Ok(selection)
    }

    /// At most `most` nodes: the principal variation, then those into which most effort went. No
    /// node comes without the one that its parent prefers, and none is deeper than
    /// [`MAX_PLIES`].
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn most_important(reader: &'a TreeReader<'a, G>, most: usize) -> Result<Self, IllegalMove> {
        let mut selection = TreeSelection::top(reader);
        selection.fill(most, MAX_PLIES)?;
        Ok(selection)
    }

    /// The nodes of a line from the top on, as far as the tree has it, and then, until there are `most` nodes, those into
    /// which most effort went, however deep. The moves of the line stand before all others.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn along(
        reader: &'a TreeReader<'a, G>,
        line: &[G::Move],
        most: usize,
    ) -> Result<Self, IllegalMove> {
        let mut selection = TreeSelection::top(reader);
        selection.nodes[0].is_on_line = true;
        let mut at = 0;
        for &mv in line {
            let node = &selection.nodes[at];
            let child = reader.tree().child_behind(node.id, node.position.encode(mv));
            let offers = selection.offers(at);
            let Some(offer) = offers.iter().find(|offer| Some(offer.id) == child) else { break };
            at = selection.add(offer)?;
            selection.nodes[at].is_on_line = true;
        }
        selection.fill(most, u16::MAX)?;
        Ok(selection)
    }

    /// Takes in nodes by their effort until there are this many; they are no deeper than `plies`.
    fn fill(&mut self, most: usize, plies: u16) -> Result<(), IllegalMove> {
        let mut heap = BinaryHeap::new();
        for index in 0..self.nodes.len() {
            heap.extend(self.new_offers(index));
        }
        while self.nodes.len() < most
            && let Some(offer) = heap.pop()
        {
            let index = self.add(&offer)?;
            if self.nodes[index].perspective.plies() < plies {
                heap.extend(self.new_offers(index));
            }
        }
        for index in 0..self.nodes.len() {
            let mut children = std::mem::take(&mut self.nodes[index].children);
            children.sort_by_cached_key(|&child| {
                (!self.nodes[child].is_on_line, self.nodes[child].place)
            });
            self.nodes[index].children = children;
        }
        Ok(())
    }

    /// The children of a node that are not taken in yet.
    fn new_offers(&self, parent: usize) -> Vec<Offer> {
        let known = &self.nodes[parent].children;
        let is_new = |offer: &Offer| !known.iter().any(|&child| self.nodes[child].id == offer.id);
        self.offers(parent).into_iter().filter(is_new).collect()
    }

    /// Where else in the tree the position of a node stands, if more work went into it there; the score is
    /// seen from the top.
    pub fn elsewhere(&self, index: usize) -> Option<Elsewhere> {
        let node = &self.nodes[index];
        self.reader.more_elsewhere(&node.position, Some(node.id), &node.perspective)
    }

    /// All children of a node, the preferred one first.
    fn offers(&self, parent: usize) -> Vec<Offer> {
        let node = &self.nodes[parent];
        let ranked = self.reader.ranked(node.id);
        let is_choice = self.reader.is_choice(node.id);
        let effort = |id| self.reader.tree().effort(id);
        let most = ranked.iter().map(|&(_, id)| effort(id)).max().unwrap_or_default();
        let offer = |(place, &(rank, id)): (usize, &(u16, NodeId))| {
            let is_preferred = is_choice && place == 0;
            Offer {
                is_principal: node.is_principal && is_preferred,
                // The preferred child goes before its siblings.
                effort: if is_preferred { most } else { effort(id) },
                offered: Reverse((parent, place)),
                rank,
                id,
            }
        };
        ranked.iter().enumerate().map(offer).collect()
    }

    fn add(&mut self, offer: &Offer) -> Result<usize, IllegalMove> {
        let Reverse((parent, place)) = offer.offered;
        let above = &self.nodes[parent];
        let mv = self
            .reader
            .move_to(offer.id, &above.position)
            .map_err(|illegal| illegal.after(&self.path(parent)))?;
        let position = above.position.after(mv);
        let node = SelectedNode {
            id: offer.id,
            parent: Some(parent),
            mv: Some(mv),
            position,
            perspective: above
                .perspective
                .down(self.reader.price(above.id, (offer.rank, offer.id))),
            is_principal: offer.is_principal,
            is_on_line: false,
            children: Vec::new(),
            place,
            told: OnceCell::new(),
        };
        let index = self.nodes.len();
        self.nodes.push(node);
        self.nodes[parent].children.push(index);
        Ok(index)
    }

    /// What the selection was read with.
    pub fn reader(&self) -> &'a TreeReader<'a, G> {
        self.reader
    }

    /// All nodes, each after the one above it.
    pub fn nodes(&self) -> &[SelectedNode<G>] {
        &self.nodes
    }

    /// The node of this number. Panics if there is none.
    pub fn node(&self, index: usize) -> &SelectedNode<G> {
        &self.nodes[index]
    }

    /// The node of this number as the tree has it.
    pub fn tree_node(&self, index: usize) -> &'a Node {
        self.reader.node(self.nodes[index].id)
    }

    /// The position before the move that leads to a node; at the top, its own.
    pub fn before(&self, index: usize) -> &G {
        &self.nodes[self.nodes[index].parent.unwrap_or(index)].position
    }

    /// The move that leads to a node; `None` at the top.
    pub fn move_text(&self, index: usize) -> Option<MoveText> {
        self.nodes[index].mv.map(|mv| MoveText::new(self.before(index), mv))
    }

    /// What is told of a node.
    pub fn told(&self, index: usize) -> Told {
        let node = &self.nodes[index];
        *node.told.get_or_init(|| self.reader.told(node.id, &node.position))
    }

    /// Which moves keep the value of a node from being settled, if it is not, as seen from the top.
    pub fn unsettled_by(&self, index: usize) -> Option<UnsettledBy> {
        let node = &self.nodes[index];
        let moves = self.reader.unsettled_by(node.id, &node.position)?.behind(node.mv);
        Some(node.perspective.unsettled(self.before(index), &moves))
    }

    /// What a node is worth, as seen from the top.
    pub fn score(&self, index: usize) -> Score {
        self.seen_from_top(index, self.told(index).value)
    }

    /// The nodes in which no progress was found, if the position at the top is the one analysed
    /// ([`View::no_progress`](crate::search::View::no_progress)).
    pub fn no_progress(&self) -> Option<u64> {
        let search = self.reader().search();
        search.view().no_progress().filter(|_| self.node(0).id == search.at())
    }

    /// The chances to win, draw and lose at the top if play comes to a node; `None` if they are
    /// not known, or its value is not settled.
    pub fn win_draw_loss(&self, index: usize) -> Option<WinDrawLoss> {
        let (told, top) = (self.told(index), &self.nodes[0]);
        let known =
            win_draw_loss(&top.position, told.value, told.is_decided, top.perspective.viewer());
        known.filter(|_| !told.is_unsettled())
    }

    /// Both players' chances in a node, as seen from the top.
    pub fn chances(&self, index: usize) -> Chances {
        self.nodes[index].perspective.chances(self.tree_node(index))
    }

    /// How many children a node has in the tree, and how many moves may be tried there.
    pub fn move_counts(&self, index: usize) -> (usize, usize) {
        let node = self.node(index);
        let tried = self.reader().tree().children(node.id).count();
        (tried, moves_by_promise(self.reader(), node.id, &node.position).len())
    }

    /// How many moves of a node are not selected, and what none of them is better than for its mover, as far as was
    /// searched: the value of the node if such a move is made, Max's view. `None` if there are none, or that is not
    /// known.
    pub fn rest(&self, index: usize) -> Option<(usize, Value)> {
        let place = &self.nodes[index];
        let node = self.tree_node(index);
        let mover = node.turn().player().filter(|_| !node.is_finished())?;
        let (made, legal) = self.move_counts(index);
        let selected = |id: NodeId| place.children.iter().any(|&child| self.nodes[child].id == id);
        let made_others = self.reader.tree().children(place.id).filter(|&(_, id, _)| !selected(id));
        let made_others =
            made_others.map(|(_, id, _)| self.reader.worth_of_move(id, &place.position));
        let waiting = match legal > made {
            true => Some(self.reader.search().rules().most_of_rest(node)?),
            false => None,
        };
        let own = |value: &Value| value.for_player(mover);
        let most = made_others.chain(waiting).max_by(|a, b| own(a).total_cmp(&own(b)))?;
        Some((legal.saturating_sub(place.children.len()), most))
    }

    /// A value of a node, as seen from the top.
    pub fn seen_from_top(&self, index: usize, value: Value) -> Score {
        self.nodes[index].perspective.score(value)
    }

    /// The moves of the top that are not selected, together.
    pub fn others(&self) -> Option<Others> {
        let (count, most) = self.rest(0)?;
        Some(Others { count, at_most: Score::new(most, mover(&self.nodes[0].position)) })
    }

    /// The best line from a node on, at most `plies` ([`TreeReader::line`]).
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn best_variation(&self, index: usize, plies: usize) -> Result<Vec<G::Move>, IllegalMove> {
        let line = self.reader.line(&self.way(index), self.nodes[index].id);
        let mut moves = line.map_err(|illegal| illegal.after(&self.path(index)))?;
        moves.truncate(plies);
        Ok(moves)
    }

    /// The moves from the top to a node.
    fn way(&self, index: usize) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let mut node = &self.nodes[index];
        while let (Some(parent), Some(mv)) = (node.parent, node.mv) {
            node = &self.nodes[parent];
            moves.push(mv);
        }
        moves.reverse();
        moves
    }

    /// The moves to a node from where the reader began.
    fn path(&self, index: usize) -> Vec<MoveText> {
        let below = variation_text(self.reader.position(), &self.way(index));
        [self.reader.path(), &below].concat()
    }

    /// Why nothing is searched behind a node that is finished
    /// ([`Notation::ending`]).
    pub fn ending(&self, index: usize) -> String {
        let mut keys = self.reader.root().history().to_vec();
        let above = std::iter::successors(self.nodes[index].parent, |&at| self.nodes[at].parent);
        let above: Vec<_> = above.collect();
        keys.extend(above.iter().rev().map(|&at| self.nodes[at].position.key()));
        let past = Past::new(&keys, self.reader.root().searched_from());
        self.nodes[index].position.ending(&past)
    }

    /// The whole selection from the top down, each node around its children.
    pub fn brackets(&self) -> Vec<Bracket> {
        let mut brackets = Vec::with_capacity(2 * self.nodes.len());
        let mut stack = vec![Bracket::Open(0)];
        while let Some(bracket) = stack.pop() {
            brackets.push(bracket);
            if let Bracket::Open(index) = bracket {
                stack.push(Bracket::Close(index));
                let children = self.nodes[index].children.iter().rev();
                stack.extend(children.map(|&child| Bracket::Open(child)));
            }
        }
        brackets
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Example, damaged};
    use super::*;

    #[test]
    fn shape_bounds_depth_and_width() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = TreeReader::new(&search);
        let selection = TreeSelection::of_shape(&reader, 2, 3, 100)?;
        assert_eq!(selection.nodes().len(), 1 + 3 + 9);
        assert!(selection.nodes().iter().all(|node| node.perspective.plies() <= 2));
        assert_eq!(selection.node(0).children.len(), 3);
        let ranked = reader.ranked(reader.at());
        let shown = selection.node(0).children.iter().map(|&child| selection.node(child).id);
        assert!(shown.eq(ranked.iter().take(3).map(|&(_, id)| id)));
        assert_eq!(TreeSelection::of_shape(&reader, 2, 3, 6)?.nodes().len(), 6);
        Ok(())
    }

    #[test]
    fn a_line_comes_first_whatever_it_is_worth() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = TreeReader::new(&search);
        let whole = TreeSelection::most_important(&reader, 40)?;
        // The last node that was taken in, and the way to it.
        let line = whole.way(whole.nodes().len() - 1);
        for most in [1, line.len() + 1, 30] {
            let selection = TreeSelection::along(&reader, &line, most)?;
            assert_eq!(selection.nodes().len(), most.max(line.len() + 1));
            let mut at = 0;
            for &mv in &line {
                at = selection.node(at).children[0];
                assert_eq!(selection.node(at).mv, Some(mv));
                assert!(selection.node(at).is_on_line);
            }
            let on_line = selection.nodes().iter().filter(|node| node.is_on_line).count();
            assert_eq!(on_line, line.len() + 1);
        }
        // Without a line it is what it is.
        let ids = |selection: &TreeSelection<'_, _>| {
            selection.nodes().iter().map(|node| node.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(&TreeSelection::along(&reader, &[], 40)?), ids(&whole));
        Ok(())
    }

    #[test]
    fn the_most_important_part_is_connected_and_no_larger_than_allowed() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = TreeReader::new(&search);
        let size = reader.tree().len();
        for most in [1, 2, 50, 1000, size + 10] {
            let selection = TreeSelection::most_important(&reader, most)?;
            assert_eq!(selection.nodes().len(), most.min(size));
            for (index, node) in selection.nodes().iter().enumerate() {
                assert_eq!(node.parent.is_none(), index == 0);
                if let Some(parent) = node.parent {
                    assert!(parent < index && selection.node(parent).children.contains(&index));
                }
                let preferred = reader.preferred(node.id).map(|(_, id)| id);
                let first = node.children.first().map(|&child| selection.node(child).id);
                assert!(first.is_none() || first == preferred);
            }
            assert_eq!(selection.brackets().len(), 2 * selection.nodes().len());
        }
        Ok(())
    }

    #[test]
    fn the_principal_variation_comes_first_then_effort() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = TreeReader::new(&search);
        let variation = reader.best_variation(reader.at(), reader.position(), 99)?;
        let selection = TreeSelection::most_important(&reader, variation.len() + 1)?;
        let ids = selection.nodes().iter().skip(1).map(|node| node.id);
        assert!(ids.eq(variation.iter().map(|&(id, _)| id)));
        assert!(selection.nodes().iter().all(|node| node.is_principal));
        let selection = TreeSelection::most_important(&reader, 200)?;
        let taken: Vec<_> = selection.nodes().iter().map(|node| node.id).collect();
        let tree = reader.tree();
        let efforts = tree.children(reader.at()).map(|(_, id, _)| (tree.effort(id), id));
        let most = efforts.max().map(|(_, id)| id);
        assert!(most.is_some_and(|id| taken.contains(&id)));
        Ok(())
    }

    #[test]
    fn an_illegal_move_has_its_place() {
        let search = Example::start().search();
        let mut reader = damaged(&search);
        reader.path = vec![MoveText { machine: "0-5".to_string(), human: "5".to_string() }];
        let illegal = TreeSelection::most_important(&reader, 9).expect_err("no error");
        assert_eq!(illegal.path, ["0-5"]);
        assert_eq!(TreeSelection::of_shape(&reader, 1, 1, 9).expect_err("no error"), illegal);
    }
}
