//! As much of HTTP as the explorer needs: one request a connection, from this machine.
//!
//! Requests are parsed by `httparse`, which hyper is built on. Everything else is bounded here: how
//! many connections there are, of those who may ask and of others, how long one may take, and how
//! much it may send.

mod connections;
mod request;
mod response;

pub use connections::{Answer, Place, serve};
pub use request::{Method, Request};
pub use response::Response;
