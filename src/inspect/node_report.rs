//! Reports on the nodes of a selection.
//!
//! Scripts rely on the names in JSON: add to them, do not rename.

use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};

use super::error::IllegalMove;
use super::move_text::{MoveText, machine_only, variation_text};
use super::score::{Chances, Score};
use super::selection::TreeSelection;
use super::untried::{moves_by_promise, untried};
use crate::game::{Evaluate, Notation, Order};

/// The most plies of a principal variation in a report.
pub const PV_PLIES: usize = 8;

/// The report on one node. Scores and chances are those of the side to move in the
/// position that is shown: mates count from there, and chances have paid for every ply from
/// there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NodeReport {
    /// The move that leads here, as `move` and `san`; none, and no field, in the position shown.
    #[serde(flatten)]
    pub mv: Option<MoveText>,
    /// `{"cp": n}`, or `{"mate": n}` in moves.
    pub score: Score,
    /// What both players may still reach, as `alpha_chance_cp` for the side to move in the
    /// position shown and `beta_chance_cp` for the opponent.
    #[serde(flatten)]
    pub chances: Chances,
    /// Effort: tree nodes ever made here and below.
    pub tree_nodes: u64,
    /// The preferred moves from here on, [`PV_PLIES`] at most.
    #[serde(serialize_with = "machine_only")]
    pub pv: Vec<MoveText>,
    /// Whether the value is certain.
    pub proven: bool,
    /// Children in the tree.
    pub moves_tried: usize,
    /// Moves that may be tried.
    pub moves_legal: usize,
}

/// The report on the position that is shown, the top of a selection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReport {
    /// The position ([`Notation::describe`]).
    #[serde(rename = "fen")]
    pub position: String,
    /// The moves that lead to it from the position analysed.
    #[serde(rename = "moves", serialize_with = "machine_only")]
    pub path: Vec<MoveText>,
    /// The move that is tried next; `None` where all were tried.
    pub next_untried: Option<NextMove>,
    /// The report on its node.
    #[serde(flatten)]
    pub node: NodeReport,
}

/// The untried move that comes next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NextMove {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// What the side to move may reach by it; `None` without a chance.
    pub chance_cp: Option<i64>,
}

impl<G: Order + Evaluate + Notation> TreeSelection<'_, G> {
    /// The report on the node of this number. Panics if there is none.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] where the tree holds one in the principal variation.
    pub fn node_report(&self, index: usize) -> Result<NodeReport, IllegalMove> {
        let node = self.tree_node(index);
        let (moves_tried, moves_legal) = self.move_counts(index);
        let variation = self.best_variation(index, PV_PLIES)?;
        Ok(NodeReport {
            mv: self.move_text(index),
            score: self.score(index),
            chances: self.chances(index),
            tree_nodes: u64::from(node.effort),
            pv: variation_text(&self.node(index).position, &variation),
            proven: node.is_proven(),
            moves_tried,
            moves_legal,
        })
    }

    /// The report on the position at the top.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] where the tree holds one in the principal variation.
    pub fn position_report(&self) -> Result<PositionReport, IllegalMove> {
        Ok(PositionReport {
            position: self.node(0).position.describe(),
            path: self.reader().path().to_vec(),
            next_untried: self.next_untried(),
            node: self.node_report(0)?,
        })
    }

    /// The untried move of the top that comes next.
    pub fn next_untried(&self) -> Option<NextMove> {
        let position = &self.node(0).position;
        let next = untried(self.reader(), self.node(0).id, position).first()?.to_data(position);
        Some(NextMove { mv: next.mv, chance_cp: next.chance_cp })
    }

    /// How many children a node has in the tree, and how many moves may be tried there.
    pub fn move_counts(&self, index: usize) -> (usize, usize) {
        let node = self.node(index);
        let tried = self.reader().tree().children(node.id).count();
        (tried, moves_by_promise(self.reader(), node.id, &node.position).len())
    }
}

