//! Searching, position by position, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use shans::app::experiments::compare::{Comparison, Progress, SearcherAnswer};
use shans::app::searchers::CannotStart;
use shans::chess::Position;

/// Searches all positions, each by all sets in turn on one thread: whatever else the machine does
/// meanwhile meets all of them alike. After an interrupt the answers end before the first position
/// that was not finished.
///
/// # Errors
///
/// [`CannotStart`] if there is nobody to search.
pub fn search_all(
    comparison: &mut Comparison<Position>,
    threads: u32,
    progress: &mut Progress,
) -> Result<(), CannotStart> {
    let mut found: Vec<Option<Vec<SearcherAnswer>>> = Vec::new();
    found.resize_with(comparison.positions().count(), || None);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let searched: Result<(), CannotStart> = thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, comparison, next) = (sender.clone(), &*comparison, &next);
            scope.spawn(move || {
                // If the other side failed, no one receives this, and nothing is left to do.
                answers(comparison, next).try_for_each(|answer| sender.send(answer))
            });
        }
        drop(sender);
        for answers in receiver {
            let (place, answers) = answers?;
            progress.add(&answers);
            found[place] = Some(answers);
        }
        Ok(())
    });
    searched?;
    comparison.answers = found.into_iter().map_while(|answers| answers).collect();
    Ok(())
}

/// The answers to a position, with its place in the order of all.
type Answers = Result<(usize, Vec<SearcherAnswer>), CannotStart>;

/// What one thread finds: the answers to positions that no other thread has taken.
fn answers<'a>(
    comparison: &'a Comparison<Position>,
    next: &'a AtomicUsize,
) -> impl Iterator<Item = Answers> + 'a {
    let mut positions = comparison.positions().enumerate();
    let mut taken = 0;
    std::iter::from_fn(move || {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let (_, position) = positions.nth(place - taken)?;
        taken = place + 1;
        let answers = comparison.search(position, &mut || ()).transpose()?;
        Some(answers.map(|answers| (place, answers)))
    })
}
