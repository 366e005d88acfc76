//! `shans import`: own lines are searched first.

use std::io::Write;

use super::resume;
use crate::app::args::ImportArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::game_file;
use crate::app::games::CommandLineGame;
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
    games.warnings().iter().for_each(|warning| exit::warn(warning));
    for fault in games.faults() {
        exit::complain(&fault.with_what_is_left_out());
    }
    let exit = resume::run_with::<G>(&args.resume, out, |search| {
        let found = games.through(search.position()).map_err(UsageError::new)?;
        for warning in &found.left_out {
            exit::warn(warning);
        }
        for (place, line) in found.lines() {
            if let Err(why) = search.include(&line) {
                exit::warn(&format_args!("{place}: {why}; the line that ends here is skipped"));
            }
        }
        Ok(())
    })?;
    let is_whole = games.faults().is_empty() || exit != Exit::Done;
    Ok(if is_whole { exit } else { Exit::Failed })
}
