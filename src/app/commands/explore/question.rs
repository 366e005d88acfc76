//! What the page may ask for. Everything else is refused.

use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use super::http::{Method, Request};

/// The longest line of moves: no game that is worth a tree is longer.
const MOST_MOVES: usize = 1_000;
/// The longest text of a move.
const LONGEST_MOVE: usize = 8;

/// Moves as programs write them, from the root of the tree on.
pub type Moves = Vec<String>;

/// A question about the tree, or a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is known of the position after these moves.
    Look(Moves),
    /// Why the move is preferred there, or is not.
    Why(Moves, String),
    /// Analyse a position.
    Start(Start),
    /// Stop the search.
    Stop,
    /// Save the tree.
    Save,
}

/// What is to be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The position after these moves.
    pub moves: Moves,
    /// Within these limits.
    pub limit: Limit,
    /// This line from there on before anything else.
    pub include: Moves,
}

/// How long a search is to go on; the limits of the command line where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// This many nodes more.
    pub nodes: Option<u64>,
    /// This long.
    pub time: Option<Duration>,
}

/// Why a request asks for nothing that there is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unknown {
    /// There is nothing of that name.
    #[error("not found")]
    Path,
    /// It is there, but asked for in another way.
    #[error("use {0} for this request")]
    Method(&'static str),
    /// Something that is no line of moves.
    #[error("write moves as e2e4.e7e5, at most {MOST_MOVES}")]
    Moves,
    /// The body is wrong.
    #[error("the request cannot be read: {0}")]
    Body(String),
}

impl Unknown {
    /// The status to answer with.
    pub fn status(&self) -> u16 {
        match self {
            Unknown::Path => 404,
            Unknown::Method(_) => 405,
            Unknown::Moves | Unknown::Body(_) => 400,
        }
    }
}

/// The body of a request to search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StartBody {
    moves: Moves,
    nodes: Option<u64>,
    time_ms: Option<u64>,
    #[serde(default)]
    include: Moves,
}

impl Question {
    /// What a request asks for, whose path behind the token is `name`.
    ///
    /// # Errors
    ///
    /// [`Unknown`] says what is wrong.
    pub fn of(request: &Request, name: &str) -> Result<Question, Unknown> {
        let is_told = matches!(name, "look" | "why");
        match (name, request.method) {
            ("look", Method::Get) => Ok(Question::Look(moves_of(request)?)),
            ("why", Method::Get) => {
                let mv = checked(request.parameter("move").unwrap_or_default())?;
                Ok(Question::Why(moves_of(request)?, mv))
            }
            ("start", Method::Post) => start(&request.body),
            ("stop", Method::Post) => Ok(Question::Stop),
            ("save", Method::Post) => Ok(Question::Save),
            ("look" | "why" | "start" | "stop" | "save", _) => {
                Err(Unknown::Method(if is_told { "GET" } else { "POST" }))
            }
            _ => Err(Unknown::Path),
        }
    }
}

/// The moves in the query of a request; none where it has none.
///
/// # Errors
///
/// [`Unknown::Moves`].
pub fn moves_of(request: &Request) -> Result<Moves, Unknown> {
    let text = request.parameter("moves").unwrap_or_default();
    let moves: Moves =
        text.split('.').filter(|mv| !mv.is_empty()).map(checked).collect::<Result<_, _>>()?;
    if moves.len() > MOST_MOVES { Err(Unknown::Moves) } else { Ok(moves) }
}

fn start(body: &[u8]) -> Result<Question, Unknown> {
    let StartBody { moves, nodes, time_ms, include } =
        serde_json::from_slice(body).map_err(|error| Unknown::Body(error.to_string()))?;
    if moves.len() + include.len() > MOST_MOVES {
        return Err(Unknown::Moves);
    }
    let all_checked =
        |moves: Moves| moves.iter().map(|mv| checked(mv)).collect::<Result<Moves, _>>();
    let limit = Limit { nodes, time: time_ms.map(Duration::from_millis) };
    let (moves, include) = (all_checked(moves)?, all_checked(include)?);
    Ok(Question::Start(Start { moves, limit, include }))
}

/// A text that may be a move. Which one it is, the position says.
fn checked(text: &str) -> Result<String, Unknown> {
    let is_move = (1..=LONGEST_MOVE).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_move { Ok(text.to_string()) } else { Err(Unknown::Moves) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(method: Method, name: &str, query: &str, body: &str) -> Result<Question, Unknown> {
        let request = Request {
            method,
            path: String::new(),
            query: query.to_string(),
            host: None,
            origin: None,
            body: body.as_bytes().to_vec(),
        };
        Question::of(&request, name)
    }

    fn moves(text: &str) -> Moves {
        text.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn questions_are_read() {
        let look = ask(Method::Get, "look", "moves=e2e4.e7e5", "");
        assert_eq!(look, Ok(Question::Look(moves("e2e4 e7e5"))));
        assert_eq!(ask(Method::Get, "look", "", ""), Ok(Question::Look(Moves::new())));
        let why = ask(Method::Get, "why", "moves=&move=g2g4", "");
        assert_eq!(why, Ok(Question::Why(Moves::new(), "g2g4".to_string())));
        let limit = Limit { nodes: Some(5), time: Some(Duration::from_millis(7)) };
        let start = ask(Method::Post, "start", "", r#"{"moves":["e2e4"],"nodes":5,"time_ms":7}"#);
        let expected = Start { moves: moves("e2e4"), limit, include: Moves::new() };
        assert_eq!(start, Ok(Question::Start(expected)));
        let first = ask(Method::Post, "start", "", r#"{"moves":[],"include":["e2e4","e7e5"]}"#);
        let expected = Start { include: moves("e2e4 e7e5"), ..Start::default() };
        assert_eq!(first, Ok(Question::Start(expected)));
        let bad = ask(Method::Post, "start", "", r#"{"moves":[],"include":["../x"]}"#);
        assert_eq!(bad, Err(Unknown::Moves));
    }

    #[test]
    fn nothing_else_is_there() {
        assert_eq!(ask(Method::Get, "../etc/passwd", "", ""), Err(Unknown::Path));
        assert_eq!(ask(Method::Get, "stop", "", ""), Err(Unknown::Method("POST")));
        assert_eq!(ask(Method::Post, "look", "", ""), Err(Unknown::Method("GET")));
        for query in ["moves=e2e4%2e", "moves=../x", "moves=aaaaaaaaa", "moves=<b>"] {
            assert_eq!(ask(Method::Get, "look", query, ""), Err(Unknown::Moves), "{query}");
        }
        let long = format!("moves={}", "e2e4.".repeat(MOST_MOVES + 1));
        assert_eq!(ask(Method::Get, "look", &long, ""), Err(Unknown::Moves));
        for body in ["", "{}", r#"{"moves":[],"file":"/x"}"#, r#"{"moves":[],"nodes":-1}"#] {
            let refused = ask(Method::Post, "start", "", body);
            assert!(matches!(refused, Err(Unknown::Body(_))), "{body}");
        }
    }
}
