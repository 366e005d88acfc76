//! Scores, chances, efforts and lengths of files as text, and which candidates a report lists.

use indicatif::{BinaryBytes, HumanCount};

use super::loss::centipawns;
use crate::game::{Evaluate, Notation};
use crate::inspect::{Perspective, win_draw_loss};
use crate::search::{AnswerReason, Line, Report, RestsOn, Unsettled};
use crate::store::FileParts;
use crate::value::{Chance, Player, Value};
use crate::win_draw_loss::WinDrawLoss;

pub use crate::inspect::{Chances, Others, Score, UnsettledBy, mover};

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
            format!("a tablebase {what}, zeroing move in {}", counted(plies.into(), "ply"))
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

/// The chances of a report or of a candidate; `None` if they are not kept.
pub fn chances(alpha: Option<Chance>, beta: Option<Chance>, viewer: Player) -> Option<Chances> {
    Some(Chances::new(alpha?, beta?, viewer))
}

/// The candidates of a report, as they are shown.
#[derive(Clone, Debug)]
pub struct Candidates<'a, M> {
    /// Those that are listed, the answer first, then by value.
    pub listed: &'a [Line<M>],
    /// The others together; `None` if there are none, and if nothing is known of some of them.
    pub others: Option<Others>,
}

/// The candidates of a report, no more than `most` of them listed.
pub fn candidates<M>(report: &Report<M>, mover: Player, most: usize) -> Candidates<'_, M> {
    let (listed, rest) = report.lines.split_at(most.min(report.lines.len()));
    Candidates { listed, others: others(report, rest, mover) }
}

/// The moves that are not listed: these, and those that were never tried.
fn others<M>(report: &Report<M>, rest: &[Line<M>], mover: Player) -> Option<Others> {
    // Searchers without a tree do not say what other moves are worth.
    report.alpha?;
    let (waiting, most) = match report.waiting {
        Some(waiting) => (waiting.moves, Some(waiting.most?)),
        None => (0, None),
    };
    let own = |value: &Value| value.for_player(mover);
    let values = rest.iter().map(|line| line.value).chain(most);
    let most = values.max_by(|a, b| own(a).total_cmp(&own(b)))?;
    Some(Others { count: waiting + rest.len(), at_most: Score::new(most, mover) })
}

/// As `4.10 MiB: 1.20 MiB tree, 2.90 MiB tables`, and how long it would be without compression.
pub fn file_size(parts: &FileParts) -> String {
    let all = BinaryBytes(parts.bytes());
    let [tree, tables] = [parts.header + parts.tree, parts.tables].map(BinaryBytes);
    let whole = parts.uncompressed_bytes();
    let without = match whole > parts.bytes() {
        true => format!(" ({} without --compress)", BinaryBytes(whole)),
        false => String::new(),
    };
    format!("{all}: {tree} tree, {tables} tables{without}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Waiting;

    #[test]
    fn scores_in_sentences() {
        let table = Score::Table { won: false, plies: 3 };
        assert_eq!(in_words(table), "a tablebase loss, zeroing move in 3 plies");
        assert_eq!(in_words(Score::Cp(-35)), "-0.35");
        let seen = |won, moves| in_words(Score::Seen { won, mate: Some(moves) });
        assert_eq!(seen(true, 5), "mate in 5, not proven yet");
        assert_eq!(seen(false, -2), "mated in 2, not proven yet");
        assert_eq!((counted(1, "ply"), counted(9, "ply")), ("1 ply".into(), "9 plies".into()));
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

    fn report(values: &[f32], waiting: Option<Waiting>) -> Report<usize> {
        let line = |(mv, &cp)| Line::plain(vec![mv], Value::centipawns(cp));
        Report {
            stop: None,
            value: Value::DRAW,
            proven: false,
            conditional: false,
            unsettled_by: None,
            rests_on: None,
            answer_reason: None,
            alpha: Some(Chance::none(Player::Max)),
            beta: Some(Chance::none(Player::Min)),
            answer_holds: None,
            no_progress: None,
            lines: values.iter().enumerate().map(line).collect(),
            waiting,
            changes: Vec::new(),
            counters: Default::default(),
            tree_nodes: 0,
            depth_mean: 0.0,
            depth_max: 0,
            depth: None,
            elapsed: Default::default(),
            cpu: Default::default(),
            threads: 1,
            memory: Default::default(),
        }
    }

    #[test]
    fn the_others_are_worth_at_most_the_best_of_them() {
        let told = |report: &Report<usize>, mover, most| {
            let Candidates { listed, others } = candidates(report, mover, most);
            (listed.len(), others.map(|others| (others.count, others.at_most)))
        };
        let waiting = |moves, cp: f32| Some(Waiting { moves, most: Some(Value::centipawns(cp)) });
        let known = report(&[40.0, 30.0, 20.0], waiting(17, 25.0));
        assert_eq!(told(&known, Player::Max, 3), (3, Some((17, Score::Cp(25)))));
        assert_eq!(told(&known, Player::Max, 1), (1, Some((19, Score::Cp(30)))));
        let lost = report(&[-40.0, -30.0], waiting(5, -20.0));
        assert_eq!(told(&lost, Player::Min, 1), (1, Some((6, Score::Cp(30)))));
        assert_eq!(told(&report(&[40.0, 30.0], None), Player::Max, 9), (2, None));
        let unknown = report(&[40.0, 30.0], Some(Waiting { moves: 3, most: None }));
        assert_eq!(told(&unknown, Player::Max, 1), (1, None));
        assert_eq!(told(&report(&[], None), Player::Max, 3), (0, None));
    }

    #[test]
    fn tree_tables_and_what_compression_saves() {
        let parts =
            FileParts { header: 512, tree: 1536, tables: 1 << 20, uncompressed: (2 << 20) - 512 };
        assert_eq!(
            file_size(&parts),
            "1.00 MiB: 2.00 KiB tree, 1.00 MiB tables (2.00 MiB without --compress)"
        );
        let plain = FileParts { uncompressed: 1536 + (1 << 20), ..parts };
        assert_eq!(file_size(&plain), "1.00 MiB: 2.00 KiB tree, 1.00 MiB tables");
    }
}
