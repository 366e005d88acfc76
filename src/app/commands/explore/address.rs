//! The address of the page, which is the key to it.

use std::net::SocketAddr;

use anyhow::Context;
use thiserror::Error;

use super::http::Request;

/// Random bytes in a token: too many to guess.
const TOKEN_BYTES: usize = 16;

/// That of an address that names none.
const DEFAULT_PORT: &str = "80";

/// Where the page is, and who may ask for it.
///
/// The token is the first part of the path, so all that the page loads by relative addresses
/// carries it, and no cookie is needed.
#[derive(Clone, Debug)]
pub struct Address {
    port: u16,
    token: String,
}

/// Why a request is refused, and what to do, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It was meant for another host: a name that leads here was made up elsewhere.
    #[error("this request was addressed to another host; use the address printed by shans explore")]
    Host,
    /// Another page asks.
    #[error("this request comes from another page, which may not ask")]
    Origin,
    /// The token is missing, or of another run.
    #[error(
        "this address is not valid, or no longer: each run of shans explore has its own address; use the one it prints"
    )]
    Token,
}

impl Address {
    /// One with a new token, for a server that listens here.
    ///
    /// # Errors
    ///
    /// A system that gives no random bytes.
    pub fn new(listening: SocketAddr) -> anyhow::Result<Address> {
        let mut bytes = [0_u8; TOKEN_BYTES];
        getrandom::fill(&mut bytes).context("the system provides no random numbers")?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Address { port: listening.port(), token })
    }

    /// The whole address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// What the request asks for: its path behind the token.
    ///
    /// # Errors
    ///
    /// [`Refusal`] if it must not be answered.
    pub fn admit<'r>(&self, request: &'r Request) -> Result<&'r str, Refusal> {
        let host = request.host.as_deref().unwrap_or_default();
        if !is_this_machine(host) {
            return Err(Refusal::Host);
        }
        let is_own = |origin: &str| origin.strip_prefix("http://") == Some(host);
        if !request.origin.as_deref().is_none_or(is_own) {
            return Err(Refusal::Origin);
        }
        let path = request.path.strip_prefix('/').unwrap_or_default();
        let (token, rest) = path.split_once('/').ok_or(Refusal::Token)?;
        if is_same(token, &self.token) { Ok(rest) } else { Err(Refusal::Token) }
    }
}

/// Whether a host is this machine by one of its names, whatever the port: a tunnel (`ssh -L`) has another one at its
/// beginning. A page elsewhere can have a name of its own lead here, but not send one of these.
fn is_this_machine(host: &str) -> bool {
    let (name, port) = host.split_once(':').unwrap_or((host, DEFAULT_PORT));
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    is_port && ["127.0.0.1", "localhost"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Compares in a time that does not tell how much of the text is right.
fn is_same(given: &str, token: &str) -> bool {
    let differs = given.bytes().zip(token.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == token.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::super::http::Method;
    use super::*;

    fn address() -> Address {
        Address { port: 7, token: "0123abcd".to_string() }
    }

    fn request(path: &str, host: Option<&str>, origin: Option<&str>) -> Request {
        Request {
            method: Method::Get,
            path: path.to_string(),
            query: String::new(),
            host: host.map(str::to_string),
            origin: origin.map(str::to_string),
            body: Vec::new(),
        }
    }

    #[test]
    fn tokens_are_long_and_never_the_same() -> anyhow::Result<()> {
        let listening = SocketAddr::from(([127, 0, 0, 1], 80));
        let (first, second) = (Address::new(listening)?, Address::new(listening)?);
        assert!(first.token.len() == 2 * TOKEN_BYTES && first.token != second.token);
        assert_eq!(address().url(), "http://127.0.0.1:7/0123abcd/");
        Ok(())
    }

    #[test]
    fn only_the_own_page_is_answered() {
        let admit = |path: &str, host: Option<&str>, origin: Option<&str>| {
            let request = request(path, host, origin);
            address().admit(&request).map(str::to_string)
        };
        let here = Some("127.0.0.1:7");
        assert_eq!(admit("/0123abcd/", here, None), Ok(String::new()));
        assert_eq!(admit("/0123abcd/look", here, Some("http://127.0.0.1:7")), Ok("look".into()));
        for host in ["LOCALHOST:7", "localhost:20100", "127.0.0.1:65535", "localhost"] {
            assert_eq!(admit("/0123abcd/x", Some(host), None), Ok("x".into()), "{host}");
        }
        for host in [
            "",
            ":7",
            "evil.example:7",
            "127.0.0.1.evil.example:7",
            "localhost.:7",
            "127.0.0.2:7",
            "127.0.0.1:",
            "127.0.0.1:+7",
            "127.0.0.1:70000",
            "127.0.0.1:7:7",
            "localhost:7@evil.example",
            "user@localhost:7",
        ] {
            assert_eq!(admit("/0123abcd/", Some(host), None), Err(Refusal::Host), "{host:?}");
        }
        assert_eq!(admit("/0123abcd/", None, None), Err(Refusal::Host));
        for origin in
            ["null", "", "http://evil.example", "https://127.0.0.1:7", "http://127.0.0.1:70"]
        {
            let refused = admit("/0123abcd/", here, Some(origin));
            assert_eq!(refused, Err(Refusal::Origin), "{origin}");
        }
        for path in ["", "/", "/0123abcd", "/0123abce/", "/0123abc/", "/look", "//0123abcd/"] {
            assert_eq!(admit(path, here, None), Err(Refusal::Token), "{path}");
        }
    }
}
