//! What is played, and which position of a file of games.

use std::path::PathBuf;

use clap::Args;

use super::number;
use super::place::Place;
use crate::app::games::GameKind;

/// What is played, and a position of a game in a file.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// Analyse a game from this PGN file, or from standard input (-): the position at the end of
    /// its main line, unless --at says otherwise. Its moves count for repetitions
    #[arg(long, value_name = "FILE|-", conflicts_with = "position")]
    pub pgn: Option<PathBuf>,

    /// The number of the game in the file, starting at 1
    #[arg(long = "game", value_name = "N", value_parser = number::count)]
    pub number: Option<u64>,

    /// The position in which White (23w, or 23) or Black (23b) plays this move of the main line
    #[arg(long, value_name = "MOVE")]
    pub at: Option<Place>,

    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub rules: GameKind,
}
