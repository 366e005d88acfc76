//! `shans analyze`.

use std::io::{self, Write};
use std::path::Path;
use std::slice;

use thiserror::Error;

use super::run_analysis::{Searching, search_and_write};
use super::{batch, included};
use crate::app::analysis::AnalysisInput;
use crate::app::args::AnalyzeArgs;
use crate::app::args::move_argument::{NoSuchMove, legal_move, play_moves};
use crate::app::args::move_words::move_words;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::files::game_file::{self, ReadPosition};
use crate::app::files::{replacing, saving};
use crate::app::games::CommandLineGame;
use crate::app::printable::printable_path;
use crate::app::settings::{SearchSettings, SettingsError};
use crate::app::signals;
use crate::app::usage::UsageError;
use crate::session::{SaveFile, SavePlace};
use crate::store;

/// Arguments of `analyze` that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnalyzeError {
    /// A move that is not legal where it should be played.
    #[error(transparent)]
    Move(#[from] NoSuchMove),
    /// A move both demanded and forbidden.
    #[error("--only and --exclude both name {0}; remove it from one of them")]
    OnlyExcluded(String),
    /// No move may be chosen.
    #[error("--exclude names every legal move; at least one must remain")]
    NothingLeft,
    /// An option that needs one position.
    #[error("{0} applies to a single position; it cannot be combined with standard input (-)")]
    ManyPositions(&'static str),
    /// The number of a game, and no file with games.
    #[error("{0} selects a position of a game; give --pgn FILE as well")]
    NoGameFile(String),
    /// A game in the place of a position.
    #[error("this is a PGN game, not a position; use --pgn FILE, or give its moves with --moves")]
    IsGame,
    /// A saved tree in the place of a position.
    #[error(
        "{0} is a saved tree, not a position; shans show {0} tells what is in it, and shans resume {0} goes on"
    )]
    IsTree(String),
    /// A folder in the place of a position, or a file of unknown kind.
    #[error(
        "{0} is a {1}, not a position; games are read from files whose names end in .pgn, or with --pgn FILE"
    )]
    IsPath(String, &'static str),
    /// Words that belong to an option, in the place of a position.
    #[error(
        "{0:?} behind startpos belongs to no option; write a line as --moves e4 e5, and several moves to choose from \
         with commas, as --only e4,d4"
    )]
    BehindStart(String),
    /// An option of saving, and no file to save to.
    #[error("{0} requires --save FILE")]
    NothingSaved(&'static str),
}

/// Analyses the position or positions that the arguments name, and writes the results to `out`.
///
/// # Errors
///
/// [`UsageError`] if the arguments cannot be followed; input that cannot be read; a file or
/// `out` that cannot be written.
pub fn run<G: CommandLineGame>(args: &AnalyzeArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    refuse_contradictions(args).map_err(UsageError::new)?;
    if is_batch(args) {
        let settings = settings(args)?;
        return batch::run::<G>(io::stdin(), &settings, &args.output, out);
    }
    let ReadPosition { mut input, game, fault } = input::<G>(args)?;
    // What can be read is analysed; the code says that it was not all.
    let exit = if fault.is_some() { Exit::Failed } else { Exit::Done };
    let (_, excluded) = moves_and_lines(&args.exclude);
    let settings = settings(args)?;
    input.warnings.iter().for_each(|warning| exit::warn(warning));
    if let Some(fault) = &fault {
        exit::complain(&fault.with_what_is_left_out());
    }
    let searching = match Searching::of(&input.root, &settings)? {
        Searching::Tree(mut session) => {
            let search = session.search_mut();
            if let Some(game) = game {
                game.keep_in(search);
            }
            included::leave_out(search, &excluded)?;
            included::include(search, &args.include)?;
            input.root = search.root_of_position();
            let file = |path: &Path| file(path, args, &settings.searcher.full_name()?);
            let kept = session.kept_in(args.save.as_deref().map(file).transpose()?);
            Searching::Tree(Box::new(kept))
        }
        alone => {
            refuse_options_of_trees(args, &excluded, &settings)?;
            alone
        }
    };
    search_and_write(searching, input, settings, &args.output, out)?;
    Ok(exit)
}

/// Refuses what only a searcher with a tree can do.
fn refuse_options_of_trees(
    args: &AnalyzeArgs,
    excluded: &[String],
    settings: &SearchSettings,
) -> Result<(), UsageError> {
    let option = match &args.save {
        Some(_) => "--save",
        None if !args.include.is_empty() => "--include",
        None if !excluded.is_empty() => "the line in --exclude",
        None => return Ok(()),
    };
    let searcher = settings.searcher.name.clone();
    Err(UsageError::new(SettingsError::NoTree { searcher, option }))
}

