//! Files that are read and written: games, trees, and everything else that a command leaves behind.

pub(in crate::app) mod ending_tables;
pub mod game_counts;
pub(in crate::app) mod game_file;
pub(in crate::app) mod going_on;
pub(in crate::app) mod line_wrap;
pub(in crate::app) mod loading;
pub(in crate::app) mod movetext;
pub mod output_file;
pub mod overwriting;
pub(in crate::app) mod pgn_tags;
pub(in crate::app) mod replacing;
pub(in crate::app) mod saving;
pub(in crate::app) mod tree_engine;
pub(in crate::app) mod tree_evaluation;
pub mod tree_path;
