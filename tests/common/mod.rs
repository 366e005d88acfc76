//! What the integration tests share.
#![allow(dead_code)] // every test binary uses its own part of it

pub mod engines;
pub mod folder;
pub mod hostile;
pub mod positions;
pub mod program;
pub mod random_games;
pub mod raw_encoding;
pub mod raw_tree;
pub mod shaped;
pub mod tiny;
pub mod toy;
pub mod trees;
