//! The page with a part of a tree in one file, which opens from disk without this program: the same page, with another source of
//! data (`page/source.js`).

mod bundle;
mod content;
mod page;
mod places;
mod row;

pub use content::{Content, Subject};
pub use page::{title_of, write};
