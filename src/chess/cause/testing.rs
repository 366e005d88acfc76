//! Positions and lines for tests.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _};

use super::line::Line;

pub(super) fn chess(fen: &str) -> anyhow::Result<Chess> {
    Ok(fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?)
}

/// A line of moves in UCI.
pub(super) fn line(fen: &str, moves: &str) -> anyhow::Result<Line> {
    let start = chess(fen)?;
    let mut at = start.clone();
    let mut played = Vec::new();
    for text in moves.split_whitespace() {
        let mv = text.parse::<UciMove>()?.to_move(&at)?;
        at.play_unchecked(mv);
        played.push(mv);
    }
    Ok(Line::new(&start, &played))
}
