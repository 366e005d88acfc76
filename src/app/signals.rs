//! Ctrl-C, and the signals that ask a program to end.

use anyhow::Context;

use crate::search::Interrupt;

/// The exit code of a program that Ctrl-C ended, as shells report it.
const KILLED_BY_CTRL_C: i32 = 130;

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
            std::process::exit(KILLED_BY_CTRL_C);
        }
        switch.throw();
    };
    ctrlc::set_handler(handler).context("cannot catch Ctrl-C")?;
    Ok(interrupt)
}
