//! The files that commands write beside their results. All but trees come through here: nothing that
//! is there is lost by mistake, and what cannot be written is reported before the work begins.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, LineWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use thiserror::Error;

use super::overwriting::refuse_overwriting;
use crate::app::args::ReportFileArgs;
use crate::app::usage::UsageError;
use crate::store::{self, Replacement, SaveLock, Seen, StoreError};

/// What an output would destroy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WouldDestroy {
    /// A tree, which nothing but a tree replaces.
    #[error("{} holds a tree, which would be overwritten; write to another file", .0.display())]
    Tree(PathBuf),
    /// A file that was there before.
    #[error("{} already exists; write to another file, or give --force to overwrite it", .0.display())]
    File(PathBuf),
}

/// A place that an output may go to.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// A stream of this program, a device, or a pipe: there is nothing to be lost.
    Stream,
    /// A file, in place of what was there.
    File { seen: Seen, _lock: SaveLock },
}

impl OutputFile {
    /// The file that a report is to go to; `None` if none was named.
    ///
    /// # Errors
    ///
    /// As [`OutputFile::new`].
    pub fn of_report<'a>(
        args: &ReportFileArgs,
        other: impl IntoIterator<Item = &'a Path>,
    ) -> anyhow::Result<Option<OutputFile>> {
        args.output.as_ref().map(|path| OutputFile::new(path, args.force, other)).transpose()
    }

    /// The file at `path`; `-` is standard output, and so is `/dev/stdout`, whatever it is redirected
    /// to. Nothing is left there yet.
    ///
    /// # Errors
    ///
    /// [`UsageError`] if one of the `other` files of the command is there, a tree, or, without
    /// `force`, any file; [`StoreError`] if nothing can be written.
    pub fn new<'a>(
        path: &Path,
        force: bool,
        other: impl IntoIterator<Item = &'a Path>,
    ) -> anyhow::Result<OutputFile> {
        let path = path.to_path_buf();
        if is_stream(&path) {
            return Ok(OutputFile { path, way: Way::Stream });
        }
        let seen = Seen::at(&path);
        refuse_overwriting(&path, other).map_err(UsageError::new)?;
        let lock = SaveLock::take(&path)?;
        if store::is_tree(&path) {
            return Err(UsageError::new(WouldDestroy::Tree(path)).into());
        }
        if seen != Seen::NOTHING && !force {
            return Err(UsageError::new(WouldDestroy::File(path)).into());
        }
        store::probe_file(&path)?;
        Ok(OutputFile { path, way: Way::File { seen, _lock: lock } })
    }

    /// The files at these paths, where they are given, all different and none of these inputs.
    ///
    /// # Errors
    ///
    /// As [`OutputFile::new`].
    pub fn all<'p, const N: usize>(
        paths: [&'p Option<PathBuf>; N],
        force: bool,
        inputs: impl IntoIterator<Item = &'p PathBuf>,
    ) -> anyhow::Result<[Option<OutputFile>; N]> {
        let mut taken: Vec<&Path> = inputs.into_iter().map(PathBuf::as_path).collect();
        let mut files = [const { None }; N];
        for (path, file) in paths.into_iter().zip(&mut files) {
            let Some(path) = path else { continue };
            *file = Some(OutputFile::new(path, force, taken.iter().copied())?);
            taken.push(path);
        }
        Ok(files)
    }

    /// Writes it. The file is then either complete or unchanged.
    ///
    /// # Errors
    ///
    /// What `write` says; what cannot be written.
    pub fn write(
        self,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let OutputFile { path, way } = self;
        let context = || format!("cannot write {}", path.display());
        match way {
            Way::Stream => fill(stream(&path).with_context(context)?, write).with_context(context),
            Way::File { seen, _lock } => {
                let replacement = Replacement::begin(&path)?.instead_of(seen);
                match fill(replacement.file(), write) {
                    Ok(()) => Ok(replacement.put_in_place().map(drop)?),
                    Err(error) => {
                        replacement.discard();
                        Err(error.context(context()))
                    }
                }
            }
        }
    }

    /// Writes a file where it is wanted.
    ///
    /// # Errors
    ///
    /// What cannot be written.
    pub fn write_some(
        file: Option<OutputFile>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        file.map_or(Ok(()), |file| file.write(|out| Ok(write(out)?)))
    }

    /// Writes a report to the file where there is one, or else to `out`.
    ///
    /// # Errors
    ///
    /// What `write` says; what cannot be written.
    pub fn write_or(
        file: Option<OutputFile>,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match file {
            Some(file) => file.write(write)?,
            None => write(out)?,
        }
        Ok(out.flush()?)
    }

    /// Opens it to be written line by line, each of which is there at once.
    ///
    /// # Errors
    ///
    /// What cannot be opened; another file that came there.
    pub fn grow(self) -> anyhow::Result<GrowingFile> {
        let context = || format!("cannot write {}", self.path.display());
        let (out, lock) = match self.way {
            Way::Stream => (stream(&self.path).with_context(context)?, None),
            Way::File { seen, _lock: lock } => {
                let file = empty_file(&self.path, &seen).with_context(context)?;
                let file = file.ok_or_else(|| StoreError::Changed(self.path.clone()))?;
                (Box::new(file) as Box<dyn Write>, Some(lock))
            }
        };
        Ok(GrowingFile { path: self.path, out: LineWriter::new(out), _lock: lock })
    }
}

