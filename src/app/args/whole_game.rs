//! The arguments of `game`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::help::{ABOUT_OTHERS, rarely_used};
use super::number;
use super::tree_name::tree_name;
use super::{LinesArgs, PrintingArgs, SavingArgs, SearchArgs};

/// `shans game`.
#[derive(Args, Clone, Debug)]
#[command(
    mut_args(rarely_used(&ABOUT_OTHERS)),
    mut_args(rarely_used(&["checkpoint", "decided", "line-plies", "lines", "rounds", "scale", "width"])),
    mut_arg("force", |force| force.help("Overwrite existing files, even a tree of another game")),
    after_help = "\
--nodes and --time are limits for each position of the game, --total-nodes and --total-time for all of them together.
Without any of them, each position gets 100,000 nodes. A best-first searcher keeps all positions of a game in one
tree and divides the total: half is for all positions, starting with the last one, the rest for rounds over those
where most is at stake. Other searchers search the positions one by one, each from scratch.

--save FILE saves the tree, also while it grows. If the file exists, the same command continues it: after Ctrl-C,
after a crash, or with more --rounds.

The command prints a report. It names unreadable parts of the file on standard error, analyses the rest, and exits
with code 1, or with code 2 if nothing can be read.")]
pub struct WholeGameArgs {
    /// A PGN file, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub file: PathBuf,

    /// Only this game of the file, counted from 1; can be repeated
    #[arg(long = "game", value_name = "N", value_parser = number::count)]
    pub games: Vec<u64>,

    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,

    /// Nodes for all positions of all games that are analysed, in equal parts
    #[arg(long, value_name = "N", value_parser = number::count, conflicts_with_all = ["nodes", "time"])]
    pub total_nodes: Option<u64>,

    /// Time for all of them
    #[arg(long, value_name = "TIME", value_parser = number::duration,
        conflicts_with_all = ["nodes", "time", "total_nodes"])]
    pub total_time: Option<Duration>,

    /// Rounds after the first one, in a tree: half of the work is for them, or none where there are 0 [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=50))]
    pub rounds: Option<u64>,

    /// Save the tree in this file, and continue the tree in it, if there is one; with several games, FILE-2.tree is for
    /// the second one of FILE.tree
    #[arg(long, value_name = "FILE", value_parser = tree_name())]
    pub save: Option<PathBuf>,

    /// How to save. Without --checkpoint the tree is saved twice a minute.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// How many moves of each position are to have a value.
    #[command(flatten)]
    pub lines: LinesArgs,

    /// How moves are judged.
    #[command(flatten)]
    pub judging: JudgingArgs,

    /// Write the games with annotations to this file, or to standard output (-) in place of the report
    #[arg(short, long, alias = "pgn", value_name = "FILE|-")]
    pub output: Option<PathBuf>,

    /// Write the page of explore with the tree of the game to this file, which any browser opens without a server; with
    /// several games it is FILE-2.html for the second one
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Draw the curve of the game in this file; with several games it is FILE-2.svg for the second one
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// What is printed.
    #[command(flatten)]
    pub printing: PrintingArgs,
}

/// How moves are judged, and what is written about them.
#[derive(Args, Clone, Debug)]
pub struct JudgingArgs {
    /// What moves lose: winning chances by lichess's formula from centipawns, or by this program's own chances
    /// to win, draw and lose
    #[arg(long, value_name = "WHICH", value_enum, default_value_t)]
    pub scale: Scale,

    /// From this loss on (winning chances are from -1 to 1) a move is an inaccuracy
    #[arg(long, value_name = "LOSS", default_value_t = Self::default().inaccuracy, value_parser = share)]
    pub inaccuracy: f64,

    /// From this loss on it is a mistake
    #[arg(long, value_name = "LOSS", default_value_t = Self::default().mistake, value_parser = share)]
    pub mistake: f64,

    /// From this loss on it is a blunder
    #[arg(long, value_name = "LOSS", default_value_t = Self::default().blunder, value_parser = share)]
    pub blunder: f64,

    /// A side with these winning chances has decided the game; moves that leave it decided are not marked. 1: never
    #[arg(long, value_name = "CHANCES", default_value_t = Self::default().decided, value_parser = share)]
    pub decided: f64,

    /// Do not mark this many first moves of each player, which are book moves
    #[arg(long, value_name = "MOVES", default_value_t = Self::default().book)]
    pub book: u64,

    /// Maximum length of a better line
    #[arg(long, value_name = "PLIES", default_value_t = Self::default().line_plies, value_parser = number::count_to(200_u16))]
    pub line_plies: u16,

    /// Leave these out of the annotated game: evals ([%eval]), marks (?!, ?, ??), lines (what was better), arrows
    /// ([%cal], [%csl]), or reasons (comments); without all five the game is unchanged
    #[arg(long, value_name = "WHAT,...", value_enum, value_delimiter = ',')]
    pub without: Vec<Annotation>,
}

/// As on lichess.org. What has no command line judges by these, too.
impl Default for JudgingArgs {
    fn default() -> JudgingArgs {
        JudgingArgs {
            scale: Scale::default(),
            inaccuracy: 0.1,
            mistake: 0.2,
            blunder: 0.3,
            decided: 1.0,
            book: 0,
            line_plies: 8,
            without: Vec::new(),
        }
    }
}

/// A kind of annotation.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// What positions are worth.
    Evals,
    /// Marks of bad moves.
    Marks,
    /// Better moves, as variations.
    Lines,
    /// The best move as an arrow, and the squares that matter.
    Arrows,
    /// Why a move is bad, or the only good one, as a comment.
    Reasons,
}

/// What a loss is measured in.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Centipawns, by the formula of lichess.org.
    #[default]
    Cp,
    /// Chances to win, draw and lose, as they were measured for this program's evaluation.
    Wdl,
}

fn share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok().filter(|share| (0.0..=2.0).contains(share));
    share.ok_or_else(|| {
        format!("{text:?} is not a loss of winning chances; give a number from 0 to 2")
    })
}
