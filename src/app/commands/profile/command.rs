//! The command, from the files to its outputs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use thiserror::Error;

use super::errors::{self, OwnError, Tests};
use super::games::{OwnGame, OwnGames, Wanted};
use super::judged::{Facts, JudgedGame, judge};
use super::puzzle_files::Form;
use super::puzzles::Puzzle;
use super::questions::Parts;
use super::report::{Report, report};
use super::review::{self, Reviewed, Work};
use super::{page, puzzles, text};
use crate::app::args::{LimitArgs, ProfileArgs, SearchArgs};
use crate::app::exit::{self, Exit};
use crate::app::files::output_file::OutputFile;
use crate::app::files::{ending_tables, going_on, saving};
use crate::app::games::{CommandLineGame, EndingTables};
use crate::app::printable::printable_path;
use crate::app::reporting::json_line;
use crate::app::reporting::progress_display::ProgressDisplay;
use crate::app::reporting::score::counted;
use crate::app::settings::SearchSettings;
use crate::app::signals;
use crate::app::usage::UsageError;
use crate::chess::Position;
use crate::game::{Evaluate as _, Notation as _};
use crate::search::{BestFirst, Interrupt, Limits, Root};
use crate::session::Session;
use crate::store;

/// Nodes of a position where the arguments say nothing.
const DEFAULT_NODES: u64 = 2_000;

/// Arguments of `profile` that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProfileError {
    /// There is nothing to be told.
    #[error("none of {} is one of {player:?} that can be analysed; check --player", counted(*.games, "game"))]
    NoGame {
        /// Games that were read.
        games: u64,
        /// The name.
        player: String,
    },
    /// A name that fits everybody.
    #[error("--player is empty; give a name as in the games, or a part of it")]
    NoName,
    /// A searcher without a tree.
    #[error("{0} keeps no tree in which all games could be; use best-first, perhaps with --engine")]
    Searcher(String),
    /// The file holds something else.
    #[error(
        "{0} holds a tree that does not begin at the first position of a game; name another file"
    )]
    OtherPosition(String),
    /// A file whose form nobody knows.
    #[error("{0}: puzzles are written to a file that ends with .pgn, .csv or .json")]
    Form(String),
    /// The limits on all positions ended the search in its first game.
    #[error("--total-nodes or --total-time ended the search in the first game; allow more")]
    TooLittle,
    /// Something else than the report in its stream.
    #[error("--html and --puzzles write files; - is for the report alone")]
    NotPrinted,
}

/// Reads, searches, counts and tells.
///
/// # Errors
///
/// [`UsageError`] where the arguments cannot be followed; input that cannot be read; a file or `out` that cannot be written.
pub fn run(args: &ProfileArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let outputs = Outputs::open(args)?;
    let tables = ending_tables::open(&args.search.tables);
    let settings = settings(args)?;
    let until = args.total_time.map(|time| Instant::now() + time);
    let interrupt = &settings.limits.interrupt;
    let Some(own) = games(args, interrupt)? else {
        return Ok(exit::interrupted_before(&"the games were read"));
    };
    own.warn();
    if own.games.is_empty() {
        let error = ProfileError::NoGame { games: own.read, player: args.player.clone() };
        return Err(UsageError::new(error).into());
    }
    let evaluator = Position::evaluator_of(&args.search.evaluation.kind);
    let start =
        Position::read_position("startpos", Position::with_tables(evaluator, tables.clone()))?;
    let start = start.position;
    let Some(mut session) = session(args, &start, &settings, &tables)? else {
        return Ok(exit::interrupted_before(&"the tree was read"));
    };
    let display = ProgressDisplay::new(args.printing.quiet);
    let limits = Limits { beyond_only_move: true, ..settings.limits.clone() };
    let work = Work { limits, total_nodes: args.total_nodes, until };
    let reviewed = review::review(&mut session, &own.games, &start, &work, &display);
    let (_, not_saved) = saving::save_last(&mut session);
    let Reviewed { games: searched, stop } = reviewed?;
    let (troubles, engine_failed) = settings.searcher.troubles_of(stop);
    troubles.iter().for_each(|trouble| exit::warn(trouble));
    let search = session.into_search();
    let (of_games, games) = (own.games.len(), &own.games[..searched]);
    if games.is_empty() {
        display.clear();
        return match stop {
            Some(_) => Ok(exit::interrupted_before(&"a game was searched")),
            None => Err(UsageError::new(ProfileError::TooLittle).into()),
        };
    }
    let facts = Facts::new(&search, games, &start)?;
    let judged: Vec<_> = games.iter().map(|game| judge(game, &facts)).collect();
    // An interrupt of the search is none of what follows: what was searched is told.
    let interrupt = if stop.is_some() { Interrupt::default() } else { interrupt.clone() };
    let found = errors_and_puzzles(args, games, &judged, &facts, interrupt, &display);
    display.clear();
    let (errors, puzzles) = match found {
        Ok(found) => found,
        Err(before) => return Ok(exit::interrupted_before(&before)),
    };
    let report = report(&Parts {
        player: &args.player,
        games,
        of_games,
        judged: &judged,
        errors: &errors,
        facts: &facts,
        nodes: search.nodes(),
    });
    outputs.write(&report, &puzzles)?;
    match args.printing.json {
        true => json_line::write(&report, out)?,
        false => text::write(&report, args.puzzles.is_some().then_some(puzzles.len()), out)?,
    }
    out.flush()?;
    match not_saved.or(engine_failed.map(anyhow::Error::from)) {
        Some(error) => Err(error),
        None if stop.is_some() => Ok(Exit::Interrupted),
        None => Ok(Exit::Done),
    }
}

