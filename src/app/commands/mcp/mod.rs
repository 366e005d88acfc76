//! `shans mcp`: tools for language models, by the Model Context Protocol on standard input and output.

#[cfg(not(feature = "mcp"))]
mod absent;
#[cfg(feature = "mcp")]
mod input;
#[cfg(feature = "mcp")]
mod run;
#[cfg(feature = "mcp")]
mod server;
#[cfg(feature = "mcp")]
mod tools;

#[cfg(not(feature = "mcp"))]
pub use absent::run;
#[cfg(feature = "mcp")]
pub use server::run;
