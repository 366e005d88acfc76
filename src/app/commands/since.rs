//! `shans show --since`: what has changed since an earlier copy of a tree.

use std::io::Write;
use std::path::Path;

use thiserror::Error;

use crate::app::args::ShowArgs;
use crate::app::args::move_words::move_words;
use crate::app::files::tree_path;
use crate::app::games::CommandLineGame;
use crate::app::reporting::json_line;
use crate::app::reporting::score::{counted, mover};
use crate::app::reporting::text_table::{self, Row};
use crate::app::usage::UsageError;
use crate::inspect::{ChangedValue, MoveText, Since, Standpoint, TreeReader};
use crate::search::BestFirst;

/// No more changed values are reported in text.
const MOST_ROWS: usize = 30;

/// Two trees that have nothing to do with each other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{older} is not an earlier copy of {file}: {why}")]
pub struct NotAnEarlierCopy {
    /// The tree.
    file: String,
    /// The one that should be an earlier copy.
    older: String,
    /// What is wrong with that.
    why: String,
}

/// Tells what has changed at the position of `reader`, in whose tree `searcher` has searched.
///
/// # Errors
///
/// [`UsageError`] if `older` is of another position or searcher, has more work, or has no such line; a file that is no
/// tree; `out` that cannot be written.
pub fn write<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    searcher: &str,
    older: &Path,
    args: &ShowArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (search, found) = tree_path::load_with_name::<G>(older, &args.tables)?;
    let mut then = TreeReader::new(&search);
    let (file, older) = (args.file.display().to_string(), older.display().to_string());
    let [found_at, expected_at] =
        [then.position(), reader.search().position()].map(|position| position.describe());
    let [more, less] = [&search, reader.search()].map(BestFirst::nodes);
    let why = if found_at != expected_at {
        Some(format!("it analyses {found_at}, not {expected_at}"))
    } else if found != searcher {
        Some(format!("it was made by {found}, not {searcher}"))
    } else if more > less {
        let [more, less] = [more, less].map(|nodes| counted(nodes, "node"));
        Some(format!(
            "it has {more} of work, and {file} only {less}; give them the other way round, or an older file"
        ))
    } else {
        None
    };
    if let Some(why) = why {
        return Err(UsageError::new(NotAnEarlierCopy { file, older, why }).into());
    }
    tree_path::follow(&mut then, move_words(&args.moves))?;
    let since = Since::new(reader, &then, args.depth, i64::from(args.threshold))?;
    if args.json {
        return Ok(json_line::write(&since, out)?);
    }
    write_text(reader, &since, out)
}

fn write_text<G: CommandLineGame>(
    reader: &TreeReader<'_, G>,
    since: &Since,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let side = G::player_name(mover(reader.position()));
    writeln!(out, "{}\n{side} to move\n", reader.position().heading())?;
    write_standpoint("then", &since.then, out)?;
    for change in &since.changes {
        writeln!(out, "           {} after {}", change.mv.human, counted(change.nodes, "node"))?;
    }
    write_standpoint("now", &since.now, out)?;
    let threshold = counted(since.threshold_cp.unsigned_abs(), "centipawn");
    if since.values.is_empty() {
        writeln!(out, "\nNo value has changed by more than {threshold}.")?;
        return Ok(());
    }
    let head = ["line", "then", "now", "change"].map(str::to_string).to_vec();
    let rows = since.values.iter().take(MOST_ROWS).map(row);
    let rows: Vec<Row> = [head].into_iter().chain(rows).collect();
    writeln!(out)?;
    text_table::write(&rows, |column| column == 0, out)?;
    if since.values.len() > MOST_ROWS {
        writeln!(out, "… and {} more", since.values.len() - MOST_ROWS)?;
    }
    writeln!(
        out,
        "\nAll scores are from {side}'s point of view. Moves whose values have changed by more than {threshold}."
    )?;
    Ok(())
}

fn write_standpoint(
    when: &str,
    standpoint: &Standpoint,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let answer = standpoint.answer.as_ref().map_or("no move", |mv| mv.human.as_str());
    let nodes = counted(standpoint.nodes, "node");
    writeln!(out, "{when:<9}  {answer}, {}, after {nodes}", standpoint.score)?;
    Ok(())
}

fn row(value: &ChangedValue) -> Row {
    let line: Vec<&str> = value.line.iter().map(|mv: &MoveText| mv.human.as_str()).collect();
    let change = value.change_cp.map_or(String::new(), |cp| format!("{:+.2}", cp as f64 / 100.0));
    vec![line.join(" "), value.then.to_string(), value.now.to_string(), change]
}
