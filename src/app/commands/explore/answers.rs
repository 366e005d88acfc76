//! Answers as they are sent.

use std::fmt::Display;

use serde::Serialize;

use super::http::Response;
use super::question::Moves;
use super::walk::Walk;
use crate::app::commands::why::{ToldCauses, causes, few_trials, sentences};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::mover;
use crate::inspect::{MoveExplanation, MoveQuestion, Transpositions};
use crate::search::BestFirst;
use crate::value::Player;

/// The explanation of a move, with the sentences that `shans why` writes.
#[derive(Serialize)]
struct Why {
    /// Nodes searched by then: with another number, the answer is of an older tree.
    nodes: u64,
    #[serde(flatten)]
    explanation: MoveExplanation,
    #[serde(flatten)]
    causes: ToldCauses,
    /// With the scores of the side to move.
    sentences: Vec<String>,
    /// The same with White's.
    sentences_of_white: Vec<String>,
}

/// Where a page goes that has opened something.
#[derive(Debug, Default, Serialize)]
pub struct Opened {
    /// The moves to it from the root of the tree.
    moves: Moves,
    /// What is asked before it is opened; nothing has changed then.
    asks: Option<&'static str>,
    /// What was ignored or could not be read.
    notes: Vec<String>,
}

impl Opened {
    /// It is open: the page goes there, and shows what could not be read.
    pub fn at(moves: Moves, notes: Vec<String>) -> Opened {
        Opened { moves, notes, asks: None }
    }

    /// The same; a game is open at its first position.
    pub fn first(is_game: bool, moves: Moves, notes: Vec<String>) -> Opened {
        Opened::at(if is_game { Moves::new() } else { moves }, notes)
    }

    /// The user has to confirm first.
    pub fn asks(question: &'static str) -> Opened {
        Opened { asks: Some(question), ..Opened::default() }
    }
}

/// Why a move is preferred after these moves, or is not.
pub fn why<G: CommandLineGame>(
    search: &BestFirst<G>,
    moves: &Moves,
    mv: &str,
    known: &Transpositions,
) -> Response {
    let walk = match Walk::new(search, moves) {
        Ok(walk) if walk.is_in_tree() => walk.with_transpositions(known),
        Ok(_) => return refused(&"the tree does not know this position yet; search it first"),
        Err(error) => return refused(&error),
    };
    let mv = match walk.reader.legal_move(mv) {
        Ok(mv) => mv,
        Err(error) => return refused(&error),
    };
    let question = MoveQuestion::new(&walk.reader, mv);
    match question.and_then(|question| question.without_counts().explain()) {
        Ok(explanation) => {
            let mut trials = few_trials();
            let causes = causes(&explanation, walk.position(), &mut trials);
            let told = |viewer| sentences(&explanation, &causes, walk.position(), viewer);
            let (of_mover, of_white) = (told(mover(walk.position())), told(Player::Max));
            json(&Why {
                nodes: search.nodes(),
                causes: ToldCauses::new(&causes, walk.position(), trials.nodes()),
                sentences: of_mover,
                sentences_of_white: of_white,
                explanation,
            })
        }
        Err(error) => refused(&error),
    }
}

/// It is done, or will be.
pub fn done() -> Response {
    Response::json(200, "{}".to_string())
}

/// Data as an answer.
pub fn json(data: &impl Serialize) -> Response {
    match serde_json::to_string(data) {
        Ok(text) => Response::json(200, text),
        Err(error) => refused(&error),
    }
}

/// It cannot be done, for this reason.
pub fn refused(reason: &dyn Display) -> Response {
    Response::error(409, &reason.to_string())
}
