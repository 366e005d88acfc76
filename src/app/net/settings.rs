//! The broker of the arguments, and how both sides come to it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

use thiserror::Error;

use super::address::{Address, BadCredentials, Credentials};
use super::coordinator::{Coordinator, Form};
use super::desk::{Desk, Status};
use super::lines::Terms;
use super::nats;
use super::transport::Source;
use crate::app::exit;
use crate::fingerprint::Fingerprint;
use crate::game::{Evaluate, Heuristics, Notation};

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

    /// The workers of a search.
    ///
    /// # Errors
    ///
    /// [`CannotConnect`] where the broker does not answer, or refuses.
    pub fn coordinator<G: Heuristics + Evaluate + Notation>(
        &self,
        form: Form,
    ) -> Result<Coordinator<G>, CannotConnect> {
        let tell = Box::new(|trouble: &str| exit::warn(&trouble));
        let coordinator =
            Coordinator::new(form, tell, Box::new(Instant::now), |desk| nats::carrier(self, desk))?;
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) =
            Arc::downgrade(coordinator.desk());
        Ok(coordinator)
    }

    /// How the search stands that has the workers; `None` while none has.
    pub fn status(&self) -> Option<Status> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        running.map(|desk| desk.status())
    }

    /// So many sources of tasks for whoever has these terms.
    ///
    /// # Errors
    ///
    /// As [`NetSettings::coordinator`].
    pub fn sources(
        &self,
        terms: &Terms,
        count: usize,
    ) -> Result<Vec<Box<dyn Source>>, CannotConnect> {
        nats::sources(self, terms, count)
    }
}

/// A short name of what both sides must have in common.
pub fn topic(terms: &Terms) -> String {
    let mut hash = Fingerprint::new("leaf tasks");
    hash.add_bytes(serde_json::to_string(terms).unwrap_or_default().as_bytes());
    format!("{:016x}", hash.finish())
}
