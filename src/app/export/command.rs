//! The command.

use std::io::Write;

use super::{dot, file, pgn};
use crate::app::args::{ExportArgs, Format};
use crate::app::exit::Exit;
use crate::app::games::CommandLineGame;
use crate::app::move_words::move_words;
use crate::app::overwriting::{refuse_overwriting, refuse_tree};
use crate::app::usage::UsageError;
use crate::app::{json_line, tree_path};
use crate::inspect::{TreeReader, TreeSelection};

/// Exports what the arguments name, to their file or to `out`.
///
/// # Errors
///
/// A file that is no tree; [`BadPath`](tree_path::BadPath) where the moves lead out of it;
/// [`IllegalMove`](crate::inspect::IllegalMove) where its own do not fit; an output that is the
/// tree itself or cannot be written.
pub fn run<G: CommandLineGame>(args: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(output) = &args.output {
        refuse_overwriting(output, [args.file.as_path()]).map_err(UsageError::new)?;
        refuse_tree(output).map_err(UsageError::new)?;
    }
    let search = tree_path::load::<G>(&args.file)?;
    let mut reader = TreeReader::new(&search);
    tree_path::follow(&mut reader, move_words(&args.moves))?;
    match &args.output {
        Some(output) => file::replace(output, |file| write(&reader, args, file))?,
        None => write(&reader, args, out)?,
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn write<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    args: &ExportArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let most = usize::try_from(args.max_nodes).unwrap_or(usize::MAX);
    let selection = TreeSelection::most_important(reader, most)?;
    match args.format {
        Format::Json => json_line::write(&selection, out)?,
        Format::Dot => dot::write(&selection, out)?,
        Format::Pgn => pgn::write(&selection, out)?,
    }
    Ok(())
}
