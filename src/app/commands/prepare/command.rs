//! The command, from the arguments to the outputs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use indicatif::HumanCount;
use shakmaty::{Color, Move};
use thiserror::Error;

use super::check::{self, Checked};
use super::databases;
use super::grow::{self, Grown, Work};
use super::opponent::Opponent;
use super::own_lines::{OwnLines, own_lines};
use super::place::Place;
use super::rare;
use super::repertoire::{Known, Plan};
use super::{due, epd, json, polyglot, reasons, study, text};
use crate::app::args::move_argument;
use crate::app::args::move_argument::play_moves;
use crate::app::args::{LimitArgs, PrepareArgs, SearchArgs};
use crate::app::commands::included;
use crate::app::engines::{NotTold, PeopleEngine};
use crate::app::exit::{self, Exit};
use crate::app::files::game_counts::ReadGames;
use crate::app::files::game_file::read_lines;
use crate::app::files::output_file::OutputFile;
use crate::app::files::{ending_tables, going_on, saving};
use crate::app::games::{CommandLineGame, EndingTables};
use crate::app::reporting::progress_display::ProgressDisplay;
use crate::app::reporting::score::counted;
use crate::app::settings::SearchSettings;
use crate::app::signals;
use crate::app::usage::UsageError;
use crate::chess::{MoveCounts, Position};
use crate::game::{Evaluate, Notation};
use crate::search::{BestFirst, Limits, Root, Stop};
use crate::session::Session;
use crate::store;
use crate::value::Player;

/// Nodes of an answer where the arguments say nothing.
const DEFAULT_NODES: u64 = 100_000;
/// Centipawns by which another move of one's own may be worse where the arguments say nothing.
const DEFAULT_WINDOW: u64 = 30;

/// Arguments of `prepare` that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PrepareError {
    /// The file holds something else.
    #[error(
        "{0} holds a tree of another position; name another file, or give the position and moves that it begins with"
    )]
    OtherPosition(String),
    /// No game comes to the first position.
    #[error("none of {} comes to {position}; give other games, or another position", counted(*.games, "game"))]
    NoGame {
        /// Games that count.
        games: u64,
        /// The first position.
        position: String,
    },
    /// The files hold no games.
    #[error("the files of --games hold no game that can be read; give games of chess in PGN")]
    NoneRead,
    /// No game is wanted.
    #[error(
        "no game is counted of {0} that can be read; check --player (the opponent's name), --min-rating and --since"
    )]
    NoneWanted(String),
    /// Two results in one stream.
    #[error("--json and -o - both write to standard output; give the study a file")]
    Mixed,
    /// The report and something else in one stream.
    #[error("--checked, --polyglot and --epd write files; - is for -o alone")]
    NotPrinted,
    /// It does not say whose repertoire it is.
    #[error("say whose repertoire it is: --side white or --side black")]
    NoSide,
    /// A form of the tree that has no searched leaves.
    #[error(
        "{0} cannot prepare: an answer is searched with a number of nodes; use best-first, perhaps with --engine"
    )]
    Searcher(String),
    /// A time for a search that has one for all.
    #[error(
        "--time is for one position; give --nodes for each position, or --total-time for all of them"
    )]
    Time,
}

