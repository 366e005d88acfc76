//! Moves and positions as people write them.

use super::kind::Kind;
use super::point::Point;
use super::position::{Move, Position};
use crate::game::{Game, MoveTextError, Notation, Past, Turn};
use crate::value::Player;

impl Notation for Position {
    const NAME: &'static str = "junqi";

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::Max => "South+North",
            Player::Min => "East+West",
        }
    }

    fn machine_text(&self, mv: Move) -> String {
        match mv {
            Move::Step { from, to } => {
                format!("{from}{}{to}", if self.is_attack(mv) { 'x' } else { '-' })
            }
            Move::Reveal { at, kind } => format!("{at}={}", kind.letter()),
        }
    }

    fn human_text(&self, mv: Move) -> String {
        self.machine_text(mv)
    }

    /// Every ply has its number, from 1 on. It is written where a line starts.
    fn move_number(&self, starts_line: bool) -> Option<String> {
        let is_numbered = starts_line && self.turn() != Turn::Random;
        is_numbered.then(|| format!("{}.", u32::from(self.plies()) + 1))
    }

    fn ending(&self, _past: &Past<'_>) -> String {
        match self.winner() {
            Some(winner) => {
                let loser = Position::player_name(winner.opponent());
                format!("{loser} are out, {} have won", Position::player_name(winner))
            }
            None => "draw by the number of plies".to_string(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let mv = read(text).ok_or(MoveTextError::Unreadable)?;
        let mut legal = Vec::new();
        self.moves(&mut legal);
        if legal.contains(&mv) { Ok(mv) } else { Err(MoveTextError::Illegal) }
    }

    fn describe(&self) -> String {
        self.text()
    }

    fn read(text: &str, (): ()) -> Option<Position> {
        Position::from_text(text).ok()
    }
}

/// `S15-E11`, `S15xE11` or `E11=7`.
fn read(text: &str) -> Option<Move> {
    if let Some((at, kind)) = text.split_once('=') {
        let mut letters = kind.chars();
        let kind = letters.next().and_then(Kind::by_letter)?;
        let at = Point::by_name(at).filter(|_| letters.next().is_none())?;
        return Some(Move::Reveal { at, kind });
    }
    let (from, to) = text.split_once(['-', 'x', 'X'])?;
    Some(Move::Step { from: Point::by_name(from)?, to: Point::by_name(to)? })
}
