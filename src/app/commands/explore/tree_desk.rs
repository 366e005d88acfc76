//! What is answered to the page of a tree.

use std::io;
use std::net::TcpStream;

use super::asked::{Unknown, tree_of};
use super::desk::Asker;
use super::events::Events;
use super::http::{Method, Request, Response};
use super::question::Question;

/// Those who answer for a tree.
#[derive(Clone, Debug)]
pub struct TreeDesk {
    /// Who answers questions.
    pub asker: Asker,
    /// What is sent without being asked for.
    pub events: Events,
}

impl TreeDesk {
    /// Answers a request of the page of the tree, which consists of these assets.
    ///
    /// # Errors
    ///
    /// A connection that is gone.
    pub fn answer(
        &self,
        request: &Request,
        name: &str,
        asset: fn(&str) -> Option<Response>,
        stream: &TcpStream,
    ) -> io::Result<()> {
        if name == "events" && request.method == Method::Get {
            return self.events.tell(request, &self.asker, stream);
        }
        let response = match (asset(name), request.method) {
            (Some(asset), Method::Get) => asset,
            (Some(_), Method::Post) => unknown(&Unknown::Method("GET")),
            (None, _) => {
                match Question::of(request, name).and_then(|it| Ok((it, tree_of(request)?))) {
                    Ok((question, tree)) => self.asker.ask_of(tree, question),
                    Err(error) => unknown(&error),
                }
            }
        };
        response.write(stream)
    }
}

/// There is nothing of this kind.
pub fn unknown(error: &Unknown) -> Response {
    Response::error(error.status(), &error.to_string())
}
