//! Scores, chances and efforts as text.

use indicatif::HumanCount;

use super::loss::centipawns;
use crate::game::{Evaluate, Notation};
use crate::inspect::Perspective;
use crate::inspect::win_draw_loss;
pub use crate::inspect::{Chances, Others, Score, UnsettledBy, mover};
use crate::search::{AnswerReason, Line, Report, RestsOn, Unsettled};
use crate::value::Player;
use crate::win_draw_loss::WinDrawLoss;

/// What the words in place of a score mean.
pub const WON_LEGEND: &str = "\
won? and lost? are forced mates as far as the search has seen, #3? is the mate in which the line ends; there may be a better defence.";

/// What the scores of tables mean.
pub const TABLE_LEGEND: &str = "\
tb+12: a win by endgame tables, with the next capture, pawn move or mate in 12 plies; tb-12: a loss.";

/// What follows the score of a position: on how little it rests, if that is little.
pub fn rests_text(rests_on: Option<RestsOn>) -> String {
    rests_on.map_or(String::new(), |rests_on| format!(", {rests_on}"))
}

/// `+0.31`, `a tablebase win, zeroing move in 3 plies`: a score in a sentence.
pub fn in_words(score: Score) -> String {
    match score {
        Score::Table { won, plies } => {
            let what = if won { "win" } else { "loss" };
            format!("a tablebase {what}, zeroing move in {}", self::plies(plies.into()))
        }
        Score::Seen { won, mate: Some(moves) } => {
            let what = if won { "mate" } else { "mated" };
            format!("{what} in {}, not proven yet", moves.unsigned_abs())
        }
        _ => score.to_string(),
    }
}

/// More than this is no limit, centipawns: nothing was found about these moves.
const NO_LIMIT: i64 = 10_000;

/// `31 others: at most +0.19` beside a position of less; `at least`, where the side from whose point of view the limit is does not
/// choose among them. `31 others: no better so far` where none can be clearly better than what is `told` of the position;
/// `12 others` where nothing limits them.
pub fn others_text(count: usize, limit: Score, told: Score, is_own: bool) -> String {
    let others = counted(count as u64, "other");
    if matches!(limit, Score::Cp(cp) if cp.abs() >= NO_LIMIT) {
        return others;
    }
    let sign = if is_own { 1 } else { -1 };
    let better = sign * (centipawns(limit) - centipawns(told));
    if better <= AnswerReason::CLEAR_LEAD as i64 {
        return format!("{others}: no better so far");
    }
    let limits = if is_own { "at most" } else { "at least" };
    format!("{others}: {limits} {limit}")
}

/// What a report says that the position is worth.
pub fn report_score<M>(report: &Report<M>, viewer: Player) -> Score {
    Score::new(report.value, viewer)
}

/// What a candidate is worth.
pub fn line_score<M>(line: &Line<M>, viewer: Player) -> Score {
    Score::new(line.value, viewer)
}

/// What a report says of the chances of the side to move to win, draw and lose; nothing where the value is not settled.
pub fn report_win_draw_loss<G: Evaluate>(
    position: &G,
    report: &Report<G::Move>,
) -> Option<WinDrawLoss> {
    let known = win_draw_loss(position, report.value, report.proven, mover(position));
    known.filter(|_| report.unsettled_by.is_none())
}

/// The same of a candidate.
pub fn line_win_draw_loss<G: Evaluate>(position: &G, line: &Line<G::Move>) -> Option<WinDrawLoss> {
    let known = win_draw_loss(position, line.value, line.proven, mover(position));
    known.filter(|_| line.unsettled_by.is_none())
}

/// `win 31 %, draw 52 %, loss 17 %`.
pub fn win_draw_loss_text(chances: WinDrawLoss) -> String {
    let [win, draw, loss] = chances.in_parts_of(100);
    format!("win {win} %, draw {draw} %, loss {loss} %")
}

