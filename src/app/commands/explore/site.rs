//! What is answered to whom.

use std::io;
use std::marker::PhantomData;
use std::net::TcpStream;
use std::sync::Arc;

use super::address::{Address, Refusal};
use super::answers::{Refused, json};
use super::asked::{Unknown, tree_of};
use super::assets::{asset, asset_of_folder, page_of_folder};
use super::desk::TreeDesk;
use super::folder::Folder;
use super::http::{Answer, Method, Request, Response};
use super::question::Question;
use crate::app::games::CommandLineGame;

/// Where the pages of the trees of a folder are: this and the place of a tree.
const TREE: &str = "tree-";

/// Everything that a connection needs.
#[derive(Debug)]
pub struct Site<G> {
    pub(super) address: Address,
    pub(super) subject: Served,
    pub(super) game: PhantomData<fn() -> G>,
}

/// What is behind the address.
#[derive(Debug)]
pub enum Served {
    /// One tree.
    Tree(TreeDesk),
    /// All trees of a folder, and a list of them.
    Folder(Arc<Folder>),
}

impl<G: CommandLineGame> Answer for Site<G> {
    fn admits(&self, request: &Request) -> bool {
        self.address.admit(request).is_ok()
    }

    fn may_be_long(&self, request: &Request) -> bool {
        request.path.ends_with("/games") && self.admits(request)
    }

    fn answer(&self, request: &Request, stream: &TcpStream) -> io::Result<()> {
        let name = match self.address.admit(request) {
            Ok(name) => name,
            Err(refusal) => return forbidden(refusal).write(stream),
        };
        match &self.subject {
            Served::Tree(desk) => desk.answer_page(request, name, asset, stream),
            Served::Folder(folder) => answer_of_folder::<G>(folder, request, name, stream),
        }
    }
}

/// Answers for the list, and for the tree whose address it is.
fn answer_of_folder<G: CommandLineGame>(
    folder: &Folder,
    request: &Request,
    name: &str,
    stream: &TcpStream,
) -> io::Result<()> {
    let tree = name.strip_prefix(TREE).and_then(|rest| rest.split_once('/'));
    let response = match (tree, request.method) {
        (Some((place, name)), _) => match place.parse().map(|place| folder.desk::<G>(place)) {
            Ok(Ok(Some(desk))) => return desk.answer_page(request, name, page_of_folder, stream),
            Ok(Err(error)) => Refused::from(error).response(),
            Ok(Ok(None)) | Err(_) => unknown(&Unknown::Path),
        },
        (None, Method::Post) => unknown(&Unknown::Method("GET")),
        (None, Method::Get) if name == "trees" => {
            let listed = folder.list::<G>().map_err(Refused::from);
            listed.and_then(|trees| json(&trees)).unwrap_or_else(Refused::response)
        }
        (None, Method::Get) => asset_of_folder(name).unwrap_or_else(|| unknown(&Unknown::Path)),
    };
    response.write(stream)
}

impl TreeDesk {
    /// Answers a request of the page of the tree, which consists of these assets.
    ///
    /// # Errors
    ///
    /// A connection that is gone.
    fn answer_page(
        &self,
        request: &Request,
        name: &str,
        asset: fn(&str) -> Option<Response>,
        stream: &TcpStream,
    ) -> io::Result<()> {
        if name == "events" && request.method == Method::Get {
            return self.tell(request, stream);
        }
        let response = match (asset(name), request.method) {
            (Some(asset), Method::Get) => asset,
            (Some(_), Method::Post) => unknown(&Unknown::Method("GET")),
            (None, _) => {
                match Question::of(request, name).and_then(|it| Ok((it, tree_of(request)?))) {
                    Ok((question, tree)) => self.ask(tree, question),
                    Err(error) => unknown(&error),
                }
            }
        };
        response.write(stream)
    }
}

/// There is nothing of this kind.
fn unknown(error: &Unknown) -> Response {
    Response::error(error.status(), &error.to_string())
}

/// A person may read this.
fn forbidden(refusal: Refusal) -> Response {
    Response { status: 403, content_type: "text/plain", body: format!("{refusal}\n") }
}
