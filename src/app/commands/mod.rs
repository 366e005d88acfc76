//! What a user asks for, at once or in a dialogue: an analysis, a look into a tree, the engine for
//! chess programs, the explorer in the browser.

pub mod analyze;
mod batch;
pub mod check;
mod drill;
pub mod eval;
pub mod explore;
pub mod export;
pub mod game;
pub mod generated;
pub mod import;
mod included;
pub mod mcp;
pub mod merge;
pub mod outside;
pub mod perft;
pub mod prepare;
pub mod profile;
pub mod resume;
pub(in crate::app) mod run_analysis;
pub mod show;
mod since;
mod tree_drawing;
pub mod uci;
mod user_comments;
pub mod verify;
pub mod why;
