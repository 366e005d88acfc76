//! The page of `shans explore` with a part of the tree, as one file.

use std::any::Any;
use std::io::Write;

use crate::app::args::move_words::move_words;
use crate::app::args::{ExportArgs, JudgingArgs};
use crate::app::commands::explore::{Content, FileSubject, Reasons, title_of, write_file};
use crate::app::exit;
use crate::app::files::tree_path;
use crate::app::games::CommandLineGame;
use crate::app::printable::printable_path;
use crate::app::searchers;
use crate::app::usage::UsageError;
use crate::chess::Position;
use crate::inspect::TreeReader;
use crate::search::BestFirst;

/// Writes the page of what the arguments name; `searcher` is the name of what made the tree. What is left out of it is told on
/// the terminal.
///
/// # Errors
///
/// A [`UsageError`] for a tree of another game; [`BadPath`](tree_path::BadPath) where the moves lead out of the tree; a tree with a move that is not legal; `out` that
/// cannot be written.
pub fn write<G: CommandLineGame>(
    search: &BestFirst<G>,
    searcher: &str,
    args: &ExportArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    // So what the page shows is built once.
    let Some(search) = (search as &dyn Any).downcast_ref::<BestFirst<Position>>() else {
        let message = "the page shows trees of chess only; export this one as json, dot or pgn";
        return Err(UsageError::new(message).into());
    };
    let mut reader = match (args.at, &args.moves[..]) {
        (None, []) => TreeReader::from_root(search),
        (at, _) => tree_path::reader_at(search, at)?,
    };
    tree_path::follow(&mut reader, move_words(&args.moves))?;
    let engine = searchers::engine_of(searcher).map(|(_, engine)| engine.to_string());
    let (judging, reasons) = (JudgingArgs::default(), Reasons::new());
    let subject = FileSubject { reader, engine, most: args.most_nodes(), judging, reasons };
    let content = Content::new(&subject)?;
    if let Some(rest) = content.told_of_rest() {
        exit::warn(&rest);
    }
    let title = title_of(search.notes().source_game());
    write_file(&title.unwrap_or_else(|| printable_path(&args.file).to_string()), &content, out)
}
