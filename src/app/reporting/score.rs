//! Scores, chances and efforts as text.

use indicatif::HumanCount;

use crate::game::Evaluate;
use crate::inspect::win_draw_loss;
pub use crate::inspect::{BoundedScore, Chances, Score, ScoreBound, mover};
use crate::search::{Line, Report};
use crate::value::Player;
use crate::win_draw_loss::WinDrawLoss;

/// What the words in place of a score mean.
pub const WON_LEGEND: &str = "\
won? and lost? are forced mates as far as the search has seen; there may be a better defence.";

/// What the scores of tables mean.
pub const TABLE_LEGEND: &str = "\
tb+12: a win by endgame tables, with the next capture, pawn move or mate in 12 plies; tb-12: a loss.";

/// What the signs of bounds mean.
pub const BOUND_LEGEND: &str = "\
≤ at most, ≥ at least, to the depth searched; ~ provisional: some moves are not searched yet.";

/// What the mark of a move on trial means.
pub const TRIAL_LEGEND: &str = "\
* on trial: looks better than the answer, but the search is still looking for its refutation.";

/// `no better than +0.31`: a score in a sentence.
pub fn in_words(BoundedScore { score, bound }: BoundedScore) -> String {
    match bound {
        None => match score {
            Score::Table { won: true, plies } => {
                format!("a tablebase win, zeroing move in {}", self::plies(plies.into()))
            }
            Score::Table { won: false, plies } => {
                format!("a tablebase loss, zeroing move in {}", self::plies(plies.into()))
            }
            _ => score.to_string(),
        },
        Some(ScoreBound::Lower) => format!("no worse than {score}"),
        Some(ScoreBound::Upper) => format!("no better than {score}"),
        Some(ScoreBound::Open) => format!("about {score}"),
    }
}

/// `searched to 12 plies: no better than +0.31`: a bound says no more than how far was searched.
/// `depth` is `None` if that is not known.
pub fn searched_in_words(score: BoundedScore, depth: Option<u32>) -> String {
    match depth.filter(|_| score.bound.is_some()) {
        Some(depth) => format!("searched to {}: {}", plies(depth), in_words(score)),
        None => in_words(score),
    }
}

/// What a report says of the chances of the side to move to win, draw and lose.
pub fn report_win_draw_loss<G: Evaluate>(
    position: &G,
    report: &Report<G::Move>,
) -> Option<WinDrawLoss> {
    win_draw_loss(position, (report.value, report.bound), report.proven, mover(position))
}

/// The same of a candidate.
pub fn line_win_draw_loss<G: Evaluate>(position: &G, line: &Line<G::Move>) -> Option<WinDrawLoss> {
    win_draw_loss(position, (line.value, line.bound), line.proven, mover(position))
}

/// `win 31 %, draw 52 %, loss 17 %`.
pub fn win_draw_loss_text(chances: WinDrawLoss) -> String {
    let [win, draw, loss] = chances.in_parts_of(100);
    format!("win {win} %, draw {draw} %, loss {loss} %")
}

/// `12 plies`.
pub fn plies(count: u32) -> String {
    let plural = if count == 1 { "y" } else { "ies" };
    format!("{count} pl{plural}")
}

/// The work that went into a move: tree nodes, or positions if leaves are searched.
pub fn effort_text(effort: u64, is_searched: bool) -> String {
    let plural = if effort == 1 { "" } else { "s" };
    match is_searched {
        false => tree_nodes(effort),
        true => format!("{} position{plural}", HumanCount(effort)),
    }
}

/// Whether it takes [`WON_LEGEND`] to read a score.
pub fn is_unproven_win(score: Score) -> bool {
    matches!(score, Score::Seen { .. })
}

/// The chances of the position analysed; `None` if they are not kept.
pub fn report_chances<M>(report: &Report<M>, viewer: Player) -> Option<Chances> {
    Some(Chances::new(report.alpha?, report.beta?, report.checked?, viewer))
}