/// The file to save to.
fn file(path: &Path, args: &AnalyzeArgs, searcher: &str) -> anyhow::Result<SaveFile> {
    let mut place = SavePlace::at(path);
    place.take()?;
    if !args.force {
        replacing::by_new_analysis(path)?;
    }
    Ok(SaveFile::new(place, saving::options(&args.saving, searcher)))
}

/// Whether the positions come from standard input.
fn is_batch(args: &AnalyzeArgs) -> bool {
    args.position == ["-"]
}

/// Refuses options that need others, or that cannot be together.
fn refuse_contradictions(args: &AnalyzeArgs) -> Result<(), AnalyzeError> {
    refuse_games(args)?;
    if is_batch(args) {
        let of_one_position = [
            ("--moves", !args.moves.is_empty()),
            ("--only", !args.only.is_empty()),
            ("--exclude", !args.exclude.is_empty()),
            ("--include", !args.include.is_empty()),
            ("--save", args.save.is_some()),
        ];
        let given = of_one_position.into_iter().find(|&(_, is_given)| is_given);
        return given.map_or(Ok(()), |(option, _)| Err(AnalyzeError::ManyPositions(option)));
    }
    match args.saving.first_given().filter(|_| args.save.is_none()) {
        Some(option) => Err(AnalyzeError::NothingSaved(option)),
        None => Ok(()),
    }
}

/// The file with the game: one of games may stand in the place of the position.
fn games(args: &AnalyzeArgs) -> Option<&Path> {
    let named = match &args.position[..] {
        [name] if game_file::is_named_like_games(name) => Some(Path::new(name)),
        _ => None,
    };
    args.game.pgn.as_deref().or(named)
}

/// Refuses a number or a place without a file.
fn refuse_games(args: &AnalyzeArgs) -> Result<(), AnalyzeError> {
    if games(args).is_some() {
        return Ok(());
    }
    let number = args.game.number.map(|number| format!("--game {number}"));
    if let Some(option) = number.or_else(|| args.game.at.map(|place| format!("--at {place}"))) {
        return Err(AnalyzeError::NoGameFile(option));
    }
    if let [start, behind, ..] = &args.position[..]
        && start == "startpos"
        && behind != "moves"
    {
        return Err(AnalyzeError::BehindStart(behind.clone()));
    }
    let named = Path::new(args.position.first().map_or("", String::as_str));
    if args.position.len() == 1 && store::is_tree(named) {
        return Err(AnalyzeError::IsTree(printable_path(named).to_string()));
    }
    if args.position.len() == 1
        && args.position != ["startpos"]
        && let Ok(found) = named.metadata()
    {
        let kind = if found.is_dir() { "folder" } else { "file" };
        return Err(AnalyzeError::IsPath(printable_path(named).to_string(), kind));
    }
    let is_game = game_file::begins_like_a_game(&args.position.join(" "));
    if is_game { Err(AnalyzeError::IsGame) } else { Ok(()) }
}

fn settings(args: &AnalyzeArgs) -> anyhow::Result<SearchSettings> {
    let settings = SearchSettings::from_args(&args.search, signals::catch()?);
    let settings = settings.map_err(UsageError::new)?;
    let lines = args.output.lines.wanted(&settings.searcher);
    Ok(SearchSettings { searcher: settings.searcher.with_lines(lines), ..settings })
}

/// The position to analyse, after the moves of the game, with the moves to choose from.
fn input<G: CommandLineGame>(args: &AnalyzeArgs) -> anyhow::Result<ReadPosition<G>> {
    let evaluator =
        ending_tables::evaluator::<G>(&args.search.evaluation.kind, &args.search.tables);
    let ReadPosition { mut input, game, fault } = match games(args) {
        Some(file) => {
            game_file::read(file, args.game.number.unwrap_or(1), args.game.at, evaluator)?
        }
        None => {
            let given = G::read_line(&args.position.join(" "), evaluator)?;
            ReadPosition { input: AnalysisInput::new(given), game: None, fault: None }
        }
    };
    play_moves(&mut input.root, "--moves", &args.moves).map_err(UsageError::new)?;
    let (excluded, _) = moves_and_lines(&args.exclude);
    let candidates = candidates(input.root.game(), &args.only, &excluded);
    input.root.candidates = candidates.map_err(UsageError::new)?;
    Ok(ReadPosition { input, game, fault })
}

/// Single moves, and lines of several.
fn moves_and_lines(texts: &[String]) -> (Vec<String>, Vec<String>) {
    let is_move = |text: &String| move_words(slice::from_ref(text)).nth(1).is_none();
    texts.iter().cloned().partition(is_move)
}

