//! `shans resume`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use indicatif::{BinaryBytes, HumanCount};
use same_file::is_same_file;
use thiserror::Error;

use super::analysis::AnalysisInput;
use super::args::{ResumeArgs, SavingArgs};
use super::exit::{self, Exit};
use super::games::CommandLineGame;
use super::loading::{self, InterruptibleFile};
use super::move_argument::{NoSuchMove, legal_move};
use super::move_words::move_words;
use super::run_analysis::search_and_save;
use super::saving::Saving;
use super::settings::{self, SearchSettings, SettingsError};
use super::tree_evaluation::evaluation_of;
use super::usage::UsageError;
use super::{replacing, searchers, signals};
use crate::search::{BestFirst, CannotStep, Interrupt, MemoryLimits, Stop};
use crate::store::{FileInfo, Loaded, SaveLock, Seen, TreeFile};

/// Steps in the arguments of `resume` that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// A move that is not legal where it should be played.
    #[error(transparent)]
    Move(#[from] NoSuchMove),
    /// More steps back than there are: asked for, and possible.
    #[error("--back {0}: the tree begins {1} plies back; give that at most")]
    TooFarBack(u64, usize),
    /// Memory that the tree was made with, and that it cannot have here.
    #[error(
        "{file} was made with --memory {memory}, {why}; give --memory SIZE to go on in another one \
         (less frees what matters least)"
    )]
    MemoryOfFile {
        /// The file.
        file: String,
        /// What it was made with.
        memory: String,
        /// What is wrong with that.
        why: &'static str,
    },
    /// A step that the tree cannot follow.
    #[error("--moves: {text:?} in {position}: {why}")]
    Step {
        /// The move as given.
        text: String,
        /// The position.
        position: String,
        /// The reason.
        why: CannotStep,
    },
}

/// Goes on with a saved analysis, saves it again, and writes the result to `out`.
///
/// # Errors
///
/// [`UsageError`] where the arguments cannot be followed; a file that cannot be read, or a search
/// that cannot be resumed; a file or `out` that cannot be written.
pub fn run<G: CommandLineGame>(args: &ResumeArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    // What is no tree is told as such, whatever could be saved in its place.
    TreeFile::open(&args.file)?;
    // From before the tree is read: what another program saved after that would be lost.
    let seen = Seen::at(target(args));
    let lock = SaveLock::take(target(args))?;
    let interrupt = signals::catch()?;
    let file = loading::open(&args.file, &interrupt)?;
    file.expect_game::<G>()?;
    let evaluator = G::evaluator_of(args.evaluation);
    let info = file.info::<G>(&evaluator);
    if !args.force {
        refuse_other_evaluations::<G>(args, &file, &info)?;
        refuse_other_programs(args, &info)?;
        if !is_same_file(target(args), &args.file).unwrap_or(false) {
            replacing::by_tree(target(args), &file)?;
        }
    }
    warn_of_skipped(&args.file, &info);
    let searcher = searchers::of_tree(&info.searcher)
        .with_context(|| format!("{} was made by another searcher", args.file.display()))?;
    let room = room(args, file.memory_limits())?;
    let saving = saving(args, (seen, lock), &info, &searcher.name)?;
    let Some(mut search) = load_and_check::<G>(args, file, evaluator, room, &interrupt)? else {
        let name = args.file.display();
        exit::complain(&format_args!("interrupted before {name} was checked; it is as it was"));
        return Ok(Exit::Interrupted);
    };
    warn_of_freed(&args.file, info.tree_nodes, search.tree().len() as u64);
    go_to_position(&mut search, args).map_err(UsageError::new)?;
    let mut limits = settings::limits(&args.limits, interrupt);
    limits.nodes = limits.nodes.map(|more| search.granted().saturating_add(more));
    let settings = SearchSettings { searcher, evaluation: args.evaluation, limits, room };
    let nodes_before = search.state().nodes;
    let root = search.root_of_position();
    let input = AnalysisInput { nodes_before, ..AnalysisInput::from_root(root) };
    let stop = search_and_save(saving, &mut search, input, &settings, &args.output, out)?;
    if stop == Some(Stop::Settled) && search.state().nodes == nodes_before {
        exit::warn(&"it was settled already; give --nodes, --time or a larger --settle to go on");
    }
    Ok(Exit::Done)
}

/// The room in the arguments; where they say nothing, that in which the tree was made.
fn room(args: &ResumeArgs, made_in: MemoryLimits) -> Result<MemoryLimits, UsageError> {
    let why = |error: &SettingsError| match error {
        SettingsError::TooMuchMemory(_) => Some("more than this machine has"),
        SettingsError::TooLittleMemory(_) => Some("less than a search needs"),
        _ => None,
    };
    settings::memory_limits(&args.limits, made_in).map_err(|error| {
        match why(&error).filter(|_| args.limits.memory.is_none()) {
            Some(why) => UsageError::new(ResumeError::MemoryOfFile {
                file: args.file.display().to_string(),
                memory: BinaryBytes(made_in.memory).to_string(),
                why,
            }),
            None => UsageError::new(error),
        }
    })
}

