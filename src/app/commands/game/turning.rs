//! The moves that decided a game, with what was missed and what refutes the move.

use std::cmp::Reverse;

use super::analysed::{AnalysedGame, TurningPoint};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{Score, counted, in_words};
use crate::app::reporting::variation::numbered;
use crate::sorting::falling;

/// No more of them are reported.
const MOST: usize = 6;

/// The moves of a game that lost most, in its order.
pub fn turning_points<G: CommandLineGame>(game: &AnalysedGame<'_, G>) -> Vec<TurningPoint> {
    let mut worst = worst_first(game);
    worst.truncate(MOST);
    worst.sort_unstable();
    let point = |ply| {
        let why = game.reasons_of(ply).to_vec();
        TurningPoint { ply, sentence: sentence(game, ply), why }
    };
    worst.into_iter().map(point).collect()
}

/// The moves that have a mark, those that lost most first.
pub fn worst_first<G: CommandLineGame>(game: &AnalysedGame<'_, G>) -> Vec<usize> {
    let marked = (0..game.verdicts.len()).filter(|&ply| game.verdicts[ply].mark.is_some());
    let mut plies: Vec<usize> = marked.collect();
    plies.sort_by_cached_key(|&ply| {
        let verdict = &game.verdicts[ply];
        (Reverse(verdict.mark), falling(verdict.loss()))
    });
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
