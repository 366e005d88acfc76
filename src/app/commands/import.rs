//! `shans import`: own lines are searched first.

use std::io::Write;

use super::resume;
use crate::app::args::ImportArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::game_file::{self, LineCounts, ways_in_tree};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::counted;
use crate::app::usage::UsageError;

/// Continues with a saved analysis, the lines of a game file first, as [`resume::run`] does. Lines are read as far
/// as they can be played; [`Exit::Failed`] where that was not all.
///
/// # Errors
///
/// Those of [`resume::run`]; [`UsageError`] if the file has no line that comes to the position analysed.
pub fn run<G: CommandLineGame>(args: &ImportArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let evaluator = G::evaluator_of(&args.resume.evaluation);
    let games = game_file::read_lines::<G>(&args.pgn, evaluator)?;
    let is_told = !args.resume.output.json;
    let exit = resume::run_with::<G>(&args.resume, out, |search, out| {
        let ways = |starts: &[&G]| ways_in_tree(search, starts);
        let found = games.through(search.position(), ways).map_err(UsageError::new)?;
        for warning in &found.left_out {
            exit::warn(warning);
        }
        let mut refused = Vec::new();
        for (number, (place, line)) in found.lines().enumerate() {
            if let Err(why) = search.include(&line.moves) {
                exit::warn(&format_args!("{place}: {why}; the line that ends here is skipped"));
                refused.push(number);
            }
        }
        if is_told {
            let faults = games.faults.len();
            writeln!(out, "imported   {}\n", told(&found.counts(&refused), refused.len(), faults))?;
        }
        Ok(())
    })?;
    let is_whole = games.faults.is_empty() || exit != Exit::Done;
    Ok(if is_whole { exit } else { Exit::Failed })
}

/// `3 lines of 1 game, with 7 moves; left out: 1 game, 1 faulty place`.
fn told(taken: &LineCounts, refused: usize, faults: usize) -> String {
    let count = |number: usize, what: &str| counted(number as u64, what);
    let LineCounts { games, other_games, lines, moves } = *taken;
    let taken = format!(
        "{} of {}, with {}",
        count(lines, "line"),
        count(games, "game"),
        count(moves, "move")
    );
    let left_out = [(other_games, "game"), (refused, "line"), (faults, "faulty place")];
    let left_out: Vec<String> = left_out
        .into_iter()
        .filter(|&(number, _)| number > 0)
        .map(|(number, what)| count(number, what))
        .collect();
    match left_out.is_empty() {
        true => taken,
        false => format!("{taken}; left out: {}", left_out.join(", ")),
    }
}
