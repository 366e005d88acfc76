//! What is played, how to save, how many moves are to have a value, what to print, and where: as commands share it.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::number::{self, NumberError};
use super::place::Place;
use crate::app::games::GameKind;
use crate::app::searchers::SearcherKind;
use crate::store::SaveOptions;

/// What is played, and a position of a game in a file.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// Analyse a game from this PGN file, or from standard input (-): the position at the end of
    /// its main line, unless --at says otherwise. Its moves count for repetitions
    #[arg(long, value_name = "FILE|-", conflicts_with = "position")]
    pub pgn: Option<PathBuf>,

    /// The number of the game in the file, starting at 1
    #[arg(long = "game", value_name = "N", value_parser = number::count)]
    pub number: Option<u64>,

    /// The position in which White (23w, or 23) or Black (23b) plays this move of the main line
    #[arg(long, value_name = "MOVE")]
    pub at: Option<Place>,

    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub rules: GameKind,
}

/// How to save a tree.
#[derive(Args, Clone, Debug)]
pub struct SavingArgs {
    /// Also save during the search, at this interval (60s, 5m)
    #[arg(long, value_name = "INTERVAL", value_parser = number::duration)]
    pub checkpoint: Option<Duration>,

    /// Compress the file: a third smaller (60 % with best-first:quiescence), but slower to write
    #[arg(long, hide_short_help = true)]
    pub compress: bool,

    /// How much of what searches of leaves remember is saved as well, the deepest first: it saves most of the work of a
    /// search that continues. A size such as 16MiB; none; or all [default: 16MiB]
    #[arg(long = "tables", hide_short_help = true, value_name = "SIZE|none|all")]
    pub tables_size: Option<TablesSize>,
}

impl SavingArgs {
    /// The first of these that is given: without a file to save to it would do nothing.
    pub fn first_given(&self) -> Option<&'static str> {
        let all = [
            ("--checkpoint", self.checkpoint.is_some()),
            ("--compress", self.compress),
            ("--tables", self.tables_size.is_some()),
        ];
        all.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option)
    }
}

/// How much of the tables is saved: bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablesSize(pub u64);

impl Default for TablesSize {
    fn default() -> TablesSize {
        TablesSize(SaveOptions::TABLES)
    }
}

impl FromStr for TablesSize {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<TablesSize, NumberError> {
        match text {
            "none" => Ok(TablesSize(0)),
            "all" => Ok(TablesSize(u64::MAX)),
            size => number::memory(size).map(TablesSize),
        }
    }
}

/// How many moves are to have a value.
#[derive(Args, Clone, Debug, Default)]
pub struct LinesArgs {
    /// Value and list at least the best K moves [default: 3]
    #[arg(long, value_name = "K", value_parser = number::count_to(u16::MAX))]
    pub lines: Option<u16>,
}

impl LinesArgs {
    /// This many moves have a value where nothing else is said.
    pub const DEFAULT: u16 = 3;

    /// How many moves are to have a value: as many as the arguments say, or else the name of the searcher.
    pub fn wanted(&self, searcher: &SearcherKind) -> u16 {
        self.lines.or(searcher.lines()).unwrap_or(LinesArgs::DEFAULT)
    }
}

/// What to print.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// How many candidates are to have a value.
    #[command(flatten)]
    pub lines: LinesArgs,

    /// Print one JSON object per position
    #[arg(long)]
    pub json: bool,

    /// Also print searcher, work, tree and memory, and the effort spent on each move
    #[arg(long, short, conflicts_with = "json")]
    pub verbose: bool,

    /// Do not show live progress on standard error
    #[arg(long)]
    pub quiet: bool,
}

/// What is printed beside what a command writes to files.
#[derive(Args, Clone, Debug)]
pub struct PrintingArgs {
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,

    /// Print JSON in place of the report
    #[arg(long)]
    pub json: bool,

    /// No live progress on standard error
    #[arg(long)]
    pub quiet: bool,
}

/// Where a report goes.
#[derive(Args, Clone, Debug, Default)]
pub struct ReportFileArgs {
    /// Write to this file instead of standard output (-)
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Overwrite an existing file (a saved tree is never overwritten)
    #[arg(long, requires = "output")]
    pub force: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::searchers::{UnknownSearcher, by_name};

    #[test]
    fn all_or_nothing_or_a_size() {
        let read = |text: &str| text.parse::<TablesSize>().map(|size| size.0);
        assert_eq!((read("none"), read("all")), (Ok(0), Ok(u64::MAX)));
        assert_eq!(read("3MiB"), Ok(3 << 20));
        assert!(read("some").is_err() && read("").is_err() && read("-1").is_err());
    }

    #[test]
    fn arguments_come_before_the_name_of_the_searcher() -> Result<(), UnknownSearcher> {
        let wanted = |lines, name| by_name(name).map(|kind| LinesArgs { lines }.wanted(&kind));
        assert_eq!(wanted(None, "best-first")?, 3);
        assert_eq!(wanted(None, "pvs")?, 3);
        assert_eq!(wanted(None, "best-first:lines=5")?, 5);
        assert_eq!(wanted(Some(1), "best-first:lines=5")?, 1);
        Ok(())
    }
}
