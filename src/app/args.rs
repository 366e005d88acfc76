//! The arguments as they are typed. What they mean is worked out beside each command, and for
//! every search in [`super::settings`].

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::evaluations::EvaluationKind;
use super::games::GameKind;
use super::inspect_args::{ExportArgs, ShowArgs, WhyArgs};
use super::number;
use super::place::Place;
use super::play::{PlayerKind, player_by_name};
use super::searchers::{self, SearcherKind};
use crate::chess::perft;
use crate::search::WhenFull;

/// Analyses chess positions with a best-first search that has no depth: the whole tree is kept,
/// and grows where one of the players still has an unchecked chance.
#[derive(Parser, Clone, Debug)]
#[command(name = "shans", version = env!("SHANS_VERSION"), about, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Analyse a position, or many of them from standard input
    Analyze(AnalyzeArgs),
    /// Go on with a saved analysis
    Resume(ResumeArgs),
    /// Check a saved tree: checksums, every number, statistics
    Verify(VerifyArgs),
    /// Show the tree below a line of moves
    Show(ShowArgs),
    /// Tell why a move is not preferred
    Why(WhyArgs),
    /// Write the most important part of a tree as JSON, DOT or PGN
    Export(ExportArgs),
    /// Tell what a position is worth before any move is tried, and what that consists of
    Eval(EvalArgs),
    /// Walk through a tree in the browser, on this machine only, while it is searched
    Explore(ExploreArgs),
    /// Compare searchers over files of test positions, on equal terms
    Compare(CompareArgs),
    /// Play games between searchers
    Play(PlayArgs),
    /// Search fixed positions: a signature of the search, and its speed
    Bench(BenchArgs),
    /// An engine for chess programs (UCI), which keeps its tree from move to move
    Uci,
    /// Count legal move sequences, or check a file of known counts
    Perft(PerftArgs),
    /// Write the completions of a shell: commands and options by the Tab key
    Completions(CompletionsArgs),
    /// Write the manual pages
    Man(ManArgs),
}

impl Command {
    /// The game that a command is about: the one that is named, or that of the tree.
    pub fn game(&self) -> GameKind {
        match self {
            Command::Analyze(args) => args.game.kind(),
            Command::Compare(args) => args.game,
            Command::Play(args) => args.game,
            Command::Bench(args) => args.game,
            Command::Resume(args) => GameKind::of_tree(&args.file),
            Command::Verify(args) => GameKind::of_tree(&args.file),
            Command::Show(args) => GameKind::of_tree(&args.file),
            Command::Why(args) => GameKind::of_tree(&args.file),
            Command::Export(args) => GameKind::of_tree(&args.file),
            // The page of the explorer has a board of chess.
            Command::Eval(_)
            | Command::Explore(_)
            | Command::Uci
            | Command::Perft(_)
            | Command::Completions(_)
            | Command::Man(_) => GameKind::Chess,
        }
    }
}

/// `shans analyze`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Without --nodes, --time or --depth an analysis stops when it is settled, or after 10 s. With --nodes
or --time it goes on to that limit even where it is settled before, unless --settle is given, too.

--save never replaces anything but a tree, and a tree with --force only: shans resume goes on with
it. From the beginning to the last save no other analysis can save to that file. If the last save
fails, the tree is saved beside it under another name, or in the folder for temporary files.

