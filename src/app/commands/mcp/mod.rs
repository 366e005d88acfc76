//! `shans mcp`: tools for language models, by the Model Context Protocol on standard input and output.

mod server;
mod tools;

pub use server::run;
