//! Lines of moves in arguments.

use super::move_argument::{NoSuchMove, legal_move};
use super::move_words::{bare_move, words};
use crate::app::games::CommandLineGame;

/// The lines that these texts name, each from this position on.
///
/// # Errors
///
/// [`NoSuchMove`] for a move that is not legal where it stands.
pub fn lines<G: CommandLineGame>(
    position: &G,
    option: &'static str,
    texts: &[String],
) -> Result<Vec<Vec<G::Move>>, NoSuchMove> {
    texts.iter().map(|text| line(position, option, text)).collect()
}

fn line<G: CommandLineGame>(
    position: &G,
    option: &'static str,
    text: &str,
) -> Result<Vec<G::Move>, NoSuchMove> {
    let mut game = position.clone();
    let mut moves = Vec::new();
    for word in words(text).filter_map(bare_move) {
        let mv = legal_move(&game, option, word)?;
        game.play(mv);
        moves.push(mv);
    }
    Ok(moves)
}
