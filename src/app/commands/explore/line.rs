//! The line to the position analysed, going to the end of another one, and lines that are searched first.

use super::answers::Refused;
use super::question::Moves;
use super::walk::{PathMove, analysed_line};
use crate::app::games::CommandLineGame;
use crate::search::BestFirst;
use crate::session::Session;

/// The moves from the root of the tree to the position analysed.
pub fn line_of<G: CommandLineGame>(search: &BestFirst<G>) -> Moves {
    analysed_line(search).into_iter().map(|step| step.mv.machine).collect()
}

/// Whether a way has these moves.
pub fn is_line(path: &[PathMove], moves: &Moves) -> bool {
    path.iter().map(|step| &step.mv.machine).eq(moves)
}

/// Steps from the end of one line to the end of another; moves that were never tried are made.
///
/// # Errors
///
/// Why a move cannot be made. The position analysed is the one before then.
pub fn go_to<G: CommandLineGame>(
    session: &mut Session<G>,
    from: &Moves,
    to: &Moves,
) -> Result<(), Refused> {
    let went = step_to(session, from, to);
    if went.is_err() {
        let here = line_of(session.search());
        // What was there before can be gone to.
        let _ = step_to(session, &here, from);
    }
    went
}

/// The moves of a line from the position analysed on.
///
/// # Errors
///
/// What is wrong with it, for the person who asked.
pub fn legal_moves<G: CommandLineGame>(
    session: &Session<G>,
    line: &Moves,
) -> Result<Vec<G::Move>, Refused> {
    let moves = session.search().position().read_moves(line);
    Ok(moves.map_err(|(text, why)| format!("{text} {why}"))?)
}

fn step_to<G: CommandLineGame>(
    session: &mut Session<G>,
    from: &Moves,
    to: &Moves,
) -> Result<(), Refused> {
    let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    for _ in common..from.len() {
        session.search_mut().step_back()?;
    }
    for text in &to[common..] {
        let position = session.search().position();
        let mv = position.read_move(text).map_err(|error| format!("{text} {error}"))?;
        session.search_mut().step(mv)?;
    }
    Ok(())
}
