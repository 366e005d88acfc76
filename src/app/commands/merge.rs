//! `shans merge`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::HumanCount;
use serde::Serialize;
use thiserror::Error;

use crate::app::args::MergeArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::loading::{self, InterruptibleFile};
use crate::app::files::overwriting::refuse_overwriting;
use crate::app::files::tree_evaluation::evaluation_of;
use crate::app::files::{ending_tables, replacing};
use crate::app::games::CommandLineGame;
use crate::app::printable::printable_path;
use crate::app::reporting::json_line;
use crate::app::reporting::score::counted;
use crate::app::usage::UsageError;
use crate::app::{searchers, signals};
use crate::search::{BestFirst, Comment, Interrupt, MemoryLimits, Merged, SourceGame};
use crate::session::{KeepOptions, SaveFile, SavePlace};
use crate::store::{FileInfo, SaveOptions, TreeFile};
use crate::tree::Watch;

/// Why two files cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misfits {
    /// A tree of another program.
    #[error(
        "{file} was made with another {what} ({program}); shans resume {file} --force takes it over"
    )]
    Program {
        /// The file.
        file: String,
        /// What is different.
        what: &'static str,
        /// The program.
        program: String,
    },
    /// Trees with different evaluations, or over different engines.
    #[error("the trees were made with different {0}, {1} and {2}: their values are not comparable")]
    Different(&'static str, String, String),
}

/// A tree that is read.
struct Read<G: CommandLineGame> {
    search: BestFirst<G>,
    info: FileInfo,
    room: MemoryLimits,
}

/// What became of the trees. Scripts rely on the names: add to them, do not rename.
#[derive(Debug, Serialize)]
struct Findings {
    tree_nodes: usize,
    /// Of the trees that were merged, in the order in which they were given.
    tree_nodes_of: Vec<u64>,
    /// Work: that of the tree that has most.
    nodes: u64,
    file_bytes: u64,
}

/// Makes one tree of all, saves it, and tells to `out` what there is.
///
/// # Errors
///
/// [`UsageError`] for an output that may not be replaced; a file that cannot be read or written; trees that do
/// not fit each other.
pub fn run<G: CommandLineGame>(args: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    refuse_overwriting(&args.output, args.trees.iter().map(PathBuf::as_path))
        .map_err(UsageError::new)?;
    let mut place = SavePlace::at(&args.output);
    if !args.force {
        replacing::by_new_analysis(&args.output).map_err(UsageError::new)?;
    }
    place.take()?;
    let interrupt = signals::catch()?;
    match merged::<G>(args, place, &interrupt) {
        Ok(Some(findings)) => {
            findings.tell(args, out)?;
            Ok(Exit::Done)
        }
        Err(error) if !interrupt.is_thrown() => Err(error),
        Ok(None) | Err(_) => {
            exit::complain(&format_args!("interrupted; nothing was saved"));
            Ok(Exit::Interrupted)
        }
    }
}

