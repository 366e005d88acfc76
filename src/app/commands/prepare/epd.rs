//! The positions of one's own turns as EPD, with the answers and their values.

use std::collections::HashSet;
use std::io::{self, Write};

use super::place::Place;
use super::repertoire::Plan;
use crate::game::Notation;
use crate::inspect::Score;

/// Writes a line for each position: `bm` has the answer and others that are nearly as good, `ce` the value of the answer in
/// centipawns for the side to move, or `dm` the moves to a proven mate.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(plan: &Plan, first: &Place, out: &mut dyn Write) -> io::Result<()> {
    let mut told = HashSet::new();
    for place in first.all().into_iter().filter(|place| plan.has_answer(place)) {
        let fen = place.position.describe();
        let board: Vec<&str> = fen.split(' ').take(4).collect();
        let board = board.join(" ");
        if !told.insert(board.clone()) {
            continue;
        }
        let moves = place.next.iter().filter_map(Place::mv);
        let moves: Vec<String> = moves.map(|mv| place.position.human_text(mv)).collect();
        let value = place.next.first().and_then(Place::value_of_move);
        let value = match value.map(|value| Score::new(value, plan.player())) {
            Some(Score::Cp(cp)) => format!(" ce {cp};"),
            Some(Score::Mate(moves)) if moves > 0 => format!(" dm {moves};"),
            _ => String::new(),
        };
        writeln!(out, "{board} bm {};{value}", moves.join(" "))?;
    }
    Ok(())
}
