//! Reports on the nodes of a selection.
//!
//! Scripts rely on the names in JSON: add to them, do not rename.

use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};

use super::error::IllegalMove;
use super::left_out_moves::LeftOutMoves;
use super::move_text::{MoveText, machine_only, variation_text};
use super::practical::{InPractice, in_practice};
use super::score::{Chances, Others, Score, UnsettledBy};
use super::selection::TreeSelection;
use super::transpositions::Elsewhere;
use super::untried::untried;
use crate::game::{Heuristics, Notation};
use crate::search::RestsOn;
use crate::win_draw_loss::WinDrawLoss;

/// The report on one node. Scores and chances are those of the side to move in the
/// position that is shown: mates count from there, and chances have paid for every ply from
/// there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NodeReport {
    /// The move that leads here, as `move` and `san`; none, and no field, in the position shown.
    #[serde(flatten)]
    pub mv: Option<MoveText>,
    /// `{"cp": n}`, or `{"mate": n}` in moves if that is proven.
    pub score: Score,
    /// Whether the score may still fall for the side that chose it: its line ends where moves that were not made may
    /// be better.
    pub unsettled: bool,
    /// Which moves these are; no field if it is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsettled_by: Option<UnsettledBy>,
    /// How little the score rests on; no field if that is not little.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests_on: Option<RestsOn>,
    /// What the score means in the position shown: the chances to win, draw and lose of the side to
    /// move there, in thousandths ([`win_draw_loss`](super::win_draw_loss)); no field if that is
    /// not known, or the score is not settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<WinDrawLoss>,
    /// What both players may still reach, as `own_chance_cp` for the side to move in the position
    /// shown and `opponent_chance_cp`.
    #[serde(flatten)]
    pub chances: Chances,
    /// Nodes in the tree now, here and below.
    pub tree_nodes: u64,
    /// Tree nodes ever made here and below; if leaves are searched, positions searched for it.
    pub effort: u64,
    /// The move that leads here, if any, and the preferred ones behind it: the whole line that is told of it everywhere.
    #[serde(serialize_with = "machine_only")]
    pub pv: Vec<MoveText>,
    /// What games say of it, and of the points that it makes in practice, for the side to move in the position shown.
    #[serde(flatten)]
    pub in_practice: InPractice,
    /// Whether the outcome, a win of either side or a draw, is certain.
    pub proven: bool,
    /// Whether that is proven only of the game without the moves that were left out; no field if it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub conditional: bool,
    /// Where else in the tree the position stands, and more work went into it; no field if that is nowhere,
    /// or was not asked ([`TreeReader::with_transpositions`](super::TreeReader::with_transpositions)).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Elsewhere>,
    /// Why the game is over; `None` if it is not.
    pub ending: Option<String>,
    /// Children in the tree.
    pub moves_tried: usize,
    /// Moves that may be tried.
    pub moves_legal: usize,
}

/// The report on the position that is shown, the top of a selection.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PositionReport {
    /// The position ([`Notation::describe`]).
    #[serde(rename = "fen")]
    pub position: String,
    /// The moves that lead to it from the position analysed.
    #[serde(rename = "moves", serialize_with = "machine_only")]
    pub path: Vec<MoveText>,
    /// The move that is tried next; `None` if all were tried, and if leaves are searched: the next one is what a search
    /// of all of them finds best.
    pub next_untried: Option<NextMove>,
    /// The moves that are not among the children shown, together; no field if there are none, or nothing is known about
    /// them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Others>,
    /// The nodes in which no progress was found, if this is the position analysed ([`View::no_progress`]); no field
    /// where there was.
    ///
    /// [`View::no_progress`]: crate::search::View::no_progress
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_progress_nodes: Option<u64>,
    /// The moves that the search was told not to consider.
    #[serde(flatten)]
    pub left_out: LeftOutMoves,
    /// The report on its node.
    #[serde(flatten)]
    pub node: NodeReport,
}

/// The untried move that comes next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NextMove {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// What the side to move may reach by it; `None` without a chance.
    pub chance_cp: Option<i64>,
}

