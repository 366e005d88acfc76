//! Reading a request.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use thiserror::Error;

/// The longest head of a request: bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// The longest body, a game with its comments: bytes.
const LONGEST_BODY: usize = 256 << 10;
/// The longest file of games: bytes. The most games that are listed have some twelve million.
const LONGEST_GAMES: usize = 16 << 20;
/// The most headers.
const MOST_HEADERS: usize = 64;
/// A request has to be here after this time.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a request wants to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// To get something.
    Get,
    /// To change something.
    Post,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What it wants.
    pub method: Method,
    /// The path, as it was sent.
    pub path: String,
    /// What stands behind the question mark; empty without one.
    pub query: String,
    /// The header `Host`.
    pub host: Option<String>,
    /// The header `Origin`: the page that asks.
    pub origin: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

/// Why a request cannot be answered.
#[derive(Debug, Error)]
pub enum BadRequest {
    /// The other side is gone, or was too slow.
    #[error("the connection ended before the request did")]
    Gone,
    /// It is not an HTTP request.
    #[error("this is not a valid HTTP/1.1 request")]
    Unreadable,
    /// A method other than GET and POST.
    #[error("only GET and POST are supported")]
    Method,
    /// It is too long.
    #[error("the request is too long")]
    TooLong,
}

impl BadRequest {
    /// The status to answer with; `None` if no reader is left.
    pub fn status(&self) -> Option<u16> {
        match self {
            BadRequest::Gone => None,
            BadRequest::Unreadable => Some(400),
            BadRequest::Method => Some(405),
            BadRequest::TooLong => Some(413),
        }
    }
}

impl Request {
    /// Reads the request of a connection. Only where it `may_be_long` it may bring a file of games.
    ///
    /// # Errors
    ///
    /// [`BadRequest`] if there is none that could be answered.
    pub fn read(
        stream: &TcpStream,
        may_be_long: impl Fn(&Request) -> bool,
    ) -> Result<Request, BadRequest> {
        let mut input = Patient { stream, until: Instant::now() + PATIENCE };
        Request::read_from(&mut input, may_be_long)
    }

    fn read_from(
        input: &mut impl Read,
        may_be_long: impl Fn(&Request) -> bool,
    ) -> Result<Request, BadRequest> {
        let mut bytes = Vec::new();
        let mut part = [0; 4096];
        loop {
            let count = input.read(&mut part).map_err(|_| BadRequest::Gone)?;
            if count == 0 {
                return Err(BadRequest::Gone);
            }
            bytes.extend_from_slice(&part[..count]);
            if let Some((request, head, length)) = Request::parse(&bytes)? {
                let most = if may_be_long(&request) { LONGEST_GAMES } else { LONGEST_BODY };
                if length > most {
                    return Err(BadRequest::TooLong);
                }
                let read = bytes.split_off(head);
                return request.with_body(read, length, input);
            }
            if bytes.len() > LONGEST_HEAD {
                return Err(BadRequest::TooLong);
            }
        }
    }

    /// The request without its body, with the length of its head and of the body to come; `None`
    /// where the head is not complete.
    fn parse(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, BadRequest> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let status = parsed.parse(bytes).map_err(|_| BadRequest::Unreadable)?;
        let httparse::Status::Complete(head) = status else { return Ok(None) };
        let header = |name: &str| {
            let mut values = parsed.headers.iter().filter(|it| it.name.eq_ignore_ascii_case(name));
            let value = values.next()?;
            // One of two may be meant for another reader.
            let text = String::from_utf8_lossy(value.value).into_owned();
            Some(if values.next().is_some() { String::new() } else { text })
        };
        if header("transfer-encoding").is_some() {
            return Err(BadRequest::Unreadable);
        }
        let length = match header("content-length") {
            Some(text) => text.trim().parse().map_err(|_| BadRequest::Unreadable)?,
            None => 0,
        };
        let target = parsed.path.unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let method = match parsed.method {
            Some("GET") => Method::Get,
            Some("POST") => Method::Post,
            _ => return Err(BadRequest::Method),
        };
        let request = Request {
            method,
            path: path.to_string(),
            query: query.to_string(),
            host: header("host"),
            origin: header("origin"),
            body: Vec::new(),
        };
        Ok(Some((request, head, length)))
    }

    fn with_body(
        mut self,
        read: Vec<u8>,
        length: usize,
        input: &mut impl Read,
    ) -> Result<Request, BadRequest> {
        self.body = read;
        let missing = length.saturating_sub(self.body.len());
        let more = input.take(missing as u64).read_to_end(&mut self.body);
        match more {
            Ok(count) if count == missing => {
                self.body.truncate(length);
                Ok(self)
            }
            _ => Err(BadRequest::Gone),
        }
    }

    /// The value of this name in the query; `None` if it is not there.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}

/// A connection that is read for a given time and no longer, however slowly it sends.
struct Patient<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl Read for Patient<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut stream = self.stream;
        stream.read(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, BadRequest> {
        Request::read_from(&mut text.as_bytes(), |request| request.path.ends_with("/games"))
    }

    #[test]
    fn a_request_has_its_parts() -> Result<(), BadRequest> {
        let text = "POST /a/b?c=d&e=f HTTP/1.1\r\nHOST: h:1\r\nOrigin: http://h:1\r\n\
                    Content-Length: 3\r\n\r\nabcdef";
        let request = read(text)?;
        assert_eq!((request.method, request.path.as_str()), (Method::Post, "/a/b"));
        assert_eq!((request.parameter("e"), request.parameter("d")), (Some("f"), None));
        assert_eq!(request.host.as_deref(), Some("h:1"));
        assert_eq!(request.origin.as_deref(), Some("http://h:1"));
        assert_eq!(request.body, b"abc");
        Ok(())
    }

    #[test]
    fn what_is_no_request_is_told_apart() {
        let status = |text: &str| read(text).expect_err(text).status();
        assert_eq!(status(""), None);
        assert_eq!(status("GET / HTTP/1.1\r\nHost: a"), None);
        assert_eq!(status("\u{1}\u{2}\r\n\r\n"), Some(400));
        assert_eq!(status("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), Some(400));
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"), Some(400));
        assert_eq!(status("DELETE / HTTP/1.1\r\n\r\n"), Some(405));
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: 999999\r\n\r\n"), Some(413));
        let games =
            |length: usize| format!("POST /x/games HTTP/1.1\r\nContent-Length: {length}\r\n\r\n");
        assert_eq!(status(&games(999_999)), None, "it would be read");
        assert_eq!(status(&games(LONGEST_GAMES + 1)), Some(413));
        let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(LONGEST_HEAD + 9000));
        assert_eq!(status(&long), Some(413));
    }

    #[test]
    fn two_hosts_are_none() -> Result<(), BadRequest> {
        let request = read("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")?;
        assert_eq!(request.host.as_deref(), Some(""));
        Ok(())
    }
}
