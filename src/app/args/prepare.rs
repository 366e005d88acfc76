//! The arguments of `prepare` and `profile`.

use std::path::PathBuf;
use std::time::Duration;

use chrono::NaiveDate;
use clap::{Args, ValueEnum};
use shakmaty::Color;
use uci_engine::Command;

use super::help::{ABOUT_OTHERS, rarely_used};
use super::tree_name::tree_name;
use super::{PrintingArgs, SavingArgs, SearchArgs, number};

/// `shans prepare`.
#[derive(Args, Clone, Debug)]
#[command(
    override_usage = "shans prepare <FILE> --side <WHO> --games <PGN>... [--human <CMD>] [OPTIONS]",
    mut_arg("width", |width| width.help("In each of your turns, up to N moves of about the same value [default: 1]")),
    mut_arg("window", |window| {
        let help = "With --width: moves that are worth at most so much less than the best one, centipawns [default: 30]";
        window.requires("width").help(help).hide_short_help(false)
    }),
    mut_args(rarely_used(&ABOUT_OTHERS)),
    mut_args(rarely_used(&["checked", "checkpoint", "epd", "exclude", "fill", "games-memory", "min-rating", "polyglot", "prune-below", "searcher", "since", "syzygy", "time"])),
    after_help = "\
The tree grows from the first position on: your own best move in each of your turns (with --width, others that are nearly
as good, too), and in the opponent's turns the moves that were played in the games. Positions that games come to most
often are searched first, each with --nodes (default: 100,000), until every one that games come to as often as --cover
says has an answer. With --total-time the search goes on after that: with twice as many nodes for each position, then
with four times as many. Each thread, engine and machine searches a position of its own.

FILE is saved twice a minute. The same command continues it: after Ctrl-C, after a crash, with more games, with more
nodes.

Practical points are those to be expected if the opponent plays as in the games; moves too rare for the repertoire
count as the best one."
)]
pub struct PrepareArgs {
    /// The tree of the repertoire: a new file, or one that `prepare` has made
    #[arg(value_name = "FILE", value_parser = tree_name())]
    pub file: PathBuf,

    /// Whose repertoire it is
    #[arg(long, value_name = "WHO", value_enum, required_unless_present = "due")]
    pub side: Option<Side>,

    /// Files of games (PGN), or - for standard input, that tell what opponents play
    #[arg(long, value_name = "PGN|-", num_args = 1.., required_unless_present_any = ["human", "due"])]
    pub games: Vec<PathBuf>,

    /// An engine that tells what people play in positions of fewer than ten games, like
    /// "lc0 --weights=maia-1500.pb.gz"
    #[arg(long, value_name = "CMD")]
    pub human: Option<Command>,

    /// The first position: a FEN, or startpos
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub position: String,

    /// Moves from there to the position that the repertoire begins with
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,

    /// Only games of this opponent: part of the name
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,

    /// Only games in which the opponent is rated at least so high
    #[arg(long, value_name = "ELO")]
    pub min_rating: Option<u32>,

    /// Only games of this year or later
    #[arg(long, value_name = "YEAR")]
    pub since: Option<u32>,

    /// Positions that games come to less often do not matter, if you always play your moves: 1% or 0.01
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = share)]
    pub cover: f64,

    /// A file of lines (PGN) that you play: your moves in it are taken, and those that lose are named
    #[arg(long, value_name = "PGN")]
    pub mine: Option<PathBuf>,

    /// Only say what is due to be drilled in the page of `explore`: now, or at the end of this day (2026-12-31)
    #[arg(long, value_name = "DAY", num_args = 0..=1, value_parser = day)]
    pub due: Option<Option<NaiveDate>>,

    /// Look at the moves that come to mind, too: those that you should not play, and those of your opponent that lose, with how
    /// they are refuted
    #[arg(long)]
    pub why_not: bool,

    /// Games (PGN), your own, say: where each of them left the repertoire, who left it, and what that cost
    #[arg(long, value_name = "PGN|-")]
    pub check: Option<PathBuf>,

    /// Put what opponents played in the games of --check, and is not prepared for, into the repertoire
    #[arg(long, requires = "check")]
    pub fill: bool,

    /// Write the games of --check to this file, with a comment at each move that left the repertoire
    #[arg(long, value_name = "FILE", requires = "check")]
    pub checked: Option<PathBuf>,

    /// Never play the last move of this line, as "e4 e5 Nf3", from now on. Can be repeated
    #[arg(long, value_name = "LINE,...", value_delimiter = ',')]
    pub exclude: Vec<String>,

    /// Memory for what was played: rare moves are forgotten where it is not enough
    #[arg(long, value_name = "SIZE", value_parser = number::memory, default_value = "1g")]
    pub games_memory: u64,

    /// Stop after this time in all, and go deeper until then
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    pub total_time: Option<Duration>,

    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// Write the repertoire to this file as a study (PGN): a game for each first move of the opponent
    #[arg(short, long, value_name = "FILE|-")]
    pub output: Option<PathBuf>,

    /// Write your moves to this file as an opening book (PolyGlot), weighed by their practical points
    #[arg(long, value_name = "FILE")]
    pub polyglot: Option<PathBuf>,

    /// Write the positions of your turns to this file (EPD), with your moves and what they are worth
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,

    /// Leave out of the study what games come to less often, and name it: 0.5% or 0.005
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub prune_below: Option<f64>,

    /// What is printed.
    #[command(flatten)]
    pub printing: PrintingArgs,
}