/// The errors of both sides, and the puzzles in them where these are wanted; what was not reached where an interrupt came first.
fn errors_and_puzzles(
    args: &ProfileArgs,
    games: &[OwnGame],
    judged: &[JudgedGame],
    facts: &Facts<'_>,
    interrupt: Interrupt,
    display: &ProgressDisplay,
) -> Result<(Vec<OwnError>, Vec<Puzzle>), &'static str> {
    let seen = |what: &str, at: usize, all: usize| {
        if at.is_multiple_of(16) {
            display.say(&format!("{what} {} of {all}", at + 1));
        }
    };
    let tests = Tests { nodes: nodes(args), interrupt };
    let errors = errors::errors(games, judged, facts, &tests, |at, all| seen("cause", at, all))
        .ok_or("the causes of all errors were found")?;
    if args.puzzles.is_none() {
        return Ok((errors, Vec::new()));
    }
    let tests = Tests { nodes: args.puzzle_nodes, ..tests };
    let puzzles =
        puzzles::puzzles(games, &errors, facts, &tests, |at, all| seen("puzzle", at, all))
            .ok_or("all puzzles were tested")?;
    Ok((errors, puzzles))
}

/// The games of the player in all files; `None` where an interrupt came first.
fn games(args: &ProfileArgs, interrupt: &Interrupt) -> anyhow::Result<Option<OwnGames>> {
    let player = args.player.trim().to_lowercase();
    if player.is_empty() {
        return Err(UsageError::new(ProfileError::NoName).into());
    }
    let mut own = OwnGames::new(Wanted { player, since: args.since });
    for path in &args.files {
        if !own.read(path, interrupt)? {
            return Ok(None);
        }
    }
    Ok(Some(own))
}

fn nodes(args: &ProfileArgs) -> u64 {
    args.search.limits.nodes.unwrap_or(DEFAULT_NODES)
}

/// How positions are searched: so that the tree is the same every time, where nobody else searches.
fn settings(args: &ProfileArgs) -> anyhow::Result<SearchSettings> {
    let has_limit = args.search.limits.time.is_some();
    let nodes = (!has_limit).then(|| nodes(args)).or(args.search.limits.nodes);
    let limits = LimitArgs { nodes, ..args.search.limits.clone() };
    let search = SearchArgs { limits, ..args.search.clone() };
    let settings = SearchSettings::from_args(&search, signals::catch()?);
    let mut settings = settings.map_err(UsageError::new)?;
    if let Some(same) = settings.searcher.reproducible() {
        settings.searcher = same;
    }
    Ok(settings)
}

/// The tree of the games, a new one or the one in the file; `None` where an interrupt came first.
fn session(
    args: &ProfileArgs,
    start: &Position,
    settings: &SearchSettings,
    tables: &EndingTables,
) -> anyhow::Result<Option<Session<Position>>> {
    let root = Root::new(start.clone());
    let new = || -> anyhow::Result<BestFirst<Position>> {
        let search = settings.searcher.build_with_tree(root.clone(), settings.room)?;
        let name = settings.searcher.name.clone();
        Ok(search.ok_or_else(|| UsageError::new(ProfileError::Searcher(name)))?)
    };
    let Some(path) = &args.save else { return Ok(Some(Session::new(new()?))) };
    let file = going_on::save_file(path, &args.saving, settings)?;
    if !store::is_tree(path) {
        return Ok(Some(Session::new(new()?).kept_in(file)));
    }
    let evaluator = start.evaluator().clone();
    let quiet = args.printing.quiet;
    let search = going_on::search_in::<Position>(path, settings, evaluator, tables, quiet)?;
    let Some(mut search) = search else { return Ok(None) };
    if search.root().game().describe() != start.describe() {
        let error = ProfileError::OtherPosition(path.display().to_string());
        return Err(UsageError::new(error).into());
    }
    while search.step_back().is_ok() {}
    let file = file.holding(&search);
    Ok(Some(Session::new(search).kept_in(file)))
}

/// The files beside the report, where they are wanted.
struct Outputs {
    html: Option<OutputFile>,
    puzzles: Option<(OutputFile, Form)>,
}

impl Outputs {
    /// Makes sure that they can be written.
    fn open(args: &ProfileArgs) -> anyhow::Result<Outputs> {
        let is_printed = |path: &PathBuf| path.as_path() == Path::new("-");
        if args.html.iter().chain(&args.puzzles).any(is_printed) {
            return Err(UsageError::new(ProfileError::NotPrinted).into());
        }
        let form = |path: &PathBuf| {
            let unknown = || ProfileError::Form(printable_path(path).to_string());
            Form::of(path).ok_or_else(|| UsageError::new(unknown()))
        };
        let form = args.puzzles.as_ref().map(form).transpose()?;
        let inputs = args.files.iter().chain(&args.save);
        let named = [&args.html, &args.puzzles];
        let [html, puzzles] = OutputFile::all(named, args.printing.force, inputs)?;
        Ok(Outputs { html, puzzles: puzzles.zip(form) })
    }

    /// Before what is printed: a reader of that may stop reading, as `head` does.
    fn write(self, report: &Report, puzzles: &[Puzzle]) -> anyhow::Result<()> {
        OutputFile::write_some(self.html, |out| page::write(report, out))?;
        match self.puzzles {
            Some((file, form)) => file.write(|out| form.write(puzzles, out)),
            None => Ok(()),
        }
    }
}
