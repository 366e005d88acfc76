//! What is answered to whom.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;

use super::address::{Address, Refusal};
use super::assets::asset;
use super::desk::Asker;
use super::events::Events;
use super::http::{Answer, Method, Request, Response};
use super::question::{Question, Unknown};

/// Everything that a connection needs.
#[derive(Clone, Debug)]
pub struct Site {
    /// Where the page is.
    pub address: Arc<Address>,
    /// Who answers questions.
    pub asker: Asker,
    /// What is sent without being asked for.
    pub events: Events,
}

impl Answer for Site {
    fn admits(&self, request: &Request) -> bool {
        self.address.admit(request).is_ok()
    }

    fn answer(&self, request: &Request, stream: &TcpStream) -> io::Result<()> {
        let name = match self.address.admit(request) {
            Ok(name) => name,
            Err(refusal) => return refused(refusal).write(stream),
        };
        if name == "events" && request.method == Method::Get {
            return self.events.tell(request, &self.asker, stream);
        }
        self.respond(request, name).write(stream)
    }
}

impl Site {
    fn respond(&self, request: &Request, name: &str) -> Response {
        match (asset(name), request.method) {
            (Some(asset), Method::Get) => return asset,
            (Some(_), Method::Post) => return unknown(&Unknown::Method("GET")),
            (None, _) => {}
        }
        match Question::of(request, name) {
            Ok(question) => self.asker.ask(question),
            Err(error) => unknown(&error),
        }
    }
}

fn unknown(error: &Unknown) -> Response {
    Response::error(error.status(), &error.to_string())
}

/// A person may read this.
fn refused(refusal: Refusal) -> Response {
    Response { status: 403, content_type: "text/plain", body: format!("{}\n", refusal.message()) }
}
