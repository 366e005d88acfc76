//! The contract of the search; moves and positions as people write and see them.

use super::kind::Kind;
use super::point::Point;
use super::position::{Move, Piece, Position};
use crate::game::{Game, MoveCode, MoveTextError, Notation, Past, Turn};
use crate::value::{Player, Value};

impl Game for Position {
    type Move = Move;

    fn turn(&self) -> Turn {
        if self.is_waiting() { Turn::Random } else { self.seat.player().into() }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.outcome(&Past::default()).is_some() {
            return;
        }
        if self.is_waiting() {
            self.reveals(out);
        } else {
            self.each_step(|from, to| out.push(Move::Step { from, to }));
        }
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Move::Step { from, to } => self.step(from, to),
            Move::Reveal { at, kind } => {
                self.reveal(at, kind);
                self.go_on();
            }
        }
    }

    fn outcome(&self, _past: &Past<'_>) -> Option<Value> {
        if let Some(winner) = self.winner() {
            return Some(Value::win_in(winner, 0));
        }
        (self.is_drawn() && !self.is_waiting()).then_some(Value::DRAW)
    }

    /// How many of the kind the seat has among its unknown pieces.
    fn odds(&self, outcome: Move) -> f32 {
        let Move::Reveal { at, kind } = outcome else { return 1.0 };
        let count = self.piece(at).map_or(1, |piece| self.pool(piece.seat).of(kind));
        f32::from(count.max(1))
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    /// Steps by both points, what comes to light by the point and the kind.
    fn encode(&self, mv: Move) -> MoveCode {
        let code = match mv {
            Move::Step { from, to } => from.index() * Point::COUNT + to.index(),
            Move::Reveal { at, kind } => at.index() * Kind::COUNT + kind.index(),
        };
        MoveCode(code as u16)
    }

    fn decode(&self, code: MoveCode) -> Option<Move> {
        let code = usize::from(code.0);
        if self.is_waiting() {
            let at = Point::from_index(code / Kind::COUNT)?;
            return Some(Move::Reveal { at, kind: Kind::ALL[code % Kind::COUNT] });
        }
        let from = Point::from_index(code / Point::COUNT)?;
        let to = Point::from_index(code % Point::COUNT)?;
        Some(Move::Step { from, to })
    }
}

impl Position {
    /// Whether a step is an attack.
    pub fn is_attack(&self, mv: Move) -> bool {
        self.attack(mv).is_some()
    }

    /// The attacker and the defender, where a move is an attack.
    pub(super) fn attack(&self, mv: Move) -> Option<(Piece, Piece)> {
        let Move::Step { from, to } = mv else { return None };
        self.piece(from).zip(self.piece(to))
    }
}

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

/// Rows and columns of the grid.
const WIDTH: u8 = 17;

impl Position {
    /// The board in several lines: the seat and what a piece is, `?` for a kind that is not known;
    /// points are `.`, camps `o` and headquarters `^`.
    pub fn drawing(&self) -> String {
        let point_at = |x, y| Point::all().find(|point| point.grid() == (x, y));
        let cell = |x, y| point_at(x, y).map_or(String::new(), |point| self.point_text(point));
        let row = |y| {
            let cells = (0..WIDTH).map(|x| format!("{:<2}", cell(x, y)));
            cells.collect::<Vec<_>>().join(" ").trim_end().to_string()
        };
        (0..WIDTH).map(row).collect::<Vec<_>>().join("\n")
    }

    fn point_text(&self, point: Point) -> String {
        let kind = |piece: Piece| piece.kind().map_or('?', |kind| kind.letter());
        match self.piece(point) {
            Some(piece) => format!("{}{}", piece.seat.letter().to_ascii_lowercase(), kind(piece)),
            None if point.is_camp() => "o".to_string(),
            None if point.is_headquarters() => "^".to_string(),
            None => ".".to_string(),
        }
    }
}
