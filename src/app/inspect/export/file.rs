//! A file that is there as a whole or not at all.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::app::plan::BadInput;
use crate::store::Replacement;

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

/// Writes a file, in place of what was there once it is whole.
///
/// # Errors
///
/// What `write` says; a folder or file that cannot be written.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let replacement = Replacement::of(path)?;
    match fill(&replacement.file, write) {
        Ok(()) => {
            replacement.put_in_place()?;
            Ok(())
        }
        Err(error) => {
            replacement.discard();
            Err(error.context(format!("cannot write {}", path.display())))
        }
    }
}

fn fill(
    file: &File,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut buffered = BufWriter::new(file);
    write(&mut buffered)?;
    Ok(buffered.flush()?)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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
