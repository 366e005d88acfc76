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
/// That it is not built.
pub fn carrier(_: &NetSettings, _: Arc<Desk>) -> Result<Carrier, CannotConnect> {
    Err(not_built())
}

/// Not available.
///
/// # Errors
///
/// That it is not built.
pub fn sources(
    _: &NetSettings,
    _: &Terms,
    _: usize,
) -> Result<Vec<Box<dyn Source>>, CannotConnect> {
    Err(not_built())
}

fn not_built() -> CannotConnect {
    CannotConnect("built without network support; build with --features net".to_string())
}
