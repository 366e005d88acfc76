//! What is reported about a search: `info` lines.

use std::time::{Duration, Instant};

use super::watch::DEEPEST;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{Score, line_score, mover};
use crate::inspect::win_draw_loss;
use crate::search::Line;
use crate::session::SessionReport;
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

/// One line of the protocol for each candidate, the answer first, all of the same depth.
pub fn lines<G: CommandLineGame>(
    position: &G,
    run: &SessionReport<G::Move>,
    progress: &Progress,
    style: InfoStyle,
) -> Vec<String> {
    let report = &run.report;
    let told = report.lines.iter().take(style.lines);
    let probes = G::table_probes(position.evaluator()).saturating_sub(progress.probes_before);
    let work = work(run, progress, progress.started.elapsed(), probes);
    let line = |(index, line): (usize, &Line<G::Move>)| {
        let depth = progress.depth.clamp(1, DEEPEST);
        let reached = report.depth_max.saturating_sub(progress.plies_above).min(DEEPEST);
        let deepest = reached.max(depth).max(line.moves.len().min(LONGEST_LINE) as u32);
        let pv = moves_text(position, &line.moves, style.is_chess960);
        format!(
            "info depth {depth} seldepth {deepest} multipv {}{}{} {work} pv {pv}",
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

/// A line that ends in a mate is told as that mate, as other engines do: it is one, whether it can be avoided or not. The
/// protocol has no word for a win that is not proven either. Programs take a number for a sign
/// that a side wins if it is as large as this, as other engines report wins of their tables.
fn score_text(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!(" score cp {cp}"),
        Score::Mate(moves) | Score::Seen { mate: Some(moves), .. } => {
            format!(" score mate {moves}")
        }
        Score::Seen { won: true, .. } => format!(" score cp {}", Score::WON),
        Score::Seen { won: false, .. } => format!(" score cp -{}", Score::WON),
        Score::Table { won, plies } => {
            let cp = Score::WON - i64::from(plies);
            format!(" score cp {}", if won { cp } else { -cp })
        }
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
    use crate::value::Player;

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
    fn chances_are_told_in_thousandths() {
        assert_eq!(wdl_text(Some(WinDrawLoss::new(0.3124, 0.1675))), " wdl 312 520 168");
        assert_eq!(wdl_text(Some(WinDrawLoss::certain(Some(Player::Max)))), " wdl 1000 0 0");
        assert_eq!(wdl_text(None), "");
    }
}