/// `12 plies`.
pub fn plies(count: u32) -> String {
    counted(count.into(), "ply")
}

/// `1 node`, `1,234 nodes`.
pub fn nodes(count: u64) -> String {
    counted(count, "node")
}

/// The work that went into a move: tree nodes, or positions if leaves are searched.
pub fn effort_text(effort: u64, is_searched: bool) -> String {
    counted(effort, if is_searched { "position" } else { "tree node" })
}

/// `1 game`, `1,234 games`: a count of what is named in the singular.
pub fn counted(count: u64, what: &str) -> String {
    let number = HumanCount(count);
    match what.strip_suffix("ply") {
        _ if count == 1 => format!("{number} {what}"),
        Some(start) => format!("{number} {start}plies"),
        None => format!("{number} {what}s"),
    }
}

/// `54 %`, of a share from 0 to 1.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Whether it takes [`WON_LEGEND`] to read a score.
pub fn is_seen_win(score: Score) -> bool {
    matches!(score, Score::Seen { .. })
}

/// Which moves keep the score of a report, or of one of its lines, from being settled.
pub fn unsettled_by<G: Notation>(
    position: &G,
    moves: Option<&Unsettled<G::Move>>,
) -> Option<UnsettledBy> {
    moves.map(|moves| Perspective::new(position).unsettled(position, moves))
}

/// The chances of the position analysed; `None` if they are not kept.
pub fn report_chances<M>(report: &Report<M>, viewer: Player) -> Option<Chances> {
    Some(Chances::new(report.alpha?, report.beta?, viewer))
}

/// The chances of a candidate; `None` if they are not kept.
pub fn line_chances<M>(line: &Line<M>, viewer: Player) -> Option<Chances> {
    Some(Chances::new(line.alpha?, line.beta?, viewer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_in_sentences() {
        let table = Score::Table { won: false, plies: 3 };
        assert_eq!(in_words(table), "a tablebase loss, zeroing move in 3 plies");
        assert_eq!(in_words(Score::Cp(-35)), "-0.35");
        let seen = |won, moves| in_words(Score::Seen { won, mate: Some(moves) });
        assert_eq!(seen(true, 5), "mate in 5, not proven yet");
        assert_eq!(seen(false, -2), "mated in 2, not proven yet");
        assert_eq!((plies(1), plies(9)), ("1 ply".into(), "9 plies".into()));
        assert_eq!(effort_text(2, true), "2 positions");
    }

    #[test]
    fn other_moves_are_told_together() {
        let told = |count, limit, told, is_own| {
            others_text(count, Score::Cp(limit), Score::Cp(told), is_own)
        };
        assert_eq!(told(31, 19, 3, true), "31 others: at most +0.19");
        assert_eq!(told(31, 19, 4, true), "31 others: no better so far");
        assert_eq!(told(12, 19_999, 0, true), "12 others");
        assert_eq!(told(1, 19, 40, false), "1 other: at least +0.19");
        assert_eq!(told(2, 19, 34, false), "2 others: no better so far");
        let mate = others_text(2, Score::Cp(900), Score::Mate(3), true);
        assert_eq!(mate, "2 others: no better so far");
    }

    #[test]
    fn chances_to_win_as_text() {
        let text = win_draw_loss_text(WinDrawLoss::new(0.312, 0.168));
        assert_eq!(text, "win 31 %, draw 52 %, loss 17 %");
    }

    #[test]
    fn an_unproven_win_takes_a_legend() {
        assert!(is_seen_win(Score::Seen { won: false, mate: None }));
        assert!(!is_seen_win(Score::Cp(0)) && !is_seen_win(Score::Mate(3)));
    }

    #[test]
    fn one_node_is_no_plural() {
        assert_eq!(effort_text(1, false), "1 tree node");
        assert_eq!(effort_text(41_649, false), "41,649 tree nodes");
        assert_eq!((counted(1, "ply"), counted(0, "ply")), ("1 ply".into(), "0 plies".into()));
    }
}
