//! `shans merge`.

use std::io::Write;
use std::path::Path;

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
    /// Trees with different evaluations.
    #[error(
        "the trees were made with different evaluations, {0} and {1}: their values are not comparable"
    )]
    Evaluations(String, String),
    /// Trees over different engines.
    #[error(
        "the trees were made with different engines, {0} and {1}: their values are not comparable"
    )]
    Engines(String, String),
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
    tree_nodes_of_first: u64,
    tree_nodes_of_second: u64,
    /// Work: that of the tree that has more.
    nodes: u64,
    file_bytes: u64,
}

/// Makes one tree of two, saves it, and tells to `out` what there is.
///
/// # Errors
///
/// [`UsageError`] for an output that may not be replaced; a file that cannot be read or written; trees that do
/// not fit each other.
pub fn run<G: CommandLineGame>(args: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    refuse_overwriting(&args.output, [args.first.as_path(), args.second.as_path()])
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
    let paths = [&args.first, &args.second];
    let [a, b] = [loading::open(paths[0], interrupt)?, loading::open(paths[1], interrupt)?];
    [&a, &b].into_iter().try_for_each(TreeFile::expect_game::<G>)?;
    refuse_misfits::<G>(args, &a, &b)?;
    let pieces = a.table_pieces().max(b.table_pieces());
    let read = |path: &Path, file| read::<G>(args, path, file, pieces, interrupt);
    let Some(a) = read(paths[0], a)? else { return Ok(None) };
    let Some(b) = read(paths[1], b)? else { return Ok(None) };
    let unfit = || {
        let [a, b] = paths.map(|path| printable_path(path).to_string());
        format!("{a} and {b} cannot be merged")
    };
    let [nodes_a, nodes_b] = [a.info.tree_nodes, b.info.tree_nodes];
    let compress = args.compress || a.info.compressed || b.info.compressed;
    let is_first = a.search.goes_before(&b.search).with_context(unfit)?;
    let game = a.search.source_game().clone();
    let (mut top, other) = if is_first { (a, b) } else { (b, a) };
    keep_game(&mut top.search, game);
    let room = top.room.or_larger(other.room);
    let watch = |_| if interrupt.is_thrown() { Watch::Stop } else { Watch::GoOn };
    match top.search.merge(&other.search, room, watch).with_context(unfit)? {
        Merged::Stopped => return Ok(None),
        Merged::Anew { moves_lost: 0 } | Merged::AsItWas => {}
        Merged::Anew { moves_lost } => exit::warn(&format_args!(
            "the way to the position analysed is not in the new tree to its end (it lacks {}): the \
             position before that is decided",
            counted(moves_lost as u64, "move")
        )),
    }
    drop(other);
    if is_full_of_comments(&top.search) {
        let (most, longest) =
            (HumanCount(Comment::MOST as u64), HumanCount(Comment::LONGEST as u64));
        exit::warn(&format_args!(
            "the comments of both trees do not all fit into one, which holds {most} of {longest} bytes each: \
             what is beyond that is not in the new tree"
        ));
    }
    if !loading::check(&top.search, &args.output, args.quiet, interrupt)? {
        return Ok(None);
    }
    let searcher = top.info.searcher;
    let options = KeepOptions { searcher, compress, tables: SaveOptions::TABLES, checkpoint: None };
    let mut file = SaveFile::new(place, options);
    let saved = file.save(&top.search)?;
    Ok(Some(Findings {
        tree_nodes: top.search.tree().len(),
        tree_nodes_of_first: nodes_a,
        tree_nodes_of_second: nodes_b,
        nodes: top.search.state().nodes,
        file_bytes: saved.parts.bytes(),
    }))
}

/// Whichever tree takes in the other, the tags are those of the first game that has any.
fn keep_game<G: CommandLineGame>(search: &mut BestFirst<G>, mut game: SourceGame) {
    // What it says about positions below the root becomes comments.
    let _ = game.split_off(search.root().moves().len());
    game.take_in(search.source_game());
    search.set_source_game(game);
}

/// Whether comments may have been left out, or cut, when two trees became this one.
fn is_full_of_comments<G: CommandLineGame>(search: &BestFirst<G>) -> bool {
    // A text is cut between two letters.
    let is_full = |comment: &Comment| comment.text.len() + char::MAX.len_utf8() > Comment::LONGEST;
    search.comments().len() == Comment::MOST || search.comments().iter().any(is_full)
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
    a: &TreeFile<InterruptibleFile>,
    b: &TreeFile<InterruptibleFile>,
) -> Result<(), Misfits> {
    let mut searchers = Vec::new();
    let mut kinds = Vec::new();
    for (path, file) in [(&args.first, a), (&args.second, b)] {
        let kind = evaluation_of::<G>(file).unwrap_or_default();
        let info = file.info::<G>(&G::evaluator_of(&kind));
        if let Some(what) = info.difference() {
            let file = printable_path(path).to_string();
            return Err(Misfits::Program { file, what, program: info.program });
        }
        kinds.push(kind.to_string());
        searchers.push(info.searcher);
    }
    if kinds[0] != kinds[1] {
        return Err(Misfits::Evaluations(kinds.swap_remove(0), kinds.swap_remove(0)));
    }
    let engine = |name: &String| searchers::engine_of(name).map(|(_, engine)| engine.to_string());
    let name = |name| engine(name).unwrap_or_else(|| "the search of this program".to_string());
    if engine(&searchers[0]) != engine(&searchers[1]) {
        return Err(Misfits::Engines(name(&searchers[0]), name(&searchers[1])));
    }
    Ok(())
}

impl Findings {
    fn tell(&self, args: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
        if args.json {
            json_line::write(self, out)?;
        } else {
            let file = |path: &Path| printable_path(path).to_string();
            let count = |nodes: u64| HumanCount(nodes).to_string();
            writeln!(
                out,
                "{} has {}, of {} in {} and {} in {}",
                file(&args.output),
                counted(self.tree_nodes as u64, "tree node"),
                count(self.tree_nodes_of_first),
                file(&args.first),
                count(self.tree_nodes_of_second),
                file(&args.second),
            )?;
        }
        Ok(out.flush()?)
    }
}
