//! `shans explore` as a page meets it: plain requests to the program.

#[path = "explore/client.rs"]
pub mod client;
#[path = "explore/drill.rs"]
mod drill;
#[path = "explore/folder.rs"]
mod folder;
#[path = "explore/in_one_file.rs"]
mod in_one_file;
#[path = "explore/looking.rs"]
mod looking;
#[path = "explore/over_engine.rs"]
mod over_engine;
#[path = "explore/requests.rs"]
mod requests;
#[path = "explore/reviewing.rs"]
mod reviewing;
#[path = "explore/searching.rs"]
mod searching;
