//! What the page sends of the drill.

use serde::Deserialize;

/// An answer to a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrillAnswer {
    /// The name of the question.
    pub question: String,
    /// The moves of the solution that were made before.
    #[serde(default)]
    pub played: Vec<String>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many hints were given.
    #[serde(default)]
    pub hints: u8,
    /// Milliseconds after the beginning of 1970.
    pub now: i64,
}

/// A hint that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrillHint {
    /// The name of the question.
    pub question: String,
    /// The moves of the solution that were made before.
    #[serde(default)]
    pub played: Vec<String>,
    /// 1 is the piece, 2 the idea, 3 the move.
    pub hint: u8,
}
