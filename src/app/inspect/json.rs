//! Selections as nested JSON objects. Scripts rely on the names: add to them, do not rename.
//!
//! The object of the position has `fen`, `moves` (from the position analysed, UCI) and
//! `next_untried` (`{move, san, chance_cp}` or null); every other has `move` and `san`. All have
//!
//! | field | meaning |
//! |---|---|
//! | `score` | `{"cp"}` or `{"mate"}` in moves, counted from the position shown |
//! | `alpha_chance_cp` | what the side to move in the position shown may still reach; null: nothing |
//! | `beta_chance_cp` | the same for the opponent; smaller is better for him |
//! | `tree_nodes` | effort: tree nodes made here and below |
//! | `pv` | the preferred moves from here on, UCI, at most 8 |
//! | `proven` | whether the value is certain |
//! | `moves_tried`, `moves_legal` | children in the tree, and moves that may be tried |
//! | `children` | the moves selected, the preferred one first; fewer than `moves_tried` where some are left out |
//!
//! Scores and chances are from the view of the side to move in the position shown, and chances
//! have paid for every ply from there.

use std::io::Write;

use serde::Serialize;

use super::super::score::Score;
use super::selection::{Selection, Visit};
use super::untried::untried;
use crate::game::{Game, Notation};

/// Plies of a principal variation.
pub const LINE_PLIES: usize = 8;

#[derive(Serialize)]
struct Head<'a> {
    fen: String,
    moves: &'a [String],
    next_untried: Option<NextUntried>,
    #[serde(flatten)]
    record: Record,
}

#[derive(Serialize)]
struct NextUntried {
    #[serde(rename = "move")]
    uci: String,
    san: String,
    chance_cp: Option<i64>,
}

#[derive(Serialize)]
struct Record {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    uci: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    score: Score,
    alpha_chance_cp: Option<i64>,
    beta_chance_cp: Option<i64>,
    tree_nodes: u64,
    pv: Vec<String>,
    proven: bool,
    moves_tried: usize,
    moves_legal: usize,
}

/// Writes a selection in one line.
///
/// # Errors
///
/// [`super::IllegalMove`]; `out` that cannot be written.
pub fn write(selection: &Selection<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    // Objects are opened and closed here, since a serializer would call itself for each ply.
    let mut is_first = true;
    for visit in selection.visits() {
        match visit {
            Visit::Enter(index) => {
                let comma = if is_first { "" } else { "," };
                let object = match index {
                    0 => serde_json::to_string(&head(selection)?)?,
                    _ => serde_json::to_string(&record(selection, index)?)?,
                };
                let open = object.strip_suffix('}').unwrap_or(&object);
                write!(out, "{comma}{open},\"children\":[")?;
                is_first = true;
            }
            Visit::Leave(_) => {
                write!(out, "]}}")?;
                is_first = false;
            }
        }
    }
    writeln!(out)?;
    Ok(())
}

fn head<'a>(selection: &'a Selection<'_>) -> anyhow::Result<Head<'a>> {
    let study = selection.study();
    let top = selection.branch(0);
    let mover = top.view.viewer;
    let next = untried(study, top.id, &top.position).first().map(|next| NextUntried {
        uci: top.position.machine_text(next.mv),
        san: top.position.human_text(next.mv),
        chance_cp: top.view.chance(mover, next.chance),
    });
    Ok(Head {
        fen: top.position.fen(),
        moves: &study.line,
        next_untried: next,
        record: record(selection, 0)?,
    })
}

fn record(selection: &Selection<'_>, index: usize) -> anyhow::Result<Record> {
    let branch = selection.branch(index);
    let node = selection.node(branch);
    let value = if index == 0 { selection.study().value() } else { node.value };
    let chances = branch.view.chances(node);
    let before = selection.before(branch);
    let (moves_tried, moves_legal) = selection.moves(branch);
    let mut at = branch.position.clone();
    let pv = selection.best_line(index, LINE_PLIES)?.into_iter().map(|mv| {
        let text = at.machine_text(mv);
        at.play(mv);
        text
    });
    Ok(Record {
        uci: branch.mv.map(|mv| before.machine_text(mv)),
        san: branch.mv.map(|mv| before.human_text(mv)),
        score: branch.view.score(value),
        alpha_chance_cp: chances.own,
        beta_chance_cp: chances.reply,
        tree_nodes: u64::from(node.effort),
        pv: pv.collect(),
        proven: node.is_proven(),
        moves_tried,
        moves_legal,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::example::Example;
    use super::super::selection::MAX_PLIES;
    use super::*;

    const ENDING: &str = "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1";

    fn object(selection: &Selection<'_>) -> anyhow::Result<Value> {
        let mut out = Vec::new();
        write(selection, &mut out)?;
        assert_eq!(out.iter().filter(|&&byte| byte == b'\n').count(), 1);
        Ok(serde_json::from_slice(&out)?)
    }

    fn count(object: &Value) -> usize {
        let children = object["children"].as_array().map_or(&[][..], Vec::as_slice);
        1 + children.iter().map(count).sum::<usize>()
    }

    #[test]
    fn objects_hold_what_the_tree_holds() -> anyhow::Result<()> {
        let mut study = Example::start().study();
        study.follow(&["a3".to_string()])?;
        let selection = Selection::of_shape(&study, 2, 3, 100)?;
        let found = object(&selection)?;
        assert_eq!(count(&found), selection.branches().len());
        assert_eq!(found["moves"], serde_json::json!(["a2a3"]));
        assert_eq!(found["fen"], study.position.fen());
        let node = study.node(study.at);
        assert_eq!(found["tree_nodes"], node.effort);
        assert_eq!(found["score"]["cp"], -node.value.raw() as i64, "Black's view");
        assert_eq!(found["alpha_chance_cp"], -node.beta.raw() as i64);
        assert_eq!(found["moves_legal"], 20);
        assert!(found["move"].is_null() && found["next_untried"]["san"].is_string());
        let best = &found["children"][0];
        assert_eq!(best["score"], found["score"]);
        assert_eq!(best["move"], found["pv"][0]);
        let child = study.node(study.ranked(study.at)[0].1);
        let paid = -child.alpha.raw() + study.price(study.at, study.ranked(study.at)[0].0);
        assert_eq!(best["beta_chance_cp"], paid as i64);
        Ok(())
    }

    #[test]
    fn common_readers_can_read_the_deepest_tree() -> anyhow::Result<()> {
        // Plies that are paid for: the search runs down a line.
        let study = Example { ply: -1000.0, ..Example::of(ENDING, 50_000) }.study();
        let selection = Selection::most_important(&study, 2000)?;
        let deepest = selection.branches().iter().map(|branch| branch.view.plies).max();
        assert_eq!(deepest, Some(MAX_PLIES));
        assert_eq!(count(&object(&selection)?), selection.branches().len());
        Ok(())
    }
}
