//! Answers as they are sent.

use std::fmt::Display;

use serde::Serialize;

use super::http::Response;
use super::question::Moves;
use super::walk::Walk;
use crate::app::commands::why::sentences;
use crate::app::games::CommandLineGame;
use crate::inspect::{MoveExplanation, MoveQuestion};
use crate::search::BestFirst;

/// The explanation of a move, with the sentences that `shans why` writes.
#[derive(Serialize)]
struct Why {
    #[serde(flatten)]
    explanation: MoveExplanation,
    sentences: Vec<String>,
}

/// Why a move is preferred after these moves, or is not.
pub fn why<G: CommandLineGame>(search: &BestFirst<G>, moves: &Moves, mv: &str) -> Response {
    let walk = match Walk::new(search, moves) {
        Ok(walk) if walk.is_in_tree() => walk,
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
            let sentences = sentences(&explanation, walk.position());
            json(&Why { explanation, sentences })
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
