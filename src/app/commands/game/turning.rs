//! The moves that decided a game, with what was missed, what refutes the move, and why.

use super::analysed::{AnalysedGame, TurningPoint};
use crate::app::commands::why;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{Score, counted, in_words};
use crate::app::reporting::variation::numbered;
use crate::inspect::{MoveQuestion, TreeReader};
use crate::search::BestFirst;

/// No more of them are reported.
const MOST: usize = 6;

/// The moves of a game that lost most, in its order.
///
/// # Errors
///
/// A tree with a move that is not legal.
pub fn turning_points<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    tree: Option<&BestFirst<G>>,
) -> anyhow::Result<Vec<TurningPoint>> {
    let marked = (0..game.verdicts.len()).filter(|&ply| game.verdicts[ply].mark.is_some());
    let mut points = Vec::new();
    for ply in worst(game, marked.collect()) {
        let why = tree.map(|tree| reasons(game, tree, ply)).transpose()?.unwrap_or_default();
        points.push(TurningPoint { ply, sentence: sentence(game, ply), why });
    }
    Ok(points)
}

/// Those of the turning points of all parts of a game that are among its worst.
pub fn most_important<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    mut points: Vec<TurningPoint>,
) -> Vec<TurningPoint> {
    let plies = points.iter().map(|point| point.ply).filter(|&ply| ply < game.verdicts.len());
    let worst = worst(game, plies.collect());
    points.retain(|point| worst.contains(&point.ply));
    points
}

/// The moves among these that lost most, in the order of the game.
fn worst<G: CommandLineGame>(game: &AnalysedGame<'_, G>, mut plies: Vec<usize>) -> Vec<usize> {
    let loss = |ply: usize| (game.verdicts[ply].mark, game.verdicts[ply].loss());
    plies.sort_by(|&one, &other| loss(other).partial_cmp(&loss(one)).unwrap_or(one.cmp(&other)));
    plies.truncate(MOST);
    plies.sort_unstable();
    plies
}

/// `20... Qxb2?: Black's winning chances drop by 17 points. 20... Rd8 21. Rd1 keeps -0.21 for Black; 20... Qxb2 21. Nd5
/// leaves -2.50 for Black.`
fn sentence<G: CommandLineGame>(game: &AnalysedGame<'_, G>, ply: usize) -> String {
    let verdict = &game.verdicts[ply];
    let mark = verdict.mark.map_or("", |mark| mark.sign());
    let played = game.move_text(ply);
    let score = |place: usize| in_words(Score::new(game.facts[place].value, verdict.mover));
    let own = G::player_name(verdict.mover);
    let points = points(verdict.loss());
    let mut told = format!("{played}{mark}: {own}'s winning chances drop by {points}.");
    let best = game.best_line_text(ply);
    if !best.is_empty() {
        told.push_str(&format!(" {best} keeps {} for {own};", score(ply)));
    }
    let answer = &game.facts[ply + 1].best_line;
    let refutation: Vec<G::Move> =
        game.game.moves[ply..=ply].iter().chain(answer).copied().collect();
    let shown = game.shown_of(ply, &refutation).max(2).min(refutation.len());
    let line = numbered(&game.game.positions[ply], &refutation[..shown], usize::MAX);
    told.push_str(&format!(" {line} leaves {} for {own}.", score(ply + 1)));
    told
}

/// A loss of winning chances, which go from -1 to 1, in points of 100.
fn points(loss: f64) -> String {
    counted((50.0 * loss).round() as u64, "point")
}

/// What the tree tells of a move.
fn reasons<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    tree: &BestFirst<G>,
    ply: usize,
) -> anyhow::Result<Vec<String>> {
    let mut reader = TreeReader::of_game(tree);
    let position = |ply: usize| &game.game.positions[ply];
    let before: Vec<String> = game.game.moves[..ply]
        .iter()
        .enumerate()
        .map(|(at, &mv)| position(at).machine_text(mv))
        .collect();
    if reader.follow(before.iter().map(String::as_str)).is_err() {
        return Ok(Vec::new());
    }
    let question = MoveQuestion::new(&reader, game.game.moves[ply])?.without_counts();
    let mover = game.verdicts[ply].mover;
    let own = |place: usize| game.facts[place].value.in_centipawns() * mover.sign();
    let lost = (own(ply) - own(ply + 1)) as i64;
    let explanation = question.explain()?;
    let causes = why::causes(&explanation, reader.position(), &mut why::few_trials());
    Ok(why::reasons(&explanation, &causes, reader.position(), lost))
}
