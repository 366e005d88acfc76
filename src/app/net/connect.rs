//! Connecting a search to a broker.

use std::time::Instant;

use super::coordinator::{Coordinator, Form};
use super::nats;
use super::settings::{CannotConnect, NetSettings};
use crate::app::exit;
use crate::game::{Evaluate, Heuristics, Notation};

/// The workers of a search, through this broker.
///
/// # Errors
///
/// [`CannotConnect`] if it does not answer, or refuses.
pub fn coordinator<G: Heuristics + Evaluate + Notation>(
    net: &NetSettings,
    form: Form,
) -> Result<Coordinator<G>, CannotConnect> {
    let tell = Box::new(|trouble: &str| exit::warn(&trouble));
    let connect = |desk| nats::carrier(net, desk);
    let coordinator = Coordinator::new(form, tell, Box::new(Instant::now), connect)?;
    net.note(coordinator.desk());
    Ok(coordinator)
}
