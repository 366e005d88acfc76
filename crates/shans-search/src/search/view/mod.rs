//! What only looks at a search: the report, what is told of its nodes and what that rests on, lines, and how likely the
//! answer holds. Nothing here changes a search, and the search asks for little of it: whether its answer is settled.

mod answers;
mod bounds;
mod ground;
mod line;
mod no_progress;
mod report;
mod standing;
mod told;

pub use answers::{PlayedAnswers, View};
pub use bounds::Bounds;
pub use ground::Ground;
pub use told::Told;
