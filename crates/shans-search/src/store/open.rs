//! Opening a tree file: its header, before any record is read.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::compression::Compression;
use super::error::{BadHeader, StoreError};
use super::header::{BlockKind, Header};
use super::mapping;
use super::preamble::{StoredHeader, VERSION};
use super::sections;
use super::target::open_file;
use crate::game::{Evaluate, Notation};
use crate::search::MemoryLimits;

/// The longest name of a program, searcher or game: bytes.
const LONGEST_NAME: usize = 400;

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileInfo {
    /// The version of the format.
    pub version: u16,
    /// The program that wrote it, with its version.
    pub program: String,
    /// The searcher's full name.
    pub searcher: String,
    /// Made with the evaluation of this program.
    pub same_evaluation: bool,
    /// Made by the search of this program: the same parameters make the same tree.
    pub same_search: bool,
    /// The nodes are compressed.
    pub compressed: bool,
    /// Nodes of the tree.
    pub tree_nodes: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Names of optional sections of a newer program that this one does not know. They are lost
    /// when the tree is saved again.
    pub skipped_sections: Vec<String>,
}

impl FileInfo {
    /// What of this program is not as in the one that made the file; `None` if it is the same.
    pub fn difference(&self) -> Option<&'static str> {
        match (self.same_evaluation, self.same_search) {
            (true, true) => None,
            (false, _) => Some("evaluation"),
            (true, false) => Some("version of the search"),
        }
    }
}

/// A tree file whose header was read.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// use shans_search::store::{self, SaveOptions, TreeFile};
/// # let root = Root::new(Nim::new(&[7, 8, 9]));
/// # let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
/// # search.search(&Limits { nodes: Some(1_000), ..Limits::default() }, &mut |_| {});
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("nim.tree");
///
/// let options = SaveOptions { searcher: "best-first", compress: false, tables: u64::MAX };
/// store::save(&path, &search, options)?;
/// // The header alone tells what the tree is of, and whether this program can continue it.
/// let file = TreeFile::open(&path)?;
/// file.expect_game::<Nim>()?;
/// let info = file.info::<Nim>(&());
/// assert_eq!((info.difference(), info.tree_nodes), (None, search.tree().len() as u64));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TreeFile<R = File> {
    pub(super) path: PathBuf,
    /// Of the whole file.
    pub(super) bytes: u64,
    pub(super) header: Header,
    pub(super) room: MemoryLimits,
    /// Bytes before the first block.
    pub(super) blocks_begin: u64,
    /// What comes behind the header.
    pub(super) input: R,
}

impl TreeFile {
    /// Reads the header of a file.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if this is not a regular file, not a tree file, or a newer one than this program knows, or
    /// damaged.
    pub fn open(path: &Path) -> Result<TreeFile, StoreError> {
        let file = open_file(path)?;
        let bytes = file.metadata().map_err(StoreError::system("read", path))?.len();
        TreeFile::read(path, file, bytes)
    }
}

impl<R: Read> TreeFile<R> {
    /// Reads the header of what `input` gives, `bytes` in all. Messages call it `path`.
    ///
    /// # Errors
    ///
    /// As [`TreeFile::open`].
    pub fn read(path: &Path, mut input: R, bytes: u64) -> Result<TreeFile<R>, StoreError> {
        let stored = StoredHeader::read(&mut input, path)?;
        let bad = |bad: BadHeader| bad.in_file(path);
        let header = sections::decode(&stored).map_err(bad)?;
        let names = [&header.origin.program, &header.root.game, &header.origin.searcher];
        if !names.into_iter().all(|name| is_name(name)) {
            return Err(bad(BadHeader::damaged("a name that cannot be printed")));
        }
        let room = mapping::memory_limits(header.room).map_err(bad)?;
        let path = path.to_path_buf();
        Ok(TreeFile { path, bytes, header, room, blocks_begin: stored.end(), input })
    }

    /// What it says of itself; `evaluator` is the one of this program.
    pub fn info<G: Evaluate>(&self, evaluator: &G::Evaluator) -> FileInfo {
        let Header { origin, model, leaf_search, blocks, skipped, .. } = &self.header;
        let search = mapping::model(model, leaf_search.as_ref()).map(|model| model.fingerprint());
        let nodes = blocks.iter().find(|blocks| blocks.kind == BlockKind::Nodes);
        let compression = nodes.map(|nodes| nodes.compression);
        FileInfo {
            version: VERSION,
            program: origin.program.clone(),
            searcher: origin.searcher.clone(),
            same_evaluation: origin.evaluation == G::fingerprint(evaluator),
            same_search: search == Ok(origin.search),
            compressed: compression.is_some_and(|compression| compression != Compression::None),
            tree_nodes: self.tree_nodes(),
            bytes: self.bytes,
            skipped_sections: skipped.clone(),
        }
    }

    /// The maximum number of pieces of a position that endgame tables from outside the program knew when the
    /// tree was made; 0 without such tables.
    pub fn table_pieces(&self) -> u8 {
        self.header.table_pieces
    }

    /// The name of the game ([`Notation::NAME`](crate::game::Notation::NAME)) that the tree is of.
    pub fn game(&self) -> &str {
        &self.header.root.game
    }

    /// Refuses the tree of another game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Game`] names both.
    pub fn expect_game<G: Notation>(&self) -> Result<(), StoreError> {
        if self.game() == G::NAME {
            return Ok(());
        }
        let (path, found) = (self.path.clone(), self.game().to_string());
        Err(StoreError::Game { path, found, expected: G::NAME })
    }

    /// The room that the search was given.
    pub fn memory_limits(&self) -> MemoryLimits {
        self.room
    }

    /// Nodes spent on it, in every session; `None` if the header tells something impossible.
    pub fn work(&self) -> Option<u64> {
        mapping::state(&self.header).ok().map(|state| state.nodes)
    }

    /// Whether the tree has the same root as the other: the same game up to there, and the same
    /// moves to choose from.
    pub fn has_root_of<S>(&self, other: &TreeFile<S>) -> bool {
        self.header.root == other.header.root
    }

    /// Nodes of the tree.
    pub(super) fn tree_nodes(&self) -> u64 {
        let nodes = self.header.blocks.iter().find(|it| it.kind == BlockKind::Nodes);
        nodes.map_or(0, |nodes| nodes.records)
    }

    /// Whether the leaves of the tree are searched.
    pub(super) fn searches_leaves(&self) -> bool {
        self.header.leaf_search.is_some()
    }
}

/// As much of a name as files take.
pub(super) fn name_of(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        if name.len() + letter.len_utf8() > LONGEST_NAME {
            break;
        }
        name.push(letter);
    }
    name
}

/// Names go to the terminal as they are.
fn is_name(text: &str) -> bool {
    text.len() <= LONGEST_NAME && !text.contains(char::is_control)
}
