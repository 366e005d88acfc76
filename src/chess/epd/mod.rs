//! Test positions as text: EPD has on each line a position and what is known about it.

mod line;
mod record;
mod written;

pub use line::EpdError;
pub use record::Epd;

pub(super) use line::{Operation, lines, refuse_other_text, split};
