//! Names for trees that cannot be saved where they were to be.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where a tree is saved that cannot be saved to `path`: beside it, or else in the `spare` folder,
/// under a name that is free.
pub fn rescue_places(path: &Path, spare: &Path) -> [PathBuf; 2] {
    let name = path.file_name().unwrap_or_default();
    [free_name_beside(path), free_name_beside(&spare.join(name))]
}

/// The first of `PATH.rescued`, `PATH.rescued2` ... that is free.
pub fn free_name_beside(path: &Path) -> PathBuf {
    let numbered = |number: u32| {
        let mut name = OsString::from(path);
        name.push(".rescued");
        if number > 1 {
            name.push(number.to_string());
        }
        PathBuf::from(name)
    };
    let free = (1..u32::MAX).map(numbered).find(|name| !name.exists() && !name.is_symlink());
    free.unwrap_or_else(|| numbered(u32::MAX))
}

#[cfg(test)]
mod tests {
    use std::{fs, io};

    use super::*;

    #[test]
    fn a_rescue_replaces_nothing() -> io::Result<()> {
        let [folder, spare] = [tempfile::tempdir()?, tempfile::tempdir()?];
        let path = folder.path().join("a.tree");
        let places = || rescue_places(&path, spare.path());
        assert_eq!(places()[0], folder.path().join("a.tree.rescued"));
        fs::write(folder.path().join("a.tree.rescued"), "")?;
        assert_eq!(places()[0], folder.path().join("a.tree.rescued2"));
        assert_eq!(places()[1], spare.path().join("a.tree.rescued"));
        Ok(())
    }
}
