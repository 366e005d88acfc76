//! What makes data and what measures both need: other engines.

pub mod engine;