/// `None` if `interrupt` came before the new tree was saved.
fn merged<G: CommandLineGame>(
    args: &MergeArgs,
    place: SavePlace,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<Findings>> {
    let open = |path: &PathBuf| loading::open(path, interrupt);
    let files = args.trees.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    files.iter().try_for_each(TreeFile::expect_game::<G>)?;
    refuse_misfits::<G>(args, &files)?;
    let pieces = files.iter().map(TreeFile::table_pieces).max().unwrap_or_default();
    let mut whole: Option<Read<G>> = None;
    let mut tree_nodes_of = Vec::new();
    for (index, file) in files.into_iter().enumerate() {
        let Some(next) = read::<G>(args, &args.trees[index], file, pieces, interrupt)? else {
            return Ok(None);
        };
        tree_nodes_of.push(next.info.tree_nodes);
        let both = match whole.take() {
            None => Some(next),
            Some(before) => one_of_two(before, next, interrupt).with_context(|| {
                let [before, last] = [&args.trees[..index], &args.trees[index..=index]].map(names);
                format!("{before} and {last} cannot be merged")
            })?,
        };
        let Some(both) = both else { return Ok(None) };
        whole = Some(both);
    }
    let Some(whole) = whole else { return Ok(None) };
    if is_full_of_comments(&whole.search) {
        let (most, longest) =
            (HumanCount(Comment::MOST as u64), HumanCount(Comment::LONGEST as u64));
        exit::warn(&format_args!(
            "the comments of the trees do not all fit into one, which holds {most} of {longest} bytes each: \
             what is beyond that is not in the new tree"
        ));
    }
    if !loading::check(&whole.search, &args.output, args.quiet, interrupt)? {
        return Ok(None);
    }
    let compress = args.compress || whole.info.compressed;
    let searcher = whole.info.searcher;
    let options = KeepOptions { searcher, compress, tables: SaveOptions::TABLES, checkpoint: None };
    let mut file = SaveFile::new(place, options);
    let saved = file.save(&whole.search)?;
    Ok(Some(Findings {
        tree_nodes: whole.search.tree().len(),
        tree_nodes_of,
        nodes: whole.search.nodes(),
        file_bytes: saved.parts.bytes(),
    }))
}

/// `a.tree, b.tree`: the names of files in a sentence.
fn names(paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths.iter().map(|path| printable_path(path).to_string()).collect();
    names.join(", ")
}

/// One tree of two, in room for the larger one; `None` if `interrupt` came first.
fn one_of_two<G: CommandLineGame>(
    a: Read<G>,
    b: Read<G>,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<Read<G>>> {
    let is_first = a.search.goes_before(&b.search)?;
    let is_compressed = a.info.compressed || b.info.compressed;
    let game = a.search.notes().source_game().clone();
    let (mut top, other) = if is_first { (a, b) } else { (b, a) };
    keep_game(&mut top.search, game);
    top.room = top.room.or_larger(other.room);
    top.info.compressed = is_compressed;
    let watch = |_| if interrupt.is_thrown() { Watch::Stop } else { Watch::GoOn };
    match top.search.merge(&other.search, top.room, watch)? {
        Merged::Stopped => return Ok(None),
        Merged::Anew { moves_lost: 0 } | Merged::AsItWas => {}
        Merged::Anew { moves_lost } => exit::warn(&format_args!(
            "the way to the position analysed is not in the new tree to its end (it lacks {}): the \
             position before that is decided",
            counted(moves_lost as u64, "move")
        )),
    }
    Ok(Some(top))
}

/// Whichever tree takes in the other, the tags are those of the first game that has any.
fn keep_game<G: CommandLineGame>(search: &mut BestFirst<G>, mut game: SourceGame) {
    // What it says about positions below the root becomes comments.
    let _ = game.split_off(search.root().moves().len());
    game.take_in(search.notes().source_game());
    search.notes_mut().set_source_game(game);
}

/// Whether comments may have been left out, or cut, when two trees became this one.
fn is_full_of_comments<G: CommandLineGame>(search: &BestFirst<G>) -> bool {
    // A text is cut between two letters.
    let is_full = |comment: &Comment| comment.text.len() + char::MAX.len_utf8() > Comment::LONGEST;
    search.notes().comments().len() == Comment::MOST
        || search.notes().comments().iter().any(is_full)
}

/// A tree with every number checked; `None` if `interrupt` came first.
fn read<G: CommandLineGame>(
    args: &MergeArgs,
    path: &Path,
    file: TreeFile<InterruptibleFile>,
    pieces: u8,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<Read<G>>> {
    let kind = evaluation_of::<G>(&file).unwrap_or_default();
    let tables = ending_tables::open(&args.tables).for_tree(pieces);
    let evaluator = G::with_tables(G::evaluator_of(&kind), tables);
    let room = file.memory_limits();
    let loaded = file.load_to_look::<G>(evaluator)?;
    let is_checked = loading::check(&loaded.search, path, args.quiet, interrupt)?;
    Ok(is_checked.then_some(Read { search: loaded.search, info: loaded.info, room }))
}

/// Refuses trees whose values were not found by the same means.
fn refuse_misfits<G: CommandLineGame>(
    args: &MergeArgs,
    files: &[TreeFile<InterruptibleFile>],
) -> Result<(), Misfits> {
    let mut first: Option<(String, Option<String>)> = None;
    for (path, file) in args.trees.iter().zip(files) {
        let kind = evaluation_of::<G>(file).unwrap_or_default();
        let info = file.info::<G>(&G::evaluator_of(&kind));
        if let Some(what) = info.difference() {
            let file = printable_path(path).to_string();
            return Err(Misfits::Program { file, what, program: info.program });
        }
        let engine = searchers::engine_of(&info.searcher).map(|(_, engine)| engine.to_string());
        let (kind_before, engine_before) =
            first.get_or_insert_with(|| (kind.to_string(), engine.clone()));
        if *kind_before != kind.to_string() {
            return Err(Misfits::Different("evaluations", kind_before.clone(), kind.to_string()));
        }
        if *engine_before != engine {
            let name = |engine: Option<String>| {
                engine.unwrap_or_else(|| "the search of this program".to_string())
            };
            return Err(Misfits::Different("engines", name(engine_before.clone()), name(engine)));
        }
    }
    Ok(())
}

impl Findings {
    fn tell(&self, args: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
        if args.json {
            json_line::write(self, out)?;
        } else {
            let of = |(nodes, path): (&u64, &PathBuf)| {
                format!("{} in {}", HumanCount(*nodes), printable_path(path))
            };
            let of: Vec<_> = self.tree_nodes_of.iter().zip(&args.trees).map(of).collect();
            writeln!(
                out,
                "{} has {}, of {}",
                printable_path(&args.output),
                counted(self.tree_nodes as u64, "tree node"),
                of.join(" and "),
            )?;
        }
        Ok(out.flush()?)
    }
}
