//! Why the marked moves of a game are bad, and why its only good moves are good, each reason checked by small searches.

use super::analysed::AnalysedGame;
use super::missed::ChanceKind;
use super::turning::worst_first;
use crate::app::commands::explore::Reasons;
use crate::app::commands::why;
use crate::app::games::CommandLineGame;
use crate::inspect::{MoveQuestion, TreeReader, Trials};
use crate::search::BestFirst;

/// So many moves are explained, those that lost most, while that takes no more nodes than the game took. The worst one is in
/// any case ...
const FIRST: usize = 6;
/// ... and the others while it takes less than this part of them.
const PART: u64 = 4;

/// The reasons of a game.
///
/// # Errors
///
/// A tree with a move that is not legal.
pub fn reasons<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    tree: &BestFirst<G>,
) -> anyhow::Result<Reasons> {
    let found = game.chances.iter().filter(|chance| chance.kind == ChanceKind::OnlyMoveFound);
    let found = found.map(|chance| chance.ply).filter(|&ply| !is_obvious(game, ply));
    let moves = worst_first(game).into_iter().chain(found);
    let (mut reasons, mut spent) = (Reasons::new(), 0);
    for (number, ply) in moves.enumerate() {
        let part = if number < FIRST { 1 } else { PART };
        if number > 0 && spent * part >= tree.nodes() {
            break;
        }
        let mut trials = why::few_trials();
        let told = explain(game, tree, ply, &mut trials)?;
        spent += trials.spent();
        if !told.is_empty() {
            reasons.insert(ply, told);
        }
    }
    Ok(reasons)
}

/// Whether a good move needs no reason: it ends the game, or takes what has just moved.
fn is_obvious<G: CommandLineGame>(game: &AnalysedGame<'_, G>, ply: usize) -> bool {
    let goes_to = |ply: usize| {
        let text = game.game.positions[ply].machine_text(game.game.moves[ply]);
        text.get(2..4).map(str::to_string)
    };
    let ends =
        game.facts.get(ply + 1).is_some_and(|fact| fact.is_decided && fact.best_line.is_empty());
    ends || ply > 0 && goes_to(ply) == goes_to(ply - 1)
}

/// What the tree tells of a move.
fn explain<G: CommandLineGame>(
    game: &AnalysedGame<'_, G>,
    tree: &BestFirst<G>,
    ply: usize,
    trials: &mut Trials,
) -> anyhow::Result<Vec<String>> {
    let mut reader = TreeReader::of_game(tree);
    if game.game.moves[..ply].iter().any(|&mv| reader.step(mv).is_err()) {
        return Ok(Vec::new());
    }
    let question = MoveQuestion::new(&reader, game.game.moves[ply])?.without_counts();
    let mover = game.verdicts[ply].mover;
    let own = |place: usize| game.facts[place].value.in_centipawns() * mover.sign();
    let lost = (own(ply) - own(ply + 1)) as i64;
    let explanation = question.explain()?;
    let causes = why::causes(&explanation, reader.position(), trials);
    Ok(match game.verdicts[ply].mark {
        Some(_) => why::reasons(&explanation, &causes, reader.position(), lost),
        None => why::praise(&explanation, &causes, reader.position()),
    })
}
