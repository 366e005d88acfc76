//! The explored tree: nodes in a slab, the rules that carry numbers from children to parents,
//! and the check of everything that must hold.

mod arena;
mod backup;
mod census;
mod check;
mod lack;
mod layout;
mod line;
mod node;
mod price;
mod sweep;

pub use arena::{Children, Full, NODE_BYTES, NodeId, Tree};
pub use backup::{Digest, Edge, Holder, Numbers};
pub use census::Census;
pub use check::{Broken, Top, check};
pub use layout::{Families, Misfit, TreeBuilder};
pub use line::{line, ranked_children};
pub use node::{MAX_MADE, Node, NodeParts};
pub use price::Prices;
pub use sweep::{Kept, Sweep, SweepState};