With - every line of standard input is one FEN or EPD, answered as soon as it is done. A line
that cannot be used is reported on standard error (with --json also as {\"line\", \"error\"} on
standard output), the others go on, and the exit code is 2 in the end.

Exit codes: 0 done, 1 failed, 2 wrong usage or bad input, 130 many positions (-) interrupted before
the last one was done: what is left is told on standard error. Ctrl-C stops the search and reports
what is known; a second one ends the program at once.")]
pub struct AnalyzeArgs {
    /// FEN in one argument or several, `startpos`, or `-` for one FEN or EPD a line from
    /// standard input; with --game junqi a position of that game
    #[arg(value_name = "FEN|startpos|-", default_value = "startpos")]
    pub position: Vec<String>,

    /// Or: a position of a game.
    #[command(flatten)]
    pub game: GameArgs,

    /// Moves of the game from there on, in UCI or SAN; repetitions count them. Move numbers and
    /// marks like !? may stand between them
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,

    /// Choose among these moves only
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Leave these moves out
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    pub exclude: Vec<String>,

    /// How to search, and for how long.
    #[command(flatten)]
    pub search: SearchArgs,

    /// Save the tree to this file at the end (also after Ctrl-C)
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Save in place of another tree: its work is lost
    #[arg(long, requires = "save")]
    pub force: bool,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// What to print.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// A game by its name, or a game of a file by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameChoice {
    /// What is played.
    Kind(GameKind),
    /// Which game of the file.
    Number(u64),
}

/// The game, and a position of one in a file.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// Analyse a game of this PGN file, or of standard input (-): the position at the end of its
    /// main line, unless --at says otherwise; repetitions count its moves
    #[arg(long, value_name = "FILE|-", conflicts_with = "position")]
    pub pgn: Option<PathBuf>,

    /// What is played: chess (the default) or junqi, the four-country army chess; and, with --pgn,
    /// the number of the game in the file, from 1 on
    #[arg(long = "game", value_name = "NAME|N", value_parser = game_choice)]
    pub choices: Vec<GameChoice>,

    /// The position in which White (23w) or Black (23b) plays this move of the main line
    #[arg(long, value_name = "MOVE", requires = "pgn")]
    pub at: Option<Place>,
}

impl GameArgs {
    /// What is played.
    pub fn kind(&self) -> GameKind {
        let kind = self.choices.iter().find_map(|choice| match choice {
            GameChoice::Kind(kind) => Some(*kind),
            GameChoice::Number(_) => None,
        });
        kind.unwrap_or_default()
    }

    /// The number of the game in the file, where one is given.
    pub fn number(&self) -> Option<u64> {
        self.choices.iter().find_map(|choice| match choice {
            GameChoice::Kind(_) => None,
            GameChoice::Number(number) => Some(*number),
        })
    }
}

/// `shans resume`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The search goes on as if it had never stopped: --nodes N gives N more. It keeps the memory and the
parameters that the tree was made with, unless --memory or --tree-nodes say otherwise. Without
--nodes or --time it takes 10 s more, or stops when it is settled. With one of them it goes on to
that limit even where it is settled, unless --settle is given, too.

The tree is checked whole before it is searched, and written back at the end. No other analysis can
save to the same file meanwhile. Ctrl-C while it is read or checked leaves the file as it is, with
exit code 130. If the last save fails, the tree is saved beside it under another name, or in the
folder for temporary files.

In less memory than the tree has (--memory, --tree-nodes) what matters least is freed first. While
it is loaded it takes the memory of all its nodes.

A tree made with another evaluation or by another version of the search is refused: old and new
evaluations would be mixed in it. --force goes on nevertheless; numbers that do not follow the rules
of this program, such as a win that is not proven, are computed anew first.

--save OTHER replaces a tree of the same root with as much work or less, others with --force only,
and nothing that is no tree.")]
pub struct ResumeArgs {
    /// A saved tree
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Go back this number of plies first, as far as the tree goes
    #[arg(long, value_name = "PLIES", value_parser = number::count)]
    pub back: Option<u64>,

    /// Then step forward: the position after these moves is analysed from now on. Everything
    /// around it stays in the tree
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,

    /// Drop everything from the tree that is not below the position analysed
    #[arg(long)]
    pub prune: bool,

    /// The evaluation that has made the tree
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub evaluation: EvaluationKind,

    /// Go on with a tree that another evaluation or search has made, and let --save replace any tree
    #[arg(long)]
    pub force: bool,

