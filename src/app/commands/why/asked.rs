//! Which move is asked about, or which two.

use thiserror::Error;

use crate::app::args::WhyArgs;
use crate::app::args::move_words::move_words;
use crate::app::files::tree_path;
use crate::app::games::CommandLineGame;
use crate::app::usage::UsageError;
use crate::inspect::TreeReader;

/// No move is the best one.
#[derive(Debug, Error)]
#[error("the tree has no best move for this position yet; name a move, or search it first")]
struct NoBest;

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Asked<M> {
    /// Why this move is good or bad.
    One(M),
    /// How these two differ.
    Two(M, M),
}

/// What the arguments ask, having gone to its position.
///
/// # Errors
///
/// As [`follow`].
pub(super) fn asked<G: CommandLineGame>(
    reader: &mut TreeReader<'_, G>,
    args: &WhyArgs,
) -> Result<Asked<G::Move>, UsageError> {
    if args.hint.is_none() {
        return follow(reader, &args.moves);
    }
    tree_path::follow(reader, move_words(&args.moves))?;
    best(reader)
}

/// Goes to the position that is asked about. Without moves the best one is asked about. Two moves are compared where the last one
/// cannot follow the other, but could be played in its place.
///
/// # Errors
///
/// [`BadPath`](tree_path::BadPath) where the moves lead out of the tree, or are not legal; a position without a best move.
pub(super) fn follow<G: CommandLineGame>(
    reader: &mut TreeReader<'_, G>,
    moves: &[String],
) -> Result<Asked<G::Move>, UsageError> {
    let words: Vec<&str> = move_words(moves).collect();
    let Some((&last, path)) = words.split_last() else { return best(reader) };
    if let Some((&other, before)) = path.split_last() {
        tree_path::follow(reader, before.iter().copied())?;
        let legal = |word| reader.legal_move(word).ok();
        if let (Some(one), Some(two)) = (legal(other), legal(last)) {
            let behind = reader.position().after(one);
            if one != two && behind.parse_move(last).is_none() {
                return Ok(Asked::Two(one, two));
            }
        }
        tree_path::follow(reader, [other])?;
    }
    reader.legal_move(last).map(Asked::One).map_err(|error| tree_path::bad_path(error, reader))
}

fn best<G: CommandLineGame>(reader: &TreeReader<'_, G>) -> Result<Asked<G::Move>, UsageError> {
    let preferred = reader.preferred(reader.at());
    let mv = preferred.and_then(|(_, id)| reader.move_to(id, reader.position()).ok());
    mv.map(Asked::One).ok_or_else(|| UsageError::new(NoBest))
}
