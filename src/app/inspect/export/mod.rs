//! `shans export`: the most important part of a tree, for other programs.

mod dot;
mod file;
mod pgn;
mod wrap;

use std::io::Write;

use super::super::exit::Exit;
use super::args::{ExportArgs, Format};
use super::json;
use super::selection::Selection;
use super::study::{self, Study};

/// Exports what the arguments name, to their file or to `out`.
///
/// # Errors
///
/// A file that is no tree; [`super::BadLine`] where the moves lead out of it;
/// [`super::IllegalMove`] where its own do not fit; an output that is the tree itself or cannot
/// be written.
pub fn run(args: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(output) = &args.output {
        file::refuse_same(output, &args.file)?;
    }
    let mut study = study::load(&args.file)?;
    study.follow(&args.moves)?;
    match &args.output {
        Some(output) => file::replace(output, |file| write(&study, args, file))?,
        None => write(&study, args, out)?,
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn write(study: &Study, args: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let most = usize::try_from(args.max_nodes).unwrap_or(usize::MAX);
    let selection = Selection::most_important(study, most)?;
    match args.format {
        Format::Json => json::write(&selection, out),
        Format::Dot => dot::write(&selection, out),
        Format::Pgn => pgn::write(&selection, out),
    }
}