/// Lets a repertoire grow, and writes what it holds to `out`.
///
/// # Errors
///
/// [`UsageError`] where the arguments cannot be followed; input that cannot be read; a file or `out` that cannot be
/// written.
pub fn run(args: &PrepareArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(day) = args.due {
        return due::run(args, day, out);
    }
    let side = args.side.ok_or_else(|| UsageError::new(PrepareError::NoSide))?.color();
    let tables = ending_tables::open(&args.search.tables);
    let root = root(args, &tables)?;
    let settings = settings(args)?;
    let files = Files::open(args)?;
    let evaluator = root.game().evaluator().clone();
    let read = |path| read_lines::<Position>(path, evaluator.clone());
    let mine = args.mine.as_deref().map(read).transpose()?;
    let began = Instant::now();
    let display = ProgressDisplay::new(args.printing.quiet);
    let interrupt = &settings.limits.interrupt;
    let start = |command| PeopleEngine::start(command, interrupt);
    let people = match args.human.as_ref().map(start).transpose() {
        Err(NotTold::Interrupted) => {
            return Ok(exit::interrupted_before(&"the engine of --human was ready"));
        }
        started => started?,
    };
    let Some((databases, counts)) = databases::read(args, side.other(), interrupt, &display)?
    else {
        display.clear();
        return Ok(exit::interrupted_before(&"the games were read"));
    };
    if people.is_none() {
        refuse_no_game(&databases, &counts, root.game())?;
    }
    let OwnLines { chosen, several, is_whole } =
        own_lines(mine.as_ref(), side, root.game(), &counts)?;
    let games_checked =
        args.check.as_ref().map(|path| check::read(path, &evaluator)).transpose()?;
    let Some(mut session) = session(args, (root, side), &settings, &tables)? else {
        let what = format_args!("{} was read", args.file.display());
        return Ok(exit::interrupted_before(&what));
    };
    let LimitArgs { nodes, window, .. } = args.search.limits;
    let mut plan = Plan {
        side,
        opponent: Opponent::new(counts, people),
        cover: args.cover,
        nodes: nodes.unwrap_or(DEFAULT_NODES),
        width: width(args).into(),
        window: window.unwrap_or(DEFAULT_WINDOW) as f32,
        chosen,
        several,
        why_not: args.why_not,
    };
    let work = Work {
        limits: Limits { beyond_only_move: true, nodes: None, ..settings.limits.clone() },
        until: args.total_time.map(|time| began + time),
    };
    let found = search(args, &mut session, (&mut plan, &work), games_checked, display)?;
    let Found { grown, checked, not_saved } = found;
    let (troubles, engine_failed) = settings.searcher.troubles_of(grown.stop);
    troubles.iter().for_each(|trouble| exit::warn(trouble));
    tell(args, (&plan, &grown, checked.as_ref()), databases, files, out)?;
    let is_whole = is_whole && checked.is_none_or(|checked| checked.games.is_whole);
    match not_saved.or(engine_failed.map(anyhow::Error::from)) {
        Some(error) => Err(error),
        None if grown.stop == Some(Stop::Interrupted) => Ok(Exit::Interrupted),
        None if !is_whole => Ok(Exit::Failed),
        None => Ok(Exit::Done),
    }
}

/// What was found.
struct Found {
    grown: Grown,
    checked: Option<Checked>,
    /// Why the tree is not saved.
    not_saved: Option<anyhow::Error>,
}

/// Lets the repertoire grow, compares the games with it, and saves the tree: whatever goes wrong, what was found is kept.
fn search(
    args: &PrepareArgs,
    session: &mut Session<Position>,
    (plan, work): (&mut Plan, &Work),
    games: Option<check::Games>,
    display: ProgressDisplay,
) -> anyhow::Result<Found> {
    let before = grow::with_replies(session, plan, work, &mut Known::new())?;
    leave_out(session.search_mut(), &args.exclude)?;
    let filled = games.as_ref().filter(|_| args.fill);
    let grown = grow_and_fill(session, plan, work, (before, filled), &display);
    display.clear();
    let checked = match (&grown, games) {
        (Ok(grown), Some(games)) => Some(check(games, grown, session, plan, work)),
        _ => None,
    };
    grow::go_to_first(session);
    let (_, not_saved) = saving::save_last(session);
    let mut grown = grown?;
    let checked = checked.transpose()?;
    reasons::tell(session.search(), plan, &mut grown.first)?;
    Ok(Found { grown, checked, not_saved })
}

/// Searches until all is answered, and then with --fill what the games checked play and the repertoire lacks: each time two plies
/// further, as far as they have one's own moves of it.
fn grow_and_fill(
    session: &mut Session<Position>,
    plan: &mut Plan,
    work: &Work,
    (before, filled): (Place, Option<&check::Games>),
    display: &ProgressDisplay,
) -> anyhow::Result<Grown> {
    let mut grown = grow::grow(session, plan, work, before, display)?;
    while let Some(games) = filled
        && grown.stop.is_none()
        && !work.is_over()
        && check::fill(games, plan, &grown.first)
    {
        grown = grow::grow(session, plan, work, grown.before, display)?;
    }
    Ok(grown)
}

