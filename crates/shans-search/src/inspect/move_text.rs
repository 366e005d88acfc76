//! Moves as data.

use serde::{Serialize, Serializer};

use crate::game::Notation;

/// A move as text. In JSON it has the fields `move` and `san`.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::Notation;
/// use shans_search::inspect::MoveText;
///
/// let position = Nim::new(&[3, 4, 5]);
/// let text = MoveText::new(&position, position.read_move("2-4")?);
/// assert_eq!(serde_json::to_string(&text)?, r#"{"move":"2-4","san":"2-4"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveText {
    /// As machines write it ([`Notation::machine_text`]).
    #[serde(rename = "move")]
    pub machine: String,
    /// As people write it ([`Notation::human_text`]).
    #[serde(rename = "san")]
    pub human: String,
}

impl MoveText {
    /// A legal move of a position.
    pub fn new<G: Notation>(position: &G, mv: G::Move) -> MoveText {
        MoveText { machine: position.machine_text(mv), human: position.human_text(mv) }
    }
}

/// Legal moves one after another, from a position on.
pub fn variation_text<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<MoveText> {
    let mut at = position.clone();
    let text = |&mv: &G::Move| {
        let text = MoveText::new(&at, mv);
        at.play(mv);
        text
    };
    moves.iter().map(text).collect()
}

/// A sequence of moves as a list of machine notation alone, which is how JSON has them.
///
/// # Errors
///
/// Those of the serializer.
pub fn machine_only<S: Serializer>(moves: &[MoveText], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(moves.iter().map(|mv| &mv.machine))
}
