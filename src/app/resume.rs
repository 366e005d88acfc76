//! `shans resume`.

use std::io::Write;

use anyhow::{Context, bail};
use thiserror::Error;

use super::analysis::AnalysisInput;
use super::args::{ResumeArgs, SavingArgs};
use super::exit::{self, Exit};
use super::games::CommandLineGame;
use super::move_argument::{NoSuchMove, legal_move};
use super::move_words::move_words;
use super::run_analysis::search_and_save;
use super::saving::Saving;
use super::settings::{self, SearchSettings};
use super::usage::UsageError;
use super::{searchers, signals};
use crate::search::{BestFirst, CannotStep};
use crate::store::{FileInfo, Loaded, TreeFile};

/// Steps in the arguments of `resume` that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// A move that is not legal where it should be played.
    #[error(transparent)]
    Move(#[from] NoSuchMove),
    /// More steps back than there are: asked for, and possible.
    #[error("--back {0}: the tree begins {1} plies back; give that at most")]
    TooFarBack(u64, usize),
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
    let file = TreeFile::open(&args.file)?;
    let name = args.file.display();
    let info = file.info::<G>(&G::default_evaluator());
    if !args.force {
        refuse_other_programs(args, &info)?;
    }
    for section in &info.skipped_sections {
        exit::warn(&format_args!(
            "{name} has a section {section:?} of a newer program, which is not saved again"
        ));
    }
    let searcher = searchers::by_name(&info.searcher)
        .with_context(|| format!("{name} was made by another searcher"))?;
    let interrupt = signals::catch()?;
    let room =
        settings::memory_limits(&args.limits, file.memory_limits()).map_err(UsageError::new)?;
    let saving = saving(args, &info, &searcher.name)?;
    let Loaded { mut search, .. } = file.load_to_go_on::<G>(G::default_evaluator(), room)?;
    search.check().with_context(|| format!("{name} holds a tree that cannot be"))?;
    go_to_position(&mut search, args).map_err(UsageError::new)?;
    let mut limits = settings::limits(&args.limits, interrupt);
    limits.nodes = limits.nodes.map(|more| search.granted().saturating_add(more));
    let settings = SearchSettings { searcher, limits, room };
    let input = AnalysisInput {
        nodes_before: search.state().nodes,
        ..AnalysisInput::from_position(search.position().clone())
    };
    search_and_save(saving, &mut search, input, &settings, &args.output, out)?;
    Ok(Exit::Done)
}

/// Writes to the file that was read unless another one is named. A compressed file stays one.
fn saving(args: &ResumeArgs, info: &FileInfo, searcher: &str) -> anyhow::Result<Saving> {
    let target = args.save.as_ref().unwrap_or(&args.file);
    let compress = args.saving.compress || info.compressed;
    let options = SavingArgs { compress, ..args.saving.clone() };
    Ok(Saving::new(target, &options, searcher)?)
}

/// Refuses trees that another program has made: its numbers and ours would be mixed.
fn refuse_other_programs(args: &ResumeArgs, info: &FileInfo) -> anyhow::Result<()> {
    let what = match (info.same_evaluation, info.same_search) {
        (true, true) => return Ok(()),
        (false, _) => "evaluation",
        (true, false) => "version of the search",
    };
    bail!(
        "{} was made with another {what} ({}); show, why and export can read it, and --force goes \
         on with it, mixing old and new numbers",
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
    }
    Ok(())
}
