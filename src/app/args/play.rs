//! The arguments of `play`.

use std::path::PathBuf;

use clap::Args;

use super::{EngineArgs, TableArgs, number};
use crate::app::evaluations::EvaluationKind;
use crate::app::games::GameKind;
use crate::app::players::{PlayerKind, player_by_name};

/// `shans lab play`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every start is played twice, the second time with each player one seat further on, so that each team
has both sides. Starts come from the seed: random line-ups in junqi, some random moves in chess.
All ranks are open. The same arguments give the same games.

The record is a game file: shans analyze --rules junqi --pgn FILE --game N --at 41w goes to the
position of the 41st ply of its Nth game (w where South or North moves, b where East or West does).

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted: the finished games are reported.")]
pub struct PlayArgs {
    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub rules: GameKind,

    /// Who plays, one for each seat in the order of moving (South, East, North, West; White,
    /// Black): random, greedy (the best static value after one move), or a searcher as for analyze
    /// --searcher. Opposite seats are partners. With --engine, engine can play as well, and searches the leaves of
    /// best-first
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required = true,
        value_parser = player_by_name)]
    pub seats: Vec<PlayerKind>,

    /// Which engine plays: it is the player engine, and searches the leaves of best-first.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// How many games
    #[arg(long, value_name = "N", default_value = "2", value_parser = number::count)]
    pub games: u64,

    /// N nodes for each move (1k, 100k)
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number::count)]
    pub nodes: u64,

    /// Seed for the starting positions and for random moves
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub seed: u64,

    /// The static evaluation to use, if the game has several: network, tables, or the file of a network
    #[arg(long, value_name = "NAME|FILE", default_value_t)]
    pub evaluation: EvaluationKind,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Memory for each player
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = number::memory)]
    pub memory: u64,

    /// Write the games to this file as PGN
    #[arg(short = 'o', long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Overwrite an existing record (a saved tree is never overwritten)
    #[arg(long, requires = "record")]
    pub force: bool,

    /// Print one JSON object with every game
    #[arg(long)]
    pub json: bool,
}