    /// For how long.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// Save to this file instead of the one that was read
    #[arg(long, value_name = "OTHER")]
    pub save: Option<PathBuf>,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// What to print.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `shans explore`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A position is analysed from the start, within the limits that are given, else until it is stopped in
the page. A saved tree rests until the page asks for more; it keeps its searcher, its evaluation and
its memory, and is checked whole before it is searched. One argument that is the name of a file is a
FILE.

The page is served to this machine alone, at the address printed on standard output. Whoever knows
the address can use it; it holds for this run only. Nothing is loaded from elsewhere.

The page saves to FILE, or to --save, and nowhere else. Ctrl-C ends the program; what was searched
since the last save is saved first, where there is a file.")]
pub struct ExploreArgs {
    /// A saved tree, or a position: FEN in one argument or several, or `startpos`
    #[arg(value_name = "FILE|FEN|startpos", default_value = "startpos")]
    pub subject: Vec<String>,

    /// Listen at this port of 127.0.0.1; any free one otherwise
    #[arg(long, value_name = "P")]
    pub port: Option<u16>,

    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,

    /// How a position is searched: best-first, or one of its forms
    #[arg(long, value_name = "NAME", value_parser = searchers::by_name)]
    pub searcher: Option<SearcherKind>,

    /// What positions are worth before anything is searched
    #[arg(long, value_name = "NAME", value_enum)]
    pub evaluation: Option<EvaluationKind>,

    /// For how long each search goes on.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// Save to this file, instead of the one that was read
    #[arg(long, value_name = "OTHER")]
    pub save: Option<PathBuf>,

    /// Save in place of another tree: its work is lost
    #[arg(long, requires = "save")]
    pub force: bool,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,
}

/// `shans verify`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Exit codes: 0 everything is right, 1 it is not, or the file cannot be read.")]
pub struct VerifyArgs {
    /// A saved tree
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `shans eval`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Exit codes: 0 done, 1 failed, 2 wrong usage or bad input.")]
pub struct EvalArgs {
    /// FEN in one argument or several, or `startpos`
    #[arg(value_name = "FEN|startpos", default_value = "startpos")]
    pub position: Vec<String>,

    /// What positions are worth before anything is searched
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub evaluation: EvaluationKind,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `shans compare`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Files are EPD, one position a line with what is expected: bm (best moves), am (moves to avoid),
dm N, bm #N or ce +MN (a mate in at most N; negative: the side to move is mated), c0 or c8 with c9
(points for moves). A position is solved if everything that its line demands is met; where there
are points alone, by a move that is worth most. A line that cannot be used is reported with its
number, and counted.

Without --nodes, --time or --depth every searcher has 100k nodes a position.

Exit codes: 0 done, 1 failed, 2 wrong usage, or no position that can be used, 130 interrupted:
Ctrl-C ends the comparison after the positions that are done. They are reported and written; how
many are left is told on standard error, and in JSON.")]
pub struct CompareArgs {
    /// Files of test positions (EPD)
    #[arg(value_name = "SUITE", required = true)]
    pub suites: Vec<PathBuf>,

    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub game: GameKind,

    /// The searchers, as for analyze --searcher
    #[arg(long, value_name = "NAME,...", value_delimiter = ',',
        default_value = "best-first,pvs", value_parser = searchers::by_name)]
    pub searchers: Vec<SearcherKind>,

    /// What positions are worth before anything is searched
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub evaluation: EvaluationKind,

    /// N nodes for each searcher and position (100k, 2m)
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub nodes: Option<u64>,

    /// CPU time for each searcher and position (100ms, 1s)
    #[arg(long, value_name = "TIME", value_parser = number::duration, conflicts_with = "nodes")]
    pub time: Option<Duration>,

    /// To this depth each, for searchers that have one
    #[arg(long, value_name = "D", value_parser = number::count_to(1000_u32),
        conflicts_with_all = ["nodes", "time"])]
    pub depth: Option<u32>,

    /// Memory for each searcher
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = number::memory)]
    pub memory: u64,

    /// Take only each K-th position of a file, from the first on
    #[arg(long, value_name = "K", default_value = "1", value_parser = number::count)]
    pub every: u64,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Write a row for each position and searcher, as soon as it is known
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Draw the positions solved against the nodes they took (SVG)
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// No progress bar on standard error
    #[arg(long)]
    pub quiet: bool,
}

