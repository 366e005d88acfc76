//! The explored tree: nodes in a slab, the rules that carry numbers from children to parents,
//! and the check of everything that must hold.

mod arena;
mod backup;
mod check;
mod line;
mod node;
mod price;

pub use arena::{Children, Full, NODE_BYTES, NodeId, Tree};
pub use backup::{Digest, Edge, Holder, Numbers};
pub use check::{Broken, check};
pub use line::{line, ranked_children};
pub use node::{MAX_MADE, Node};
pub use price::Prices;
