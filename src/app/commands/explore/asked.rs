//! What a request asks for, as it is read. Everything that is no question is refused.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::http::{Method, Request};
use super::notation;
use super::question::{
    Compare, DrillAnswer, DrillHint, Find, Import, Limit, Moves, Open, Purpose, Question, ReviewOf,
    Start, ToProve,
};

/// The longest line of moves: no game that is worth a tree is longer.
const MOST_MOVES: usize = 1_000;
/// The longest text of a move.
const LONGEST_MOVE: usize = 8;
/// The same as people write it.
const LONGEST_TYPED: usize = 16;

/// Why a request asks for nothing that there is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unknown {
    /// There is nothing of that name.
    #[error("not found")]
    Path,
    /// It is there, but asked for in another way.
    #[error("use {0} for this request")]
    Method(&'static str),
    /// Something that is not a line of moves.
    #[error("write moves as e2e4.e7e5, at most {MOST_MOVES}")]
    Moves,
    /// Something that is not the number of a tree.
    #[error("a tree has a number")]
    Tree,
    /// Something that is not a time.
    #[error("a time is a number of milliseconds")]
    Time,
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
            Unknown::Moves | Unknown::Tree | Unknown::Time | Unknown::Body(_) => 400,
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
    #[serde(default)]
    exclude: Moves,
    #[serde(default)]
    follow: bool,
}

/// The body of a comment.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommentBody {
    moves: Moves,
    text: String,
}

/// The body of a request to keep the notation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NotationBody {
    moves: Vec<(usize, String)>,
}

/// The body of a request to save the tree as a new file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaveBody {
    name: String,
}

/// The body of a request about a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceBody {
    moves: Moves,
}

impl Question {
    /// What a request asks for, whose path behind the token is `name`.
    ///
    /// # Errors
    ///
    /// [`Unknown`] says what is wrong.
    pub fn of(request: &Request, name: &str) -> Result<Question, Unknown> {
        match (name, request.method) {
            ("look", Method::Get) => Ok(Question::Look(moves_of(request)?)),
            ("curve", Method::Get) => Ok(Question::Curve(moves_of(request)?)),
            ("why", Method::Get) => {
                let mv = checked(request.parameter("move").unwrap_or_default())?;
                Ok(Question::Why(moves_of(request)?, mv))
            }
            ("prove", Method::Post) => {
                let wanted = read_at(&request.body, |wanted: &ToProve| &wanted.at)?;
                checked(&wanted.mv)?;
                Ok(Question::Prove(wanted))
            }
            ("start", Method::Post) => start(&request.body),
            ("visit", Method::Post) => {
                let PlaceBody { moves } = read(&request.body)?;
                all_checked(&moves).map(Question::Visit)
            }
            ("review", Method::Post) => {
                read_at(&request.body, |wanted: &ReviewOf| &wanted.moves).map(Question::Review)
            }
            ("games", Method::Get) => Ok(Question::Games),
            ("games", Method::Post) => read(&request.body).map(Question::ListGames),
            ("find", Method::Post) => find(&request.body),
            ("open", Method::Post) => {
                read_at(&request.body, |open: &Open| &open.moves).map(Question::Open)
            }
            ("import", Method::Post) => {
                read_at(&request.body, |wanted: &Import| &wanted.moves).map(Question::Import)
            }
            ("comment", Method::Post) => {
                let CommentBody { moves, text } = read(&request.body)?;
                Ok(Question::Comment(all_checked(&moves)?, text))
            }
            ("compare", Method::Post) => {
                read_at(&request.body, |wanted: &Compare| &wanted.moves).map(Question::Compare)
            }
            ("threat", Method::Get) => Ok(Question::Threat(moves_of(request)?)),
            ("drill", Method::Get) => {
                let now = request.parameter("now").and_then(|now| now.parse().ok());
                now.map(Question::Drill).ok_or(Unknown::Time)
            }
            ("drill-answer", Method::Post) => drill_answer(&request.body),
            ("drill-hint", Method::Post) => {
                read_at(&request.body, |wanted: &DrillHint| &wanted.played).map(Question::DrillHint)
            }
            ("settings", Method::Get) => Ok(Question::Settings),
            ("settings", Method::Post) => read(&request.body).map(Question::Choose),
            ("notation", Method::Get) => Ok(Question::Notation),
            ("notation", Method::Post) => notation(&request.body),
            ("stop", Method::Post) => Ok(Question::Stop),
            ("save", Method::Post) => Ok(Question::Save),
            ("save-as", Method::Post) => {
                let SaveBody { name } = read(&request.body)?;
                Ok(Question::SaveAs(name))
            }
            (
                "prove" | "start" | "visit" | "review" | "find" | "open" | "import" | "comment"
                | "compare" | "stop" | "save" | "save-as" | "drill-answer" | "drill-hint",
                Method::Get,
            ) => Err(Unknown::Method("POST")),
            ("look" | "curve" | "why" | "drill", Method::Post) => Err(Unknown::Method("GET")),
            _ => Err(Unknown::Path),
        }
    }
}