/// The chances of a candidate; `None` if they are not kept.
pub fn line_chances<M>(line: &Line<M>, viewer: Player) -> Option<Chances> {
    Some(Chances::new(line.alpha?, line.beta?, line.checked?, viewer))
}

/// How many plies deep everything was checked; `all` where nothing is left to try.
pub fn plies_text(plies: Option<u16>) -> String {
    plies.map_or("all".to_string(), |plies| plies.to_string())
}

/// `10 plies deep for White, 11 for Black`.
pub fn checked_text(chances: &Chances, own: &str, opponent: &str) -> String {
    let deep = |plies: Option<u16>| match plies {
        None => "completely".to_string(),
        Some(1) => "1 ply deep".to_string(),
        Some(plies) => format!("{plies} plies deep"),
    };
    let (own_plies, opponent_plies) = (chances.own_plies, chances.opponent_plies);
    match (own_plies, opponent_plies) {
        (Some(_), Some(plies)) => format!("{} for {own}, {plies} for {opponent}", deep(own_plies)),
        _ if own_plies == opponent_plies => "completely".to_string(),
        _ => format!("{} for {own}, {} for {opponent}", deep(own_plies), deep(opponent_plies)),
    }
}

/// `1 tree node`, `41,649 tree nodes`.
fn tree_nodes(effort: u64) -> String {
    let plural = if effort == 1 { "" } else { "s" };
    format!("{} tree node{plural}", HumanCount(effort))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_as_text() {
        let score = |bound| BoundedScore { score: Score::Cp(-35), bound };
        let texts = |bound| (score(bound).to_string(), in_words(score(bound)));
        let both = |short: &str, long: &str| (short.to_string(), long.to_string());
        assert_eq!(texts(None), both("-0.35", "-0.35"));
        assert_eq!(texts(Some(ScoreBound::Lower)), both("≥ -0.35", "no worse than -0.35"));
        assert_eq!(texts(Some(ScoreBound::Upper)), both("≤ -0.35", "no better than -0.35"));
        assert_eq!(texts(Some(ScoreBound::Open)), both("~ -0.35", "about -0.35"));
        assert_eq!((plies(1), plies(9)), ("1 ply".into(), "9 plies".into()));
        assert_eq!(effort_text(2, true), "2 positions");
    }

    #[test]
    fn a_bound_says_how_far_was_searched() {
        let score = |bound| BoundedScore { score: Score::Cp(219), bound };
        let told = |bound| searched_in_words(score(bound), Some(12));
        assert_eq!(told(None), "+2.19");
        assert_eq!(told(Some(ScoreBound::Upper)), "searched to 12 plies: no better than +2.19");
        assert_eq!(told(Some(ScoreBound::Lower)), "searched to 12 plies: no worse than +2.19");
        assert_eq!(searched_in_words(score(Some(ScoreBound::Open)), None), "about +2.19");
    }

    #[test]
    fn chances_to_win_as_text() {
        let text = win_draw_loss_text(WinDrawLoss::new(0.312, 0.168));
        assert_eq!(text, "win 31 %, draw 52 %, loss 17 %");
    }

    #[test]
    fn an_unproven_win_takes_a_legend() {
        assert!(is_unproven_win(Score::Seen { won: false }));
        assert!(!is_unproven_win(Score::Cp(0)) && !is_unproven_win(Score::Mate(3)));
    }

    #[test]
    fn what_was_checked_as_text() {
        let text = |own_plies, opponent_plies| {
            let chances = Chances { own: None, opponent: None, own_plies, opponent_plies };
            checked_text(&chances, "White", "Black")
        };
        assert_eq!(text(Some(10), Some(11)), "10 plies deep for White, 11 for Black");
        assert_eq!(text(Some(1), None), "1 ply deep for White, completely for Black");
        assert_eq!(text(None, None), "completely");
        assert_eq!((plies_text(Some(7)), plies_text(None)), ("7".to_string(), "all".to_string()));
    }

    #[test]
    fn one_node_is_no_plural() {
        assert_eq!(tree_nodes(1), "1 tree node");
        assert_eq!(tree_nodes(41_649), "41,649 tree nodes");
    }
}
