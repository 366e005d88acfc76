//! Connecting both sides to a broker.

use std::time::Instant;

use super::coordinator::{Coordinator, Form};
use super::lines::Terms;
use super::nats;
use super::settings::{CannotConnect, NetSettings};
use super::transport::Source;
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

/// This many sources of tasks with these terms.
///
/// # Errors
///
/// [`CannotConnect`] if the broker does not answer, or refuses.
pub fn sources(
    net: &NetSettings,
    terms: &Terms,
    count: usize,
) -> Result<Vec<Box<dyn Source>>, CannotConnect> {
    nats::sources(net, terms, count)
}
