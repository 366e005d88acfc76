//! A line of moves as an attacker sees it, and where it wins something for good.

use shakmaty::{Chess, Color, Move, Position as _};

use super::board::{after, balance, most_in_pawns, takes_on, won_by_captures};

/// No more plies of a line are looked at.
const PLIES: usize = 14;
/// What is won in a later ply is not told as the point of the line.
const DEEPEST: usize = 8;
/// So many captures one after the other are tried to see what is left of a gain, in plies.
const CAPTURES: u32 = 5;

/// Legal moves of which the first, third and so on are the attacker's.
#[derive(Clone, Debug)]
pub struct Line {
    attacker: Color,
    /// The positions before each move, and the last one.
    boards: Vec<Chess>,
    moves: Vec<Move>,
}

/// Where the attacker wins something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it is.
    pub kind: EventKind,
    /// The move that wins it, counted from 0.
    pub ply: usize,
}

/// What an attacker wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The game.
    Mate,
    /// A queen, say, for a pawn.
    Promotion,
    /// A piece or a pawn.
    Capture,
}

impl Line {
    /// The line from a position on; moves that are not legal there end it.
    pub fn new(start: &Chess, moves: &[Move]) -> Line {
        let mut line =
            Line { attacker: start.turn(), boards: vec![start.clone()], moves: Vec::new() };
        for &mv in moves.iter().take(PLIES) {
            let last = line.last();
            if !last.is_legal(mv) {
                break;
            }
            let next = after(last, mv);
            line.boards.push(next);
            line.moves.push(mv);
        }
        line
    }

    /// Whose first move it is.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position before the move with this number, or behind the last one.
    pub fn at(&self, ply: usize) -> &Chess {
        self.boards.get(ply).unwrap_or(self.last())
    }

    /// The position behind the last move.
    pub fn last(&self) -> &Chess {
        // There is always the first position.
        &self.boards[self.boards.len() - 1]
    }

    /// Whose gain what the side to move takes is: 1 for the attacker's, -1 for the other one's.
    fn sign(&self, chess: &Chess) -> i32 {
        if chess.turn() == self.attacker { 1 } else { -1 }
    }

    /// The attacker's material after 0, 1, … plies, in pawns: exchanges on the square of the last move played out, and at the end
    /// of the line whatever the side to move can take.
    fn balances(&self) -> Vec<i32> {
        let mut told: Vec<i32> =
            self.boards.iter().map(|chess| balance(chess.board(), self.attacker)).collect();
        for (index, mv) in self.moves.iter().enumerate() {
            let next = &self.boards[index + 1];
            told[index + 1] += self.sign(next) * most_in_pawns(next, &takes_on(next, mv.to()));
        }
        let end = self.last();
        let hangs = most_in_pawns(end, &end.capture_moves());
        if let Some(last) = told.last_mut() {
            *last = balance(end.board(), self.attacker) + self.sign(end) * hangs;
        }
        told
    }

    /// The same with all that both sides take one after the other, on any square: where each takes something else, what was won first
    /// seems to be given back at once.
    fn settled(&self) -> Vec<i32> {
        let told = |chess: &Chess| {
            balance(chess.board(), self.attacker)
                + self.sign(chess) * won_by_captures(chess, CAPTURES)
        };
        self.boards.iter().map(told).collect()
    }

    /// The first gain of the attacker that lasts to the end of the line; `None` where he has no more than `before`, his material
    /// before the move that is judged.
    pub fn event(&self, before: i32) -> Option<Event> {
        if self.last().is_checkmate() && self.last().turn() != self.attacker {
            return Some(Event { kind: EventKind::Mate, ply: self.moves.len() - 1 });
        }
        let told = self.balances();
        if told.last().is_none_or(|&last| last - before < 1) {
            return None;
        }
        let first = |held: &[i32]| {
            let mut plies = (0..self.moves.len().min(DEEPEST + 1)).step_by(2);
            plies.find(|&ply| self.lasts(ply, before, &told, held))
        };
        let ply = first(&told).or_else(|| first(&self.settled()))?;
        let kind = match self.moves[ply].is_promotion() {
            true => EventKind::Promotion,
            false => EventKind::Capture,
        };
        Some(Event {
            kind,
            ply: if kind == EventKind::Capture { self.first_on_square(ply) } else { ply },
        })
    }

