//! A file that is there as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::app::plan::BadInput;

/// Refuses an output that would destroy the input, however the two were named.
///
/// # Errors
///
/// [`BadInput::Overwrites`].
pub fn refuse_same(output: &Path, input: &Path) -> Result<(), BadInput> {
    match (fs::canonicalize(output), fs::canonicalize(input)) {
        (Ok(a), Ok(b)) if a == b => Err(BadInput::Overwrites(output.display().to_string())),
        _ => Ok(()),
    }
}

/// Writes a file under another name beside it, and gives it its name when everything is in it.
///
/// # Errors
///
/// What `write` says; a folder or file that cannot be written.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let is_file = !path.exists() || path.is_file();
    anyhow::ensure!(is_file, "{} is no file; name another output", path.display());
    let beside = beside(path)?;
    let written = create(&beside)
        .and_then(|file| fill(file, write))
        .and_then(|()| Ok(fs::rename(&beside, path)?));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// A name in the same folder that no other run takes.
fn beside(path: &Path) -> anyhow::Result<PathBuf> {
    let name = path.file_name().with_context(|| format!("{} is no file", path.display()))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}

fn create(path: &Path) -> anyhow::Result<File> {
    Ok(OpenOptions::new().write(true).create_new(true).open(path)?)
}

fn fill(
    file: File,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut buffered = BufWriter::new(file);
    write(&mut buffered)?;
    let file = buffered.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    Ok(file.sync_all()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> anyhow::Result<PathBuf> {
        let folder = std::env::temp_dir().join(format!("shans-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    #[test]
    fn what_fails_leaves_the_old_file_alone() -> anyhow::Result<()> {
        let folder = folder("replace")?;
        let path = folder.join("out.pgn");
        replace(&path, |out| Ok(out.write_all(b"old")?))?;
        let failed = replace(&path, |out| {
            out.write_all(b"half")?;
            anyhow::bail!("no more")
        });
        assert!(failed.is_err_and(|error| format!("{error:#}").ends_with("out.pgn: no more")));
        assert_eq!(fs::read(&path)?, b"old");
        replace(&path, |out| Ok(out.write_all(b"new")?))?;
        assert_eq!(fs::read(&path)?, b"new");
        assert_eq!(fs::read_dir(&folder)?.count(), 1, "nothing is left beside it");
        assert!(replace(&folder, |_| Ok(())).is_err());
        Ok(fs::remove_dir_all(&folder)?)
    }

    #[test]
    fn the_tree_is_not_overwritten() -> anyhow::Result<()> {
        let folder = folder("same")?;
        let tree = folder.join("tree");
        fs::write(&tree, b"x")?;
        let same = folder.join(".").join("tree");
        assert!(matches!(refuse_same(&same, &tree), Err(BadInput::Overwrites(_))));
        assert_eq!(refuse_same(&folder.join("other"), &tree), Ok(()));
        Ok(fs::remove_dir_all(&folder)?)
    }
}
