//! The command.

use std::io::Write;

use super::pgn::{self, Parts};
use super::{dot, html};
use crate::app::args::move_words::move_words;
use crate::app::args::{ExportArgs, Format};
use crate::app::commands::user_comments::WithComments;
use crate::app::exit::Exit;
use crate::app::files::output_file::OutputFile;
use crate::app::files::tree_path;
use crate::app::games::CommandLineGame;
use crate::app::reporting::json_line;
use crate::inspect::{MOST_INDEXED, TreeReader, TreeSelection, transpositions};

/// Exports what the arguments name, to their file or to `out`.
///
/// # Errors
///
/// A file that is not a tree; [`BadPath`](tree_path::BadPath) where the moves lead out of it;
/// [`IllegalMove`](crate::inspect::IllegalMove) where its own do not fit; an output that would
/// destroy something or cannot be written.
pub fn run<G: CommandLineGame>(args: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let output = OutputFile::of_report(&args.report, [args.file.as_path()])?;
    let (search, searcher) = tree_path::load_with_name::<G>(&args.file, &args.tables)?;
    // As a game it is written from its beginning, whichever position was analysed last.
    let is_whole = args.format == Format::Pgn && args.moves.is_empty();
    let has_game = !search.notes().game_line().is_empty();
    let mut reader = match args.at {
        // The values are those of the report about the game.
        None if has_game && (is_whole || search.at() == search.tree().root()) => {
            TreeReader::of_game(&search)
        }
        at => tree_path::reader_at(&search, at)?,
    };
    tree_path::follow(&mut reader, move_words(&args.moves))?;
    OutputFile::write_or(output, out, |out| write(&reader, &searcher, args, out))?;
    Ok(Exit::Done)
}

fn write<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    searcher: &str,
    args: &ExportArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let most = args.most_nodes();
    let index = transpositions(reader.search(), MOST_INDEXED)?;
    let reader = &reader.clone().with_transpositions(&index);
    let selection = || TreeSelection::most_important(reader, most);
    match args.format {
        Format::Json => json_line::write(&WithComments::of(&selection()?), out)?,
        Format::Dot => dot::write(&selection()?, out)?,
        Format::Pgn => {
            let game = reader.game_line();
            let along = || TreeSelection::along(reader, &game, most);
            let selection = if game.is_empty() { selection()? } else { along()? };
            pgn::write(&selection, Parts { details: args.details, without: &args.without }, out)?;
        }
        Format::Html => html::write(reader.search(), searcher, args, out)?,
    }
    Ok(())
}
