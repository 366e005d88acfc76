//! One line on a terminal that shows what a running search has found so far.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{BinaryBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::score::{mover, report_score};
use super::variation::numbered;
use crate::app::net::Status;
use crate::app::printable::printable;
use crate::game::Notation;
use crate::search::Memory;
use crate::session::SessionReport;

/// The best line is as long as it may be in a terminal of 80 columns: what is left of them beside
/// the spinner.
const WIDTH: usize = 77;

/// Shows progress on standard error, if that is a terminal.
#[derive(Debug)]
pub struct ProgressDisplay(ProgressBar);

impl ProgressDisplay {
    /// A display that stays empty if it is to be `quiet` or if it would not be seen.
    pub fn new(quiet: bool) -> ProgressDisplay {
        ProgressDisplay(if is_seen(quiet) { bar() } else { ProgressBar::hidden() })
    }

    /// Shows this report in place of the last one, with what there is to say of workers on other machines.
    pub fn show<G: Notation>(
        &self,
        position: &G,
        run: &SessionReport<G::Move>,
        workers: Option<Status>,
    ) {
        self.0.set_message(message(position, run, workers));
        self.0.tick();
    }

    /// Shows this text in place of the last one.
    pub fn say(&self, text: &str) {
        self.0.set_message(printable(text));
        self.0.tick();
    }

    /// Removes the line, so that a result can be printed.
    pub fn clear(self) {
        self.0.finish_and_clear();
    }
}

/// Whether progress is to be shown, and it would be seen.
pub fn is_seen(quiet: bool) -> bool {
    !quiet && std::io::stderr().is_terminal()
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    // Cut off where the terminal ends: a second row would not be removed.
    let style = ProgressStyle::with_template("{spinner} {wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// The best line, as much of it as fits, and what is known about it.
fn message<G: Notation>(
    position: &G,
    run: &SessionReport<G::Move>,
    workers: Option<Status>,
) -> String {
    let (facts, report) = (facts(position, run, workers), &run.report);
    let room = WIDTH.saturating_sub(facts.chars().count() + 2);
    let moves = report.lines.first().map_or(&[][..], |line| &line.moves);
    let fits = |text: &String| text.chars().count() <= room;
    let whole_moves = (1..=moves.len().min(room)).rev();
    let texts = whole_moves.map(|plies| numbered(position, &moves[..plies], plies));
    let first = || report.best_move().map_or("-".to_string(), |mv| position.human_text(mv));
    format!("{}  {facts}", { texts }.find(fits).unwrap_or_else(first))
}

fn facts<G: Notation>(
    position: &G,
    run: &SessionReport<G::Move>,
    workers: Option<Status>,
) -> String {
    let report = &run.report;
    let score = report_score(report, mover(position));
    let mut parts = vec![score.to_string()];
    match (report.depth, report.answer_holds) {
        (Some(depth), _) => parts.push(format!("depth {depth}")),
        (None, Some(holds)) => parts.push(format!("confidence {}%", percent(holds))),
        (None, None) => {}
    }
    parts.push(duration(report.elapsed));
    if let Some(workers) = workers {
        parts.push(printable(&workers.to_string()));
        return parts.join("  ");
    }
    parts.push(format!("{} nodes/s", compact(run.speed())));
    if report.alpha.is_some() {
        parts.push(format!("tree {}", compact(report.tree_nodes)));
    }
    let Memory { tree, tables, evaluator, .. } = report.memory;
    let memory = BinaryBytes(tree + tables + evaluator).to_string();
    parts.push(format!("memory {}", whole(&memory)));
    parts.join("  ")
}

/// A share in whole percent, never 100 before it is whole.
pub fn percent(share: f64) -> u32 {
    (share * 100.0) as u32
}

/// `7s`, `3m05s`, `27h05m`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds / 60 % 60),
    }
}

/// `950`, `85k`, `1.2m`, `123m`, `4.0g`.
fn compact(number: u64) -> String {
    let with = |unit: u64, letter: char| match number as f64 / unit as f64 {
        few if few < 10.0 => format!("{few:.1}{letter}"),
        many => format!("{many:.0}{letter}"),
    };
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => with(1_000, 'k'),
        1_000_000..1_000_000_000 => with(1_000_000, 'm'),
        _ => with(1_000_000_000, 'g'),
    }
}

/// `70.85 MiB` as `70 MiB`.
fn whole(bytes: &str) -> String {
    match (bytes.split_once('.'), bytes.split_once(' ')) {
        (Some((whole, _)), Some((_, unit))) if whole.len() > 1 => format!("{whole} {unit}"),
        _ => bytes.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::Game;
    use crate::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};

    fn searched(position: &Position) -> SessionReport<<Position as Game>::Move> {
        let room = MemoryLimits::new(1 << 20);
        let root = Root::new(position.clone());
        let mut search = BestFirst::new(root, ChanceModel::default(), room);
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        search.search(&limits, &mut |_| {}).into()
    }

    #[test]
    fn a_line_says_what_people_look_for() {
        let position = <Position>::default();
        let mut run = searched(&position);
        let line = message(&position, &run, None);
        for part in ["1. ", "s  ", " nodes/s  tree ", "  memory ", "iB"] {
            assert!(line.contains(part), "{part}: {line}");
        }
        assert!(!line.contains('\n') && line.chars().count() <= WIDTH, "{line}");
        assert!(line.chars().count() > WIDTH - 12, "more moves would have room: {line}");
        run.nodes_before = run.nodes();
        assert!(message(&position, &run, None).contains("  0 nodes/s  "), "of this run");
    }

    #[test]
    fn workers_take_the_place_of_memory() {
        let position = <Position>::default();
        let status = Status { workers: 1, hands: 64, out: 128, speed: 1234.5, idle: 0.029 };
        let line = message(&position, &searched(&position), Some(status));
        assert!(line.ends_with("  1 worker, 128 tasks, 1234.5/s, 2% idle"), "{line}");
        assert!(line.chars().count() <= WIDTH && line.starts_with("1. "), "{line}");
    }

    #[test]
    fn the_longest_line_fits_a_terminal() {
        let position = <Position>::default();
        let mut run = searched(&position);
        let report = &mut run.report;
        report.value = crate::value::Value::centipawns(-19_999.0);
        report.answer_holds = Some(1.0);
        report.elapsed = Duration::from_secs(359_999);
        report.counters.nodes = u64::MAX >> 30;
        report.tree_nodes = 999_999_999;
        report.memory.tree = 999 << 30;
        let line = message(&position, &run, None);
        assert!(line.chars().count() <= WIDTH, "{}: {line}", line.chars().count());
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [7, 65, 3600 * 27 + 300].map(Duration::from_secs).map(duration),
            ["7s", "1m05s", "27h05m"]
        );
        let numbers = [950, 1_234, 85_400, 1_200_000, 123_000_000, 4_000_000_000];
        assert_eq!(numbers.map(compact), ["950", "1.2k", "85k", "1.2m", "123m", "4.0g"]);
        assert_eq!((whole("70.85 MiB"), whole("1.50 GiB")), ("70 MiB".into(), "1.50 GiB".into()));
        assert_eq!((percent(0.999), percent(1.0)), (99, 100));
    }
}
