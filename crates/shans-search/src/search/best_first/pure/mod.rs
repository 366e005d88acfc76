//! The pure form: every move tried is a node, and leaves are valued at first sight.

pub(super) mod grow;
pub(super) mod parts;
