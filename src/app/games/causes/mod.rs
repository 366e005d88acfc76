//! The causes of a chess move, each checked by taking it away: small searches say what is left of the difference without it.
//!
//! | file | what it is for |
//! |---|---|
//! | `inquiry` | the tests, and what is told of their results |
//! | `bad` | what a move allows, misses and does not stop |
//! | `good` | what a move wins, saves, stops and threatens |
//! | `immune` | the rule that a piece cannot be taken |

mod bad;
mod good;
mod immune;
mod inquiry;

#[cfg(test)]
mod tests;

use shakmaty::Move;

use self::bad::Bad;
use self::good::Good;
use self::inquiry::Inquiry;
pub(super) use self::inquiry::{all_but, player};
use super::cause_story::{CauseQuestion, Causes};
use crate::chess::Position;
use crate::inspect::Trials;

/// A difference of fewer points needs no reason: about half a pawn near equality.
const LEAST: f64 = 0.04;

/// Why the move is bad, or what the best one does.
pub(super) fn causes(
    position: &Position,
    asked: &CauseQuestion<Move>,
    trials: &mut Trials,
) -> Causes<Move> {
    let Some(&mv) = asked.line.first() else { return Causes::default() };
    let difference = (asked.points - asked.rival_points).abs();
    let mut inquiry = Inquiry::new(position, trials, mv, difference.max(LEAST));
    if asked.is_best {
        if let Some(mut good) = Good::new(&mut inquiry, asked) {
            good.explain();
        }
        return inquiry.finish();
    }
    if difference < LEAST {
        return Causes::default();
    }
    if let Some(mut bad) = Bad::new(&mut inquiry, asked) {
        bad.explain();
    }
    if inquiry.is_empty() {
        // What the best move would have done.
        let best = CauseQuestion {
            line: asked.rival.clone(),
            rival: asked.line.clone(),
            points: asked.rival_points,
            rival_points: asked.points,
            is_best: true,
        };
        if let Some(mut good) = Good::new(&mut inquiry, &best) {
            good.explain();
        }
    }
    inquiry.finish()
}
