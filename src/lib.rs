//! shans analyses chess positions with a best-first search that has no depth.
//!
//! Modules come in layers, each naming only the layers before it:
//! [`value`] and [`game`], then [`chess`], then [`tree`], then [`search`], then [`store`],
//! then [`app`].
#![warn(missing_docs)]

pub mod app;
pub mod chess;
pub mod fingerprint;
pub mod game;
pub mod search;
pub mod store;
pub mod tree;
pub mod value;
