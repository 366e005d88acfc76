//! What has changed in a tree since an earlier copy of it.
//!
//! Scripts rely on the names in JSON: add to them, do not rename.

use serde::Serialize;

use super::error::IllegalMove;
use super::move_text::{MoveText, machine_only};
use super::reader::TreeReader;
use super::score::{Score, mover};
use crate::game::{Heuristics, Notation};
use crate::sorting::falling;
use crate::tree::NodeId;
use crate::value::{Player, Value};

/// What an earlier and a later copy of a tree tell of the same position. All scores are those of the side to
/// move there, and mates count from there.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// use shans_search::inspect::{Since, TreeReader};
///
/// let copies = [1_000, 5_000].map(|nodes| {
///     let root = Root::new(Nim::new(&[7, 8, 9]));
///     let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
///     search.search(&Limits { nodes: Some(nodes), ..Limits::default() }, &mut |_| {});
///     search
/// });
/// let [then, now] = &copies;
/// // What has changed by more than 30 centipawns within four plies of the position.
/// let since = Since::new(&TreeReader::new(now), &TreeReader::new(then), 4, 30)?;
/// assert!(since.then.nodes < since.now.nodes);
/// for value in &since.values {
///     println!("{:?} was {:?}, is {:?}", value.line, value.then, value.now);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Since {
    /// The position ([`Notation::describe`]).
    #[serde(rename = "fen")]
    pub position: String,
    /// The moves that lead to it from the position analysed.
    #[serde(rename = "moves", serialize_with = "machine_only")]
    pub path: Vec<MoveText>,
    /// What the earlier copy says.
    pub then: Standpoint,
    /// What the later one says.
    pub now: Standpoint,
    /// The answers of the search in between, oldest first; none below the position analysed.
    pub changes: Vec<AnswerChange>,
    /// A value has changed where it is more than this many centipawns less or more than before.
    pub threshold_cp: i64,
    /// Moves whose values have changed: those that fell and those that rose, the greatest change
    /// first.
    pub values: Vec<ChangedValue>,
}

/// What a copy of a tree says of the position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Standpoint {
    /// Positions searched in all.
    pub nodes: u64,
    /// The preferred move; `None` if none was tried.
    pub answer: Option<MoveText>,
    /// What the position is worth.
    pub score: Score,
}

/// Another answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnswerChange {
    /// The positions searched until then.
    pub nodes: u64,
    /// The move preferred from then on.
    #[serde(flatten)]
    pub mv: MoveText,
}

/// A move whose value has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ChangedValue {
    /// The moves to it from the position, itself the last.
    #[serde(serialize_with = "machine_only")]
    pub line: Vec<MoveText>,
    /// What it was worth.
    pub then: Score,
    /// What it is worth.
    pub now: Score,
    /// How much more that is, centipawns; `None` if one of the two is a win or a loss.
    pub change_cp: Option<i64>,
    /// By how much the value has changed, wins and losses included.
    #[serde(skip)]
    size: f32,
}

/// A place in both trees.
struct Pair<G> {
    now: NodeId,
    then: NodeId,
    position: G,
    line: Vec<MoveText>,
}

impl Since {
    /// Compares what two trees tell of the position that both look at, down to that many plies
    /// below it.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if a tree holds one.
    pub fn new<G: Heuristics + Notation>(
        now: &TreeReader<'_, G>,
        then: &TreeReader<'_, G>,
        plies: u16,
        threshold_cp: i64,
    ) -> Result<Since, IllegalMove> {
        Ok(Since {
            position: now.position().describe(),
            path: now.path().to_vec(),
            then: standpoint(then)?,
            now: standpoint(now)?,
            changes: changes(now, then),
            threshold_cp,
            values: changed_values(now, then, plies, threshold_cp)?,
        })
    }
}

fn standpoint<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
) -> Result<Standpoint, IllegalMove> {
    let position = reader.position();
    let preferred = reader.preferred(reader.at());
    let answer = preferred.map(|(_, id)| reader.move_to(id, position)).transpose()?;
    Ok(Standpoint {
        nodes: reader.search().nodes(),
        answer: answer.map(|mv| MoveText::new(position, mv)),
        score: Score::new(reader.value(), mover(position)),
    })
}

fn changes<G: Heuristics + Notation>(
    now: &TreeReader<'_, G>,
    then: &TreeReader<'_, G>,
) -> Vec<AnswerChange> {
    let before = then.search().nodes();
    let since =
        now.search().changes().iter().filter(|change| change.nodes > before && now.is_analysed());
    let told = since.map(|change| {
        let mv = MoveText::new(now.position(), change.best);
        AnswerChange { nodes: change.nodes, mv }
    });
    told.collect()
}

fn changed_values<G: Heuristics + Notation>(
    now: &TreeReader<'_, G>,
    then: &TreeReader<'_, G>,
    plies: u16,
    threshold_cp: i64,
) -> Result<Vec<ChangedValue>, IllegalMove> {
    let viewer = mover(now.position());
    let top =
        Pair { now: now.at(), then: then.at(), position: now.position().clone(), line: Vec::new() };
    let mut waiting = vec![top];
    let mut values = Vec::new();
    while let Some(pair) = waiting.pop() {
        if pair.line.len() >= usize::from(plies) {
            continue;
        }
        for (_, id) in now.ranked(pair.now) {
            let code = now.node(id).mv;
            let Some(then_id) = then.tree().child_behind(pair.then, code) else { continue };
            let mv = now.move_to(id, &pair.position)?;
            let mut line = pair.line.clone();
            line.push(MoveText::new(&pair.position, mv));
            let position = pair.position.after(mv);
            let value = |reader: &TreeReader<'_, G>, id| {
                reader.told(id, &position).value.told_from(line.len() as u16)
            };
            let both = (value(then, then_id), value(now, id));
            let change = changed(both.0, both.1, viewer, threshold_cp);
            values.extend(change.map(|(then, now, size)| ChangedValue {
                line: line.clone(),
                change_cp: now.evaluation().zip(then.evaluation()).map(|(a, b)| a - b),
                then,
                now,
                size,
            }));
            waiting.push(Pair { now: id, then: then_id, position, line });
        }
    }
    values.sort_by_cached_key(|value| (falling(value.size), value.line.len()));
    Ok(values)
}

/// Both scores and the size of the change, where a value has changed by more than the threshold.
fn changed(
    then: Value,
    now: Value,
    viewer: Player,
    threshold_cp: i64,
) -> Option<(Score, Score, f32)> {
    let change = (now.for_player(viewer) - then.for_player(viewer)).abs();
    let score = |value| Score::new(value, viewer);
    (change > threshold_cp as f32).then(|| (score(then), score(now), change))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_larger_than_the_threshold() {
        let cp = Value::centipawns;
        let is_changed = |then, now| changed(then, now, Player::Max, 20).is_some();
        assert!(is_changed(cp(50.0), cp(29.0)) && is_changed(cp(29.0), cp(50.0)));
        assert!(!is_changed(cp(50.0), cp(30.0)));
        let found = changed(cp(0.0), Value::win_in(Player::Max, 5), Player::Min, 20);
        assert!(found.is_some_and(|(_, now, _)| now.evaluation().is_none()));
    }
}
