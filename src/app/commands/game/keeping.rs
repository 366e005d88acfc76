//! The tree of a game: a new one, or the one in its file, to be continued.

use std::path::{Path, PathBuf};

use anyhow::bail;
use thiserror::Error;

use super::input::PlayedGame;
use super::plan::Job;
use crate::app::files::game_file::ToldGame;
use crate::app::files::going_on;
use crate::app::games::CommandLineGame;
use crate::app::settings::SearchSettings;
use crate::app::usage::UsageError;
use crate::search::{CannotStep, Root, Stop};
use crate::session::{Review, SaveFile, Session};
use crate::store;

/// A file with another tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} holds a tree that is not of this game; save to another file, or give --force to replace it"
)]
pub struct OtherGame(String);

/// What a game's tree comes to be.
pub enum Kept<G: CommandLineGame> {
    /// A review to continue, and whether it comes from a file.
    Review(Box<Review<G>>, bool),
    /// An interrupt came while the file was read, or before all moves were in the tree.
    Interrupted,
}

/// The review of a game, kept in `path` where there is one.
///
/// # Errors
///
/// [`UsageError`] for a file that holds another tree; a file that cannot be read or written; an engine that
/// cannot be started.
pub fn review<G: CommandLineGame>(
    game: &PlayedGame<'_, G>,
    job: &Job<'_>,
    path: Option<&Path>,
) -> anyhow::Result<Option<Kept<G>>> {
    let Some(path) = path else { return new(game, job.settings, None) };
    let file = going_on::save_file(path, &job.args.saving, job.settings)?;
    match store::is_tree(path) && !job.args.printing.force {
        true => old(game, job, file).map(Some),
        false => new(game, job.settings, Some(file)),
    }
}

/// A new one; `None` where the searcher keeps no tree.
fn new<G: CommandLineGame>(
    game: &PlayedGame<'_, G>,
    settings: &SearchSettings,
    file: Option<SaveFile>,
) -> anyhow::Result<Option<Kept<G>>> {
    let root = Root::new(game.start().clone());
    let Some(mut search) = settings.searcher.build_with_tree(root, settings.room)? else {
        return Ok(None);
    };
    ToldGame::new(game.written, game.written.text(game.text), game.start()).keep_in(&mut search);
    search.notes_mut().set_game_line(game.analysed_moves());
    let session = Session::new(search).kept_in(file);
    let review = Review::begin_within(session, game.analysed_moves().to_vec(), &settings.limits);
    if matches!(review, Err(CannotStep::Interrupted)) {
        return Ok(Some(Kept::Interrupted));
    }
    if let (Err(CannotStep::Unanswered), (_, Some(failure))) =
        (&review, settings.searcher.troubles_of(Some(Stop::Unanswered)))
    {
        return Err(failure.into());
    }
    let review = review?;
    Ok(Some(Kept::Review(Box::new(review), false)))
}

/// The one in the file, which has to be of this game and this search.
fn old<G: CommandLineGame>(
    game: &PlayedGame<'_, G>,
    &Job { settings, args, tables, .. }: &Job<'_>,
    save: SaveFile,
) -> anyhow::Result<Kept<G>> {
    let path = &save.path().to_path_buf();
    let other_game = || UsageError::new(OtherGame(path.display().to_string()));
    let evaluator = game.start().evaluator().clone();
    let search = going_on::search_in::<G>(path, settings, evaluator, tables, args.printing.quiet)?;
    let Some(mut search) = search else { return Ok(Kept::Interrupted) };
    if search.root().game().describe() != game.start().describe() {
        return Err(other_game().into());
    }
    search.notes_mut().set_game_line(game.analysed_moves());
    let save = save.holding(&search);
    let session = Session::new(search).kept_in(save);
    let review = Review::go_on(session, game.analysed_moves().to_vec());
    Ok(Kept::Review(Box::new(review.map_err(|_| other_game())?), true))
}

/// The file of a part of a game, the first one of which has number 0: behind a draw that was not claimed another tree begins.
/// It is that of the arguments, or one beside it where there are several games or parts.
///
/// # Errors
///
/// A path without a name.
pub fn file_of(
    path: &Path,
    (number, is_only): (u64, bool),
    part: usize,
) -> anyhow::Result<PathBuf> {
    let mut path = path.to_path_buf();
    if !is_only && path.file_stem().is_none() {
        bail!("{} has no name", path.display());
    }
    if !is_only {
        path = beside(&path, &number.to_string());
    }
    if part > 0 {
        path = beside(&path, &format!("part-{}", part + 1));
    }
    Ok(path)
}

/// A file with this behind its name.
fn beside(path: &Path, behind: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{behind}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{behind}"),
    };
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_several_games_has_a_file_of_its_own() -> anyhow::Result<()> {
        let path = Path::new("a/games.tree");
        assert_eq!(file_of(path, (2, true), 0)?, path);
        assert_eq!(file_of(path, (2, false), 0)?, Path::new("a/games-2.tree"));
        assert_eq!(file_of(Path::new("games"), (12, false), 0)?, Path::new("games-12"));
        assert!(file_of(Path::new("/"), (1, false), 0).is_err());
        assert_eq!(file_of(path, (2, true), 1)?, Path::new("a/games-part-2.tree"));
        assert_eq!(file_of(path, (2, false), 1)?, Path::new("a/games-2-part-2.tree"));
        Ok(())
    }
}
