//! `shans resume`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use indicatif::{BinaryBytes, HumanCount};
use same_file::is_same_file;
use thiserror::Error;

use super::included;
use super::run_analysis::{Searching, search_and_write};
use crate::app::analysis::AnalysisInput;
use crate::app::args::ResumeArgs;
use crate::app::args::move_argument::{NoSuchMove, legal_move};
use crate::app::args::move_words::move_words;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::files::loading::{self, InterruptibleFile};
use crate::app::files::tree_engine::other_engine;
use crate::app::files::tree_evaluation::evaluation_of;
use crate::app::files::{replacing, saving};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::counted;
use crate::app::searchers::SearcherKind;
use crate::app::settings::{self, SearchSettings, SettingsError};
use crate::app::usage::UsageError;
use crate::app::{searchers, signals};
use crate::search::{BestFirst, CannotStep, Interrupt, MemoryLimits, Stop};
use crate::session::{SaveFile, SavePlace, Session};
use crate::store::{FileInfo, TreeFile};

/// What to do where more steps back are asked for than these.
fn ways_back(most: usize) -> String {
    match most {
        0 => "the tree begins at this position".to_string(),
        _ => format!("the tree starts {} back; give at most that", counted(most as u64, "ply")),
    }
}

/// Steps in the arguments of `resume` that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// A move that is not legal where it should be played.
    #[error(transparent)]
    Move(#[from] NoSuchMove),
    /// More steps back than there are: asked for, and possible.
    #[error("--back {0}: {back}", back = ways_back(*.1))]
    TooFarBack(u64, usize),
    /// Memory that the tree was made with, and that it cannot have here.
    #[error(
        "{file} was made with --memory {memory}, {why}; give --memory SIZE to continue with a \
         different limit (a lower one frees the least important nodes)"
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

/// Continues with a saved analysis, saves it again, and writes the result to `out`.
///
/// # Errors
///
/// [`UsageError`] if the arguments cannot be followed; a file that cannot be read, or a search
/// that cannot be resumed; a file or `out` that cannot be written.
pub fn run<G: CommandLineGame>(args: &ResumeArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    run_with::<G>(args, out, |_, _| Ok(()))
}

/// The same, with something done to the search before it continues, when it is at the position to
/// analyse, and written about it.
///
/// # Errors
///
/// As [`run`], and those of `prepare`.
pub fn run_with<G: CommandLineGame>(
    args: &ResumeArgs,
    out: &mut dyn Write,
    prepare: impl FnOnce(&mut BestFirst<G>, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    // What is not a tree is reported as such, whatever could be saved in its place.
    TreeFile::open(&args.file)?;
    // From before the tree is read: what another program saved after that would be lost.
    let mut place = SavePlace::at(target(args));
    place.take()?;
    let interrupt = signals::catch()?;
    let file = loading::open(&args.file, &interrupt)?;
    file.expect_game::<G>()?;
    let tables = ending_tables::open(&args.tables).for_tree(file.table_pieces());
    let lacking = ending_tables::lacking(&args.file, &tables);
    let evaluator = G::with_tables(G::evaluator_of(&args.evaluation), tables);
    let info = file.info::<G>(&evaluator);
    if !args.force {
        refuse_other_evaluations::<G>(args, &file, &info)?;
        refuse_other_programs(args, &info)?;
        if !is_same_file(target(args), &args.file).unwrap_or(false) {
            replacing::by_tree(target(args), &file)?;
        }
    }
    warn_of_skipped(&args.file, &info);
    lacking.iter().for_each(|warning| exit::warn(warning));
    let searcher = searchers::of_tree(&info.searcher)
        .with_context(|| format!("{} was made by a different searcher", args.file.display()))?;
    let room = room(args, file.memory_limits())?;
    let searcher = over_engine(args, &info, &searcher, room, &interrupt)?;
    let own_room = searcher.own_room(room);
    let quiet = args.output.quiet;
    let loaded =
        loading::load_and_check::<G>(file, &args.file, (evaluator, own_room), quiet, &interrupt)?;
    let Some((search, changed)) = loaded else {
        let name = args.file.display();
        let what = format_args!("{name} was checked; it is unchanged");
        return Ok(exit::interrupted_before(&what));
    };
    warn_of_recomputed(&args.file, changed, search.tree().len());
    let search = searcher.with_engine(search)?;
    warn_of_freed(&args.file, info.tree_nodes, search.tree().len() as u64);
    let file =
        SaveFile::new(place, saving::options_of(&args.saving, &info, &searcher.full_name()?));
    let mut session = Session::new(search).kept_in(file);
    go_to_position(&mut session, args).map_err(UsageError::new)?;
    included::leave_out(session.search_mut(), &args.exclude)?;
    included::include(session.search_mut(), &args.include)?;
    prepare(session.search_mut(), out)?;
    session.search_mut().want_lines(args.output.lines.wanted(&searcher));
    let limits = settings::limits(&args.limits, interrupt);
    let settings = SearchSettings {
        searcher,
        evaluation: args.evaluation.clone(),
        tables: args.tables.clone(),
        limits,
        room,
    };
    let input = AnalysisInput::from_root(session.search().root_of_position());
    let searching = Searching::Tree(Box::new(session));
    let run = search_and_write(searching, input, settings, &args.output, out)?;
    if run.report.stop == Some(Stop::Settled) && run.nodes() == 0 {
        exit::warn(&"already settled; give --nodes or --time to continue");
    }
    Ok(Exit::Done)
}

/// The searcher with the engine of the arguments, which has to be the one that the tree was made with.
fn over_engine(
    args: &ResumeArgs,
    info: &FileInfo,
    searcher: &SearcherKind,
    room: MemoryLimits,
    interrupt: &Interrupt,
) -> anyhow::Result<SearcherKind> {
    let engine = args.engine.settings_for(&info.searcher, room.threads, interrupt);
    let searcher = settings::searcher_over(searcher, engine).map_err(UsageError::new)?;
    let searcher = settings::by_way_of(searcher, &args.net).map_err(UsageError::new)?;
    match other_engine(&args.file, &info.searcher, &searcher)? {
        Some(other) if args.force => exit::warn(&other.taken_over()),
        Some(other) => return Err(UsageError::new(other).into()),
        None => {}
    }
    Ok(searcher)
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

fn warn_of_skipped(file: &Path, info: &FileInfo) {
    let name = file.display();
    for section in &info.skipped_sections {
        exit::warn(&format_args!(
            "{name} has a section {section:?} of a newer program, which will be lost when the \
             tree is saved"
        ));
    }
}

/// Says so where the tree did not fit into its room.
fn warn_of_freed(file: &Path, before: u64, now: u64) {
    if now < before {
        exit::warn(&format_args!(
            "{} of {} tree nodes of {} are freed: the rest does not fit",
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
            "{} of {} tree nodes of {} did not follow the rules of this program and were \
             recomputed; the answer has to be found again",
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
            "{} was made with another evaluation, {kind}; give --evaluation {kind} to continue it",
            args.file.display()
        ),
    }
}

/// Refuses trees that another program has made: its numbers and ours would be mixed.
fn refuse_other_programs(args: &ResumeArgs, info: &FileInfo) -> anyhow::Result<()> {
    let Some(what) = info.difference() else { return Ok(()) };
    let or = if info.same_evaluation {
        ""
    } else {
        "give --evaluation FILE if a network of your own made it; "
    };
    bail!(
        "{} was made with another {what} ({}); {or}show, why and export can read it, and --force \
         continues it: what does not follow the rules of this program is recomputed, and old \
         evaluations are mixed with new ones",
        args.file.display(),
        info.program,
    )
}

/// Steps back and forward to the position that is to be analysed.
fn go_to_position<G: CommandLineGame>(
    session: &mut Session<G>,
    args: &ResumeArgs,
) -> Result<(), ResumeError> {
    let back = args.back.unwrap_or(0);
    for gone in 0..back {
        let gone = usize::try_from(gone).unwrap_or(usize::MAX);
        session.search_mut().step_back().map_err(|_| ResumeError::TooFarBack(back, gone))?;
    }
    for text in move_words(&args.moves) {
        let here = session.search().position();
        let mv = legal_move(here, "--moves", text)?;
        let position = here.describe();
        session.search_mut().step(mv).map_err(|why| ResumeError::Step {
            text: text.to_string(),
            position,
            why,
        })?;
    }
    if args.prune {
        session.search_mut().prune();
        session.search_mut().forget_leaves();
    }
    Ok(())
}
