//! What is reported about a search: `info` lines.
//!
//! Where several lines are wanted, programs expect as many, in the order of their scores, and the best move at their
//! head. Moves that no search has looked at one by one follow with what they are worth at most.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::watch::DEEPEST;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{Score, line_score, mover};
use crate::inspect::win_draw_loss;
use crate::search::Line;
use crate::session::SessionReport;
use crate::value::Player;
use crate::win_draw_loss::WinDrawLoss;

/// Programs do not show more of a line: plies.
const LONGEST_LINE: usize = 60;

/// What a report says nothing about.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// When the search began.
    pub started: Instant,
    /// The depth to report.
    pub depth: u32,
    /// Plies from the root of the tree to the position analysed.
    pub plies_above: u32,
    /// Nodes for which the tree has room; 0 if none is kept.
    pub tree_capacity: u64,
    /// How often endgame tables had been asked when the search began.
    pub probes_before: u64,
}

/// How it is reported.
#[derive(Clone, Copy, Debug)]
pub struct InfoStyle {
    /// Lines at most.
    pub lines: usize,
    /// With chances to win, draw and lose.
    pub shows_wdl: bool,
    /// Castling as king takes rook.
    pub is_chess960: bool,
}

/// Puts the lines that are told in the order of their scores; the answer is the first of equals. That of a single line is
/// the answer's.
pub fn put_in_order<M>(lines: &mut [Line<M>], style: InfoStyle, mover: Player) {
    let told = style.lines.min(lines.len());
    lines[..told].sort_by_cached_key(|line| Reverse(rank(line_score(line, mover))));
}

/// One line of the protocol for each candidate, in their order, all of the same depth; then one for each of `others`, of
/// which is known what they are worth at most.
pub fn lines<G: CommandLineGame>(
    position: &G,
    run: &SessionReport<G::Move>,
    others: &[Line<G::Move>],
    progress: &Progress,
    style: InfoStyle,
) -> Vec<String> {
    let report = &run.report;
    let with_bound = |bound| move |line| (line, bound);
    let told = report.lines.iter().take(style.lines).map(with_bound(""));
    let told = told.chain(others.iter().map(with_bound(" upperbound")));
    let probes = G::table_probes(position.evaluator()).saturating_sub(progress.probes_before);
    let work = work(run, progress, progress.started.elapsed(), probes);
    let line = |(index, (line, bound)): (usize, (&Line<G::Move>, &str))| {
        let depth = progress.depth.clamp(1, DEEPEST);
        let reached = report.depth_max.saturating_sub(progress.plies_above).min(DEEPEST);
        let deepest = reached.max(depth).max(line.moves.len().min(LONGEST_LINE) as u32);
        let pv = moves_text(position, &line.moves, style.is_chess960);
        format!(
            "info depth {depth} seldepth {deepest} multipv {}{}{bound}{} {work} pv {pv}",
            index + 1,
            score_text(line_score(line, mover(position))),
            wdl_text(wdl(position, line, style)),
        )
    };
    told.enumerate().map(line).collect()
}

/// What is reported where nothing could be searched.
pub fn unsearched<G: CommandLineGame>(
    position: &G,
    line: &Line<G::Move>,
    style: InfoStyle,
) -> String {
    let pv = moves_text(position, &line.moves, style.is_chess960);
    format!(
        "info depth 1 seldepth 1 multipv 1{}{} nodes 0 nps 0 tbhits 0 time 0 pv {pv}",
        score_text(line_score(line, mover(position))),
        wdl_text(wdl(position, line, style)),
    )
}

/// What is reported about a finished game.
pub fn finished(score: Score) -> String {
    format!("info depth 0{}", score_text(score))
}

