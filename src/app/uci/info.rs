//! What is told of a search: `info` lines.

use std::time::{Duration, Instant};

use super::super::games::CommandLineGame;
use super::super::score::{BoundedScore, Score, ScoreBound, mover};
use super::watch::DEEPEST;
use crate::search::{Line, Report};

/// Programs do not show more of a line: plies.
const LONGEST_LINE: usize = 60;

/// What a report says nothing of.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// When the search began.
    pub started: Instant,
    /// Its positions before.
    pub nodes_before: u64,
    /// The depth to report.
    pub depth: u32,
    /// Plies from the top of the tree to the position analysed.
    pub plies_above: u32,
    /// Nodes for which the tree has room; 0 where none is kept.
    pub tree_capacity: u64,
}

/// How it is told.
#[derive(Clone, Copy, Debug)]
pub struct InfoStyle {
    /// Lines at most.
    pub lines: usize,
    /// With chances to win, draw and lose.
    pub shows_wdl: bool,
    /// Castling as king takes rook.
    pub is_chess960: bool,
}

/// One line of the protocol for each candidate, best first, all of the same depth.
pub fn lines<G: CommandLineGame>(
    position: &G,
    report: &Report<G::Move>,
    progress: &Progress,
    style: InfoStyle,
) -> Vec<String> {
    let told = report.lines.iter().take(style.lines);
    let work = work(report, progress, progress.started.elapsed());
    let line = |(index, line): (usize, &Line<G::Move>)| {
        let depth = progress.depth.clamp(1, DEEPEST);
        let reached = report.depth_max.saturating_sub(progress.plies_above).min(DEEPEST);
        let deepest = reached.max(depth).max(line.moves.len().min(LONGEST_LINE) as u32);
        let BoundedScore { score, bound } =
            BoundedScore::new(line.value, line.bound, mover(position));
        let pv = moves_text(position, &line.moves, style.is_chess960);
        format!(
            "info depth {depth} seldepth {deepest} multipv {}{}{}{} {work} pv {pv}",
            index + 1,
            score_text(score),
            bound_text(bound),
            if style.shows_wdl { wdl_text(score) } else { String::new() },
        )
    };
    told.enumerate().map(line).collect()
}

/// What is told of a game that is over.
pub fn finished(score: Score) -> String {
    format!("info depth 0{}", score_text(score))
}

fn work<M>(report: &Report<M>, progress: &Progress, elapsed: Duration) -> String {
    let nodes = report.counters.nodes.saturating_sub(progress.nodes_before);
    let speed = (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
    let full = match progress.tree_capacity {
        0 => String::new(),
        capacity => format!(" hashfull {}", (report.tree_nodes * 1000 / capacity).min(1000)),
    };
    format!("nodes {nodes} nps {speed}{full} tbhits 0 time {}", elapsed.as_millis())
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

fn score_text(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!(" score cp {cp}"),
        Score::Mate(moves) => format!(" score mate {moves}"),
    }
}

/// The protocol has no word for a score that may be more or less: that is the best guess.
fn bound_text(bound: Option<ScoreBound>) -> &'static str {
    match bound {
        Some(ScoreBound::Lower) => " lowerbound",
        Some(ScoreBound::Upper) => " upperbound",
        Some(ScoreBound::Open) | None => "",
    }
}

/// At this score a win is as probable as not, centipawns ...
const EVEN: f64 = 130.0;
/// ... and this much more multiplies its odds by e.
const SCALE: f64 = 75.0;

/// Chances to win, draw and lose, in thousandths: a rough guess that rests on the score alone.
fn wdl_text(score: Score) -> String {
    let cp = match score {
        Score::Cp(cp) => cp as f64,
        Score::Mate(moves) if moves > 0 => f64::INFINITY,
        Score::Mate(_) => f64::NEG_INFINITY,
    };
    let share = |cp: f64| (1000.0 / (1.0 + ((EVEN - cp) / SCALE).exp())).round() as u64;
    let (win, loss) = (share(cp), share(-cp));
    format!(" wdl {win} {} {loss}", 1000 - win - loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_up_and_follow_the_score() {
        assert_eq!(wdl_text(Score::Mate(2)), " wdl 1000 0 0");
        assert_eq!(wdl_text(Score::Mate(-1)), " wdl 0 0 1000");
        for cp in [-20_000, -700, -130, -1, 0, 50, 130, 400, 20_000] {
            let text = wdl_text(Score::Cp(cp));
            let numbers: Vec<u64> =
                text.split(' ').filter_map(|number| number.parse().ok()).collect();
            assert_eq!(numbers.iter().sum::<u64>(), 1000, "{cp}");
            let mirrored = wdl_text(Score::Cp(-cp));
            assert_eq!(mirrored, format!(" wdl {} {} {}", numbers[2], numbers[1], numbers[0]));
        }
        assert!(wdl_text(Score::Cp(130)).starts_with(" wdl 500 "));
    }
}
