//! What a judge says of a claim about a position.

use serde::Serialize;

/// Whether a claim is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// What the judge says.
    pub verdict: ClaimVerdict,
    /// Why, in a sentence; no field where the verdict says all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Moves that show it, in UCI; no field where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// The nodes searched for it; 0 where the rules alone say it.
    pub nodes: u64,
}

/// The answers of a judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// It follows from the rules.
    Proven,
    /// A search has found so, which is no proof.
    Holds,
    /// It is not true: by the rules, or as a search has found.
    False,
    /// Neither.
    Unknown,
}

impl Judgement {
    /// What the rules alone say.
    pub fn of_rules(is_true: bool, because: &str) -> Judgement {
        Judgement {
            verdict: if is_true { ClaimVerdict::Proven } else { ClaimVerdict::False },
            because: (!is_true).then(|| because.to_string()),
            line: Vec::new(),
            nodes: 0,
        }
    }

    /// What a search of so many nodes says.
    pub fn of_search(verdict: ClaimVerdict, because: String, nodes: u64) -> Judgement {
        Judgement { verdict, because: Some(because), line: Vec::new(), nodes }
    }
}
