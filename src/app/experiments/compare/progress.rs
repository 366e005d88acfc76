//! The bar on a terminal that shows how far a comparison has come.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::answer::SearcherAnswer;
use super::comparison::Comparison;
use crate::app::games::CommandLineGame;
use crate::app::reporting::progress_display;

/// Shows progress on standard error, if that is a terminal.
pub struct Progress {
    bar: ProgressBar,
    /// Each searcher, and how many positions it has solved.
    solved: Vec<(String, u64)>,
}

impl Progress {
    /// A bar, unless it is to be `quiet` or if it would not be seen.
    pub fn new<G: CommandLineGame>(comparison: &Comparison<G>, quiet: bool) -> Progress {
        let solved = comparison.searchers.iter().map(|kind| (kind.name.clone(), 0)).collect();
        let bar = match progress_display::is_seen(quiet) {
            true => bar(comparison.positions().count() as u64),
            false => ProgressBar::hidden(),
        };
        let progress = Progress { bar, solved };
        progress.show();
        progress
    }

    /// Counts one more position, with these answers.
    pub fn add(&mut self, answers: &[SearcherAnswer]) {
        for ((_, solved), answer) in self.solved.iter_mut().zip(answers) {
            *solved += u64::from(answer.is_solved());
        }
        self.show();
        self.bar.inc(1);
    }

    /// Shows that a search is still running.
    pub fn tick(&self) {
        self.bar.tick();
    }

    /// Removes the bar, so that the result can be printed.
    pub fn clear(self) {
        self.bar.finish_and_clear();
    }

    fn show(&self) {
        self.bar.set_message(message(&self.solved));
    }
}

fn message(solved: &[(String, u64)]) -> String {
    let parts: Vec<String> = solved.iter().map(|(name, count)| format!("{name} {count}")).collect();
    format!("solved: {}", parts.join(", "))
}

fn bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed}, {eta} left  {wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_searcher_is_shown() {
        let solved = [("best-first".to_string(), 3), ("pvs".to_string(), 4)];
        assert_eq!(message(&solved), "solved: best-first 3, pvs 4");
    }
}
