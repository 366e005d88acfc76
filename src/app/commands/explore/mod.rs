//! `shans explore`: a tree in the browser, on this machine only.
//!
//! One thread owns the search (`serve`, `explorer`, `attend`, `wishes`, `searching`). Connections have threads of their own (`http`, `site`),
//! which know nothing about trees: they put questions into a bounded queue (`desk`) and write down
//! the answers. A search that runs looks at the queue between two pieces.

mod address;
mod answer_watch;
mod answers;
mod asked;
mod assets;
mod attend;
mod choice;
mod command;
mod course;
mod curve;
mod desk;
mod drill;
mod events;
mod explorer;
mod file;
mod find;
mod folder;
mod folder_list;
mod http;
mod import;
mod index;
mod keeping;
mod library;
mod line;
mod look;
mod notation;
mod opening;
mod paste;
mod prove;
mod pulse;
mod question;
mod review;
mod searching;
mod second;
mod serve;
mod site;
mod status;
mod story;
mod subject;
mod tables;
mod threat;
mod walk;
mod wishes;

pub use command::run;
pub use curve::Reasons;
pub use file::{Content, Subject as FileSubject, title_of, write as write_file};
pub use notation::take_game;
