//! The evaluations by name: what positions are worth before anything is searched.

use std::fmt;

use clap::ValueEnum;
use serde::Serialize;

/// An evaluation that can be asked for by name.
#[derive(ValueEnum, Serialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
#[serde(rename_all = "lowercase")]
pub enum EvaluationKind {
    /// Piece-square tables corrected by a small trained network
    #[default]
    Network,
    /// The tables alone
    Tables,
}

impl EvaluationKind {
    /// The one with this name, in small letters or capitals.
    pub fn by_name(name: &str) -> Option<EvaluationKind> {
        EvaluationKind::from_str(name, true).ok()
    }
}

impl fmt::Display for EvaluationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EvaluationKind::Network => "network",
            EvaluationKind::Tables => "tables",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_evaluation_has_a_name() {
        for &kind in EvaluationKind::value_variants() {
            assert_eq!(EvaluationKind::by_name(&kind.to_string().to_uppercase()), Some(kind));
        }
        assert_eq!(EvaluationKind::by_name("nnue"), None);
    }
}
