//! Results as text and as JSON, and progress on a terminal.

pub(in crate::app) mod game_curve;
pub mod json_line;
pub(in crate::app) mod judge;
pub mod left_out;
pub mod loss;
pub mod markup;
pub mod no_progress;
pub mod output;
pub(in crate::app) mod progress_display;
pub(in crate::app) mod report_json;
pub(in crate::app) mod report_text;
pub mod score;
pub mod style;
pub mod text_table;
pub(in crate::app) mod variation;
