//! The broker of the arguments.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use thiserror::Error;

use super::address::{Address, BadCredentials, Credentials};
use super::desk::{Desk, Status};

/// A broker, and how to come to it.
#[derive(Clone, Debug)]
pub struct NetSettings {
    /// Where it is.
    pub address: Address,
    /// Who one is there.
    pub credentials: Option<Credentials>,
    /// Whoever has signed its certificate, besides those that this machine trusts.
    pub authority: Option<PathBuf>,
    /// What is out, while a search runs.
    running: Arc<Mutex<Weak<Desk>>>,
}

/// Why there is no way to a broker.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotConnect {
    /// This program is built without a client.
    #[error("built without network support; build with --features net")]
    NotBuilt,
    /// Anybody could send tasks or answers.
    #[error("{0} is another machine, where nobody may work unknown; give --nats-credentials FILE")]
    NoCredentials(Address),
    /// A password would be seen on the way.
    #[error("a password for {0} would be sent unencrypted; use tls:// or a key")]
    OpenPassword(Address),
    /// The credentials are none.
    #[error(transparent)]
    Credentials(#[from] BadCredentials),
    /// It does not answer, or refuses.
    #[error("{0}: {1}")]
    Refused(Address, String),
}

impl NetSettings {
    /// A broker as it is named in the arguments.
    ///
    /// # Errors
    ///
    /// [`CannotConnect`] where that is not safe.
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

    /// From now on it tells how things stand on this desk.
    pub fn note(&self, desk: &Arc<Desk>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(desk);
    }

    /// How the search stands that has the workers; `None` while none has.
    pub fn status(&self) -> Option<Status> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        running.map(|desk| desk.status())
    }
}
