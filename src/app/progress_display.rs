//! One line on a terminal that shows what a running search has found so far.

use std::io::IsTerminal;

use indicatif::{BinaryBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::analysis::speed;
use super::score::{Chances, Score, chance_text, mover};
use crate::game::Notation;
use crate::search::Report;

/// Shows progress on standard error, if that is a terminal.
#[derive(Debug)]
pub struct ProgressDisplay {
    bar: Option<ProgressBar>,
    nodes_before: u64,
}

impl ProgressDisplay {
    /// A display that stays empty if it is to be `quiet` or nobody would see it. Its speed leaves
    /// out `nodes_before`, which the search had spent when it was resumed.
    pub fn new(quiet: bool, nodes_before: u64) -> ProgressDisplay {
        ProgressDisplay { bar: is_seen(quiet).then(bar), nodes_before }
    }

    /// Shows this report in place of the last one.
    pub fn show<G: Notation>(&self, position: &G, report: &Report<G::Move>) {
        if let Some(bar) = &self.bar {
            bar.set_message(message(position, report, self.nodes_before));
            bar.tick();
        }
    }

    /// Removes the line, so that a result can be printed.
    pub fn clear(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Whether progress is to be shown, and somebody would see it.
pub fn is_seen(quiet: bool) -> bool {
    !quiet && std::io::stderr().is_terminal()
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    // Cut off where the terminal ends: a second row would not be removed.
    let style = ProgressStyle::with_template("{spinner} {wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

fn message<G: Notation>(position: &G, report: &Report<G::Move>, nodes_before: u64) -> String {
    let mover = mover(position);
    let best = report.best_move().map_or("-".to_string(), |mv| position.human_text(mv));
    let score = Score::new(report.value, mover);
    let chances = Chances::new(report.alpha, report.beta, mover);
    let progress = match report.depth {
        Some(depth) => format!("depth {depth}"),
        None => {
            let (own, reply) = (chance_text(chances.own), chance_text(chances.reply));
            format!("chances {own} {reply}  tree {}", HumanCount(report.tree_nodes))
        }
    };
    let freed = match report.memory.freed_nodes {
        0 => String::new(),
        freed => format!(", {} freed in {}", HumanCount(freed), report.memory.sweeps),
    };
    format!(
        "{best} {score}  {progress}  {} nodes, {}/s  {}{freed}",
        HumanCount(report.counters.nodes),
        HumanCount(speed(report, nodes_before)),
        BinaryBytes(report.memory.tree + report.memory.tables),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};

    #[test]
    fn a_line_says_everything() {
        let position = <Position>::default();
        let room = MemoryLimits::new(1 << 20);
        let root = Root::new(position.clone());
        let mut search = BestFirst::new(root, ChanceModel::default(), room);
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let report = search.search(&limits, &mut |_| {});
        let line = message(&position, &report, 0);
        for part in ["chances -", "  tree ", "nodes, ", "/s  ", "KiB"] {
            assert!(line.contains(part), "{line}");
        }
        assert!(!line.contains('\n'));
        assert_eq!(speed(&report, report.counters.nodes), 0);
    }
}