/// A file that is written line by line.
pub struct GrowingFile {
    path: PathBuf,
    out: LineWriter<Box<dyn Write>>,
    _lock: Option<SaveLock>,
}

impl GrowingFile {
    /// Writes some lines.
    ///
    /// # Errors
    ///
    /// What cannot be written, with the name of the file.
    pub fn add(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let written = write(&mut self.out).and_then(|()| self.out.flush());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Whether what is written to `path` continues elsewhere, or nowhere, and replaces nothing.
fn is_stream(path: &Path) -> bool {
    let is_special = |there: fs::Metadata| !there.is_file() && !there.is_dir();
    own_stream(path).is_some() || fs::metadata(path).is_ok_and(is_special)
}

/// The stream of this program that `path` names.
fn own_stream(path: &Path) -> Option<Box<dyn Write>> {
    match path.to_str()? {
        "-" | "/dev/stdout" => Some(Box::new(io::stdout())),
        "/dev/stderr" => Some(Box::new(io::stderr())),
        _ => None,
    }
}

fn stream(path: &Path) -> io::Result<Box<dyn Write>> {
    match own_stream(path) {
        Some(stream) => Ok(stream),
        None => Ok(Box::new(OpenOptions::new().write(true).open(path)?)),
    }
}

/// The file at `path`, made or emptied; `None` if it is not the one that was `seen`.
fn empty_file(path: &Path, seen: &Seen) -> io::Result<Option<File>> {
    if *seen == Seen::NOTHING {
        return match File::create_new(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
            created => created.map(Some),
        };
    }
    let file = OpenOptions::new().write(true).open(path)?;
    if Seen::file(&file)? != *seen {
        return Ok(None);
    }
    file.set_len(0)?;
    Ok(Some(file))
}

fn fill(
    out: impl Write,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut buffered = BufWriter::new(out);
    write(&mut buffered)?;
    Ok(buffered.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(path: &Path, force: bool) -> anyhow::Result<OutputFile> {
        OutputFile::new(path, force, [])
    }

    #[test]
    fn what_fails_leaves_the_old_file_alone() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("out.pgn");
        new(&path, false)?.write(|out| Ok(out.write_all(b"old")?))?;
        let failed = new(&path, true)?.write(|out| {
            out.write_all(b"half")?;
            anyhow::bail!("no more")
        });
        assert!(failed.is_err_and(|error| format!("{error:#}").ends_with("out.pgn: no more")));
        assert_eq!(fs::read(&path)?, b"old");
        new(&path, true)?.write(|out| Ok(out.write_all(b"new")?))?;
        assert_eq!(fs::read(&path)?, b"new");
        assert_eq!(fs::read_dir(folder.path())?.count(), 1, "nothing is left beside it");
        assert!(new(folder.path(), true).is_err());
        Ok(())
    }

    #[test]
    fn what_exists_is_replaced_by_force_only_and_a_tree_never() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let [text, tree] = ["text", "tree"].map(|name| folder.path().join(name));
        fs::write(&text, "mine")?;
        fs::write(&tree, b"\x89SHANS\r\n")?;
        assert!(store::is_tree(&tree));
        let why = |path, force| new(path, force).map(drop).map_err(|error| error.to_string());
        assert!(why(&text, false).is_err_and(|why| why.contains("text already exists; ")));
        assert_eq!(why(&text, true), Ok(()));
        for force in [false, true] {
            assert!(why(&tree, force).is_err_and(|why| why.contains("tree holds a tree, ")));
        }
        let taken = OutputFile::new(&text, true, [text.as_path()]);
        assert!(taken.is_err_and(|error| error.to_string().contains("also used by this command")));
        assert_eq!(fs::read(&text)?, b"mine");
        Ok(())
    }

    /// Between the look at the place and the writing the work is done, which takes hours.
    #[test]
    fn what_came_meanwhile_stays() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("out");
        for before in [None, Some("old")] {
            let _ = fs::remove_file(&path);
            before.map_or(Ok(()), |old| fs::write(&path, old))?;
            let output = new(&path, true)?;
            assert!(new(&path, true).is_err(), "the place is taken");
            fs::write(&path, "a stranger's")?;
            assert!(output.write(|out| Ok(out.write_all(b"new")?)).is_err());
            let _ = fs::remove_file(&path);
            before.map_or(Ok(()), |old| fs::write(&path, old))?;
            let output = new(&path, true)?;
            fs::write(&path, "a stranger's")?;
            assert!(output.grow().is_err());
            assert_eq!(fs::read_to_string(&path)?, "a stranger's");
        }
        let mut file = new(&path, true)?.grow()?;
        file.add(|out| writeln!(out, "a row"))?;
        assert_eq!(fs::read_to_string(&path)?, "a row\n", "at once");
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_written_to() -> anyhow::Result<()> {
        for name in ["-", "/dev/stdout", "/dev/stderr", "/dev/null"] {
            new(Path::new(name), false)?.write(|_| Ok(()))?;
        }
        #[cfg(target_os = "linux")]
        {
            let full = new(Path::new("/dev/full"), false)?;
            let failed = full.write(|out| Ok(out.write_all(b"text")?));
            assert!(failed.is_err_and(|error| error.to_string() == "cannot write /dev/full"));
        }
        Ok(())
    }
}
