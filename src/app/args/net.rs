//! Workers on other machines.

use std::path::PathBuf;

use clap::Args;

use crate::app::net::address::Address;
use crate::app::net::{CannotConnect, NetSettings};

/// Whether workers on other machines search.
#[derive(Args, Clone, Debug, Default)]
pub struct NetArgs {
    /// Let other machines search the leaves, through this broker (shans remote worker at the same address). For
    /// best-first
    #[arg(long, value_name = "nats://HOST")]
    pub remote: Option<Address>,

    /// How to come to the broker.
    #[command(flatten)]
    pub broker: BrokerArgs,
}

impl NetArgs {
    /// The broker; `None` where none was named.
    ///
    /// # Errors
    ///
    /// [`CannotConnect`] where one cannot come to it so.
    pub fn settings(&self) -> Result<Option<NetSettings>, CannotConnect> {
        self.remote.as_ref().map(|address| self.broker.settings(address)).transpose()
    }
}

/// How to come to a broker.
#[derive(Args, Clone, Debug, Default)]
pub struct BrokerArgs {
    /// The login for the broker: a file of NATS (*.creds), the seed of a key, or a user and a password on two lines.
    /// Required if the broker is on another machine
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub nats_credentials: Option<PathBuf>,

    /// The authority that signed the broker's certificate (PEM), if this machine does not know it
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub nats_ca: Option<PathBuf>,
}

impl BrokerArgs {
    /// The broker at this address.
    ///
    /// # Errors
    ///
    /// [`CannotConnect`] where one cannot come to it so.
    pub fn settings(&self, address: &Address) -> Result<NetSettings, CannotConnect> {
        let BrokerArgs { nats_credentials, nats_ca } = self.clone();
        NetSettings::new(address.clone(), nats_credentials, nats_ca)
    }
}
