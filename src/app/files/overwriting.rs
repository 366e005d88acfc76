//! No output takes the place of an input, or of another output.

use std::fs;
use std::path::{Path, PathBuf};

use same_file::is_same_file;
use thiserror::Error;

/// An output that would destroy another file of the same command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} is also used by this command in another role; write to another file", .0.display())]
pub struct Overwrites(PathBuf);

/// Refuses `output` if it is one of the `other` files, by whatever name: a hard link, a symbolic
/// link, or another path. Devices and pipes are never refused: writing to them destroys nothing.
///
/// # Errors
///
/// [`Overwrites`] names the output.
pub fn refuse_overwriting<'a>(
    output: &Path,
    other: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Overwrites> {
    let is_taken = other.into_iter().any(|other| is_same(output, other));
    if is_taken { Err(Overwrites(output.to_path_buf())) } else { Ok(()) }
}

/// Whether both paths name the same regular file: one that is there, or one that would be
/// created.
fn is_same(a: &Path, b: &Path) -> bool {
    match (a.exists(), b.exists()) {
        (true, true) => a.is_file() && is_same_file(a, b).unwrap_or(false),
        (false, false) => place(a).is_some_and(|place_of_a| Some(place_of_a) == place(b)),
        _ => false,
    }
}

/// Where a file would be created: its folder, without links and detours, and its name. `None`
/// where it cannot be created.
fn place(path: &Path) -> Option<PathBuf> {
    /// More links in a row than this are a circle.
    const MOST_LINKS: u32 = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        match fs::read_link(&path) {
            // A link to nowhere: the file would be created at its end.
            Ok(end) => path = folder.join(end),
            Err(_) => return Some(folder.join(path.file_name()?)),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    fn is_refused(output: &Path, other: &Path) -> bool {
        refuse_overwriting(output, [Path::new("elsewhere"), other]).is_err()
    }

    #[test]
    fn other_names_of_a_file_are_refused() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let [tree, link, other] = ["tree", "link", "other"].map(|name| folder.path().join(name));
        fs::write(&tree, "x")?;
        fs::write(&other, "x")?;
        fs::hard_link(&tree, &link)?;
        for same in [&tree, &link, &folder.path().join(".").join("tree")] {
            assert!(is_refused(same, &tree) && is_refused(&tree, same), "{same:?}");
        }
        assert!(!is_refused(&other, &tree) && !is_refused(&folder.path().join("new"), &tree));
        assert!(!is_refused(folder.path(), folder.path()), "a folder is reported elsewhere");
        Ok(())
    }

    #[test]
    fn files_yet_to_be_created_are_told_by_their_place() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let new = folder.path().join("new");
        fs::create_dir(folder.path().join("sub"))?;
        assert!(is_refused(&new, &new) && is_refused(&folder.path().join("sub/../new"), &new));
        assert!(!is_refused(&folder.path().join("sub/new"), &new));
        assert!(!is_refused(&folder.path().join("none/new"), &folder.path().join("none/new")));
        assert!(is_refused(Path::new("new to come"), Path::new("./new to come")));
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_are_followed_and_devices_pass() -> io::Result<()> {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir()?;
        let [tree, link, new, dangling] =
            ["tree", "link", "new", "dangling"].map(|name| folder.path().join(name));
        fs::write(&tree, "x")?;
        symlink("tree", &link)?;
        symlink("new", &dangling)?;
        assert!(is_refused(&link, &tree) && is_refused(&dangling, &new));
        assert!(!is_refused(&dangling, &tree));
        let circle = folder.path().join("circle");
        symlink("circle", &circle)?;
        assert!(!is_refused(&circle, &circle), "it cannot be created");
        assert!(!is_refused(Path::new("/dev/null"), Path::new("/dev/null")));
        Ok(())
    }

    #[test]
    fn the_output_is_named() {
        let error =
            refuse_overwriting(Path::new("new"), [Path::new("./new")]).map_err(|e| e.to_string());
        let text = "new is also used by this command in another role; write to another file";
        assert_eq!(error, Err(text.to_string()));
    }
}
