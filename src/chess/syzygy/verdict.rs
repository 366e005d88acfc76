//! What tables say of a position, under the fifty-move rule.

use std::fmt;

use shakmaty::Color;
use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};

use crate::chess::clock::FIFTY_MOVES;
use crate::value::{Player, Value};

/// What tables say of a position.
#[derive(Clone, Debug)]
pub struct TableVerdict {
    /// The table: `KQvKR`.
    pub table: String,
    /// Who wins where the last move was a capture or a move of a pawn, for the side to move.
    pub wdl: Wdl,
    /// Plies until the next such move, or mate, for the side to move; 0 in a draw. `None` where no table says.
    pub dtz: Option<MaybeRounded<Dtz>>,
    /// Who moves.
    pub turn: Color,
    /// Plies since the last capture or move of a pawn.
    pub clock: u32,
}

/// The plies of a distance to the next zeroing move: at least, and at most.
fn plies(dtz: MaybeRounded<Dtz>) -> (u32, u32) {
    let least = i32::from(dtz.ignore_rounding()).unsigned_abs();
    // Tables may leave out one ply.
    let most = least + u32::from(dtz.precise().is_none());
    (least, most)
}

/// The exact value of an unfinished position with this clock, as long as no position comes back: a
/// draw, or a win with the plies until its next zeroing move, 0 where the last move was one. `None`
/// where that is not known for certain. `dtz` is asked only where it matters.
pub(super) fn exact(
    (wdl, turn, clock): (Wdl, Color, u32),
    dtz: impl FnOnce() -> Option<MaybeRounded<Dtz>>,
) -> Option<Value> {
    let winner = match wdl {
        Wdl::Win => turn,
        Wdl::Loss => !turn,
        // A position that the fifty-move rule saves is not a win.
        Wdl::CursedWin | Wdl::BlessedLoss | Wdl::Draw => return Some(Value::DRAW),
    };
    let winner = winner.fold_wb(Player::Max, Player::Min);
    if clock == 0 {
        return Some(Value::table_win(winner, 0));
    }
    let (least, most) = plies(dtz()?);
    if clock + most <= FIFTY_MOVES {
        return Some(Value::table_win(winner, u16::try_from(most).unwrap_or(u16::MAX)));
    }
    (clock + least > FIFTY_MOVES).then_some(Value::DRAW)
}

impl TableVerdict {
    /// Who wins, the fifty-move rule aside; `None` in a draw.
    fn winner(&self) -> Option<Color> {
        match self.wdl {
            Wdl::Win | Wdl::CursedWin => Some(self.turn),
            Wdl::Loss | Wdl::BlessedLoss => Some(!self.turn),
            Wdl::Draw => None,
        }
    }

    /// `, zeroing move in 12 plies`; `in 12 or 13 plies` where tables round.
    fn distance(&self) -> String {
        let Some((least, most)) = self.dtz.map(plies) else { return String::new() };
        let unit = if most == 1 { "ply" } else { "plies" };
        match least == most {
            true => format!(", zeroing move in {most} {unit}"),
            false => format!(", zeroing move in {least} or {most} {unit}"),
        }
    }
}

/// `a tablebase win for White (KQvKR), zeroing move in 12 plies`; `a tablebase draw (KRvKN)`; and why a
/// win is none.
impl fmt::Display for TableVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, distance) = (&self.table, self.distance());
        let Some(winner) = self.winner() else {
            return write!(f, "a tablebase draw ({table})");
        };
        let name = winner.fold_wb("White", "Black");
        let is_cursed = matches!(self.wdl, Wdl::CursedWin | Wdl::BlessedLoss);
        let value = exact((self.wdl, self.turn, self.clock), || self.dtz);
        match value {
            Some(value) if value == Value::DRAW => {
                let wins = if is_cursed { "would win" } else { "would win with fewer moves made" };
                write!(
                    f,
                    "a tablebase draw by the fifty-move rule ({table}): {name} {wins}{distance}"
                )
            }
            Some(_) => write!(f, "a tablebase win for {name} ({table}){distance}"),
            None => write!(
                f,
                "a tablebase win for {name} ({table}){distance}, which the fifty-move rule may \
                 prevent"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn win(wdl: Wdl, dtz: MaybeRounded<Dtz>, clock: u32) -> Option<Value> {
        exact((wdl, Color::White, clock), || Some(dtz))
    }

    #[test]
    fn a_win_needs_its_zeroing_move_in_time() {
        let white = |plies| Some(Value::table_win(Player::Max, plies));
        let precise = MaybeRounded::Precise(Dtz(20));
        assert_eq!(win(Wdl::Win, precise, 80), white(20));
        assert_eq!(win(Wdl::Win, precise, 81), Some(Value::DRAW));
        assert_eq!(win(Wdl::Win, precise, 0), white(0), "whatever was counted ends here");
        let rounded = MaybeRounded::Rounded(Dtz(20));
        assert_eq!(win(Wdl::Win, rounded, 79), white(21));
        assert_eq!(win(Wdl::Win, rounded, 80), None, "20 plies would do, 21 would not");
        assert_eq!(win(Wdl::Win, rounded, 81), Some(Value::DRAW));
        let lost = MaybeRounded::Precise(Dtz(-3));
        assert_eq!(win(Wdl::Loss, lost, 97), Some(Value::table_win(Player::Min, 3)));
        assert_eq!(win(Wdl::Loss, lost, 98), Some(Value::DRAW));
    }

    #[test]
    fn what_the_rule_saves_is_a_draw_whatever_the_clock() {
        for wdl in [Wdl::CursedWin, Wdl::BlessedLoss, Wdl::Draw] {
            for clock in [0, 50, 99] {
                let unasked = || panic!("not asked");
                assert_eq!(exact((wdl, Color::Black, clock), unasked), Some(Value::DRAW));
            }
        }
        assert_eq!(exact((Wdl::Win, Color::White, 7), || None), None, "no table of distances");
    }

    #[test]
    fn verdicts_are_told_as_what_they_are() {
        let told = |wdl, dtz, clock| {
            let table = "KQvKR".to_string();
            TableVerdict { table, wdl, dtz, turn: Color::Black, clock }.to_string()
        };
        let (win, rounded) = (MaybeRounded::Precise(Dtz(12)), MaybeRounded::Rounded(Dtz(12)));
        assert_eq!(told(Wdl::Draw, None, 4), "a tablebase draw (KQvKR)");
        let expected = "a tablebase win for Black (KQvKR), zeroing move in 12 plies";
        assert_eq!(told(Wdl::Win, Some(win), 88), expected);
        assert_eq!(told(Wdl::Win, None, 0), "a tablebase win for Black (KQvKR)");
        let lost = Some(MaybeRounded::Precise(Dtz(-1)));
        let expected = "a tablebase win for White (KQvKR), zeroing move in 1 ply";
        assert_eq!(told(Wdl::Loss, lost, 4), expected);
        let expected = "a tablebase draw by the fifty-move rule (KQvKR): Black would win with \
                        fewer moves made, zeroing move in 12 plies";
        assert_eq!(told(Wdl::Win, Some(win), 89), expected);
        let cursed = Some(MaybeRounded::Precise(Dtz(112)));
        let expected = "a tablebase draw by the fifty-move rule (KQvKR): Black would win, zeroing \
                        move in 112 plies";
        assert_eq!(told(Wdl::CursedWin, cursed, 0), expected);
        let expected = "a tablebase win for Black (KQvKR), zeroing move in 12 or 13 plies, which \
                        the fifty-move rule may prevent";
        assert_eq!(told(Wdl::Win, Some(rounded), 88), expected);
    }
}
