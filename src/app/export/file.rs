//! A file that is there as a whole or not at all.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::store::Replacement;

/// Writes a file, in place of what was there once it is whole.
///
/// # Errors
///
/// What `write` says; a folder or file that cannot be written.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let replacement = Replacement::begin(path)?;
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
    use std::fs;
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
}