/// The moves in the query of a request; none if it has none.
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

/// The tree that a request is about, where it names one: whatever is asked or wanted of another one that was opened
/// meanwhile is refused.
///
/// # Errors
///
/// [`Unknown::Tree`].
pub fn tree_of(request: &Request) -> Result<Option<u64>, Unknown> {
    let named = request.parameter("tree");
    named.map(|number| number.parse().map_err(|_| Unknown::Tree)).transpose()
}

fn start(body: &[u8]) -> Result<Question, Unknown> {
    let StartBody { moves, nodes, time_ms, include, exclude, follow } = read(body)?;
    if moves.len() + include.len().max(exclude.len()) > MOST_MOVES {
        return Err(Unknown::Moves);
    }
    let limit = Limit::new(nodes, time_ms);
    let (moves, include) = (all_checked(&moves)?, all_checked(&include)?);
    let include = if include.is_empty() { Vec::new() } else { vec![include] };
    let exclude = all_checked(&exclude)?;
    let purpose = if follow { Purpose::Follow } else { Purpose::Asked };
    Ok(Question::Start(Start { moves, limit, include, exclude, purpose }))
}

fn notation(body: &[u8]) -> Result<Question, Unknown> {
    let NotationBody { moves } = read(body)?;
    if moves.len() > notation::MOST_MOVES {
        return Err(Unknown::Moves);
    }
    let moves = moves.into_iter().map(|(parent, mv)| Ok((parent, checked(&mv)?)));
    moves.collect::<Result<_, _>>().map(Question::KeepNotation)
}

fn find(body: &[u8]) -> Result<Question, Unknown> {
    let find: Find = read(body)?;
    find.moves.iter().try_for_each(|moves| all_checked(moves).map(|_| ()))?;
    Ok(Question::Find(find))
}

fn drill_answer(body: &[u8]) -> Result<Question, Unknown> {
    let answer = read_at(body, |answer: &DrillAnswer| &answer.played)?;
    // As people write it, with marks behind it.
    if answer.mv.len() > LONGEST_TYPED {
        return Err(Unknown::Moves);
    }
    Ok(Question::DrillAnswer(answer))
}

