//! A saved tree, and the moves of the command line that lead to a position in it.

use std::path::Path;

use thiserror::Error;

use super::ending_tables;
use super::tree_evaluation::evaluator_for;
use crate::app::args::TableArgs;
use crate::app::args::place::Place;
use crate::app::games::CommandLineGame;
use crate::app::usage::UsageError;
use crate::game::MoveTextError;
use crate::inspect::{PathError, TreeReader};
use crate::search::BestFirst;
use crate::store::{Loaded, TreeFile};

/// Moves on the command line that lead nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}{advice}")]
pub struct BadPath {
    error: PathError,
    /// What to do, and why.
    advice: String,
}

/// Loads a tree file to look into the tree, with these endgame tables.
///
/// # Errors
///
/// A file that is not a tree.
pub fn load<G: CommandLineGame>(file: &Path, tables: &TableArgs) -> anyhow::Result<BestFirst<G>> {
    Ok(load_with_name(file, tables)?.0)
}

/// The same, with the name of the searcher that has made the tree.
///
/// # Errors
///
/// A file that is not a tree, or one of another game.
pub fn load_with_name<G: CommandLineGame>(
    file: &Path,
    tables: &TableArgs,
) -> anyhow::Result<(BestFirst<G>, String)> {
    let file = TreeFile::open(file)?;
    file.expect_game::<G>()?;
    let evaluator = evaluator_for::<G>(&file, ending_tables::open(tables));
    let Loaded { search, info, .. } = file.load_to_look::<G>(evaluator)?;
    Ok((search, info.searcher))
}

/// Begins in the position analysed, or in the game of the tree before this move, which answers as if it were analysed.
///
/// # Errors
///
/// [`NoPlace`]; moves of the game that the tree does not have.
pub fn reader_at<G: CommandLineGame>(
    search: &BestFirst<G>,
    at: Option<Place>,
) -> Result<TreeReader<'_, G>, UsageError> {
    let Some(place) = at else { return Ok(TreeReader::new(search)) };
    let mut reader = TreeReader::of_game(search);
    let game = reader.game_line();
    if game.is_empty() {
        return Err(UsageError::new(NoPlace::NoGame));
    }
    let first = Place::of(reader.position());
    let mut moves = game.into_iter();
    while Place::of(reader.position()) != place {
        let Some(mv) = moves.next() else {
            let last = Place::of(reader.position());
            return Err(UsageError::new(NoPlace::Beyond { place, first, last }));
        };
        reader.step(mv).map_err(|error| bad_path(error, &reader))?;
    }
    Ok(reader)
}

/// A place in a game that the tree does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoPlace {
    /// The tree is not that of a game.
    #[error(
        "this tree is not that of a game, so that --at names nothing in it; name the moves instead \
         (shans game --save makes trees of games)"
    )]
    NoGame,
    /// The game has no such move.
    #[error("the game of this tree has no position {place}: it has those from {first} to {last}")]
    Beyond {
        /// The place asked for.
        place: Place,
        /// The first one of the game.
        first: Place,
        /// The last one.
        last: Place,
    },
}

/// Goes to the position after these moves, UCI or SAN.
///
/// # Errors
///
/// [`BadPath`] names the move that leads nowhere.
pub fn follow<'t, G: CommandLineGame>(
    reader: &mut TreeReader<'_, G>,
    moves: impl IntoIterator<Item = &'t str>,
) -> Result<(), UsageError> {
    reader.follow(moves).map_err(|error| bad_path(error, reader))
}

/// [`BadPath`] for a move that leads nowhere in the position looked at.
pub fn bad_path<G: CommandLineGame>(error: PathError, reader: &TreeReader<'_, G>) -> UsageError {
    let advice = match error {
        PathError::NoMove { why: MoveTextError::Unreadable, .. } => {
            format!("; write moves like {}", G::MOVE_EXAMPLES)
        }
        PathError::NoMove { .. } => String::new(),
        PathError::Untried { .. } => "; end the line before it, or continue the search (why \
                                          tells what the move is waiting for)"
            .to_string(),
        PathError::Over { .. } => {
            format!(": {}; ask about an earlier move", reader.root().ending())
        }
    };
    UsageError::new(BadPath { error, advice })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::args::move_words::move_words;
    use crate::app::tests::Example;

    #[test]
    fn a_bad_path_says_what_to_do() {
        let error = |example: Example, moves: &str| {
            let search = example.search();
            let mut reader = TreeReader::new(&search);
            follow(&mut reader, move_words(&[moves.to_string()])).expect_err("no error").to_string()
        };
        let illegal = error(Example::start(), "e4 Ke2");
        assert!(illegal.starts_with("\"Ke2\" is not legal in rnbq"));
        assert!(illegal.ends_with(" 0 1"), "{illegal}");
        let unreadable = error(Example::start(), "e4 Zz9");
        assert!(unreadable.ends_with(" 0 1; write moves like e2e4 or Nf3"), "{unreadable}");
        let untried = error(Example::start(), "e4 e5 Ke2 Ke7 Kd3");
        assert!(untried.contains(" was never tried in "), "{untried}");
        let over = error(Example::of("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", 100), "Kb8");
        assert!(over.ends_with(": stalemate, a draw; ask about an earlier move"), "{over}");
    }
}