    /// Whether the capture or promotion of this ply gains a pawn or more that is never given back, as what is `held` after each ply
    /// shows. What is taken back at once is no gain, nor is what the move before the line took.
    fn lasts(&self, ply: usize, before: i32, told: &[i32], held: &[i32]) -> bool {
        let mv = self.moves[ply];
        let base = if ply == 0 { told[0].max(before) } else { told[ply - 1] };
        let least = held[ply + 1..].iter().min();
        (mv.is_capture() || mv.is_promotion()) && least.is_some_and(|least| least - base >= 1)
    }

    /// An exchange on one square is told from its first capture on.
    fn first_on_square(&self, mut ply: usize) -> usize {
        let on = |ply: usize| self.moves[ply].to();
        while ply >= 2 && on(ply - 2) == on(ply) && on(ply - 1) == on(ply) {
            if !self.moves[ply - 2].is_capture() {
                break;
            }
            ply -= 2;
        }
        ply
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::line;
    use super::*;

    fn event(fen: &str, moves: &str) -> anyhow::Result<Option<(EventKind, usize)>> {
        let line = line(fen, moves)?;
        let before = balance(line.at(0).board(), line.attacker());
        Ok(line.event(before).map(|event| (event.kind, event.ply)))
    }

    #[test]
    fn the_first_gain_that_lasts_is_the_point() -> anyhow::Result<()> {
        // A pawn, then a knight: the pawn comes first, though the knight is more.
        let two = event("4k3/8/8/p2n4/8/8/8/R3K3 w - - 0 1", "a1a5 e8e7 a5d5")?;
        assert_eq!(two, Some((EventKind::Capture, 0)));
        // What is taken back was no gain; the pawn behind it is.
        let fen = "4k3/8/2p5/3n4/7p/5N2/2B5/4K3 w - - 0 1";
        assert_eq!(event(fen, "c2d1 e8e7 f3h4")?, Some((EventKind::Capture, 2)));
        let exchange = "r3k3/8/8/3n4/p7/8/6B1/R3K3 w - - 0 1";
        assert_eq!(event(exchange, "g2d5 e8e7 d5a8")?, Some((EventKind::Capture, 0)));
        assert_eq!(event("4k3/8/2p5/3n4/8/8/6B1/4K3 w - - 0 1", "g2d5 c6d5")?, None);
        Ok(())
    }

    #[test]
    fn a_gain_lasts_where_each_side_takes_something_else() -> anyhow::Result<()> {
        // The bishop takes a pawn and leaves the knight; a rook takes that, the bishop a rook, and so on: two pawns are won.
        let fen = "r4rk1/pp2ppbp/2n3p1/4Pb2/2B1n1P1/5N2/PP3P1P/R1BNR1K1 b - - 0 13";
        let moves = "f5g4 f3h4 c6e5 e1e4 g4d1 c1f4 e5c4 a1d1";
        assert_eq!(event(fen, moves)?, Some((EventKind::Capture, 0)));
        Ok(())
    }

    #[test]
    fn mate_and_promotion_are_points_too() -> anyhow::Result<()> {
        let mate = event("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8")?;
        assert_eq!(mate, Some((EventKind::Mate, 0)));
        let queen = event("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q")?;
        assert_eq!(queen, Some((EventKind::Promotion, 0)));
        Ok(())
    }

    #[test]
    fn an_exchange_is_told_from_its_first_capture() -> anyhow::Result<()> {
        // Rook takes, rook takes back, rook takes: the pawn of d5 is what falls, at once.
        let fen = "3r2k1/8/8/3p4/8/3R4/3R4/3R2K1 w - - 0 1";
        assert_eq!(event(fen, "d3d5 d8d5 d2d5 g8f7")?, Some((EventKind::Capture, 0)));
        Ok(())
    }

    #[test]
    fn moves_that_are_not_legal_end_a_line() -> anyhow::Result<()> {
        let chess = line("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8")?;
        let again: Vec<Move> = chess.moves().iter().chain(chess.moves()).copied().collect();
        assert_eq!(Line::new(chess.at(0), &again).moves().len(), 1);
        Ok(())
    }
}
