//! The arguments of `show`, `why`, `export`, `merge` and `verify`, which are about trees, and of `eval` and `check`, which keep none.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::place::Place;
use super::tree_name::tree_name;
use super::{EngineArgs, EvaluationArgs, ReportFileArgs, TableArgs, number};
use crate::inspect::MAX_PLIES;

/// `shans show`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
All numbers are from the point of view of the side to move in the position shown. With --json every
move is an object with its children, best first; docs/json.md describes every field.

Exit codes: 0 done, 1 failed, 2 wrong usage, or a line that is not in the tree.")]
pub struct ShowArgs {
    /// The tree
    pub file: PathBuf,

    /// Moves from the position analysed to the one to show, in UCI or SAN, with move numbers or
    /// without
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,

    /// In the tree of a game (shans game --save): begin before this move of it, 35w (or 35) or 35b
    #[arg(long, value_name = "PLACE")]
    pub at: Option<Place>,

    /// Plies below the position
    #[arg(long, value_name = "D", default_value = "2",
        value_parser = number::count_to(MAX_PLIES))]
    pub depth: u16,

    /// Moves of each position
    #[arg(long, value_name = "W", default_value = "5", value_parser = number::count)]
    pub width: u64,

    /// Show what has changed since this earlier copy of the tree: the answers then, in between and
    /// now, and the moves, down to --depth, whose values fell or rose
    #[arg(long, value_name = "OLDER.tree")]
    pub since: Option<PathBuf>,

    /// A value has changed if it differs by more than this many centipawns
    #[arg(long, value_name = "CP", default_value = "20", requires = "since",
        value_parser = number::count_to(10_000_u16))]
    pub threshold: u16,

    /// Draw an indented tree instead of a table
    #[arg(long, conflicts_with = "since")]
    pub tree: bool,

    /// Write a picture (SVG) of the nodes below the position into which most effort went
    #[arg(long, conflicts_with_all = ["since", "tree"])]
    pub svg: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["tree", "svg"])]
    pub json: bool,

    /// Where it goes.
    #[command(flatten)]
    pub report: ReportFileArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,
}

/// `shans why`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Says what is wrong with the last of the moves, or what the best one does, and why: each cause is
tested by small searches in which it is taken away. Without a move it is the best one. If the last of
two moves cannot follow the other, but could be played in its place, the two are compared.

Exit codes: 0 done, 1 failed, 2 wrong usage, or a line that is not in the tree.")]
pub struct WhyArgs {
    /// The tree
    pub file: PathBuf,

    /// Moves from the position analysed, in UCI or SAN, with move numbers or without; the last one is
    /// the one to explain, or the last two are compared
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,

    /// In the tree of a game (shans game --save): begin before this move of it, 35w (or 35) or 35b
    #[arg(long, value_name = "PLACE")]
    pub at: Option<Place>,

    /// Search until this move and the best other one have N nodes each, half as many where they are far
    /// apart, four times as many where they are close; nothing is saved
    #[arg(long, value_name = "N", value_parser = number::count, default_value = "200k")]
    pub nodes: u64,

    /// Nodes of each small search that tests a cause by taking it away; at most ten of them
    #[arg(long, value_name = "N", value_parser = number::count, default_value = "50k")]
    pub test_nodes: u64,

    /// Answer at once, from what the tree knows; only a move that was never searched gets 20,000 nodes
    #[arg(long, conflicts_with = "nodes")]
    pub quick: bool,

    /// A hint to the best move behind the moves, and no more: 1 the piece, 2 the idea, 3 the move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=3), conflicts_with_all = ["json", "verify"])]
    pub hint: Option<u8>,

    /// Search the positions after both moves from scratch, too, N nodes each, and say whether the
    /// preference holds
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub verify: Option<u64>,

    /// The engine that the tree was made with.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Where it goes.
    #[command(flatten)]
    pub report: ReportFileArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,
}

/// `shans export`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The exported part of the tree has the principal variation, then the moves with most effort; it is
always connected. It ends 60 plies below the position, because JSON readers refuse deeper nesting. A
PGN begins with the game before the position; its main line goes on to the end of the best line, in
the tree of a game to the end of the game. JSON and DOT are from the point of view of the side to
move in the position, PGN from White's.

The page (HTML) has everything that explore shows without a search, in one file that loads nothing:
board, moves, notation, picture, curve, why, and guessing of moves. Without moves it is of the whole tree.

Exit codes: 0 done, 1 failed, 2 wrong usage, or a line that is not in the tree.")]
pub struct ExportArgs {
    /// The tree
    pub file: PathBuf,

    /// Moves from the position analysed to the one to start from, in UCI or SAN, with move numbers
    /// or without
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,

    /// In the tree of a game (shans game --save): begin before this move of it, 35w (or 35) or 35b
    #[arg(long, value_name = "PLACE")]
    pub at: Option<Place>,

    /// The form
    #[arg(long, value_enum)]
    pub format: Format,

    /// In a PGN, write beside each move how many positions were searched for it
    #[arg(long)]
    pub details: bool,

    /// In a PGN, leave these out: evals (values), lines (variations), comments (with marks and arrows); without all
    /// three there are moves only
    #[arg(long, value_name = "WHAT,...", value_enum, value_delimiter = ',')]
    pub without: Vec<Beside>,

    /// At most N tree nodes, including the position itself; the moves of a game are there in any case
    /// [default: 1000, and 10000 in a page]
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub max_nodes: Option<u64>,

