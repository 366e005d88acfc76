//! What a move loses against the best of its siblings, and the colours of that.

use super::score::Score;
use super::style::Colour;

/// As much as a win is worth where scores are compared: centipawns.
const WON: i64 = 2_000;
/// A move that loses no more than this is as good as the best; one that loses this much is bad: centipawns.
const GOOD: i64 = 30;
const BAD: i64 = 150;

/// A score in centipawns; wins and losses as the most of them.
pub fn centipawns(score: Score) -> i64 {
    let win = |is_won: bool| if is_won { WON } else { -WON };
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(moves) => win(moves > 0),
        Score::Seen { won, .. } | Score::Table { won, .. } => win(won),
    }
}

/// The colour of a move that is worth this many centipawns less than the best of its siblings.
pub fn colour(loss: i64) -> Colour {
    match loss {
        ..=GOOD => Colour::Good,
        BAD.. => Colour::Bad,
        _ => Colour::Neither,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_the_best_and_losses_the_worst() {
        assert!(centipawns(Score::Mate(3)) > centipawns(Score::Cp(900)));
        assert!(centipawns(Score::Seen { won: false, mate: None }) < centipawns(Score::Cp(-900)));
        assert_eq!(
            [colour(0), colour(31), colour(150)],
            [Colour::Good, Colour::Neither, Colour::Bad]
        );
    }
}
