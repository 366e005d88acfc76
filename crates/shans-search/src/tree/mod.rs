//! The explored tree: nodes in a slab, the rules that carry numbers from children to parents,
//! and the check of everything that must hold.
//!
//! ```
//! use shans_search::game::{MoveCode, Turn};
//! use shans_search::tree::{Full, LeafChances, Node, Tree};
//! use shans_search::value::{Chance, Value};
//!
//! let leaf = |mv, turn, cp: f32| {
//!     let chances =
//!         LeafChances { alpha: Chance::centipawns(cp - 400.0), beta: Chance::centipawns(cp + 400.0) };
//!     Node::leaf(MoveCode(mv), turn, false, Value::centipawns(cp), chances)
//! };
//! // Room for three nodes: the root and two moves of Max.
//! let mut tree = Tree::new(leaf(0, Turn::Max, 10.0), 3);
//! let first = tree.append(tree.root(), None, leaf(1, Turn::Min, 20.0)).unwrap();
//! let second = tree.append(tree.root(), Some(first), leaf(2, Turn::Min, -5.0)).unwrap();
//! assert_eq!(tree.append(second, None, leaf(3, Turn::Max, 0.0)), Err(Full { capacity: 3 }));
//! let ranks: Vec<u16> = tree.children(tree.root()).map(|(rank, ..)| rank).collect();
//! assert_eq!(ranks, [0, 1]);
//! ```

mod arena;
mod backup;
mod check;
mod file_order;
mod merge;
mod node;
mod node_id;
mod preference;
mod recompute;
mod root;
mod rules;
mod weight;

pub use arena::{Children, Full, NODE_BYTES, Renaming, Tree};
pub use backup::{ChildrenSummary, Edge, Holder, Numbers};
pub use check::{Broken, Watch, check};
pub use file_order::{FileOrder, Misfit, TreeBuilder};
pub use merge::{Merge, MergeSide, Origin};
pub use node::{LeafChances, Node, NodeParts, joined, parted};
pub use node_id::NodeId;
pub use preference::{preferred_child, principal_variation, ranked_children, summary};
pub use recompute::{recompute, search_anew};
pub use root::{CannotLeaveOut, LeftOut, Root, is_restricted, leave_out, left_out_behind};
pub use rules::TreeRules;