    /// Where it goes.
    #[command(flatten)]
    pub report: ReportFileArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Tree nodes in a page: they are less than 2 MB.
pub const PAGE_NODES: u64 = 10_000;

/// What stands beside the main line of an exported game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Beside {
    /// What positions are worth.
    Evals,
    /// Variations.
    Lines,
    /// What people said, their marks and arrows included.
    Comments,
}

/// What an export is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Nested objects, as of show --json
    Json,
    /// A graph for Graphviz
    Dot,
    /// A game with variations, for chess programs
    Pgn,
    /// The page of explore as one file, for people without this program
    Html,
}

impl ExportArgs {
    /// How many tree nodes are taken in at most.
    pub fn most_nodes(&self) -> usize {
        let usual = match self.format {
            Format::Json | Format::Dot | Format::Pgn => 1_000,
            Format::Html => PAGE_NODES,
        };
        usize::try_from(self.max_nodes.unwrap_or(usual)).unwrap_or(usize::MAX)
    }
}

/// `shans merge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The trees must have the same root, or the root of one must be a position in another. For each position the new
tree takes the node that knows more: a proof before anything else, then a node with moves before a leaf, then the
deeper search. If both have moves and neither is proven, it takes the moves of both. The order of the trees does not
matter, and a tree merged with itself does not change.

Trees of different games, evaluations, engines, versions or search parameters are refused, and so are trees that
leave out different moves. The tables beside the trees are not kept: the first searches of shans resume take a
little longer. Trees are merged one after the other: two of them and the new one are in memory at the same time.

Exit codes: 0 done, 1 failed, or the trees do not fit each other, 2 wrong usage. None of the trees is changed.")]
pub struct MergeArgs {
    /// Saved trees, two or more
    #[arg(value_name = "TREE", num_args = 2.., required = true)]
    pub trees: Vec<PathBuf>,

    /// Save the new tree to this file
    #[arg(short, long, value_name = "FILE", value_parser = tree_name())]
    pub output: PathBuf,

    /// Overwrite a tree in FILE
    #[arg(long)]
    pub force: bool,

    /// Compress the file [default: if one of the trees is compressed]
    #[arg(long, hide_short_help = true)]
    pub compress: bool,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// `shans verify`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Exit codes: 0 everything is right, 1 it is not, or the file cannot be read.")]
pub struct VerifyArgs {
    /// A saved tree
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `shans eval`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Exit codes: 0 done, 1 failed, 2 wrong usage or bad input.")]
pub struct EvalArgs {
    /// A FEN (in one argument or several), or `startpos`
    #[arg(value_name = "FEN|startpos", default_value = "startpos")]
    pub position: Vec<String>,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Where it goes.
    #[command(flatten)]
    pub report: ReportFileArgs,
}

/// `shans check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Claims, each one argument or one line of standard input (-):
  legal MOVE, attacks SQUARE SQUARE, protects SQUARE SQUARE, pinned SQUARE, passed SQUARE, draw,
  mate N, only MOVE, better MOVE MOVE, wins MOVE, threatens MOVE (of the side that is not to move),
  cause MOVE KIND (the kinds are those of why --json)

Verdicts: proven (by the rules), holds (a search has found it, which is no proof), false, unknown.

Exit codes: 0 done, 1 failed, 2 wrong usage, or a text that is no claim.")]
pub struct CheckArgs {
    /// A FEN in one argument, or `startpos`
    #[arg(value_name = "FEN|startpos")]
    pub position: String,

    /// Claims about it, separated by commas or in arguments of their own; - reads them from standard input
    #[arg(value_name = "CLAIM", required = true)]
    pub claims: Vec<String>,

    /// Nodes of each search
    #[arg(long, value_name = "N", value_parser = number::count, default_value = "200k")]
    pub nodes: u64,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Where it goes.
    #[command(flatten)]
    pub report: ReportFileArgs,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::{Arguments, Command};
    use super::*;

    fn parse(words: &str) -> Result<Command, clap::Error> {
        let words = ["shans"].into_iter().chain(words.split_whitespace());
        Arguments::try_parse_from(words).map(|arguments| arguments.command)
    }

    #[test]
    fn a_file_then_moves() -> Result<(), clap::Error> {
        let Command::Why(why) = parse("why tree e4 e5 Nf3 --verify 2k")? else { panic!("no why") };
        assert_eq!((why.file, why.moves.len(), why.verify), ("tree".into(), 3, Some(2000)));
        let Command::Why(why) = parse("why tree --quick")? else { panic!("no why") };
        assert!(why.moves.is_empty() && why.quick);
        let Command::Show(show) = parse("show tree")? else { panic!("no show") };
        assert_eq!((show.moves.len(), show.depth, show.width), (0, 2, 5));
        let Command::Export(export) = parse("export tree e4 --format pgn -o x.pgn")? else {
            panic!("no export")
        };
        assert_eq!((export.format, export.most_nodes()), (Format::Pgn, 1000));
        assert_eq!(export.report.output, Some("x.pgn".into()));
        let Command::Export(page) = parse("export tree --format html")? else {
            panic!("no export")
        };
        assert_eq!(page.most_nodes(), 10_000);
        Ok(())
    }

    #[test]
    fn wrong_usage_is_refused() {
        for words in [
            "show",
            "show tree --depth 0",
            "show tree --depth 61",
            "show tree --width 0",
            "show tree --svg --json",
            "show tree --tree --svg",
            "why tree e4 --verify 0",
            "export tree",
            "export tree --format gif",
            "export tree --format pgn --max-nodes 0",
        ] {
            assert!(parse(words).is_err(), "{words}");
        }
    }
}
