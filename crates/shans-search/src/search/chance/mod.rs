//! The chance model, all of it: what a chance costs, promises and decides.
//!
//! | question | answered in |
//! |---|---|
//! | What are the parameters? | `model` |
//! | What does a chance lose on an edge? | `prices` |
//! | Which chances has a leaf, of any kind? | `rules` |
//! | What does an untried move promise, and when does a visit end? | `estimate` |
//! | Whose chance is followed, and did both chances fall below a margin? | `rules` |
//! | How far is a node from being visited? | `distance` |
//! | What does a freed node keep when its moves are made again? | `inheritance` |
//! | How many nodes does a search of a leaf get, and what are moves that wait worth at most? | `doublings` |
//!
//! The tree and the search ask [`ChanceRules`] and know no formula of their own. Another
//! formula changes this module and nothing else.
//!
//! ```
//! use shans_search::game::{MoveCode, Turn};
//! use shans_search::search::{ChanceModel, ChanceRules};
//! use shans_search::tree::{Node, TreeRules};
//! use shans_search::value::{Player, Value};
//!
//! let rules = ChanceRules::new(ChanceModel { ply: 400.0, ..ChanceModel::default() });
//! let value = Value::centipawns(30.0);
//! let chances = rules.leaf_chances(false, value, 0);
//! let leaf = Node::leaf(MoveCode(0), Turn::Max, false, value, chances);
//! assert_eq!((leaf.alpha.raw(), leaf.beta.raw()), (-370.0, 430.0));
//! // A capture that promises 120 centipawns is worth more than a quiet move of the same rank.
//! let promise = |gain| rules.estimate(&leaf, 30.0, gain, 3).for_player(Player::Max);
//! assert_eq!(promise(120) - promise(0), 120.0);
//! ```

mod distance;
mod doublings;
mod estimate;
mod inheritance;
mod model;
mod prices;
mod rules;
mod tuning;
#[cfg(test)]
mod win_arithmetic;

pub use distance::VisitDistance;
pub use doublings::{MOST_DOUBLINGS, SLACK};
pub use model::{ChanceModel, LeafSearchModel, REVISION};
pub use rules::ChanceRules;
pub use tuning::Tuning;

pub(in crate::search) use inheritance::NewChild;
