//! Stands in for NATS if the program is built without it.

use std::sync::Arc;

use super::address::{CannotConnect, NetSettings};
use super::desk::Desk;
use super::lines::Terms;
use super::transport::{Carrier, Source};

/// Not available.
///
/// # Errors
///
/// [`CannotConnect::NotBuilt`].
pub fn carrier(_: &NetSettings, _: Arc<Desk>) -> Result<Box<dyn Carrier>, CannotConnect> {
    Err(CannotConnect::NotBuilt)
}

/// Not available.
///
/// # Errors
///
/// [`CannotConnect::NotBuilt`].
pub fn sources(
    _: &NetSettings,
    _: &Terms,
    _: usize,
) -> Result<Vec<Box<dyn Source>>, CannotConnect> {
    Err(CannotConnect::NotBuilt)
}
