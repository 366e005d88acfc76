//! Ctrl-C, and the signals that ask a program to end.

use anyhow::Context;

use crate::search::Interrupt;

/// What shells report of a program that Ctrl-C ended.
const KILLED_BY_CTRL_C: i32 = 130;

/// A switch that the first Ctrl-C throws; the second one ends the program at once. To be called
/// once.
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
