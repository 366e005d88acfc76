//! What a tree tells, as data: for a terminal, a file, a window or a web page.
//!
//! A [`TreeReader`] is a tree and a place in it. From there
//!
//! * [`TreeSelection`] picks the part of the tree that is worth showing or exporting,
//! * [`MoveQuestion`] asks why a move is not preferred,
//! * [`untried_moves`] lists the moves that wait for their turn,
//! * [`Transpositions`] finds the other places at which a position stands,
//! * [`Since`] tells what has changed since an earlier copy of the tree,
//! * [`played_line`] says what moves were worth that were played one after another,
//! * [`Trials`] search what a position would be worth if something were otherwise, in an [`Altered`] game where it has to be
//!   so in the whole of the search,
//! * [`InPractice`] tells the points that are to be expected against a player of known habits,
//! * [`TreeStatistics`] counts the nodes of the whole tree.
//!
//! What they give is serializable, and holds moves in both notations ([`MoveText`]). Numbers are
//! those of the side to move in the position that is looked at, wherever in the tree they stand
//! ([`Perspective`]).
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
//! use nim::Nim;
//! use shans_search::inspect::{MoveQuestion, TreeReader, TreeSelection};
//! use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
//!
//! let root = Root::new(Nim::new(&[7, 8, 9]));
//! let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
//! search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
//!
//! // The candidates after all of the first heap was taken, the preferred one first.
//! let mut reader = TreeReader::new(&search);
//! reader.follow(["1-7"])?;
//! let candidates = TreeSelection::of_shape(&reader, 1, 5, 100)?;
//! for &index in &candidates.node(0).children {
//!     let report = candidates.node_report(index)?;
//!     println!("{:?}: {:?}, {} tree nodes", report.mv, report.score, report.tree_nodes);
//! }
//!
//! // Why is one stone of the third heap not the answer?
//! let question = MoveQuestion::new(&reader, reader.legal_move("3-1")?)?;
//! let explanation = question.explain()?;
//! println!("{}", serde_json::to_string(&explanation)?);
//! # assert_eq!(explanation.mv.machine, "3-1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance_place;
mod counterfactual;
mod error;
mod explanation;
mod few_moves;
mod left_out_moves;
mod move_text;
mod node_report;
mod perspective;
mod played;
mod practical;
mod question;
mod reader;
mod refutation;
mod score;
mod score_text;
mod second_opinion;
mod selection;
mod since;
mod statistics;
mod transposition_index;
mod transpositions;
mod trials;
mod untried;

#[cfg(test)]
pub(crate) mod tests;

pub use counterfactual::{Altered, Rule};
pub use error::{IllegalMove, PathError};
pub use explanation::{
    ChanceSource, MoveExplanation, TriedMove, Verdict, WaitingMove, WaitingTurn,
};
pub use few_moves::FewMoves;
pub use left_out_moves::LeftOutMoves;
pub use move_text::{MoveText, machine_only, variation_text};
pub use node_report::{NextMove, NodeReport, PositionReport};
pub use perspective::Perspective;
pub use played::{PlayedMove, PlayedPosition, played_line};
pub use practical::{InPractice, likely, mean_points};
pub use question::MoveQuestion;
pub use reader::TreeReader;
pub use refutation::{Alternative, VariationStep};
pub use score::{Chances, Others, Score, UnsettledBy, mover, win_draw_loss};
pub use second_opinion::{OpinionLimits, SecondOpinion};
pub use selection::{Bracket, MAX_PLIES, SelectedNode, TreeSelection};
pub use since::{AnswerChange, ChangedValue, Since, Standpoint};
pub use statistics::TreeStatistics;
pub use transposition_index::{MOST_INDEXED, transpositions};
pub use transpositions::{Elsewhere, Transpositions};
pub use trials::{Found, Trials, points};
pub use untried::{UntriedMove, UntriedTurn, untried_moves};
