//! The command, from the file to its outputs.

use std::io::Write;
use std::path::PathBuf;

use thiserror::Error;

use super::analysed::AnalysedGame;
use super::explained::reasons;
use super::in_tree::{Searched, Task};
use super::input::{GameFile, PlayedGame};
use super::keeping::{self, Kept, file_of};
use super::outputs::{Outputs, printed};
use super::page::Page;
use super::plan::{Job, OfAll, Plan};
use super::turning::turning_points;
use crate::app::args::{SearchArgs, WholeGameArgs};
use crate::app::commands::explore::Reasons;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::games::{CommandLineGame, EndingTables};
use crate::app::printable::printable_path;
use crate::app::settings::{SearchSettings, SettingsError};
use crate::app::signals;
use crate::app::usage::UsageError;
use crate::search::Limits;

/// Nodes of a position where the arguments say nothing.
pub const DEFAULT_NODES: u64 = 100_000;
/// Rounds after the first one without `--rounds`.
pub const DEFAULT_ROUNDS: u64 = 2;

/// Arguments of `game` that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// There is nothing to analyse.
    #[error("{0} holds no game that can be read")]
    NoGame(String),
    /// Options of saving, and no file to save to.
    #[error("{0} needs a file to save to; give --save FILE")]
    NothingSaved(&'static str),
    /// Two results in one stream.
    #[error("{0} and {1} both write to standard output; give one of them a file")]
    Mixed(&'static str, &'static str),
    /// A page that would be no page.
    #[error("-o writes the games as PGN; a page is written with --html {0}")]
    NoPage(String),
    /// Pictures or pages in one stream.
    #[error("{0} is for a single game in a single tree; choose one with --game, or name a file")]
    Several(&'static str),
}

/// Analyses the games that the arguments name, and writes the results.
///
/// # Errors
///
/// [`UsageError`] where the arguments cannot be followed; input that cannot be read; a file or `out` that cannot
/// be written.
pub fn run<G: CommandLineGame>(args: &WholeGameArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    refuse_contradictions(args).map_err(UsageError::new)?;
    let file = GameFile::read(&args.file)?;
    let tables = ending_tables::open(&args.search.tables);
    let (games, is_whole) = games::<G>(&file, args, &tables);
    if file.games.is_empty() {
        return Err(UsageError::new(GameError::NoGame(file.name)).into());
    }
    let positions: usize = games.iter().map(PlayedGame::searched_positions).sum();
    let interrupt = signals::catch()?;
    let search = limited(args, positions);
    let mut settings = SearchSettings::from_args(&search, interrupt).map_err(UsageError::new)?;
    let lines = args.lines.wanted(&settings.searcher);
    settings.searcher = settings.searcher.with_lines(lines);
    let trees: usize = games.iter().map(|game| game.claims.len() + 1).sum();
    match printed(args)[..] {
        [option @ "--svg -"] if games.len() > 1 => Err(GameError::Several(option)),
        [option @ "--html -"] if trees > 1 => Err(GameError::Several(option)),
        _ => Ok(()),
    }
    .map_err(UsageError::new)?;
    let mut outputs = Outputs::open(args, &file, &games)?;
    let (mut is_complete, mut failure, mut searched_before) = (true, None, 0);
    for game in &games {
        let of_all = OfAll { games: games.len(), positions, searched_before };
        let job = Job { of_all, settings: &settings, args, tables: &tables };
        let Some(analysed) = job.analyse(game, &mut failure)? else {
            exit::complain(&format_args!(
                "interrupted before anything could be told of game {}",
                game.number
            ));
            is_complete = false;
            break;
        };
        searched_before += game.searched_positions();
        ending_tables::warn_of::<G>(game.start().evaluator());
        is_complete &= analysed.is_complete;
        outputs.add(&analysed, out)?;
        if !is_complete {
            break;
        }
    }
    outputs.close(out)?;
    out.flush()?;
    match failure {
        Some(error) => Err(error),
        None if !is_complete => Ok(Exit::Interrupted),
        None if !is_whole && games.is_empty() => Ok(Exit::BadInput),
        None if !is_whole => Ok(Exit::Failed),
        None => Ok(Exit::Done),
    }
}

fn refuse_contradictions(args: &WholeGameArgs) -> Result<(), GameError> {
    if let Some(option) = args.saving.first_given().filter(|_| args.save.is_none()) {
        return Err(GameError::NothingSaved(option));
    }
    let is_page = |path: &&PathBuf| {
        path.extension().is_some_and(|ending| ending == "html" || ending == "htm")
    };
    if let Some(page) = args.output.as_ref().filter(is_page) {
        return Err(GameError::NoPage(printable_path(page).to_string()));
    }
    match printed(args)[..] {
        [one, other, ..] => Err(GameError::Mixed(one, other)),
        _ => Ok(()),
    }
}

/// The games to be analysed, as far as they can be played; whether that is all of them. Errors are reported.
fn games<'f, G: CommandLineGame>(
    file: &'f GameFile,
    args: &WholeGameArgs,
    tables: &EndingTables,
) -> (Vec<PlayedGame<'f, G>>, bool) {
    let evaluator = G::with_tables(G::evaluator_of(&args.search.evaluation.kind), tables.clone());
    let numbers = match &args.games[..] {
        [] => (1..=file.games.len() as u64).collect(),
        chosen => chosen.to_vec(),
    };
    let (mut games, mut is_whole) = (Vec::new(), true);
    for number in numbers {
        let played = file.play::<G>(number, evaluator.clone());
        let fault = match &played {
            Ok(game) => game.fault.as_ref(),
            Err(fault) => Some(fault),
        };
        if let Some(fault) = fault {
            exit::complain(&fault.with_what_is_left_out());
            is_whole = false;
        }
        if let Ok(game) = &played {
            warn_of_game(game, &file.name);
        }
        games.extend(played.ok().filter(|game| !game.is_no_game()));
    }
    (games, is_whole)
}

