//! Answers as they are sent.

use std::fmt::Display;

use serde::Serialize;

use super::http::Response;
use super::question::Moves;
use super::walk::Walk;
use crate::app::commands::why::{ToldCauses, all_trials, causes, few_trials, sentences};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::mover;
use crate::inspect::{MoveExplanation, MoveQuestion, Transpositions, Trials};
use crate::search::BestFirst;
use crate::value::Player;

/// The explanation of a move, with the sentences that `shans why` writes.
#[derive(Debug, Serialize)]
pub struct Why {
    /// Nodes searched by then: with another number, the answer is of an older tree.
    nodes: u64,
    /// Whether it was not searched for.
    quick: bool,
    /// What the tree knows.
    #[serde(flatten)]
    pub explanation: MoveExplanation,
    #[serde(flatten)]
    causes: ToldCauses,
    /// With the scores of the side to move.
    pub sentences: Vec<String>,
    /// The same with White's.
    pub sentences_of_white: Vec<String>,
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
    /// It is open: the page goes there, and shows what could not be read. A game is open at its first position.
    pub fn at(moves: Moves, is_game: bool, notes: Vec<String>) -> Opened {
        Opened { moves: if is_game { Moves::new() } else { moves }, notes, asks: None }
    }

    /// The user has to confirm first.
    pub fn asks(question: &'static str) -> Opened {
        Opened { asks: Some(question), ..Opened::default() }
    }
}

/// Why a move is preferred after these moves, or is not; as a quick answer, or with all searches that test causes.
pub fn why<G: CommandLineGame>(
    search: &BestFirst<G>,
    moves: &Moves,
    mv: &str,
    known: &Transpositions,
    quick: bool,
) -> Reply {
    let mut trials = if quick { few_trials() } else { all_trials() };
    json(&Why { quick, ..Why::new(search, moves, mv, known, &mut trials)? })
}

impl Why {
    /// The answer; `trials` test the causes.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn new<G: CommandLineGame>(
        search: &BestFirst<G>,
        moves: &Moves,
        mv: &str,
        known: &Transpositions,
        trials: &mut Trials,
    ) -> Result<Why, Refused> {
        let walk = Walk::new(search, moves)?;
        if !walk.is_in_tree() {
            return Err("the tree does not know this position yet; search it first".into());
        }
        let walk = walk.with_transpositions(known);
        let mv = walk.reader.legal_move(mv)?;
        let explanation = MoveQuestion::new(&walk.reader, mv)?.without_counts().explain()?;
        let causes = causes(&explanation, walk.position(), trials);
        let told = |viewer| sentences(&explanation, &causes, walk.position(), viewer);
        let (sentences, sentences_of_white) = (told(mover(walk.position())), told(Player::Max));
        let causes = ToldCauses::new(&causes, walk.position(), trials.nodes());
        Ok(Why {
            nodes: search.nodes(),
            quick: true,
            explanation,
            causes,
            sentences,
            sentences_of_white,
        })
    }
}

/// It is done, or will be.
pub fn done() -> Reply {
    Ok(Response::json(200, "{}".to_string()))
}

/// Data as an answer.
pub fn json(data: &impl Serialize) -> Reply {
    Ok(Response::json(200, serde_json::to_string(data)?))
}

/// What a page is told.
pub type Reply = Result<Response, Refused>;

/// Why something cannot be done.
#[derive(Debug)]
pub struct Refused(pub String);

impl<E: Display> From<E> for Refused {
    fn from(why: E) -> Refused {
        Refused(format!("{why:#}"))
    }
}

impl Refused {
    pub fn response(self) -> Response {
        Response::error(409, &self.0)
    }
}
