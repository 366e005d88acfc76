//! The command.

use std::io::Write;

use anyhow::anyhow;
use serde::Serialize;
use thiserror::Error;

use super::game::{self, Played, Terms, Unfinished};
use super::record::{self, GameRecord, TeamTotal};
use crate::app::args::PlayArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::files::output_file::OutputFile;
use crate::app::games::CommandLineGame;
use crate::app::players::PlayerKind;
use crate::app::reporting::json_line;
use crate::app::reporting::score::counted;
use crate::app::usage::UsageError;
use crate::app::{settings, signals};
use crate::search::{Interrupt, Limits, MemoryLimits};

/// Another number of players than seats.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("--seats names {given} players; give {wanted}, for {seats}")]
pub struct OtherSeats {
    /// How many there are.
    given: usize,
    /// How many there should be.
    wanted: usize,
    /// The names of the seats.
    seats: String,
}

/// All games as JSON.
#[derive(Debug, Serialize)]
struct Record {
    game: &'static str,
    nodes: u64,
    teams: [TeamTotal; 2],
    games: Vec<GameRecord>,
}

/// Plays the games that the arguments ask for, and writes what came of them to `out`.
///
/// # Errors
///
/// [`UsageError`] if the arguments cannot be followed; a file or `out` that cannot be written.
pub fn run<G: CommandLineGame>(args: &PlayArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let wanted = G::SEATS.len();
    if args.seats.len() != wanted {
        let (given, seats) = (args.seats.len(), G::SEATS.join(", "));
        return Err(UsageError::new(OtherSeats { given, wanted, seats }).into());
    }
    let record = args.record.as_ref().map(|path| OutputFile::new(path, args.force, []));
    let record = record.transpose()?;
    let interrupt = signals::catch()?;
    let players = over_engine(args, &interrupt)?;
    let limits = Limits { nodes: Some(args.nodes), interrupt, ..Limits::default() };
    let terms = Terms { players: &players, limits, room: MemoryLimits::new(args.memory) };
    let (games, failure) = play_all::<G>(args, &terms);
    warn_of_engines(&players);
    let recorded =
        record.map_or(Ok(()), |file| file.write(|out| write_record(&games, &players, out)));
    // The result is reported even where the record cannot be written.
    write(args, &games, &players, out)?;
    recorded?;
    failure.map_or(Ok(()), Err)?;
    let is_done = games.len() as u64 == args.games;
    Ok(if is_done { Exit::Done } else { Exit::Interrupted })
}

/// The players, those that take an engine over the one that is given.
fn over_engine(args: &PlayArgs, interrupt: &Interrupt) -> anyhow::Result<Vec<PlayerKind>> {
    let engine = args.engine.settings(1, interrupt);
    let over = |player: &PlayerKind| {
        let PlayerKind::Search(kind, _) = player else { return Ok(player.clone()) };
        let engine = engine.clone().filter(|_| kind.takes_engine());
        let kind = settings::searcher_over(kind, engine).map_err(UsageError::new)?;
        let name = kind.full_name()?;
        Ok(PlayerKind::Search(Box::new(kind), name))
    };
    args.seats.iter().map(over).collect()
}

/// Tells what went wrong with engines.
fn warn_of_engines(players: &[PlayerKind]) {
    for player in players {
        if let PlayerKind::Search(kind, _) = player {
            kind.troubles().iter().for_each(|trouble| exit::warn(trouble));
        }
    }
}

fn write_record<G: CommandLineGame>(
    games: &[Played<G>],
    players: &[PlayerKind],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for (number, game) in (1..).zip(games) {
        record::write(game, number, players, out)?;
    }
    Ok(())
}

/// The games; fewer after an interrupt, or where an engine fails.
fn play_all<G: CommandLineGame>(
    args: &PlayArgs,
    terms: &Terms<'_>,
) -> (Vec<Played<G>>, Option<anyhow::Error>) {
    let evaluator = ending_tables::evaluator::<G>(&args.evaluation, &args.tables);
    let mut games = Vec::new();
    for index in 0..args.games {
        // Each start is played twice, the second time with the players one seat farther on.
        let (start, turned) = (index / 2, (index % 2) as usize);
        let seed = args.seed.wrapping_add(start);
        match game::play::<G>(terms, seed, turned, evaluator.clone()) {
            Ok(game) => games.push(game),
            Err(Unfinished::Engine(what)) => {
                let left = args.games - index;
                let error = anyhow!("{} left to play: {what}", counted(left, "game"));
                return (games, Some(error));
            }
            Err(Unfinished::Interrupted(position)) => {
                let (left, position) = (args.games - index, position.describe());
                exit::warn(&format_args!(
                    "interrupted with {} left to finish; the last position was {position}",
                    counted(left, "game")
                ));
                break;
            }
        }
    }
    (games, None)
}

fn write<G: CommandLineGame>(
    args: &PlayArgs,
    games: &[Played<G>],
    players: &[PlayerKind],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let teams = record::totals(games, players);
    if args.json {
        let numbered = (1..).zip(games);
        let games = numbered.map(|(number, game)| record::data(game, number, players));
        let record = Record { game: G::NAME, nodes: args.nodes, teams, games: games.collect() };
        return Ok(json_line::write(&record, out)?);
    }
    let plies: usize = games.iter().map(|game| game.root.moves().len()).sum();
    let mean = plies as f64 / games.len().max(1) as f64;
    writeln!(
        out,
        "{}, {} a move, {mean:.0} plies a game on average\n",
        counted(games.len() as u64, "game"),
        counted(args.nodes, "node")
    )?;
    record::write_totals(&teams, out)?;
    Ok(out.flush()?)
}
