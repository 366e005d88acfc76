//! What a line of moves wins or loses in pieces, in a player's words: "the exchange for a pawn".

use shakmaty::{Board, Chess, Color, Move, Position as _, Role};

use super::see::see;

/// Pieces that one side has won by a line, those that it has lost counted as negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    pawns: i32,
    /// Knights and bishops.
    minors: i32,
    rooks: i32,
    queens: i32,
}

/// What a line wins for the side to move before it, and after how many of its plies that is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineGain {
    /// The pieces.
    pub gain: Gain,
    /// As few plies as show it.
    pub plies: usize,
    /// Whether a pawn promotes on the way.
    pub promotes: bool,
}

impl Gain {
    fn between(before: &Board, after: &Board, side: Color) -> Gain {
        let balance = |board: &Board, role| {
            let count = |color| (board.by_role(role) & board.by_color(color)).count() as i32;
            count(side) - count(!side)
        };
        let won = |role| balance(after, role) - balance(before, role);
        Gain {
            pawns: won(Role::Pawn),
            minors: won(Role::Knight) + won(Role::Bishop),
            rooks: won(Role::Rook),
            queens: won(Role::Queen),
        }
    }

    /// The usual count: 1, 3, 5 and 9 for pawn, minor piece, rook and queen.
    pub const fn points(self) -> i32 {
        self.pawns + 3 * self.minors + 5 * self.rooks + 9 * self.queens
    }

    /// What the side that comes off worse gives, and what it gets for it; `None` where both are worth the same.
    pub fn words(self) -> Option<String> {
        let given = match self.points() {
            0 => return None,
            points if points < 0 => self.negated(),
            _ => self,
        };
        let Gain { pawns, mut minors, mut rooks, queens } = given;
        let mut lost = Vec::new();
        let mut got = Vec::new();
        while rooks > 0 && minors < 0 {
            (rooks, minors) = (rooks - 1, minors + 1);
            lost.push("the exchange".to_string());
        }
        for (count, one, many) in [
            (queens, "the queen", "queens"),
            (rooks, "a rook", "rooks"),
            (minors, "a piece", "pieces"),
            (pawns, "a pawn", "pawns"),
        ] {
            let side = if count > 0 { &mut lost } else { &mut got };
            match count.unsigned_abs() {
                0 => {}
                1 => side.push(one.to_string()),
                count => side.push(format!("{} {many}", number(count))),
            }
        }
        let lost = lost.join(" and ");
        match got.join(" and ") {
            got if got.is_empty() => Some(lost),
            got => Some(format!("{lost} for {}", got.replace("the queen", "a queen"))),
        }
    }

    const fn negated(self) -> Gain {
        let Gain { pawns, minors, rooks, queens } = self;
        Gain { pawns: -pawns, minors: -minors, rooks: -rooks, queens: -queens }
    }
}

fn number(count: u32) -> String {
    match count {
        2 => "two".to_string(),
        3 => "three".to_string(),
        4 => "four".to_string(),
        more => more.to_string(),
    }
}

/// What a line of legal moves wins for the side to move. Only positions count in which the side to move wins
/// nothing by a capture: in the middle of an exchange nothing is won yet. `None` where there is no such position.
///
/// ```
/// use shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};
/// use shans::chess::gain_of_line;
///
/// let fen: Fen = "4k3/8/8/3p4/4N3/8/8/4K3 b - - 0 1".parse()?;
/// let chess: Chess = fen.into_position(CastlingMode::Standard)?;
/// let mv = "d5e4".parse::<UciMove>()?.to_move(&chess)?;
/// let won = gain_of_line(&chess, &[mv]).and_then(|line| line.gain.words());
/// assert_eq!(won.as_deref(), Some("a piece"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn gain_of_line(chess: &Chess, line: &[Move]) -> Option<LineGain> {
    let side = chess.turn();
    let mut at = chess.clone();
    let mut quiet: Vec<(usize, Gain)> = Vec::new();
    let mut promotes = false;
    for (index, &mv) in line.iter().enumerate() {
        promotes |= mv.is_promotion();
        at.play_unchecked(mv);
        if is_quiet(&at) {
            quiet.push((index + 1, Gain::between(chess.board(), at.board(), side)));
        }
    }
    let &(_, gain) = quiet.last()?;
    let settled = quiet.iter().rev().take_while(|&&(_, at)| at == gain).last();
    settled.map(|&(plies, gain)| LineGain { gain, plies, promotes })
}

/// Whether the side to move has no capture that wins anything, and is not in check.
fn is_quiet(chess: &Chess) -> bool {
    !chess.is_check() && chess.capture_moves().iter().all(|&mv| see(chess, mv) <= 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn gain(pawns: i32, minors: i32, rooks: i32, queens: i32) -> Gain {
        Gain { pawns, minors, rooks, queens }
    }

    #[test]
    fn pieces_are_told_as_players_tell_them() {
        let told = |gain: Gain| gain.words().unwrap_or_default();
        assert_eq!(told(gain(-1, 0, 0, 0)), "a pawn");
        assert_eq!(told(gain(2, 0, 0, 0)), "two pawns");
        assert_eq!(told(gain(1, -1, 0, 0)), "a piece for a pawn");
        assert_eq!(told(gain(0, 1, -1, 0)), "the exchange");
        assert_eq!(told(gain(1, 1, -1, 0)), "the exchange for a pawn");
        assert_eq!(told(gain(0, 0, 1, -1)), "the queen for a rook");
        assert_eq!(told(gain(-1, 0, 0, -1)), "the queen and a pawn");
        assert_eq!(gain(3, -1, 0, 0).words(), None, "as much as was given");
        assert_eq!(gain(0, 0, 0, 0).words(), None);
    }
}
