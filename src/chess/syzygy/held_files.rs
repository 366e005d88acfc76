//! Files of tables in memory.
//!
//! To map a file into memory takes `unsafe` code: a file that another program cuts off would end this
//! one. Reading each block by a call of the system takes twice as long. So a table is read whole when it is
//! asked for the first time, as long as there is room; then its blocks are read by calls of the system.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// Bytes of tables that are held in memory at most: all of those with five men fit twice in as much
/// as many machines have, and a search asks few of them.
const MOST_BYTES: u64 = 512 << 20;

/// Reads tables into memory. Clones share the room.
#[derive(Clone, Debug, Default)]
pub(super) struct HeldFiles(Arc<AtomicU64>);

impl HeldFiles {
    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes room for a file; `false` where there is none.
    fn reserve(&self, bytes: u64) -> bool {
        let more = |held: u64| held.checked_add(bytes).filter(|&held| held <= MOST_BYTES);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }
}

impl Filesystem for HeldFiles {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        OsFilesystem::new().regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        OsFilesystem::new().read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let bytes = self.regular_file_size(path)?;
        if !self.reserve(bytes) {
            return OsFilesystem::new().open(path);
        }
        match fs::read(path) {
            Ok(bytes) => Ok(Box::new(HeldFile(bytes))),
            Err(error) => {
                self.0.fetch_sub(bytes, Ordering::Relaxed);
                Err(error)
            }
        }
    }
}

/// The bytes of a file.
struct HeldFile(Vec<u8>);

impl RandomAccessFile for HeldFile {
    fn read_at(&self, into: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.0.get(from..).unwrap_or_default();
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_held_as_long_as_there_is_room() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("KRvK.rtbw");
        fs::write(&path, b"0123456789")?;
        let files = HeldFiles::default();
        let held = files.open(&path)?;
        assert_eq!(files.bytes(), 10);
        assert!(files.reserve(MOST_BYTES - 10) && !files.reserve(1));
        let read = files.open(&path)?;
        assert_eq!(files.bytes(), MOST_BYTES, "not held");
        // What is held stays as it was.
        fs::write(&path, b"abcdefghij")?;
        for (file, expected) in [(held, b"567"), (read, b"fgh")] {
            let mut into = [0; 3];
            file.read_exact_at(&mut into, 5, ReadHint::Data)?;
            assert_eq!(&into, expected);
            assert!(file.read_exact_at(&mut into, 8, ReadHint::Data).is_err(), "beyond the end");
            assert!(file.read_exact_at(&mut into, u64::MAX - 1, ReadHint::Data).is_err());
        }
        assert!(files.open(folder.path()).is_err(), "a folder");
        Ok(())
    }
}
