//! What a list of trees tells of each, from the header of its file alone.

use std::cmp::Reverse;
use std::fs::{self, DirEntry};
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::Context;
use serde::Serialize;

use crate::app::evaluations::EvaluationKind;
use crate::app::games::CommandLineGame;
use crate::app::reporting::variation::numbered;
use crate::store::{self, Glance, TreeFile};

/// As many moves of a game tell what it is about.
const OPENING_PLIES: usize = 10;

/// A tree of the folder.
#[derive(Debug, Serialize)]
pub struct ListedTree {
    /// The name of the file.
    pub name: String,
    /// Its address: `tree-0/`, `tree-1/` and so on, as long as the program runs.
    pub place: usize,
    /// Whether it was opened by this program.
    pub is_open: bool,
    /// When the file was changed: milliseconds since 1970.
    changed_ms: u64,
    /// What its header tells.
    #[serde(flatten)]
    about: Option<AboutTree>,
    /// Why it cannot be opened.
    error: Option<String>,
}

/// An analysis in a few words.
#[derive(Debug, Serialize)]
struct AboutTree {
    /// `A - B`; empty where no player is known.
    players: String,
    /// The name of the opening if the game has one, and its first moves; the position where it begins elsewhere.
    opening: String,
    /// The preferred move, with its number.
    answer: Option<String>,
    /// Positions searched.
    nodes: u64,
}

/// The trees of a folder, those that were changed last first, and by name where that is the same.
///
/// # Errors
///
/// A folder that cannot be read.
pub fn read<G: CommandLineGame>(folder: &Path) -> anyhow::Result<Vec<ListedTree>> {
    let cannot = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot)?;
    let mut trees: Vec<_> = entries.flatten().filter_map(|entry| listed::<G>(&entry)).collect();
    trees.sort_by_cached_key(|tree| (Reverse(tree.changed_ms), tree.name.clone()));
    Ok(trees)
}

/// What is told of a file; `None` if it is no tree, or is hidden, as files are that are being saved.
fn listed<G: CommandLineGame>(entry: &DirEntry) -> Option<ListedTree> {
    let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
    if !store::is_tree(&entry.path()) {
        return None;
    }
    let changed = fs::metadata(entry.path()).and_then(|data| data.modified()).ok()?;
    let changed_ms = changed.duration_since(UNIX_EPOCH).map_or(0, |age| age.as_millis());
    let changed_ms = u64::try_from(changed_ms).unwrap_or(u64::MAX);
    let (about, error) = match about::<G>(&entry.path()) {
        Ok(about) => (Some(about), None),
        Err(error) => (None, Some(format!("{error:#}"))),
    };
    Some(ListedTree { name, place: 0, is_open: false, changed_ms, about, error })
}

fn about<G: CommandLineGame>(path: &Path) -> anyhow::Result<AboutTree> {
    let evaluator = G::evaluator_of(&EvaluationKind::default());
    let glance = TreeFile::open(path)?.glance::<G>(evaluator)?;
    let at = glance.root.game().after_line(&glance.line);
    Ok(AboutTree {
        players: players(&glance),
        opening: opening(&glance),
        answer: glance.answer.map(|mv| numbered(&at, &[mv], 1)),
        nodes: glance.nodes,
    })
}

fn tag<'g, G: CommandLineGame>(glance: &'g Glance<G>, name: &str) -> Option<&'g str> {
    let value = glance.game.tag(name).map(str::trim);
    value.filter(|value| !value.is_empty() && !value.contains('?'))
}

fn players<G: CommandLineGame>(glance: &Glance<G>) -> String {
    match [tag(glance, "White"), tag(glance, "Black")] {
        [None, None] => String::new(),
        names => names.map(|name| name.unwrap_or("unknown")).join(" - "),
    }
}

fn opening<G: CommandLineGame>(glance: &Glance<G>) -> String {
    let beyond = if glance.game_line.is_empty() { &glance.line } else { &glance.game_line };
    let moves = [glance.root.moves(), beyond].concat();
    let first = numbered(glance.root.start(), &moves, OPENING_PLIES);
    let begins_elsewhere = !glance.root.start().game_file_tags().is_empty();
    let start = begins_elsewhere.then(|| glance.root.start().describe());
    let name = tag(glance, "Opening").or_else(|| tag(glance, "ECO")).map(str::to_string);
    let parts = [name, start, Some(first).filter(|first| !first.is_empty())];
    parts.into_iter().flatten().collect::<Vec<_>>().join(": ")
}