/// The file that the tree is saved to: the one that was read, unless another one is named.
fn target(args: &ResumeArgs) -> &Path {
    args.save.as_ref().unwrap_or(&args.file)
}

/// A compressed file stays one.
fn saving(
    args: &ResumeArgs,
    (seen, lock): (Seen, SaveLock),
    info: &FileInfo,
    searcher: &str,
) -> anyhow::Result<Saving> {
    let compress = args.saving.compress || info.compressed;
    let options = SavingArgs { compress, ..args.saving.clone() };
    Ok(Saving::new(target(args), seen, lock, &options, searcher)?)
}

/// The search in the file, every number checked; `None` where `interrupt` came first. Numbers of
/// another program are computed anew.
fn load_and_check<G: CommandLineGame>(
    args: &ResumeArgs,
    file: TreeFile<InterruptibleFile>,
    evaluator: G::Evaluator,
    room: MemoryLimits,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<BestFirst<G>>> {
    let (mut search, info) = match file.load_to_go_on::<G>(evaluator, room) {
        Ok(Loaded { search, info, .. }) => (search, info),
        Err(_) if interrupt.is_thrown() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if info.difference().is_some() {
        let quiet = args.output.quiet;
        match loading::recompute(&mut search, &args.file, quiet, interrupt) {
            Some(changed) => warn_of_recomputed(&args.file, changed, search.tree().len()),
            None => return Ok(None),
        }
    }
    let is_checked = loading::check(&search, &args.file, args.output.quiet, interrupt)?;
    Ok(is_checked.then_some(search))
}

fn warn_of_skipped(file: &Path, info: &FileInfo) {
    let name = file.display();
    for section in &info.skipped_sections {
        exit::warn(&format_args!(
            "{name} has a section {section:?} of a newer program, which is not saved again"
        ));
    }
}

/// Says so where the tree did not fit into its room.
fn warn_of_freed(file: &Path, before: u64, now: u64) {
    if now < before {
        exit::warn(&format_args!(
            "{} of {} tree nodes of {} are freed: there is no room for more",
            HumanCount(before - now),
            HumanCount(before),
            file.display(),
        ));
    }
}

/// Says so where another program has made other numbers of what the tree holds.
fn warn_of_recomputed(file: &Path, changed: usize, all: usize) {
    if changed > 0 {
        exit::warn(&format_args!(
            "{} of {} tree nodes of {} did not follow the rules of this program, and are computed \
             anew; the answer has to be found again",
            HumanCount(changed as u64),
            HumanCount(all as u64),
            file.display(),
        ));
    }
}

/// Refuses a tree that another evaluation of this program has made.
fn refuse_other_evaluations<G: CommandLineGame>(
    args: &ResumeArgs,
    file: &TreeFile<InterruptibleFile>,
    info: &FileInfo,
) -> anyhow::Result<()> {
    // A game with one evaluation has it under any name.
    match evaluation_of::<G>(file).filter(|_| !info.same_evaluation) {
        None => Ok(()),
        Some(kind) => bail!(
            "{} was made with another evaluation, {kind}; --evaluation {kind} goes on with it",
            args.file.display()
        ),
    }
}

/// Refuses trees that another program has made: its numbers and ours would be mixed.
fn refuse_other_programs(args: &ResumeArgs, info: &FileInfo) -> anyhow::Result<()> {
    let Some(what) = info.difference() else { return Ok(()) };
    bail!(
        "{} was made with another {what} ({}); show, why and export can read it, and --force goes \
         on with it: what does not follow the rules of this program is computed anew, and old \
         evaluations are mixed with new ones",
        args.file.display(),
        info.program,
    )
}

/// Steps back and forward to the position that is to be analysed.
fn go_to_position<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    args: &ResumeArgs,
) -> Result<(), ResumeError> {
    let back = args.back.unwrap_or(0);
    for gone in 0..back {
        let gone = usize::try_from(gone).unwrap_or(usize::MAX);
        search.step_back().map_err(|_| ResumeError::TooFarBack(back, gone))?;
    }
    for text in move_words(&args.moves) {
        let mv = legal_move(search.position(), "--moves", text)?;
        let position = search.position().describe();
        search.step(mv).map_err(|why| ResumeError::Step {
            text: text.to_string(),
            position,
            why,
        })?;
    }
    if args.prune {
        search.prune();
        search.forget_leaves();
    }
    Ok(())
}