/// The report on the top with `children`: the nodes selected, the preferred one first, each
/// with `children` of its own. There are fewer of them than `moves_tried` where some were not
/// selected. Reports are made one after the other as they are
/// written.
impl<G: Order + Evaluate + Notation> Serialize for TreeSelection<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.position_report().map_err(S::Error::custom)?;
        WithChildren { report, children: Children { selection: self, parent: 0 } }
            .serialize(serializer)
    }
}

#[derive(Serialize)]
#[serde(bound = "R: Serialize")]
struct WithChildren<'a, R, G: Order + Evaluate + Notation> {
    #[serde(flatten)]
    report: R,
    children: Children<'a, G>,
}

struct Children<'a, G: Order + Evaluate + Notation> {
    selection: &'a TreeSelection<'a, G>,
    parent: usize,
}

// A call for each ply, of which there are `MAX_PLIES` at most.
impl<G: Order + Evaluate + Notation> Serialize for Children<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let children = &self.selection.node(self.parent).children;
        let mut list = serializer.serialize_seq(Some(children.len()))?;
        for &parent in children {
            let report = self.selection.node_report(parent).map_err(S::Error::custom)?;
            let children = Children { selection: self.selection, parent };
            list.serialize_element(&WithChildren { report, children })?;
        }
        list.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::reader::TreeReader;
    use super::super::selection::MAX_PLIES;
    use super::super::tests::{Example, damaged};
    use super::*;

    const ENDING: &str = "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1";

    fn count(object: &Value) -> usize {
        let children = object["children"].as_array().map_or(&[][..], Vec::as_slice);
        1 + children.iter().map(count).sum::<usize>()
    }

    #[test]
    fn objects_hold_what_the_tree_holds() -> anyhow::Result<()> {
        let search = Example::start().search();
        let mut reader = TreeReader::new(&search);
        reader.follow(["a3"])?;
        let selection = TreeSelection::of_shape(&reader, 2, 3, 100)?;
        let found = serde_json::to_value(&selection)?;
        assert_eq!(count(&found), selection.nodes().len());
        assert_eq!(found["moves"], serde_json::json!(["a2a3"]));
        assert_eq!(found["fen"], reader.position().fen());
        let node = reader.node(reader.at());
        assert_eq!(found["tree_nodes"], node.effort);
        assert_eq!(found["score"]["cp"], -node.value.raw() as i64, "Black's view");
        assert_eq!(found["alpha_chance_cp"], -node.beta.raw() as i64);
        assert_eq!(found["moves_legal"], 20);
        assert!(found["move"].is_null() && found["next_untried"]["san"].is_string());
        let best = &found["children"][0];
        assert_eq!(best["score"], found["score"]);
        assert_eq!(best["move"], found["pv"][0]);
        let (rank, child) = reader.ranked(reader.at())[0];
        let paid = -reader.node(child).alpha.raw() + reader.price(reader.at(), rank);
        assert_eq!(best["beta_chance_cp"], paid as i64);
        Ok(())
    }

    #[test]
    fn common_readers_can_read_the_deepest_tree() -> anyhow::Result<()> {
        // Plies that are paid for: the search runs down one variation.
        let search = Example { ply: -1000.0, ..Example::of(ENDING, 50_000) }.search();
        let reader = TreeReader::new(&search);
        let selection = TreeSelection::most_important(&reader, 2000)?;
        let deepest = selection.nodes().iter().map(|node| node.perspective.plies()).max();
        assert_eq!(deepest, Some(MAX_PLIES));
        let text = serde_json::to_string(&selection)?;
        assert_eq!(count(&serde_json::from_str(&text)?), selection.nodes().len());
        Ok(())
    }

    #[test]
    fn an_illegal_move_is_an_error_of_the_serializer() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = damaged(&search);
        let selection = TreeSelection::of_shape(&reader, 0, 0, 1)?;
        let illegal = selection.node_report(0).expect_err("no error");
        let error = serde_json::to_string(&selection).expect_err("no error");
        assert_eq!(error.to_string(), illegal.to_string());
        Ok(())
    }
}
