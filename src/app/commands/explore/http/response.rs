//! Writing an answer.

use std::io::{self, Write};

/// Sent with every answer. Nothing from elsewhere is loaded, no other page may put this one into a frame,
/// and the address, which is the key, is not passed on.
const HEADERS: &str = "\
Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
X-Content-Type-Options: nosniff\r\n\
Referrer-Policy: no-referrer\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
Cross-Origin-Opener-Policy: same-origin\r\n\
Cache-Control: no-store\r\n\
Connection: close\r\n";

/// An answer that is written at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status of HTTP.
    pub status: u16,
    /// What the body is.
    pub content_type: &'static str,
    /// The body.
    pub body: String,
}

impl Response {
    /// Data.
    pub fn json(status: u16, body: String) -> Response {
        Response { status, content_type: "application/json", body }
    }

    /// What went wrong, in one sentence.
    pub fn error(status: u16, message: &str) -> Response {
        let body = serde_json::json!({ "error": message }).to_string();
        Response::json(status, body)
    }

    /// Writes it.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let Response { status, content_type, body } = self;
        let head = head(*status, content_type);
        write!(out, "{head}Content-Length: {}\r\n\r\n{body}", body.len())?;
        out.flush()
    }

    /// Begins an answer that continues for as long as both sides like.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn begin_events(mut out: impl Write) -> io::Result<()> {
        write!(out, "{}\r\n", head(200, "text/event-stream"))?;
        out.flush()
    }
}

fn head(status: u16, content_type: &str) -> String {
    let reason = match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        413 => "Content Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    };
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {content_type}; charset=utf-8\r\n{HEADERS}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_a_length_and_a_policy() -> io::Result<()> {
        let mut out = Vec::new();
        Response::error(404, "there is \"nothing\" here").write(&mut out)?;
        let text = String::from_utf8_lossy(&out);
        assert!(text.starts_with("HTTP/1.1 404 Not Found\r\n"), "{text}");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_default();
        assert_eq!(body, r#"{"error":"there is \"nothing\" here"}"#);
        assert!(head.contains(&format!("Content-Length: {}", body.len())), "{head}");
        assert!(head.contains("default-src 'none'"), "{head}");
        Ok(())
    }
}
