//! Ctrl-C, and the signals that ask a program to end.

use anyhow::Context;

use super::exit::Exit;
use crate::search::Interrupt;

/// From now on the first Ctrl-C throws the switch that is returned, and the second one ends the
/// program at once. This may be called once only.
///
/// # Errors
///
/// A handler that the system refuses.
pub fn catch() -> anyhow::Result<Interrupt> {
    let interrupt = Interrupt::default();
    let switch = interrupt.clone();
    let handler = move || {
        if switch.is_thrown() {
            std::process::exit(Exit::Interrupted as i32);
        }
        switch.throw();
    };
    ctrlc::set_handler(handler).context("cannot catch Ctrl-C")?;
    Ok(interrupt)
}