impl<G: Heuristics + Notation> TreeSelection<'_, G> {
    /// The report on the node of this number. Panics if there is none.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one in the principal variation.
    pub fn node_report(&self, index: usize) -> Result<NodeReport, IllegalMove> {
        let node = self.tree_node(index);
        let (moves_tried, moves_legal) = self.move_counts(index);
        let (place, told) = (self.node(index), self.told(index));
        Ok(NodeReport {
            mv: self.move_text(index),
            score: place.perspective.score(told.value),
            unsettled: told.is_unsettled(),
            unsettled_by: self.unsettled_by(index),
            rests_on: told.rests_on(),
            wdl: self.win_draw_loss(index),
            chances: self.chances(index),
            tree_nodes: self.reader().search().view().tree_nodes_below(place.id),
            effort: told.effort,
            pv: variation_text(self.before(index), &self.variation(index, usize::MAX)?),
            in_practice: self.in_practice(index)?,
            proven: told.is_decided,
            conditional: told.is_conditional,
            elsewhere: self.elsewhere(index),
            ending: node.is_finished().then(|| self.ending(index)),
            moves_tried,
            moves_legal,
        })
    }

    /// What games say of the node of this number, for the side to move at the top. Panics if there is none.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn in_practice(&self, index: usize) -> Result<InPractice, IllegalMove> {
        let node = self.node(index);
        let before = node.mv.is_some().then(|| self.before(index));
        let viewer = self.node(0).perspective.viewer();
        in_practice(self.reader(), before, (node.id, &node.position), viewer)
    }

    /// The report on the position at the top.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one in the principal variation.
    pub fn position_report(&self) -> Result<PositionReport, IllegalMove> {
        Ok(PositionReport {
            position: self.node(0).position.describe(),
            path: self.reader().path().to_vec(),
            next_untried: self.next_untried(),
            others: self.others(),
            no_progress_nodes: self.no_progress(),
            left_out: LeftOutMoves::of(self.reader().search().root()),
            node: self.node_report(0)?,
        })
    }

    /// The move that leads to a node, if any, and the preferred ones behind it, at most `plies`.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the tree holds one.
    pub fn variation(&self, index: usize, plies: usize) -> Result<Vec<G::Move>, IllegalMove> {
        let mut variation: Vec<_> = self.node(index).mv.into_iter().collect();
        let below = plies.saturating_sub(variation.len());
        variation.extend(self.best_variation(index, below)?);
        Ok(variation)
    }

    /// The untried move of the top that comes next, if leaves are valued at first sight.
    pub fn next_untried(&self) -> Option<NextMove> {
        let position = &self.node(0).position;
        let next = untried(self.reader(), self.node(0).id, position).first()?.to_data(position);
        Some(NextMove { mv: next.mv, chance_cp: next.turn?.chance_cp })
    }
}

/// The report on the top with `children`: the nodes selected, the preferred one first, each
/// with `children` of its own. There are fewer of them than `moves_tried` where some were not
/// selected. Reports are made one after another as they are
/// written.
impl<G: Heuristics + Notation> Serialize for TreeSelection<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.position_report().map_err(S::Error::custom)?;
        WithChildren { report, children: Children { selection: self, parent: 0 } }
            .serialize(serializer)
    }
}

#[derive(Serialize)]
#[serde(bound = "R: Serialize")]
struct WithChildren<'a, R, G: Heuristics + Notation> {
    #[serde(flatten)]
    report: R,
    children: Children<'a, G>,
}

struct Children<'a, G: Heuristics + Notation> {
    selection: &'a TreeSelection<'a, G>,
    parent: usize,
}

// A call for each ply, of which there are `MAX_PLIES` at most.
impl<G: Heuristics + Notation> Serialize for Children<'_, G> {
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
    use super::super::tests::{Example, damaged, half_tried};
    use super::*;

    fn count(object: &Value) -> usize {
        let children = object["children"].as_array().map_or(&[][..], Vec::as_slice);
        1 + children.iter().map(count).sum::<usize>()
    }

    #[test]
    fn objects_hold_what_the_tree_holds() -> anyhow::Result<()> {
        let search = Example::start().search();
        let mut reader = TreeReader::new(&search);
        let mv = half_tried(&search);
        reader.follow([mv.as_str()])?;
        let selection = TreeSelection::of_shape(&reader, 2, 3, 100)?;
        let found = serde_json::to_value(&selection)?;
        assert_eq!(count(&found), selection.nodes().len());
        assert_eq!(found["moves"], serde_json::json!([mv]));
        assert_eq!(found["fen"], reader.position().describe());
        let node = reader.node(reader.at());
        let effort = reader.tree().effort(reader.at());
        assert_eq!((&found["tree_nodes"], &found["effort"]), (&effort.into(), &effort.into()));
        assert_eq!(found["score"]["cp"], -node.value.raw() as i64, "Min's view");
        assert_eq!(found["own_chance_cp"], -node.beta.raw() as i64);
        assert_eq!(found["moves_legal"], 20);
        assert!(found["move"].is_null() && found["next_untried"]["san"].is_string());
        let shown = &found["children"][0];
        assert_eq!(shown["score"], found["score"]);
        assert_eq!((&shown["move"], &shown["pv"][0]), (&found["pv"][0], &found["pv"][0]));
        let best = reader.ranked(reader.at())[0];
        let (_, child) = best;
        let paid = -reader.node(child).alpha.raw() + reader.price(reader.at(), best);
        assert_eq!(shown["opponent_chance_cp"], paid as i64);
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
