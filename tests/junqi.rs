//! The four-country game: its rules against slow ones that were written from the rules alone.

mod contract;
mod play;
mod rules;
mod slow;
mod text;

use shans::game::{Game, Past};
use shans::junqi::{Move, Position, Rules};
use shans::random::Random;

/// The beginning of a game with random line-ups.
fn random_start(seed: u64) -> Position {
    Position::random_start(&mut Random::new(seed), &Rules::STANDARD)
}

fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn is_over(position: &Position) -> bool {
    position.outcome(&Past::default()).is_some()
}
