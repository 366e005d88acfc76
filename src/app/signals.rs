//! Ctrl-C and the signals that ask a program to end, and the one of a file that is too large.

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
    catch_and(|| {})
}

/// The same; what is given is done after the first one has thrown the switch, in a thread of its own.
///
/// # Errors
///
/// As [`catch`].
pub fn catch_and(also: impl Fn() + Send + 'static) -> anyhow::Result<Interrupt> {
    let interrupt = Interrupt::default();
    let switch = interrupt.clone();
    let handler = move || {
        if switch.is_thrown() {
            std::process::exit(Exit::Interrupted as i32);
        }
        switch.throw();
        also();
    };
    ctrlc::set_handler(handler).context("cannot catch Ctrl-C")?;
    Ok(interrupt)
}

/// The variable of the environment by which a run is told to end with its input.
pub const ENDS_WITH_INPUT: &str = "SHANS_ENDS_WITH_INPUT";

/// From now on the end of standard input asks the program to end, as a signal does, if whoever started it wants that
/// ([`ENDS_WITH_INPUT`]): it has nothing to read, and notices so that they are gone, however they ended.
pub fn end_with_input() {
    if std::env::var_os(ENDS_WITH_INPUT).is_none() {
        return;
    }
    std::thread::spawn(|| {
        // An input that fails has ended, too.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        #[cfg(unix)]
        if signal_hook::low_level::raise(signal_hook::consts::SIGTERM).is_ok() {
            return;
        }
        std::process::exit(Exit::Interrupted as i32);
    });
}

/// From now on a file that grows beyond what the system allows (`ulimit -f`) is an error like a full
/// disk, not the end of the program: what was searched can be saved elsewhere, and is reported.
///
/// # Errors
///
/// A handler that the system refuses.
pub fn survive_large_files() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        use std::sync::Arc;
        use std::sync::atomic::AtomicBool;
        // Any handler will do: the write that was too large fails then.
        let caught = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, caught)
            .context("cannot catch SIGXFSZ")?;
    }
    Ok(())
}
