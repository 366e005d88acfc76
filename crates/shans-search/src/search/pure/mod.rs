//! The pure form: every move tried is a node, and leaves are valued at first sight.

mod grow;
mod parts;

pub use parts::Pure;