/// `shans play`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every start is played twice, the second time with the players one seat farther on, so that each team
has both sides. Starts come from the seed: random line-ups in junqi, some random moves in chess.
All ranks are open. The same arguments give the same games.

The record is a game file: shans analyze --game junqi --pgn FILE --game N --at 41w goes to the
position of the 41st ply of its Nth game (w where South or North moves, b where East or West does).

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted: the games that are done are told.")]
pub struct PlayArgs {
    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub game: GameKind,

    /// Who plays, one for each seat in the order of moving (South, East, North, West; White,
    /// Black): random, greedy (the best static value after one move), or a searcher as for analyze
    /// --searcher. Opposite seats are partners
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required = true,
        value_parser = player_by_name)]
    pub seats: Vec<PlayerKind>,

    /// How many games
    #[arg(long, value_name = "N", default_value = "2", value_parser = number::count)]
    pub games: u64,

    /// N nodes for each move (1k, 100k)
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number::count)]
    pub nodes: u64,

    /// Which starts, and which moves where chance decides
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub seed: u64,

    /// What positions are worth before anything is searched, where the game has several evaluations
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub evaluation: EvaluationKind,

    /// Memory for each player
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = number::memory)]
    pub memory: u64,

    /// Write the games to this file, in the form of PGN
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Print one JSON object with every game
    #[arg(long)]
    pub json: bool,
}

/// `shans bench`.
#[derive(Args, Clone, Debug)]
pub struct BenchArgs {
    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub game: GameKind,

    /// What positions are worth before anything is searched
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub evaluation: EvaluationKind,
}

/// `shans perft`.
#[derive(Args, Clone, Debug)]
pub struct PerftArgs {
    /// Position as FEN, in one argument or several, or `startpos`.
    #[arg(value_name = "FEN|startpos", default_value = "startpos")]
    pub fen: Vec<String>,

    /// Length of the sequences, in moves of one side.
    #[arg(
        long,
        required_unless_present = "suite",
        value_name = "D",
        value_parser = number::count_to(perft::MAX_DEPTH)
    )]
    pub depth: Option<u8>,

    /// Split the count by the first move.
    #[arg(long, conflicts_with = "suite")]
    pub divide: bool,

    /// File of positions with known counts (`;D1 20 ;D2 400`) to check.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "depth"])]
    pub suite: Option<PathBuf>,

    /// Leave out what is expected to count more than this.
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = number::count)]
    pub max_nodes: Option<u64>,
}

/// `shans completions`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Bash reads them from ~/.local/share/bash-completion/completions/shans, zsh from a file _shans in a
folder of its fpath, fish from ~/.config/fish/completions/shans.fish.")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// `shans man`.
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// Write a page for each command into this folder, as ~/.local/share/man/man1; without it, the
    /// page of the program goes to standard output
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

