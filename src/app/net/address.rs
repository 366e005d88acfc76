//! The broker of the arguments: its address, credentials for it, and how to connect to it.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::{fmt, fs};

use thiserror::Error;

use super::desk::{Desk, Status};

/// The default port.
const PORT: u16 = 4222;

/// The address of a broker: `nats://HOST:PORT`, or `tls://HOST:PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Whether everything is encrypted.
    pub is_encrypted: bool,
    host: String,
    port: u16,
}

/// Text that is not the address of a broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadAddress {
    /// It does not begin like an address.
    #[error("a broker is nats://HOST:PORT, or tls://HOST:PORT where everything is to be encrypted")]
    Form,
    /// It contains a user or a password.
    #[error(
        "users and passwords are no part of an address, which others can see; use --nats-credentials FILE"
    )]
    Secret,
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Address, BadAddress> {
        let (scheme, rest) = text.split_once("://").ok_or(BadAddress::Form)?;
        let is_encrypted = match scheme {
            "nats" => false,
            "tls" => true,
            _ => return Err(BadAddress::Form),
        };
        if rest.contains('@') {
            return Err(BadAddress::Secret);
        }
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| BadAddress::Form)?)
            }
            _ => (rest, PORT),
        };
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let is_number = bare.contains(':') && bare.parse::<IpAddr>().is_ok();
        let is_name = !host.is_empty()
            && host.chars().all(|sign| sign.is_ascii_alphanumeric() || "-._".contains(sign));
        if !is_name && !is_number {
            return Err(BadAddress::Form);
        }
        Ok(Address { is_encrypted, host: host.to_string(), port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "tls" } else { "nats" };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

impl Address {
    /// Whether that is the loopback of this machine, to which nobody else can listen.
    pub fn is_this_machine(&self) -> bool {
        let bare = self.host.trim_start_matches('[').trim_end_matches(']');
        bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    }
}

/// Credentials.
#[derive(Clone, PartialEq, Eq)]
pub enum Credentials {
    /// A key and its permissions, as the tools of NATS write them (`*.creds`).
    Creds(String),
    /// The seed of a key.
    Seed(String),
    /// A user and a password.
    User(String, String),
}

impl fmt::Debug for Credentials {
    /// Shows no secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials")
    }
}

impl Credentials {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`CannotConnect`], which shows nothing of its contents.
    pub fn read(path: &Path) -> Result<Credentials, CannotConnect> {
        let name = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| CannotConnect(format!("cannot read {name}: {error}")))?;
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        match lines[..] {
            _ if text.contains("BEGIN NATS USER JWT") => Ok(Credentials::Creds(text)),
            [seed] if seed.starts_with("SU") => Ok(Credentials::Seed(seed.to_string())),
            [user, password] => Ok(Credentials::User(user.to_string(), password.to_string())),
            _ => Err(CannotConnect(format!(
                "{name} holds no credentials: it may be a file of NATS (*.creds), the seed of a key (one line, SU...), \
                 or a user and a password (two lines)"
            ))),
        }
    }
}

/// A broker, and how to connect to it.
#[derive(Clone, Debug)]
pub struct NetSettings {
    /// Its address.
    pub address: Address,
    /// The credentials.
    pub credentials: Option<Credentials>,
    /// An authority that signed its certificate, besides those that this machine trusts.
    pub authority: Option<PathBuf>,
    /// The open tasks, while a search runs.
    running: Arc<Mutex<Weak<Desk>>>,
}

/// Why a broker cannot be reached, in words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CannotConnect(pub String);

impl NetSettings {
    /// A broker, as named in the arguments.
    ///
    /// # Errors
    ///
    /// [`CannotConnect`] if that is not safe.
    pub fn new(
        address: Address,
        credentials: Option<PathBuf>,
        authority: Option<PathBuf>,
    ) -> Result<NetSettings, CannotConnect> {
        let credentials = credentials.as_deref().map(Credentials::read).transpose()?;
        let is_open = !address.is_this_machine() && !address.is_encrypted;
        match credentials {
            // Without credentials anybody could send tasks or answers.
            None if !address.is_this_machine() => Err(CannotConnect(format!(
                "{address} is another machine, which requires a login; give --nats-credentials FILE"
            ))),
            // Without encryption the password could be read on the way.
            Some(Credentials::User(..)) if is_open => Err(CannotConnect(format!(
                "a password for {address} would be sent unencrypted; use tls:// or a key"
            ))),
            credentials => {
                Ok(NetSettings { address, credentials, authority, running: Arc::default() })
            }
        }
    }

    /// Reports the state of this desk from now on.
    pub fn note(&self, desk: &Arc<Desk>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(desk);
    }

    /// The state of the workers of the running search; `None` if there is none.
    pub fn status(&self) -> Option<Status> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        running.map(|desk| desk.status())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        for (text, written, is_here) in [
            ("nats://localhost", "nats://localhost:4222", true),
            ("nats://127.0.0.1:4333", "nats://127.0.0.1:4333", true),
            ("tls://[::1]:4333", "tls://[::1]:4333", true),
            ("tls://[::1]", "tls://[::1]:4222", true),
            ("tls://queue.example.org", "tls://queue.example.org:4222", false),
            ("nats://10.0.0.3", "nats://10.0.0.3:4222", false),
        ] {
            let address: Address = text.parse().expect(text);
            assert_eq!(
                (address.to_string().as_str(), address.is_this_machine()),
                (written, is_here)
            );
        }
        for text in
            ["localhost", "http://localhost", "nats://", "nats://a:b", "nats://a b", "nats://a/b"]
        {
            assert_eq!(text.parse::<Address>(), Err(BadAddress::Form), "{text}");
        }
        assert_eq!("nats://me:secret@host".parse::<Address>(), Err(BadAddress::Secret));
    }

    #[test]
    fn credentials_are_read_and_not_told() -> Result<(), CannotConnect> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let read = |text: &str| {
            fs::write(file.path(), text).expect("a file");
            Credentials::read(file.path())
        };
        assert_eq!(read("me\nsecret\n")?, Credentials::User("me".into(), "secret".into()));
        assert_eq!(read("\nSUAB\n")?, Credentials::Seed("SUAB".into()));
        assert!(matches!(read("-----BEGIN NATS USER JWT-----\n")?, Credentials::Creds(_)));
        assert_eq!(format!("{:?}", read("me\nsecret")?), "Credentials");
        for text in ["", "secret", "a\nb\nc"] {
            let told = read(text).expect_err(text).to_string();
            assert!(told.contains("holds no credentials") && !told.contains("secret"), "{told}");
        }
        Ok(())
    }
}
