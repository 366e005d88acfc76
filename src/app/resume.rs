//! `shans resume`.

use std::io::Write;

use anyhow::{Context, bail};

use super::analysis::Task;
use super::analyze;
use super::args::{ResumeArgs, SavingArgs};
use super::exit::Exit;
use super::plan::{self, BadInput, Plan};
use super::saving::Saving;
use super::searchers;
use super::signals;
use crate::chess::Position;
use crate::search::{BestFirst, Root};
use crate::store::{Loaded, Origin, TreeFile};

/// Goes on with a saved analysis, saves it again, and writes the result to `out`.
///
/// # Errors
///
/// [`BadInput`] where the arguments cannot be followed; a file that cannot be read or gone on
/// with; a file or `out` that cannot be written.
pub fn run(args: &ResumeArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let file = TreeFile::open(&args.file)?;
    let origin = file.origin::<Position>();
    if !args.force {
        refuse_strangers(args, &origin)?;
    }
    let searcher = searchers::by_name(&origin.searcher)
        .with_context(|| format!("{} was made by another searcher", args.file.display()))?;
    let interrupt = signals::catch()?;
    let plan = Plan::to_go_on(&args.limits, searcher, 0, file.room(), interrupt.clone())?;
    let target = args.save.as_ref().unwrap_or(&args.file);
    // A compressed file stays one.
    let compress = args.saving.compress || origin.compressed;
    let options = SavingArgs { compress, ..args.saving.clone() };
    let saving = Saving::new(target, &options, &plan.searcher.name)?;
    let Loaded { mut search, .. } = file.load_to_go_on::<Position>(plan.room)?;
    search
        .check()
        .with_context(|| format!("{} holds a tree that cannot be", args.file.display()))?;
    walk(&mut search, args)?;
    let granted = search.granted();
    let plan = Plan::to_go_on(&args.limits, plan.searcher, granted, plan.room, interrupt)?;
    let task = Task {
        nodes_before: search.state().nodes,
        ..Task::new(Root::new(search.position().clone()), &[])
    };
    analyze::search_and_save(saving, &mut search, task, &plan, &args.output, out)
}

/// Other numbers would come into the tree than there are.
fn refuse_strangers(args: &ResumeArgs, origin: &Origin) -> anyhow::Result<()> {
    let what = match (origin.same_evaluation, origin.same_search) {
        (true, true) => return Ok(()),
        (false, _) => "evaluation",
        (true, false) => "version of the search",
    };
    bail!(
        "{} was made with another {what} ({}); show, why and export can read it, and --force goes \
         on with it, mixing old and new numbers",
        args.file.display(),
        origin.program,
    )
}

/// Goes to the position that is to be analysed.
fn walk(search: &mut BestFirst<Position>, args: &ResumeArgs) -> Result<(), BadInput> {
    let back = args.back.unwrap_or(0);
    for gone in 0..back {
        let gone = usize::try_from(gone).unwrap_or(usize::MAX);
        search.step_back().map_err(|_| BadInput::TooFarBack(back, gone))?;
    }
    for text in args.moves.iter().flat_map(|words| words.split_whitespace()) {
        let mv = plan::legal_move(search.position(), "--moves", text)?;
        let fen = search.position().fen();
        search.step(mv).map_err(|why| BadInput::Step { text: text.to_string(), fen, why })?;
    }
    if args.prune {
        search.prune();
    }
    Ok(())
}
