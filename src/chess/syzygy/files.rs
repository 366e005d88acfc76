//! Files of tables in folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::material::Men;

/// The files in a folder that have the names of tables, in the order of their names.
///
/// # Errors
///
/// A folder that cannot be read.
pub(super) fn tables_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if name_of(&path).is_some() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// `KQvKR.rtbw`, the stronger side first; `None` where a file has no name of a table.
pub(super) fn name_of(path: &Path) -> Option<String> {
    let men = Men::from_name(path.file_stem()?.to_str()?)?;
    let ending = path.extension()?.to_str()?;
    matches!(ending, "rtbw" | "rtbz").then(|| format!("{}.{ending}", men.name()))
}