/// How to search, and for how long.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// How to search: best-first, pvs, pvs-classic, alpha-beta or negamax; parts are switched
    /// like pvs-classic:no-killers+no-table (an unknown part lists those there are)
    #[arg(long, value_name = "NAME", default_value = searchers::DEFAULT,
        value_parser = searchers::by_name)]
    pub searcher: SearcherKind,

    /// Stop at this depth, for searchers that have one
    #[arg(long, value_name = "D", value_parser = number::count_to(1000_u32))]
    pub depth: Option<u32>,

    /// What positions are worth before anything is searched
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub evaluation: EvaluationKind,

    /// For how long.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// For how long to search, and with how much memory.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Stop after N positions reached by making a move (100k, 2m, 1g)
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub nodes: Option<u64>,

    /// Stop after this time (500ms, 10s, 5m, 2h)
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    pub time: Option<Duration>,

    /// Memory for the tree and its tables (512m, 2g; k, m, g and t are powers of 1024); a quarter
    /// of the machine's otherwise. Tables of endings come on top: 5 MiB for each ending
    /// that is met, about 50 MiB if all are
    #[arg(long, value_name = "SIZE", value_parser = number::memory)]
    pub memory: Option<u64>,

    /// The most nodes in the tree
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub tree_nodes: Option<u64>,

    /// When the tree fills its room: free what matters least and go on (the default), or stop
    #[arg(long, value_name = "WHAT", value_enum)]
    pub when_full: Option<FullChoice>,

    /// Settled when both players' chances lie this many centipawns below the result; `none`:
    /// never [default: 1200 and an answer that has stood, taken most of the effort and leads; 6000
    /// with best-first:quiescence; none with --nodes or --time]
    #[arg(long, value_name = "CP|none", allow_negative_numbers = true, value_parser = settle)]
    pub settle: Option<SettleChoice>,
}

/// When an analysis counts as settled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SettleChoice {
    /// When both players' chances lie this far below the result: centipawns.
    Margin(f32),
    /// Never.
    Never,
}

/// What to do when the tree fills its room.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullChoice {
    /// Free what matters least, and go on.
    Free,
    /// Stop.
    Stop,
}

impl From<FullChoice> for WhenFull {
    fn from(choice: FullChoice) -> WhenFull {
        match choice {
            FullChoice::Free => WhenFull::Free,
            FullChoice::Stop => WhenFull::Stop,
        }
    }
}

/// How to save a tree.
#[derive(Args, Clone, Debug)]
pub struct SavingArgs {
    /// Save also while the search runs, each time after this interval (60s, 5m)
    #[arg(long, value_name = "INTERVAL", value_parser = number::duration)]
    pub checkpoint: Option<Duration>,

    /// Compress the file: smaller, and slower to write
    #[arg(long)]
    pub compress: bool,
}

/// What to print.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// How many candidate moves are listed
    #[arg(long, value_name = "K", default_value = "5", value_parser = number::count)]
    pub lines: u64,

    /// Print one JSON object a position
    #[arg(long)]
    pub json: bool,

    /// No live progress on standard error
    #[arg(long)]
    pub quiet: bool,
}

fn game_choice(text: &str) -> Result<GameChoice, String> {
    if text.starts_with(|letter: char| letter.is_ascii_digit()) {
        return number::count(text).map(GameChoice::Number).map_err(|error| error.to_string());
    }
    GameKind::from_str(text, true).map(GameChoice::Kind).map_err(|_| {
        format!("{text:?} is no game; there are chess and junqi, and numbers of games in a file")
    })
}

fn settle(text: &str) -> Result<SettleChoice, String> {
    if text == "none" {
        return Ok(SettleChoice::Never);
    }
    let margin: Option<f32> = text.parse().ok().filter(|cp: &f32| cp.is_finite() && *cp >= 0.0);
    margin.map(SettleChoice::Margin).ok_or_else(|| {
        format!("{text:?} is no margin; give centipawns, zero or more, like 6000, or none")
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn margins_are_finite_and_not_negative() {
        assert_eq!(settle("6000"), Ok(SettleChoice::Margin(6000.0)));
        assert_eq!(settle("none"), Ok(SettleChoice::Never));
        for text in ["NaN", "inf", "-1", "x", "", "None"] {
            assert!(settle(text).is_err(), "{text}");
        }
    }

    #[test]
    fn help_tells_the_default_margin() {
        let mut command = Arguments::command();
        let analyze = command.find_subcommand_mut("analyze").expect("a command");
        let help = analyze.render_long_help().to_string();
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let searching = crate::search::ChanceModel::searching().settle;
        let at_first_sight = crate::search::ChanceModel::default().settle;
        assert!(words.contains(&format!("[default: {searching} and an answer that")), "{words}");
        assert!(words.contains(&format!("{at_first_sight} with best-first:quiescence")), "{words}");
    }
}
