//! The engine as chess programs talk to it: a dialogue for each thing that they expect.

#[path = "uci/answers.rs"]
mod answers;
#[path = "uci/dialogue.rs"]
pub mod dialogue;
#[path = "uci/flood.rs"]
mod flood;
#[path = "uci/keeping.rs"]
mod keeping;
#[path = "uci/limits.rs"]
mod limits;
#[path = "uci/over_engine.rs"]
mod over_engine;
#[path = "uci/parser.rs"]
mod parser;
#[path = "uci/protocol.rs"]
mod protocol;
