//! `shans explore`: a tree in the browser, on this machine only.
//!
//! One thread owns the search (`explorer`). Connections have threads of their own (`http`, `site`),
//! which know nothing of trees: they put questions into a bounded queue (`desk`) and write down
//! the answers. A running search looks at the queue between two iterations.

mod address;
mod answers;
mod assets;
mod command;
mod desk;
mod events;
mod explorer;
mod http;
mod keeper;
mod look;
mod picture;
mod pulse;
mod question;
mod site;
mod status;
mod story;
mod subject;
mod walk;

pub use command::run;