fn work<M>(run: &SessionReport<M>, progress: &Progress, elapsed: Duration, probes: u64) -> String {
    let nodes = run.nodes();
    let speed = (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
    let full = match progress.tree_capacity {
        0 => String::new(),
        capacity => format!(" hashfull {}", (run.report.tree_nodes * 1000 / capacity).min(1000)),
    };
    format!("nodes {nodes} nps {speed}{full} tbhits {probes} time {}", elapsed.as_millis())
}

/// A move as the protocol writes it.
fn moves_text<G: CommandLineGame>(position: &G, moves: &[G::Move], is_chess960: bool) -> String {
    let mut at = position.clone();
    let mut words = Vec::new();
    for &mv in moves.iter().take(LONGEST_LINE) {
        words.push(at.engine_text(mv, is_chess960));
        at.play(mv);
    }
    words.join(" ")
}

/// Greater for the better of two scores, as the protocol has them.
fn rank(score: Score) -> i64 {
    match in_mate(score) {
        Some(moves) if moves > 0 => i64::MAX - moves,
        Some(moves) => i64::MIN - moves,
        None => in_centipawns(score),
    }
}

/// A line that ends in a mate is told as that mate, as other engines do: it is one, whether it can be avoided or not. The
/// protocol has no word for a win that is not proven either. Programs take a number for a sign
/// that a side wins if it is as large as this, as other engines report wins of their tables.
fn score_text(score: Score) -> String {
    match in_mate(score) {
        Some(moves) => format!(" score mate {moves}"),
        None => format!(" score cp {}", in_centipawns(score)),
    }
}

/// The moves to the mate that a score is, proven or seen.
fn in_mate(score: Score) -> Option<i64> {
    match score {
        Score::Mate(moves) => Some(moves),
        Score::Seen { mate, .. } => mate,
        Score::Cp(_) | Score::Table { .. } => None,
    }
}

/// A score that is no mate.
fn in_centipawns(score: Score) -> i64 {
    let of_winner = |won: bool, cp: i64| if won { cp } else { -cp };
    match score {
        Score::Cp(cp) => cp,
        Score::Seen { won, .. } => of_winner(won, Score::WON),
        Score::Table { won, plies } => of_winner(won, Score::WON - i64::from(plies)),
        Score::Mate(moves) => of_winner(moves > 0, Score::WON),
    }
}

/// What a line is worth in chances, where that is wanted. Programs expect it on every line, also where a value is not settled,
/// for which the protocol has no word.
fn wdl<G: CommandLineGame>(
    position: &G,
    line: &Line<G::Move>,
    style: InfoStyle,
) -> Option<WinDrawLoss> {
    let known = win_draw_loss(position, line.value, line.proven, mover(position));
    known.filter(|_| style.shows_wdl)
}

/// Chances to win, draw and lose, in thousandths; nothing where they are not known.
fn wdl_text(chances: Option<WinDrawLoss>) -> String {
    let words = chances.map(|chances| {
        let [win, draw, loss] = chances.in_parts_of(1000);
        format!(" wdl {win} {draw} {loss}")
    });
    words.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    #[test]
    fn scores_are_told_as_the_protocol_has_them() {
        assert_eq!(score_text(Score::Cp(-35)), " score cp -35");
        assert_eq!(score_text(Score::Mate(3)), " score mate 3");
        assert_eq!(score_text(Score::Seen { won: false, mate: Some(-3) }), " score mate -3");
        assert_eq!(score_text(Score::Seen { won: true, mate: None }), " score cp 20000");
        assert_eq!(score_text(Score::Table { won: true, plies: 12 }), " score cp 19988");
        assert_eq!(score_text(Score::Table { won: false, plies: 3 }), " score cp -19997");
        assert_eq!(score_text(Score::Seen { won: false, mate: None }), " score cp -20000");
    }

    #[test]
    fn told_lines_are_in_the_order_of_their_scores() {
        let style = |lines| InfoStyle { lines, shows_wdl: false, is_chess960: false };
        let values = [10.0, -5.0, 30.0, 40.0].map(Value::centipawns);
        let ordered = |told, mover| {
            let mut lines = values.map(|value| Line::plain(vec![()], value));
            put_in_order(&mut lines, style(told), mover);
            lines.map(|line| line.value.raw())
        };
        assert_eq!(ordered(3, Player::Max), [30.0, 10.0, -5.0, 40.0]);
        assert_eq!(ordered(9, Player::Min), [-5.0, 10.0, 30.0, 40.0]);
        assert_eq!(ordered(1, Player::Min), [10.0, -5.0, 30.0, 40.0]);
        let best_first = [
            Score::Mate(1),
            Score::Mate(7),
            Score::Seen { won: true, mate: None },
            Score::Table { won: true, plies: 3 },
            Score::Cp(5),
            Score::Cp(-5),
            Score::Table { won: false, plies: 3 },
            Score::Mate(-7),
            Score::Mate(-1),
            Score::Mate(0),
        ];
        assert!(best_first.map(rank).is_sorted_by(|better, worse| better > worse));
    }

    #[test]
    fn chances_are_told_in_thousandths() {
        assert_eq!(wdl_text(Some(WinDrawLoss::new(0.3124, 0.1675))), " wdl 312 520 168");
        assert_eq!(wdl_text(Some(WinDrawLoss::certain(Some(Player::Max)))), " wdl 1000 0 0");
        assert_eq!(wdl_text(None), "");
    }
}