/// Tells what was ignored in a game, and where it went on although it could have ended.
fn warn_of_game<G: CommandLineGame>(game: &PlayedGame<'_, G>, name: &str) {
    game.warnings.iter().for_each(|warning| exit::warn(warning));
    let number = game.number;
    if let Some(&ply) = game.claims.first() {
        let position = game.positions[ply].describe();
        exit::warn(&format_args!(
            "{name}, game {number}: a draw could be claimed in {position}; the game continued, and so does the \
             analysis"
        ));
    }
    if let Some(ply) = game.over {
        let position = game.positions[ply].describe();
        exit::warn(&format_args!(
            "{name}, game {number}: by the rules it is over in {position}; what follows is not analysed"
        ));
    }
}

/// The arguments of the search with what one position gets.
fn limited(args: &WholeGameArgs, positions: usize) -> SearchArgs {
    let mut search = args.search.clone();
    let positions = positions.max(1);
    let limits = &mut search.limits;
    if let Some(nodes) = args.total_nodes {
        limits.nodes = Some((nodes / positions as u64).max(1));
    } else if let Some(time) = args.total_time {
        limits.time = Some(time.div_f64(positions as f64));
    } else if limits.nodes.is_none() && limits.time.is_none() && search.depth.is_none() {
        limits.nodes = Some(DEFAULT_NODES);
    }
    search
}

impl<'a> Job<'a> {
    /// Searches and judges a game, part by part; `None` where an interrupt came before anything could be told.
    fn analyse<G: CommandLineGame>(
        &self,
        game: &'a PlayedGame<'a, G>,
        failure: &mut Option<anyhow::Error>,
    ) -> anyhow::Result<Option<AnalysedGame<'a, G>>> {
        let (mut facts, mut nodes, mut is_complete) = (Vec::new(), 0, true);
        let (mut why, mut pages) = (Reasons::new(), Vec::new());
        let searcher = self.settings.searcher.full_name()?;
        for (number, (begin, part)) in game.parts().iter().enumerate() {
            let searched = match self.search(part, number, *begin)? {
                Some(searched) => searched,
                None if number == 0 => return Ok(None),
                None => {
                    is_complete = false;
                    break;
                }
            };
            let judging = &self.args.judging;
            let told = AnalysedGame::new(part, searched.facts, judging);
            if let Some(tree) = searched.tree {
                let found = reasons(&told, &tree)?;
                why.extend(found.iter().map(|(ply, told)| (ply + begin, told.clone())));
                if self.args.html.is_some() {
                    pages.push(Page::new(part, tree, &searcher, judging, found)?);
                }
            }
            // The position of a claim is the last one of a part and the first one of the next.
            facts.truncate(*begin);
            facts.extend(told.facts);
            nodes += searched.nodes;
            is_complete &= searched.is_complete;
            *failure = searched.failure.or(failure.take());
            if !is_complete {
                break;
            }
        }
        let mut analysed = AnalysedGame::new(game, facts, &self.args.judging);
        analysed.reasons = why;
        analysed.turning_points = turning_points(&analysed);
        Ok(Some(AnalysedGame { pages, searcher, nodes, is_complete, ..analysed }))
    }

    /// Searches a part of a game, which begins behind this many moves; `None` where an interrupt came before anything could be
    /// told.
    fn search<G: CommandLineGame>(
        &self,
        game: &PlayedGame<'_, G>,
        number: usize,
        begin: usize,
    ) -> anyhow::Result<Option<Searched<G>>> {
        let Job { of_all, settings, args, .. } = *self;
        let file = |path: &PathBuf| file_of(path, (game.number, of_all.games == 1), number);
        let path = args.save.as_ref().map(file).transpose()?;
        let searched_before = of_all.searched_before + begin + number;
        let job = Job { of_all: OfAll { searched_before, ..of_all }, ..*self };
        let task = |rounds| {
            let limits = Limits { beyond_only_move: true, ..settings.limits.clone() };
            let plan = Plan { limits, positions: game.searched_positions(), rounds };
            Task { game, plan, job }
        };
        let no_tree = |option| {
            let searcher = settings.searcher.name.clone();
            Err(UsageError::new(SettingsError::NoTree { searcher, option }).into())
        };
        let rounds = args.rounds.unwrap_or(DEFAULT_ROUNDS);
        match keeping::review(game, self, path.as_deref())? {
            None if path.is_some() => no_tree("--save"),
            None if args.html.is_some() => no_tree("--html"),
            None if args.rounds.is_some() => no_tree("--rounds"),
            None => Ok(Some(task(0).search_apart()?).filter(|searched| searched.is_complete)),
            Some(Kept::Interrupted) => Ok(None),
            Some(Kept::Review(review, is_old)) => {
                if is_old && review.place().is_none() && review.rounds() > rounds {
                    exit::warn(&format_args!(
                        "the analysis in {} is complete, so nothing was searched; --rounds {} goes on with it",
                        path.unwrap_or_default().display(),
                        review.rounds()
                    ));
                }
                Ok(Some(task(rounds).search(*review)?))
            }
        }
    }
}
