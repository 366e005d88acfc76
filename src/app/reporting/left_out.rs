//! Moves that a search was told not to consider: what is proven is proven without them.

use std::io::{self, Write};

use super::variation::numbered;
use crate::app::games::CommandLineGame;
use crate::search::Root;

/// On which condition proofs hold, where moves were left out.
pub const CONDITION: &str = "What is proven is proven without the moves that were left out.";

/// What stands behind a score that is certain only with moves left out; nothing behind another.
pub fn condition(is_conditional: bool) -> &'static str {
    if is_conditional { " with moves left out" } else { "" }
}

/// What stands behind the score of a result that is certain; nothing behind another.
pub fn proof_text(is_proven: bool, is_conditional: bool) -> String {
    if is_proven { format!(", proven{}", condition(is_conditional)) } else { String::new() }
}

/// The lines left out in numbered notation, each with the move at its end: `1. Rd8 Ng8`. Candidates of the root
/// are told as the others, if these are fewer.
pub fn left_out_lines<G: CommandLineGame>(root: &Root<G>) -> Vec<String> {
    let lines = root.lines_left_out().into_iter();
    let line = |moves: Vec<G::Move>| numbered(root.game(), &moves, usize::MAX);
    lines.map(line).chain(choice(root)).collect()
}

/// The moves of the root among which a search chooses, or those that it does not choose from.
fn choice<G: CommandLineGame>(root: &Root<G>) -> Vec<String> {
    let Some(candidates) = &root.candidates else { return Vec::new() };
    let game = root.game();
    let all = game.legal_moves();
    let text = |&mv: &G::Move| game.human_text(mv);
    let others: Vec<_> = all.iter().filter(|mv| !candidates.contains(mv)).map(text).collect();
    if others.len() <= candidates.len() {
        return others;
    }
    let kept: Vec<String> = candidates.iter().map(text).collect();
    vec![format!("all but {}", kept.join(", "))]
}

/// Writes the row of a summary that lists them, if there are any.
pub fn write<G: CommandLineGame>(root: &Root<G>, out: &mut dyn Write) -> io::Result<()> {
    let lines = left_out_lines(root);
    if lines.is_empty() { Ok(()) } else { writeln!(out, "without    {}", lines.join(", ")) }
}

/// The same as a sentence, for whatever shows proofs one by one; `None` if nothing is left out.
pub fn note<G: CommandLineGame>(root: &Root<G>) -> Option<String> {
    let lines = left_out_lines(root);
    (!lines.is_empty()).then(|| format!("Moves were left out: {}. {CONDITION}", lines.join(", ")))
}