/// Whose repertoire it is.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// White's.
    White,
    /// Black's.
    Black,
}

impl Side {
    /// The colour.
    pub fn color(self) -> Color {
        match self {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// A share, as `1%` or `0.01`.
fn share(text: &str) -> Result<f64, String> {
    let (digits, whole) = match text.strip_suffix('%') {
        Some(digits) => (digits, 100.0),
        None => (text, 1.0),
    };
    let share = digits.trim().parse::<f64>().ok().map(|share| share / whole);
    // 1 might be meant as 1 %.
    let is_share = |share: &f64| *share > 0.0 && *share <= 1.0 && (whole > 1.0 || *share < 1.0);
    share.filter(is_share).ok_or_else(|| {
        format!("{text:?} is not a share of games; give one as 1% or 0.01, above 0 and up to 100%")
    })
}

/// A day, as `2026-12-31`.
fn day(text: &str) -> Result<NaiveDate, String> {
    text.parse().map_err(|_| format!("{text:?} is no day; write it as 2026-12-31"))
}

/// `shans profile`.
#[derive(Args, Clone, Debug)]
#[command(
    override_usage = "shans profile <PGN>... --player <NAME> [OPTIONS]",
    mut_args(rarely_used(&ABOUT_OTHERS)),
    mut_args(rarely_used(&["checkpoint", "depth", "puzzle-nodes", "searcher", "since", "syzygy", "time", "width"])),
    after_help = "\
All games of the player are searched in one tree, each position once, with --nodes (default: 2,000). The report counts what
the moves of the player cost, and compares them with the moves of the opponents in the same games: by cause, phase, opening,
clock, colour, side of the board and result. A difference is called a weakness or a strength only if chance alone would hardly
make one so large anywhere in the report (once in a hundred reports).

--save FILE keeps the tree, also while it grows: the same command continues it after Ctrl-C or a crash, and the report is the same
as without. With more games only new positions are searched.

Names and games stay on this machine.")]
pub struct ProfileArgs {
    /// Files of games (PGN), or - for standard input
    #[arg(value_name = "PGN|-", required = true)]
    pub files: Vec<PathBuf>,

    /// Whose games they are: a name as in the games, or a part of it
    #[arg(long, value_name = "NAME")]
    pub player: String,

    /// Only games of this year or later
    #[arg(long, value_name = "YEAR")]
    pub since: Option<u32>,

    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,

    /// Nodes for all games together: the search ends when they are spent, and the report is about the games searched by then
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub total_nodes: Option<u64>,

    /// Time for all of them
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    pub total_time: Option<Duration>,

    /// Save the tree in this file, and continue the tree in it, if there is one
    #[arg(long, value_name = "FILE", value_parser = tree_name())]
    pub save: Option<PathBuf>,

    /// How to save. Without --checkpoint the tree is saved twice a minute.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// Write the report as a page to this file, which any browser opens without a server
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Make puzzles of what was missed in these games, and write them to this file: FILE.pgn, FILE.json, or FILE.csv with the
    /// columns of lichess's puzzles
    #[arg(long, value_name = "FILE")]
    pub puzzles: Option<PathBuf>,

    /// Nodes with which each move of a puzzle is tested, and then again with four times as many
    #[arg(long, value_name = "N", value_parser = number::count, default_value = "50k")]
    pub puzzle_nodes: u64,

    /// What is printed.
    #[command(flatten)]
    pub printing: PrintingArgs,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_with_its_year_first() {
        assert_eq!(day("2026-12-31").map(|day| day.to_string()), Ok("2026-12-31".to_string()));
        assert!(day("31.12.2026").is_err() && day("2026-02-30").is_err());
    }

    #[test]
    fn a_share_is_a_number_or_a_percentage() {
        for (text, expected) in [("1%", 0.01), ("0.5 %", 0.005), ("0.25", 0.25), ("100%", 1.0)] {
            assert!(share(text).is_ok_and(|share| (share - expected).abs() < 1e-12), "{text}");
        }
        for text in ["0", "1", "-1%", "101%", "2", "x", "%", "nan", ""] {
            assert!(share(text).is_err(), "{text}");
        }
    }
}
