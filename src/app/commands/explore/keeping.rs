//! Saving the tree that the page shows: to its file, or as a new one.

use std::path::PathBuf;

use anyhow::{bail, ensure};

use super::subject::Another;
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::printable::printable;
use crate::session::{SaveFile, SavePlace, Session, Trouble};

/// How the names of tree files end.
const ENDING: &str = ".tree";
/// The longest name without its ending: bytes.
const LONGEST_NAME: usize = 100;

/// Saves the tree as a new file in the folder in which the program was started, and to that from now on.
///
/// # Errors
///
/// A name that the page may not save to; a file that cannot be written; an engine that does not tell its name.
pub fn save_as<G: CommandLineGame>(
    session: &mut Session<G>,
    name: &str,
    Another { searcher, saving, .. }: &Another,
) -> anyhow::Result<()> {
    let mut place = SavePlace::at(&new_file(name)?);
    place.take()?;
    let file = match session.file() {
        Some(file) => file.elsewhere(place),
        None => SaveFile::new(place, saving::options(saving, &searcher.full_name()?)),
    };
    session.save_as(file)?;
    Ok(())
}

/// The file of this name, which is not there yet, in the folder in which the program was started. The page is not
/// trusted with more than that.
fn new_file(name: &str) -> anyhow::Result<PathBuf> {
    let name = name.trim();
    let stem = name.strip_suffix(ENDING).unwrap_or(name);
    // Devices of Windows have names without an ending, and `:` leads to drives.
    let is_plain =
        !stem.contains(['/', '\\', ':']) && !stem.starts_with('.') && printable(stem) == stem;
    if !is_plain || stem.is_empty() || stem.len() > LONGEST_NAME {
        let begin: String = name.chars().take(LONGEST_NAME).collect();
        bail!(
            "{begin:?} cannot be the name of a file; give one without a folder, of at most {LONGEST_NAME} bytes"
        );
    }
    let file = format!("{stem}{ENDING}");
    let path = PathBuf::from(&file);
    // A link to nothing is there, too. The page cannot know whose it is.
    ensure!(path.symlink_metadata().is_err(), "{file} exists already; choose another name");
    Ok(path)
}

/// The name of a file, without its folder.
pub fn file_name(file: &SaveFile) -> String {
    let path = file.path();
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Whether the file of the tree is no longer there.
pub fn is_file_gone<G: CommandLineGame>(session: &Session<G>) -> bool {
    session.file().is_some_and(|file| !file.path().exists())
}

/// Where there is no file.
pub const NOWHERE_TO_SAVE: &str =
    "nowhere to save yet; use Save as, or start shans explore with --save FILE";

/// Saves what is not saved yet, elsewhere if it must be; returns where, if anything was to be saved.
///
/// # Errors
///
/// The tree is not saved, or under another name.
pub fn save_last<G: CommandLineGame>(mut session: Session<G>) -> anyhow::Result<Option<PathBuf>> {
    session.end_checkpoint();
    // Where a checkpoint failed, the tree is saved now.
    let troubles = session.troubles();
    let is_moved = |trouble: &&Trouble| matches!(trouble, Trouble::Moved { .. });
    troubles.iter().filter(is_moved).for_each(saving::warn_of);
    if !session.has_unsaved_work() {
        return Ok(None);
    }
    match saving::save_last(&mut session) {
        (_, Some(error)) => Err(error),
        (saved, None) => Ok(saved.map(|saved| saved.path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_to_a_new_file_here() {
        let path = |name: &str| match new_file(name) {
            Ok(path) => path.display().to_string(),
            Err(why) => why.to_string(),
        };
        assert_eq!(path(" my game "), "my game.tree");
        assert_eq!(path("a.b.tree"), "a.b.tree");
        let long = "x".repeat(LONGEST_NAME + 1);
        for name in [
            "",
            " ",
            ".tree",
            ".hidden",
            "..",
            "../a",
            "/tmp/a",
            "a/b",
            "a\\b",
            "C:a",
            "a\0b",
            "a\nb",
            "a\u{202e}b",
            &long,
        ] {
            assert!(path(name).contains(" cannot be the name of a file; "), "{name:?}");
        }
    }
}