/// Reads a body that names a line of moves.
fn read_at<T: DeserializeOwned>(body: &[u8], moves: fn(&T) -> &Moves) -> Result<T, Unknown> {
    let body: T = read(body)?;
    all_checked(moves(&body))?;
    Ok(body)
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Unknown> {
    serde_json::from_slice(body).map_err(|error| Unknown::Body(error.to_string()))
}

fn all_checked(moves: &Moves) -> Result<Moves, Unknown> {
    match moves.len() {
        0..=MOST_MOVES => moves.iter().map(|mv| checked(mv)).collect(),
        _ => Err(Unknown::Moves),
    }
}

/// A text that may be a move. Which one it is, the position says.
fn checked(text: &str) -> Result<String, Unknown> {
    let is_move = (1..=LONGEST_MOVE).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_move { Ok(text.to_string()) } else { Err(Unknown::Moves) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::question::{Choice, GivenGames};
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
        let curve = ask(Method::Get, "curve", "moves=e2e4", "");
        assert_eq!(curve, Ok(Question::Curve(moves("e2e4"))));
        let why = ask(Method::Get, "why", "moves=&move=g2g4", "");
        assert_eq!(why, Ok(Question::Why(Moves::new(), "g2g4".to_string())));
        let prove = ask(Method::Post, "prove", "", r#"{"moves":["e2e4"],"move":"e7e5"}"#);
        let expected = ToProve { at: moves("e2e4"), mv: "e7e5".to_string() };
        assert_eq!(prove, Ok(Question::Prove(expected)));
        let limit = Limit { nodes: Some(5), time: Some(Duration::from_millis(7)) };
        let start = ask(Method::Post, "start", "", r#"{"moves":["e2e4"],"nodes":5,"time_ms":7}"#);
        let expected = Start { moves: moves("e2e4"), limit, ..Start::default() };
        assert_eq!(start, Ok(Question::Start(expected)));
        let first = ask(Method::Post, "start", "", r#"{"moves":[],"include":["e2e4","e7e5"]}"#);
        let expected = Start { include: vec![moves("e2e4 e7e5")], ..Start::default() };
        assert_eq!(first, Ok(Question::Start(expected)));
        let along = ask(Method::Post, "start", "", r#"{"moves":[],"follow":true}"#);
        let expected = Start { purpose: Purpose::Follow, ..Start::default() };
        assert_eq!(along, Ok(Question::Start(expected)));
        let visit = ask(Method::Post, "visit", "", r#"{"moves":["e2e4"]}"#);
        assert_eq!(visit, Ok(Question::Visit(moves("e2e4"))));
        let review = ask(Method::Post, "review", "", r#"{"moves":["e2e4"],"nodes":9}"#);
        let expected = ReviewOf { moves: moves("e2e4"), nodes: Some(9), time_ms: None };
        assert_eq!(review, Ok(Question::Review(expected)));
        let threat = ask(Method::Get, "threat", "moves=e2e4", "");
        assert_eq!(threat, Ok(Question::Threat(moves("e2e4"))));
        let compare = ask(Method::Post, "compare", "", r#"{"moves":["e2e4"],"engine":"lc0"}"#);
        let engine = "lc0".to_string();
        let expected = Compare { moves: moves("e2e4"), engine, time_ms: None };
        assert_eq!(compare, Ok(Question::Compare(expected)));
        assert_eq!(ask(Method::Get, "drill", "now=17", ""), Ok(Question::Drill(17)));
        let answer =
            ask(Method::Post, "drill-answer", "", r#"{"question":"q","move":"e4","now":1}"#);
        let (question, mv) = ("q".to_string(), "e4".to_string());
        let expected = DrillAnswer { question, mv, now: 1, ..DrillAnswer::default() };
        assert_eq!(answer, Ok(Question::DrillAnswer(expected)));
        let hint = ask(Method::Post, "drill-hint", "", r#"{"question":"q","hint":2}"#);
        let expected = DrillHint { question: "q".to_string(), hint: 2, ..DrillHint::default() };
        assert_eq!(hint, Ok(Question::DrillHint(expected)));
        assert_eq!(ask(Method::Get, "drill", "", ""), Err(Unknown::Time));
        let choose = ask(Method::Post, "settings", "", r#"{"engine":"","threads":2}"#);
        let (engine, threads) = (Some(String::new()), Some(2));
        assert_eq!(choose, Ok(Question::Choose(Choice { engine, threads, ..Choice::default() })));
        let keep = ask(Method::Post, "notation", "", r#"{"moves":[[0,"e2e4"],[1,"e7e5"]]}"#);
        let expected = vec![(0, "e2e4".to_string()), (1, "e7e5".to_string())];
        assert_eq!(keep, Ok(Question::KeepNotation(expected)));
        assert_eq!(ask(Method::Get, "notation", "", ""), Ok(Question::Notation));
        let save = ask(Method::Post, "save-as", "", r#"{"name":"a b"}"#);
        assert_eq!(save, Ok(Question::SaveAs("a b".to_string())));
        assert_eq!(ask(Method::Get, "games", "", ""), Ok(Question::Games));
        let given = ask(Method::Post, "games", "", r#"{"name":"a.pgn","text":"1. e4 *"}"#);
        let expected = GivenGames { name: "a.pgn".to_string(), text: "1. e4 *".to_string() };
        assert_eq!(given, Ok(Question::ListGames(expected)));
        let game = ask(Method::Post, "open", "", r#"{"game":2,"moves":["e2e4"]}"#);
        let expected = Open { game: Some(2), moves: moves("e2e4"), ..Open::default() };
        assert_eq!(game, Ok(Question::Open(expected)));
        let find = ask(Method::Post, "find", "", r#"{"text":"anna","moves":["e2e4"]}"#);
        let expected = Find { text: "anna".to_string(), moves: Some(moves("e2e4")) };
        assert_eq!(find, Ok(Question::Find(expected)));
        let import =
            ask(Method::Post, "import", "", r#"{"text":"1. d4","moves":["e2e4"],"nodes":5}"#);
        let (text, moves) = ("1. d4".to_string(), moves("e2e4"));
        let expected = Import { text, moves, nodes: Some(5), time_ms: None };
        assert_eq!(import, Ok(Question::Import(expected)));
        let bad = ask(Method::Post, "visit", "", r#"{"moves":["<b>"]}"#);
        assert_eq!(bad, Err(Unknown::Moves));
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