/// Writes the files, and the report. The files first: a reader of the report may stop reading, as `head` does.
fn tell(
    args: &PrepareArgs,
    (plan, grown, checked): (&Plan, &Grown, Option<&Checked>),
    databases: ReadGames,
    files: Files,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let study = args.prune_below.map(|below| rare::without(plan, &grown.first, below));
    let (study, dropped) = study.unzip();
    files.write(plan, grown, study.as_ref(), checked)?;
    let dropped = dropped.unwrap_or_default();
    match args.printing.json {
        true => json::write(plan, grown, databases, (checked, &dropped), out)?,
        false if prints_study(args) => {}
        false => {
            text::write(plan, grown, databases, &dropped, out)?;
            checked.iter().try_for_each(|checked| check::write(checked, plan, out))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The first position of the repertoire, with the moves that lead there.
fn root(args: &PrepareArgs, tables: &EndingTables) -> Result<Root<Position>, UsageError> {
    let evaluator = Position::evaluator_of(&args.search.evaluation.kind);
    let evaluator = Position::with_tables(evaluator, tables.clone());
    let given = Position::read_position(&args.position, evaluator)?;
    given.warnings.iter().for_each(|warning| exit::warn(warning));
    let mut root = Root::new(given.position);
    play_moves(&mut root, "--moves", &args.moves).map_err(UsageError::new)?;
    Ok(root)
}

/// How many moves of one's own a position has at most.
fn width(args: &PrepareArgs) -> u16 {
    args.search.limits.width.unwrap_or(1)
}

/// How answers are searched, where that can be followed.
fn settings(args: &PrepareArgs) -> anyhow::Result<SearchSettings> {
    if args.search.limits.time.is_some() {
        return Err(UsageError::new(PrepareError::Time).into());
    }
    if args.printing.json && prints_study(args) {
        return Err(UsageError::new(PrepareError::Mixed).into());
    }
    // These are about the moves of the repertoire; each of them needs a value, and the search is as broad as ever.
    let limits = LimitArgs { width: None, window: None, ..args.search.limits.clone() };
    let search = SearchArgs { limits, ..args.search.clone() };
    let settings = SearchSettings::from_args(&search, signals::catch()?);
    let mut settings = settings.map_err(UsageError::new)?;
    if width(args) > 1 {
        settings.searcher = settings.searcher.with_lines(width(args));
    }
    match settings.searcher.clone().with_leaf_nodes(1) {
        Some(_) => Ok(settings),
        None => Err(cannot_prepare(&settings).into()),
    }
}

fn cannot_prepare(settings: &SearchSettings) -> UsageError {
    UsageError::new(PrepareError::Searcher(settings.searcher.name.clone()))
}

/// Whether the study goes to standard output.
fn prints_study(args: &PrepareArgs) -> bool {
    args.output.as_deref() == Some(Path::new("-"))
}

/// The files that are written beside the tree, where they are wanted.
struct Files {
    study: Option<OutputFile>,
    checked: Option<OutputFile>,
    polyglot: Option<OutputFile>,
    epd: Option<OutputFile>,
}

impl Files {
    /// Makes sure that they can be written.
    fn open(args: &PrepareArgs) -> anyhow::Result<Files> {
        let is_printed = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
        if [&args.checked, &args.polyglot, &args.epd].into_iter().any(is_printed) {
            return Err(UsageError::new(PrepareError::NotPrinted).into());
        }
        let inputs = args.games.iter().chain(&args.mine).chain(&args.check).chain([&args.file]);
        let named = [&args.output, &args.checked, &args.polyglot, &args.epd];
        let [study, checked, polyglot, epd] = OutputFile::all(named, args.printing.force, inputs)?;
        Ok(Files { study, checked, polyglot, epd })
    }

    /// The study is that of `kept`, if that is given.
    fn write(
        self,
        plan: &Plan,
        grown: &Grown,
        kept: Option<&Place>,
        checked: Option<&Checked>,
    ) -> anyhow::Result<()> {
        let first = &grown.first;
        OutputFile::write_some(self.study, |out| study::write(plan, kept.unwrap_or(first), out))?;
        if let Some(checked) = checked {
            OutputFile::write_some(self.checked, |out| {
                out.write_all(&check::annotated(checked, plan))
            })?;
        }
        OutputFile::write_some(self.polyglot, |out| polyglot::write(plan, first, out))?;
        OutputFile::write_some(self.epd, |out| epd::write(plan, first, out))
    }
}

/// Compares games with the repertoire, and searches the moves with which they left it.
fn check(
    games: check::Games,
    grown: &Grown,
    session: &mut Session<Position>,
    plan: &Plan,
    work: &Work,
) -> anyhow::Result<Checked> {
    let mut found = check::find(&games, plan, &grown.first);
    check::weigh(&mut found, session, plan, work)?;
    Ok(Checked { games, found })
}

fn refuse_no_game(
    databases: &ReadGames,
    counts: &MoveCounts,
    first: &Position,
) -> Result<(), UsageError> {
    let ReadGames { games, counted: counting, .. } = *databases;
    match counts.of(first.chess()).is_empty() {
        true if games == 0 => Err(UsageError::new(PrepareError::NoneRead)),
        true if counting == 0 => {
            Err(UsageError::new(PrepareError::NoneWanted(HumanCount(games).to_string())))
        }
        true => {
            let position = first.describe();
            Err(UsageError::new(PrepareError::NoGame { games: counting, position }))
        }
        false => Ok(()),
    }
}

/// The tree of the repertoire, a new one or the one in the file; `None` where an interrupt came first.
fn session(
    args: &PrepareArgs,
    (root, side): (Root<Position>, Color),
    settings: &SearchSettings,
    tables: &EndingTables,
) -> anyhow::Result<Option<Session<Position>>> {
    let mut file = going_on::save_file(&args.file, &args.saving, settings)?;
    let mut search: BestFirst<Position> = if store::is_tree(&args.file) {
        let evaluator = root.game().evaluator().clone();
        let search = going_on::search_in::<Position>(
            &args.file,
            settings,
            evaluator,
            tables,
            args.printing.quiet,
        )?;
        let Some(search) = search else { return Ok(None) };
        if search.root().game().describe() != root.game().describe() {
            let error = PrepareError::OtherPosition(args.file.display().to_string());
            return Err(UsageError::new(error).into());
        }
        warn_of_other_side(&search, args, side);
        file = file.holding(&search);
        search
    } else {
        let search = settings.searcher.build_with_tree(root, settings.room)?;
        search.ok_or_else(|| cannot_prepare(settings))?
    };
    while search.step_back().is_ok() {}
    Ok(Some(Session::new(search).kept_in(file)))
}

/// Tells that a tree was prepared for the other side: it keeps what one player does, and that will be the other one.
fn warn_of_other_side(search: &BestFirst<Position>, args: &PrepareArgs, side: Color) {
    let habits = search.notes().habits();
    let own = side.fold_wb(Player::Max, Player::Min);
    if !habits.is_empty() && habits.player() == own {
        let file = args.file.display();
        exit::warn(&format_args!(
            "{file} was prepared for the other side, and will keep what the opponents of this side play; a file for each \
             side keeps both"
        ));
    }
}

/// Leaves the last moves of these lines out, but for those that are already.
fn leave_out(search: &mut BestFirst<Position>, texts: &[String]) -> Result<(), UsageError> {
    let lines = move_argument::lines(search.position(), "--exclude", texts);
    let (lines, known) = (lines.map_err(UsageError::new)?, search.root().lines_left_out());
    let is_new =
        |(line, text): (&Vec<Move>, &String)| (!known.contains(line)).then(|| text.clone());
    let new: Vec<String> = lines.iter().zip(texts).filter_map(is_new).collect();
    included::leave_out(search, &new)
}