/// The moves to choose from; `None` if that is all of them.
fn candidates<G: CommandLineGame>(
    position: &G,
    only: &[String],
    exclude: &[String],
) -> Result<Option<Vec<G::Move>>, AnalyzeError> {
    if only.is_empty() && exclude.is_empty() {
        return Ok(None);
    }
    let read = |option, texts: &[String]| -> Result<Vec<G::Move>, NoSuchMove> {
        move_words(texts).map(|text| legal_move(position, option, text)).collect()
    };
    let excluded = read("--exclude", exclude)?;
    let mut allowed = Vec::new();
    for mv in read("--only", only)? {
        if !allowed.contains(&mv) {
            allowed.push(mv);
        }
    }
    if let Some(&both) = allowed.iter().find(|mv| excluded.contains(mv)) {
        return Err(AnalyzeError::OnlyExcluded(position.human_text(both)));
    }
    if allowed.is_empty() {
        position.moves(&mut allowed);
        allowed.retain(|mv| !excluded.contains(mv));
    }
    if allowed.is_empty() { Err(AnalyzeError::NothingLeft) } else { Ok(Some(allowed)) }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::chess::{Position, Tapered};
    use crate::game::Game;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        analyze: AnalyzeArgs,
    }

    fn args(words: &str) -> AnalyzeArgs {
        let words = ["analyze"].into_iter().chain(words.split_whitespace());
        Command::parse_from(words).analyze
    }

    #[test]
    fn the_game_before_the_position_is_its_past() -> anyhow::Result<()> {
        let ReadPosition { input, .. } =
            input::<Position>(&args("startpos --moves Nf3 g8f6 Ng1 Ng8"))?;
        assert_eq!(input.root.history().len(), 4);
        assert_eq!(input.root.history()[0], input.root.game().key());
        Ok(())
    }

    #[test]
    fn a_fen_may_be_several_arguments() -> anyhow::Result<()> {
        let ReadPosition { input, .. } =
            input::<Position>(&args("4k3/8/8/8/8/8/8/4K2R w K - 3 9 --moves O-O"))?;
        assert_eq!(input.root.game().fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 4 9");
        assert_eq!(input.warnings, [""; 0]);
        Ok(())
    }

    #[test]
    fn moves_are_legal_where_they_are_played() {
        let refused = |words: &str| {
            let input = input::<Position>(&args(words)).map(|_| ());
            input.expect_err(words).to_string()
        };
        assert!(refused("--moves e4 e4").starts_with("--moves: \"e4\" is not legal in"));
        assert!(refused("--only e5").starts_with("--only: \"e5\" is not legal in"));
    }

    #[test]
    fn candidates_are_chosen_or_left_out() -> Result<(), UsageError> {
        let position = |text: &str| {
            Position::read_position(text, Tapered::default()).map(|given| given.position)
        };
        let start = position("startpos")?;
        let count = |words: &str| {
            let args = args(words);
            let moves = candidates(&start, &args.only, &args.exclude)?;
            Ok(moves.map_or(0, |moves| moves.len()))
        };
        assert_eq!(count(""), Ok(0));
        assert_eq!(count("--only e4,Nf3,e2e4"), Ok(2));
        assert_eq!(count("--exclude e4,Nf3"), Ok(18));
        assert_eq!(count("--only e4 --exclude Nf3"), Ok(1));
        assert_eq!(count("--only e4 --exclude e2e4"), Err(AnalyzeError::OnlyExcluded("e4".into())));
        let cornered = position("k7/2K5/8/8/8/8/8/1R6 b - - 0 1")?;
        let all_excluded = candidates(&cornered, &[], &["Ka7".to_string()]);
        assert_eq!(all_excluded, Err(AnalyzeError::NothingLeft));
        Ok(())
    }

    #[test]
    fn options_that_cannot_be_together_are_refused() {
        let refused = |words: &str| refuse_contradictions(&args(words));
        for words in ["-", "", "--save x --compress", "- --nodes 5"] {
            assert_eq!(refused(words), Ok(()), "{words}");
        }
        assert_eq!(refused("- --only e4"), Err(AnalyzeError::ManyPositions("--only")));
        assert_eq!(refused("--compress"), Err(AnalyzeError::NothingSaved("--compress")));
        assert_eq!(refused("--tables none"), Err(AnalyzeError::NothingSaved("--tables")));
        assert_eq!(refused("--save x --tables 1MiB"), Ok(()));
        assert_eq!(refused("--game 3"), Err(AnalyzeError::NoGameFile("--game 3".into())));
        assert_eq!(refused("--at 3"), Err(AnalyzeError::NoGameFile("--at 3w".into())));
        assert_eq!(refused("x.pgn --at 3 --game 2"), Ok(()));
        assert_eq!(refused("1. e4 e5"), Err(AnalyzeError::IsGame));
        assert_eq!(refused("--game 3 --pgn x --rules junqi"), Ok(()));
        let both = refused("--compress --checkpoint 5s");
        assert_eq!(both, Err(AnalyzeError::NothingSaved("--checkpoint")));
    }
}
