//! The broker named in the arguments.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use thiserror::Error;

use super::address::{Address, BadCredentials, Credentials};
use super::desk::{Desk, Status};

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

/// Why a broker cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotConnect {
    /// This program is built without a client.
    #[error("built without network support; build with --features net")]
    NotBuilt,
    /// Without credentials anybody could send tasks or answers.
    #[error("{0} is another machine, which requires a login; give --nats-credentials FILE")]
    NoCredentials(Address),
    /// Without encryption the password could be read on the way.
    #[error("a password for {0} would be sent unencrypted; use tls:// or a key")]
    OpenPassword(Address),
    /// The credentials are invalid.
    #[error(transparent)]
    Credentials(#[from] BadCredentials),
    /// It does not answer, or refuses.
    #[error("{0}: {1}")]
    Refused(Address, String),
}

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
            None if !address.is_this_machine() => Err(CannotConnect::NoCredentials(address)),
            Some(Credentials::User(..)) if is_open => Err(CannotConnect::OpenPassword(address)),
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
