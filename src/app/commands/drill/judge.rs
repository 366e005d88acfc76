//! What an answer is worth, and how a wrong one is refuted.

use super::question::Question;
use crate::app::commands::why;
use crate::app::games::CommandLineGame;
use crate::app::reporting::loss::centipawns;
use crate::inspect::{MoveQuestion, Score, TreeReader};
use crate::search::BestFirst;
use crate::value::{Player, Value};

/// A move that loses no more is accepted, in centipawns.
const ACCEPTED: i64 = 30;
/// The tree tells what a move is worth if it has searched so many nodes for it; otherwise a small search does.
const LEAST_NODES: u64 = 1_000;
/// Plies of a refutation.
const PLIES: usize = 6;

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The move that was asked for.
    Right,
    /// Another one that is about as good.
    Alternative,
    /// One that loses.
    Wrong,
}

/// An answer that was judged.
#[derive(Clone, Debug)]
pub struct Judged<M> {
    /// What it is.
    pub verdict: Verdict,
    /// Centipawns that it loses against the move that was asked for.
    pub loss: i64,
    /// How the game goes on behind it, where it is wrong.
    pub refutation: Vec<M>,
    /// What is wrong with it, in a sentence; `None` where no reason was found that holds.
    pub why: Option<String>,
}

/// What is known of a move, for White, and how the game goes on.
struct Worth<M> {
    value: Value,
    line: Vec<M>,
}

/// Judges a legal move: by the tree of the question where that knows it, and otherwise by small searches that leave it as it is.
/// `tree`: where the question is one of a tree.
pub fn judge<G: CommandLineGame>(
    question: &Question<G>,
    mv: G::Move,
    tree: Option<&BestFirst<G>>,
) -> Judged<G::Move> {
    let right = Judged { verdict: Verdict::Right, loss: 0, refutation: Vec::new(), why: None };
    let Some(&answer) = question.solution.first() else { return right };
    if mv == answer {
        return right;
    }
    let reader = tree.and_then(|tree| reader_at(tree, question));
    let of_tree = |mv| reader.as_ref().and_then(|reader| in_tree(reader, mv));
    let worths = of_tree(answer).zip(of_tree(mv));
    let worths = worths.or_else(|| searched(question, answer).zip(searched(question, mv)));
    let mover = question.position.turn().player().unwrap_or(Player::Max);
    let worth = |worth: &Worth<G::Move>| centipawns(Score::new(worth.value, mover));
    // Where nothing tells, only the move that was asked for counts.
    let Some((best, tried)) = worths else { return Judged { verdict: Verdict::Wrong, ..right } };
    let loss = worth(&best) - worth(&tried);
    if loss <= ACCEPTED {
        return Judged { verdict: Verdict::Alternative, loss, ..right };
    }
    let why = reader.and_then(|reader| reason(&reader, mv));
    let refutation = tried.line.into_iter().take(PLIES).collect();
    Judged { verdict: Verdict::Wrong, loss, refutation, why }
}

/// A reader in the position of a question; `None` where the tree does not have it.
fn reader_at<'t, G: CommandLineGame>(
    tree: &'t BestFirst<G>,
    question: &Question<G>,
) -> Option<TreeReader<'t, G>> {
    let mut reader = TreeReader::by_value(tree);
    question.line.iter().all(|&mv| reader.step(mv).is_ok()).then_some(reader)
}

/// What the tree knows of a move, where that is enough.
fn in_tree<G: CommandLineGame>(reader: &TreeReader<'_, G>, mv: G::Move) -> Option<Worth<G::Move>> {
    let child = reader.child(mv)?;
    let is_known = reader.tree().effort(child) >= LEAST_NODES || reader.node(child).is_decided();
    let value = reader.worth_of_move(child, reader.position());
    let line = reader.line(&[mv], child).ok()?;
    is_known.then_some(Worth { value, line })
}

/// What a small search knows of a move.
fn searched<G: CommandLineGame>(question: &Question<G>, mv: G::Move) -> Option<Worth<G::Move>> {
    let behind = question.position.after(mv);
    let found = why::all_trials().look(&behind, None)?;
    Some(Worth { value: found.value.one_ply_up(), line: found.line })
}

/// Why a move is bad, where a reason was found that holds.
fn reason<G: CommandLineGame>(reader: &TreeReader<'_, G>, mv: G::Move) -> Option<String> {
    let question = MoveQuestion::new(reader, mv).ok()?;
    let explanation = question.without_counts().explain().ok()?;
    let causes = why::causes(&explanation, reader.position(), &mut why::few_trials());
    why::reasons(&explanation, &causes, reader.position(), i64::MAX).into_iter().next()
}
